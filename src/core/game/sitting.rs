//! A sitting: all that is played on one board, game after game, from its observations alone.
//!
//! The one place where reconstruction, the Laws and the game meet. The daemon and `adjudicate` use
//! the same: the same observations give the same conclusions, live or years later.

use std::collections::VecDeque;
use std::sync::Arc;

use shakmaty::fen::Fen;
use touchmove_drivers::observation::{Decision, Hand};
use touchmove_drivers::recording::Variant;
use touchmove_drivers::{Instant, Observation};

use super::Game;
use super::conclusion::{GameResult, Told};
use super::handover::Frame;
use super::left::LeftGame;
use super::refused::{self, Refused};
use super::setup::Terms;
use super::sightings::StandingWay;
use super::view::{GameView, ShownClock};
use crate::account::{Entry, What};
use crate::decision::regulations::Regulations;
use crate::decision::{self, DecisionError, GameDecision, Regime};
use crate::laws::Touching;
use crate::laws::command::Command;
use crate::laws::rulebook::{Rulebook, UnknownEdition};
use crate::reconstruct::{CorrectionError, Orientation, Reconstruct};

/// All that is played on one board.
#[derive(Clone, Debug)]
pub struct Sitting {
    pub(super) reconstruct: Reconstruct,
    /// The Laws under which games begin.
    laws: (Arc<Rulebook>, Touching),
    /// What is regulated wherever a decision about the Laws leaves it open.
    regulations: Regulations,
    pub(super) frame: Frame,
    pub(super) game: Option<Game>,
    /// The games before it that can still be corrected, the latest last.
    pub(super) left: VecDeque<LeftGame>,
    pub(super) games: u32,
    clock: Option<ShownClock>,
    pub(super) out: VecDeque<Told>,
}

/// Which game a decision is about.
enum Meant {
    /// The present one, or what is to come on the board.
    Present,
    /// One that was left, by its place among them.
    Left(usize),
    /// One that nobody can correct any more.
    Gone,
}

/// Whether the present game is adjourned by what was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adjourning {
    /// Its move was sealed.
    Now,
    /// It was not.
    No,
}

/// So many games that were left can be corrected.
const MAX_LEFT_GAMES: usize = 4;

impl Sitting {
    /// A board of which nothing was observed yet.
    pub fn new(terms: impl Into<Terms>) -> Self {
        let terms = terms.into();
        let laws = (Arc::clone(&terms.rulebook), terms.touching());
        let regulations = terms.rulebook.regulations;
        Self {
            reconstruct: Reconstruct::new(terms.board),
            laws,
            regulations,
            frame: Frame::default(),
            game: None,
            left: VecDeque::new(),
            games: 0,
            clock: None,
            out: VecDeque::new(),
        }
    }

    /// The same board after so many games: the next one is numbered on.
    #[must_use]
    pub fn after_games(self, games: u32) -> Self {
        Self { games, ..self }
    }

    /// Takes record number `record`, observed at `at`; fires every deadline up to then first.
    pub fn observe(&mut self, at: Instant, record: u64, observation: &Observation) {
        self.observe_late(at, None, record, observation);
    }

    /// The same, where it happened at an unknown moment after `since`.
    pub fn observe_late(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        record: u64,
        observation: &Observation,
    ) {
        let board = (at, record);
        let (at, record) = (self.frame.time(at), self.frame.record(record));
        let since = since.map(|since| self.frame.time(since));
        self.pass(at);
        if let Observation::Decision(decision) = observation
            && !matches!(self.game_meant(decision), Ok(Meant::Present))
        {
            return self.decide_left(board, decision);
        }
        self.reconstruct.observe_late(at, since, record, observation);
        self.follow();
    }

    /// Time passes until `at` without an observation.
    pub fn advance(&mut self, at: Instant) {
        let at = self.frame.time(at);
        self.pass(at);
    }

