//! Moves of which a piece was never seen where it went, found by what followed: both players at once, a
//! pawn that stands for a piece, an update that was lost.

use std::time::Duration;

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis};
use super::landed_moves::{MAX_HYPOTHESES_CHANGED, add_replies_to_new, new_ply};
use super::plausibility::{Fate, doubt_milli};
use super::plies::PlyId;
use super::position;
use super::price::price;
use super::readings::Readings;
use super::weights::Cost;
use crate::account::{BoardTrust, Sight, position_after, replies};

/// So many pieces may have been taken on one square between two that were seen there.
const MAX_EXCHANGED: u8 = 3;

/// So many more hypotheses are looked at, of which the last [`LATE_PLIES`] plies were seen.
const MAX_SEEN: usize = 8;

/// So many plies of a line are its late ones.
const LATE_PLIES: usize = 3;

/// Nobody holds a piece so long and lets the opponent move: one without a name, of which only its leaving was read, was put down.
const LONG_IN_HAND: Duration = Duration::from_millis(2_500);

/// A move of which a piece was not seen where it went.
struct Unseen<'a> {
    parent: PlyId,
    paid: Cost,
    before: &'a Chess,
    mv: Move,
    after: Chess,
    /// So many pieces may have been taken there after it, before one was seen.
    more: u8,
}

/// A move of which a piece was never seen where it went, followed by one that is seen: both players
/// at once, a pawn that stands for a piece, an update that was lost. Where the board loses readings, unlikely lines are looked at as well.
pub(super) fn add_missed_landings(
    beam: &mut Beam,
    old: usize,
    changed: Bitboard,
    trust: BoardTrust,
    seen: &Readings,
) {
    if has_plain_explanation(beam, seen) {
        return;
    }
    let most = match trust {
        BoardTrust::Trusted => beam.weights().unlikely,
        BoardTrust::Doubted => beam.weights().hopeless,
    };
    for index in looked_at(beam, old) {
        if !beam.is_behind(beam.nth(index).cost, most) && !beam.is_crowded() {
            add_missed_landings_from(beam, index, changed, seen);
        }
    }
}

/// The best of the `old` lines, and of the others those of which every late move was seen: what nobody saw can have been done in
/// so many ways that lines of it crowd out the one from which they all go on.
fn looked_at(beam: &Beam, old: usize) -> Vec<usize> {
    let is_seen = |index: &usize| {
        let mut late = beam.plies().back_from(beam.nth(*index).head).take(LATE_PLIES);
        late.all(|(_, ply)| ply.sight == Sight::Seen)
    };
    let best = old.min(MAX_HYPOTHESES_CHANGED);
    (0..best).chain((best..old).filter(is_seen).take(MAX_SEEN)).collect()
}

/// Whether a line explains all that is seen, and has paid no more than the cheapest and an ordinary move, by a reply to a move
/// that had come to rest: what still slides may go on to where the reply takes it.
fn has_plain_explanation(beam: &Beam, seen: &Readings) -> bool {
    let cheapest = beam.all().iter().map(|one| one.cost).min().unwrap_or_default();
    let most = cheapest.plus(beam.costs().a_move);
    let rested = |one: &Hypothesis| {
        let answered = beam.ply(one.head).parent.map(|parent| beam.ply(parent).landed);
        answered.is_none_or(|landed| landed + beam.weights().scan <= seen.last().at)
    };
    let explains = |one: &Hypothesis| beam.unexplained_by(one).is_empty();
    beam.all().iter().any(|one| one.cost <= most && explains(one) && rested(one))
}

