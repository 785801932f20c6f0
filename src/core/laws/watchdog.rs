//! The clock watchdog: what a real clock shows, held against what a clock that is set rightly would.
//!
//! A fold over the account. It never accuses: players forget to press, arbiters set clocks that stand,
//! and readings come late and rounded. Whatever can be explained so is not told, or with low certainty.

mod alert;
mod corrections;
pub(super) mod difference;
mod expected;
mod increment_check;
mod jumps;
mod move_checks;
mod rate_check;
mod reading;
mod setting_check;

use shakmaty::Color;
use touchmove_drivers::Instant;

pub use self::alert::{Alert, ToldAlert};
pub use self::corrections::{ClockChange, Correction};
pub use self::difference::{ClockDifference, ExpectedSetting};

use self::corrections::Corrections;
use self::expected::ExpectedClock;
use self::increment_check::IncrementCheck;
use self::jumps::{JumpVerdict, Jumps};
use self::move_checks::MoveChecks;
use self::rate_check::RateCheck;
use self::reading::{ClockReading, ReadingStep, TimeChange};
use self::setting_check::SettingCheck;
use super::control::{Extra, TimeControl};
use super::says::Certainty;
use crate::account::{Entry, LineMove, LineState, What};

/// What the watchdog says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockNotice {
    /// Something may be wrong with the clock.
    Alert(ToldAlert),
    /// The clock shows what this instruction asked for.
    Fulfilled(u64),
    /// Two minutes have passed, and the clock, which is read, doesn't show it.
    Overdue(u64),
}

/// Watches the clock of one game.
#[derive(Clone, Debug)]
pub struct Watchdog {
    /// What a right clock may do; `None` where nobody knows what to expect of it.
    expected: Option<ExpectedClock>,
    /// The last reading that can be relied on.
    last: Option<ClockReading>,
    /// The link was lost since, or the clock was away.
    was_lost: bool,
    corrections: Corrections,
    setting: SettingCheck,
    jumps: Jumps,
    increments: IncrementCheck,
    rate: RateCheck,
    moves: MoveChecks,
    over: Over,
}

/// Whether the game is over, and what the clock did since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Over {
    #[default]
    No,
    /// Since then.
    Since(Instant),
    /// A reading showed it running for too long.
    RunsOn,
    /// That was told.
    Told,
}

/// A clock that runs on for so long after the end was forgotten.
const RUNS_ON_MS: i64 = 30_000;

impl Watchdog {
    /// Watches a clock that should be set for this time control.
    pub fn new(control: &TimeControl) -> Self {
        Self {
            expected: ExpectedClock::of(control),
            last: None,
            was_lost: false,
            corrections: Corrections::default(),
            setting: SettingCheck::default(),
            jumps: Jumps::default(),
            increments: IncrementCheck::default(),
            rate: RateCheck::default(),
            moves: MoveChecks::default(),
            over: Over::No,
        }
    }

    /// Takes an entry of the account.
    pub fn hear(&mut self, entry: &Entry) -> Vec<ClockNotice> {
        let mut notices = self.advance(entry.at);
        match &entry.what {
            What::Clock(state) if !state.doubtful => {
                self.read(ClockReading::of(entry, state), &mut notices);
            }
            What::Move(mv) => match mv.state {
                LineState::Provisional => {}
                LineState::Settled => self.settle_move(mv, entry, &mut notices),
                LineState::Superseded => self.moves.remove(mv.ply),
            },
            What::Position(_) => self.moves.lose_count(),
            // The next reading is compared with none before.
            What::LinkLost => self.was_lost = true,
            // The next one is set first.
            What::ClockAway => (self.was_lost, self.jumps) = (true, Jumps::default()),
            _ => {}
        }
        notices
    }

    /// Time has passed without an entry. What a clock that nobody reads was to show, it may have shown.
    pub fn advance(&mut self, now: Instant) -> Vec<ClockNotice> {
        let mut overdue = self.corrections.overdue(now);
        overdue.retain(|_| self.last.is_some());
        overdue.into_iter().map(ClockNotice::Overdue).collect()
    }

    /// When [`Watchdog::advance`] has something to say next.
    pub fn deadline(&self) -> Option<Instant> {
        self.corrections.deadline()
    }

    /// A press was for no move: presses and moves are not to be compared any more.
    pub fn note_press_for_nothing(&mut self) {
        self.moves.lose_count();
    }

    /// From now on each move may have this besides.
    pub fn allow_extra(&mut self, extra: Extra) {
        if let Some(expected) = &mut self.expected {
            expected.allow_extra(extra);
        }
    }

    /// The game ended at `at`.
    pub fn note_end(&mut self, at: Instant) {
        if self.over == Over::No {
            self.over = Over::Since(at);
        }
    }

    /// The game is not over after all.
    pub fn note_resumption(&mut self) {
        self.over = Over::No;
    }

    /// An instruction to correct the clock is open from now on. Says at once if it was carried out
    /// already.
    pub fn expect(&mut self, correction: Correction, now: Instant) -> Vec<ClockNotice> {
        self.setting.settle();
        self.corrections.open(correction, now);
        let Some(last) = self.last else { return Vec::new() };
        let side = correction.side;
        let by = self.jumps.set_by(side);
        let done = self.corrections.explain(side, by, last.left(side), 0);
        if !done.is_empty() {
            self.jumps.forget(side);
        }
        done.into_iter().map(ClockNotice::Fulfilled).collect()
    }

