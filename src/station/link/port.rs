//! Names of ports: what a person writes to say where a board is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::family::{Family, ModemLine, SerialLine, Transport};
use touchmove_drivers::recording;

use super::address::Address;

/// Where a board is, and whose it is.
#[derive(Clone, Debug)]
pub struct Port {
    /// Whose device it is; at a recording, which says that itself, the family of recordings.
    pub family: &'static Family,
    /// Where it is.
    pub address: Address,
}

/// How the lines of a port that carry no data are set, where not as suits the family (`drivers/dgt/README.md`, Link:
/// boards differ in what they need).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PortSettings {
    /// Data terminal ready.
    pub dtr: Option<ModemLine>,
    /// Request to send.
    pub rts: Option<ModemLine>,
}

impl PortSettings {
    /// These, on a line that is set so otherwise.
    #[must_use]
    pub fn of(self, line: SerialLine) -> SerialLine {
        SerialLine { dtr: self.dtr.unwrap_or(line.dtr), rts: self.rts.unwrap_or(line.rts), ..line }
    }
}

/// Why a text names no port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// It does not say of which family the device is.
    #[error("`{text}` is no port; write FAMILY:/dev/NAME or replay:FILE.rec (families: {known})")]
    NoFamily {
        /// What was written.
        text: String,
        /// The families there are.
        known: String,
    },
    /// There is no such family with a serial line.
    #[error("`{family}` is no family of boards on a serial line (families: {known})")]
    UnknownFamily {
        /// What was written.
        family: String,
        /// The families there are.
        known: String,
    },
    /// A device is named by its whole path, because the daemon has a working directory of its own.
    #[error("`{path}` is no path of a device; write it in full, as /dev/ttyUSB0")]
    NoDevicePath {
        /// What was written.
        path: String,
    },
    /// Boards of the family are in the air, or exchange reports.
    #[error(
        "`{text}` is no address of a board; write it in full, as E0:12:34:56:78:9A or /dev/hidraw0"
    )]
    NoAddress {
        /// What was written.
        text: String,
    },
    /// No file is named.
    #[error("no file is named; write replay:FILE.rec")]
    NoFile,
}

