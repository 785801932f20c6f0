//! What whoever judges a game once more asks of it: what it comes to without some of its moves, with others in their place, or
//! with more lines followed, and how much that has paid.

use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use super::plies::Ply;
use super::weights::Cost;
use super::{Effort, Reconstruct};

/// A move in its place in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedMove {
    /// Its ply in the game, from 1.
    pub ply: u32,
    /// The move, written as its game writes castling.
    pub uci: UciMove,
}

/// What no line may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// This move.
    Of(PlacedMove),
    /// Another move in the place of this one.
    OfOthers(PlacedMove),
}

/// All that is denied in one game.
#[derive(Clone, Debug)]
pub(super) struct Denied {
    denials: Vec<Denial>,
    mode: CastlingMode,
}

impl Reconstruct {
    /// From now on so many lines are followed.
    pub fn set_effort(&mut self, effort: Effort) {
        self.setup.effort = effort;
        let weights = self.setup.weights();
        if let Some(game) = self.stage.game_mut() {
            game.set_weights(weights);
        }
    }

    /// No line of the present game that grows from now on may have what is denied.
    pub fn deny(&mut self, denials: &[Denial]) {
        if let Some(game) = self.stage.game_mut() {
            game.deny(denials);
        }
    }

    /// What the line of the present game, or of the last one, has paid by now for what it does not explain; `None` before the
    /// first. Since it began, or since somebody last decided where play stands.
    pub fn pays(&self) -> Option<Cost> {
        self.stage.game().map(|game| game.pays(self.account.now()))
    }

    /// On how many squares the board shows something else than the line of the present game, or of the last one, has there;
    /// those among them that report nothing useful.
    pub fn wrong_squares(&self) -> u32 {
        let wrong = self.stage.game().map_or(0, |game| game.beam().best().mismatch.count());
        u32::try_from(wrong).unwrap_or(u32::MAX)
    }
}

impl Denied {
    /// Nothing at all.
    pub(super) const NONE: Self = Self { denials: Vec::new(), mode: CastlingMode::Standard };

    /// This, of a game that writes castling so.
    pub(super) const fn new(denials: Vec<Denial>, mode: CastlingMode) -> Self {
        Self { denials, mode }
    }

    /// Whether the ply is denied.
    pub(super) fn has(&self, ply: &Ply) -> bool {
        let is_move = |uci: UciMove| ply.mv().is_some_and(|mv| mv.to_uci(self.mode) == uci);
        self.denials.iter().any(|denial| match denial {
            Denial::Of(placed) => placed.ply == ply.number && is_move(placed.uci),
            Denial::OfOthers(placed) => placed.ply == ply.number && !is_move(placed.uci),
        })
    }
}
