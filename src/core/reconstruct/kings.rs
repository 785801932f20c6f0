//! Kings in the centre: how players tell a DGT board the result (`drivers/dgt/README.md`, Quirks).

use std::time::Duration;

use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Position, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation as device;

use super::beam::{Beam, Hypothesis};
use super::plies::{Ply, PlyId};
use super::readings::{Change, Readings};
use crate::account::{KingsSign, Sight};

/// The four squares. Kings on any two of them touch, so together they are never a legal position.
pub(super) const CENTRE: Bitboard = Bitboard(
    1 << Square::D4 as u64
        | 1 << Square::E4 as u64
        | 1 << Square::D5 as u64
        | 1 << Square::E5 as u64,
);

/// A king that stays so long on a square has not only stopped there on its way.
const REST_OF_ARRIVED: Duration = Duration::from_millis(500);

/// Whoever tells the result with one king does not wait longer than this before he takes up the other one.
const REST_BETWEEN_KINGS: Duration = Duration::from_secs(5);

/// A board says that a king has left its square at most so long after it said that he has come to the next.
const LIFTED_BEFORE: Duration = Duration::from_secs(1);

/// A result that the kings tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownSign {
    /// The change that put the later king down.
    pub(super) put_down: Change,
    pub(super) sign: KingsSign,
}

/// The result that the kings tell, when both stand in the centre: both on light squares, White won;
/// both on dark ones, Black won; one on each, a draw. Other pieces may be anywhere. `board` is what was played, if anything.
pub(super) fn sign(seen: &Readings, board: Option<&Board>) -> Option<ShownSign> {
    let stands = |color| {
        let has_gone_on = |at: &Square| board.is_some_and(|board| has_gone_on(seen, board, *at));
        king_in_centre(seen, color).filter(|at| !has_gone_on(at))
    };
    let (white, black) = (stands(Color::White)?, stands(Color::Black)?);
    let sign = told_by(white, black);
    let later = [white, black].map(|square| seen.change(square)).into_iter();
    Some(ShownSign { put_down: later.max_by_key(|change| change.record)?, sign })
}

/// The result that they tell when one stands in the centre, and the other, who stands nowhere, on this empty square of the
/// device.
pub(super) fn sign_with(seen: &Readings, square: device::Square) -> Option<KingsSign> {
    let square = seen.orientation().in_game(square);
    let is_free = CENTRE.contains(square) && !seen.sets().occupied().contains(square);
    let stands = |color| {
        let king = Piece { color, role: Role::King };
        let is_away = seen.sets().named().by_piece(king).is_empty();
        king_in_centre(seen, color).or((is_free && is_away).then_some(square))
    };
    let (white, black) = (stands(Color::White)?, stands(Color::Black)?);
    (white != black).then(|| told_by(white, black))
}

/// The same where pieces have no names: the kings have left their squares of `board`, and two pieces stand in the centre where
/// none stood, or have come since. Which is which makes no difference, nor what was taken off the centre.
pub(super) fn sign_without_names(seen: &Readings, board: &Board) -> Option<ShownSign> {
    let shown = seen.sets();
    if (board.kings() & shown.occupied()).any() {
        return None;
    }
    let lifted = board.kings().into_iter().map(|square| seen.change(square).at).min()?;
    let is_new = |at: &Square| !board.occupied().contains(*at) || seen.change(*at).at > lifted;
    let came: Bitboard = (CENTRE & shown.unnamed()).into_iter().filter(is_new).collect();
    let taken_off = CENTRE & !shown.occupied();
    let others = shown.mismatch(board) & !board.kings() & !came & !taken_off;
    if came.count() != 2 || others.any() {
        return None;
    }
    let sign = match came.into_iter().filter(|square| square.is_light()).count() {
        2 => KingsSign::WhiteWins,
        0 => KingsSign::BlackWins,
        _ => KingsSign::Draw,
    };
    let changes = came.into_iter().map(|square| seen.change(square));
    Some(ShownSign { put_down: changes.max_by_key(|change| change.record)?, sign })
}

/// Whether a king stands in the centre where `board` has none: the other one may follow.
pub(super) fn is_half_a_sign(seen: &Readings, board: &Board) -> bool {
    Color::ALL
        .into_iter()
        .filter_map(|color| king_in_centre(seen, color))
        .any(|square| board.role_at(square) != Some(Role::King))
}

/// Whether the ply put a king on one of the four squares.
pub(super) fn may_become_sign(ply: &Ply) -> bool {
    is_king_step(ply) && ply.mv().is_some_and(|mv| CENTRE.contains(mv.to()))
}

