//! What is said to somebody who is led through teaching a board its pieces.

use crate::words::phrase::phrases;

phrases! {
    /// How a board is taught which chip is in which piece.
    Calibrate {
        Begin { board } = "calibrate-begin",
        Unread { count, squares } = "calibrate-unread",
        Alike { squares } = "calibrate-alike",
        Strange { squares } = "calibrate-strange",
        Settling = "calibrate-settling",
        Learned { count } = "calibrate-learned",
        Queens = "calibrate-queens",
        EnterGoesOn = "calibrate-enter",
        Done { board, count } = "calibrate-done",
        /// Nothing was heard of how far it is.
        NothingRead = "calibrate-nothing-read",
    }
}
