//! Names of ports: what a person writes to say where a board is.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use touchmove_drivers::family::{FAMILIES, Family, Line};

/// Where a board is.
#[derive(Clone, Debug)]
pub enum PortSpec {
    /// On a serial line: `dgt:/dev/ttyUSB0`.
    Serial {
        /// Whose device it is.
        family: &'static Family,
        /// How the line is set.
        line: Line,
        /// The terminal device, or a link to it.
        path: PathBuf,
    },
    /// In a recording that is played as if it were a board: `replay:GAME.rec`.
    Replay(PathBuf),
}

/// How the lines of a port that carry no data are set (`drivers/dgt/README.md`, Link: boards differ in what they need).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PortSettings {
    /// Data terminal ready.
    pub dtr: ModemLine,
    /// Request to send.
    pub rts: ModemLine,
}

impl PortSettings {
    /// What suits devices of `family`.
    #[must_use]
    pub fn of(self, family: &Family) -> Self {
        let usual = match family.line_of {
            Some(_) => ModemLine::Off,
            None => ModemLine::Leave,
        };
        let of = |line: ModemLine| if line == ModemLine::Usual { usual } else { line };
        Self { dtr: of(self.dtr), rts: of(self.rts) }
    }
}

/// What becomes of a modem line when the port is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ModemLine {
    /// As suits the family: lowered where many boards share the line, as they only pull it up; else it stays
    /// as the system sets it.
    #[default]
    Usual,
    /// It stays as the system sets it.
    Leave,
    /// It is raised.
    On,
    /// It is lowered.
    Off,
}

/// Why a text names no port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PortSpecError {
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
    /// No file is named.
    #[error("no file is named; write replay:FILE.rec")]
    NoFile,
}

impl PortSpec {
    /// Reads a port's name, its family being one of `families`.
    ///
    /// # Errors
    /// [`PortSpecError`], which lists the families.
    pub fn parse(text: &str, families: &[&'static Family]) -> Result<Self, PortSpecError> {
        let (family, path) = text.split_once(':').ok_or_else(|| PortSpecError::NoFamily {
            text: text.to_owned(),
            known: serial_names(families),
        })?;
        if family == REPLAY {
            return if path.is_empty() {
                Err(PortSpecError::NoFile)
            } else {
                Ok(Self::Replay(path.into()))
            };
        }
        let (family, line) = serial_families(families)
            .find(|(known, _)| known.name == family)
            .ok_or_else(|| PortSpecError::UnknownFamily {
                family: family.to_owned(),
                known: serial_names(families),
            })?;
        Self::serial(family, line, path)
    }

    /// Reads a port's name as [`PortSpec::parse`] does, or a bare path of a device, which is then of
    /// the first family with a serial line.
    ///
    /// # Errors
    /// [`PortSpecError`], which lists the families.
    pub fn parse_or_path(text: &str, families: &[&'static Family]) -> Result<Self, PortSpecError> {
        match serial_families(families).next() {
            Some((family, line)) if text.starts_with('/') => Self::serial(family, line, text),
            _ => Self::parse(text, families),
        }
    }

    /// The same port for devices of another family.
    #[must_use]
    pub fn of_family(&self, family: &'static Family) -> Self {
        match self {
            Self::Serial { line, path, .. } => {
                Self::Serial { family, line: *line, path: path.clone() }
            }
            Self::Replay(path) => Self::Replay(path.clone()),
        }
    }

    /// Whether it leads to the device `node`, by this or another name.
    pub fn leads_to(&self, node: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match self {
            Self::Serial { path, .. } => real(path) == real(node),
            Self::Replay(_) => false,
        }
    }

    fn serial(family: &'static Family, line: Line, path: &str) -> Result<Self, PortSpecError> {
        if path.starts_with('/') {
            Ok(Self::Serial { family, line, path: path.into() })
        } else {
            Err(PortSpecError::NoDevicePath { path: path.to_owned() })
        }
    }
}

impl FromStr for PortSpec {
    type Err = PortSpecError;

    fn from_str(text: &str) -> Result<Self, PortSpecError> {
        Self::parse(text, FAMILIES)
    }
}

impl fmt::Display for PortSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serial { family, path, .. } => write!(f, "{}:{}", family.name, path.display()),
            Self::Replay(path) => write!(f, "{REPLAY}:{}", path.display()),
        }
    }
}

/// The word that a recording stands behind.
const REPLAY: &str = "replay";

/// The families that are reached over a serial line.
fn serial_families(families: &[&'static Family]) -> impl Iterator<Item = (&'static Family, Line)> {
    families.iter().filter_map(|family| Some((*family, family.line()?)))
}

fn serial_names(families: &[&'static Family]) -> String {
    let names: Vec<_> = serial_families(families).map(|(family, _)| family.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
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
            assert_eq!(PortSpec::parse(text, FAMILIES).unwrap().to_string(), text);
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
            assert_eq!(PortSpec::parse(text, FAMILIES).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_bare_path_is_of_the_first_family_on_a_serial_line() {
        let port = PortSpec::parse_or_path("/dev/ttyUSB0", FAMILIES).unwrap();
        assert_eq!(port.to_string(), "fake:/dev/ttyUSB0");
        let replay = PortSpec::parse_or_path("replay:x.rec", FAMILIES).unwrap();
        assert_eq!(replay.to_string(), "replay:x.rec");
        assert!(PortSpec::parse_or_path("ttyUSB0", FAMILIES).is_err());
    }

    #[test]
    fn modem_lines_are_low_where_boards_share_a_line_unless_it_is_said_otherwise() {
        let said = PortSettings { dtr: ModemLine::On, rts: ModemLine::Usual };
        let line = Family { line_of: Some(&fake::SERIAL), ..fake::SERIAL };
        assert_eq!(said.of(&line), PortSettings { dtr: ModemLine::On, rts: ModemLine::Off });
        let alone = PortSettings { dtr: ModemLine::On, rts: ModemLine::Leave };
        assert_eq!(said.of(&fake::SERIAL), alone);
    }

    #[test]
    fn a_port_leads_to_its_node_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let alias = folder.path().join("board");
        std::os::unix::fs::symlink("/dev/null", &alias).unwrap();
        let port = PortSpec::parse(&format!("fake:{}", alias.display()), FAMILIES).unwrap();
        assert!(port.leads_to(Path::new("/dev/null")));
        assert!(!port.leads_to(Path::new("/dev/zero")));
    }
}