fn add_missed_landings_from(beam: &mut Beam, index: usize, changed: Bitboard, seen: &Readings) {
    let one = beam.nth(index);
    let position = &beam.ply(one.head).after;
    let shown = seen.sets();
    let replaced = one.mismatch & position.us();
    if replaced.is_empty() {
        return;
    }
    let gone = one.mismatch & !shown.occupied();
    let (ours, theirs) = (gone & position.us(), gone & position.them());
    let was_put_down = |at: Square| seen.change(at).at + LONG_IN_HAND < seen.last().at;
    let unnamed = match theirs.any() && ours.into_iter().any(was_put_down) {
        true => shown.unnamed(),
        false => Bitboard::EMPTY,
    };
    let landed = one.mismatch & changed & (shown.pieces_of(!position.turn()) | unnamed);
    // The last of several that took on one square looks like the one that stood there first.
    let came_back = shown.occupied() & !one.mismatch;
    let both_gone = ours.any() && theirs.any() && (changed & (one.mismatch | came_back)).any();
    let pawn_stands = stands_for(position, one.mismatch, seen);
    if landed.is_empty() && !both_gone && !pawn_stands {
        return;
    }
    // What is seen of the next move: a piece of the opponent's that came, or one that took.
    let came = (one.mismatch & (unnamed | shown.pieces_of(!position.turn()))).any() || pawn_stands;
    let position = position.clone();
    let stands = shown.occupied() | beam.numb();
    let goals = if came { Bitboard::FULL } else { stands };
    position::for_each_reply_from(&position, replaced, goals, |mv| {
        let is_presumed = mv.promotion().is_none_or(|role| role == Role::Queen);
        if is_presumed
            && (stands.contains(mv.to())
                || came && may_be_followed(&position, mv, one.mismatch, seen))
        {
            let from = (one.head, one.cost, &position);
            try_unseen(beam, Unseen::new(from, mv, MAX_EXCHANGED), seen);
        }
    });
}

/// Adds the hypothesis that goes on by the move, if it is followed by one that is seen, and those in which it was taken by others
/// that were not seen either.
fn try_unseen(beam: &mut Beam, one: Unseen<'_>, seen: &Readings) {
    let shown = seen.sets();
    let left = shown.mismatch(one.after.board());
    let missing = position::arrivals(one.before, &one.after) & left;
    if missing.is_empty() {
        return;
    }
    let pawn = Role::Pawn.of(one.before.turn());
    let stands = one.mv.is_promotion() && shown.piece_at(one.mv.to()) == Some(pawn);
    let is_seen = stands || is_followed(&one.after, left, seen);
    // Most are followed by nothing: what they would cost is worked out for the others.
    if !is_seen && takers(beam, &one, left, seen).is_empty() {
        return;
    }
    let weight = if stands {
        beam.costs().pawn_for_piece
    } else if (missing & !beam.numb()).is_empty() {
        beam.costs().unseen_numb
    } else if shown.pieces_of(one.after.turn()).contains(one.mv.to()) {
        beam.costs().taken_at_once
    } else {
        beam.costs().unseen
    };
    let fate = match shown.occupied().contains(one.mv.to()) {
        true => Fate::Replaced,
        false => Fate::Unread,
    };
    let doubt = Cost::milli(doubt_milli(one.before, one.mv, fate));
    let paid = one.paid.minus(paid_for_press(beam, one.parent, one.mv, seen));
    let cost = paid.plus(price(beam, one.parent, one.mv, seen)).plus(weight).plus(doubt);
    if !beam.has_room(cost) {
        return;
    }
    let one = Unseen { paid: cost, ..one };
    let number = beam.ply(one.parent).number + 1;
    if is_seen && beam.reaching(number, &one.after, left, cost).next().is_none() {
        let Unseen { parent, before, ref after, mv, .. } = one;
        let ply = new_ply(beam, parent, before, after.clone(), mv, Sight::Bridged, seen);
        beam.add_continuation(ply, cost, seen);
        add_replies_to_new(beam, beam.count() - 1, seen);
    }
    try_exchange(beam, one, left, seen);
}

/// What the line to `parent` has paid for a press without a move, if this one was made before it and nobody has pressed in
/// between, but for the opponent for the move to which this one replies: the press was for it.
pub(super) fn paid_for_press(beam: &Beam, parent: PlyId, mv: Move, seen: &Readings) -> Cost {
    let (side, answered) = (beam.ply(parent).turn(), Some(beam.ply(parent).landed));
    let (pressed, before) = (beam.pressed_at(side), beam.pressed_before(side));
    let theirs = [beam.pressed_at(!side), beam.pressed_before(!side)];
    let for_answered = theirs[0].filter(|_| theirs[1] < answered && answered <= theirs[0]);
    let left = mv.from().map(|from| seen.change(from).at);
    let is_between =
        |theirs: Option<Instant>| left <= theirs && theirs <= pressed && theirs != for_answered;
    let is_for_it = left <= pressed && before < left && !theirs.into_iter().any(is_between);
    let line = beam.plies().back_from(parent).map(|(_, ply)| ply);
    let mut since = line.take_while(|ply| Some(ply.landed) > before);
    match is_for_it && !since.any(|ply| ply.turn() != side && ply.mv().is_some()) {
        true => beam.costs().press_alone,
        false => Cost::NONE,
    }
}

