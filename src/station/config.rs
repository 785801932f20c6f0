//! The daemon's configuration: one TOML file, none needed for one board.

use std::fs;
use std::io::{self, Read as _};
use std::num::NonZeroU32;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use touchmove_client::address::Bus;
use touchmove_drivers::family::ModemLine;

use crate::hall::Discovery;
use crate::hall::keeping::archive::{Keep, Retention};
use crate::hall::ports::port::KeptPort;
use crate::link::port::{Port, PortSettings};

/// Where the file is looked for when none is named.
pub const DEFAULT_PATH: &str = "/etc/touchmove/touchmove.toml";

/// Where evidence is kept when nothing else is said.
pub const DEFAULT_STATE: &str = "/var/lib/touchmove";

/// So many MiB are to be left where evidence is kept, when nothing else is said: a hundred boards fill them in some days.
pub const DEFAULT_LEAST_FREE_MIB: u64 = 512;

/// What is said of a configuration that wants games served over HTTP, as it could be in versions before.
const SERVED_ELSEWHERE: &str = "the daemon has no network any more: take this line out, and have games served by \
     `systemctl enable --now touchmove-public` (docs/public.md; addresses and names are options of that service)";

/// A checked configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The message bus that clients are on.
    pub bus: Bus,
    /// The folder of the journals.
    pub state: PathBuf,
    /// Where less than so many MiB are left there, it is said.
    pub least_free_mib: u64,
    /// Whether to look for boards on USB besides the ports given.
    pub discovery: Discovery,
    /// The ports to be kept open.
    pub ports: Vec<KeptPort>,
    /// The folder in which the games of rounds are broadcast; nowhere, unless it is named.
    pub relay_folder: Option<PathBuf>,
    /// How much is kept.
    pub retention: Retention,
}

/// What is wrong with a configuration, and where.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something in the file is not as it should be.
    #[error("{}:{line}: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, the key by name.
        what: String,
    },
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bus: Bus::System,
            state: DEFAULT_STATE.into(),
            least_free_mib: DEFAULT_LEAST_FREE_MIB,
            discovery: Discovery::Usb,
            ports: Vec::new(),
            relay_folder: None,
            retention: Retention::default(),
        }
    }
}

/// Longest configuration, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a regular file; whoever else writes at the other end of a pipe is not waited for.
fn read_file(path: &Path) -> io::Result<String> {
    let nonblock = i32::try_from(OFlags::NONBLOCK.bits()).map_err(io::Error::other)?;
    let file = fs::File::options().read(true).custom_flags(nonblock).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(io::Error::other("it is longer than a megabyte: is it a configuration?"));
    }
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

