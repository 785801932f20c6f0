//! A past, judged with hindsight: all that was kept is at hand, and the last word counts.

use touchmove_core::game::hindsight::{self, Revision};
use touchmove_core::reconstruct::Effort;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::RecordingEnd;

use super::replay::PlayedOut;
use super::{Past, Replay};
use crate::Failure;

/// The games of a past as hindsight has them.
#[derive(Debug)]
pub(crate) struct Later {
    played: PlayedOut,
    revisions: Vec<Revision>,
}

impl Later {
    /// Plays the past until a moment, once as it is concluded at the time, and once with hindsight.
    ///
    /// # Errors
    /// [`Failure`] where its headers describe no game.
    pub(crate) fn of(past: &Past, to: Instant) -> Result<Self, Failure> {
        let at_the_time = Replay::new(past, to, Effort::Live)?.play_out();
        let played = Replay::new(past, to, Effort::Again)?.judge_again()?;
        let revisions =
            hindsight::revisions(at_the_time.games(), played.games(), RecordingEnd::Cut);
        Ok(Self { played, revisions })
    }

    /// The games.
    pub(crate) const fn played(&self) -> &PlayedOut {
        &self.played
    }

    /// In what they differ from what was concluded at the time.
    pub(crate) fn revisions(&self) -> &[Revision] {
        &self.revisions
    }
}
