//! Moves that nothing but a later position shows.
//!
//! A search for the lines that lead from a position to exactly what the board shows. Only pieces that
//! stand where they should not move, and no line is followed that has more pieces to bring home than
//! moves to do it, so that four plies are searched in well under a millisecond; a count of positions
//! bounds the worst case.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};

use super::beam::{Beam, Hypothesis, Way};
use super::kings::{self, CENTRE};
use super::landed_moves::{is_pressed_between, new_ply};
use super::nameless_pieces::only_lifted;
use super::piece_sets::PieceSets;
use super::plies::{Ply, PlyId};
use super::readings::Readings;
use super::weights::Cost;
use crate::account::{Sight, position_after, replies};

/// The longest line that is searched.
pub(super) const MAX_PLIES: usize = 4;
/// Positions looked at for one bridge, whatever its length and wherever it begins.
const MAX_POSITIONS: usize = 1_000;
/// WrittenLines that are found at most.
const MAX_LINES: usize = 24;
/// Bridges start from these many plies at the end of the best line, taking back the ones after.
const MAX_STARTS: usize = 3;

/// WrittenLines from one position to what the board shows, the shortest; more than one where nothing tells
/// which was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bridge {
    pub(super) from: PlyId,
    pub(super) lines: Vec<Vec<Move>>,
    /// Whether there may be more lines: not every position was looked at.
    is_cut_short: bool,
}

impl Bridge {
    /// Whether nothing will tell which of its lines was played: they come to the same position.
    pub(super) fn is_uncertain(&self) -> bool {
        (self.lines.len() > 1 || self.is_cut_short) && self.lines.iter().all(|line| line.len() > 1)
    }
}

/// The bridge from the best line, or from shortly before its end, to what the board shows. With
/// `since` it begins where the line was before that record.
pub(super) fn find_bridge(
    beam: &Beam,
    most: usize,
    since: Option<u64>,
    seen: &Readings,
) -> Option<Bridge> {
    if only_lifted(beam, seen) {
        return None;
    }
    let line = beam.plies().back_from(beam.best().head);
    let is_since = |ply: &Ply| since.is_some_and(|since| ply.evidence.to >= since);
    let before = line.skip_while(|(_, ply)| ply.parent.is_some() && is_since(ply));
    let starts: Vec<PlyId> = before.take(MAX_STARTS).map(|(id, _)| id).collect();
    let mut left = MAX_POSITIONS;
    (1..=most).find_map(|length| {
        // A line from further back takes moves back and must be so much shorter.
        starts.iter().enumerate().find_map(|(back, &from)| {
            let length = length.checked_sub(back).filter(|&length| length > 0)?;
            let before = &beam.ply(from).after;
            let mut lines = lines_to(before, length, beam.numb(), seen.sets(), &mut left);
            lines.retain(|line| !is_pressed_between(beam, from, before, line[0], seen));
            (!lines.is_empty()).then_some(Bridge { from, lines, is_cut_short: left == 0 })
        })
    })
}

/// The one line of up to two moves from the best line to what was first seen after a silence, but for the kings: they
/// tell the result already. A piece that stepped aside from where a king stands now has only made room for it.
pub(super) fn bridge_under_kings(beam: &Beam, seen: &Readings) -> Option<Bridge> {
    let from = beam.best().head;
    let (before, shown) = (&beam.ply(from).after, seen.sets());
    let kings = before.board().kings() | shown.named().kings();
    let wrong = beam.best().mismatch & !kings;
    if wrong.is_empty() || !wrong.into_iter().all(|square| seen.was_found_again(square)) {
        return None;
    }
    let mut left = MAX_POSITIONS;
    let mut lines_of = |length| {
        let mut lines = lines_to(before, length, beam.numb() | kings, shown, &mut left);
        lines.retain(|line| !line.iter().any(|mv| kings::leaves_to_king(mv, seen)));
        lines
    };
    let lines = [1, 2].into_iter().map(&mut lines_of).find(|lines| !lines.is_empty())?;
    (lines.len() == 1 && left > 0).then_some(Bridge { from, lines, is_cut_short: false })
}

/// The one capture after the best line of which a log tells only that the capturer left its square: it took where a king
/// stands now, and what one square does alone is written over (`drivers/dgt/README.md`, Messages). A piece that was put
/// down elsewhere would stand in the log.
pub(super) fn capture_under_kings(beam: &Beam, seen: &Readings) -> Option<Bridge> {
    let from = beam.best().head;
    let (before, shown) = (&beam.ply(from).after, seen.sets());
    let kings = shown.named().kings();
    let wrong = beam.best().mismatch & !beam.numb() & !kings & !before.board().kings();
    let left =
        (wrong & !CENTRE).single_square().filter(|&left| !shown.occupied().contains(left))?;
    let takes = |mv: &&Move| match **mv {
        Move::Normal { from, to, capture: Some(_), promotion: None, .. } => {
            from == left && kings.contains(to)
        }
        _ => false,
    };
    let captures = replies(before);
    let mut captures = captures.iter().filter(takes);
    let capture = captures.next().filter(|_| captures.next().is_none())?;
    Some(Bridge { from, lines: vec![vec![*capture]], is_cut_short: false })
}

