//! What the lights of the boards are to show, as their sections say: the desk writes it, and each board hears of it.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;
use touchmove_core::lights::Lights;
use touchmove_core::names::BoardId;

/// What the lights of each board are to show, shared by all; of a board that is not there, nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct LightWishes(Arc<watch::Sender<HashMap<BoardId, Lights>>>);

impl LightWishes {
    /// This is wanted from now on.
    pub(in crate::hall) fn set(&self, wishes: HashMap<BoardId, Lights>) {
        self.0.send_if_modified(|before| {
            let is_new = *before != wishes;
            *before = wishes;
            is_new
        });
    }

    /// What is wanted of a board.
    pub(in crate::hall) fn of(&self, board: &BoardId) -> Lights {
        self.0.borrow().get(board).copied().unwrap_or_default()
    }

    /// Tells when something else is wanted.
    pub(in crate::hall) fn watch(&self) -> watch::Receiver<HashMap<BoardId, Lights>> {
        self.0.subscribe()
    }
}
