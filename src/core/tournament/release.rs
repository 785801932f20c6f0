//! What is released to the public of what was concluded, and when: pure, and the only way there.
//!
//! Rule: the arbiter hears, the players and the room don't. A move is released when it is told
//! *made*; that a press completed it, or didn't, is the arbiter's business, so the mover's time is
//! released only with the next move, or with the result: until then it would tell whether the player
//! has pressed. A provisional move and a board that differs from the line are not released at all. Nor
//! is an illegal move: while it can be put right nobody hears of it, and once play goes on after it the
//! next move tells the position that it led to. Results, moves taken back and positions that no move
//! leads to are.
//!
//! What may be released waits for its [delay](delay::Delay), on each [`PublicOutput`] for that output's own. Nothing
//! overtakes: a time, a position and the result wait with the moves before them. A delay in moves ends with
//! the game, because no more moves come; one in time does not. What is taken back before it was released
//! never was. A move of which it is not sure that it was played is marked, or is withheld with all behind it until a
//! sure one has followed, or a person has said what was played.
//!
//! Nothing live gets through: a game has a public number of its own, and its releases are numbered from
//! 1 without gaps on each output, when they are released. A game that is held back appears with the
//! first of them. What is released is logged before it is told ([`LogLine`]), so that it stays so after
//! a restart, and keeps its numbers.

mod agenda;
pub mod decided;
pub mod delay;
mod game;
mod log;
mod queue;
mod stream;

use std::collections::HashMap;

use shakmaty::Color;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

pub use self::log::LogLine;

use self::agenda::Agenda;
use self::delay::{Delays, PublicOutput};
use self::game::Game;
use crate::game::conclusion::{GameResult, Told};
use crate::game::view::Break;
use crate::names::{GameId, PublicId};

/// Something released of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Released {
    /// Number within the public game, from 1, without gaps.
    pub seq: u64,
    /// What is released.
    pub what: Release,
}

/// What is released.
#[derive(Clone, Debug, PartialEq)]
pub enum Release {
    /// A move was made.
    Move(ReleasedMove),
    /// The released move of this ply was taken back.
    TakenBack {
        /// Its ply, from 1.
        ply: u32,
        /// The move in UCI.
        uci: String,
    },
    /// The released move of this ply, which was doubtful, was played: a person has said so.
    Confirmed {
        /// Its ply, from 1.
        ply: u32,
        /// The move in UCI.
        uci: String,
    },
    /// The mover's time after a released move that was completed.
    Time {
        /// Its ply, from 1.
        ply: u32,
        /// The time.
        left: ClockTime,
    },
    /// Play goes on from a position that no released move leads to.
    Position {
        /// The position as a FEN.
        fen: String,
    },
    /// The game is over.
    Ended(GameResult),
    /// The result released before does not hold; the game goes on.
    Reopened,
}

/// A move as the public hears of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedMove {
    /// Ply in the game, from 1.
    pub ply: u32,
    /// The move in UCI.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The position after it, as a FEN.
    pub fen: String,
    /// Who moved.
    pub side: Color,
    /// Whether another move may have been played.
    pub is_doubtful: bool,
    /// The illegal moves that have led to the position in which it was made, in their order: now that play has gone on,
    /// they stand. None where it follows what was released before.
    pub led_by: Vec<IllegalMove>,
}

/// An illegal move that stands, as the public hears of it: with the move that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Who moved.
    pub side: Color,
    /// The move in UCI.
    pub uci: String,
    /// The position after it, as a FEN.
    pub fen: String,
}

impl ReleasedMove {
    /// The position that it was made in, as a FEN, where an illegal move has led there.
    pub fn from(&self) -> Option<&str> {
        self.led_by.last().map(|illegal| illegal.fen.as_str())
    }
}

/// A game as far as it is released.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReleasedGame {
    /// The moves that stand.
    pub moves: Vec<ReleasedMove>,
    /// The movers' times after them, by ply.
    pub times: HashMap<u32, ClockTime>,
    /// Where play went on from a position that no released move leads to.
    pub breaks: Vec<Break>,
    /// The result, once there is one.
    pub result: Option<GameResult>,
}

impl ReleasedGame {
    /// Takes what is released next.
    pub fn take(&mut self, release: &Release) {
        match release {
            Release::Move(made) => self.moves.push(made.clone()),
            Release::Time { ply, left } => {
                self.times.insert(*ply, *left);
            }
            Release::TakenBack { ply, uci } => {
                self.times.remove(ply);
                self.moves.retain(|made| (made.ply, &made.uci) != (*ply, uci));
                self.breaks.retain(|one| one.after <= self.moves.len());
            }
            Release::Confirmed { ply, uci } => {
                let is_it = |made: &&mut ReleasedMove| (made.ply, &made.uci) == (*ply, uci);
                if let Some(made) = self.moves.iter_mut().rfind(is_it) {
                    made.is_doubtful = false;
                }
            }
            Release::Position { fen } => {
                self.breaks.push(Break { after: self.moves.len(), fen: fen.clone() });
            }
            Release::Ended(result) => self.result = Some(*result),
            Release::Reopened => self.result = None,
        }
    }

    /// All moves that stand, in order: the illegal ones before the move that has answered them.
    pub fn scoresheet(&self) -> impl Iterator<Item = PublicMove<'_>> {
        self.moves.iter().flat_map(|made| {
            let illegal = made.led_by.iter().map(PublicMove::Illegal);
            illegal.chain([PublicMove::Legal(made)])
        })
    }

    /// Where play went on from another position, counted in the moves of [`scoresheet`](Self::scoresheet).
    pub fn breaks_of_scoresheet(&self) -> Vec<Break> {
        let illegal = |after: usize| -> usize {
            self.moves.iter().take(after).map(|made| made.led_by.len()).sum()
        };
        let counted = |one: &Break| Break { after: one.after + illegal(one.after), ..one.clone() };
        self.breaks.iter().map(counted).collect()
    }
}

