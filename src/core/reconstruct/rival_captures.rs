//! Lines that explain all that is seen, where pieces have no names: chess alone tells which of them was played.
//!
//! A capture by putting the piece in the victim's place changes nothing but that the piece has left. Where it can take two
//! pieces, both captures look the same, and so does the play after them as long as the same hands could have followed
//! either. People who play chess give nothing away without need, take back what is taken from them, and do not leave standing
//! what they can win. So each move on which such lines differ is weighed once: by what its player loses by it, in pawns and in
//! chances to win; by how often its square is guarded and where it lies, if it takes; and else by how surprising it is. What is
//! weighed so stands for what a capture was thought to cost before (`nameless_pieces.rs`). Lines that come to the same are kept
//! apart until then.

use std::collections::BTreeMap;

use shakmaty::{Move, Position, Role};

use super::beam::{Beam, Hypothesis};
use super::costs::Costs;
use super::doubts_paid::{OwedForDoubts, charge_for_doubts};
use super::outlook::Outlook;
use super::plausibility::surprise_milli;
use super::plies::{Plies, Ply, PlyId};
use super::readings::Readings;
use super::weights::Cost;

/// So many lines are compared, the first ones that explain what is seen.
const MAX_LINES: usize = 12;
/// So many moves are weighed at a time: each takes as long as hundreds of changes else do.
const MAX_WEIGHED_AT_ONCE: usize = 3;
/// A move that loses more than this, in hundredths of a pawn, loses everything.
const MAX_LOST: i64 = 200;
/// No move is more surprising: play is not always good.
const MOST_SURPRISING_MILLI: i64 = 4_000;

/// Which moves are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Those that another one follows: what was only lifted may still take anything.
    Followed,
    /// Those that nothing follows as well, for the hands rest.
    All,
}

/// Weighs the moves on which lines differ that explain all that is seen: the less likely ones pay.
pub(super) fn weigh(beam: &mut Beam, due: Due, seen: &Readings) {
    let Some(rivals) = Rivals::find(beam, due, seen) else { return };
    let new: Vec<PlyId> = rivals.unweighed(beam).take(MAX_WEIGHED_AT_ONCE).collect();
    for &id in &new {
        let doubt = doubt(beam, id);
        beam.ply_mut(id).weighed.doubt = Some(doubt);
    }
    if !new.is_empty() {
        let owed = rivals.owed(beam);
        charge_for_doubts(beam, &owed);
    }
}

/// Whether there is anything to be weighed when the hands rest.
pub(super) fn is_due(beam: &Beam, seen: &Readings) -> bool {
    Rivals::find(beam, Due::All, seen).is_some_and(|rivals| rivals.unweighed(beam).next().is_some())
}

/// Whether it matters by which of two lines pieces without names came to the same: chess tells them apart.
pub(super) fn are_told_apart(plies: &Plies, one: PlyId, other: PlyId, seen: &Readings) -> bool {
    seen.sets().unnamed().any()
        && takes_otherwise(plies, one, other)
        && !since_fork(plies, one, other).any(is_promotion)
}

/// Whether chess is still to tell them apart.
pub(super) fn are_to_be_told_apart(
    plies: &Plies,
    one: PlyId,
    other: PlyId,
    seen: &Readings,
) -> bool {
    are_told_apart(plies, one, other, seen)
        && since_fork(plies, one, other).any(|ply| ply.weighed.doubt.is_none())
}

/// Lines that explain all that is seen.
struct Rivals {
    lines: Vec<Hypothesis>,
    /// The last ply that all of them share.
    fork: PlyId,
    /// The moves on which they differ, in the order in which they were thought of.
    moves: Vec<PlyId>,
}

impl Rivals {
    /// The lines that are due; `None` where one alone explains what is seen, or pieces have names.
    fn find(beam: &Beam, due: Due, seen: &Readings) -> Option<Self> {
        if seen.sets().unnamed().is_empty() {
            return None;
        }
        let plies = beam.plies();
        let mut explaining =
            beam.all().iter().filter(|one| beam.unexplained_by(one).is_empty()).copied();
        let first = explaining.next()?;
        let others = explaining.filter(|other| takes_otherwise(plies, first.head, other.head));
        let mut lines: Vec<Hypothesis> = others.take(MAX_LINES).collect();
        if lines.is_empty() {
            return None;
        }
        lines.push(first);
        let fork = fork_of(plies, lines.iter().map(|line| line.head))?;
        let mut moves = Vec::new();
        for one in &lines {
            let line = plies.back_from(one.head).take_while(|&(id, _)| id != fork);
            let line: Vec<_> = line.skip(usize::from(due == Due::Followed)).collect();
            // What a pawn becomes, and so all that follows, is nobody's to guess but by its price: it is asked.
            let weighed = line.into_iter().rev().take_while(|(_, ply)| !is_promotion(ply));
            moves.extend(weighed.map(|(id, _)| id));
        }
        moves.sort_unstable();
        moves.dedup();
        Some(Self { lines, fork, moves })
    }

