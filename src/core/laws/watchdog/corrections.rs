//! Instructions to correct the clock, until a reading shows that they were carried out.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;

use super::reading::millis;

/// An instruction to correct a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The instruction's number.
    pub id: u64,
    /// Whose time.
    pub side: Color,
    /// What to do with it.
    pub change: ClockChange,
}

/// What an instruction does to a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// Adds to it.
    Add(Duration),
    /// Takes from it.
    Take(Duration),
    /// Sets it.
    Set(Duration),
}

/// A reading within this much shows a correction. Milliseconds.
const CLOSE_ENOUGH_MS: i64 = 1_500;

/// Whoever has not carried out an instruction by then is reminded, once.
const PATIENCE: Duration = Duration::from_secs(120);

/// So many can be open; the oldest gives way. All combinations are tried.
const MAX_OPEN: usize = 8;

/// The instructions that are open.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections {
    open: Vec<OpenCorrection>,
}

#[derive(Clone, Copy, Debug)]
struct OpenCorrection {
    correction: Correction,
    /// When to remind; `None` once that was done.
    due: Option<Instant>,
}

impl Corrections {
    pub(super) fn open(&mut self, correction: Correction, now: Instant) {
        self.close(correction.id);
        if self.open.len() == MAX_OPEN {
            self.open.remove(0);
        }
        self.open.push(OpenCorrection { correction, due: Some(now + PATIENCE) });
    }

    pub(super) fn close(&mut self, id: u64) {
        self.open.retain(|open| open.correction.id != id);
    }

    pub(super) fn has_any(&self, side: Color) -> bool {
        self.open.iter().any(|open| open.correction.side == side)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.open.iter().filter_map(|open| open.due).min()
    }

    /// Those that nobody has carried out in time, each once.
    pub(super) fn overdue(&mut self, now: Instant) -> Vec<u64> {
        let late = self.open.iter_mut().filter(|open| open.due.is_some_and(|due| due <= now));
        late.map(|open| {
            open.due = None;
            open.correction.id
        })
        .collect()
    }

    /// The time of `side` was changed by so much, and is `shown` now. Closes the instructions that
    /// explain it best, one or several at once, and says which.
    pub(super) fn explain(
        &mut self,
        side: Color,
        changed_by: i64,
        shown: i64,
        slack: i64,
    ) -> Vec<u64> {
        let of_side = |open: &OpenCorrection| Some(open.correction).filter(|one| one.side == side);
        let open: Vec<Correction> = self.open.iter().filter_map(of_side).collect();
        let subsets = 1..1_u32 << open.len().min(MAX_OPEN);
        let off =
            |subset: &u32| Some((misses(&chosen(&open, *subset), changed_by, shown)?, *subset));
        let best = subsets.filter_map(|subset| off(&subset)).min();
        let found = best.filter(|(off, _)| *off <= CLOSE_ENOUGH_MS.saturating_add(slack));
        let done = found.map(|(_, subset)| chosen(&open, subset)).unwrap_or_default();
        done.iter().for_each(|done| self.close(done.id));
        done.into_iter().map(|done| done.id).collect()
    }
}

fn chosen(open: &[Correction], subset: u32) -> Vec<Correction> {
    let is_in = |(index, _): &(usize, &Correction)| subset >> index & 1 == 1;
    open.iter().enumerate().filter(is_in).map(|(_, correction)| *correction).collect()
}

/// By how much the clock misses what these together ask for; `None` where they ask for nothing.
fn misses(together: &[Correction], changed_by: i64, shown: i64) -> Option<i64> {
    let mut set = None;
    let mut sum = 0_i64;
    for correction in together {
        match correction.change {
            ClockChange::Add(time) => sum = sum.saturating_add(millis(time)),
            ClockChange::Take(time) => sum = sum.saturating_sub(millis(time)),
            ClockChange::Set(time) if set.is_none() => set = Some(millis(time)),
            ClockChange::Set(_) => return None,
        }
    }
    match set {
        Some(time) => Some(shown.saturating_sub(time.saturating_add(sum)).abs()),
        // what comes to nothing is never seen
        None if sum.abs() <= CLOSE_ENOUGH_MS => None,
        None => Some(changed_by.saturating_sub(sum).abs()),
    }
}
