//! The players' hands: from a game to a timeline of what happens on the table.
//!
//! Each file holds one thing that hands do, as methods of [`Hand`](hand::Hand); how often they do it
//! which way is data in [`style`]. Nothing here knows how a device senses it.

mod adjust;
mod capture;
mod castling;
mod clock;
mod ending;
mod hand;
mod pace;
mod promotion;
mod setup;
mod style;
mod takeback;
mod travel;

use shakmaty::{Board, Chess, KnownOutcome, Move, Piece, Position};

use super::control::Control;
use super::pgn::Game;
use super::timeline::Timeline;
use hand::Hand;
use pace::Pace;
pub use style::Style;

/// How a game is played on the table.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How the players handle the men.
    pub style: Style,
    /// What they do after the last move.
    pub ending: Ending,
    /// How the clock is set; `None` when there is none.
    pub clock: Option<Control>,
}

/// What the players do with the men when the game is over and the clock is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They put both kings in the centre to tell the result, if there is one.
    Kings,
    /// They leave all where it stands.
    Nothing,
}

/// Plays `game` on a table where `standing` stands now; the men are set up first where they stand
/// otherwise than the game starts. The same seed gives the same timeline.
pub fn play(game: &Game, standing: &Board, manner: Manner, seed: u64) -> Timeline {
    let mut hand = Hand::new(standing.clone(), manner.style.habits(), seed);
    let mut pace = Pace::new(manner.clock);
    let mut position = game.start.clone();
    hand.set_up(position.board());
    if manner.clock.is_some() {
        hand.start_clock(position.turn());
    }
    for ply in &game.plies {
        let mover = position.turn();
        let from = hand.at();
        let thought = pace.think(mover, ply.took, hand.rng());
        hand.pass(thought);
        hand.adjust(&position);
        hand.take_back(&position, ply.play);
        hand.make(&position, ply.play);
        position.play_unchecked(ply.play);
        if manner.clock.is_some() && !position.is_game_over() {
            hand.press(mover);
        }
        pace.spend(mover, hand.at().since(from));
    }
    hand.end(manner, game.outcome);
    hand.into_timeline(standing.clone())
}

/// A game played again and again on the same table, each time with other hands.
#[derive(Debug)]
pub struct Rounds {
    game: Game,
    manner: Manner,
    seed: u64,
    standing: Board,
}

impl Rounds {
    /// Begins with the men set up for `game`; the first round is played with `seed`.
    pub fn new(game: Game, manner: Manner, seed: u64) -> Self {
        let standing = game.start.board().clone();
        Self { game, manner, seed, standing }
    }
}

impl Iterator for Rounds {
    type Item = Timeline;

    fn next(&mut self) -> Option<Timeline> {
        let timeline = play(&self.game, &self.standing, self.manner, self.seed);
        self.seed = self.seed.wrapping_add(1);
        self.standing = timeline.last_board();
        Some(timeline)
    }
}

impl Hand {
    /// Makes a move on the board, one of the ways in which hands make it.
    fn make(&mut self, position: &Chess, play: Move) {
        let color = position.turn();
        match play {
            Move::Castle { king, rook } => self.castle(color, king, rook),
            Move::EnPassant { from, to } => self.capture_en_passant(from, to),
            Move::Normal { from, to, promotion: Some(role), .. } => {
                self.promote(from, to, Piece { color, role });
            }
            Move::Normal { from, to, capture: Some(_), .. } => self.capture(from, to),
            Move::Normal { from, to, .. } => self.carry(from, to),
            Move::Put { .. } => {}
        }
        self.land();
    }

    /// What follows the last move.
    fn end(&mut self, manner: Manner, outcome: Option<KnownOutcome>) {
        self.clear_late_victim();
        if manner.clock.is_some() {
            self.stop_clock();
        }
        if let (Ending::Kings, Some(outcome)) = (manner.ending, outcome) {
            self.show_result(outcome);
        }
    }
}

#[cfg(test)]
mod tests;
