//! When a ply stands: what readings, presses, the opponent and the pace of the game decide, and when
//! waiting decides what they leave open.

use std::time::Duration;

use shakmaty::{Color, Move, Position};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis};
use super::doubts::waits_for_answer;
use super::emitted_line::{EmittedLine, UnsettledLine};
use super::held_back::{HeldBack, MIN_UNPRESSED_PLIES};
use super::kings;
use super::pace::Pace;
use super::plies::{Ply, PlyId, Step};
use super::presses::Presses;
use super::questions::Questions;
use super::thinking::Thinking;
use super::timing::Timing;
use super::weights::Cost;
use crate::account::{PositionWhy, Sight};

/// What decides whether plies stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settlement<'a> {
    pub(super) beam: &'a Beam,
    pub(super) emitted: &'a EmittedLine,
    pub(super) presses: &'a Presses,
    pub(super) hold: &'a HeldBack,
    pub(super) pace: &'a Pace,
    pub(super) questions: &'a Questions,
    pub(super) thinking: &'a Thinking,
    pub(super) timing: &'a Timing,
}

/// Another hypothesis than the best.
struct Rival {
    /// The index of the first ply ahead that it does not share.
    parts_at: usize,
    line: Hypothesis,
}

/// How far the best line stands, and when it will stand further if nothing is observed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StandingPlies {
    /// How many plies stand of those ahead.
    pub(super) plies: usize,
    /// When the next one will.
    pub(super) next: Option<Instant>,
}

/// More squares than this are not explained when pieces lie about: nothing is decided then.
const MAX_UNEXPLAINED_SQUARES: usize = 5;