    fn unweighed(&self, beam: &Beam) -> impl Iterator<Item = PlyId> {
        self.moves.iter().copied().filter(|&id| beam.ply(id).weighed.doubt.is_none())
    }

    /// What each line owes for how much less likely its moves are than others.
    fn owed(&self, beam: &Beam) -> Vec<OwedForDoubts> {
        let least = self.least_doubts(beam);
        let rival = |&line| self.rival(beam, line, &least);
        let mut lines: Vec<_> = self.lines.iter().map(rival).collect();
        owe_where_parting(beam.plies(), &mut lines, beam.costs().most_by_chess);
        lines.into_iter().map(|rival| rival.owed).collect()
    }

    /// The doubt of the likeliest move of each turn, by its number.
    fn least_doubts(&self, beam: &Beam) -> BTreeMap<u32, Cost> {
        let mut least = BTreeMap::new();
        for ply in self.moves.iter().map(|&id| beam.ply(id)) {
            if let Some(doubt) = ply.weighed.doubt {
                let of_turn = least.entry(ply.number).or_insert(doubt);
                *of_turn = doubt.min(*of_turn);
            }
        }
        least
    }

    fn rival(&self, beam: &Beam, line: Hypothesis, least: &BTreeMap<u32, Cost>) -> Rival {
        let (mut lag, mut paid) = (Cost::NONE, Cost::NONE);
        let moves = beam.plies().back_from(line.head).take_while(|&(id, _)| id != self.fork);
        for (id, ply) in moves {
            paid = paid.plus(ply.weighed.paid);
            let doubt = ply.weighed.doubt.filter(|_| self.moves.binary_search(&id).is_ok());
            if let Some((doubt, least)) = doubt.zip(least.get(&ply.number)) {
                lag = lag.plus(doubt.minus(*least));
            }
        }
        Rival { lag, owed: OwedForDoubts { line, owed: Cost::NONE, paid } }
    }
}

/// A line among others.
struct Rival {
    /// By how much likelier than its moves the likeliest of the same turns are.
    lag: Cost,
    owed: OwedForDoubts,
}

impl Rival {
    fn head(&self) -> PlyId {
        self.owed.line.head
    }
}

/// Where lines part, those of each side owe by how much less likely the likeliest of them is than that of the other sides, up to
/// as much as chess may say; and so on where they part again. Answers how far the likeliest lags.
fn owe_where_parting(plies: &Plies, lines: &mut [Rival], most: Cost) -> Cost {
    let fork = fork_of(plies, lines.iter().map(Rival::head));
    let Some(fork) = fork.filter(|fork| lines.iter().any(|line| line.head() != *fork)) else {
        return lines.first().map_or(Cost::NONE, |line| line.lag);
    };
    let side = |line: &Rival| {
        let after = plies.left_back_from(line.head()).map(|(id, _)| id);
        after.take_while(|&id| id != fork).last()
    };
    lines.sort_by_key(side);
    let of_sides = lines.chunk_by_mut(|one, other| side(one) == side(other));
    let mut sides: Vec<_> =
        of_sides.map(|lines| (owe_where_parting(plies, lines, most), lines)).collect();
    let least = sides.iter().map(|(lag, _)| *lag).min().unwrap_or_default();
    for (lag, lines) in &mut sides {
        let owed = lag.minus(least).min(most);
        lines.iter_mut().for_each(|line| line.owed.owed = line.owed.owed.plus(owed));
    }
    least
}

/// The last ply that the lines to these heads share.
fn fork_of(plies: &Plies, heads: impl Iterator<Item = PlyId>) -> Option<PlyId> {
    heads.reduce(|one, other| plies.fork(one, other))
}

/// The plies of both lines that the other one does not have.
fn since_fork(plies: &Plies, one: PlyId, other: PlyId) -> impl Iterator<Item = &Ply> {
    let fork = plies.fork(one, other);
    let since = move |head| plies.back_from(head).take_while(move |&(id, _)| id != fork);
    since(one).chain(since(other)).map(|(_, ply)| ply)
}