    /// When [`Sitting::advance`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        let game = self.game.as_ref().and_then(Game::deadline);
        let first = self.reconstruct.deadline().into_iter().chain(game).min();
        first.map(|at| self.frame.board_time(at))
    }

    /// Fires every deadline up to `at`, in order: of what is played, and of what the Laws wait for.
    fn pass(&mut self, at: Instant) {
        loop {
            let of_game = self.game.as_ref().and_then(Game::deadline).filter(|due| *due <= at);
            let of_board = self.reconstruct.deadline().filter(|due| *due <= at);
            match (of_board, of_game) {
                (Some(due), of_game) if of_game.is_none_or(|game| due <= game) => {
                    self.reconstruct.advance(due);
                    self.follow();
                }
                (_, Some(due)) => self.advance_game(due),
                (_, None) => break,
            }
        }
        self.reconstruct.advance(at);
        self.follow();
    }

    fn advance_game(&mut self, due: Instant) {
        let Some(game) = &mut self.game else { return };
        game.advance(due);
        while let Some(told) = game.poll() {
            self.out.push_back(self.frame.on_board(told));
        }
    }

    /// Whether a decision could be carried out now.
    ///
    /// # Errors
    /// [`Refused`]: why not.
    pub fn check(&self, decision: &Decision) -> Result<(), Refused> {
        match self.game_meant(decision).map_err(CorrectionError::from)? {
            Meant::Present => {}
            Meant::Left(place) => return self.left[place].check(decision),
            Meant::Gone => return Err(Refused::LongAgo),
        }
        if let Ok(Some(GameDecision::Laws(regime))) = GameDecision::of_record(decision) {
            return Ok(self.rulebook_of(&regime).map(drop)?);
        }
        refused::check(decision, self.game.as_ref(), &self.reconstruct)
    }

    /// Whether games that begin now are held against these Laws.
    pub fn plays_under(&self, regime: &Regime) -> bool {
        self.rulebook_of(regime).is_ok_and(|rulebook| rulebook == *self.laws.0)
    }

    /// Whether games that begin now begin here; `None` is the usual start.
    pub fn begins_at(&self, start: Option<&(Fen, Variant)>) -> bool {
        self.reconstruct.begins_at(start)
    }

    /// The next conclusion.
    pub fn poll(&mut self) -> Option<Told> {
        self.out.pop_front()
    }

    /// In what is not polled yet of a game, and comes later, so many numbers are passed over.
    pub fn pass_over(&mut self, game: u32, numbers: u64) {
        for told in self.out.iter_mut().filter(|told| told.game == game) {
            told.seq = told.seq.map(|seq| seq + numbers);
        }
        let left = self.left.iter_mut().map(LeftGame::game_mut);
        let is_it = |known: &&mut Game| known.view().game == game;
        self.game.iter_mut().chain(left).filter(is_it).for_each(|game| game.pass_over(numbers));
    }

    /// The board's time at a moment of game number `game`, as [`Sitting::view_of`] has them: they differ where the game
    /// came from another board.
    pub fn board_time(&self, game: u32, at: Instant) -> Instant {
        let left = self.left.iter().find(|left| left.view().game == game);
        left.map_or(&self.frame, LeftGame::frame).board_time(at)
    }

    /// The game being played, or the last one; `None` before the first.
    pub fn view(&self) -> Option<&Arc<GameView>> {
        self.game.as_ref().map(Game::view)
    }

    /// Game number `number`, if it is one of [`Sitting::games`].
    pub fn view_of(&self, number: u32) -> Option<&Arc<GameView>> {
        self.games().find(|view| view.game == number)
    }

    /// The present game, and those before it that can still be corrected, in their order.
    pub fn games(&self) -> impl Iterator<Item = &Arc<GameView>> {
        self.left().chain(self.view())
    }

    /// The games before the present one that can still be corrected, in their order.
    pub fn left(&self) -> impl Iterator<Item = &Arc<GameView>> {
        self.left.iter().map(LeftGame::view)
    }

    /// What the clock showed last.
    pub fn clock(&self) -> Option<ShownClock> {
        self.clock
    }

    /// What it showed last at game number `number`, if that is one of [`Sitting::games`].
    pub fn clock_of(&self, number: u32) -> Option<ShownClock> {
        let left = self.left.iter().find(|left| left.view().game == number);
        let present = || self.game.as_ref().filter(|game| game.view().game == number)?.clock();
        left.map_or_else(present, LeftGame::clock)
    }

    /// The number of the last game that began or came here; of those before, where none did.
    pub const fn last_number(&self) -> u32 {
        self.games
    }

    /// Whether a game was adjourned here and waits to be resumed: it is on paper alone.
    pub fn keeps_adjourned(&self) -> bool {
        self.left.iter().any(LeftGame::is_adjourned)
    }

    /// Whether the board lies the other way round, its a1 being the game's h8; `None` while unknown.
    pub fn is_turned(&self) -> Option<bool> {
        self.reconstruct.orientation().map(|orientation| orientation == Orientation::Turned)
    }

    /// The side of the clock's housing that is White's, as far as is known.
    pub fn white_hand(&self) -> Hand {
        self.reconstruct.white_hand()
    }

    /// Which way round board and clock stand, as far as is known.
    pub fn standing_way(&self) -> StandingWay {
        StandingWay { is_turned: self.is_turned() == Some(true), white: self.white_hand() }
    }

    pub(super) fn follow(&mut self) {
        if self.hear_account() == Adjourning::Now {
            self.reconstruct.adjourn();
            self.hear_account();
            self.adjourn();
        }
    }

    /// Hears what was played and decided. Answers whether the game is adjourned by it.
    fn hear_account(&mut self) -> Adjourning {
        let mut adjourning = Adjourning::No;
        while let Some(entry) = self.reconstruct.poll() {
            match &entry.what {
                What::Begin(start) => {
                    self.games += 1;
                    let mut game = Game::new(self.games, start, self.laws.clone());
                    if let Some(clock) = self.clock {
                        game.show_clock(clock);
                    }
                    let paper = self.reconstruct.take_left();
                    self.leave_game(paper);
                    self.game = Some(game);
                }
                What::Clock(state) => {
                    self.clock = Some(ShownClock { at: entry.at, state: *state });
                }
                What::Decision(decision) => self.follow_laws(decision),
                _ => {}
            }
            if let Some(game) = &mut self.game {
                let (result, was_sealed) = (game.view().result, game.is_sealed());
                game.hear(&entry);
                if game.is_sealed() && !was_sealed {
                    adjourning = Adjourning::Now;
                }
                while let Some(told) = game.poll() {
                    self.out.push_back(self.frame.on_board(told));
                }
                self.follow_result(result, &entry);
            }
        }
        adjourning
    }
}

