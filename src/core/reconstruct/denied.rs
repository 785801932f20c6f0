//! What whoever judges a game once more asks of it: what it comes to without some of its moves, or with more lines followed, and
//! how much that has paid.

use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use super::plies::Ply;
use super::weights::Cost;
use super::{Effort, Reconstruct};

/// A move that no line may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeniedMove {
    /// Its ply in the game, from 1.
    pub ply: u32,
    /// The move, written as its game writes castling.
    pub uci: UciMove,
}

/// All that are denied in one game.
#[derive(Clone, Debug)]
pub(super) struct Denied {
    moves: Vec<DeniedMove>,
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

    /// No line of the present game that grows from now on may have these moves.
    pub fn deny(&mut self, moves: &[DeniedMove]) {
        if let Some(game) = self.stage.game_mut() {
            game.deny(moves);
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
    /// No move at all.
    pub(super) const NONE: Self = Self { moves: Vec::new(), mode: CastlingMode::Standard };

    /// These, of a game that writes castling so.
    pub(super) const fn new(moves: Vec<DeniedMove>, mode: CastlingMode) -> Self {
        Self { moves, mode }
    }

    /// Whether the ply is one of them.
    pub(super) fn has(&self, ply: &Ply) -> bool {
        let is_it = |denied: &DeniedMove| {
            denied.ply == ply.number
                && ply.mv().is_some_and(|mv| mv.to_uci(self.mode) == denied.uci)
        };
        self.moves.iter().any(is_it)
    }
}
