//! Ways to boards, as data: by what a board is recognised on each, and how it is talked to.

use std::fmt;

use crate::packet::Channel;

/// A way to the boards of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A serial line, of a port or behind a USB adapter.
    Serial(Serial),
    /// A USB device that exchanges reports.
    Hid(Hid),
    /// A serial line through the air (Bluetooth Classic).
    Rfcomm(Rfcomm),
    /// Characteristics of a service (Bluetooth Low Energy).
    Gatt(Gatt),
    /// None: what was recorded is played.
    Recording,
}

/// What a transport carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Bytes, which may be cut anywhere, on [`Channel::STREAM`].
    Stream,
    /// Packets, whose ends mean something.
    Packets,
}

impl Transport {
    /// What it carries.
    pub const fn flow(&self) -> Flow {
        match self {
            Self::Serial(_) | Self::Rfcomm(_) | Self::Recording => Flow::Stream,
            Self::Hid(_) => Flow::Packets,
            Self::Gatt(gatt) => gatt.flow,
        }
    }

    /// Whether a board with this name in the air is reached so. Boards put blanks and line ends around their names.
    pub fn is_named(&self, name: &str) -> bool {
        let names = match self {
            Self::Rfcomm(rfcomm) => rfcomm.names,
            Self::Gatt(gatt) => gatt.names,
            Self::Serial(_) | Self::Hid(_) | Self::Recording => &[],
        };
        names.iter().any(|begin| name.trim().starts_with(begin))
    }

    /// On which channel goes what is this channel's in the air: everywhere else there is one channel for all.
    pub const fn channel(&self, in_air: Channel) -> Channel {
        match self {
            Self::Gatt(_) => in_air,
            Self::Serial(_) | Self::Rfcomm(_) | Self::Hid(_) | Self::Recording => Channel::STREAM,
        }
    }
}

/// A serial line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serial {
    /// USB ids that its devices show; none where it is found by nobody but who names its port.
    pub usb: &'static [UsbId],
    /// How the line is set.
    pub line: SerialLine,
}

/// Reports of a USB device. They go on [`Channel::STREAM`]; where they have numbers, a packet begins with that of its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hid {
    /// USB ids that its devices show.
    pub usb: &'static [UsbId],
    /// Which of a device's collections of reports it is.
    pub usage: Usage,
}

/// What a collection of reports is for (HID Usage Tables 1.5, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The usage page.
    pub page: u16,
    /// The usage in it; `None` where it is the only collection of its page.
    pub id: Option<u16>,
}

/// A serial line through the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rfcomm {
    /// How the names of its boards begin.
    pub names: &'static [&'static str],
    /// The service at which they listen.
    pub service: Uuid,
    /// What they want to be told when they are paired; `None` where they ask for nothing.
    pub pin: Option<&'static str>,
}

/// Characteristics of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gatt {
    /// How the names of its boards begin; none where the service alone says what they are.
    pub names: &'static [&'static str],
    /// The service that has the characteristics, or, where several have them, that of the pieces. A characteristic is found by
    /// its own name, whatever service has it.
    pub service: Uuid,
    /// Whether the ends of packets mean something. Where they do not, what is too long for the air is cut.
    pub flow: Flow,
    /// The characteristics, each with a channel of its own among those of its direction, never [`Channel::STREAM`].
    pub channels: &'static [Characteristic],
}

impl Gatt {
    /// The characteristic to which packets of this channel are written; `None` where nothing is written on it.
    pub fn written(&self, channel: Channel) -> Option<&'static Characteristic> {
        let is_it = |one: &&Characteristic| one.channel == channel && one.way != Way::Notify;
        self.channels.iter().find(is_it)
    }

    /// The characteristics that notify.
    pub fn notifying(&self) -> impl Iterator<Item = &'static Characteristic> {
        self.channels.iter().filter(|one| one.way == Way::Notify)
    }
}

/// A characteristic, one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Characteristic {
    /// The channel of its packets.
    pub channel: Channel,
    /// Which it is.
    pub uuid: Uuid,
    /// Which way its packets go.
    pub way: Way,
}

/// Which way packets of a characteristic go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the board, which notifies.
    Notify,
    /// To the board, which says that it has them.
    Write,
    /// To the board, which says nothing.
    WriteWithoutResponse,
}

/// USB ids, and whether others show them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsbId {
    /// Vendor.
    pub vendor: u16,
    /// Products of this vendor.
    pub products: Products,
    /// What shows them.
    pub what: &'static str,
}

