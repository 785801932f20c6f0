//! What a person does with boards in the air: sees which are near, makes them this station's, forgets them.
//!
//! A board is this station's when BlueZ has it as trusted. Classic boards are paired before, for which an agent answers
//! with the family's PIN; it is there for that long and no longer, and answers about that board alone.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::timeout;
use touchmove_drivers::family::{Family, Transport};
use zbus::{Connection, ObjectPath, Variant, fdo, interface};

use super::call::{CallError, Method};
use super::rows::{self, Way};
use super::view::{ADAPTER, DEVICE, RadioDevice};
use super::{Radio, refusal, trouble};
use crate::link::LinkError;
use crate::link::address::BluetoothAddress;

/// How long pairing may take.
const PAIRED_WITHIN: Duration = Duration::from_secs(40);

/// How long any other call may take.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// What errors name that are about no board.
const RADIO: &str = "Bluetooth";

const AGENT: &str = "/org/touchmove/agent";

/// The boards around this machine.
#[derive(Debug)]
pub struct Neighbours {
    radio: Radio,
    connection: Connection,
}

/// A board of a family that the station knows.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// Its address, by which it is told from others of its name.
    pub address: BluetoothAddress,
    /// Its name.
    pub name: String,
    /// Whose it is, as its name says.
    pub family: &'static Family,
    /// What it is to this station.
    pub standing: PairingState,
    /// How strongly it is heard, in dBm; `None` where it is not, or is connected.
    pub signal: Option<i16>,
}

/// What a board is to this station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingState {
    /// Connected.
    Connected,
    /// This station's: connected to when it is near.
    Trusted,
    /// Paired with this machine, and left alone.
    Paired,
    /// Somebody's.
    Stranger,
}

impl Neighbours {
    /// Looks at what BlueZ knows.
    ///
    /// # Errors
    /// [`LinkError`] where the radio cannot be used.
    pub async fn look() -> Result<Self, LinkError> {
        let port = || RADIO.to_owned();
        let connection = Connection::system().await;
        let connection = connection.map_err(|_| LinkError::NoBluetooth { port: port() })?;
        let radio = Radio::default();
        radio.follow();
        radio.look().await;
        let neighbours = Self { radio, connection };
        let trouble = trouble(&neighbours.radio.0.view.borrow(), port());
        trouble.map_or(Ok(neighbours), Err)
    }

    /// Listens for so long to boards that show themselves.
    ///
    /// # Errors
    /// [`LinkError`] where the adapter does not listen.
    pub async fn listen(&self, time: Duration) -> Result<(), LinkError> {
        let adapters: Vec<_> =
            self.radio.0.view.borrow().powered().map(ToOwned::to_owned).collect();
        for adapter in &adapters {
            let filter = HashMap::from([("Transport", Variant::from("auto"))]);
            self.call((adapter, ADAPTER), "SetDiscoveryFilter", &(filter,))
                .await
                .map_err(of_radio)?;
            self.call((adapter, ADAPTER), "StartDiscovery", &()).await.map_err(of_radio)?;
        }
        tokio::time::sleep(time).await;
        for adapter in &adapters {
            self.call((adapter, ADAPTER), "StopDiscovery", &()).await.map_err(of_radio)?;
        }
        Ok(())
    }

    /// The boards that are near or known, those of this station first.
    pub fn boards(&self) -> Vec<Neighbour> {
        let view = self.radio.0.view.borrow();
        let mut all: Vec<_> = view.devices().filter_map(|(_, device)| seen(device)).collect();
        all.sort_by_key(|one| (one.standing as u8, one.address.0));
        all
    }

    /// Whether no adapter that is switched on knows Bluetooth Low Energy, by which most boards talk.
    pub fn lacks_low_energy(&self) -> bool {
        let view = self.radio.0.view.borrow();
        let mut usable = view.adapters().filter(|(_, adapter)| adapter.powered).peekable();
        usable.peek().is_some() && usable.all(|(_, adapter)| adapter.low_energy == Some(false))
    }

    /// Makes a board this station's.
    ///
    /// # Errors
    /// [`LinkError`] by what can be done about it.
    pub async fn pair(&self, address: BluetoothAddress) -> Result<(), LinkError> {
        let (path, pin) = {
            let view = self.radio.0.view.borrow();
            let known = view.device(address);
            let (path, device) =
                known.ok_or_else(|| LinkError::OutOfRange { port: address.to_string() })?;
            (path.to_owned(), (!device.paired).then(|| pin(device)).flatten())
        };
        if let Some(pin) = pin {
            self.exchange_keys(address, &path, pin).await?;
        }
        let trusted = (DEVICE, "Trusted", Variant::from(true));
        let called = self.call((&path, "org.freedesktop.DBus.Properties"), "Set", &trusted).await;
        called.map_err(|error| refusal::meaning(address, error))
    }

