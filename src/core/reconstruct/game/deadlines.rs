//! What waiting decides in a game.

use std::time::Duration;

use shakmaty::{Color, Position, Square};
use touchmove_drivers::Instant;

use super::{FollowedGame, Scene};
use crate::account::{QuestionKind, What};
use crate::reconstruct::doubts::doubt_of_line;
use crate::reconstruct::duty::Duty;
use crate::reconstruct::emitted_line::UnsettledLine;
use crate::reconstruct::kings;
use crate::reconstruct::presses::PressDuty;
use crate::reconstruct::questions::Doubt;
use crate::reconstruct::readings::Readings;
use crate::reconstruct::rival_captures::{self, Due};
use crate::reconstruct::thinking::{Considered, Quiet, is_on_the_way};
use crate::reconstruct::timing::Timing;

/// So long others get their turn, after moves were weighed and before more are.
const PAUSE: Duration = Duration::from_millis(1);

impl FollowedGame {
    /// What is due of presses, and when.
    pub(in crate::reconstruct) fn press_duties(
        &self,
        seen: &Readings,
        timing: &Timing,
    ) -> impl Iterator<Item = (Instant, PressDuty)> {
        self.presses.duties(seen, timing)
    }

    /// What is due first besides, where the kings tell no result.
    pub(in crate::reconstruct) fn first_duty(
        &self,
        Scene { seen, timing, now }: Scene<'_>,
    ) -> Option<(Instant, Duty)> {
        let last = self.beam.changed_at();
        let rank = self.beam.next_change(now).map(|at| (at, Duty::Rank));
        let line = self.emitted.line(&self.beam);
        let settlement = self.settlement(timing);
        let mut settle = None;
        if !line.ahead.is_empty() {
            let standing = settlement.standing_at(now, &line);
            let due = if standing.plies > 0 { Some(now) } else { standing.next };
            settle = due.map(|due| (due, Duty::Settle));
        } else if self.emitted.is_denied_by(&line)
            && self.is_in_step()
            && !settlement.keeps_told(&line)
        {
            settle = Some((last + timing.take_back, Duty::TakeBack));
        }
        let consider = self.thinking.next(last, timing).filter(|_| !self.is_in_step());
        let consider = consider.map(|(at, level)| (at, Duty::Consider(level)));
        let weigh = rival_captures::is_due(&self.beam, seen)
            .then_some(((last + timing.settle).max(self.weighs_from), Duty::Weigh));
        let ask = self.is_to_be_asked(&line).then_some((last + timing.gap, Duty::Ask));
        let which = doubt_of_line(&self.beam, timing.doubt, seen)
            .filter(|(_, doubt)| !self.questions.knows(doubt))
            .map(|(at, doubt)| (at, Duty::AskWhich(doubt)));
        // What is asked is not told at the same moment.
        let first = [which, rank, settle, consider].into_iter().fold(weigh, sooner);
        let standing = self.stands_wrong(first.as_ref().map(|(at, _)| *at), seen, timing);
        sooner(sooner(first, standing), ask)
    }

    /// That pieces stand wrong, unless something else is due by then: to find it out is dear.
    fn stands_wrong(
        &self,
        first: Option<Instant>,
        seen: &Readings,
        timing: &Timing,
    ) -> Option<(Instant, Duty)> {
        if self.is_in_step() {
            return None;
        }
        let rest = match kings::is_half_a_sign(seen, self.beam.head().after.board()) {
            true => timing.lone_king,
            false => timing.standing,
        };
        let due = self.beam.changed_at() + rest;
        if first.is_some_and(|first| first <= due) {
            return None;
        }
        Some((due, Duty::Standing(self.wrong_squares(seen)?)))
    }

    /// The squares on which the board differs, if pieces stand where no legal move takes them, and this
    /// was not told yet. A piece that is only missing is in a hand.
    fn wrong_squares(&self, seen: &Readings) -> Option<Vec<Square>> {
        let wrong = self.beam.unexplained();
        if (wrong & seen.sets().occupied()).is_empty() {
            return None;
        }
        let differs: Vec<_> = wrong.into_iter().collect();
        (!self.emitted.has_emitted_wrong(&differs) && !is_on_the_way(&self.beam, seen))
            .then_some(differs)
    }

    /// Whether plies are held back and nobody was asked about them yet.
    fn is_to_be_asked(&self, line: &UnsettledLine) -> bool {
        let held = match self.hold.from() {
            Some(from) => self.beam.len() >= from,
            None => self.is_unpressed(),
        };
        held && !self.hold.is_ended()
            && !self.questions.is_open(QuestionKind::GameOver)
            && self.is_in_step()
            && !line.ahead.is_empty()
    }

    /// Waiting has made another hypothesis the best.
    pub(in crate::reconstruct) fn rank_at(&mut self, now: Instant) {
        self.beam.rank_at(now);
    }

    /// Weighs moves that explain the same.
    pub(in crate::reconstruct) fn weigh(&mut self, Scene { seen, now, .. }: Scene<'_>) {
        rival_captures::weigh(&mut self.beam, Due::All, seen);
        self.weighs_from = now + PAUSE;
    }

    /// Uses the quiet since the readings last changed, while the time of `run` runs.
    pub(in crate::reconstruct) fn consider(
        &mut self,
        level: Considered,
        run: Option<Color>,
        seen: &Readings,
    ) {
        let quiet = Quiet { level, run, emitted: &self.emitted, seen };
        self.thinking.consider(&mut self.beam, quiet);
    }

    /// Tells that pieces stand wrong.
    pub(in crate::reconstruct) fn emit_wrong(&mut self, differs: Vec<Square>, out: &mut Vec<What>) {
        self.emitted.emit_wrong(differs, out);
    }

    /// Asks whether the game is over.
    pub(in crate::reconstruct) fn ask_whether_over(&mut self, out: &mut Vec<What>) {
        let Some(&first) = self.emitted.line(&self.beam).ahead.first() else { return };
        let ply = self.beam.ply(first);
        let before = self.beam.ply(ply.parent.unwrap_or(first)).after.clone();
        self.questions.ask(Doubt::of_game_over(ply.number, before), out);
    }

    /// Asks, if this was not asked before.
    pub(in crate::reconstruct) fn ask(&mut self, doubt: Doubt, out: &mut Vec<What>) {
        self.questions.ask(doubt, out);
    }
}

/// Which of two is due first; the one, where both are due at once.
pub(in crate::reconstruct) fn sooner(
    one: Option<(Instant, Duty)>,
    other: Option<(Instant, Duty)>,
) -> Option<(Instant, Duty)> {
    match (&one, &other) {
        (Some((at, _)), Some((due, _))) if due < at => other,
        (Some(_), _) => one,
        (None, _) => other,
    }
}