impl UsbId {
    /// Whether this vendor's product is one of them.
    pub const fn is_shown_by(&self, vendor: u16, product: u16) -> bool {
        self.vendor == vendor && self.products.has(product)
    }
}

/// Products of a vendor, as USB numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Products {
    /// This one.
    One(u16),
    /// Those of which the high byte lies between these two, and is any of them.
    HighBytes(u8, u8),
}

impl Products {
    /// Whether this is one of them.
    pub const fn has(self, product: u16) -> bool {
        match self {
            Self::One(one) => one == product,
            Self::HighBytes(first, last) => {
                let [high, _] = product.to_be_bytes();
                first <= high && high <= last
            }
        }
    }
}

impl fmt::Display for Products {
    /// Hexadecimal digits, `xx` where they may be any: `6001`, `80xx–86xx`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(product) => write!(f, "{product:04x}"),
            Self::HighBytes(first, last) => write!(f, "{first:02x}xx–{last:02x}xx"),
        }
    }
}

/// Settings of a serial line. All families known so far use 8 data bits, no parity, 1 stop bit and
/// no flow control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SerialLine {
    /// Bits a second.
    pub baud: u32,
    /// What becomes of data terminal ready.
    pub dtr: ModemLine,
    /// What becomes of request to send.
    pub rts: ModemLine,
}

impl SerialLine {
    /// A line of so many bits a second, on which no other line matters.
    pub const fn at(baud: u32) -> Self {
        Self { baud, dtr: ModemLine::Leave, rts: ModemLine::Leave }
    }
}

/// What becomes of a line that carries no data when a serial port is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModemLine {
    /// It stays as the system sets it.
    Leave,
    /// It is raised.
    On,
    /// It is lowered.
    Off,
}

/// Name of a Bluetooth service or characteristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uuid(pub u128);

impl Uuid {
    /// One of the numbers that Bluetooth assigns, in the range that it keeps for them (Core Specification, Vol 3, Part B,
    /// 2.5.1).
    pub const fn assigned(number: u16) -> Self {
        Self((number as u128) << 96 | 0x0000_1000_8000_0080_5F9B_34FB)
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [time, node] = [self.0 >> 64, self.0];
        let (low, middle, high) = (time >> 32 & 0xFFFF_FFFF, time >> 16 & 0xFFFF, time & 0xFFFF);
        let (clock, node) = (node >> 48 & 0xFFFF, node & 0xFFFF_FFFF_FFFF);
        write!(f, "{low:08x}-{middle:04x}-{high:04x}-{clock:04x}-{node:012x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_byte_stands_for_all_its_products() {
        let id = UsbId { vendor: 0x2D80, products: Products::HighBytes(0x80, 0x86), what: "" };
        assert_eq!(id.products.to_string(), "80xx–86xx");
        for (vendor, product, is_shown) in [
            (0x2D80, 0x8000, true),
            (0x2D80, 0x8202, true),
            (0x2D80, 0x86FF, true),
            (0x2D80, 0x8700, false),
            (0x2D80, 0x7FFF, false),
            (0x2D81, 0x8000, false),
        ] {
            assert_eq!(id.is_shown_by(vendor, product), is_shown, "{vendor:04x}:{product:04x}");
        }
        let one = UsbId { products: Products::One(0x8001), ..id };
        assert!(one.is_shown_by(0x2D80, 0x8001) && !one.is_shown_by(0x2D80, 0x8002));
        assert_eq!(one.products.to_string(), "8001");
    }

    #[test]
    fn a_name_is_known_without_the_blanks_around_it() {
        let boards = Transport::Rfcomm(Rfcomm {
            names: &["Chessnut Air", "Smart Chess"],
            service: Uuid::assigned(0x1101),
            pin: None,
        });
        for name in ["Chessnut Air", "Chessnut Air\n", " Chessnut Air+", "Smart Chess 12"] {
            assert!(boards.is_named(name), "{name:?}");
        }
        for name in ["", "Chessnut", "My Chessnut Air", "smart chess"] {
            assert!(!boards.is_named(name), "{name:?}");
        }
        assert!(!Transport::Recording.is_named("Chessnut Air"));
    }

    #[test]
    fn a_uuid_is_written_as_bluetooth_does() {
        let battery = "0000180f-0000-1000-8000-00805f9b34fb";
        assert_eq!(Uuid::assigned(0x180F).to_string(), battery);
        let uart = Uuid(0x6E40_0001_B5A3_F393_E0A9_E50E_24DC_CA9E);
        assert_eq!(uart.to_string(), "6e400001-b5a3-f393-e0a9-e50e24dcca9e");
    }
}
