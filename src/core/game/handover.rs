//! Games that are moved to another board: what goes with them, and how their time goes on there.

use std::time::Duration;

use touchmove_drivers::Instant;

use super::conclusion::{Conclusion, Told};
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

impl Sitting {
    /// The game that is being played, to be taken to another board.
    pub fn hand_over(&self) -> Option<Handover> {
        let game = self.game.clone().filter(|game| game.view().result.is_none())?;
        Some(Handover { reconstruct: self.reconstruct.clone(), game })
    }

    /// The game is played elsewhere from now on.
    pub fn let_go(&mut self) {
        self.reconstruct = self.reconstruct.without_game();
        self.game = None;
        self.left.clear();
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
        let Handover { mut reconstruct, game } = handover;
        self.leave_game(self.reconstruct.on_paper());
        self.frame = Frame::continuing(&reconstruct, at, records);
        let (at, record) = (self.frame.time(at), self.frame.record(records));
        reconstruct.go_on_at(&self.reconstruct, at, record);
        self.games += 1;
        self.game = Some(game.renumbered(self.games));
        self.reconstruct = reconstruct;
        self.follow();
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
