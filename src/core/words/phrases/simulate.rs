//! What is said by `touchmove simulate`.

use crate::words::phrase::phrases;

phrases! {
    /// What is simulated, or why it is not.
    Simulate {
        Connect { port } = "simulate-connect",
        PressEnter = "simulate-press-enter",
        Games { count } = "simulate-games",
        Recorded { count } = "simulate-recorded",
        PassedOver { why } = "simulate-passed-over",
        BoardFaults { hands, rate } = "simulate-board-faults",
        NotInGame = "simulate-not-in-game",
        OneGameAtAPort = "simulate-one-game-at-a-port",
        NotSimulated { family } = "simulate-not-simulated",
        NoLines { family } = "simulate-no-lines",
        LinkTaken { path } = "simulate-link-taken",
        NotWritten { pgn, game, why } = "simulate-not-written",
        RecorderFailed = "simulate-recorder-failed",
    }
}
