//! The clock against the moves: who has to move, how many were made, which period that is.

use std::collections::VecDeque;
use std::time::Duration;

use shakmaty::{Color, Position};
use touchmove_drivers::Instant;

use super::alert::{Alert, ToldAlert};
use super::expected::{AddedPeriod, ExpectedClock};
use super::reading::{ClockReading, ReadingStep};
use crate::account::{Entry, LineMove};
use crate::laws::says::Certainty;

/// So many moves and presses are remembered; no game is longer.
const MAX_REMEMBERED: usize = 2_000;

/// A running side counts if it has run for so long: readings come late.
const STEADY: Duration = Duration::from_secs(3);

/// So many moves in sequence with the wrong time running, and so many presses among them, are no
/// forgotten presses.
const WRONG_IN_SEQUENCE: u32 = 6;
const PRESSES_AMONG_THEM: u32 = 4;

/// So many moves on a clock that stands mean that it was not started.
const MOVES_WHILE_STANDING: u32 = 3;

/// So many presses more than moves are no slips.
const PRESSES_AHEAD: u32 = 3;

/// The moves of the game, and what the clock did while they were made.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveChecks {
    moves: Vec<SeenMove>,
    /// Moves are missing or in doubt.
    is_uncertain: bool,
    /// Presses of White and of Black.
    presses: [Vec<Instant>; 2],
    /// From when on which time ran.
    runs: VecDeque<(Instant, Option<Color>)>,
    /// When a running clock was last seen.
    has_run: bool,
    /// Further periods that began, White's and Black's.
    periods: [usize; 2],
    /// A period may have begun unseen.
    is_period_uncertain: bool,
    /// Periods that began, White's and Black's, until the moves then are known.
    began: [Option<BegunPeriod>; 2],
    standing: u32,
    wrong: u32,
    presses_while_wrong: u32,
    told: Vec<&'static str>,
}

/// What the moves make of the clock.
#[derive(Clone, Copy, Debug)]
struct Suspicion {
    alert: Alert,
    certainty: Certainty,
}

#[derive(Clone, Copy, Debug)]
struct SeenMove {
    ply: u32,
    side: Color,
    landed: Instant,
}

#[derive(Clone, Copy, Debug)]
struct BegunPeriod {
    side: Color,
    at_zero: bool,
    seen: ClockReading,
    /// Its number, from 1.
    period: usize,
}

impl MoveChecks {
    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// How many further periods have begun for `side`.
    pub(super) fn period(&self, side: Color) -> usize {
        let [white, black] = self.periods;
        side.fold_wb(white, black)
    }

    pub(super) fn add(&mut self, mv: &LineMove) {
        self.remove(mv.ply);
        if self.moves.len() == MAX_REMEMBERED || (self.moves.is_empty() && mv.ply != 1) {
            self.lose_count();
        } else {
            let made = SeenMove { ply: mv.ply, side: mv.before.turn(), landed: mv.landed };
            self.moves.push(made);
        }
    }

    pub(super) fn remove(&mut self, ply: u32) {
        self.moves.retain(|made| made.ply != ply);
    }

    /// The moves can no longer be counted.
    pub(super) fn lose_count(&mut self) {
        self.is_uncertain = true;
    }

    /// Takes a reading, and the step to it if nothing can have happened unseen.
    pub(super) fn read(&mut self, now: ClockReading, step: Option<ReadingStep>) {
        self.has_run |= now.run.is_some();
        match step {
            None => self.runs.clear(),
            Some(step) if step.before.run == now.run => return,
            Some(step) => {
                if let Some(side) = step.pressed() {
                    self.note_press(side, now.at);
                }
            }
        }
        if self.runs.len() == MAX_REMEMBERED {
            self.runs.pop_front();
        }
        self.runs.push_back((now.at, now.run));
    }

    /// The clock has added the next period of `side`.
    pub(super) fn begin_period(&mut self, added: AddedPeriod, seen: ClockReading) {
        let AddedPeriod { side, at_zero } = added;
        let [white, black] = &mut self.periods;
        let period = side.fold_wb(white, black);
        *period = period.saturating_add(1);
        let period = *period;
        let [white, black] = &mut self.began;
        *side.fold_wb(white, black) = Some(BegunPeriod { side, at_zero, seen, period });
    }

    /// Between these readings much was unseen; presses have given so much at most, in milliseconds.
    pub(super) fn doubt_period(&mut self, step: ReadingStep, presses_give: i64) {
        self.is_period_uncertain |=
            Color::ALL.into_iter().any(|side| step.risen(side) > presses_give);
    }

    /// Judges the clock by a move that was settled.
    pub(super) fn judge(
        &mut self,
        mv: &LineMove,
        expected: &ExpectedClock,
        last: Option<ClockReading>,
        entry: &Entry,
    ) -> Vec<ToldAlert> {
        let found = [
            self.check_started(last),
            self.check_side(mv, last),
            self.check_begun_period(mv, expected),
            self.is_pressed_too_often(mv),
        ];
        let new = |suspicion: &Suspicion| !self.told.contains(&suspicion.alert.kind());
        let found: Vec<_> = found.into_iter().flatten().filter(new).collect();
        let clear = found.iter().filter(|suspicion| suspicion.certainty > Certainty::Low);
        self.told.extend(clear.map(|suspicion| suspicion.alert.kind()));
        let from = last.map_or(entry.record, |last| last.record.min(entry.record));
        let told = |Suspicion { alert, certainty }| ToldAlert {
            at: entry.at,
            alert,
            certainty,
            from,
            to: entry.record,
        };
        found.into_iter().map(told).collect()
    }