impl Config {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// [`ConfigError`], which names file, line and key.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = read_file(path)
            .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&text, path)
    }

    /// Reads `text`, which errors say is from `path`.
    ///
    /// # Errors
    /// [`ConfigError::Wrong`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let wrong = |at: usize, what: String| ConfigError::Wrong {
            path: path.to_owned(),
            line: line_of(text, at),
            what,
        };
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let key = key_before(text, at).map(|key| format!("{key}: ")).unwrap_or_default();
            wrong(at, format!("{key}{}", error.message()))
        })?;
        let mut config = Self { discovery: file.discovery.into(), ..Self::default() };
        if let Some(bus) = file.bus {
            let at = bus.span().start;
            config.bus =
                bus.into_inner().parse().map_err(|error| wrong(at, format!("bus: {error}")))?;
        }
        if let Some(state) = file.state {
            config.state = state;
        }
        config.least_free_mib = file.least_free_mib.unwrap_or(config.least_free_mib);
        if let Some(relay) = file.relay {
            for (key, of_http) in [("http", relay.http), ("hosts", relay.hosts)] {
                if let Some(of_http) = of_http {
                    let what = format!("relay.{key}: {SERVED_ELSEWHERE}");
                    return Err(wrong(of_http.span().start, what));
                }
            }
            config.relay_folder = relay.folder;
        }
        config.retention.archived =
            file.archive.delete_after_days.map_or(Keep::Everything, |days| Keep::Days(days.get()));
        if let Some(kib) = file.journal.wire_kib {
            config.retention.wire = u64::from(kib) * 1_024;
        }
        for port in file.port {
            let at = port.device.span().start;
            let place = port
                .device
                .into_inner()
                .parse()
                .map_err(|error| wrong(at, format!("port.device: {error}")))?;
            let settings = PortSettings { dtr: port.dtr.into(), rts: port.rts.into() };
            config.ports.push(KeptPort::named(place, settings));
        }
        Ok(config)
    }

    /// Adds a port that the command line names.
    pub fn add_port(&mut self, port: Port) {
        self.ports.push(KeptPort::named(port, PortSettings::default()));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bus: Option<Spanned<String>>,
    state: Option<PathBuf>,
    least_free_mib: Option<u64>,
    relay: Option<RelayTable>,
    #[serde(default)]
    archive: ArchiveTable,
    #[serde(default)]
    journal: JournalTable,
    #[serde(default)]
    discovery: DiscoveryWord,
    #[serde(default)]
    port: Vec<PortTable>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalTable {
    wire_kib: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArchiveTable {
    delete_after_days: Option<NonZeroU32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RelayTable {
    folder: Option<PathBuf>,
    http: Option<Spanned<IgnoredAny>>,
    hosts: Option<Spanned<IgnoredAny>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PortTable {
    device: Spanned<String>,
    #[serde(default)]
    dtr: LineWord,
    #[serde(default)]
    rts: LineWord,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineWord {
    #[default]
    Usual,
    Leave,
    On,
    Off,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DiscoveryWord {
    #[default]
    On,
    Off,
}

impl From<DiscoveryWord> for Discovery {
    fn from(word: DiscoveryWord) -> Self {
        match word {
            DiscoveryWord::On => Self::Usb,
            DiscoveryWord::Off => Self::Off,
        }
    }
}

impl From<LineWord> for Option<ModemLine> {
    fn from(word: LineWord) -> Self {
        match word {
            LineWord::Usual => None,
            LineWord::Leave => Some(ModemLine::Leave),
            LineWord::On => Some(ModemLine::On),
            LineWord::Off => Some(ModemLine::Off),
        }
    }
}

/// The key whose value is at `at`, if a value is there.
fn key_before(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?.lines().next_back()?;
    let key = line.trim_end().strip_suffix('=')?.trim_end();
    key.rsplit([' ', '{', ',']).next()
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("touchmove.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn an_empty_file_is_a_whole_configuration() {
        let config = parse("").unwrap();
        assert_eq!(config.state, Path::new(DEFAULT_STATE));
        assert_eq!(config.discovery, Discovery::Usb);
        assert!(config.ports.is_empty());
    }

    #[test]
    fn how_much_space_is_to_be_left_can_be_said() {
        assert_eq!(parse("").unwrap().least_free_mib, DEFAULT_LEAST_FREE_MIB);
        assert_eq!(parse("least_free_mib = 64\n").unwrap().least_free_mib, 64);
    }

    #[test]
    fn ports_are_read_with_their_lines() {
        let config = parse(
            "discovery = \"off\"\n[[port]]\ndevice = \"dgt:/dev/ttyUSB0\"\ndtr = \"off\"\nrts = \"off\"\n",
        )
        .unwrap();
        assert_eq!(config.discovery, Discovery::Off);
        assert_eq!(config.ports[0].port.to_string(), "dgt:/dev/ttyUSB0");
        assert_eq!(config.ports[0].settings.dtr, Some(ModemLine::Off));
    }

    #[test]
    fn games_are_broadcast_where_it_is_named_and_nowhere_else() {
        assert_eq!(parse("").unwrap().relay_folder, None);
        let named = parse("[relay]\nfolder = \"/srv/live\"\n").unwrap().relay_folder;
        assert_eq!(named.as_deref(), Some(Path::new("/srv/live")));
    }

    #[test]
    fn nothing_is_deleted_unless_it_is_asked_for() {
        assert_eq!(parse("").unwrap().retention.archived, Keep::Everything);
        let text = "[archive]\ndelete_after_days = 400\n";
        assert_eq!(parse(text).unwrap().retention.archived, Keep::Days(400));
        let wire = parse("[journal]\nwire_kib = 2\n").unwrap().retention.wire;
        assert_eq!((wire, Retention::default().wire), (2_048, 8 << 20));
    }

    #[test]
    fn what_is_wrong_names_file_line_and_key() {
        for (text, place, word) in [
            ("state = 3\n", "touchmove.toml:1:", "state: "),
            ("\n\nports = []\n", "touchmove.toml:3:", "ports"),
            ("[[port]]\n\ndevice = \"dtg:/dev/x\"\n", "touchmove.toml:3:", "port.device"),
            ("[[port]]\ndtr = \"on\"\n", "touchmove.toml:1:", "device"),
            ("[[port]]\ndevice = \"dgt:/dev/x\"\nrts = \"up\"\n", "touchmove.toml:3:", "rts: "),
            ("port = [{device = \"dgt:/dev/x\", dtr = 7}]\n", "touchmove.toml:1:", "dtr: "),
            ("least_free_mib = -1\n", "touchmove.toml:1:", "least_free_mib: "),
            ("bus = true\n", "touchmove.toml:1:", "bus: "),
            ("bus = \"tram\"\n", "touchmove.toml:1:", "bus"),
            ("discovery = \n", "touchmove.toml:1:", ""),
            ("[archive]\ndelete_after_days = 0\n", "touchmove.toml:2:", "delete_after_days: "),
            ("[relay]\nhosts = [\"a\"]\n", "touchmove.toml:2:", "relay.hosts: "),
            ("[relay]\n\nhttp = \"127.0.0.1:8064\"\n", "touchmove.toml:3:", "touchmove-public"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.starts_with(place) && message.contains(word), "{text:?}: {message}");
        }
    }
}
