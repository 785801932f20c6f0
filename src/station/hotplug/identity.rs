//! By what the link of a board is known that does not say who it is.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the kernel lists terminals.
const TERMINALS: &str = "/sys/class/tty";

/// Serial numbers that makers leave in every adapter: they tell none from another.
const SHARED_SERIALS: [&str; 4] = ["0", "0000", "0001", "00000000"];

/// No more of a path is part of a name: its end, which tells more than its beginning.
const MAX_PATH_CHARS: usize = 32;

/// What tells the link behind a device node from all others: the serial number of its USB device, as in `usb-A50285BI`,
/// where that has one of its own; else the socket that the device is in, as in `socket-1-1.4`; else the node itself.
pub fn of_link(node: &Path) -> String {
    in_system(Path::new(TERMINALS), node)
}

fn in_system(terminals: &Path, node: &Path) -> String {
    match usb_device(terminals, node) {
        Some(device) => of_usb(&device),
        None => of_path(node),
    }
}

/// The folder in which the system describes the USB device of a terminal.
fn usb_device(terminals: &Path, node: &Path) -> Option<PathBuf> {
    let terminal = fs::canonicalize(node).ok()?;
    let described = fs::canonicalize(terminals.join(terminal.file_name()?)).ok()?;
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
