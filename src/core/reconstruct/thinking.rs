//! What readings do not say at once: moves that were missed, are illegal, or follow another position.
//!
//! In: readings that change, and quiet. Out: hypotheses that are added to the others, and the gap that several lines bridge.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::bridge::{self, Bridge};
use super::emitted_line::EmittedLine;
use super::nameless_pieces::charge_absent;
use super::plies::{Ply, PlyId};
use super::questions::Doubt;
use super::readings::Readings;
use super::timing::Timing;
use super::weights::Cost;
use super::{illegal_moves, kings, new_positions, position, search};
use crate::account::{BoardTrust, PositionWhy, QuestionKind, has_kings, position_after, replies};

/// What was thought of, and what is still to be.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    /// How far quiet has been used since the readings last changed.
    considered: Considered,
    /// When many squares changed at once, while no line explains all of it yet.
    shaken: Option<Instant>,
    /// The last gap that several lines bridge.
    gap: Option<Doubt>,
}

/// What quiet has been used for since the readings last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Considered {
    Nothing,
    /// Illegal moves, and one or two moves that were not seen.
    Odd,
    /// Three or four moves that were not seen.
    Gap,
    /// Play from another position.
    Position,
    /// That what has been wrong for so long is not on its way any more.
    Wrong,
    /// That no piece is held in a hand for so long.
    Lifted,
}

/// What is to be thought of now, and by what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet<'a> {
    pub(super) level: Considered,
    /// Whose time runs.
    pub(super) run: Option<Color>,
    pub(super) emitted: &'a EmittedLine,
    pub(super) seen: &'a Readings,
}

/// No move changes more squares.
const MAX_SQUARES_OF_ONE_MOVE: usize = 4;

/// A square that changed less than this before is not yet at rest, when the reply has come already.
pub(super) const REST_OF_ODD: Duration = Duration::from_millis(300);

impl Thinking {
    pub(super) const NEW: Self = Self { considered: Considered::Nothing, shaken: None, gap: None };

    /// Whether many squares changed at once, and no line explains all of it yet.
    pub(super) fn is_shaken(&self) -> bool {
        self.shaken.is_some()
    }

    /// The last gap that several lines bridge.
    pub(super) fn gap(&self) -> Option<&Doubt> {
        self.gap.as_ref()
    }

    /// Nothing waits any more that the hypotheses of before were about.
    pub(super) fn forget(&mut self, beam: &Beam) {
        self.considered = Considered::Nothing;
        self.gap = None;
        self.calm_down(beam);
    }

    /// The readings of `changed` are new: hypotheses go on.
    pub(super) fn follow(
        &mut self,
        beam: &mut Beam,
        changed: Bitboard,
        trust: BoardTrust,
        emitted: &EmittedLine,
        seen: &Readings,
    ) {
        self.considered = Considered::Nothing;
        self.calm_down(beam);
        search::follow(beam, seen, changed, trust);
        if !beam.is_in_step() && is_reply_after_oddity(beam, seen, changed) {
            search::consider(beam, seen, |beam| {
                illegal_moves::add_illegal(beam, REST_OF_ODD, seen)
            });
        }
        if !beam.is_in_step() {
            illegal_moves::add_illegal_instead_of_contradicted(beam, seen);
        }
        if changed.count() > 1 {
            self.follow_many(beam, changed, emitted, seen);
        }
        self.calm_down(beam);
    }

    /// Many squares changed at once: moves were missed. Where several lines lead to what is seen, none of
    /// them is certain; where none does, play may go on from what is seen.
    fn follow_many(
        &mut self,
        beam: &mut Beam,
        changed: Bitboard,
        emitted: &EmittedLine,
        seen: &Readings,
    ) {
        let is_more_than_a_move = changed.count() > MAX_SQUARES_OF_ONE_MOVE;
        if !beam.is_in_step() && is_more_than_a_move {
            self.shaken.get_or_insert(seen.last().at);
        }
        let is_bridged = changed.count() > 2
            && self.bridge(beam, bridge::MAX_PLIES, Some(seen.last().record), seen);
        if !is_bridged && self.shaken.is_some() && is_more_than_a_move {
            let base = self.resumed_from(beam, emitted).ply;
            search::consider(beam, seen, |beam| {
                new_positions::add_position(beam, base, None, PositionWhy::Gap, seen);
            });
        }
    }

    fn calm_down(&mut self, beam: &Beam) {
        self.shaken = self.shaken.filter(|_| !beam.is_in_step());
    }

    /// Uses the quiet since the readings last changed.
    pub(super) fn consider(&mut self, beam: &mut Beam, quiet: Quiet<'_>) {
        self.considered = quiet.level;
        if beam.is_in_step() {
            return;
        }
        let seen = quiet.seen;
        match quiet.level {
            Considered::Nothing => {}
            Considered::Odd => self.consider_odd(beam, seen),
            Considered::Gap => {
                self.bridge(beam, bridge::MAX_PLIES, None, seen);
            }
            Considered::Position => self.consider_position(beam, quiet),
            Considered::Wrong => {
                if seen.sets().unnamed().is_empty() {
                    beam.charge_wrong(beam.costs().wrong_for_long);
                }
            }
            Considered::Lifted => charge_absent(beam, &Color::ALL, u64::MAX, seen),
        }
    }

