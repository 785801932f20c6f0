//! By what the link of a board is known that does not say who it is.

use std::fs;
use std::path::{Path, PathBuf};

use crate::link::address::Address;

/// Where the kernel lists terminals.
const TERMINALS: &str = "/sys/class/tty";

/// Serial numbers that makers leave in every adapter: they tell none from another.
const SHARED_SERIALS: [&str; 4] = ["0", "0000", "0001", "00000000"];

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
            Some(format!("radio-{}", address.to_string().replace(':', "")))
        }
        Address::Recording(_) => None,
    }
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
