//! By what the link of a board is known that does not say who it is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::link::address::Address;

/// Where the kernel lists terminals.
const TERMINALS: &str = "/sys/class/tty";

/// Serial numbers that makers leave in every adapter: they tell none from another.
const SHARED_SERIALS: [&str; 4] = ["0", "0000", "0001", "00000000"];

/// What is known of a link through the air begins so.
const AIR: &str = "radio-";

/// What is longer is no serial number.
const MAX_NUMBER_CHARS: usize = 64;

/// No more of a path is part of a name: its end, which tells more than its beginning.
const MAX_PATH_CHARS: usize = 32;

/// Where it lists devices that exchange reports.
const HIDRAWS: &str = "/sys/class/hidraw";

/// What tells the link to an address from all others: in the air, the address, as in `radio-E0123456789A`; else the serial
/// number of the USB device, as in `usb-A50285BI`, where that has one of its own; else the socket that the device is in,
/// as in `socket-1-1.4`; else the node itself. `None` where there is no link: what is replayed.
pub fn of_link(address: &Address) -> Option<String> {
    match address {
        Address::Serial(node) => Some(in_system(Path::new(TERMINALS), node)),
        Address::Hid(node) => Some(in_system(Path::new(HIDRAWS), node)),
        Address::Bluetooth(address) => {
            Some(format!("{AIR}{}", address.to_string().replace(':', "")))
        }
        Address::Recording(_) => None,
    }
}

/// The serial number of the USB device behind a terminal, where it has one of its own.
pub fn number_of_terminal(node: &Path) -> Option<String> {
    number_of_usb(&usb_device(Path::new(TERMINALS), node)?)
}

/// The serial number of a device that exchanges reports, where it has one of its own: that of the USB device, or what
/// whoever made the device says (`HID_UNIQ`).
pub fn number_of_hid(node: &Path) -> Option<String> {
    let class = Path::new(HIDRAWS);
    if let Some(device) = usb_device(class, node) {
        return number_of_usb(&device);
    }
    let described = class.join(node.file_name()?).join("device/uevent");
    let described = fs::read_to_string(described).ok()?;
    own_number(described.lines().find_map(|line| line.strip_prefix("HID_UNIQ="))?)
}

/// A serial number as a device tells it, where it may tell this one from others: no placeholder of its maker, and nothing
/// that is no number.
pub fn own_number(told: &str) -> Option<String> {
    let number = told.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let mut signs = number.chars();
    let first = signs.next()?;
    let is_number =
        number.len() <= MAX_NUMBER_CHARS && number.chars().all(|c| c.is_ascii_graphic());
    // Such as 00000000, or a sign alone.
    let is_same_all_over = signs.all(|c| c == first);
    (is_number && !is_same_all_over && !SHARED_SERIALS.contains(&number)).then(|| number.to_owned())
}

/// Whether what [`of_link`] says is of a link through the air.
pub fn is_air(link: &str) -> bool {
    link.starts_with(AIR)
}

/// Of the device at `node`, where the system lists devices of its class.
fn in_system(class: &Path, node: &Path) -> String {
    match usb_device(class, node) {
        Some(device) => of_usb(&device),
        None => of_path(node),
    }
}

/// The folder in which the system describes the USB device behind a node.
fn usb_device(class: &Path, node: &Path) -> Option<PathBuf> {
    let node = fs::canonicalize(node).ok()?;
    let described = fs::canonicalize(class.join(node.file_name()?)).ok()?;
    let mut above = described.ancestors();
    above.find(|folder| folder.join("idVendor").is_file()).map(Path::to_owned)
}

fn number_of_usb(device: &Path) -> Option<String> {
    own_number(&fs::read_to_string(device.join("serial")).ok()?)
}

fn of_usb(device: &Path) -> String {
    let serial = fs::read_to_string(device.join("serial")).unwrap_or_default();
    let serial = serial.trim();
    if serial.is_empty() || SHARED_SERIALS.contains(&serial) {
        let socket = device.file_name().unwrap_or_default();
        return format!("socket-{}", socket.to_string_lossy());
    }
    format!("usb-{serial}")
}

fn of_path(node: &Path) -> String {
    let path = node.to_string_lossy();
    let path = path.strip_prefix("/dev/").unwrap_or(&path);
    let before = path.chars().count().saturating_sub(MAX_PATH_CHARS);
    let path: String = path.chars().skip(before).collect();
    format!("port-{path}")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::link::address::BluetoothAddress;

    #[test]
    fn in_the_air_a_link_is_known_by_its_address_and_a_recording_has_none() {
        let address = Address::Bluetooth(BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x9A]));
        assert_eq!(of_link(&address).as_deref(), Some("radio-E0123456789A"));
        assert_eq!(of_link(&Address::Recording("game.rec".into())), None);
    }

    #[test]
    fn a_number_that_a_maker_leaves_in_every_device_is_nobodys() {
        assert_eq!(own_number("CN4711\0").as_deref(), Some("CN4711"));
        let all_nines = "9".repeat(12);
        for told in [
            "",
            " ",
            "0001",
            "0",
            "00000000",
            &all_nines,
            "Serial Number",
            "n\u{1b}1",
            &"x1".repeat(40),
        ] {
            assert_eq!(own_number(told), None, "{told}");
        }
    }

    #[test]
    fn a_link_is_known_by_its_usb_device_else_by_its_socket_else_by_its_node() {
        let system = tempfile::tempdir().unwrap();
        let terminals = system.path().join("class/tty");
        fs::create_dir_all(&terminals).unwrap();
        let plug = |socket: &str, terminal: &str, serial: Option<&str>| {
            let device = system.path().join("devices/usb1").join(socket);
            let described = device.join(format!("{socket}:1.0/{terminal}/tty/{terminal}"));
            fs::create_dir_all(&described).unwrap();
            fs::write(device.join("idVendor"), "0403\n").unwrap();
            if let Some(serial) = serial {
                fs::write(device.join("serial"), format!("{serial}\n")).unwrap();
            }
            symlink(&described, terminals.join(terminal)).unwrap();
            let node = system.path().join(terminal);
            fs::write(&node, "").unwrap();
            node
        };
        let own = plug("1-1.4", "ttyUSB0", Some("A50285BI"));
        let shared = plug("1-1.2", "ttyUSB1", Some("0001"));
        let silent = plug("1-1.3", "ttyUSB2", None);
        let named = system.path().join("board");
        symlink(&own, &named).unwrap();
        let known = |node: &Path| in_system(&terminals, node);
        assert_eq!(known(&own), "usb-A50285BI");
        assert_eq!(known(&named), "usb-A50285BI", "a link to a node is that node");
        assert_eq!(known(&shared), "socket-1-1.2");
        assert_eq!(known(&silent), "socket-1-1.3");
        assert_eq!(known(Path::new("/dev/ttyS4")), "port-ttyS4");
        let long = known(Path::new("/a/very/long/way/to/a/port/that/is/called/board-1"));
        assert_eq!(long, "port-to/a/port/that/is/called/board-1");
    }
}
