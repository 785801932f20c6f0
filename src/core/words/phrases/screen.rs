//! What is said on the screen of `touchmove watch`.

use crate::words::phrase::phrases;

phrases! {
    /// Something on the screen.
    AtScreen {
        KeysHall = "screen-keys-hall",
        KeysWaiting = "screen-keys-waiting",
        KeysBoard = "screen-keys-board",
        KeysChoices = "screen-keys-choices",
        KeysAsked = "screen-keys-asked",
        KeysReason = "screen-keys-reason",
        KeysSaid = "screen-keys-said",
        AllWaits = "screen-all-waits",
        CarryOut = "screen-carry-out",
        Help = "screen-help",
    }
}