impl Settlement<'_> {
    /// Which plies of the best line stand at `now`, of those that are not told.
    pub(super) fn standing_at(&self, now: Instant, line: &UnsettledLine) -> StandingPlies {
        let mut standing = StandingPlies { plies: 0, next: None };
        // What was told before the clock stopped is not taken back by what is played after.
        let is_denied = self.emitted.is_denied_by(line);
        let waits = Color::ALL.into_iter().any(|side| self.presses.is_waiting(side));
        if line.ahead.is_empty() || is_denied && (waits || self.keeps_told(line)) {
            return standing;
        }
        if self.thinking.is_shaken() || self.beam.unexplained().count() > MAX_UNEXPLAINED_SQUARES {
            return standing;
        }
        let rivals = self.rivals(line);
        let overtaken = self.first_overtaken(&rivals, now);
        let mut due = Instant::ZERO;
        for (index, &id) in line.ahead.iter().enumerate() {
            let ply = self.beam.ply(id);
            if self.hold.from().is_some_and(|held| ply.number >= held)
                || waits_for_answer(self.beam, self.questions, ply)
                || overtaken.is_some_and(|first| first <= index)
            {
                return standing;
            }
            let Some(at) = self.stands_from(id, index, &rivals) else {
                return standing;
            };
            due = due.max(at);
            if due > now {
                standing.next = Some(due);
                return standing;
            }
            standing.plies = index + 1;
        }
        standing
    }

    /// Whether what is told beside the line stays, whatever the board shows now: play goes on after the
    /// end, it seems. Where players press for their moves, moves for which they have pressed are only
    /// taken back for others for which they press again.
    pub(super) fn keeps_told(&self, line: &UnsettledLine) -> bool {
        let first = self.beam.ply(line.from).number + 1;
        self.hold.stands()
            || self.hold.runs()
                && self.pace.presses_are_usual()
                && first <= self.presses.told_vouched()
                && self.presses.vouched().min(self.beam.len()) < first
    }

    /// The other hypotheses, each with the index of the first ply ahead that it does not share.
    fn rivals(&self, line: &UnsettledLine) -> Vec<Rival> {
        let others = self.beam.all()[1..].iter();
        others
            .map(|other| Rival {
                parts_at: line.shared_with(self.beam.plies(), other.head),
                line: *other,
            })
            .collect()
    }

    /// The index of the first ply ahead that is denied by a line which will have paid less than the best one by waiting alone:
    /// nobody is told what the board is about to deny.
    fn first_overtaken(&self, rivals: &[Rival], now: Instant) -> Option<usize> {
        let best = self.beam.best();
        let overtakes = |rival: &&Rival| {
            self.beam.overtakes(&best, &rival.line, Cost::NONE).is_some_and(|at| at > now)
        };
        rivals.iter().filter(overtakes).map(|rival| rival.parts_at).min()
    }

    /// From when on the ply stands, if nothing is observed before; `None` where waiting doesn't decide.
    fn stands_from(&self, id: PlyId, index: usize, rivals: &[Rival]) -> Option<Instant> {
        let (timing, ply) = (self.timing, self.beam.ply(id));
        let is_last = id == self.beam.best().head;
        let pressed = ply.number <= self.presses.vouched();
        let margin = match is_last {
            true => self.beam.weights().beyond_doubt_last,
            false => self.beam.weights().beyond_doubt,
        };
        let others = || rivals.iter().filter(|rival| rival.parts_at <= index);
        // WrittenLines that pay almost the same are told apart by what follows, but nobody waits for ever.
        let best = self.outpaid(others(), Cost::NONE)?;
        // A press decides between lines that go on, but after a mate nothing that is played is looked at any more.
        let beyond_doubt = match pressed && !self.beam.plies().ends_game(ply) {
            true => Some(best),
            false => self.outpaid(others(), margin),
        };
        let best_for_long = best.max(self.beam.changed_at() + timing.doubt);
        let from = beyond_doubt.map_or(best_for_long, |from| from.min(best_for_long));
        if is_last && !self.beam.is_in_step() && !(pressed && self.is_being_answered()) {
            return Some(from.max(self.stands_beside_wrong(ply)?));
        }
        if pressed {
            return Some(from);
        }
        if self.awaits_press(ply) {
            let unpressed = self.beam.len() - self.presses.vouched();
            return (unpressed < MIN_UNPRESSED_PLIES)
                .then(|| from.max(self.beam.changed_at() + timing.unpressed));
        }
        if is_last {
            return Some(from.max(self.beam.changed_at() + self.rest_of(ply)?));
        }
        Some(from)
    }

    /// When the last ply stands though the board shows something else than it elsewhere: it was seen to land, nothing has
    /// changed since, and what is wrong for so long stays so.
    fn stands_beside_wrong(&self, ply: &Ply) -> Option<Instant> {
        let has_landed_last = ply.sight == Sight::Seen && ply.landed == self.beam.changed_at();
        let rest = self.rest_of(ply).filter(|_| has_landed_last)?;
        Some(ply.landed + rest.max(self.timing.wrong))
    }

    /// Whether all that the best line leaves unexplained is that the opponent of who moved last has taken up a piece of his: he
    /// would not touch it before.
    fn is_being_answered(&self) -> bool {
        let unexplained = self.beam.unexplained();
        let head = self.beam.head();
        unexplained.count() == 1
            && (unexplained & !head.after.us()).is_empty()
            && self.beam.plies().is_legal(head)
            && !self.beam.plies().may_become_castling(head)
            && unexplained.into_iter().all(|at| Some(at) != head.mv().map(Move::to))
    }

    /// When all of `others` will have paid so much more than the best hypothesis; `None` for never.
    fn outpaid<'a>(
        &self,
        others: impl Iterator<Item = &'a Rival>,
        margin: Cost,
    ) -> Option<Instant> {
        let best = self.beam.best();
        others
            .map(|rival| self.beam.overtakes(&rival.line, &best, margin))
            .try_fold(Instant::ZERO, |latest, at| Some(latest.max(at?)))
    }

    /// Whether the mover's press is still to come, where players press for their moves.
    fn awaits_press(&self, ply: &Ply) -> bool {
        self.hold.runs()
            && self.pace.presses_are_usual()
            && matches!(ply.step, Step::Move(_))
            && !self.beam.plies().ends_game(ply)
            && !self.may_become_castling_last(ply)
    }

    fn may_become_castling_last(&self, ply: &Ply) -> bool {
        ply.number == self.beam.len() && self.beam.plies().may_become_castling(ply)
    }

    /// The rest after which the last ply stands, if nothing else settles it. No rest makes a rook's move
    /// of what may be half of a castling.
    fn rest_of(&self, ply: &Ply) -> Option<Duration> {
        let timing = self.timing;
        if self.beam.plies().may_become_castling(ply) {
            None
        } else if !self.beam.plies().is_legal(ply) {
            // A king that simply goes to the centre may be about to tell a result.
            (!kings::may_become_sign(ply)).then_some(timing.illegal)
        } else if let Step::Position(why) = ply.step {
            // Pieces that were knocked over are set up again: only play can tell that they are not.
            (why == PositionWhy::Gap).then_some(timing.position)
        } else if kings::may_become_sign(ply) {
            Some(timing.lone_king)
        } else if ply.ends_game() {
            Some(timing.end)
        } else {
            Some(self.pace.rest(timing.settle))
        }
    }
}
