//! The evidence pack: a part of a journal as one file of text that anybody can read and verify.
//!
//! ```text
//! touchmove-evidence 1
//! # what it is about, for people
//! summary HASH
//! first touchmove-journal 2
//! 0 LINK touchmove-recording 1
//! after LINK
//! 119 LINK 812.345 square e2 .
//! seal LINK
//! end HASH
//! ```
//!
//! A line of the journal is the number of records before it, its link, and its text. `after` states the link before
//! what follows, where that is not the line above: lines are left out there, or damaged. `summary` and `end` are
//! BLAKE3 hashes of all that stands above them. [`Pack`] writes one, [`verify`] computes every link again.

mod link;
mod pack;
mod verify;

pub use link::ChainLink;
pub use pack::{Frame, Pack};
pub use verify::{Altered, Verified, verify};

/// First line of a pack.
const MAGIC: &str = "touchmove-evidence 1";

/// First line of the journals that packs are of.
const JOURNAL: &str = "touchmove-journal 2";

#[cfg(test)]
mod tests;