impl Port {
    /// Reads a port's name, its family being one of `families`.
    ///
    /// # Errors
    /// [`PortError`], which lists the families.
    pub fn parse(text: &str, families: &[&'static Family]) -> Result<Self, PortError> {
        let (family, rest) = text.split_once(':').ok_or_else(|| PortError::NoFamily {
            text: text.to_owned(),
            known: serial_names(families),
        })?;
        if family == REPLAY {
            return if rest.is_empty() { Err(PortError::NoFile) } else { Ok(Self::replay(rest)) };
        }
        let reached = families.iter().copied().filter(|family| !family.transports.is_empty());
        let family = reached.clone().find(|known| known.name == family).ok_or_else(|| {
            PortError::UnknownFamily { family: family.to_owned(), known: serial_names(families) }
        })?;
        Ok(Self { family, address: address_of(family, rest)? })
    }

    /// Reads a port's name as [`Port::parse`] does, or a bare path of a device, which is then of
    /// the first family with a serial line.
    ///
    /// # Errors
    /// [`PortError`], which lists the families.
    pub fn parse_or_path(text: &str, families: &[&'static Family]) -> Result<Self, PortError> {
        match serial_families(families).next() {
            Some(family) if text.starts_with('/') => {
                Ok(Self { family, address: Address::Serial(text.into()) })
            }
            _ => Self::parse(text, families),
        }
    }

    /// A recording that is played.
    pub fn replay(path: impl Into<PathBuf>) -> Self {
        Self { family: &recording::FAMILY, address: Address::Recording(path.into()) }
    }

    /// Whether it is a recording that is played.
    pub const fn is_replay(&self) -> bool {
        matches!(self.address, Address::Recording(_))
    }

    /// The same port for devices of another family.
    #[must_use]
    pub fn of_family(&self, family: &'static Family) -> Self {
        Self { family, address: self.address.clone() }
    }
}

impl FromStr for Port {
    type Err = PortError;

    fn from_str(text: &str) -> Result<Self, PortError> {
        Self::parse(text, FAMILIES)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = if self.is_replay() { REPLAY } else { self.family.name };
        write!(f, "{family}:{}", self.address)
    }
}

/// The address that is written behind a family, of a kind at which its boards are.
fn address_of(family: &Family, text: &str) -> Result<Address, PortError> {
    let has = |is_it: fn(&Transport) -> bool| family.transports.iter().any(is_it);
    let in_air = has(|one| matches!(one, Transport::Rfcomm(_) | Transport::Gatt(_)));
    if let Some(address) = text.parse().ok().filter(|_| in_air) {
        return Ok(Address::Bluetooth(address));
    }
    // Where there is no serial line besides, any other path is a link to such a device.
    let is_hid = text.starts_with(HIDRAW) || family.serial().is_none() && text.starts_with('/');
    if has(|one| matches!(one, Transport::Hid(_))) && is_hid {
        return Ok(Address::Hid(text.into()));
    }
    let text = text.to_owned();
    match family.serial() {
        Some(_) if text.starts_with('/') => Ok(Address::Serial(text.into())),
        Some(_) => Err(PortError::NoDevicePath { path: text }),
        None => Err(PortError::NoAddress { text }),
    }
}

/// How devices begin that exchange reports.
const HIDRAW: &str = "/dev/hidraw";

/// The word that a recording stands behind.
const REPLAY: &str = "replay";

/// The families that are reached over a serial line.
fn serial_families(families: &[&'static Family]) -> impl Iterator<Item = &'static Family> {
    families.iter().copied().filter(|family| family.serial().is_some())
}

fn serial_names(families: &[&'static Family]) -> String {
    let names: Vec<_> = serial_families(families).map(|family| family.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::family::{Hid, Rfcomm, Serial, Usage, Uuid};

    use super::*;
    use crate::link::fake;

    const FAMILIES: &[&Family] = &[&fake::TEXT, &fake::SERIAL];

    #[test]
    fn a_port_reads_and_prints_the_same() {
        for text in [
            "fake:/dev/pts/5",
            "fake:/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0",
            "replay:games/round 1.rec",
        ] {
            assert_eq!(Port::parse(text, FAMILIES).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_port_says_what_to_write() {
        for (text, message) in [
            (
                "/dev/ttyUSB0",
                "`/dev/ttyUSB0` is no port; write FAMILY:/dev/NAME or replay:FILE.rec (families: fake)",
            ),
            ("dtg:/dev/ttyUSB0", "`dtg` is no family of boards on a serial line (families: fake)"),
            // a family without a line is played from recordings only
            ("text:/dev/x", "`text` is no family of boards on a serial line (families: fake)"),
            ("fake:COM3", "`COM3` is no path of a device; write it in full, as /dev/ttyUSB0"),
            ("fake:", "`` is no path of a device; write it in full, as /dev/ttyUSB0"),
            ("replay:", "no file is named; write replay:FILE.rec"),
        ] {
            assert_eq!(Port::parse(text, FAMILIES).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_bare_path_is_of_the_first_family_on_a_serial_line() {
        let port = Port::parse_or_path("/dev/ttyUSB0", FAMILIES).unwrap();
        assert_eq!(port.to_string(), "fake:/dev/ttyUSB0");
        let replay = Port::parse_or_path("replay:x.rec", FAMILIES).unwrap();
        assert_eq!(replay.to_string(), "replay:x.rec");
        assert!(Port::parse_or_path("ttyUSB0", FAMILIES).is_err());
    }

    #[test]
    fn modem_lines_are_as_suits_the_family_unless_it_is_said_otherwise() {
        let low = SerialLine { dtr: ModemLine::Off, rts: ModemLine::Off, ..SerialLine::at(9_600) };
        let said = PortSettings { dtr: Some(ModemLine::On), rts: None };
        assert_eq!(said.of(low), SerialLine { dtr: ModemLine::On, ..low });
        assert_eq!(PortSettings::default().of(low), low);
    }

    #[test]
    fn a_board_that_exchanges_reports_is_named_by_its_device_or_a_link_to_it() {
        static REPORTS: Hid = Hid { usb: &[], usage: Usage { page: 0xFF00, id: None } };
        static ALONE: Family =
            Family { name: "alone", transports: &[Transport::Hid(REPORTS)], ..fake::SERIAL };
        static BOTH: Family = Family {
            name: "both",
            transports: &[
                Transport::Hid(REPORTS),
                Transport::Serial(Serial { usb: &[], line: SerialLine::at(9_600) }),
            ],
            ..fake::SERIAL
        };
        let address = |text| Port::parse(text, &[&ALONE, &BOTH]).map(|port| port.address);
        let hid = |path: &str| Ok(Address::Hid(path.into()));
        assert_eq!(address("alone:/dev/hidraw0"), hid("/dev/hidraw0"));
        assert_eq!(address("alone:/dev/chess-1"), hid("/dev/chess-1"));
        assert_eq!(address("both:/dev/hidraw0"), hid("/dev/hidraw0"));
        assert_eq!(address("both:/dev/chess-1"), Ok(Address::Serial("/dev/chess-1".into())));
        assert!(matches!(address("alone:hidraw0"), Err(PortError::NoAddress { .. })));
    }

    #[test]
    fn a_board_in_the_air_is_named_by_its_address() {
        static AIR: Family = Family {
            name: "air",
            transports: &[Transport::Rfcomm(Rfcomm {
                names: &[],
                service: Uuid::assigned(0x1101),
                pin: None,
            })],
            ..fake::SERIAL
        };
        let port = Port::parse("air:e0:12:34:56:78:9a", &[&AIR]).unwrap();
        assert_eq!(port.to_string(), "air:E0:12:34:56:78:9A");
        for text in ["air:/dev/ttyUSB0", "air:E0:12"] {
            let error = Port::parse(text, &[&AIR]).unwrap_err();
            assert!(matches!(error, PortError::NoAddress { .. }), "{error}");
        }
    }
}
