//! What a board, a clock or a person can say, each in the device's own frame.
//!
//! Squares are named as the board numbers them and clock sides as the clock has them. Which way the
//! board lies and which side is White is concluded elsewhere, never by a driver.

#[cfg(test)]
pub(crate) mod arbitrary;
mod board;
mod chips;
mod clock;
mod decision;
mod learning;
pub(crate) mod rfc3339;
pub(crate) mod text;
pub(crate) mod words;

pub use board::{Color, Piece, Placement, PlacementError, Reading, Role, Sensing, Square};
pub use chips::{Chip, Chips, MAX_CHIPS, NoChips};
pub use clock::{ClockReading, ClockSide, ClockTime, Hand, Side, Times};
pub use decision::Decision;
pub use learning::{Learning, LearningStage, NoLearning};
pub use words::Malformed;

/// One thing that was observed. The time at which it was travels beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// One square reports something new.
    Square {
        /// The square, in the board's own numbering.
        square: Square,
        /// What it reports.
        reading: Reading,
    },
    /// A whole read-out of the board.
    Board(Box<Placement>),
    /// Times and state of the clock.
    Clock(ClockReading),
    /// A press that the device reports as such. A DGT clock never does: there the account derives
    /// the press from the lever.
    Press(ClockSide),
    /// The state of the link to the device.
    Link(LinkState),
    /// Charge of the board's battery in per cent.
    Battery(u8),
    /// A button, by the name that the family's README gives it.
    Button(String),
    /// Wall time (RFC 3339) at this moment: anchors the record's own time to the calendar.
    Wall(String),
    /// The board's own mark that a game begins or ends.
    Game(GameMark),
    /// What the device says about itself.
    Device(DeviceFact),
    /// What a person decided.
    Decision(Decision),
}

/// State of the link to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// The device answers.
    Up,
    /// The port or the radio is gone, or the device has given no sign of life for too long.
    Lost,
    /// The link is there, but the device has not answered lately.
    Stale,
}

/// The board's own mark in its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameMark {
    /// A game begins.
    Begin,
    /// A game ends.
    End,
}

/// What a device says about itself. Written as a `device key=value` record, because it is evidence
/// too: which board was it, and was a clock there at all?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceFact {
    /// `serial=`: the serial number that names the board everywhere.
    Serial(String),
    /// `long-serial=`: the longer serial number that some boards have besides.
    LongSerial(String),
    /// `version=`: version of the firmware, as `major.minor`.
    Version(String),
    /// `hardware=`: version of the hardware.
    Hardware(String),
    /// `bus-address=`: address on a shared line.
    BusAddress(u16),
    /// `bus-address=shared`: two boards on the line have its address; neither is heard.
    AddressShared,
    /// `clock=`: whether a clock is connected.
    Clock(ClockPresence),
    /// `clock-battery=`: state of the clock's battery.
    ClockBattery(BatteryState),
    /// `clock-order=`: what the clock answered when it was told what to show. What it shows afterwards counts.
    ClockOrder(ClockAnswer),
    /// `memory=`: what the device itself has written down, and what became of it.
    Memory(Memory),
    /// `chips=`: which chip is in which piece, learned from the start position or known from before. What the board reads
    /// from here on is read by it.
    Chips(Chips),
    /// `chips=unknown`: it is not known which chip is in which piece. Nothing that the board reads is told until it is.
    ChipsUnknown,
    /// `learning=`: how far the board is with what a person has asked it to learn, until it says `chips=`.
    Learning(Learning),
    /// `flood=`: more was said in the device's name than can have happened; what was, is not in the stream. No
    /// device says so: whoever listens does.
    Flood(Flood),
    /// `noise=`: number of bytes that belong to no message and were skipped.
    Noise(u32),
    /// `repeats=`: number of questions, since the last such record, that it left unanswered though it answers
    /// questions like these, and that were asked again.
    Repeats(u32),
}

/// Where the memory of a device stands in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// What follows was written down by the device while nothing was heard of it, or happened while that was sent: the order
    /// is that in which it happened, the time of each is not known. Any other word ends it: what follows is observed now.
    Begins,
    /// That was all, and it goes on from what was known.
    Ends,
    /// The device has not told what it remembers.
    Silent,
    /// What it remembers does not join what was known of it before.
    Apart,
    /// What it remembers is damaged, or does not lead to what the board shows.
    Broken,
}

/// More said than can have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// What comes from here on is left out until the next read-out: nothing is known of the board.
    Begins,
    /// So much of what it has said since then was left out, besides what was counted before.
    LeftOut(u64),
}

/// Whether a clock is connected to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockPresence {
    /// A clock is connected.
    Present,
    /// No clock is connected; the last times stay the last known ones.
    Absent,
}

/// What a clock answers when it is told what to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAnswer {
    /// It obeys.
    Taken,
    /// It does not: it is in no mode in which it lets itself be set.
    Refused,
}

/// State of a battery that reports no charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatteryState {
    /// Enough.
    Good,
    /// Low: change it.
    Low,
}
