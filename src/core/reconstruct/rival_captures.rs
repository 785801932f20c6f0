//! Lines that explain all that is seen, where pieces have no names: chess alone tells which of them was played.
//!
//! A capture by putting the piece in the victim's place changes nothing but that the piece has left. Where it can take two
//! pieces, both captures look the same, and so does the play after them as long as the same hands could have followed
//! either. People who play chess give nothing away without need, take back what is taken from them, and do not leave standing
//! what they can win. So each move on which such lines differ is weighed once, by what its player loses by it, by how often
//! its square is guarded and by where it goes, and pays for how much less likely it is than the likeliest of the same turn. It only tells apart: where one
//! line alone explains what is seen, nobody's play is judged.

use shakmaty::{Move, Position, Role};

use super::beam::Beam;
use super::outlook::Outlook;
use super::plies::{Plies, Ply, PlyId};
use super::readings::Readings;
use super::weights::Cost;

/// So many lines are compared, the first ones that explain what is seen.
const MAX_LINES: usize = 12;
/// So many moves are weighed at a time: each takes as long as hundreds of changes else do.
const MAX_WEIGHED_AT_ONCE: usize = 3;
/// A move that loses more than this, in hundredths of a pawn, loses everything.
const MAX_LOST: i64 = 200;

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
    rivals.charge(beam, &new);
}

/// Whether there is anything to be weighed when the hands rest.
pub(super) fn is_due(beam: &Beam, seen: &Readings) -> bool {
    Rivals::find(beam, Due::All, seen).is_some_and(|rivals| rivals.unweighed(beam).next().is_some())
}

/// The moves on which lines differ that explain all that is seen, in the order in which they were thought of.
struct Rivals(Vec<PlyId>);

impl Rivals {
    /// Those that are due; `None` where one line alone explains what is seen, or pieces have names.
    fn find(beam: &Beam, due: Due, seen: &Readings) -> Option<Self> {
        if seen.sets().unnamed().is_empty() {
            return None;
        }
        let plies = beam.plies();
        let explains = beam.all().iter().filter(|one| beam.unexplained_by(one).is_empty());
        let mut explaining = explains.map(|one| one.head);
        let first = explaining.next()?;
        let others = explaining.filter(|&other| takes_otherwise(plies, first, other));
        let mut heads: Vec<PlyId> = others.take(MAX_LINES).collect();
        let fork = heads.iter().copied().reduce(|fork, head| plies.fork(fork, head))?;
        let fork = plies.fork(fork, first);
        heads.push(first);
        let mut differing = Vec::new();
        for &head in &heads {
            let line = plies.back_from(head).take_while(|&(id, _)| id != fork);
            let line: Vec<_> = line.skip(usize::from(due == Due::Followed)).collect();
            // What a pawn becomes, and so all that follows, is nobody's to guess but by its price: it is asked.
            let weighed = line.into_iter().rev().take_while(|(_, ply)| !is_promotion(ply));
            differing.extend(weighed.map(|(id, _)| id));
        }
        differing.sort_unstable();
        differing.dedup();
        Some(Self(differing))
    }

    fn unweighed(&self, beam: &Beam) -> impl Iterator<Item = PlyId> {
        self.0.iter().copied().filter(|&id| beam.ply(id).weighed.doubt.is_none())
    }

    /// By how much likelier the likeliest move of the same turn is.
    fn lag(&self, beam: &Beam, ply: &Ply) -> Cost {
        let of_turn = self.0.iter().map(|&other| beam.ply(other));
        let of_turn = of_turn.filter(|other| other.number == ply.number);
        let least = of_turn.filter_map(|other| other.weighed.doubt).min();
        ply.weighed.doubt.zip(least).map_or(Cost::NONE, |(doubt, least)| doubt.minus(least))
    }

    /// Every line pays for its `new` moves, by how much likelier the likeliest of the same turn is, up to as much as chess may
    /// say in all.
    fn charge(&self, beam: &mut Beam, new: &[PlyId]) {
        if new.is_empty() {
            return;
        }
        let costs: Vec<(PlyId, Cost)> = new
            .iter()
            .map(|&id| {
                let before = beam.plies().back_from(id).skip(1);
                let before = before.take_while(|(id, _)| self.0.contains(id));
                let paid = before.fold(Cost::NONE, |sum, (_, ply)| sum.plus(self.lag(beam, ply)));
                let left = beam.costs().most_by_chess.minus(paid).max(Cost::NONE);
                (id, self.lag(beam, beam.ply(id)).min(left))
            })
            .collect();
        beam.charge(|plies, one| {
            let on_line = costs.iter().filter(|(id, _)| plies.is_on_line(*id, one.head));
            on_line.fold(Cost::NONE, |sum, (_, cost)| sum.plus(*cost))
        });
    }
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

/// How unlike good play the ply is.
fn doubt(beam: &mut Beam, id: PlyId) -> Cost {
    let ply = beam.ply(id);
    let (Some(mv), Some(parent)) = (ply.mv(), ply.parent) else { return Cost::NONE };
    let lost = outlook(beam, parent).lost_by_moving_to(outlook(beam, id)).min(MAX_LOST);
    let (costs, after) = (beam.costs(), &beam.ply(id).after);
    let cost = costs.loses.hundredths(lost);
    match mv.capture() {
        Some(victim) => {
            let board = after.board();
            let far = board.king_of(after.turn()).map_or(0, |king| king.distance(mv.to()));
            let aside = files_from_middle(mv);
            let guards = board.attacks_to(mv.to(), after.turn(), board.occupied()).count();
            let guards = u32::try_from(guards).unwrap_or(0);
            let is_pawn_by_piece =
                victim == Role::Pawn && !matches!(mv.role(), Role::Pawn | Role::King);
            cost.plus(costs.guarded.times(guards))
                .plus(costs.pawn_by_piece.times(is_pawn_by_piece.into()))
                .plus(costs.far_from_king.times(far))
                .plus(costs.far_from_middle.times(aside))
        }
        None => cost,
    }
}

/// What comes of the position after the ply.
fn outlook(beam: &mut Beam, id: PlyId) -> Outlook {
    let ply = beam.ply_mut(id);
    *ply.weighed.outlook.get_or_insert_with(|| Outlook::of(&ply.after))
}

/// How many files lie between the move's goal and the two in the middle.
fn files_from_middle(mv: Move) -> u32 {
    let file = u32::from(mv.to().file());
    3_u32.saturating_sub(file).max(file.saturating_sub(4))
}
