//! How long the players thought, as far as the times on their clocks tell it.
//!
//! A move took what the mover had before it, with what the clock added since, less what he has left. Where
//! that can be read in two ways no time is told:
//!
//! * *A move within the delay* leaves the clock as it was.
//! * *The first move*: most clocks show the first increment from the start on, some don't. A time above
//!   main time and increment after either player's first move decides it for both.
//! * *From the last move of a period on*: some clocks add the time of the next period with that move,
//!   others when the time has run out. It has come once the clock shows more by half of it.
//! * *After an illegal move or a break*: the arbiter may have put the clock. After a break nobody knows
//!   either how many moves of the period are made.

use std::collections::HashMap;
use std::iter::Peekable;
use std::mem;
use std::time::Duration;

use shakmaty::Color;

use crate::laws::control::{Allowance, Extra, Mode, Period, Periods};
use crate::tournament::release::ReleasedGame;

/// From where on a game was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// From its first move.
    Whole,
    /// From a later one, nobody knows which.
    Later,
}

/// The thinking times of a game, by ply; `None` where the clocks are not set to this time control.
pub(super) fn times(
    game: &ReleasedGame,
    periods: &Periods,
    seen: Seen,
) -> Option<HashMap<u32, Duration>> {
    let mut clocks = [Clock::new(periods.iter())?, Clock::new(periods.iter())?];
    match seen {
        Seen::Whole => {
            let first: Vec<_> = [1, 2].iter().filter_map(|ply| left(game, *ply)).collect();
            let allowance = clocks[0].period.allowance;
            if !are_set_to(&first, allowance) {
                return None;
            }
            let start = start(&first, allowance);
            clocks.iter_mut().for_each(|clock| clock.last = start.map(|start| (0, start)));
        }
        Seen::Later => clocks.iter_mut().for_each(Clock::lose_count),
    }
    let mut times = HashMap::new();
    for (index, made) in game.moves.iter().enumerate() {
        if !made.led_by.is_empty() {
            clocks.iter_mut().for_each(|clock| clock.may_be_put = true);
        }
        if game.breaks.iter().any(|one| one.after == index) {
            clocks.iter_mut().for_each(Clock::lose_count);
        }
        let Some(left) = left(game, made.ply) else { continue };
        let clock = &mut clocks[usize::from(made.side == Color::Black)];
        let spent = clock.pressed(made.ply.div_ceil(2), left);
        times.extend(spent.map(|spent| (made.ply, spent)));
    }
    Some(times)
}

/// Whether clocks that showed this after each player's `first` move may be set to this time. One player
/// may have come late, but hardly both.
fn are_set_to(first: &[Duration], Allowance { main, extra }: Allowance) -> bool {
    let most = main.duration() + extra.map_or(Duration::ZERO, |extra| extra.time.duration() * 2);
    let is_enough = |left: &Duration| *left >= main.duration() / 2;
    first.iter().all(|left| *left <= most) && (first.len() < 2 || first.iter().any(is_enough))
}

/// What both clocks showed before the first move, if what they showed after each player's `first` tells.
fn start(first: &[Duration], Allowance { main, extra }: Allowance) -> Option<Duration> {
    let main = main.duration();
    let Some(Extra { mode, time }) = extra else { return Some(main) };
    let most_without = match mode {
        Mode::Delay => return Some(main),
        Mode::Increment => main + time.duration(),
        Mode::Bronstein => main,
    };
    let is_with = first.iter().any(|left| *left > most_without);
    is_with.then(|| main + time.duration())
}

fn left(game: &ReleasedGame, ply: u32) -> Option<Duration> {
    game.times.get(&ply).map(|left| Duration::from_millis(left.as_millis().into()))
}

/// A player's side of the clock.
struct Clock<P: Iterator<Item = Period>> {
    period: Period,
    /// With which of the player's moves it ends; from 0 on where the moves are not counted any more.
    ends_with: Option<u32>,
    coming: Peekable<P>,
    /// What the clock last showed, and after which of the player's moves.
    last: Option<(u32, Duration)>,
    /// Whether the arbiter may have put it since.
    may_be_put: bool,
}

impl<P: Iterator<Item = Period>> Clock<P> {
    fn new(mut periods: P) -> Option<Self> {
        let period = periods.next()?;
        let ends_with = period.moves.map(|moves| moves.get().into());
        Some(Self { period, ends_with, coming: periods.peekable(), last: None, may_be_put: false })
    }

    /// Nobody knows how many moves were made.
    fn lose_count(&mut self) {
        self.may_be_put = true;
        self.ends_with = self.ends_with.map(|_| 0);
    }

    /// The player pressed after this move of his, with so much left; how long he thought.
    fn pressed(&mut self, number: u32, left: Duration) -> Option<Duration> {
        let may_be_put = mem::take(&mut self.may_be_put);
        let (after, before) = self.last.replace((number, left))?;
        let is_followed = number == after + 1 && !may_be_put;
        let extra = self.period.allowance.extra;
        if let Some(Period { allowance: next, .. }) = self.coming.peek().copied() {
            let moves = number.saturating_sub(after);
            let added = extra.map_or(Duration::ZERO, |extra| extra.time.duration() * moves);
            if left > before + added + next.main.duration() / 2 {
                self.turn();
                // where a clock shows just the new time, the increment may still be to come
                let is_added = extra.is_none() || left != next.main.duration();
                let is_clear = is_followed && is_added && next.extra == extra;
                return is_clear.then(|| spent(before + next.main.duration(), extra, left))?;
            }
            if self.ends_with.is_some_and(|last| number >= last) {
                return None;
            }
        }
        is_followed.then(|| spent(before, extra, left))?
    }

    /// The next period begins.
    fn turn(&mut self) {
        if let Some(next) = self.coming.next() {
            let moves = next.moves.map(|moves| u32::from(moves.get()));
            self.ends_with = self.ends_with.zip(moves).map(|(before, moves)| before + moves);
            self.period = next;
        }
    }
}

/// How long a player thought who had `before` and has `left`; `None` where that cannot be, or not be
/// told.
fn spent(before: Duration, extra: Option<Extra>, left: Duration) -> Option<Duration> {
    let Some(Extra { mode, time }) = extra else { return before.checked_sub(left) };
    match mode {
        Mode::Increment => {
            (before + time.duration()).checked_sub(left).filter(|spent| *spent <= before)
        }
        Mode::Bronstein | Mode::Delay => {
            let used = before.checked_sub(left).filter(|used| !used.is_zero())?;
            Some(used + time.duration())
        }
    }
}
