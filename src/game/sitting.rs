//! A sitting: all that is played on one board, game after game, from its observations alone.
//!
//! The one place where reconstruction, the Laws and the game meet. The daemon and `adjudicate` use
//! the same: the same observations give the same conclusions, live or years later.

use std::collections::VecDeque;
use std::sync::Arc;

use shakmaty::fen::Fen;
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::Variant;
use touchmove_drivers::{Instant, Observation};

use super::Game;
use super::conclusion::{Conclusion, GameResult, Told};
use super::handover::Frame;
use super::refused::Refused;
use super::setup::Terms;
use super::view::GameView;
use crate::account::{ClockState, Entry, What};
use crate::decision::regulations::Regulations;
use crate::decision::{self, GameDecision, Regime};
use crate::laws::Touching;
use crate::laws::command::{Command, NotSaid};
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
    pub(super) previous: Option<Game>,
    pub(super) games: u32,
    clock: Option<(Instant, ClockState)>,
    out: VecDeque<Told>,
}

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
            previous: None,
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
        let (at, record) = (self.frame.time(at), self.frame.record(record));
        let since = since.map(|since| self.frame.time(since));
        self.pass(at);
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
            self.out.push_back(on_board(told, &self.frame));
        }
    }

    /// Whether a decision could be carried out now.
    ///
    /// # Errors
    /// [`Refused`]: why not.
    pub fn check(&self, decision: &Decision) -> Result<(), Refused> {
        if let Some(command) = Command::of_record(decision) {
            let game = self.game.as_ref().ok_or(CorrectionError::NoGame)?;
            return Ok(game.check(&command)?);
        }
        match (GameDecision::of_record(decision).map_err(CorrectionError::from)?, &self.game) {
            (Some(GameDecision::Undo { record }), Some(game)) if game.can_undo(record) => Ok(()),
            (Some(GameDecision::Undo { record }), Some(game)) if game.was_said(record) => {
                Err(NotSaid::CannotBeUndone(record).into())
            }
            (Some(GameDecision::Laws(regime)), _) => Ok(self.rulebook_of(&regime).map(drop)?),
            _ => Ok(self.reconstruct.check(decision)?),
        }
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
        let games = [&mut self.game, &mut self.previous];
        let is_it = |known: &&mut Game| known.view().game == game;
        games.into_iter().flatten().filter(is_it).for_each(|game| game.pass_over(numbers));
    }

    /// The board's time at a moment of the game's, as [`Sitting::view`] has them: they differ where the
    /// game came from another board.
    pub fn board_time(&self, at: Instant) -> Instant {
        self.frame.board_time(at)
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

    pub(super) fn follow(&mut self) {
        while let Some(entry) = self.reconstruct.poll() {
            match &entry.what {
                What::Begin(start) => {
                    self.games += 1;
                    let mut game = Game::new(self.games, start, self.laws.clone());
                    if let Some((at, state)) = self.clock {
                        game.show_clock(at, state);
                    }
                    self.previous = self.game.replace(game);
                }
                What::Clock(state) => self.clock = Some((entry.at, *state)),
                What::Decision(decision) => self.follow_laws(decision),
                _ => {}
            }
            if let Some(game) = &mut self.game {
                let result = game.view().result;
                game.hear(&entry);
                while let Some(told) = game.poll() {
                    self.out.push_back(on_board(told, &self.frame));
                }
                self.follow_result(result, &entry);
            }
        }
    }
}

impl Sitting {
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

/// A conclusion by the time and the records of the board.
fn on_board(mut told: Told, frame: &Frame) -> Told {
    told.at = frame.board_time(told.at);
    match &mut told.what {
        Conclusion::Move(told) => told.evidence = frame.board_evidence(told.evidence),
        Conclusion::Incident(told) => told.evidence = frame.board_evidence(told.evidence),
        _ => {}
    }
    told
}

#[cfg(test)]
mod tests;
