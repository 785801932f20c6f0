//! The players' hands: from a game to a timeline of what happens on the table.
//!
//! Each file holds one thing that hands do, as methods of [`Hand`](hand::Hand); how often they do it
//! which way is data ([`rate`], [`style`]). Nothing here knows how a device senses it.

mod adjust;
mod analysis;
mod capture;
mod castling;
mod clock;
mod commit;
mod duty;
mod ending;
mod hand;
mod illegal;
mod knock;
mod moves;
mod pace;
mod passant;
mod plan;
mod planted;
mod promotion;
mod rate;
mod restore;
mod setup;
mod sins;
mod style;
mod table;
mod takeback;
mod travel;

use shakmaty::{Board, Position};

use super::control::Control;
use super::pgn::PgnGame;
use super::timeline::Timeline;
use hand::Hand;
use plan::Plan;
pub use rate::{Rate, RateSetting, RateUnit, Rates, SettingError};
pub use sins::{Sins, SinsError};
pub use style::{Style, StyleError};
use table::Table;

/// How a game is played on the table.
#[derive(Clone, Debug)]
pub struct PlayStyle {
    /// How often the players do what, and what becomes of it.
    pub rates: Rates,
    /// Which sins are planted.
    pub sins: Sins,
    /// How the clock is set; `None` when there is none.
    pub clock: Option<Control>,
}

/// Plays `game` on a table where `standing` stands now; the pieces are set up first where they stand
/// otherwise than the game starts. The same seed gives the same timeline.
pub fn play(game: &PgnGame, standing: &Board, manner: &PlayStyle, seed: u64) -> Timeline {
    let hand = Hand::new(standing.clone(), manner.sins, &manner.rates, seed);
    let plan = (manner.sins == Sins::Planted).then(|| Plan::new(seed, game.plies.len()));
    let mut table = Table::new(game, manner, hand, plan);
    table.play();
    table.into_timeline(standing.clone())
}

/// A game played again and again on the same table, each time with other hands.
#[derive(Clone, Debug)]
pub struct RepeatedGames {
    game: PgnGame,
    manner: PlayStyle,
    seed: u64,
    standing: Board,
}

impl RepeatedGames {
    /// Begins with the pieces set up for `game`; the first round is played with `seed`.
    pub fn new(game: PgnGame, manner: PlayStyle, seed: u64) -> Self {
        let standing = game.start.board().clone();
        Self { game, manner, seed, standing }
    }
}

impl Iterator for RepeatedGames {
    type Item = Timeline;

    fn next(&mut self) -> Option<Timeline> {
        let timeline = play(&self.game, &self.standing, &self.manner, self.seed);
        self.seed = self.seed.wrapping_add(1);
        self.standing = timeline.last_board();
        Some(timeline)
    }
}

#[cfg(test)]
mod tests;