/// Whether the piece of a move stepped aside from the square on which a king stands now: to the next one, which was empty.
pub(super) fn leaves_to_king(mv: &Move, seen: &Readings) -> bool {
    let steps_aside = |from: Square| from.distance(mv.to()) == 1 && !mv.is_capture();
    mv.from().is_some_and(|from| steps_aside(from) && seen.sets().named().kings().contains(from))
}

/// Whether nobody saw where the piece of the ply went, nor sees it there: it may only have been taken off to make room.
pub(super) fn has_gone_nowhere(ply: &Ply, seen: &Readings) -> bool {
    let shown = |to: Square| seen.sets().piece_at(to);
    let has_come = |mv: Move| shown(mv.to()) == ply.after.board().piece_at(mv.to());
    matches!(ply.sight, Sight::Bridged | Sight::Uncertain) && !ply.mv().is_some_and(has_come)
}

/// Whether the ply was first seen after a silence, and what moved has stepped aside from where a king stands now: it
/// may only have made room for it.
pub(super) fn has_made_room(ply: &Ply, seen: &Readings) -> bool {
    seen.was_lost_within(ply.evidence) && ply.mv().is_some_and(|mv| leaves_to_king(&mv, seen))
}

fn is_king_step(ply: &Ply) -> bool {
    matches!(ply.mv(), Some(Move::Normal { role: Role::King, .. }))
}

/// Where play stood when each king left its square, Black's and White's, for as long as it may still
/// be on its way to the centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Journeys {
    kings: [Option<Journey>; 2],
    /// The number of the last step to the centre after which its king was taken up again: it was a move.
    last_move: u32,
}

#[derive(Clone, Copy, Debug)]
struct Journey {
    /// The last ply of the best line when the king was lifted.
    head: PlyId,
    number: u32,
    at: Instant,
}

impl Journeys {
    pub(super) const NONE: Self = Self { kings: [None; 2], last_move: 0 };

    /// Whether the step to the centre that is ply number `number` was a move.
    pub(super) const fn is_move(&self, number: u32) -> bool {
        number <= self.last_move
    }

    /// The readings will change after `rest`. A king that rested so long outside the centre has moved
    /// there.
    pub(super) fn note_rest(&mut self, beam: &Beam, rest: Duration) {
        let head = beam.head();
        if rest >= REST_OF_ARRIVED
            && beam.unexplained().is_empty()
            && is_king_step(head)
            && !may_become_sign(head)
        {
            self.note_step(head.number);
        }
    }

    /// The readings of `changed` are new, and the beam has followed them.
    pub(super) fn follow(&mut self, beam: &Beam, seen: &Readings, changed: Bitboard) {
        let (best, head) = (beam.best(), beam.head());
        if head.number < self.last_move {
            self.last_move = 0;
        }
        for color in Color::ALL {
            let king = Piece { color, role: Role::King };
            let at_home = head.after.board().by_piece(king);
            let lifted = changed & best.mismatch & at_home & !seen.sets().occupied();
            if lifted.any() && has_arrived(head, color, seen) {
                self.last_move = head.number;
                self.kings[!head.turn() as usize] = None;
            }
            let journey = &mut self.kings[color as usize];
            if lifted.any() && journey.is_none() {
                *journey =
                    Some(Journey { head: best.head, number: head.number, at: seen.last().at });
            }
            // Nobody takes his rook along on the way to the centre.
            if let Some(journey) = journey
                && let Some(castled) = castled_from(journey.head, beam, seen, changed)
            {
                let number = beam.ply(castled).number;
                *journey = Journey { head: castled, number, at: seen.last().at };
            }
            let went_on = |journey: &Journey| {
                // The opponent has moved after the king, or it stands where it stood.
                head.number > journey.number + 2
                    || best.mismatch.is_empty() && head.number >= journey.number + 2
                    || best.mismatch.is_empty() && best.head == journey.head
            };
            if journey.as_ref().is_some_and(went_on) {
                *journey = None;
            }
        }
    }

    /// This player has pressed: what his king did before was a move.
    pub(super) const fn note_press(&mut self, side: Color) {
        self.kings[side as usize] = None;
    }

    /// The king's step, ply number `number`, is a move of the game.
    pub(super) fn note_step(&mut self, number: u32) {
        for journey in &mut self.kings {
            if journey.is_some_and(|journey| journey.number < number) {
                *journey = None;
            }
        }
    }

