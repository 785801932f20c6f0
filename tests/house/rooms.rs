//! The rooms of all crates, and which of them a room may import.

use Floor::{Pure, Shell};

/// Whether a room does I/O.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Floor {
    /// Values and functions: no I/O, no clock, no async.
    Pure,
    /// What wraps them: ports, buses, files, tasks.
    Shell,
}

/// A room, its floor, and the rooms of its own crate that it may import. What it may import of other crates its
/// manifest says.
pub(crate) type Room = (&'static str, Floor, &'static [&'static str]);

/// The rooms of the crates in `src/` that have several. Imports never run back up.
#[rustfmt::skip]
pub(crate) const CRATES: &[(&str, &[Room])] = &[
    ("core", &[
        ("text",        Pure,  &[]),
        ("names",       Pure,  &[]),
        ("points",      Pure,  &[]),
        ("account",     Pure,  &[]),
        ("decision",    Pure,  &["points"]),
        ("reconstruct", Pure,  &["account", "decision"]),
        ("laws",        Pure,  &["account", "decision", "points"]),
        ("game",        Pure,  &["account", "decision", "reconstruct", "laws", "points", "text"]),
        ("pairing",     Pure,  &["points", "text"]),
        ("sheet",       Pure,  &["laws", "game", "pairing", "points", "tournament"]),
        ("lights",      Pure,  &["decision", "game", "health"]),
        ("tournament",  Pure,  &["names", "account", "decision", "laws", "lights", "game", "pairing", "points", "text"]),
        ("notation",    Pure,  &[]),
        ("words",       Pure,  &["text"]),
        ("evidence",    Pure,  &["text"]),
        ("health",      Pure,  &[]),
        ("help",        Pure,  &[]),
    ]),
    ("lab", &[
        ("conformance", Pure,  &[]),
        ("score",       Pure,  &[]),
        ("fitting",     Pure,  &["score"]),
        ("examples",    Shell, &[]),
        ("simulate",    Shell, &[]),
    ]),
    ("station", &[
        ("sys",         Shell, &[]),
        ("link",        Shell, &["sys"]),
        ("hotplug",     Shell, &["sys", "link"]),
        ("bluez",       Shell, &["link", "hotplug"]),
        ("journal",     Shell, &["sys"]),
        ("session",     Shell, &["sys", "link", "hotplug", "journal"]),
        ("hall",        Shell, &["sys", "link", "hotplug", "bluez", "journal", "session"]),
        ("relay",       Shell, &["sys", "hall"]),
        ("bus",         Shell, &["sys", "hall", "relay"]),
        ("config",      Shell, &["link", "hall", "bus", "relay"]),
        ("daemon",      Shell, &["relay", "config", "sys", "link", "hotplug", "journal", "session", "hall", "bus"]),
    ]),
];

/// What the station takes from the client: what both sides of the bus must agree on.
pub(crate) const AGREED: &[&str] = &[
    "address",
    "arbiters",
    "calibration",
    "call_error",
    "details",
    "path",
    "results",
    "service",
    "sightings",
];

/// The rooms of `drivers/`. Whatever is not named here is a family, and imports as [`FAMILY`] says.
#[rustfmt::skip]
pub(crate) const DRIVERS: &[Room] = &[
    ("time",        Pure,  &[]),
    ("observation", Pure,  &[]),
    ("packet",      Pure,  &[]),
    ("driver",      Pure,  &["observation", "packet", "time"]),
    ("device",      Pure,  &["observation", "packet", "time", "driver"]),
    ("talk",        Pure,  &["observation", "packet", "time", "driver"]),
    ("family",      Pure,  &["observation", "packet", "driver", "device"]),
    ("recording",   Pure,  &["observation", "packet", "time", "driver", "family", "families"]),
    ("packed",      Pure,  &["observation"]),
    ("decimals",    Pure,  &["observation", "packet", "time", "driver", "family", "talk"]),
];

/// What a family may import: the contract, the words, and a wire that several speak, but no other family.
#[rustfmt::skip]
pub(crate) const FAMILY: &[&str] = &["observation", "packet", "time", "driver", "talk", "device", "family", "recording", "decimals", "packed"];
