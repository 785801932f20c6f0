//! Which pieces were touched, and what became of them: by the squares that they left and came to, whatever
//! move that may turn out to be.
//!
//! In: readings that change, and moves that are settled or taken back. Out: touches and releases, for the account.

use std::time::Duration;

use shakmaty::{Board, Chess, Color, Move, Piece, Position, Square};
use touchmove_drivers::Instant;

use super::hearing::Watch;
use super::readings::Readings;
use super::timing::Timing;
use crate::account::{RestedPiece, Touch, TouchEnd, What, differing};

/// The pieces of the line that are off their squares, and where one of them was put down.
#[derive(Clone, Debug)]
pub(super) struct Touches {
    lifted: [Option<Lift>; 64],
    /// When a piece has come to each square last.
    came: [Instant; 64],
    /// What was lifted for the last moves that are told, in case they are taken back.
    told: Vec<(Square, Lift)>,
    /// The pieces of each side, Black's and White's, put down last on squares that they had not left.
    rests: [Option<Rest>; 2],
    /// Where a piece came last that was not seen to leave a square, and when: a scan may meet its new square
    /// before its old one.
    arrived: Option<(Square, Instant)>,
    /// Where the piece that rests somewhere else now may still be seen, and where it was lifted: a scan may meet
    /// the new square first.
    vacating: Option<(Square, Square)>,
    /// A piece that rested on another square, and was taken up again.
    again: Option<RestedPiece>,
    /// Up to then nobody has seen all that was done to the pieces.
    unwatched_until: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Lift {
    piece: Piece,
    /// Whose turn it was, and after which ply of the line.
    side: Color,
    ply: u32,
    at: Instant,
    /// So much earlier it may have happened.
    late: Duration,
    /// From where it was lifted first in this turn.
    origin: Square,
    tried: Option<Square>,
    /// Another piece has stood there since: it does not come back any more.
    is_replaced: bool,
    /// Whether somebody has seen when.
    watch: Watch,
}

impl Lift {
    /// That a piece of this square was touched by a hand of `side`, and left it.
    fn left(self, square: Square, side: Color) -> Touch {
        let Self { at: lifted, late, tried, .. } = self;
        let (piece, end) = (Some(self.piece), TouchEnd::Left);
        let noise = if self.watch == Watch::Missed { UNSURE } else { 0.0 };
        Touch { square, piece, side, lifted, late, tried, end, noise }
    }
}

#[derive(Clone, Copy, Debug)]
struct Rest {
    from: Square,
    on: Square,
    piece: Piece,
    at: Instant,
}

/// How likely a touch is noise that nobody has watched.
pub(super) const UNSURE: f32 = 0.5;

/// The line when a reading changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnOf<'a> {
    /// The position after it.
    pub(super) board: &'a Board,
    /// How many plies it has.
    pub(super) ply: u32,
    /// Whose hand has changed the reading.
    pub(super) side: Color,
}

/// A touch that has ended with its piece back on its square.
#[derive(Clone, Debug)]
pub(super) struct EndedTouch {
    /// The number of the ply of the line after which it began.
    pub(super) began_after: u32,
    /// What is to be told of it.
    pub(super) entries: Vec<What>,
}

/// A move, when it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    pub(super) mv: Move,
    /// The number of its ply.
    pub(super) ply: u32,
    pub(super) at: Instant,
}

/// So many lifts of moves that are told are kept.
const MAX_TOLD_LIFTS: usize = 8;

impl Touches {
    pub(super) const NONE: Self = Self {
        lifted: [None; 64],
        came: [Instant::ZERO; 64],
        told: Vec::new(),
        rests: [None; 2],
        arrived: None,
        vacating: None,
        again: None,
        unwatched_until: None,
    };

    /// Nobody has seen all that was done to the pieces up to now.
    pub(super) const fn mark_unwatched_until(&mut self, now: Instant) {
        (self.rests, self.arrived, self.vacating, self.again) = ([None; 2], None, None, None);
        self.unwatched_until = Some(now);
    }

    /// When the pieces that are off their squares were lifted is not known.
    pub(super) fn mark_lifts_unwatched(&mut self) {
        self.lifted.iter_mut().flatten().for_each(|lift| lift.watch = Watch::Missed);
    }