    fn note_press(&mut self, side: Color, at: Instant) {
        let [white, black] = &mut self.presses;
        let presses = side.fold_wb(white, black);
        if presses.len() < MAX_REMEMBERED {
            presses.push(at);
        }
        self.presses_while_wrong = self.presses_while_wrong.saturating_add(1);
    }

    /// Moves are made on a clock that stands, and has never run.
    fn check_started(&mut self, last: Option<ClockReading>) -> Option<Suspicion> {
        let last = last.filter(|last| last.run.is_none() && !self.has_run)?;
        if Color::ALL.into_iter().any(|side| last.left(side) == 0) {
            return None;
        }
        self.standing = self.standing.saturating_add(1);
        let is_clear = self.standing >= MOVES_WHILE_STANDING;
        is_clear
            .then_some(Suspicion { alert: Alert::ClockNotStarted, certainty: Certainty::Medium })
    }

    /// Move after move comes from the player whose time stands, and the clock is pressed all the same. A
    /// forgotten press looks otherwise: it is right again with the opponent's reply.
    fn check_side(&mut self, mv: &LineMove, last: Option<ClockReading>) -> Option<Suspicion> {
        match self.steady_until(mv.landed) {
            Some(side) if side == mv.before.turn() => {
                self.wrong = 0;
                self.presses_while_wrong = 0;
            }
            Some(_) => self.wrong = self.wrong.saturating_add(1),
            // Where play is too fast to tell, little is left of what was seen before.
            None => self.wrong = self.wrong.saturating_sub(1),
        }
        let is_clear =
            self.wrong >= WRONG_IN_SEQUENCE && self.presses_while_wrong >= PRESSES_AMONG_THEM;
        let side = last?.run.filter(|_| is_clear)?;
        Some(Suspicion { alert: Alert::WrongSideRunning { side }, certainty: Certainty::Medium })
    }

    /// The side whose time had run for a while at that moment.
    fn steady_until(&self, at: Instant) -> Option<Color> {
        let (from, run) = self.runs.iter().rev().find(|(from, _)| *from <= at)?;
        run.filter(|_| at.since(*from) >= STEADY)
    }

    /// A period that began some time ago is held against the moves that were made by then.
    fn check_begun_period(&mut self, mv: &LineMove, expected: &ExpectedClock) -> Option<Suspicion> {
        let settles = |began: &mut BegunPeriod| mv.landed.since(began.seen.at) >= STEADY;
        let began = self.began.iter_mut().find_map(|began| began.take_if(settles))?;
        let BegunPeriod { side, at_zero, seen, period } = began;
        let (due, _) = *expected.periods.get(period.checked_sub(1)?)?;
        if self.is_uncertain || self.is_period_uncertain {
            return None;
        }
        let made = self.moves_of(side, seen.at + Duration::from_secs(1));
        let forgotten = made.saturating_sub(self.presses_of(side, seen.at));
        let certainty = match made {
            made if at_zero && made < due => Certainty::Medium,
            _ if at_zero => return None,
            made if made.saturating_add(1) < due => Certainty::Medium,
            made if made > due.saturating_add(forgotten).saturating_add(1) => Certainty::Medium,
            made if made < due => Certainty::Low,
            _ => return None,
        };
        Some(Suspicion { alert: Alert::PeriodAndMovesDisagree { side, made, due }, certainty })
    }

    /// The player who has moved had pressed more often than he had moves to press for.
    fn is_pressed_too_often(&self, mv: &LineMove) -> Option<Suspicion> {
        let side = mv.before.turn();
        let until = Instant::from_micros(mv.landed.as_micros().saturating_sub(3_000_000));
        let presses = self.presses_of(side, until);
        let before = |made: &&SeenMove| made.side == side && made.ply < mv.ply;
        let moves = u32::try_from(self.moves.iter().filter(before).count()).unwrap_or(u32::MAX);
        let is_ahead = presses >= moves.saturating_add(PRESSES_AHEAD) && !self.is_uncertain;
        let alert = Alert::PressesAndMovesDisagree { side, presses, moves };
        is_ahead.then_some(Suspicion { alert, certainty: Certainty::Medium })
    }

    fn moves_of(&self, side: Color, until: Instant) -> u32 {
        let by = |made: &&SeenMove| made.side == side && made.landed <= until;
        u32::try_from(self.moves.iter().filter(by).count()).unwrap_or(u32::MAX)
    }

    fn presses_of(&self, side: Color, until: Instant) -> u32 {
        let [white, black] = &self.presses;
        let presses = side.fold_wb(white, black).iter();
        u32::try_from(presses.filter(|at| **at <= until).count()).unwrap_or(u32::MAX)
    }
}
