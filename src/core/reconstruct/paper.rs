//! Games whose men have left the board: they can still be corrected, from their scoresheets alone.

use std::collections::VecDeque;

use shakmaty::Position;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

use super::Reconstruct;
use super::correct::CorrectionError;
use super::seen::{self, Change, Orientation, Seen};
use super::stage::{Left, Over, Stage};
use crate::account::What;
use crate::decision::GameDecision;

impl Reconstruct {
    /// The game that was played last, apart from the board.
    pub fn on_paper(&self) -> Self {
        let mut paper = Self { left: VecDeque::new(), ..self.clone() };
        paper.leave_game(None);
        paper.out.clear();
        paper.duty = None;
        paper.stage = match paper.stage {
            Stage::Over(Over { sign, game: Some(game), .. }) => Stage::Left(Left { sign, game }),
            stage => stage,
        };
        paper.lay_out();
        paper
    }

    /// The game that was left as the next of those that were told to begin did, on paper; to be called once for each of
    /// them.
    pub fn take_left(&mut self) -> Self {
        self.left.pop_front().unwrap_or_else(|| self.on_paper())
    }

    /// Takes a decision, record number `record`, about a game on paper.
    pub fn decide_on_paper(&mut self, at: Instant, record: u64, decision: &Decision) {
        self.now = self.now.max(at);
        self.record = record;
        // What cannot be carried out changes nothing; whoever decides is told before.
        let _ = self.decide(decision);
        self.lay_out();
    }

    /// Whether a game on paper can be corrected by this.
    pub(super) fn check_on_paper(&self, decided: &GameDecision) -> Result<(), CorrectionError> {
        let is_of_board = matches!(
            decided,
            GameDecision::Answer { .. }
                | GameDecision::Orientation(_)
                | GameDecision::Start(_)
                | GameDecision::Laws(_)
        );
        match &self.stage {
            Stage::Left(_) if is_of_board => Err(CorrectionError::OffBoard),
            _ => Ok(()),
        }
    }

    /// The men stand as in the last position of the game: no board shows it otherwise any more.
    fn lay_out(&mut self) {
        self.out.retain(|entry| !matches!(entry.what, What::Standing(_)));
        let change = Change { at: self.now, record: self.record };
        let Stage::Left(Left { game, .. }) = &mut self.stage else { return };
        let placement = seen::placement_of(game.told_after().board());
        self.seen = Some(Seen::new(placement, Orientation::Straight, change));
        game.standing = None;
    }
}