    /// The reading of `square` changed in this turn. A piece that comes back to where it was lifted ends a touch.
    pub(super) fn follow(
        &mut self,
        square: Square,
        seen: &Readings,
        TurnOf { board, ply, side }: TurnOf<'_>,
        timing: &Timing,
    ) -> Option<EndedTouch> {
        let at = seen.change(square).at;
        if seen.reading(square).is_occupied() {
            self.came[square as usize] = at;
        } else {
            let origin = self.take_up(square, at, timing).unwrap_or(square);
            if let Some(piece) = board.piece_at(square) {
                self.note_left(origin, piece, seen, timing);
                let (tried, is_replaced, late) = (None, false, timing.heard_after());
                let watch = if self.is_watched_from(at) { Watch::Seen } else { Watch::Missed };
                self.lifted[square as usize] =
                    Some(Lift { piece, side, ply, at, late, origin, tried, is_replaced, watch });
            }
            return None;
        }
        let returned = |lift: &Lift| !lift.is_replaced && seen.fits(square, Some(lift.piece));
        if !self.lifted[square as usize].as_ref().is_some_and(returned) {
            self.lifted[square as usize].iter_mut().for_each(|lift| lift.is_replaced = true);
            self.put_down(square, at, seen, timing);
            return None;
        }
        self.end_rest_of(square, at, timing);
        let lift = self.lifted[square as usize].take()?;
        // Of two alike in the air nobody knows which one came back: it may have taken the one that took the other.
        let is_alike = |other: &Lift| {
            other.piece == lift.piece && other.at > lift.at && other.origin != square
        };
        if self.lifted.iter().flatten().any(is_alike) {
            return None;
        }
        let again = self.again.take_if(|again| again.from == Some(square));
        let absence = timing.at_least(at.since(lift.at));
        // How long it was off its square is not known where nobody has watched it.
        let watch = if self.is_watched_from(lift.at) { lift.watch } else { Watch::Missed };
        let at = lift.at + at.since(lift.at).saturating_sub(absence);
        let touch = Lift { at, watch, ..lift }.left(square, lift.side);
        let noise = touch.noise.max(timing.noise_of_absence(absence));
        let touch = Touch { end: TouchEnd::Returned, noise, ..touch };
        let again = again.map(What::Release).into_iter();
        let entries = again.chain([What::Touch(touch)]).collect();
        Some(EndedTouch { began_after: lift.ply, entries })
    }

    /// The pieces that a settled move took off their squares were touched, and left, in the order in which
    /// they were lifted.
    pub(super) fn take_left(
        &mut self,
        Landed { mv, at: landed, .. }: Landed,
        before: &Chess,
        after: &Chess,
    ) -> Vec<What> {
        let changed = differing(before.board(), after.board());
        let side = before.turn();
        // Of a piece that came there by this move and was taken up again, its taking back tells.
        let left = |square: Square| {
            let piece = before.board().piece_at(square)?;
            Some((square, self.lifted[square as usize].take_if(|lift| lift.piece == piece)?))
        };
        let lifts: Vec<_> = changed.into_iter().filter_map(left).collect();
        self.told.drain(
            ..(self.told.len() + lifts.len()).saturating_sub(MAX_TOLD_LIFTS).min(self.told.len()),
        );
        self.told.extend(&lifts);
        let mut left: Vec<_> =
            lifts.into_iter().map(|(square, lift)| lift.left(square, side)).collect();
        left.sort_by_key(|touch| touch.lifted);
        // What was found to be gone besides came after what was seen to go.
        if left.iter().any(|touch| touch.noise < UNSURE) {
            left.iter_mut().for_each(|touch| touch.noise = 0.0);
        }
        let again = self.again.take_if(|again| again.side == side && again.put_down <= landed);
        let is_of_move = |again: &RestedPiece| again.from == mv.from() && again.to != mv.to();
        let again = again.filter(is_of_move).map(What::Release);
        while self.take_rest(|rest| changed.contains(rest.on)).is_some() {}
        self.forget_unless_in(after.board());
        left.into_iter().map(What::Touch).chain(again).collect()
    }

    /// The pieces that are off their squares when `side` has pressed for a move that is not told: he touched
    /// them, in the order in which they were lifted.
    pub(super) fn lifted_by(&self, side: Color) -> Vec<What> {
        let lifted = Square::ALL.into_iter().zip(&self.lifted);
        let off = lifted.filter_map(|(square, lift)| Some((*lift)?.left(square, side)));
        let mut off: Vec<_> = off.collect();
        off.sort_by_key(|touch| touch.lifted);
        off.into_iter().map(What::Touch).collect()
    }

    fn is_watched_from(&self, began: Instant) -> bool {
        self.unwatched_until.is_none_or(|until| until < began)
    }

