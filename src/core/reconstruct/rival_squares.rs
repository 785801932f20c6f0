//! Lines in which a piece that nobody saw where it went stands on different squares: what was played then tells which.
//!
//! A move that one of these positions suggests, and the other one does not, was more likely made in the first: nobody leaves
//! a piece standing that is given away, or plays on as though nothing were threatened. So the moves that follow are
//! weighed by how likely each is among all that could have been made.

use shakmaty::{Move, Square};

use super::beam::{Beam, Hypothesis};
use super::doubts_paid::{OwedForDoubts, charge_for_doubts};
use super::plausibility::surprise_milli;
use super::plies::{Plies, Ply, PlyId};
use super::readings::Readings;
use super::weights::Cost;
use crate::account::Sight;

/// So many lines are compared with the best one.
const MAX_LINES: usize = 12;
/// So many moves, the last ones, say where the piece stood.
const MAX_PLIES: u32 = 12;
/// A line that pays so much more than the best one is told apart by readings.
const MAX_BEHIND: Cost = Cost::milli(1_000);
/// No move is more surprising, and no illegal one is less.
const MOST_SURPRISING_MILLI: i64 = 8_000;
/// So much of how surprising a move is its line pays, in per cent: who plays sees more than a few numbers say.
const PAID_PERCENT: i64 = 35;

/// Weighs the moves that follow where lines differ by a move that nobody saw: lines with more surprising moves pay more than
/// those with others. It only tells them apart: the cheapest of them all is not dearer by it, nor cheaper.
pub(super) fn weigh(beam: &mut Beam, seen: &Readings) {
    if seen.sets().unnamed().is_empty()
        && let Some(rivals) = Rivals::find(beam)
    {
        rivals.weigh(beam);
    }
}

/// Lines of as many moves that part by moves that nobody saw.
struct Rivals {
    lines: Vec<Hypothesis>,
    /// The number of the first move that says which was played.
    first: u32,
}

impl Rivals {
    /// The longest lines that are nearly as good as the best of them; `None` where it has no rival, or is unlikely itself.
    fn find(beam: &Beam) -> Option<Self> {
        let plies = beam.plies();
        let number = |one: &Hypothesis| plies.get(one.head).number;
        let most = beam.all().iter().map(number).max()?;
        let longest = || beam.all().iter().filter(|one| number(one) == most);
        let best = longest().min_by_key(|one| one.cost)?;
        if beam.is_behind(best.cost, beam.weights().unlikely) {
            return None;
        }
        let is_near = |one: &&Hypothesis| one.cost.minus(best.cost) <= MAX_BEHIND;
        let mut parted = most;
        let mut lines = Vec::new();
        for one in longest().filter(is_near).take(MAX_LINES) {
            if let Some(number) = parted_by_a_square(plies, best.head, one.head) {
                parted = parted.min(number);
                lines.push(*one);
            }
        }
        lines.push(*best);
        let first = (parted + 1).max(most.saturating_sub(MAX_PLIES) + 1);
        (lines.len() > 1 && first <= most).then_some(Self { lines, first })
    }

    /// The moves of the line to `head` that say whether it was played, the last first.
    fn moves<'a>(&self, plies: &'a Plies, head: PlyId) -> impl Iterator<Item = (PlyId, &'a Ply)> {
        let first = self.first;
        plies.back_from(head).take_while(move |(_, ply)| ply.number >= first)
    }

    /// Weighs those of the moves that were not weighed yet; if there were any, lines pay for them.
    fn weigh(&self, beam: &mut Beam) {
        let mut is_new = false;
        for one in &self.lines {
            let moves = self.moves(beam.plies(), one.head);
            let new = moves.filter(|(_, ply)| ply.weighed.doubt.is_none()).map(|(id, _)| id);
            for id in new.collect::<Vec<_>>() {
                let doubt = doubt(beam, id);
                beam.ply_mut(id).weighed.doubt = Some(doubt);
                is_new = true;
            }
        }
        if is_new {
            self.charge(beam);
        }
    }

    /// Lines pay in all for what they surprise more than the one that surprises least, up to as much as chess may say.
    fn charge(&self, beam: &mut Beam) {
        let sums = self.lines.iter().map(|one| {
            let moves = self.moves(beam.plies(), one.head).map(|(_, ply)| ply.weighed);
            moves.fold((Cost::NONE, Cost::NONE), |(doubts, paid), weighed| {
                (doubts.plus(weighed.doubt.unwrap_or_default()), paid.plus(weighed.paid))
            })
        });
        let sums: Vec<(Cost, Cost)> = sums.collect();
        let Some(least) = sums.iter().map(|(doubts, _)| *doubts).min() else { return };
        let most = beam.costs().most_by_chess;
        let lines = self.lines.iter().zip(sums).map(|(one, (doubts, paid))| {
            let owed = doubts.minus(least).min(most);
            OwedForDoubts { line: *one, owed, paid }
        });
        let owed: Vec<OwedForDoubts> = lines.collect();
        charge_for_doubts(beam, &owed);
    }
}

/// The number of the move by which two lines of as many moves part, if the same piece goes to different squares there and was
/// not seen on both, and they come to the same squares from then on.
fn parted_by_a_square(plies: &Plies, one: PlyId, other: PlyId) -> Option<u32> {
    let moves = |head| plies.back_from(head).map(|(_, ply)| ply);
    let mut pairs = moves(one).zip(moves(other));
    let (one, other) =
        pairs.find(|(one, other)| one.parent == other.parent || goal(one) != goal(other))?;
    let from = |ply: &Ply| ply.mv().and_then(Move::from);
    let is_unseen = [one, other].iter().any(|ply| ply.sight != Sight::Seen);
    let is_of_one_piece = from(one).is_some() && from(one) == from(other);
    let parts = one.parent == other.parent && goal(one) != goal(other);
    (parts && is_of_one_piece && is_unseen).then_some(one.number)
}

/// Where its piece goes, if it is a move.
fn goal(ply: &Ply) -> Option<Square> {
    ply.mv().map(Move::to)
}

/// How surprising the ply is.
fn doubt(beam: &Beam, id: PlyId) -> Cost {
    let (plies, ply) = (beam.plies(), beam.ply(id));
    let (Some(mv), Some(parent)) = (ply.mv(), ply.parent) else { return Cost::NONE };
    let surprise = match plies.is_legal(ply) {
        true => surprise_milli(&plies.get(parent).after, mv).min(MOST_SURPRISING_MILLI),
        false => MOST_SURPRISING_MILLI,
    };
    Cost::milli(surprise).hundredths(PAID_PERCENT)
}
