//! Protocol cores of electronic chess boards and clocks.
//!
//! Bytes and time go in; observations, bytes to send and verdicts come out. Nothing here does I/O,
//! reads a clock or knows what a legal move is. A family is a folder and a row in
//! [`families::FAMILIES`]; nothing else in the tree names it.

#![forbid(unsafe_code)]

pub mod certabo;
pub mod chesslink;
pub mod chessnut;
pub mod chessup;
pub mod cpp;
pub(crate) mod decimals;
pub mod device;
pub mod dgt;
pub mod driver;
pub mod families;
pub mod family;
pub mod gochess;
pub mod ichessone;
pub mod observation;
pub(crate) mod packed;
pub mod packet;
pub mod pegasus;
pub mod recording;
pub mod squareoff;
pub mod tabutronic;
pub(crate) mod talk;
pub mod time;
#[cfg(any(test, feature = "toy"))]
pub mod toy;

pub use device::Device;
pub use driver::{Ability, Approach, Before, Driver, Known, Output, Request, Unit, Unsupported};
pub use families::FAMILIES;
pub use family::Family;
pub use observation::Observation;
pub use packet::{Channel, Packet};
pub use time::Instant;
