//! What each square shows, and which of its changes came alone.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::{Piece, Placement, Reading, Role, Square};

/// All other squares are quiet for so long before and after what is judged. A hand that does something to a second
/// square is there sooner: it is three scans of a DGT board.
const ALONE: Duration = Duration::from_millis(750);
/// What turns back within this time was no piece lifted and thought over. Boards that were recorded flicker for 180 to
/// 540 ms.
const SHORT: Duration = Duration::from_millis(600);
/// What a square has shown for less than this before is still on its way.
const RESTED: Duration = Duration::from_secs(1);

/// What a square did alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Odd {
    pub(super) square: Square,
    pub(super) oddity: Oddity,
    /// It showed a piece that it could not name.
    pub(super) was_unknown: bool,
}

/// In which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// Its piece was not read for a moment.
    Dropout = 0,
    /// A piece was read for a moment where none stands.
    Ghost = 1,
    /// Its piece was read as another, without having been away.
    Swap = 2,
}

/// The readings, and what is going on among them.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    shown: [Option<Reading>; 64],
    changed: [Instant; 64],
    /// The square that changed last, and when; and when another one did last.
    last: Option<(Square, Instant)>,
    others: Option<Instant>,
    /// What a square does now, all others being quiet.
    burst: Option<Burst>,
}

/// Changes of one square from what it had shown.
#[derive(Clone, Copy, Debug)]
struct Burst {
    square: Square,
    from: Reading,
    began: Instant,
    last: Instant,
    was_empty: bool,
    was_unknown: bool,
    was_another: bool,
}

impl Readings {
    pub(super) const fn new() -> Self {
        let (shown, changed) = ([None; 64], [Instant::ZERO; 64]);
        Self { shown, changed, last: None, others: None, burst: None }
    }

    /// What a square shows; `None` while that is not known.
    pub(super) fn shown(&self, square: Square) -> Option<Reading> {
        self.shown.get(square.index()).copied().flatten()
    }

    /// Nothing is known of the squares any more.
    pub(super) fn lose(&mut self) {
        *self = Self::new();
    }

    /// A square shows this; since when is not known.
    pub(super) fn take_over(&mut self, square: Square, reading: Reading) {
        if let Some(shown) = self.shown.get_mut(square.index()) {
            *shown = Some(reading);
        }
    }

    /// A square shows something else. `pieces` is what the game has on the board.
    pub(super) fn change(
        &mut self,
        now: Instant,
        square: Square,
        reading: Reading,
        pieces: Option<&Placement>,
    ) {
        let before = self.shown(square);
        if before == Some(reading) {
            return;
        }
        match &mut self.burst {
            Some(burst) if burst.square == square => burst.go_on(now, reading),
            Some(_) => self.burst = None,
            None => self.burst = self.burst_at(now, square, reading, pieces),
        }
        match self.last {
            Some((last, at)) if last != square => {
                (self.last, self.others) = (Some((square, now)), Some(at));
            }
            _ => self.last = Some((square, now)),
        }
        self.take_over(square, reading);
        if let Some(changed) = self.changed.get_mut(square.index()) {
            *changed = now;
        }
    }

    /// What a square did alone, if all have been quiet since for long enough.
    pub(super) fn settled(&mut self, now: Instant) -> Option<Odd> {
        let burst = self.burst.take_if(|burst| now.since(burst.last) > ALONE)?;
        burst.judged(self.shown(burst.square)?)
    }

    /// What begins with this change, where no other square has changed lately and the square shows what the game
    /// has there.
    fn burst_at(
        &self,
        now: Instant,
        square: Square,
        reading: Reading,
        pieces: Option<&Placement>,
    ) -> Option<Burst> {
        let from = self.shown(square)?;
        let other = match self.last {
            Some((last, at)) if last != square => Some(at),
            _ => self.others,
        };
        let is_alone = other.is_none_or(|other| now.since(other) > ALONE);
        let rested = now.since(*self.changed.get(square.index())?);
        let is_expected = pieces.is_some_and(|pieces| pieces.get(square).may_show_as(from));
        (is_alone && rested >= RESTED && is_expected).then(|| {
            let (was_empty, was_unknown, was_another) = (false, false, false);
            let began =
                Burst { square, from, began: now, last: now, was_empty, was_unknown, was_another };
            let mut burst = began;
            burst.go_on(now, reading);
            burst
        })
    }
}

impl Burst {
    fn go_on(&mut self, now: Instant, reading: Reading) {
        self.last = now;
        if reading != self.from {
            match reading {
                Reading::Empty => self.was_empty = true,
                Reading::Unknown => self.was_unknown = true,
                Reading::Piece(_) | Reading::Occupied | Reading::Color(_) => {
                    self.was_another = true
                }
            }
        }
    }

    /// What it was, now that the square shows `now`.
    fn judged(&self, now: Reading) -> Option<Odd> {
        let &Self { square, was_unknown, .. } = self;
        let is_short = self.last.since(self.began) <= SHORT;
        let oddity = match (self.from, now) {
            (from, now) if from == now && !is_short => return None,
            (Reading::Empty, Reading::Empty) => Oddity::Ghost,
            (from, now) if from == now && self.was_another => Oddity::Swap,
            (from, now) if from == now => Oddity::Dropout,
            (Reading::Piece(from), Reading::Piece(_))
                if !self.was_empty && !may_promote(from, square) =>
            {
                Oddity::Swap
            }
            _ => return None,
        };
        Some(Odd { square, oddity, was_unknown })
    }
}

/// A pawn on the last rank is exchanged by hand.
fn may_promote(piece: Piece, square: Square) -> bool {
    piece.role == Role::Pawn && matches!(square.index() / 8, 0 | 7)
}
