//! A board's evidence on its way to the disk.

use super::{OpenBoard, read_out};
use crate::hall::keeping::blocking::blocking;
use crate::hall::keeping::evidence::Synced;
use crate::hall::keeping::sealed::GameSealed;

impl OpenBoard {
    /// Syncs the evidence and waits for it.
    pub(in crate::hall) fn sync(&mut self) {
        let ended = blocking(|| self.evidence.sync());
        self.after_sync(ended);
    }

    /// Where evidence was not kept for a while, the board is read out: what the pieces did meanwhile is missing,
    /// where they stand is not.
    pub(super) fn after_sync(&self, ended: Synced) {
        let game = self.sitting.view().and_then(|view| {
            let id = self.game_ids.of(view.game)?.0;
            Some(GameSealed { number: view.game, id, events: view.seq })
        });
        if let Some(sealed) = self.evidence.sealed(game) {
            self.disk.seals().post(&self.view.id, sealed);
        }
        if ended == Synced::KeptAgain {
            tokio::spawn(read_out(self.requests.clone()));
        }
    }
}
