//! What a client can ask of the hall.

pub mod clocks;
pub mod games;
pub mod joint;
pub mod lookback;
pub mod rounds;

use std::time::Duration;

use tokio::sync::oneshot;
use touchmove_core::names::BoardId;

use self::clocks::SetClockOrder;
use self::games::{DecideOrder, SwapOrder};
use self::joint::{CopyOrder, JointOrder};
use self::lookback::LookBackOrder;
use self::rounds::RoundOrder;

/// Where it is told whether a board was asked.
pub type Asked = oneshot::Sender<Result<(), OrderError>>;

/// What a client can ask of the hall.
#[derive(Debug)]
pub enum Order {
    /// Read a board out again.
    ReadBoard {
        /// Which board.
        board: BoardId,
        /// The answer: whether it was asked.
        answer: Asked,
    },
    /// A board learns anew which chip is in which of its pieces.
    Calibrate {
        /// Which board.
        board: BoardId,
        /// The answer: whether it was asked.
        answer: Asked,
    },
    /// A person says at which port a board is to be heard. Where it says there who it is, it is from now on.
    HearAt(Word),
    /// Decide about what is played on a board.
    Decide {
        /// Which board.
        board: BoardId,
        /// What.
        order: DecideOrder,
    },
    /// Set a board's clock.
    SetClock {
        /// Which board.
        board: BoardId,
        /// To what.
        order: SetClockOrder,
    },
    /// Look back at what was seen of a board.
    LookBack {
        /// Which board.
        board: BoardId,
        /// At what.
        order: LookBackOrder,
    },
    /// Copy what is kept of a board.
    Copy {
        /// Which board.
        board: BoardId,
        /// What is known of it.
        order: CopyOrder,
    },
    /// Something that a hall of several stations asks.
    Joint(JointOrder),
    /// Let a game go on on another board.
    Swap(SwapOrder),
    /// Something about the rounds.
    Round(RoundOrder),
}

/// Why an order was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// No such board.
    #[error("there is no such board on this station")]
    NoSuchBoard,
    /// The board is there no more.
    #[error("the board is not connected; plug it in and try again")]
    NotConnected,
    /// The board cannot do it.
    #[error("this kind of board cannot do that")]
    Unsupported,
    /// A game is being played on it.
    #[error("a game is being played on the board; end it first, or say its result")]
    BeingPlayed,
}

/// How long a client waits for the answer to an order.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A person says at which port a board is to be heard. Where it says there who it is, it is from now on.
#[derive(Clone, Debug)]
pub struct Word {
    /// Who says so.
    pub by: String,
    /// Which board.
    pub board: BoardId,
    /// The port's name, with its family or without.
    pub port: String,
}
