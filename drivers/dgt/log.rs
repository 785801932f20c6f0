//! The board's own log: what it writes down by itself, in the bytes of the answer to `49`.
//!
//! The memory is a ring, so a log may begin in the middle of an entry. Entries are told apart by their first
//! byte alone and must be read strictly in sequence: the seconds of a clock look like the first byte of a
//! square.

use super::wire::{code_of, field_of, reading_of, square_of};
use crate::observation::{ClockTime, Hand, Reading, Square};

/// What an entry of the log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// One square changed.
    Field {
        /// The square, in the board's own numbering.
        square: Square,
        /// What it reports since.
        reading: Reading,
        /// How soon after the change before.
        pace: Pace,
    },
    /// The lever went over: what the side showed that stopped.
    Stopped {
        /// The side.
        side: Hand,
        /// Its time, the increment in it.
        time: ClockTime,
    },
    /// The board was switched on. Every piece that it found follows, each as a square.
    PowerUp,
    /// A host said that a game begins. Every piece follows, each as a square.
    StartTag,
    /// The pieces stand at the start, and the board lies the usual way round.
    Start,
    /// The pieces stand at the start of a board that lies the other way round.
    StartTurned,
    /// Sixteen pieces stand on the first and the last two rows, but not as at the start.
    FourRows,
    /// No piece is on the board.
    Empty,
    /// The log was sent to a host.
    Downloaded,
    /// The board has started itself again.
    Watchdog,
    /// Here the log ends.
    End,
    /// Bytes that are no entry, between entries that are.
    Garbled,
}

/// How soon a square changed after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Within a quarter of a second.
    Quick,
    /// Later.
    Slow,
}

const FIELD: u8 = 0x40;
const QUICK: u8 = 0x10;
const PIECE: u8 = 0x0F;
const RIGHT: u8 = 0x60;
const LEFT: u8 = 0x70;
const POWER_UP: u8 = 0x6A;
const END: u8 = 0x6B;
const FOUR_ROWS: u8 = 0x6C;
const EMPTY: u8 = 0x6D;
const DOWNLOADED: u8 = 0x6E;
const START: u8 = 0x6F;
const START_TURNED: u8 = 0x7A;
const START_TAG: u8 = 0x7B;
const WATCHDOG: u8 = 0x7C;
/// Nothing: what the memory holds where nothing was written yet.
pub(super) const NOTHING: u8 = 0x7F;

/// The entries of a log, the oldest first.
///
/// Total: what is no entry is passed over up to the next byte that may begin one, and said to be garbled
/// where bytes of an entry are missing. Single bytes below `40` and codes without a known meaning are no
/// fault: newer boards write them.
pub(super) fn read(log: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut rest = log;
    while let [first, after @ ..] = rest {
        let (entry, left) = match *first {
            FIELD..=0x5F => field(*first, after),
            RIGHT..=0x69 => stopped(Hand::Right, *first, after),
            LEFT..=0x79 => stopped(Hand::Left, *first, after),
            mark => (of_mark(mark), after),
        };
        entries.extend(entry);
        rest = left;
    }
    entries
}

impl Entry {
    /// The bytes that a board writes.
    pub(super) fn encode(self) -> Vec<u8> {
        match self {
            Self::Field { square, reading, pace } => {
                let quick = if pace == Pace::Quick { QUICK } else { 0 };
                vec![FIELD | quick | code_of(reading) & PIECE, field_of(square)]
            }
            Self::Stopped { side, time } => {
                let digits = |number: u32| (number / 10 % 10 * 16 + number % 10) as u8;
                let seconds = time.as_secs();
                let first = if side == Hand::Left { LEFT } else { RIGHT };
                let hours = (seconds / 3_600).min(9) as u8;
                vec![first | hours, digits(seconds / 60 % 60), digits(seconds % 60)]
            }
            Self::PowerUp => vec![NOTHING, NOTHING, NOTHING, POWER_UP],
            Self::StartTag => vec![START_TAG],
            Self::Start => vec![START],
            Self::StartTurned => vec![START_TURNED],
            Self::FourRows => vec![FOUR_ROWS],
            Self::Empty => vec![EMPTY],
            Self::Downloaded => vec![DOWNLOADED],
            Self::Watchdog => vec![WATCHDOG],
            Self::End => vec![END],
            Self::Garbled => Vec::new(),
        }
    }
}

fn of_mark(byte: u8) -> Option<Entry> {
    Some(match byte {
        POWER_UP => Entry::PowerUp,
        END => Entry::End,
        FOUR_ROWS => Entry::FourRows,
        EMPTY => Entry::Empty,
        DOWNLOADED => Entry::Downloaded,
        START => Entry::Start,
        START_TURNED => Entry::StartTurned,
        START_TAG => Entry::StartTag,
        WATCHDOG => Entry::Watchdog,
        _ => return None,
    })
}

/// A square and what it reports; what is left behind it.
fn field(first: u8, after: &[u8]) -> (Option<Entry>, &[u8]) {
    let (Some(square), [_, left @ ..]) = (after.first().and_then(|&field| square_of(field)), after)
    else {
        return (Some(Entry::Garbled), after);
    };
    let pace = if first & QUICK == 0 { Pace::Slow } else { Pace::Quick };
    (Some(Entry::Field { square, reading: reading_of(first & PIECE), pace }), left)
}

/// The time of a side; what is left behind it. Digits that no clock shows may be the first of something
/// else.
fn stopped(side: Hand, first: u8, after: &[u8]) -> (Option<Entry>, &[u8]) {
    if let [minutes, seconds, left @ ..] = after
        && let (Some(minutes), Some(seconds)) = (two_digits(*minutes), two_digits(*seconds))
        && let Some(time) = ClockTime::from_hms(first & 0x0F, minutes, seconds)
    {
        return (Some(Entry::Stopped { side, time }), left);
    }
    let next = after.iter().position(|&byte| byte >= FIELD).unwrap_or(after.len());
    (Some(Entry::Garbled), after.get(next..).unwrap_or_default())
}

fn two_digits(byte: u8) -> Option<u8> {
    let (tens, ones) = (byte >> 4, byte & 0x0F);
    (tens < 6 && ones < 10).then_some(tens * 10 + ones)
}

#[cfg(test)]
mod tests;
