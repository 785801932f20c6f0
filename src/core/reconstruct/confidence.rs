//! How sure it is that a ply was played.

use std::time::Duration;

use shakmaty::{Move, Square};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::lost_readings::LostReadings;
use super::plies::{MAX_PLIES_BACK, Ply, PlyId};
use super::questions::Doubt;
use super::readings::Readings;
use super::witness::Witness;
use crate::account::{BoardTrust, Sight};

/// No move is surer than this.
const MAX_CONFIDENCE: f64 = 0.999;
/// No move is surer than this that was not seen when it was made: it counts as doubtful.
const MAX_UNWATCHED: f64 = 0.85;
/// No move is surer than this of which a board tells by rules of its own: what hands did may have been otherwise.
const MAX_TOLD: f64 = 0.95;
/// No move is surer than this that came with two others in one read-out.
const MAX_AT_ONCE: f64 = 0.5;
/// No illegal move is surer than this that does not explain all that was done then: rather, hands did more than was seen.
const MAX_UNEXPLAINED: f64 = 0.35;
/// What has changed so shortly before or after a move may be of that time.
const JUST_BEFORE_OR_AFTER: Duration = Duration::from_millis(1_000);

/// How sure it is what somebody has decided.
pub(super) const CERTAIN: f32 = MAX_CONFIDENCE as f32;

/// What a ply is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judging<'a> {
    pub(super) beam: &'a Beam,
    pub(super) seen: &'a Readings,
    pub(super) now: Instant,
    /// The last gap that several lines bridge.
    pub(super) gap: Option<&'a Doubt>,
    pub(super) lost: &'a LostReadings,
}

impl Judging<'_> {
    /// How sure it is that the ply was played, by what the lines pay that deny it. What nobody watched
    /// is never certain: pieces may have gone and come back.
    pub(super) fn confidence(&self, id: PlyId) -> f32 {
        let Self { beam, now, .. } = *self;
        let best = beam.cost(&beam.best(), now);
        let deny = beam.all().iter().filter(|one| beam.plies().fork(one.head, id) != id);
        let odds: f64 = deny.map(|one| beam.cost(one, now).minus(best).odds()).sum();
        let most = match (self.gap, beam.ply(id).sight) {
            (_, Sight::Answered) => MAX_CONFIDENCE,
            (Some(gap), Sight::Uncertain) => 1.0 / gap.lines.len() as f64,
            _ if self.came_at_once(id) => MAX_AT_ONCE,
            _ if self.leaves_unexplained(id) => MAX_UNEXPLAINED,
            _ if self.was_unwatched(id) || self.comes_unwatched(id) => MAX_UNWATCHED,
            _ => match beam.weights().witness {
                Witness::Squares => MAX_CONFIDENCE,
                Witness::Board => MAX_TOLD,
            },
        };
        (1.0 / (1.0 + odds)).min(most) as f32
    }

    /// Whether what the board shows of the ply may be held against its player.
    pub(super) fn trust(&self, id: PlyId) -> BoardTrust {
        let ply = self.beam.ply(id);
        let is_illegal = || !self.beam.plies().is_legal(ply);
        let is_odd = self.comes_unwatched(id) || self.left_before_answered(ply);
        match self.was_unwatched(id) || is_odd && is_illegal() {
            true => BoardTrust::Doubted,
            false => self.lost.trust(ply.number),
        }
    }

    /// Whether the ply came with two or more others in one read-out: then a side has made several moves,
    /// and nothing tells in which order.
    fn came_at_once(&self, id: PlyId) -> bool {
        let evidence = self.beam.ply(id).evidence;
        let line = self.beam.back().take(2 * MAX_PLIES_BACK);
        line.filter(|(_, ply)| ply.evidence.to == evidence.to).count() > 2
    }

    /// Whether the ply, or its beginning, was not seen when it was made.
    fn was_unwatched(&self, id: PlyId) -> bool {
        let ply = self.beam.ply(id);
        match ply.sight {
            Sight::Answered => false,
            Sight::Bridged | Sight::Uncertain => true,
            Sight::Seen => self.seen.was_lost_within(ply.evidence),
        }
    }

    /// Whether it is illegal, and more than one square that changed when it was made is not explained by it: hands may have done
    /// more than was seen.
    fn leaves_unexplained(&self, id: PlyId) -> bool {
        let ply = self.beam.ply(id);
        if self.beam.plies().is_legal(ply) {
            return false;
        }
        let since = ply.lifted.unwrap_or(ply.landed).min(ply.landed);
        let is_of_then = |square: &Square| {
            let at = self.seen.change(*square).at;
            since <= at + JUST_BEFORE_OR_AFTER && at <= ply.landed + JUST_BEFORE_OR_AFTER
        };
        self.beam.best().mismatch.into_iter().filter(is_of_then).count() > 1
    }

    /// Whether its piece had left before the move that it answers had begun.
    fn left_before_answered(&self, ply: &Ply) -> bool {
        let answered = ply.parent.map(|parent| self.beam.ply(parent));
        answered.is_some_and(|answered| ply.evidence.from < answered.evidence.from)
    }

    /// Whether nobody saw its piece come to where it set out from.
    fn comes_unwatched(&self, id: PlyId) -> bool {
        let from = self.beam.ply(id).mv().and_then(Move::from);
        let before = self.beam.plies().back_from(id).skip(1).take(MAX_PLIES_BACK);
        let mut came = before.filter(|(_, ply)| ply.mv().map(Move::to) == from);
        from.is_some() && came.next().is_some_and(|(id, _)| self.was_unwatched(id))
    }
}
