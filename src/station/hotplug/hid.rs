//! Devices behind USB that exchange reports and whose ids are in the family table, listed from sysfs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use touchmove_drivers::family::{Family, Hid, Transport, Usage};

use super::source::FoundAddress;
use crate::link::address::Address;

/// Where the kernel lists them.
const HIDRAWS: &str = "/sys/class/hidraw";

/// Number of the bus in what the kernel says of a device (linux/input.h).
const BUS_USB: u32 = 3;

/// A device that exchanges reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HidDevice {
    /// Its node, as `/dev/hidraw0`.
    pub path: PathBuf,
    /// Vendor id.
    pub vendor: u16,
    /// Product id.
    pub product: u16,
    /// Its collections of reports.
    pub collections: Vec<Collection>,
}

/// A collection of reports, by what it is for (HID Usage Tables 1.5, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The usage page.
    pub page: u16,
    /// The usage in it.
    pub id: u16,
}

impl Collection {
    fn is_for(self, usage: Usage) -> bool {
        self.page == usage.page && usage.id.is_none_or(|id| id == self.id)
    }
}

/// Those behind USB that are there now.
///
/// # Errors
/// What the system says about sysfs.
pub fn hid_devices() -> io::Result<Vec<HidDevice>> {
    devices_in(Path::new(HIDRAWS))
}

/// Those of `devices` that a device of one of `families` may be.
pub fn matching_hid(devices: &[HidDevice], families: &[&'static Family]) -> Vec<FoundAddress> {
    let found = devices.iter().filter_map(|device| {
        let shown = families.iter().filter_map(|family| Some((*family, device.shown_as(family)?)));
        let shown: Vec<_> = shown.collect();
        let (_, what) = *shown.first()?;
        let families = shown.into_iter().map(|(family, _)| family).collect();
        Some(FoundAddress { address: Address::Hid(device.path.clone()), families, what })
    });
    found.collect()
}

impl HidDevice {
    /// What it is called where it shows itself as a device of this family.
    fn shown_as(&self, family: &Family) -> Option<&'static str> {
        let shows = |hid: &Hid| {
            let usb = hid.usb.iter().find(|usb| usb.is_shown_by(self.vendor, self.product))?;
            let is_it = |collection: &Collection| collection.is_for(hid.usage);
            self.collections.iter().any(is_it).then_some(usb.what)
        };
        family.transports.iter().find_map(|transport| match transport {
            Transport::Hid(hid) => shows(hid),
            _ => None,
        })
    }
}

/// Those that are listed in this folder; none where the system has no such devices.
fn devices_in(class: &Path) -> io::Result<Vec<HidDevice>> {
    let entries = match fs::read_dir(class) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut devices = Vec::new();
    for entry in entries {
        devices.extend(described(&entry?.path()));
    }
    devices.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(devices)
}

/// The device that a folder describes. One that goes away meanwhile is none.
fn described(folder: &Path) -> Option<HidDevice> {
    let name = folder.file_name()?;
    let uevent = fs::read_to_string(folder.join("device/uevent")).ok()?;
    let id = uevent.lines().find_map(|line| line.strip_prefix("HID_ID="))?;
    let mut numbers = id.split(':').map(|number| u32::from_str_radix(number, 16).ok());
    let [bus, vendor, product] = [numbers.next()??, numbers.next()??, numbers.next()??];
    let descriptor = fs::read(folder.join("device/report_descriptor")).ok()?;
    (bus == BUS_USB).then_some(HidDevice {
        path: Path::new("/dev").join(name),
        vendor: vendor.try_into().ok()?,
        product: product.try_into().ok()?,
        collections: collections(&descriptor),
    })
}