/// The piece that was not seen was taken at once by another one that was not seen either.
fn try_exchange(beam: &mut Beam, one: Unseen<'_>, left: Bitboard, seen: &Readings) {
    let gone = takers(beam, &one, left, seen);
    let Some(more) = one.more.checked_sub(1).filter(|_| gone.any()) else { return };
    let Unseen { parent, paid, before, mv, after, .. } = one;
    let takes = |reply: &&Move| {
        reply.promotion().is_none_or(|role| role == Role::Queen)
            && reply.to() == mv.to()
            && reply.from().is_some_and(|from| gone.contains(from))
    };
    let replies: Vec<Move> = replies(&after).iter().filter(takes).copied().collect();
    if replies.is_empty() {
        return;
    }
    let ply = new_ply(beam, parent, before, after.clone(), mv, Sight::Bridged, seen);
    let head = beam.add_ply(ply);
    for reply in replies {
        try_unseen(beam, Unseen::new((head, paid, &after), reply, more), seen);
    }
}

/// Where those stood that may have taken the piece which was not seen, and were not seen either: they have gone from there.
fn takers(beam: &Beam, one: &Unseen<'_>, left: Bitboard, seen: &Readings) -> Bitboard {
    let stands = seen.sets().occupied() | beam.numb();
    match one.more > 0 && stands.contains(one.mv.to()) {
        true => left & one.after.us() & !seen.sets().occupied(),
        false => Bitboard::EMPTY,
    }
}

/// Whether a legal move from here is seen complete.
fn is_followed(position: &Chess, left: Bitboard, seen: &Readings) -> bool {
    let shown = seen.sets();
    is_followed_by_unnamed(position, left, seen)
        || (left & shown.pieces_of(position.turn())).into_iter().any(|square| {
            shown.piece_at(square).is_some_and(|piece| {
                position::replies_to(position, square, piece).any(|reply| {
                    let next = position_after(position, reply);
                    (position::arrivals(position, &next) & shown.mismatch(next.board())).is_empty()
                })
            })
        })
}

/// The same by a piece without a name that has left its square.
fn is_followed_by_unnamed(position: &Chess, left: Bitboard, seen: &Readings) -> bool {
    let goals = left & seen.sets().unnamed();
    let gone = left & position.us() & !seen.sets().occupied();
    let mut is_followed = false;
    if goals.any() {
        position::for_each_reply_from(position, gone, goals, |_| is_followed = true);
    }
    is_followed
}

/// Whether a piece of the opponent's that is seen among the `wrong` squares may have come there after this move to an empty one;
/// a cheap answer that never denies what [`is_followed`] affirms.
fn may_be_followed(before: &Chess, mv: Move, wrong: Bitboard, seen: &Readings) -> bool {
    let Move::Normal { from, to, .. } = mv else { return true };
    let board = before.board();
    let occupied = (board.occupied() & !Bitboard::from(from)) | Bitboard::from(to);
    let shown = seen.sets();
    let is_seen = |square| {
        shown.piece_at(square).is_some_and(|piece| {
            let stood = board.by_piece(piece) & !Bitboard::from(to);
            position::is_in_reach(square, piece, stood, occupied)
                || position::may_come_otherwise(square, piece)
        })
    };
    (wrong & shown.unnamed()).any()
        || (wrong & shown.pieces_of(!before.turn())).into_iter().any(is_seen)
}

impl<'a> Unseen<'a> {
    /// The move from a position that was reached for so much.
    fn new((parent, paid, before): (PlyId, Cost, &'a Chess), mv: Move, more: u8) -> Self {
        Self { parent, paid, before, mv, after: position_after(before, mv), more }
    }
}

/// Whether a pawn of the side to move stands on the last rank where another piece is expected.
fn stands_for(before: &Chess, mismatch: Bitboard, seen: &Readings) -> bool {
    let pawns = seen.sets().named().pawns() & seen.sets().pieces_of(before.turn());
    (pawns & Bitboard::BACKRANKS & mismatch).any()
}
