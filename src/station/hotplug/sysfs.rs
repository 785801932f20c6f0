//! Serial ports whose USB ids are in the family table, listed from sysfs.

use std::path::{Path, PathBuf};

use tokio_serial::SerialPortType;
use touchmove_drivers::family::{Family, UsbId};

use super::source::FoundAddress;
use crate::link::address::Address;

/// A serial port behind USB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsbPort {
    /// Its node, as `/dev/ttyUSB0`.
    pub path: PathBuf,
    /// Vendor id.
    pub vendor: u16,
    /// Product id.
    pub product: u16,
}

/// The serial ports behind USB that are there now.
///
/// # Errors
/// What the system says about sysfs.
pub fn usb_ports() -> Result<Vec<UsbPort>, tokio_serial::Error> {
    // `available_ports` panics where there is none
    if !Path::new("/sys/class/tty").is_dir() {
        return Ok(Vec::new());
    }
    let usb =
        tokio_serial::available_ports()?.into_iter().filter_map(|port| match port.port_type {
            SerialPortType::UsbPort(usb) => {
                Some(UsbPort { path: port.port_name.into(), vendor: usb.vid, product: usb.pid })
            }
            _ => None,
        });
    Ok(usb.collect())
}

/// Those of `ports` on which a device of one of `families` may be.
pub fn matching(ports: &[UsbPort], families: &[&'static Family]) -> Vec<FoundAddress> {
    let found = ports.iter().filter_map(|port| {
        let shows = |usb: &&UsbId| usb.is_shown_by(port.vendor, port.product);
        let by =
            |family: &&'static Family| Some((*family, family.serial()?.usb.iter().find(shows)?));
        let mut shown: Vec<_> = families.iter().filter_map(by).collect();
        let (_, usb) = *shown.first()?;
        shown.sort_by_key(|(family, _)| family.line_of.is_none());
        let families = shown.into_iter().map(|(family, _)| family).collect();
        Some(FoundAddress { address: Address::Serial(port.path.clone()), families, what: usb.what })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hotplug::source::{AddressChange, differences};
    use crate::link::fake;

    const FAMILIES: &[&Family] = &[&fake::TEXT, &fake::SERIAL];

    fn port(path: &str, vendor: u16, product: u16) -> UsbPort {
        UsbPort { path: path.into(), vendor, product }
    }

    fn told(changes: &[AddressChange]) -> Vec<String> {
        let told = changes.iter().map(|change| match change {
            AddressChange::Appeared(found) => {
                let names: Vec<_> = found.families.iter().map(|family| family.name).collect();
                format!("+{} {} {}", found.address, names.join(" "), found.what)
            }
            AddressChange::Vanished(address) => format!("-{address}"),
        });
        told.collect()
    }

    #[test]
    fn only_ports_with_ids_of_the_table_are_found() {
        let ports = [
            port("/dev/ttyUSB0", 0x0403, 0x6001),
            port("/dev/ttyACM0", 0x2341, 0x0043),
            port("/dev/ttyACM1", 0x045b, 0x8111),
        ];
        let found = matching(&ports, FAMILIES);
        let told = told(&differences(&[], &found));
        assert_eq!(told, ["+/dev/ttyUSB0 fake adapter", "+/dev/ttyACM1 fake board"]);
    }

    #[test]
    fn where_a_line_may_be_it_is_looked_for_first() {
        static LINE: Family =
            Family { name: "fakes", line_of: Some(&fake::SERIAL), ..fake::SERIAL };
        let found = matching(&[port("/dev/ttyUSB0", 0x0403, 0x6001)], &[&fake::SERIAL, &LINE]);
        assert_eq!(told(&differences(&[], &found)), ["+/dev/ttyUSB0 fakes fake adapter"]);
    }

    #[test]
    fn changes_are_told_once_and_a_node_with_another_device_is_another_port() {
        let before = matching(
            &[port("/dev/ttyUSB0", 0x0403, 0x6001), port("/dev/ttyUSB1", 0x0403, 0x6001)],
            FAMILIES,
        );
        let now = matching(
            &[port("/dev/ttyUSB1", 0x045b, 0x8111), port("/dev/ttyUSB2", 0x0403, 0x6001)],
            FAMILIES,
        );
        assert_eq!(
            told(&differences(&before, &now)),
            [
                "-/dev/ttyUSB0",
                "-/dev/ttyUSB1",
                "+/dev/ttyUSB1 fake board",
                "+/dev/ttyUSB2 fake adapter"
            ]
        );
        assert!(differences(&now, &now).is_empty());
    }

    #[test]
    fn listing_the_ports_of_this_machine_names_device_nodes() {
        assert!(usb_ports().unwrap().iter().all(|port| port.path.starts_with("/dev")));
    }
}
