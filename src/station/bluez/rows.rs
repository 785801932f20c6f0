//! Whose boards show themselves so, by the rows of the family table.

use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::family::{Family, Transport};

use super::view::RadioDevice;

/// By which kind of radio a board is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Bluetooth Low Energy.
    Gatt,
    /// Bluetooth Classic.
    Rfcomm,
}

impl Way {
    const fn of(transport: &Transport) -> Option<Self> {
        match transport {
            Transport::Gatt(_) => Some(Self::Gatt),
            Transport::Rfcomm(_) => Some(Self::Rfcomm),
            Transport::Serial(_) | Transport::Hid(_) | Transport::Recording => None,
        }
    }
}

/// The families that show themselves by this name, or, where their rows have no name, by this service, and that have boards
/// on its kind of radio. Names come first: many makers share one service.
pub(super) fn families(device: &RadioDevice) -> Vec<&'static Family> {
    let way = way(device);
    let mut shown = shown(device);
    shown.retain(|family| family.transports.iter().any(|one| Way::of(one) == Some(way)));
    shown
}

fn shown(device: &RadioDevice) -> Vec<&'static Family> {
    let by = |is_shown: &dyn Fn(&Transport) -> bool| {
        let families = FAMILIES.iter().copied();
        families.filter(|family| family.transports.iter().any(is_shown)).collect::<Vec<_>>()
    };
    let named = by(&|transport| names(transport).iter().any(|name| is_named(device, name)));
    if !named.is_empty() {
        return named;
    }
    by(&|transport| match transport {
        Transport::Gatt(gatt) => gatt.names.is_empty() && has(device, &gatt.service.to_string()),
        _ => false,
    })
}

/// By which kind of radio a board is reached. Classic devices alone say beforehand that they have a serial
/// line, and old ones say nothing but their name, which no board of the other kind has.
pub(super) fn way(device: &RadioDevice) -> Way {
    let families = shown(device);
    let transports = || families.iter().flat_map(|family| family.transports);
    let says_so = transports().any(|transport| match transport {
        Transport::Rfcomm(rfcomm) => has(device, &rfcomm.service.to_string()),
        _ => false,
    });
    let is_named_so =
        |transport: &&Transport| names(transport).iter().any(|name| is_named(device, name));
    let mut named = transports().filter(is_named_so).peekable();
    let has_names = named.peek().is_some();
    let is_line = |transport: &Transport| Way::of(transport) == Some(Way::Rfcomm);
    if says_so || has_names && named.all(is_line) { Way::Rfcomm } else { Way::Gatt }
}

fn names(transport: &Transport) -> &'static [&'static str] {
    match transport {
        Transport::Gatt(gatt) => gatt.names,
        Transport::Rfcomm(rfcomm) => rfcomm.names,
        Transport::Serial(_) | Transport::Hid(_) | Transport::Recording => &[],
    }
}

/// Rows have the blank that ends the maker's part of a name; a board may show nothing after it.
fn is_named(device: &RadioDevice, start: &str) -> bool {
    device.name.starts_with(start) || device.name == start.trim_end()
}

fn has(device: &RadioDevice, service: &str) -> bool {
    device.services.iter().any(|one| one.eq_ignore_ascii_case(service))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::address::BluetoothAddress;

    fn shown(name: &str, services: &[&str]) -> RadioDevice {
        let mut device = RadioDevice::at(BluetoothAddress([1, 2, 3, 4, 5, 6]));
        name.clone_into(&mut device.name);
        device.services = services.iter().map(|&service| service.to_owned()).collect();
        device
    }

    #[test]
    fn a_board_is_recognised_by_its_name_and_never_by_a_service_that_others_have_too() {
        let names =
            |device| families(&device).into_iter().map(|family| family.name).collect::<Vec<_>>();
        assert_eq!(names(shown("MILLENNIUM CHESS", &[])), ["chesslink"]);
        assert!(names(shown("Headphones", &[])).is_empty());
        let line = "00001101-0000-1000-8000-00805F9B34FB";
        assert_eq!(names(shown("PCS-REVII-1234", &[line])), ["dgt"], "its radio is a classic one");
        assert_eq!(names(shown("PCS-REVII-1234", &[])), ["pegasus"]);
        let uart = "49535343-fe7d-4ae5-8fa9-9fafd205e455";
        assert!(names(shown("Thermometer", &[uart])).is_empty());
    }

    #[test]
    fn a_classic_board_says_that_it_has_a_serial_line() {
        let line = "00001101-0000-1000-8000-00805F9B34FB";
        for (name, services, way_there) in [
            ("MILLENNIUM CHESS BT", &[line][..], Way::Rfcomm),
            ("MILLENNIUM CHESS BT", &[], Way::Gatt),
            ("DGT_BT_51234", &[], Way::Rfcomm),
            ("DGT_PEGASUS_51234", &[], Way::Gatt),
            ("PCS-REVII-1234", &[], Way::Gatt),
            ("Headphones", &[], Way::Gatt),
        ] {
            let board = shown(name, services);
            assert_eq!(way(&board), way_there, "{name}");
        }
    }
}
