//! A board without a port: what is observed on it, what is concluded, and how its health is.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::GameView;
use touchmove_core::health::{Finding, Health};
use touchmove_drivers::recording::Headers;
use touchmove_drivers::{Instant, Observation};

/// A board on which game after game is played.
pub(crate) struct Patient {
    pub(crate) health: Health,
    sitting: Sitting,
    records: u64,
    began: Instant,
    now: Instant,
}

impl Patient {
    pub(crate) fn new() -> Self {
        Self {
            health: Health::new(),
            sitting: sitting(),
            records: 0,
            began: Instant::ZERO,
            now: Instant::ZERO,
        }
    }

    /// A minute later another game is played.
    pub(crate) fn next_game(&mut self) {
        self.sitting = sitting();
        self.began = self.now + Duration::from_secs(60);
    }

    /// Takes what is observed so long after the game began.
    pub(crate) fn observe(&mut self, at: Instant, observation: &Observation) {
        let at = self.began + at.since(Instant::ZERO);
        self.now = at;
        self.records += 1;
        self.sitting.observe(at, self.records, observation);
        while self.sitting.poll().is_some() {}
        let is_turned = self.sitting.is_turned() == Some(true);
        let pieces = self.sitting.view().and_then(|view: &Arc<GameView>| view.pieces(is_turned));
        self.health.observe(at, observation, pieces.as_ref());
    }

    /// What the game has on the board, for a message.
    pub(crate) fn position(&self) -> String {
        self.sitting.view().map(|view| view.fen().to_owned()).unwrap_or_default()
    }

    pub(crate) fn findings(&self) -> Vec<Finding> {
        self.health.report().findings
    }
}

fn sitting() -> Sitting {
    Sitting::new(setup::of_headers(&Headers::default().with_lags()).unwrap())
}
