//! What the service is called on the bus, and who may do what with it.

/// Name of the live service: for those who run and judge the games.
pub const LIVE_NAME: &str = "org.touchmove.Hall1";

/// Name of the live service for those who are no members: calls alone, as polkit lets them.
pub const GUEST_NAME: &str = "org.touchmove.Guest1";

/// Name of the public service: released events alone, for all.
pub const PUBLIC_NAME: &str = "org.touchmove.Public1";

/// The group whose members see and decide everything.
pub const GROUP: &str = "touchmove";

/// The action of polkit by which others may ask about live games and rounds (file `org.touchmove.policy`).
pub const SEE: &str = "org.touchmove.see";

/// The action of polkit by which others may decide about them.
pub const DECIDE: &str = "org.touchmove.decide";

/// The action of polkit by which others may have a board learn its pieces anew.
pub const CALIBRATE: &str = "org.touchmove.calibrate";

/// The action of polkit by which others may set a clock.
pub const SET_CLOCK: &str = "org.touchmove.set-clock";

/// No journal of a board is longer, in bytes: a day with all bytes of its wire is a tenth of it.
pub const MAX_JOURNAL_BYTES: usize = 128 * 1024 * 1024;

/// `Evidence` of a board gives so many bytes of its journal at a time, and fewer where there are no more.
pub const EVIDENCE_PART_BYTES: usize = 256 * 1024;

/// What `Battery` of a board says while its charge is not known, in place of per cent.
pub const BATTERY_UNKNOWN: u8 = 255;

/// Name of whoever sends what is released elsewhere: for those who run the games.
pub const BROADCAST_NAME: &str = "org.touchmove.Broadcast1";