    /// Has BlueZ forget a board, and end its link.
    ///
    /// # Errors
    /// [`LinkError`] by what can be done about it.
    pub async fn forget(&self, address: BluetoothAddress) -> Result<(), LinkError> {
        let path = {
            let view = self.radio.0.view.borrow();
            let known = view.device(address).map(|(path, _)| path.to_owned());
            known.ok_or_else(|| LinkError::OutOfRange { port: address.to_string() })?
        };
        let adapter = path.rsplit_once('/').map_or("", |(adapter, _)| adapter);
        let device = ObjectPath::try_from(path.as_str())
            .map_err(|error| refusal::meaning(address, error))?;
        let called = self.call((adapter, ADAPTER), "RemoveDevice", &(device,)).await;
        called.map_err(|error| refusal::meaning(address, error))
    }

    async fn exchange_keys(
        &self,
        address: BluetoothAddress,
        path: &str,
        pin: &'static str,
    ) -> Result<(), LinkError> {
        let server = self.connection.object_server();
        let agent = Agent { device: path.to_owned(), pin };
        let refused = |error: zbus::Error| refusal::meaning(address, error);
        server.at(AGENT, agent).await.map_err(refused)?;
        let object = ObjectPath::from_static_str(AGENT).map_err(refused)?;
        let agents = ("/org/bluez", "org.bluez.AgentManager1");
        let registered = self.call(agents, "RegisterAgent", &(&object, "KeyboardDisplay")).await;
        registered.map_err(|error| refusal::meaning(address, error))?;
        let paired = timeout(PAIRED_WITHIN, self.call((path, DEVICE), "Pair", &())).await;
        let _ = self.call(agents, "UnregisterAgent", &(&object,)).await;
        let _ = server.remove::<Agent, _>(AGENT).await;
        let paired = paired.map_err(|_| LinkError::OutOfRange { port: address.to_string() })?;
        paired.map_err(|error| refusal::meaning(address, error))
    }

    async fn call<B>(
        &self,
        (path, interface): (&str, &str),
        name: &str,
        arguments: &B,
    ) -> Result<(), CallError>
    where
        B: serde::Serialize + zbus::wire::Type,
    {
        let within = if name == "Pair" { PAIRED_WITHIN } else { ANSWERED_WITHIN };
        let method = Method { path, interface, name, within };
        method.call(&self.connection, arguments).await.map(drop)
    }
}

/// What keeps an adapter from listening; it is about no board.
fn of_radio(error: CallError) -> LinkError {
    refusal::meaning(RADIO, error)
}

fn seen(device: &RadioDevice) -> Option<Neighbour> {
    let family = *rows::families(device).first()?;
    let standing = match device {
        RadioDevice { connected: true, .. } => PairingState::Connected,
        RadioDevice { trusted: true, .. } => PairingState::Trusted,
        RadioDevice { paired: true, .. } => PairingState::Paired,
        _ => PairingState::Stranger,
    };
    let (address, name) = (device.address, device.name.clone());
    Some(Neighbour {
        address,
        name,
        family,
        standing,
        signal: device.signal.map(|one| one.strength),
    })
}

/// The PIN of a classic board.
fn pin(device: &RadioDevice) -> Option<&'static str> {
    if rows::way(device) != Way::Rfcomm {
        return None;
    }
    let transports = rows::families(device).into_iter().flat_map(|family| family.transports);
    let mut pins = transports.filter_map(|transport| match transport {
        Transport::Rfcomm(rfcomm) => {
            let is_named = rfcomm.names.iter().any(|name| device.name.starts_with(name));
            rfcomm.pin.filter(|_| is_named)
        }
        _ => None,
    });
    pins.next()
}

/// Who answers while a board is paired.
struct Agent {
    device: String,
    pin: &'static str,
}

impl Agent {
    fn answer<T>(&self, device: &ObjectPath<'_>, answer: T) -> fdo::Result<T> {
        if device.as_str() == self.device {
            Ok(answer)
        } else {
            Err(fdo::Error::AccessDenied("another device is being paired".to_owned()))
        }
    }
}

#[interface(name = "org.bluez.Agent1")]
impl Agent {
    fn request_pin_code(&self, device: ObjectPath<'_>) -> fdo::Result<String> {
        self.answer(&device, self.pin.to_owned())
    }

    fn request_passkey(&self, device: ObjectPath<'_>) -> fdo::Result<u32> {
        self.answer(&device, self.pin.parse().unwrap_or_default())
    }

    fn request_confirmation(&self, device: ObjectPath<'_>, _passkey: u32) -> fdo::Result<()> {
        self.answer(&device, ())
    }

    fn request_authorization(&self, device: ObjectPath<'_>) -> fdo::Result<()> {
        self.answer(&device, ())
    }

    fn authorize_service(&self, device: ObjectPath<'_>, _service: &str) -> fdo::Result<()> {
        self.answer(&device, ())
    }

    fn cancel(&self) {}

    fn release(&self) {}
}
