//! The recording: one text form for all evidence.
//!
//! A recording is UTF-8 text with one record a line. `#` starts a comment, blank lines are ignored.
//! Its first line is `touchmove-recording 1`; then come [`Headers`], then [`Record`]s:
//!
//! ```text
//! touchmove-recording 1
//! board dgt 12345
//! white Carlsen, Magnus
//! 0.000 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
//! 12.345 square e2 .
//! 12.913 square e4 P
//! 13.204 clock left=1:30:25 right=1:30:00 run=right
//! ```
//!
//! A record is a time in seconds or `-`, `@UNIT` on a line with many boards (where the recording is of one board, its bytes
//! alone bear that: they are then of such a line), and then an
//! [`Observation`](crate::Observation), bytes of the wire (`< HEX` from the device, `> HEX` to it; `<2 HEX` on its channel 2) or
//! `end cut`. Any record may end in `since=T` and `quick`. Values are quoted where they hold blanks or
//! quotes; within quotes `\"`, `\\`, `\n` and `\r` stand for the character itself. Several recordings
//! in one file follow each other, each beginning with its first line.
//!
//! What a device says of itself is a record `device KEY=VALUE`. One is needed to read the bytes that follow: `device
//! chips=P4200010203,k0100aabbcc` says which chip is in which piece (a FEN letter and five bytes each), on boards that read
//! chips whose numbers say nothing; `device chips=unknown` that nobody knows.
//!
//! [`Reader`] reads line by line, [`Recording`] holds one in memory, [`RecordingPlayer`] plays one as evidence,
//! and [`FAMILY`] lets one be plugged in like a board.

mod driver;
mod error;
mod file;
mod headers;
mod hex;
mod line;
mod lines;
mod player;
mod playing;
mod reader;
mod record;
mod seconds;
mod source;
mod tap;
mod wire;

pub use driver::FAMILY;
pub use error::{LineFault, Oddity, RecordingError, Warning};
pub use file::Recording;
pub use headers::{
    BoardName, CategoryChoice, ClockSides, Continues, Headers, Lags, Policy, RulebookChoice,
    Supervision, Turned, Variant,
};
pub use line::{MAX_HEADERS, MAX_LINE};
pub use player::{Observed, PlayerEvent, RecordingEnd, RecordingPlayer};
pub use reader::{Content, Reader, RecordingLine, begins_recording};
pub use record::{Body, Record, Unwritable};
pub use source::{CountingSource, Sources, is_said_by_device};

/// First word of a recording.
const MAGIC: &str = "touchmove-recording";

/// Version of the format.
const VERSION: &str = "1";

/// First line of a recording.
const FIRST_LINE: &str = "touchmove-recording 1";
