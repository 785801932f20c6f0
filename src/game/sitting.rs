//! A sitting: all that is played on one board, game after game, from its observations alone.
//!
//! The one place where reconstruction, the Laws and the game meet. The daemon and `adjudicate` use
//! the same: the same observations give the same conclusions, live or years later.

use std::collections::VecDeque;

use touchmove_drivers::{Instant, Observation};

use super::Game;
use super::conclusion::Told;
use super::view::GameView;
use crate::account::{ClockState, What};
use crate::reconstruct::{Orientation, Reconstruct, Setup};

/// All that is played on one board.
#[derive(Clone, Debug)]
pub struct Sitting {
    reconstruct: Reconstruct,
    game: Option<Game>,
    previous: Option<Game>,
    games: u32,
    clock: Option<(Instant, ClockState)>,
    out: VecDeque<Told>,
}

impl Sitting {
    /// A board of which nothing was observed yet.
    pub fn new(setup: Setup) -> Self {
        Self {
            reconstruct: Reconstruct::new(setup),
            game: None,
            previous: None,
            games: 0,
            clock: None,
            out: VecDeque::new(),
        }
    }

    /// Takes record number `record`, observed at `at`; fires every deadline up to then first.
    pub fn observe(&mut self, at: Instant, record: u64, observation: &Observation) {
        self.reconstruct.observe(at, record, observation);
        self.follow();
    }

    /// Time passes until `at` without an observation.
    pub fn advance(&mut self, at: Instant) {
        self.reconstruct.advance(at);
        self.follow();
    }

    /// When [`Sitting::advance`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        self.reconstruct.deadline()
    }

    /// The next conclusion.
    pub fn poll(&mut self) -> Option<Told> {
        self.out.pop_front()
    }

    /// The game being played, or the last one; `None` before the first.
    pub fn view(&self) -> Option<&GameView> {
        self.game.as_ref().map(Game::view)
    }

    /// Game number `number`, if it is the present one or the one before.
    pub fn view_of(&self, number: u32) -> Option<&GameView> {
        let games = [self.game.as_ref(), self.previous.as_ref()];
        games.into_iter().flatten().map(Game::view).find(|view| view.game == number)
    }

    /// The clock as last read, and when.
    pub fn clock(&self) -> Option<(Instant, ClockState)> {
        self.clock
    }

    /// Whether the board lies the other way round, its a1 being the game's h8; `None` while unknown.
    pub fn is_turned(&self) -> Option<bool> {
        self.reconstruct.orientation().map(|orientation| orientation == Orientation::Turned)
    }

    fn follow(&mut self) {
        while let Some(entry) = self.reconstruct.poll() {
            match &entry.what {
                What::Begin(start) => {
                    self.games += 1;
                    let mut game = Game::new(self.games, start);
                    if let Some((at, state)) = self.clock {
                        game.show_clock(at, state);
                    }
                    self.previous = self.game.replace(game);
                }
                What::Clock(state) => self.clock = Some((entry.at, *state)),
                _ => {}
            }
            if let Some(game) = &mut self.game {
                game.hear(&entry);
                while let Some(told) = game.poll() {
                    self.out.push_back(told);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
