//! What a client can want of a board's clock.

use tokio::sync::oneshot;
use touchmove_drivers::observation::ClockTime;

/// Somebody wants a clock to show this.
#[derive(Debug)]
pub struct SetClockOrder {
    /// Who.
    pub by: String,
    /// White's time, then Black's.
    pub times: [ClockTime; 2],
    /// Whether it does.
    pub answer: oneshot::Sender<Result<(), NotSet>>,
}

/// Why a clock was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSet {
    /// No such board.
    #[error("there is no such board on this station")]
    NoSuchBoard,
    /// The board is not there.
    #[error("the board is not connected; plug it in and try again")]
    NotConnected,
    /// Nobody knows what its clock shows.
    #[error("no clock is heard at this board; plug it in, switch it on and try again")]
    NoClock,
    /// A time runs.
    #[error("the clock is running; stop it, then set it")]
    Running,
    /// It is being set.
    #[error("the clock is being set already; wait until it shows it")]
    BeingSet,
    /// No clock shows so much.
    #[error(
        "no clock that can be set from here shows more than 9:59:59; give a shorter time, or set it by hand"
    )]
    TooLong,
    /// The driver cannot do it.
    #[error("this clock cannot be set from here; set it by hand")]
    Unsupported,
    /// The journal takes nothing.
    #[error("it cannot be kept who sets the clock, so it was not set: {0}")]
    NotKept(String),
    /// It was told and does not obey.
    #[error(
        "the clock refuses to be set; a DGT 3000 lets itself be set in option 25 alone, a DGT XL in 23: choose it and \
         try again, or set the clock by hand"
    )]
    Refused,
    /// It was told and does not show it.
    #[error(
        "the clock does not show it but {white} and {black}; a DGT 3000 lets itself be set in option 25 alone, a DGT XL in \
         23: choose it and try again, or set the clock by hand"
    )]
    NotShown {
        /// White's time.
        white: ClockTime,
        /// Black's time.
        black: ClockTime,
    },
}
