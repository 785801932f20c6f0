//! What was in a journal.

use std::fmt;
use std::path::PathBuf;

use touchmove_drivers::recording::{Headers, Record};

use super::seal::Seal;

/// What was in a journal when it was opened.
#[derive(Debug)]
pub struct JournalPast {
    /// The headers it was begun with. Where they are damaged, those given, begun at the time that is left.
    pub headers: Headers,
    /// Everything appended to it, in order, with the gaps between.
    pub entries: Vec<PastEntry>,
    /// The links of its frames, in order.
    pub links: Vec<Seal>,
    /// The torn end, where there was one.
    pub cut: Option<Cut>,
}

/// Something that was appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastEntry {
    /// A record.
    Record {
        /// Its number, from 1.
        number: u64,
        /// The record.
        record: Record,
    },
    /// What was told to clients.
    Told(String),
    /// What was appended here is damaged, or somebody has altered it.
    Gap(Gap),
}

/// A part of a journal that is not what was appended. It is left there as it is; what comes after it is proved by
/// the chain again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where in the file it begins.
    pub at: u64,
    /// How many bytes it is.
    pub bytes: u64,
    /// Number of the last record before it; 0 where there is none.
    pub after: u64,
    /// Number of the next record after it.
    pub before: u64,
}

impl Gap {
    /// How many records are lost. What was told is not counted: it can be lost with none.
    pub const fn records(&self) -> u64 {
        self.before - self.after - 1
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at byte {} are damaged or altered", self.bytes, self.at)?;
        match self.records() {
            0 => write!(f, "; no record is lost (the next is {})", self.before),
            1 => write!(f, "; record {} is lost", self.after + 1),
            _ => write!(f, "; records {} to {} are lost", self.after + 1, self.before - 1),
        }
    }
}

/// A torn end that was cut off, or is before anything is appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where in the file it began.
    pub at: u64,
    /// How many bytes it was.
    pub bytes: u64,
    /// The file in which they are kept; none where the disk has not taken it yet: they are where they were.
    pub kept: Option<PathBuf>,
}
