//! What a port asks of the hall.

use tokio::sync::{mpsc, oneshot};
use touchmove_core::names::BoardId;
use touchmove_drivers::family::Family;

use crate::hall::boards::board::ToBoard;
use crate::hall::ports::newcomers::Origin;

/// A port's request for the board that was found at it. The answer is the way to the board's task.
pub(in crate::hall) struct Call {
    pub(in crate::hall) id: BoardId,
    pub(in crate::hall) family: &'static Family,
    pub(in crate::hall) serial: String,
    /// Where it is; `None` where it is only to be started again.
    pub(in crate::hall) origin: Option<Origin>,
    pub(in crate::hall) answer: oneshot::Sender<Result<mpsc::Sender<ToBoard>, NotServed>>,
}

/// Why a board is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hall) enum NotServed {
    /// Its evidence cannot be kept.
    NotKept,
    /// Its journal is long, and still being read back.
    BeingRead,
    /// It was never here, and its port has brought many such boards already.
    OneTooMany,
}