impl Sitting {
    /// The pieces of the present game, if there is one, leave the board; it can still be corrected. Of more than so
    /// many, one in which nothing was played is given up first, then the oldest that is not adjourned, and then the oldest.
    pub(super) fn leave_game(&mut self, paper: Reconstruct) {
        let Some(game) = self.game.take() else { return };
        if self.left.len() == MAX_LEFT_GAMES {
            let unplayed = self.left.iter().position(|left| left.view().moves.is_empty());
            let over = || self.left.iter().position(|left| !left.is_adjourned());
            self.left.remove(unplayed.or_else(over).unwrap_or(0));
        }
        self.left.push_back(LeftGame::new(game, paper, self.frame));
    }

    fn game_meant(&self, decision: &Decision) -> Result<Meant, DecisionError> {
        let present = self.view().map(|view| view.game);
        let other = decision::game_of(decision)?.filter(|number| Some(*number) != present);
        Ok(other.map_or(Meant::Present, |number| {
            let place = self.left.iter().position(|left| left.view().game == number);
            place.map_or(Meant::Gone, Meant::Left)
        }))
    }

    /// Somebody decides about a game that was left; what cannot be carried out changes nothing.
    fn decide_left(&mut self, (at, record): (Instant, u64), decision: &Decision) {
        if let Ok(Meant::Left(place)) = self.game_meant(decision) {
            self.out.extend(self.left[place].decide(at, record, decision));
            if let Some(Command::Resume { .. }) = Command::of_record(decision) {
                self.resume_here(place, at, record);
            }
        }
    }

    fn rulebook_of(&self, regime: &Regime) -> Result<Rulebook, UnknownEdition> {
        Rulebook::of_regime(regime, self.regulations)
    }

    /// What is played on is play after the end from the moment on that the Laws have ended the game.
    fn follow_result(&mut self, before: Option<GameResult>, entry: &Entry) {
        let now = self.view().and_then(|view| view.result);
        match (before, now, &entry.what) {
            (None, Some(_), What::Decision(said)) if Command::of_record(said).is_some() => {
                self.reconstruct.end_by_decision(decision::number(said, entry.record));
            }
            (None, Some(_), _) => self.reconstruct.end_for_now(),
            (Some(_), None, _) => self.reconstruct.reopen(),
            (None, None, _) | (Some(_), Some(_), _) => {}
        }
    }

    fn follow_laws(&mut self, decision: &Decision) {
        if let Ok(Some(GameDecision::Laws(regime))) = GameDecision::of_record(decision)
            && let Ok(rulebook) = self.rulebook_of(&regime)
        {
            self.laws.0 = Arc::new(rulebook);
            if let Some(game) = &mut self.game {
                game.play_under(&self.laws.0);
            }
        }
    }
}

#[cfg(test)]
mod tests;
