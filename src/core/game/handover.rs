//! Games that are moved to another board: what goes with them, and how their time goes on there.

use std::time::Duration;

use touchmove_drivers::Instant;

use super::conclusion::{Conclusion, Told};
use super::left::LeftGame;
use super::sitting::Sitting;
use super::{Game, fen_of};
use crate::account::EvidenceSpan;
use crate::reconstruct::Reconstruct;

/// A game on its way to another board.
#[derive(Clone, Debug)]
pub struct Handover {
    reconstruct: Reconstruct,
    game: Game,
}

/// How times and numbers of records of a board are counted by the game on it. A game that came from
/// another board counts on from where it was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The game's time is so much later, or so much earlier.
    later: Duration,
    earlier: Duration,
    /// The game's number of a record is so much higher.
    higher: u64,
    /// Up to this number records are those of the board before.
    before: u64,
}

impl Handover {
    pub(super) const fn new(reconstruct: Reconstruct, game: Game) -> Self {
        Self { reconstruct, game }
    }
}

impl Sitting {
    /// A game that is not over, to be taken to another board: the present one, where no number is given, or one that was
    /// adjourned here.
    pub fn hand_over(&self, number: Option<u32>) -> Option<Handover> {
        if let Some(left) = self.adjourned(number) {
            return Some(left.handover());
        }
        let game = self.game.clone().filter(|game| game.view().result.is_none())?;
        let is_meant = number.is_none_or(|number| number == game.view().game);
        is_meant.then(|| Handover { reconstruct: self.reconstruct.clone(), game })
    }

    /// The game that was handed over is played elsewhere from now on.
    pub fn let_go(&mut self, number: Option<u32>) {
        if self.adjourned(number).is_some() {
            self.left.retain(|left| Some(left.view().game) != number);
            return;
        }
        self.reconstruct = self.reconstruct.without_game();
        self.game = None;
        self.left.retain(LeftGame::is_adjourned);
    }

    /// The game of this number, if it was adjourned here and stands on no board.
    fn adjourned(&self, number: Option<u32>) -> Option<&LeftGame> {
        let mut adjourned = self.left.iter().filter(|left| left.is_adjourned());
        adjourned.find(|left| Some(left.view().game) == number)
    }

    /// The present game is adjourned: it stands on no board until it is resumed.
    pub(super) fn adjourn(&mut self) {
        let paper = self.reconstruct.on_paper();
        self.reconstruct = self.reconstruct.without_game();
        if let Some(game) = &mut self.game {
            game.leave_board();
        }
        self.leave_game(paper);
    }

    /// A game that was adjourned here, by its place among those that were left, is resumed: where its position stands on this
    /// board, it goes on there.
    pub(super) fn resume_here(&mut self, place: usize, at: Instant, records: u64) {
        let Some(left) = self.left.get(place).filter(|left| left.is_adjourned()) else { return };
        let handover = left.handover();
        if !self.is_free() || self.stands_like(&handover).is_err() {
            return;
        }
        self.left.remove(place);
        let number = handover.game.view().game;
        self.go_on_with(handover, number, at, records);
    }

    /// Whether the pieces stand as in the game that is to be taken over, but for a move or two.
    ///
    /// # Errors
    /// Where they should stand, as a FEN.
    pub fn stands_like(&self, handover: &Handover) -> Result<(), String> {
        handover.reconstruct.stands_on(&self.reconstruct).map_err(|position| fen_of(&position))
    }

    /// Whether a game can be taken over: none is being played.
    pub fn is_free(&self) -> bool {
        let view = self.view();
        view.is_none_or(|view| view.moves.is_empty() || view.result.is_some())
    }

    /// Goes on with a game from another board, at a moment of this board's time, when this board had so
    /// many records. It becomes the next game of this board.
    pub fn take_over(&mut self, handover: Handover, at: Instant, records: u64) {
        self.games += 1;
        self.go_on_with(handover, self.games, at, records);
    }

    fn go_on_with(&mut self, handover: Handover, number: u32, at: Instant, records: u64) {
        let Handover { mut reconstruct, game } = handover;
        self.leave_game(self.reconstruct.on_paper());
        self.frame = Frame::continuing(&reconstruct, at, records);
        let (at, record) = (self.frame.time(at), self.frame.record(records));
        reconstruct.go_on_at(&self.reconstruct, at, record);
        self.game = Some(game.renumbered(number));
        self.reconstruct = reconstruct;
        self.follow();
        self.come_on_board(at);
    }

    /// An adjourned game stands on this board.
    fn come_on_board(&mut self, at: Instant) {
        let Some(game) = self.game.as_mut().filter(|game| game.view().adjourned.is_some()) else {
            return;
        };
        game.come_on_board(at);
        while let Some(told) = game.poll() {
            self.out.push_back(self.frame.on_board(told));
        }
    }
}

impl Frame {
    fn continuing(game: &Reconstruct, at: Instant, records: u64) -> Self {
        Self {
            later: game.now().since(at),
            earlier: at.since(game.now()),
            higher: game.record().saturating_sub(records),
            before: game.record().max(records),
        }
    }

    /// The game's time at a moment of the board's.
    pub(super) fn time(&self, board: Instant) -> Instant {
        earlier_by(board + self.later, self.earlier)
    }

    /// The board's time at a moment of the game's.
    pub(super) fn board_time(&self, game: Instant) -> Instant {
        earlier_by(game + self.earlier, self.later)
    }

    /// The game's number of a record of the board.
    pub(super) const fn record(&self, board: u64) -> u64 {
        board.saturating_add(self.higher)
    }

    /// A conclusion by the time and the records of the board.
    pub(super) fn on_board(&self, mut told: Told) -> Told {
        told.at = self.board_time(told.at);
        match &mut told.what {
            Conclusion::Move(told) => told.evidence = self.board_evidence(told.evidence),
            Conclusion::Incident(told) => told.evidence = self.board_evidence(told.evidence),
            _ => {}
        }
        told
    }

    /// Evidence by the numbers of the boards that it was seen on.
    fn board_evidence(&self, game: EvidenceSpan) -> EvidenceSpan {
        let own = |number: u64| if number > self.before { number - self.higher } else { number };
        EvidenceSpan { from: own(game.from), to: own(game.to) }
    }
}

fn earlier_by(at: Instant, by: Duration) -> Instant {
    Instant::ZERO + at.since(Instant::ZERO).saturating_sub(by)
}
