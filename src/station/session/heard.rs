//! What goes into a session and what comes out of it.

use tokio::sync::{mpsc, oneshot};
use touchmove_drivers::observation::Observation;
use touchmove_drivers::{Instant, Packet, Request, Unit, Unsupported};

use crate::link::LinkError;

/// A request on its way to the driver. The answer tells whether the device was asked; it is dropped
/// unsent when the session ends first.
#[derive(Debug)]
pub struct PendingRequest {
    /// Of which board of a line with many.
    pub unit: Option<Unit>,
    /// What is requested.
    pub request: Request,
    /// Where the answer goes.
    pub answer: oneshot::Sender<Result<(), Unsupported>>,
}

/// The way to the driver of one board.
#[derive(Clone, Debug)]
pub struct Requests {
    /// Which board of a line with many.
    pub unit: Option<Unit>,
    /// The way to the session.
    pub session: mpsc::Sender<PendingRequest>,
}

/// The session has ended before it answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer;

impl Requests {
    /// Asks the driver.
    ///
    /// # Errors
    /// [`NoAnswer`]; what the driver says is inside.
    pub async fn ask(&self, request: Request) -> Result<Result<(), Unsupported>, NoAnswer> {
        let (answer, answered) = oneshot::channel();
        let asked = PendingRequest { unit: self.unit.clone(), request, answer };
        self.session.send(asked).await.map_err(|_| NoAnswer)?;
        answered.await.map_err(|_| NoAnswer)
    }
}

/// Something that went by on a link. Times never fall from one to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// When: for bytes, when the last of them was there.
    pub at: Instant,
    /// What.
    pub what: HeardWhat,
}

/// What went by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeardWhat {
    /// The driver observed something. What it concludes from a read follows that read.
    Observed {
        /// Which board of a line with many.
        unit: Option<Unit>,
        /// After which moment it happened, where it is only heard later.
        since: Option<Instant>,
        /// What was observed.
        observation: Observation,
    },
    /// What one board of a line with many has answered, of what was read. What the driver concludes from it follows.
    Answer {
        /// Which board.
        unit: Unit,
        /// After which moment all that it tells happened, where it is only heard later.
        since: Option<Instant>,
        /// The bytes.
        packet: Packet,
    },
    /// One read from the device.
    Received(Packet),
    /// One write to the device, told once the link has taken it.
    Sent(Packet),
}

/// Why a session ended.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// The link failed.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The link took no bytes for [`super::WRITE_LIMIT`].
    #[error("the device takes no bytes; unplug it and plug it in again")]
    Stuck,
    /// The driver gave the device up.
    #[error("no device of this family answers; check that it is switched on")]
    Lost,
    /// Nobody listens any more.
    #[error("closed")]
    Unheard,
}
