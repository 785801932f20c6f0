//! The udev rules, as the family table wants them.

use std::collections::BTreeMap;
use std::fmt::Write;

use touchmove_drivers::Family;
use touchmove_drivers::family::{Products, Transport, UsbId};

const HEAD: &str = r#"# Serial ports and HID devices on USB that may be those of electronic chess boards.
# Made from the family table: `UPDATE=1 cargo test --test packaging` writes this file.
#
# ModemManager tries serial ports with AT commands. Boards take single letters for commands, some of which rewrite
# their memory or start their boot loader, so these ports are kept from it: ID_MM_DEVICE_IGNORE is read at the USB
# device, ID_MM_PORT_IGNORE at the port.
#
# Many of the ids belong to chips that other devices have too. Those lose nothing else: owner, group and mode of a
# port stay as they are. To give a modem with such a chip back to ModemManager, set both to "0" for its serial
# number in a file of /etc/udev/rules.d that sorts after this one.
#
# An FTDI chip holds what it has received for up to 16 ms, unless it is told 1.
#
# Nobody but root may open a HID device unless a rule says so. Ids of boards are given to the group of serial ports.

ACTION=="remove", GOTO="touchmove_end"
"#;

const FOOT: &str = r#"
LABEL="touchmove_end"
"#;

/// The vendor whose chips have a latency timer: FTDI.
const FTDI: u16 = 0x0403;

/// The rules for all USB ids of `families`, in the order of the ids.
pub(crate) fn rules(families: &[&Family]) -> String {
    let mut ports = BTreeMap::<(u16, Products), Device>::new();
    let mut reporting = BTreeMap::<(u16, Products), Device>::new();
    for family in families {
        for transport in family.transports {
            match transport {
                // Ports on USB are serial lines.
                Transport::Serial(serial) => note(&mut ports, serial.usb, family.name),
                Transport::Hid(hid) => note(&mut reporting, hid.usb, family.name),
                Transport::Rfcomm(_) | Transport::Gatt(_) | Transport::Recording => {}
            }
        }
    }
    let of_ports = ports.iter().map(|(&(vendor, products), device)| device.port(vendor, products));
    let of_reporting =
        reporting.iter().map(|(&(vendor, products), device)| device.hid(vendor, products));
    let rules = of_ports.chain(of_reporting);
    format!("{HEAD}{}{FOOT}", rules.collect::<String>())
}

fn note(devices: &mut BTreeMap<(u16, Products), Device>, ids: &[UsbId], family: &'static str) {
    for id in ids {
        let device = devices.entry((id.vendor, id.products)).or_default();
        if !device.what.contains(&id.what) {
            device.what.push(id.what);
        }
        device.families.push(family);
    }
}

/// The products as a pattern of udev.
fn pattern(products: Products) -> String {
    match products {
        Products::One(product) => format!("{product:04x}"),
        Products::HighBytes(first, last) => {
            let patterns: Vec<_> = (first..=last).map(|high| format!("{high:02x}??")).collect();
            patterns.join("|")
        }
    }
}

/// What shows one id, and which families it may be of.
#[derive(Default)]
struct Device {
    what: Vec<&'static str>,
    families: Vec<&'static str>,
}

