//! What the daemon refuses, by the kind of its refusal.

use crate::words::phrase::phrases;

phrases! {
    /// Why something is refused.
    RefusedBecause {
        InvalidArgs = "refused-invalid-args",
        Timeout = "refused-timeout",
        Stopping = "refused-stopping",
        NoSuchBoard = "refused-no-such-board",
        NoSuchGame = "refused-no-such-game",
        NoSuchRound = "refused-no-such-round",
        NoSuchTable = "refused-no-such-table",
        NothingToDecide = "refused-nothing-to-decide",
        NotConnected = "refused-not-connected",
        NotSupported = "refused-not-supported",
        BoardTaken = "refused-board-taken",
        BeingRead = "refused-being-read",
        NotSetUp = "refused-not-set-up",
        ClockNotSet = "refused-clock-not-set",
        Incomplete = "refused-incomplete",
        NotNow = "refused-not-now",
        Impossible = "refused-impossible",
        NotKept = "refused-not-kept",
    }
}