/// A move that stands on the scoresheet of a game in public.
#[derive(Clone, Copy, Debug)]
pub enum PublicMove<'a> {
    /// An illegal one that was answered.
    Illegal(&'a IllegalMove),
    /// A legal one.
    Legal(&'a ReleasedMove),
}

/// What has been released of the games of this station, and what is held back.
#[derive(Debug, Default)]
pub struct Releases {
    games: HashMap<GameId, Game>,
    /// The games of which something may be due.
    agenda: Agenda,
    /// The last public number given.
    last_public: u64,
}

/// Whom something of a game is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// The public bus name, where the game has this number.
    Bus(PublicId),
    /// The relay.
    Files,
}

/// Something of a game that an output is to be told.
#[derive(Debug)]
pub struct Publication {
    /// Which game.
    pub game: GameId,
    /// Who is to be told.
    pub to: To,
    /// Where the game began, as a FEN; empty while nothing of it is released.
    pub start: String,
    /// What was released before the daemon started, in order.
    pub again: Vec<Released>,
    new: Vec<(u64, Released)>,
    is_logged: bool,
}

impl Publication {
    /// What is to be logged, when the wall clock says `at`, before the output is told.
    pub fn log(&self, at: &str) -> Vec<LogLine> {
        if self.is_logged {
            return Vec::new();
        }
        LogLine::all((self.game, self.to), at, &self.new)
    }

    /// What is released now, in order.
    pub fn released(&self) -> Vec<Released> {
        self.new.iter().map(|(_, released)| released.clone()).collect()
    }

    /// All of it, in order: what was released before the daemon started comes first.
    pub fn all(&self) -> Vec<Released> {
        self.again.iter().cloned().chain(self.released()).collect()
    }
}

impl Releases {
    /// Notes what was released before a restart. To be called before anything else; the game is being read
    /// back then.
    pub fn recall(&mut self, line: LogLine) {
        let Some((game, to, logged)) = line.read() else { return };
        if let To::Bus(PublicId(number)) = to {
            self.last_public = self.last_public.max(number);
        }
        self.games.entry(game).or_default().recall(to, logged);
    }

    /// Takes what is newly told of a game that began from `start`, each with the moment by the station's
    /// clock. What was told before is passed over.
    pub fn take<'a>(
        &mut self,
        id: GameId,
        start: &str,
        told: impl IntoIterator<Item = (Instant, &'a Told)>,
    ) {
        let game = self.games.entry(id).or_default();
        game.begin(start);
        told.into_iter().for_each(|(at, told)| game.take(at, told));
        self.agenda.change(id);
    }

    /// The delays that hold for a game from now on. What is public stays so.
    pub fn hold(&mut self, id: GameId, delays: Delays) {
        self.change(id, |game| game.hold(delays));
    }

    /// The relay has a place for the game from now on: until then nothing of it is released there.
    pub fn seat(&mut self, id: GameId) {
        self.change(id, Game::seat);
    }

    /// No more moves of the game are to come, whether it has a result or not.
    pub fn close(&mut self, id: GameId) {
        self.change(id, Game::close);
    }

    /// More moves of the game may come after all.
    pub fn reopen(&mut self, id: GameId) {
        self.change(id, Game::reopen);
    }

    /// What is due, game by game.
    pub fn take_due(&mut self, now: Instant) -> Vec<Publication> {
        let mut all = Vec::new();
        for id in self.agenda.take(now) {
            let Some(game) = self.games.get_mut(&id) else { continue };
            for output in PublicOutput::ALL {
                all.extend(game.take_due(id, output, now, &mut self.last_public));
            }
            self.agenda.set(id, game.deadline());
        }
        all
    }

    /// When something is due next, if nothing else happens until then.
    pub fn deadline(&self) -> Option<Instant> {
        let changed = self.agenda.changed().filter_map(|id| self.games.get(&id)?.deadline());
        changed.chain(self.agenda.next()).min()
    }

    /// Whether something of a game is held back from an output, or may be: nothing is known of it yet.
    pub fn holds_back(&self, id: GameId, output: PublicOutput) -> bool {
        self.games.get(&id).is_none_or(|game| game.holds_back(output))
    }

    /// Whether an output was told of a game since the daemon started.
    pub fn has_appeared(&self, id: GameId, output: PublicOutput) -> bool {
        self.games.get(&id).is_some_and(|game| game.has_appeared(output))
    }

    /// The number of a game in public, once it has one.
    pub fn public_id(&self, id: GameId) -> Option<PublicId> {
        self.games.get(&id)?.public_id_known()
    }

    /// The game is being read back: nothing of it is released that was not before the restart, because
    /// what takes it back may be still to come.
    pub fn reading_back(&mut self, id: GameId) {
        self.games.entry(id).or_default().reading_back();
    }

    /// The game is read back. What was released of it and is not concluded again by now is not waited for
    /// any more.
    pub fn read_back(&mut self, id: GameId) {
        self.change(id, Game::read_back);
    }

    /// What changes of a game may make something due.
    fn change(&mut self, id: GameId, change: impl FnOnce(&mut Game)) {
        if let Some(game) = self.games.get_mut(&id) {
            change(game);
            self.agenda.change(id);
        }
    }
}

#[cfg(any(test, feature = "samples"))]
pub mod samples;
#[cfg(test)]
mod tests;