    /// An instruction is waived.
    pub fn waive(&mut self, id: u64) {
        self.corrections.close(id);
    }

    fn settle_move(&mut self, mv: &LineMove, entry: &Entry, notices: &mut Vec<ClockNotice>) {
        self.moves.add(mv);
        let Some(expected) = &self.expected else { return };
        if self.over == Over::No {
            let told = self.moves.judge(mv, expected, self.last.filter(|_| !self.was_lost), entry);
            notices.extend(told.into_iter().map(ClockNotice::Alert));
        }
    }

    fn read(&mut self, now: ClockReading, notices: &mut Vec<ClockNotice>) {
        let before = self.last.replace(now).map(|before| ReadingStep { before, now });
        self.check_end(now, notices);
        self.moves.read(now, before.filter(|step| !self.was_lost && step.is_close()));
        let was_lost = std::mem::take(&mut self.was_lost);
        if was_lost && now.run.is_some() {
            self.setting.settle();
        }
        let Some(step) = before else {
            self.begin_again(now);
            self.check_setting(None, now, notices);
            return;
        };
        let Some(expected) = &self.expected else {
            self.match_corrections(step, 0, notices);
            return;
        };
        let presses_give = expected.given_at_most(step);
        let corrected = self.match_corrections(step, presses_give, notices);
        self.check_setting(Some(step).filter(|_| !was_lost), now, notices);
        if was_lost || corrected || !step.is_close() {
            self.moves.doubt_period(step, presses_give);
            self.jumps.rebase();
            self.begin_again(now);
            return;
        }
        self.compare(step, notices);
    }

    /// Holds two readings in sequence against the passage of time.
    fn compare(&mut self, step: ReadingStep, notices: &mut Vec<ClockNotice>) {
        let Some(expected) = &self.expected else { return };
        let verdict = self.jumps.judge(step, expected, &self.moves);
        if matches!(verdict, JumpVerdict::Open | JumpVerdict::Told(_)) {
            self.moves.doubt_period(step, expected.given_at_most(step));
        }
        match verdict {
            JumpVerdict::Explained => {
                let told = self.increments.follow(step, expected);
                let told = told.filter(|told| {
                    let is_missing = matches!(told.alert, Alert::IncrementMissing { .. });
                    !(is_missing && self.jumps.is_known_set_wrongly())
                });
                notices.extend(told.map(ClockNotice::Alert));
                let told = self.rate.follow(step, expected);
                notices.extend(told.map(ClockNotice::Alert));
            }
            JumpVerdict::AddedPeriod(begun) => {
                for added in begun {
                    self.moves.begin_period(added, step.now);
                }
                self.begin_again(step.now);
            }
            JumpVerdict::Open => self.begin_again(step.now),
            JumpVerdict::Told(told) => {
                notices.push(ClockNotice::Alert(told));
                self.begin_again(step.now);
            }
        }
    }

    /// Whether an open instruction explains the change.
    fn match_corrections(
        &mut self,
        step: ReadingStep,
        given: i64,
        notices: &mut Vec<ClockNotice>,
    ) -> bool {
        let mut done = Vec::new();
        for side in Color::ALL {
            let TimeChange { by, slack } = step.changed_by(side);
            let is_plain = step.runs_on() && by.abs() <= given.saturating_mul(3) / 2 + 3_000;
            if is_plain || !self.corrections.has_any(side) {
                continue;
            }
            let set = by.saturating_add(self.jumps.set_by(side));
            let mut found = self.corrections.explain(side, set, step.now.left(side), slack);
            if found.is_empty() {
                found = self.corrections.explain(side, by, step.now.left(side), slack);
            }
            if !found.is_empty() {
                self.jumps.forget(side);
            }
            done.extend(found);
        }
        notices.extend(done.iter().copied().map(ClockNotice::Fulfilled));
        !done.is_empty()
    }

    fn check_setting(
        &mut self,
        step: Option<ReadingStep>,
        now: ClockReading,
        notices: &mut Vec<ClockNotice>,
    ) {
        let Some(expected) = &self.expected else { return };
        let told = self.setting.read(step, now, expected, &self.moves);
        if told.is_some() {
            self.jumps.note_told_set_wrongly();
        }
        notices.extend(told.map(ClockNotice::Alert));
    }

    fn begin_again(&mut self, now: ClockReading) {
        self.increments.begin(now);
        self.rate.begin(now);
    }

    /// Two readings that run on long after the end are no oversight of the readings.
    fn check_end(&mut self, now: ClockReading, notices: &mut Vec<ClockNotice>) {
        let Some(side) = now.run else { return };
        match self.over {
            Over::Since(end) if now.since(end) >= RUNS_ON_MS => self.over = Over::RunsOn,
            Over::RunsOn => {
                self.over = Over::Told;
                let alert = Alert::ClockNotStopped { side };
                notices.push(ClockNotice::Alert(ToldAlert::of(alert, Certainty::Medium, now, now)));
            }
            _ => {}
        }
    }
}
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod tests;