    fn consider_odd(&mut self, beam: &mut Beam, seen: &Readings) {
        let most = if self.shaken.is_some() { bridge::MAX_PLIES } else { 2 };
        search::consider(beam, seen, |beam| illegal_moves::add_half_castling(beam, seen));
        // Of what many changes at once have left, no single move is the reason.
        if !self.bridge(beam, most, None, seen) && self.shaken.is_none() {
            search::consider(beam, seen, |beam| {
                illegal_moves::add_illegal(beam, Duration::ZERO, seen);
                illegal_moves::add_out_of_turn(beam, seen);
            });
        }
    }

    fn consider_position(&mut self, beam: &mut Beam, Quiet { run, emitted, seen, .. }: Quiet<'_>) {
        let waits =
            is_on_the_way(beam, seen) || kings::is_half_a_sign(seen, beam.head().after.board());
        if waits && self.shaken.is_none() {
            return;
        }
        let base = self.resumed_from(beam, emitted);
        search::consider(beam, seen, |beam| match base.why {
            Some(why) => new_positions::add_position(beam, base.ply, run, why, seen),
            None => new_positions::add_exchanged(beam, base.ply, run, seen),
        });
        self.calm_down(beam);
    }

    /// The last ply that stood before pieces were displaced, and why they were, if more than a few were.
    fn resumed_from(&self, beam: &Beam, emitted: &EmittedLine) -> ResumedFrom {
        let line = emitted.line(beam);
        let stood = |id: &PlyId| {
            let ply = beam.ply(*id);
            match self.shaken {
                Some(at) => ply.landed < at,
                None => beam.plies().is_legal(ply),
            }
        };
        let stood = line.ahead.iter().take_while(|id| stood(id)).last().copied();
        let stood = stood.unwrap_or(line.from);
        let many = beam.unexplained().count() >= illegal_moves::MIN_UNEXPLAINED_SQUARES;
        let why = match self.shaken {
            Some(_) => Some(PositionWhy::Gap),
            None => many.then_some(PositionWhy::Displaced),
        };
        let ply = if self.shaken.is_some() || !many { stood } else { beam.best().head };
        ResumedFrom { ply, why }
    }

    /// Adds the moves that lead to what is seen, if up to `most` do; returns whether any do. With `since`
    /// they came all at once, by that record: then that they were not seen costs nothing.
    fn bridge(
        &mut self,
        beam: &mut Beam,
        most: usize,
        since: Option<u64>,
        seen: &Readings,
    ) -> bool {
        let Some(bridge) = bridge::find_bridge(beam, most, since, seen) else { return false };
        let unseen = since.map_or(beam.costs().bridged, |_| Cost::NONE);
        search::consider(beam, seen, |beam| bridge::add_bridge(beam, &bridge, unseen, seen));
        self.calm_down(beam);
        if bridge.is_uncertain() {
            self.gap = Some(gap_of(beam.ply(bridge.from), &bridge));
        }
        true
    }

    /// What is thought of next, and when, if nothing changes before.
    pub(super) fn next(&self, last: Instant, timing: &Timing) -> Option<(Instant, Considered)> {
        let (after, level) = match self.considered {
            Considered::Nothing => (timing.odd, Considered::Odd),
            // Of what many changes at once have left all bridges were looked for already.
            Considered::Odd if self.shaken.is_some() => (timing.gap, Considered::Position),
            Considered::Odd => (timing.gap, Considered::Gap),
            Considered::Gap => (timing.position, Considered::Position),
            Considered::Position => (timing.wrong, Considered::Wrong),
            Considered::Wrong => (timing.lifted, Considered::Lifted),
            Considered::Lifted => return None,
        };
        Some((last + after, level))
    }
}

/// Where play from another position goes on.
struct ResumedFrom {
    ply: PlyId,
    why: Option<PositionWhy>,
}

fn gap_of(from: &Ply, bridge: &Bridge) -> Doubt {
    Doubt {
        kind: QuestionKind::Gap,
        ply: from.number + 1,
        lines: bridge.lines.clone(),
        before: Arc::new(from.after.clone()),
    }
}

/// Whether the opponent's piece has just landed while something of the mover's is not explained.
fn is_reply_after_oddity(beam: &Beam, seen: &Readings, changed: Bitboard) -> bool {
    let best = beam.best();
    let turn = beam.head().turn();
    (best.mismatch & changed & seen.sets().pieces_of(!turn)).any()
        && (best.mismatch & seen.sets().pieces_of(turn)).any()
}

/// Whether a legal move takes all pieces that stand wrong where they stand.
pub(super) fn is_on_the_way(beam: &Beam, seen: &Readings) -> bool {
    let (head, shown) = (&beam.head().after, seen.sets());
    if !has_kings(head) {
        return false;
    }
    let wrong = beam.unexplained();
    let stands = wrong & shown.occupied();
    let explains = |mv: Move| {
        let left = wrong & shown.mismatch(position_after(head, mv).board());
        (left & shown.occupied()).is_empty()
    };
    // To list all that is legal is dear: where pieces stand wrong that have names, the move is one that brings them there.
    if stands.any() && (stands & shown.unnamed()).is_empty() {
        let piece = |at| shown.piece_at(at).into_iter().chain(shown.other_piece(at));
        let brought = |at| piece(at).flat_map(move |piece| position::replies_to(head, at, piece));
        return position::castlings(head).any(explains)
            || stands.single_square().is_some_and(|at| brought(at).any(explains));
    }
    let takes = |mv: &Move| mv.is_castle() || (stands & !Bitboard::from(mv.to())).is_empty();
    replies(head).into_iter().filter(takes).any(explains)
}