/// Adds the first line of a bridge instead of those of its lines that are followed already. WrittenLines of
/// one move are all added: what follows tells them apart. Each move costs `unseen` besides.
pub(super) fn add_bridge(beam: &mut Beam, bridge: &Bridge, unseen: Cost, seen: &Readings) {
    let best = beam.best();
    let back = beam.ply(best.head).number.saturating_sub(beam.ply(bridge.from).number);
    let followed = followed(beam, bridge);
    if !bridge.is_uncertain() && !followed.is_empty() {
        return;
    }
    let cheapest = followed.iter().map(|one| one.cost).min();
    let heads: Vec<PlyId> = followed.iter().map(|one| one.head).collect();
    beam.drop_lines_to(&heads);
    let mut cost = best.cost;
    if back > 0 {
        cost = cost.plus(beam.costs().take_back).plus(beam.costs().take_back_ply.times(back));
    }
    let alone = if bridge.is_uncertain() { 1 } else { bridge.lines.len() };
    for line in bridge.lines.iter().take(alone) {
        let mut head = bridge.from;
        let mut cost = cost;
        for &mv in line {
            let before = beam.ply(head).after.clone();
            let after = position_after(&before, mv);
            let sight = if bridge.is_uncertain() { Sight::Uncertain } else { Sight::Bridged };
            let ply = new_ply(beam, head, &before, after, mv, sight, seen);
            head = beam.add_ply(ply);
            cost = cost.plus(beam.costs().a_move).plus(unseen);
        }
        beam.add(head, cheapest.map_or(cost, |cheapest| cheapest.min(cost)), Way::On, seen);
    }
}

/// The hypotheses that are lines of the bridge.
fn followed(beam: &Beam, bridge: &Bridge) -> Vec<Hypothesis> {
    let is_line = |one: &&Hypothesis| {
        let plies = beam.plies().back_from(one.head).take_while(|&(id, _)| id != bridge.from);
        let mut moves: Vec<Move> = plies.filter_map(|(_, ply)| ply.mv()).collect();
        moves.reverse();
        beam.plies().fork(one.head, bridge.from) == bridge.from && bridge.lines.contains(&moves)
    };
    beam.all().iter().filter(is_line).copied().collect()
}

/// How little it looks like play: the fewer the better. Who is taken takes back at once, and pieces go
/// forward, each once.
fn strangeness(position: &Chess, line: &[Move]) -> u32 {
    let mut turn = position.turn();
    let mut strange = 0;
    for (index, mv) in line.iter().enumerate() {
        let last = index.checked_sub(1).and_then(|last| line.get(last));
        if mv.is_capture() && !last.is_some_and(|last| last.is_capture() && last.to() == mv.to()) {
            strange += 2;
        }
        if let Some(from) = mv.from() {
            let rank = |square: shakmaty::Square| turn.relative_rank(square.rank());
            let again = line[..index].iter().any(|own| own.to() == from);
            strange +=
                2 * u32::from(again) + u32::from(!mv.is_castle() && rank(mv.to()) < rank(from));
        }
        turn = !turn;
    }
    strange
}

/// The lines of exactly `length` moves after which the board shows nothing wrong but `numb` squares.
/// Each position looked at takes one off `left`.
fn lines_to(
    from: &Chess,
    length: usize,
    numb: Bitboard,
    shown: &PieceSets,
    left: &mut usize,
) -> Vec<Vec<Move>> {
    if shown.unnamed().any() && length > 2 {
        return Vec::new();
    }
    let mut search = Search { shown, numb, left, line: Vec::new(), found: Vec::new() };
    search.go_on(from, length);
    search.found.sort_by_key(|line| strangeness(from, line));
    search.found
}

struct Search<'a> {
    shown: &'a PieceSets,
    numb: Bitboard,
    left: &'a mut usize,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
}

impl Search<'_> {
    fn go_on(&mut self, position: &Chess, plies: usize) {
        let wrong = self.shown.mismatch(position.board()) & !self.numb;
        if plies == 0 {
            if wrong.is_empty() && self.found.len() < MAX_LINES {
                self.found.push(self.line.clone());
            }
            return;
        }
        if wrong.is_empty() && !self.line.is_empty()
            || !self.is_within_reach(position, wrong, plies)
        {
            return;
        }
        for &mv in &replies(position) {
            let moves_wrong = match mv {
                Move::Castle { king, rook } => wrong.contains(king) || wrong.contains(rook),
                _ => mv.from().is_some_and(|from| wrong.contains(from)),
            };
            if !moves_wrong {
                continue;
            }
            let Some(left) = self.left.checked_sub(1) else { return };
            *self.left = left;
            self.line.push(mv);
            self.go_on(&position_after(position, mv), plies - 1);
            self.line.pop();
        }
    }

    /// Whether each side has moves enough to bring its pieces where they are seen, and to take what is
    /// gone.
    fn is_within_reach(&self, position: &Chess, wrong: Bitboard, plies: usize) -> bool {
        let board = position.board();
        Color::ALL.into_iter().all(|color| {
            let moves = if color == position.turn() { plies.div_ceil(2) } else { plies / 2 };
            let came = wrong & self.shown.pieces_of(color);
            let kings = self.shown.named().by_role(Role::King) & came;
            let castles = usize::from(kings.any());
            let enough = came.count() <= moves + castles;
            let seen = (self.shown.pieces_of(color)).count();
            let expected = board.by_color(color).count();
            let taken = expected.saturating_sub(seen);
            let can_take = plies - moves;
            let plausible = self.shown.unnamed().any()
                || (seen <= expected
                    && taken <= can_take + (self.numb & board.by_color(color)).count());
            enough && plausible
        })
    }
}