    /// A move of the line that had landed then is taken back: its piece was put down where it went, and taken up
    /// from there, if it was seen to be; or the piece that a pawn became, where another one took its place.
    pub(super) fn release_taken_back(
        &self,
        Landed { mv, ply, at: landed }: Landed,
        side: Color,
        scan: Duration,
    ) -> Option<What> {
        let to = mv.castling_side().map_or(mv.to(), |castling| castling.king_to(side));
        let piece = mv.promotion().unwrap_or(mv.role()).of(side);
        // What was lifted after a reply was lifted for another move.
        let is_it = |(square, lift): &&(Square, Lift)| {
            *square == to && lift.piece == piece && lift.at > landed && lift.ply == ply
        };
        let told = || self.told.iter().rev().find(is_it).map(|(_, lift)| *lift);
        let lift = self.lifted[to as usize]
            .filter(|lift| lift.at > landed)
            .or_else(told)
            .filter(|_| self.is_watched_from(landed) && self.has_come(mv, to, scan))?;
        // It may have been elsewhere meanwhile.
        let came = Some(self.came[to as usize]).filter(|at| *at < lift.at);
        let landed = came.map_or(landed, |at| landed.max(at));
        let (from, piece) = match mv.promotion() {
            Some(chosen) if lift.is_replaced => (None, chosen.of(side)),
            _ => (Some(mv.from()?), mv.role().of(side)),
        };
        let rested = Some(lift.at.since(landed).saturating_sub(lift.late));
        Some(What::Release(RestedPiece { from, to, piece, side, put_down: landed, rested }))
    }

    /// Whether a piece has come to where the told move went since its piece was taken up: without a name it may only be thought
    /// to have taken one whose square was never empty.
    fn has_come(&self, mv: Move, to: Square, scan: Duration) -> bool {
        let is_its = |(square, _): &&(Square, Lift)| Some(*square) == mv.from();
        let taken_up = self.told.iter().rev().find(is_its).map(|(_, lift)| lift.at);
        taken_up.is_none_or(|at| at <= self.came[to as usize] + scan)
    }

    /// A piece stands where it was not lifted: one of those that are in the air, the last lifted.
    fn put_down(&mut self, on: Square, at: Instant, seen: &Readings, timing: &Timing) {
        let lifted = Square::ALL.into_iter().zip(&self.lifted);
        let fitting = lifted.filter_map(|(from, lift)| {
            let lift = lift.filter(|lift| seen.fits(on, Some(lift.piece)))?;
            Some((lift.at, from, lift))
        });
        let last = fitting.max_by_key(|(at, from, _)| (*at, *from));
        match last {
            Some((_, _, Lift { piece, origin: from, .. })) => {
                self.end_rest_of(from, at, timing);
                self.rests[piece.color as usize] = Some(Rest { from, on, piece, at });
            }
            None => self.arrived = Some((on, at)),
        }
    }

    /// A piece has left its square that stands elsewhere already.
    fn note_left(&mut self, from: Square, piece: Piece, seen: &Readings, timing: &Timing) {
        let now = seen.last().at;
        let is_it = |(on, at): &mut (Square, Instant)| {
            now.since(*at) < timing.settle && seen.fits(*on, Some(piece))
        };
        if let Some((on, at)) = self.arrived.take_if(is_it) {
            self.rests[piece.color as usize] = Some(Rest { from, on, piece, at });
        }
    }

    /// A piece is taken up from where it was put down: it had been there if it rested. Where it came from.
    fn take_up(&mut self, square: Square, at: Instant, timing: &Timing) -> Option<Square> {
        if let Some(rest) = self.take_rest(|rest| rest.on == square) {
            self.note_rest_until(rest, at, timing);
            return Some(rest.from);
        }
        self.vacating.take_if(|(on, _)| *on == square).map(|(_, from)| from)
    }

    /// The piece lifted here comes to another square, or back: a scan may meet that before the one where it rested.
    fn end_rest_of(&mut self, from: Square, at: Instant, timing: &Timing) {
        if let Some(rest) = self.take_rest(|rest| rest.from == from) {
            self.note_rest_until(rest, at, timing);
            self.vacating = Some((rest.on, from));
        }
    }

    fn take_rest(&mut self, is_it: impl Fn(&Rest) -> bool) -> Option<Rest> {
        self.rests.iter_mut().find_map(|rests| rests.take_if(|rest| is_it(rest)))
    }

    /// A piece rested until then. Of several places where it did so the longest counts: on its way it hardly
    /// rests.
    fn note_rest_until(&mut self, rest: Rest, until: Instant, timing: &Timing) {
        let Rest { from, on, piece, at: put_down } = rest;
        let rested = timing.at_least(until.since(put_down));
        let Some(lift) = &mut self.lifted[from as usize] else { return };
        let is_longest =
            |again: RestedPiece| again.from != Some(from) || again.rested < Some(rested);
        if rested >= timing.settle && self.again.is_none_or(is_longest) {
            lift.tried = Some(on);
            let (from, side, rested) = (Some(from), piece.color, Some(rested));
            self.again = Some(RestedPiece { from, to: on, piece, side, put_down, rested });
        }
    }

    fn forget_unless_in(&mut self, board: &Board) {
        self.again.take_if(|again| {
            again.from.is_none_or(|from| board.piece_at(from) != Some(again.piece))
        });
        for (square, lift) in Square::ALL.into_iter().zip(&mut self.lifted) {
            lift.take_if(|lift| board.piece_at(square) != Some(lift.piece));
        }
    }
}
