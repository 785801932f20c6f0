//! A hand over the table: it knows what stands where, and each thing it does is written down with
//! its time.

use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Bitboard, Board, Piece, Square};
use touchmove_drivers::Instant;

use super::style::{Habits, PerMille};
use crate::simulate::timeline::{Action, Deed, Timeline};

/// The hands of both players, one after the other.
pub(super) struct Hand {
    at: Instant,
    board: Board,
    deeds: Vec<Deed>,
    landings: Vec<Instant>,
    /// A pawn captured en passant that the player forgot to lift.
    late_victim: Option<Square>,
    habits: Habits,
    rng: Rng,
}

/// What a hand holds: the man that was lifted, or nothing where nothing stood. It cannot be copied,
/// so no man is put down twice.
#[must_use = "a man in the hand is put down or laid aside"]
pub(super) struct Held(Option<Piece>);

impl Hand {
    pub(super) fn new(board: Board, habits: Habits, seed: u64) -> Self {
        Self {
            at: Instant::ZERO,
            board,
            deeds: Vec::new(),
            landings: Vec::new(),
            late_victim: None,
            habits,
            rng: Rng::with_seed(seed),
        }
    }

    pub(super) fn into_timeline(self, start: Board) -> Timeline {
        Timeline { start, deeds: self.deeds, landings: self.landings }
    }

    pub(super) const fn at(&self) -> Instant {
        self.at
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn habits(&self) -> &Habits {
        &self.habits
    }

    pub(super) const fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Lifts what stands on `square`. A late victim of the other player goes with it.
    pub(super) fn lift(&mut self, square: Square) -> Held {
        let held = self.take(square);
        if let Some(late) = self.late_victim.take() {
            self.wait(60..=200);
            self.take(late).lay_aside();
        }
        held
    }

    /// Puts the man down; one that stood there is laid aside in the same moment.
    pub(super) fn place(&mut self, held: Held, square: Square) {
        self.replace(held, square).lay_aside();
    }

    /// Puts the man down and has the one that stood there in the hand.
    pub(super) fn replace(&mut self, held: Held, square: Square) -> Held {
        let taken = self.take(square);
        if let Held(Some(piece)) = held {
            self.board.set_piece_at(square, piece);
            self.act(Action::Place(square, piece));
        }
        taken
    }

    /// Puts the man on an empty square for some milliseconds and takes it up again.
    pub(super) fn touch(&mut self, held: Held, square: Square, ms: RangeInclusive<u64>) -> Held {
        self.place(held, square);
        self.wait(ms);
        self.take(square)
    }

    /// Leaves the pawn on `square`, captured en passant, until the next man is lifted.
    pub(super) const fn forget(&mut self, square: Square) {
        self.late_victim = Some(square);
    }

    /// Lifts the late victim when no reply comes.
    pub(super) fn clear_late_victim(&mut self) {
        if let Some(late) = self.late_victim.take() {
            self.wait(300..=900);
            self.take(late).lay_aside();
        }
    }

    /// The move is complete on the board.
    pub(super) fn land(&mut self) {
        self.landings.push(self.at);
    }

    /// Does something now.
    pub(super) fn act(&mut self, action: Action) {
        self.deeds.push(Deed { at: self.at, action });
    }

    /// Lets some milliseconds pass.
    pub(super) fn wait(&mut self, ms: RangeInclusive<u64>) {
        let ms = self.rng.u64(ms);
        self.pass(Duration::from_millis(ms));
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, span: Duration) {
        self.at = self.at + span;
    }

    /// Whether something happens that happens `share` times in a thousand.
    pub(super) fn chance(&mut self, share: PerMille) -> bool {
        self.rng.u16(0..1_000) < share.0
    }

    /// One of the squares, if there is any.
    pub(super) fn any(&mut self, squares: Bitboard) -> Option<Square> {
        let count = squares.count();
        if count == 0 { None } else { squares.into_iter().nth(self.rng.usize(0..count)) }
    }

    fn take(&mut self, square: Square) -> Held {
        let held = Held(self.board.remove_piece_at(square));
        if held.0.is_some() {
            self.act(Action::Lift(square));
        }
        held
    }
}

impl Held {
    /// A man from beside the board.
    pub(super) const fn fetched(piece: Piece) -> Self {
        Self(Some(piece))
    }

    /// Puts it beside the board.
    pub(super) fn lay_aside(self) {}
}
