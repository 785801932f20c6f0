//! The games of one recording, each as it ended.

use std::sync::Arc;

use touchmove_drivers::recording::RecordingEnd;

use super::sitting::Sitting;
use super::view::{GameView, ScoredMove};

/// The games that were played on one board, in their order, each as it ended.
///
/// A sitting forgets the games of long ago; who wants them whole follows it.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<Arc<GameView>>);

impl Games {
    /// To be called after every observation: a game may have begun, and one that was left may have been corrected.
    pub fn follow(&mut self, sitting: &Sitting) {
        for view in sitting.left() {
            self.keep(view);
        }
        if let Some(view) = sitting.view()
            && !self.0.iter().any(|known| known.game == view.game)
        {
            self.0.push(Arc::clone(view));
        }
    }

    /// The recording has ended. What the last readings show is part of the final line, told as fact or
    /// not, unless the recording was cut there.
    pub fn end(&mut self, sitting: &Sitting, ending: RecordingEnd) {
        sitting.left().for_each(|view| self.keep(view));
        let Some(view) = sitting.view() else { return };
        self.keep(view);
        let last = self.0.iter_mut().rfind(|known| known.game == view.game);
        if let (Some(last), RecordingEnd::Quiet) = (last, ending)
            && let Some(told) = last.provisional.clone()
            && told.ply == last.moves.last().map_or(0, |scored| scored.told.ply) + 1
        {
            // A move behind others that nobody was told of waits for an answer with them.
            Arc::make_mut(last).moves.push(Arc::new(ScoredMove { told, left: None }));
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<GameView>] {
        &self.0
    }

    /// The game of the recording where there are several: the longest.
    pub fn longest(&self) -> Option<&Arc<GameView>> {
        self.0.iter().max_by_key(|game| game.moves.len())
    }

    /// Keeps a known game as it stands now.
    fn keep(&mut self, view: &Arc<GameView>) {
        if let Some(known) = self.0.iter_mut().rfind(|known| known.game == view.game) {
            known.clone_from(view);
        }
    }
}
