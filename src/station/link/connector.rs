//! Who opens links: one connector for each kind of transport that this station has.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use touchmove_drivers::family::{Gatt, Hid, Rfcomm, Serial, Transport};

use super::address::{Address, BluetoothAddress};
use super::hidraw::HidrawDevices;
use super::port::{Port, PortSettings};
use super::serial::SerialPorts;
use super::{Link, LinkError, LinkFuture};

/// A kind of transport.
pub trait TransportKind {
    /// What its addresses are.
    type Address: ?Sized;
}

impl TransportKind for Serial {
    type Address = Path;
}

impl TransportKind for Hid {
    type Address = Path;
}

impl TransportKind for Rfcomm {
    type Address = BluetoothAddress;
}

impl TransportKind for Gatt {
    type Address = BluetoothAddress;
}

/// Who opens links of one kind of transport.
pub trait Connector<T: TransportKind>: Send + Sync {
    /// Opens a link to `address`, as `transport` says. Called within a tokio runtime; a dropped future has opened
    /// nothing.
    ///
    /// # Errors
    /// Each [`LinkError`], by what can be done about it.
    fn open<'a>(&'a self, address: &'a T::Address, transport: T) -> LinkFuture<'a, Box<dyn Link>>;
}

/// A link that was opened, and by which way.
pub struct OpenedLink {
    /// The link.
    pub link: Box<dyn Link>,
    /// The way.
    pub transport: Transport,
}

/// The connectors of a station.
#[derive(Clone)]
pub struct Connectors {
    /// For serial lines.
    pub serial: Arc<dyn Connector<Serial>>,
    /// For reports over USB; `None` where there is none.
    pub hid: Option<Arc<dyn Connector<Hid>>>,
    /// For serial lines through the air; `None` where there is none.
    pub rfcomm: Option<Arc<dyn Connector<Rfcomm>>>,
    /// For characteristics; `None` where there is none.
    pub gatt: Option<Arc<dyn Connector<Gatt>>>,
}

impl Connectors {
    /// Those of this machine.
    pub fn of_this_machine() -> Self {
        Self { hid: Some(Arc::new(HidrawDevices)), ..Self::of_serial_ports(SerialPorts) }
    }

    /// Those of a station that has serial lines alone.
    pub fn of_serial_ports(serial: impl Connector<Serial> + 'static) -> Self {
        Self { serial: Arc::new(serial), hid: None, rfcomm: None, gatt: None }
    }

    /// Opens `port`, by the first way to boards of its family that leads to its address and that the board there has.
    ///
    /// # Errors
    /// Each [`LinkError`], by what can be done about it; [`LinkError::NoWay`] where this station has no such way.
    pub async fn open(&self, port: &Port, settings: PortSettings) -> Result<OpenedLink, LinkError> {
        let mut failed = LinkError::NoWay { port: port.address.to_string() };
        for transport in port.family.transports {
            let opened = match (*transport, &port.address) {
                (Transport::Serial(serial), Address::Serial(path)) => {
                    let line = settings.of(serial.line);
                    self.serial.open(path, Serial { line, ..serial }).await
                }
                (Transport::Hid(hid), Address::Hid(path)) => {
                    let Some(connector) = &self.hid else { continue };
                    connector.open(path, hid).await
                }
                (Transport::Rfcomm(rfcomm), Address::Bluetooth(address)) => {
                    let Some(connector) = &self.rfcomm else { continue };
                    connector.open(address, rfcomm).await
                }
                (Transport::Gatt(gatt), Address::Bluetooth(address)) => {
                    let Some(connector) = &self.gatt else { continue };
                    connector.open(address, gatt).await
                }
                _ => continue,
            };
            match opened {
                // It may be reached in another way: an address does not say which radio it is of.
                Err(error @ (LinkError::NoWay { .. } | LinkError::NotPaired { .. })) => {
                    failed = error;
                }
                opened => return opened.map(|link| OpenedLink { link, transport: *transport }),
            }
        }
        Err(failed)
    }
}

impl fmt::Debug for Connectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connectors").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::fake;

    #[tokio::test]
    async fn a_port_to_which_this_station_has_no_way_says_so() {
        let address = Address::Bluetooth(BluetoothAddress([1, 2, 3, 4, 5, 6]));
        let port = Port { family: &fake::SERIAL, address };
        let opened = Connectors::of_this_machine().open(&port, PortSettings::default()).await;
        let error = opened.err().unwrap().to_string();
        assert!(error.starts_with("01:02:03:04:05:06: "), "{error}");
    }
}