/// Whether the lines to these heads part where the same piece takes on different squares.
fn takes_otherwise(plies: &Plies, one: PlyId, other: PlyId) -> bool {
    let fork = plies.fork(one, other);
    let next = |head| plies.back_from(head).find(|(_, ply)| ply.parent == Some(fork))?.1.mv();
    next(one).zip(next(other)).is_some_and(|(one, other)| {
        one.is_capture() && other.is_capture() && one.from() == other.from()
    })
}

fn is_promotion(ply: &Ply) -> bool {
    ply.mv().is_some_and(Move::is_promotion)
}

/// How unlike good play the ply is, beside what it was thought to cost.
fn doubt(beam: &mut Beam, id: PlyId) -> Cost {
    let ply = beam.ply(id);
    let (Some(mv), Some(parent)) = (ply.mv(), ply.parent) else { return Cost::NONE };
    let [before, after] = [parent, id].map(|id| outlook(beam, id));
    let costs = beam.costs();
    let pawns = before.lost_by_moving_to(after).min(MAX_LOST);
    let chances = before.chance_lost_by_moving_to(after);
    let lost = costs.loses.hundredths(pawns).plus(costs.loses_chances.hundredths(chances));
    lost.plus(doubt_of_capture(beam.ply(id), costs).unwrap_or_else(|| {
        let surprise = surprise_milli(&beam.ply(parent).after, mv).min(MOST_SURPRISING_MILLI);
        costs.surprises.hundredths(surprise / 10)
    }))
}

/// How unlikely it is that this is taken, and there, beside what is lost by it; `None` if nothing is.
fn doubt_of_capture(ply: &Ply, costs: &Costs) -> Option<Cost> {
    let mv = ply.mv()?;
    let victim = mv.capture()?;
    let (turn, board) = (ply.turn(), ply.after.board());
    let far = board.king_of(turn).map_or(0, |king| king.distance(mv.to()));
    let guards = board.attacks_to(mv.to(), turn, board.occupied()).count();
    let guards = u32::try_from(guards).unwrap_or(0);
    let is_pawn_by_piece = victim == Role::Pawn && !matches!(mv.role(), Role::Pawn | Role::King);
    let unlikely = costs.guarded.times(guards).plus(costs.far_from_king.times(far));
    let unlikely = unlikely.plus(costs.pawn_by_piece.times(is_pawn_by_piece.into()));
    Some(unlikely.minus(ply.weighed.thought))
}

/// What comes of the position after the ply.
fn outlook(beam: &mut Beam, id: PlyId) -> Outlook {
    let ply = beam.ply_mut(id);
    *ply.weighed.outlook.get_or_insert_with(|| Outlook::of(&ply.after))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Bitboard, Chess};
    use touchmove_drivers::Instant;

    use super::*;
    use crate::account::{EvidenceSpan, Sight};
    use crate::reconstruct::beam::Way;
    use crate::reconstruct::plies::{Step, Turn, Weighed};

    fn ply(parent: Option<PlyId>) -> Ply {
        Ply {
            parent,
            step: Step::Root,
            after: Chess::default(),
            number: 0,
            sight: Sight::Seen,
            turn: Turn::Own,
            evidence: EvidenceSpan { from: 0, to: 0 },
            lifted: None,
            landed: Instant::ZERO,
            weighed: Weighed::default(),
        }
    }

    fn rival(head: PlyId, lag_milli: i64) -> Rival {
        let (mismatch, cost) = (Bitboard::EMPTY, Cost::NONE);
        let line = Hypothesis { head, mismatch, rate: 0, cost, way: Way::On };
        let (owed, paid) = (Cost::NONE, Cost::NONE);
        Rival { lag: Cost::milli(lag_milli), owed: OwedForDoubts { line, owed, paid } }
    }

    #[test]
    fn lines_that_part_twice_owe_for_each_time() {
        let mut plies = Plies::new(ply(None));
        let root = plies.root();
        let [one, other] = [0, 1].map(|_| plies.push(ply(Some(root))));
        let [early, late] = [0, 1].map(|_| plies.push(ply(Some(one))));
        let mut lines = [rival(late, 900), rival(other, 9_000), rival(early, 200)];
        let least = owe_where_parting(&plies, &mut lines, Cost::milli(1_800));
        assert_eq!(least, Cost::milli(200));
        let owed = |head| lines.iter().find(|line| line.head() == head).unwrap().owed.owed;
        let expected = [(early, 0), (late, 700), (other, 1_800)];
        assert_eq!(
            expected.map(|(head, _)| owed(head)),
            expected.map(|(_, owed)| Cost::milli(owed))
        );
    }
}
