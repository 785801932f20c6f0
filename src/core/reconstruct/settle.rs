//! When a ply stands: what readings, presses, the opponent and the pace of the game decide, and when
//! waiting decides what they leave open.

use shakmaty::{CastlingSide, Color, Move, Position, Role};
use touchmove_drivers::Instant;

use super::beam::Hypothesis;
use super::game::Game;
use super::hold::UNPRESSED;
use super::kings;
use super::line::Line;
use super::plies::{Ply, Step, Turn};
use super::timing::Timing;
use super::weights::Cost;
use crate::account::PositionWhy;

/// How far the best line stands, and when it will stand further if nothing is observed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// How many plies stand of those ahead.
    pub(super) plies: usize,
    /// When the next one will.
    pub(super) next: Option<Instant>,
}

/// More squares than this are not explained when men lie about: nothing is decided then.
const MOST_UNEXPLAINED: usize = 5;

impl Game {
    /// Which plies of the best line stand at `now`, of those that are not told.
    pub(super) fn standing_at(&self, now: Instant, line: &Line, timing: &Timing) -> Standing {
        let mut standing = Standing { plies: 0, next: None };
        // What was told before the clock stopped is not taken back by what is played after.
        let is_denied = self.told.len() > line.told;
        let waits = self.pressed.iter().any(Option::is_some);
        if line.ahead.is_empty() || is_denied && (waits || self.keeps_told(line)) {
            return standing;
        }
        if self.shaken.is_some() || self.beam.unexplained().count() > MOST_UNEXPLAINED {
            return standing;
        }
        let rivals = self.rivals(line);
        let overtaken = self.first_overtaken(&rivals, now);
        let mut due = Instant::ZERO;
        for (index, &id) in line.ahead.iter().enumerate() {
            let ply = self.beam.ply(id);
            if self.hold.from().is_some_and(|held| ply.number >= held)
                || self.waits_for_answer(ply)
                || overtaken.is_some_and(|first| first <= index)
            {
                return standing;
            }
            let is_last = index + 1 == line.ahead.len();
            let Some(at) = self.stands_from(ply, is_last, index, &rivals, timing) else {
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
    pub(super) fn keeps_told(&self, line: &Line) -> bool {
        let first = self.beam.ply(line.from).number + 1;
        self.hold.stands()
            || self.hold.runs()
                && self.pace.presses_are_usual()
                && first <= self.told_vouched
                && self.vouched.min(self.len()) < first
    }

    /// The other hypotheses, each with the index of the first ply ahead that it does not share.
    fn rivals(&self, line: &Line) -> Vec<(usize, Hypothesis)> {
        let others = self.beam.all()[1..].iter();
        others.map(|other| (line.shared_with(self.beam.plies(), other.head), *other)).collect()
    }

    /// The index of the first ply ahead that is denied by a line which will have paid less than the best one by waiting alone:
    /// nobody is told what the board is about to deny.
    fn first_overtaken(&self, rivals: &[(usize, Hypothesis)], now: Instant) -> Option<usize> {
        let best = self.beam.best();
        let overtakes = |(_, other): &&(usize, Hypothesis)| {
            self.beam.overtakes(&best, other, Cost::NONE).is_some_and(|at| at > now)
        };
        rivals.iter().filter(overtakes).map(|(index, _)| *index).min()
    }

    /// From when on the ply stands, if nothing is observed before; `None` where waiting doesn't decide.
    fn stands_from(
        &self,
        ply: &Ply,
        is_last: bool,
        index: usize,
        rivals: &[(usize, Hypothesis)],
        timing: &Timing,
    ) -> Option<Instant> {
        let pressed = ply.number <= self.vouched;
        let margin = match (pressed, is_last) {
            (true, _) => Cost::NONE,
            (_, true) => self.beam.weights().beyond_doubt_last,
            (_, false) => self.beam.weights().beyond_doubt,
        };
        let others = || rivals.iter().filter(|(first_other, _)| *first_other <= index);
        // Lines that pay almost the same are told apart by what follows, but nobody waits for ever.
        let beyond_doubt = self.outpaid(others(), margin);
        let best_for_long =
            self.outpaid(others(), Cost::NONE)?.max(self.beam.changed_at() + timing.doubt);
        let from = beyond_doubt.map_or(best_for_long, |from| from.min(best_for_long));
        if is_last && !self.in_step() && !(pressed && self.is_being_answered()) {
            return None;
        }
        if pressed {
            return Some(from);
        }
        if self.awaits_press(ply) {
            let unpressed = self.len() - self.vouched;
            return (unpressed < UNPRESSED)
                .then(|| from.max(self.beam.changed_at() + timing.unpressed));
        }
        if is_last {
            return Some(from.max(self.beam.changed_at() + self.rest_of(ply, timing)?));
        }
        Some(from)
    }

    /// Whether all that the best line leaves unexplained is that the opponent of who moved last has taken up a man of his: he
    /// would not touch it before.
    fn is_being_answered(&self) -> bool {
        let unexplained = self.beam.unexplained();
        let head = self.beam.head();
        unexplained.count() == 1
            && (unexplained & !head.after.us()).is_empty()
            && self.is_legal(head)
            && !self.may_become_castling(head)
            && unexplained.into_iter().all(|at| Some(at) != head.mv().map(Move::to))
    }

    /// When all of `others` will have paid so much more than the best hypothesis; `None` for never.
    fn outpaid<'a>(
        &self,
        others: impl Iterator<Item = &'a (usize, Hypothesis)>,
        margin: Cost,
    ) -> Option<Instant> {
        let best = self.beam.best();
        others
            .map(|(_, other)| self.beam.overtakes(other, &best, margin))
            .try_fold(Instant::ZERO, |latest, at| Some(latest.max(at?)))
    }

    /// Whether the mover's press is still to come, where players press for their moves.
    fn awaits_press(&self, ply: &Ply) -> bool {
        self.hold.runs()
            && self.pace.presses_are_usual()
            && matches!(ply.step, Step::Move(_))
            && !self.ends_game(ply)
            && !self.may_become_castling_last(ply)
    }

    fn may_become_castling_last(&self, ply: &Ply) -> bool {
        ply.number == self.len() && self.may_become_castling(ply)
    }

    /// The rest after which the last ply stands, if nothing else settles it. No rest makes a rook's move
    /// of what may be half of a castling.
    fn rest_of(&self, ply: &Ply, timing: &Timing) -> Option<std::time::Duration> {
        if self.may_become_castling(ply) {
            None
        } else if !self.is_legal(ply) {
            // A king that simply goes to the centre may be about to tell a result.
            (!kings::may_become_sign(ply)).then_some(timing.illegal)
        } else if let Step::Position(why) = ply.step {
            // Men that were knocked over are set up again: only play can tell that they are not.
            (why == PositionWhy::Gap).then_some(timing.position)
        } else if kings::may_become_sign(ply) {
            Some(timing.lone_king)
        } else if ply.ends_game() {
            Some(timing.end)
        } else {
            Some(self.pace.rest(timing.settle))
        }
    }

    /// Whether this move may be the first half of a castling: the man stands where castling puts it.
    /// In Chess960 that may be the king.
    pub(super) fn may_become_castling(&self, ply: &Ply) -> bool {
        let (Some(Move::Normal { role, from, to, .. }), Some(parent)) = (ply.mv(), ply.parent)
        else {
            return false;
        };
        let before = &self.beam.ply(parent).after;
        let mover: Color = before.turn();
        CastlingSide::ALL.into_iter().any(|side| {
            let half = match role {
                Role::Rook => {
                    before.castles().rook(mover, side) == Some(from) && side.rook_to(mover) == to
                }
                Role::King => side.king_to(mover) == to,
                _ => false,
            };
            half && !before.castling_moves(side).is_empty()
        })
    }

    /// Whether the game is over after the ply: no illegal move ends it (5.1.1, 5.2.1).
    pub(super) fn ends_game(&self, ply: &Ply) -> bool {
        ply.ends_game() && self.is_legal(ply)
    }

    /// Whether the ply is a legal move, or no move at all.
    pub(super) fn is_legal(&self, ply: &Ply) -> bool {
        match (ply.mv(), ply.parent) {
            (Some(_), _) if ply.turn == Turn::Others => false,
            (Some(mv), Some(parent)) => super::position::is_legal(&self.beam.ply(parent).after, mv),
            _ => true,
        }
    }
}