    /// Where play stood when the first of the kings that tell the result since `put_down` left its square, if that
    /// was not longer before than `most`. What had landed by then was played, though another line may have been the best one
    /// just then.
    pub(super) fn first(&self, beam: &Beam, put_down: Instant, most: Duration) -> Option<PlyId> {
        let journeys = self.kings.iter().flatten();
        let recent = journeys.filter(|journey| put_down.since(journey.at) < most);
        let first = recent.min_by_key(|journey| (journey.at, journey.number))?;
        let best = beam.best().head;
        let mut line =
            beam.plies().back_from(best).filter(|_| beam.plies().is_on_line(first.head, best));
        // Of a king's step of which nobody saw where it went only the beginning is known: it went to the centre.
        let is_step_seen = |ply: &Ply| !is_king_step(ply) || ply.sight == Sight::Seen;
        let is_play =
            |ply: &Ply| ply.landed <= first.at && !may_become_sign(ply) && is_step_seen(ply);
        let landed = line.find(|(id, ply)| *id == first.head || is_play(ply));
        Some(landed.map_or(first.head, |(id, _)| id))
    }

    /// The plies that are kept for it.
    pub(super) fn plies(&self) -> impl Iterator<Item = PlyId> {
        self.kings.iter().flatten().map(|journey| journey.head)
    }

    /// The same, to be named anew.
    pub(super) fn plies_mut(&mut self) -> impl Iterator<Item = &mut PlyId> {
        self.kings.iter_mut().flatten().map(|journey| &mut journey.head)
    }
}

/// Whether a king had come to stay by this ply, as the king of this colour is taken up. If it is the same one: where it
/// rested before the other came to the centre, whoever takes it up to tell the result had moved it there. If it is the other
/// one: whoever tells the result with the one in the centre would have taken up the other one sooner.
fn has_arrived(ply: &Ply, lifted: Color, seen: &Readings) -> bool {
    let now = seen.last().at;
    if ply.turn() == lifted {
        return may_become_sign(ply) && now.since(ply.landed) >= REST_BETWEEN_KINGS;
    }
    let other_came = king_in_centre(seen, !lifted).map(|square| seen.change(square).at);
    let until = other_came.filter(|came| *came > ply.landed).unwrap_or(now);
    is_king_step(ply) && until.since(ply.landed) >= REST_OF_ARRIVED
}

/// The castling after `head`, whose king was just lifted from where it went, while the rook stands where that went.
fn castled_from(head: PlyId, beam: &Beam, seen: &Readings, changed: Bitboard) -> Option<PlyId> {
    let lifted = changed & !seen.sets().occupied();
    let castled = |one: &&Hypothesis| {
        let ply = beam.ply(one.head);
        let king = ply.after.board().kings() & ply.after.them();
        let rook = ply.mv().and_then(rook_goal);
        ply.parent == Some(head)
            && rook.is_some_and(|rook| !one.mismatch.contains(rook))
            && (lifted & king).any()
    };
    beam.all().iter().find(castled).map(|one| one.head)
}

/// Where the rook goes, if it castles.
fn rook_goal(mv: Move) -> Option<Square> {
    let Move::Castle { king, rook } = mv else { return None };
    let side = CastlingSide::from_queen_side(rook < king);
    Some(Square::from_coords(side.rook_to_file(), rook.rank()))
}

fn told_by(white: Square, black: Square) -> KingsSign {
    match (white.is_light(), black.is_light()) {
        (true, true) => KingsSign::WhiteWins,
        (false, false) => KingsSign::BlackWins,
        _ => KingsSign::Draw,
    }
}

/// Whether the king that the board shows on this square was played on, and the board has lost that it left: its square of
/// `board` has changed since.
fn has_gone_on(seen: &Readings, board: &Board, shown: Square) -> bool {
    let king = seen.sets().piece_at(shown).and_then(|king| board.king_of(king.color));
    let changed = king.map(|square| seen.change(square).at);
    changed.is_some_and(|at| at > seen.change(shown).at + LIFTED_BEFORE)
}

/// Where this king stands, if that is in the centre. Where the board shows several it has lost that one left: the king is
/// the one that came last.
pub(super) fn king_in_centre(seen: &Readings, color: Color) -> Option<Square> {
    let shown = seen.sets().named().by_piece(Piece { color, role: Role::King });
    let came = |square: &Square| (seen.change(*square).record, CENTRE.contains(*square));
    shown.into_iter().max_by_key(came).filter(|square| CENTRE.contains(*square))
}
