//! Time used up: the next period, or the end of the game (6.4, 6.9).

use std::time::Duration;

use super::Laws;
use super::article::Article;
use super::casebook::Charge;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::flag::{self, Caller, CanMate, Decided, Men, Opponent, Why};
use super::says::{Act, Certainty, Holds, IncidentKind, InstructionState};
use super::scoresheet::Remaining;
use crate::account::ClockState;
use shakmaty::{Color, Position};

impl Laws {
    /// A flag has fallen: the moves of the period are counted at once (6.4).
    pub(super) fn flag_falls(&mut self, side: Color) {
        if self.casebook.is_over() {
            return;
        }
        if self.begins_period(side) {
            return;
        }
        let incident = self.casebook.raise(Charge {
            kind: IncidentKind::FlagFall,
            rule: Rule::FlagFall,
            side,
            certainty: Certainty::High,
            ply: self.ply(),
            squares: Vec::new(),
        });
        match self.ending_by_flag(side, Caller::Arbiter) {
            Ok(ending) => self.casebook.declare(incident, ending),
            Err(_) => self.casebook.say_holds(Holds::Await("player-flag-claim")),
        }
    }

    /// A player claims that his opponent's flag has fallen (A.4.3).
    pub(super) fn claim_flag(&mut self, side: Color) {
        if self.casebook.is_over() {
            return;
        }
        let left = self.clock.map(|clock| clock.times[usize::from(side.is_black())]);
        let left =
            left.map_or(Duration::MAX, |left| Duration::from_millis(left.as_millis().into()));
        let ending = if self.clock.is_some_and(|clock| has_time(&clock, side.other())) {
            Err(self.casebook.article(Rule::FlagFall))
        } else if self.begins_period(side.other()) {
            return;
        } else {
            self.ending_by_flag(side.other(), Caller::Opponent(left))
        };
        match ending {
            Ok(ending) => self.casebook.end(ending),
            Err(article) => {
                self.casebook.refuse("flag-claim", article);
            }
        }
    }

    /// What the clock shows tells who need not record any more (8.4).
    pub(super) fn follow_times(&mut self, state: &ClockState) {
        for side in Color::ALL {
            let left = state.times[usize::from(side.is_black())];
            let left = Duration::from_millis(left.as_millis().into());
            let period = self.core.periods[usize::from(side)];
            let extra = self.casebook.rulebook().extra_in(period);
            self.scoresheet.hear(side, Remaining { left, period, extra });
        }
    }

    /// What the clock shows tells that instructions about it are carried out.
    pub(super) fn follow_clock(&mut self, state: &ClockState) {
        if self.casebook.open_instructions().is_empty() {
            return;
        }
        let running = state.run;
        self.casebook.end_instructions(InstructionState::Done, |given| match given.act {
            Act::ClockRun(side) => running == Some(side),
            Act::ClockPause => running.is_none(),
            _ => false,
        });
    }

    /// The moves of the period are completed: the next one begins (6.3.2).
    fn begins_period(&mut self, side: Color) -> bool {
        let Some(periods) = self.casebook.rulebook().control.periods() else { return false };
        let index = self.core.periods[usize::from(side)];
        let wanted: Option<u32> =
            periods.iter().take(index + 1).map(|period| Some(u32::from(period.moves?.get()))).sum();
        if wanted.is_none_or(|wanted| self.core.completed[usize::from(side)] < wanted) {
            return false;
        }
        let Some(next) = periods.iter().nth(index + 1) else { return false };
        self.core.periods[usize::from(side)] += 1;
        let (article, added) =
            (self.casebook.article(Rule::NextPeriod), next.allowance.main.duration());
        self.casebook.say_holds(Holds::Period { side, index: index + 1, added, article });
        true
    }

    /// How the game ends when somebody calls a flag (6.9); the article by which nobody may, or not yet.
    fn ending_by_flag(&self, side: Color, caller: Caller) -> Result<Ending, Article> {
        let winner = side.other();
        let board = self.turn.position.board();
        let is_bare = board.by_color(winner).count() <= 1;
        let opponent = Opponent {
            can_mate: if self.casebook.may_mate(winner, &self.turn.position) {
                CanMate::Yes
            } else {
                CanMate::No
            },
            men: if is_bare { Men::BareKing } else { Men::More },
        };
        let (value, reason, article) =
            match flag::called(self.casebook.rulebook(), side, opponent, caller) {
                Decided::AwaitsClaim(article) | Decided::Refused(article) => return Err(article),
                Decided::Lost { winner, article, .. } => {
                    (ResultValue::win_of(winner), ResultReason::Flag, article)
                }
                Decided::Drawn(Why::CannotMate, article) => {
                    (ResultValue::Draw, ResultReason::FlagCannotMate, article)
                }
                Decided::Drawn(Why::BareKing, article) => {
                    (ResultValue::Draw, ResultReason::FlagBareKing, article)
                }
            };
        Ok(Ending { value, reason, article: Some(article) })
    }
}

/// Whether the clock shows that a side's flag stands, with time left.
fn has_time(clock: &ClockState, side: Color) -> bool {
    let index = usize::from(side.is_black());
    !clock.flags[index] && clock.times[index].as_millis() > 0
}