/// The collections that a report descriptor has at its top (HID 1.11, section 6.2.2).
fn collections(descriptor: &[u8]) -> Vec<Collection> {
    const LONG_ITEM: u8 = 0xFE;
    const USAGE_PAGE: u8 = 0x04;
    const USAGE: u8 = 0x08;
    const COLLECTION: u8 = 0xA0;
    const END_COLLECTION: u8 = 0xC0;
    let (mut collections, mut page, mut usage, mut depth) = (Vec::new(), 0, None, 0_usize);
    let mut rest = descriptor;
    while let Some((&head, after)) = rest.split_first() {
        let size = match head {
            LONG_ITEM => after.first().map_or(0, |&size| usize::from(size) + 2),
            _ => [0, 1, 2, 4][usize::from(head & 0b11)],
        };
        let Some((data, after)) = after.split_at_checked(size) else { break };
        rest = after;
        let value = data.iter().rev().fold(0_u32, |value, &byte| value << 8 | u32::from(byte));
        match head & 0xFC {
            _ if head == LONG_ITEM => {}
            USAGE_PAGE => page = value,
            // Of four bytes, the first two are a page of its own.
            USAGE => usage = usage.or(Some(if size == 4 { value } else { page << 16 | value })),
            COLLECTION => {
                if let Some(usage) = usage.filter(|_| depth == 0) {
                    let [page, id] = [usage >> 16, usage & 0xFFFF].map(u16::try_from);
                    let both = page.ok().zip(id.ok());
                    collections.extend(both.map(|(page, id)| Collection { page, id }));
                }
                (depth, usage) = (depth + 1, None);
            }
            END_COLLECTION => (depth, usage) = (depth.saturating_sub(1), None),
            // A main item ends what was said of it.
            0x80 | 0x90 | 0xB0 => usage = None,
            _ => {}
        }
    }
    collections
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use touchmove_drivers::family::{Products, UsbId};

    use super::*;
    use crate::link::fake;

    const VENDOR_DEFINED: Collection = Collection { page: 0xFF00, id: 1 };

    static HID: Family = Family {
        name: "hid",
        transports: &[Transport::Hid(Hid {
            usb: &[UsbId { vendor: 0x2D80, products: Products::One(0x8002), what: "board" }],
            usage: Usage { page: 0xFF00, id: None },
        })],
        ..fake::SERIAL
    };

    /// A keyboard: a collection in a collection, with usages of keys.
    const KEYBOARD: &[u8] = &[
        0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x81, 0x02, 0x09,
        0x30, 0xA1, 0x00, 0xC0, 0xC0,
    ];

    /// Reports of 64 bytes that a vendor defines.
    const BOARD: &[u8] = &[
        0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01, 0x85, 0x01, 0x09, 0x02, 0x75, 0x08, 0x95, 0x40,
        0x81, 0x02, 0xC0,
    ];

    #[test]
    fn a_descriptor_says_what_its_collections_are_for() {
        assert_eq!(collections(BOARD), [VENDOR_DEFINED]);
        let keyboard = Collection { page: 1, id: 6 };
        assert_eq!(collections(KEYBOARD), [keyboard]);
        assert_eq!(collections(&[KEYBOARD, BOARD].concat()), [keyboard, VENDOR_DEFINED]);
        assert_eq!(collections(&[0x0B, 0x01, 0x00, 0x00, 0xFF, 0xA1, 0x01]), [VENDOR_DEFINED]);
    }

    #[test]
    fn a_device_is_found_by_its_ids_and_what_its_reports_are_for() {
        let system = tempfile::tempdir().unwrap();
        let plug = |name: &str, id: &str, descriptor: &[u8]| {
            let device = system.path().join(name).join("device");
            fs::create_dir_all(&device).unwrap();
            let uevent = format!("DRIVER=hid-generic\nHID_ID={id}\nHID_NAME=ChessAir\n");
            fs::write(device.join("uevent"), uevent).unwrap();
            fs::write(device.join("report_descriptor"), descriptor).unwrap();
        };
        plug("hidraw0", "0003:00002D80:00008002", KEYBOARD);
        plug("hidraw1", "0003:00002D80:00008002", BOARD);
        plug("hidraw2", "0005:00002D80:00008002", BOARD);
        plug("hidraw3", "0003:0000046D:0000C31C", KEYBOARD);
        plug("hidraw4", "nonsense", BOARD);
        let devices = devices_in(system.path()).unwrap();
        assert_eq!(devices.len(), 3);
        let found = matching_hid(&devices, &[&fake::SERIAL, &HID]);
        let addresses: Vec<_> = found.iter().map(|found| found.address.to_string()).collect();
        assert_eq!(addresses, ["/dev/hidraw1"]);
        assert_eq!(found[0].families[0].name, "hid");
        assert_eq!(devices_in(&system.path().join("nowhere")).unwrap(), []);
    }

    proptest! {
        #[test]
        fn any_descriptor_is_read_to_its_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(collections(&bytes).len() <= bytes.len());
        }
    }
}
