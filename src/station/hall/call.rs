//! What a port asks of the hall.

use tokio::sync::{mpsc, oneshot};
use touchmove_core::names::BoardId;
use touchmove_drivers::family::Family;

use super::board::ToBoard;
use super::newcomers::Origin;

/// A port's request for the board that was found at it. The answer is the way to the board's task.
pub(super) struct Call {
    pub(super) id: BoardId,
    pub(super) family: &'static Family,
    pub(super) serial: String,
    /// Where it is; `None` where it is only to be started again.
    pub(super) origin: Option<Origin>,
    pub(super) answer: oneshot::Sender<Result<mpsc::Sender<ToBoard>, NotServed>>,
}

/// Why a board is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotServed {
    /// Its evidence cannot be kept.
    NotKept,
    /// Its journal is long, and still being read back.
    BeingRead,
    /// It was never here, and its port has brought many such boards already.
    OneTooMany,
}
