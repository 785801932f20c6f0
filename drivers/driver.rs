//! The driver contract.

mod known;
mod request;

use std::fmt;
use std::sync::Arc;

pub use self::known::{Before, Known};
pub use self::request::{Ability, ClockOrder, Request, Sound, Squares, Unsupported};

use crate::observation::Observation;
use crate::packet::Packet;
use crate::time::Instant;

/// One device protocol without I/O.
///
/// After every call the caller takes everything from [`Driver::poll`], then waits for bytes or for
/// [`Driver::deadline`], whichever comes first. Times never fall from call to call. An observation
/// belongs to the `now` of the call that brought it.
pub trait Driver: Send {
    /// The link is up: open the device, identify it, ask for updates.
    fn start(&mut self, now: Instant);

    /// Instead of [`Driver::start`]: send nothing and never be lost by silence. Serves recordings
    /// and taps on a line that somebody else drives.
    fn listen(&mut self, now: Instant);

    /// A packet from the device; a stream in any chunking, as packets on its one channel. Never fails: noise is reported
    /// and skipped.
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>);

    /// The deadline has passed.
    fn timeout(&mut self, now: Instant);

    /// A request from above, to one board of a line with many; `None` where there is only one, or to all.
    ///
    /// # Errors
    /// [`Unsupported`] where the device, or a listening driver, cannot do it.
    fn request(
        &mut self,
        now: Instant,
        unit: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported>;

    /// Whether the device can do this, as far as the driver knows by now. What it cannot do is refused as
    /// [`Unsupported`].
    fn has(&self, ability: Ability) -> bool;

    /// The next thing for the caller; `None` when there is nothing more for now.
    fn poll(&mut self) -> Option<Output>;

    /// When [`Driver::timeout`] is to be called; `None` when only bytes can bring news.
    fn deadline(&self) -> Option<Instant>;
}

/// What a driver hands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Something was observed.
    Observed {
        /// Which board of a line with many; `None` where there is only one.
        unit: Option<Unit>,
        /// After which moment it happened, where it is only heard later; `None` where it is heard as it
        /// happens.
        since: Option<Instant>,
        /// What was observed.
        observation: Observation,
    },
    /// What one board of a line with many has answered, damaged or whole, as it came: the bytes of the line go by for
    /// all of them. The observations that it brings follow. An answer that says nothing, again, is left out.
    Answer {
        /// Which board.
        unit: Unit,
        /// After which moment all that it tells happened, where it is only heard later.
        since: Option<Instant>,
        /// The bytes, which a listening driver of the line takes for this board's.
        packet: Packet,
    },
    /// A packet for the device, to be written in one piece.
    Send(Packet),
    /// The device does not answer any more, or is none of this family: close the link.
    Lost,
}

impl Output {
    /// An observation from a line with one board, heard as it happens.
    pub const fn observed(observation: Observation) -> Self {
        Self::Observed { unit: None, since: None, observation }
    }
}

/// A board on a line with many, by the name that its family gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub Arc<str>);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a driver comes to its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// A person, or an identification that no other device shares, says what is there.
    Known,
    /// Something is there that may be of this family: send only what harms no other device, and
    /// give up soon when the answer is not the family's.
    Probe,
}
