//! What can be wrong with a recording, and what is merely passed over.

use std::fmt;

use super::line::{MAX_HEADERS, MAX_LINE};
use super::record::Unwritable;
use super::{FIRST_LINE, VERSION};
use crate::observation::Malformed;
use crate::time::Instant;

/// A line that cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordingError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// It is no text.
    #[error("not UTF-8 text; a recording is text, maybe this is another kind of file")]
    NotUtf8,
    /// It is too long.
    #[error("longer than {MAX_LINE} bytes; break the record up")]
    LongLine,
    /// There is no recording.
    #[error("not a recording; the first line must be `{FIRST_LINE}`")]
    NoRecording,
    /// The recording is of another version of the format.
    #[error("version `{0}` of the recording format is not known; only version {VERSION} is read")]
    Version(String),
    /// Too many headers.
    #[error("more than {MAX_HEADERS} headers and comments before the first record")]
    ManyHeaders,
    /// Neither a record nor a place for headers.
    #[error(
        "a record begins with a time or `-`, not with `{0}`; headers stand before the first record"
    )]
    NoTime(String),
    /// The time is before that of a record before.
    #[error("the time {at:?} is before {latest:?} of a record above; times never fall")]
    TimeFell {
        /// The time of the record.
        at: Instant,
        /// The time of the latest record before.
        latest: Instant,
    },
    /// A record after the end.
    #[error("no record may follow `end cut`")]
    AfterCut,
    /// Wire, and nobody says whose.
    #[error(
        "wire needs a header `board FAMILY SERIAL` that says who speaks; known families: {known}"
    )]
    NoFamily {
        /// The known families.
        known: String,
    },
    /// Wire of a family that nobody knows.
    #[error("wire of the family `{name}` cannot be read; known families: {known}")]
    UnknownFamily {
        /// The family.
        name: String,
        /// The known families.
        known: String,
    },
    /// Wire of a line with many boards.
    #[error(
        "which unit has sent these bytes? `@UNIT` after the time says it; or play the observations instead"
    )]
    WireOfLine,
    /// It does not read back.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// It is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

/// Something that was passed over, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Number of the line, from 1.
    pub line: usize,
    /// What was passed over.
    pub what: Oddity,
}

/// What this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// A header.
    Header(String),
    /// A kind of record.
    Record(String),
    /// A `key=value` word of a record.
    Word(String),
    /// A unit that no header names.
    Unit(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.what {
            Oddity::Header(word) => write!(f, "the unknown header `{word}` is passed over"),
            Oddity::Record(word) => write!(f, "the unknown record `{word}` is passed over"),
            Oddity::Word(key) => write!(f, "the unknown word `{key}=` is passed over"),
            Oddity::Unit(unit) => write!(f, "no header names the unit `{unit}`"),
        }
    }
}
