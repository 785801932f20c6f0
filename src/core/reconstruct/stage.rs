//! How far play on a board has come.

use shakmaty::Position;

use super::game::FollowedGame;
use super::kings::{self, ShownSign};
use super::readings::Readings;
use crate::account::KingsSign;

/// Whether a game is played on the board, and which one was.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// The pieces do not stand at the start yet.
    NotBegun,
    /// A game is being played.
    Playing(Box<FollowedGame>),
    /// A game is over.
    Over(OverGame),
    /// The pieces have left the board: the game is on paper alone.
    Left(LeftGame),
}

/// A game that is over: it ended on the board, the kings told the result, or somebody decided so.
#[derive(Clone, Debug)]
pub(super) struct OverGame {
    /// What the kings tell.
    pub(super) sign: Option<KingsSign>,
    /// The game, which may still be asked about.
    pub(super) game: Option<Box<FollowedGame>>,
    /// The number of the decision that ended it, where one did.
    pub(super) decided: Option<u64>,
}

/// A game whose pieces have left the board.
#[derive(Clone, Debug)]
pub(super) struct LeftGame {
    /// What the kings have told.
    pub(super) sign: Option<KingsSign>,
    /// The game.
    pub(super) game: Box<FollowedGame>,
}

impl Stage {
    /// The game that is played, or was the last.
    pub(super) fn game(&self) -> Option<&FollowedGame> {
        match self {
            Self::Playing(game) => Some(game),
            Self::Over(over) => over.game.as_deref(),
            Self::Left(left) => Some(&left.game),
            Self::NotBegun => None,
        }
    }

    /// The same, to go on with.
    pub(super) fn game_mut(&mut self) -> Option<&mut FollowedGame> {
        match self {
            Self::Playing(game) => Some(game),
            Self::Over(over) => over.game.as_deref_mut(),
            Self::Left(left) => Some(&mut left.game),
            Self::NotBegun => None,
        }
    }

    /// The result that the kings have told already.
    pub(super) const fn told_sign(&self) -> Option<KingsSign> {
        match self {
            Self::Over(over) => over.sign,
            Self::Left(left) => left.sign,
            Self::NotBegun | Self::Playing(_) => None,
        }
    }

    /// The result that the kings tell now.
    pub(super) fn sign(&self, seen: &Readings) -> Option<ShownSign> {
        let game = match self {
            Self::NotBegun | Self::Left(_) => None,
            Self::Playing(game) => Some(game),
            Self::Over(over) => over.game.as_ref(),
        };
        let board = game.map(|game| game.position().board());
        kings::sign(seen, board).or_else(|| kings::sign_without_names(seen, board?))
    }

    /// The same, if it is not the one that was told and nobody has overruled it: that of this record.
    pub(super) fn new_sign(&self, seen: &Readings, overruled: Option<u64>) -> Option<ShownSign> {
        self.sign(seen)
            .filter(|shown| self.told_sign() != Some(shown.sign))
            .filter(|shown| overruled != Some(shown.put_down.record))
    }
}