impl Device {
    /// The rules for a serial port.
    fn port(&self, vendor: u16, products: Products) -> String {
        let what = self.what.join("; ");
        let families = self.families.join(" ");
        let product = pattern(products);
        let of_device =
            format!(r#"ATTR{{idVendor}}=="{vendor:04x}", ATTR{{idProduct}}=="{product}""#);
        let of_parent = of_device.replace("ATTR{", "ATTRS{");

        let mut rules = format!(
            r#"
# {what}
SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {of_device}, ENV{{ID_MM_DEVICE_IGNORE}}="1"
SUBSYSTEM=="tty", {of_parent}, ENV{{ID_MM_DEVICE_IGNORE}}="1", ENV{{ID_MM_PORT_IGNORE}}="1"
SUBSYSTEM=="tty", {of_parent}, ENV{{TOUCHMOVE_FAMILY}}="{families}"
"#
        );
        if vendor == FTDI {
            let timer = r#"ATTR{latency_timer}=="?*", ATTR{latency_timer}="1""#;
            let _ = writeln!(rules, r#"SUBSYSTEM=="usb-serial", {of_parent}, {timer}"#);
        }
        rules
    }

    /// The rules for a device that exchanges reports.
    fn hid(&self, vendor: u16, products: Products) -> String {
        let what = self.what.join("; ");
        let families = self.families.join(" ");
        let product = pattern(products);
        let of_parent =
            format!(r#"ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product}""#);
        format!(
            r#"
# {what}
SUBSYSTEM=="hidraw", {of_parent}, GROUP="dialout", MODE="0660", ENV{{TOUCHMOVE_FAMILY}}="{families}"
"#
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use touchmove_drivers::family::{Hid, Knowledge, Serial, SerialLine, Usage};
    use touchmove_drivers::observation::Sensing;

    use super::*;

    const CHIP: UsbId = UsbId { vendor: FTDI, products: Products::One(0x6001), what: "FTDI FT232" };
    const OTHER: UsbId = UsbId { vendor: 0x045b, products: Products::One(0x8111), what: "Renesas" };

    const HID: Transport = Transport::Hid(Hid {
        usb: &[UsbId { vendor: 0x2d80, products: Products::HighBytes(0x80, 0x81), what: "boards" }],
        usage: Usage { page: 0xFF00, id: None },
    });

    const fn serial(usb: &'static [UsbId]) -> Transport {
        Transport::Serial(Serial { usb, line: SerialLine::at(9_600) })
    }

    #[test]
    fn an_id_that_families_share_names_them_all() {
        let rules = rules(&[
            &family("one", &[const { serial(&[CHIP, OTHER]) }]),
            &family("two", &[const { serial(&[CHIP]) }]),
        ]);
        assert!(rules.contains(r#"ENV{TOUCHMOVE_FAMILY}="one two""#), "{rules}");
        assert!(rules.contains(r#"ENV{TOUCHMOVE_FAMILY}="one""#), "{rules}");
        assert_eq!(rules.matches(r#"ENV{ID_MM_PORT_IGNORE}="1""#).count(), 2, "{rules}");
    }

    #[test]
    fn only_ftdi_chips_have_a_latency_timer() {
        assert!(rules(&[&family("one", &[const { serial(&[CHIP]) }])]).contains("latency_timer"));
        assert!(!rules(&[&family("one", &[const { serial(&[OTHER]) }])]).contains("latency_timer"));
    }

    #[test]
    fn who_may_open_a_port_is_left_to_the_distribution() {
        let rules = rules(&[&family("one", &[const { serial(&[CHIP, OTHER]) }])]);
        let active = rules.lines().filter(|line| !line.starts_with('#')).collect::<String>();
        for key in ["OWNER", "GROUP", "MODE", "uaccess"] {
            assert!(!active.contains(key), "{key} in {rules}");
        }
    }

    #[test]
    fn a_device_that_exchanges_reports_may_be_opened_by_who_may_open_ports() {
        let rules = rules(&[&family("one", &[HID])]);
        let active: Vec<_> = rules.lines().filter(|line| line.contains("==\"2d80\"")).collect();
        let rule = r#"SUBSYSTEM=="hidraw", ATTRS{idVendor}=="2d80", ATTRS{idProduct}=="80??|81??", GROUP="dialout", MODE="0660", ENV{TOUCHMOVE_FAMILY}="one""#;
        assert_eq!(active, [rule]);
    }

    const fn family(name: &'static str, transports: &'static [Transport]) -> Family {
        Family {
            name,
            title: name,
            transports,
            sensing: Sensing::Identity,
            reading_lag: Duration::ZERO,
            clock_lag: None,
            knowledge: Knowledge::Documented,
            abilities: &[],
            driver: |_, _| unreachable!(),
            device: None,
            line_of: None,
        }
    }
}
