//! The device's own end of a protocol: what a board and its clock do, without a board or a clock.
//!
//! It serves the simulator and the tests. It speaks the wire format byte for byte, but its pieces are
//! set and its clock is pressed by calls.

pub(crate) mod clock;
pub(crate) mod follower;
pub mod line;
pub(crate) mod played;
pub(crate) mod scan;
pub(crate) mod scanned;

use std::time::Duration;

use crate::driver::Squares;
use crate::observation::{ClockTime, Hand, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// A board with its clock, seen from the wire.
///
/// After every call the caller takes all packets from [`Device::poll`], and calls
/// [`Device::timeout`] at [`Device::deadline`]. Times never fall from call to call.
pub trait Device: Send {
    /// A packet from the host; a stream in any chunking.
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>);

    /// The deadline has passed: a square is scanned, a clock counts.
    fn timeout(&mut self, now: Instant);

    /// The next packet to the host; of a stream, the next message.
    fn poll(&mut self) -> Option<Packet>;

    /// When [`Device::timeout`] is to be called.
    fn deadline(&self) -> Option<Instant>;

    /// Whether it tells changes by itself now: because the host has asked for them, or because it
    /// always does.
    fn is_reporting(&self) -> bool {
        true
    }

    /// The squares that its lamps light now; none where it has no lamps.
    fn lit(&self) -> Squares {
        Squares::NONE
    }

    /// Puts `reading` on a square, in the board's own numbering. The host hears of it when the scan
    /// comes by, and never if the square changes back before.
    fn set(&mut self, now: Instant, square: Square, reading: Reading);

    /// Presses the clock's button on one side. A button already down stays down.
    fn press(&mut self, now: Instant, side: Hand);

    /// Presses the clock's start/stop button.
    fn start_stop(&mut self, now: Instant);
}

/// What a simulated device is to be like.
#[derive(Clone, Debug)]
pub struct Make {
    /// Its serial number.
    pub serial: u32,
    /// Where it answers at a moment of its own: another number, other moments.
    pub chance: u64,
    /// Time for one scan of all squares; the family's usual one when `None`.
    pub scan: Option<Duration>,
    /// Its clock; `None` when none is connected.
    pub clock: Option<ClockSetting>,
}

/// How a simulated clock is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSetting {
    /// Time on each side at the start, the first increment not yet in it: left, then right.
    pub base: [ClockTime; 2],
    /// What each move adds.
    pub increment: Duration,
}
