//! `org.touchmove.Hall1.Clock`: the clock of one board.
//!
//! A clock never ticks on the bus. What is shown is one reading; while a side runs, a client
//! counts it down itself. A later reading that such a client has expected is not worth telling.

use std::time::Duration;

use shakmaty::Color;
use tokio::sync::watch;
use touchmove_core::account::ClockState;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;
use zbus::{OwnedObjectPath, interface};

/// How far a reading may be from what a client counts. Clocks show whole seconds, and a reading may
/// come when the second has just begun or is nearly over.
const SLACK: Duration = Duration::from_millis(1_200);

/// A reading of the clock and where it belongs.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Object path of the board.
    pub board: OwnedObjectPath,
    /// When the clock was read.
    pub at: Instant,
    /// What it showed.
    pub clock: ClockState,
}

impl Reading {
    /// Whether a client that was told `self` has to be told `next`.
    pub(super) fn is_surpassed_by(&self, next: &Self) -> bool {
        let ClockState { times: _, run, flags, doubtful } = next.clock;
        let told = &self.clock;
        (run, flags, doubtful) != (told.run, told.flags, told.doubtful)
            || [Color::White, Color::Black].into_iter().any(|side| {
                let counted = self.counted(side, next.at);
                let read = duration(time(&next.clock, side));
                counted.abs_diff(read) > if run == Some(side) { SLACK } else { Duration::ZERO }
            })
    }

    /// The time of `side` that a client counts for the moment `now`.
    fn counted(&self, side: Color, now: Instant) -> Duration {
        let told = duration(time(&self.clock, side));
        match self.clock.run {
            Some(running) if running == side => told.saturating_sub(now.since(self.at)),
            _ => told,
        }
    }
}

/// A clock.
#[derive(Debug)]
pub(super) struct Clock {
    reading: watch::Receiver<Reading>,
}

impl Clock {
    pub(super) const fn new(reading: watch::Receiver<Reading>) -> Self {
        Self { reading }
    }
}

#[interface(name = "org.touchmove.Hall1.Clock")]
impl Clock {
    /// The board it is connected to.
    #[zbus(property(emits_changed_signal = "const"))]
    fn board(&self) -> OwnedObjectPath {
        self.reading.borrow().board.clone()
    }

    /// White's time in milliseconds, as it was at `ReadAt`.
    #[zbus(property)]
    fn white(&self) -> u32 {
        time(&self.reading.borrow().clock, Color::White).as_millis()
    }

    /// Black's time in milliseconds, as it was at `ReadAt`.
    #[zbus(property)]
    fn black(&self) -> u32 {
        time(&self.reading.borrow().clock, Color::Black).as_millis()
    }

    /// Whose time runs: `white`, `black` or `none`. Its time now is its time at `ReadAt` less what
    /// has passed since. The properties change only when that count would go wrong: at presses,
    /// stops and corrections.
    #[zbus(property)]
    fn running(&self) -> String {
        self.reading.borrow().clock.run.map_or("none", color_word).to_owned()
    }

    /// When the clock was read, in microseconds of the time since boot (CLOCK_BOOTTIME).
    #[zbus(property)]
    fn read_at(&self) -> u64 {
        self.reading.borrow().at.as_micros()
    }

    /// The sides whose flags the clock shows as fallen: of `white` and `black`.
    #[zbus(property)]
    fn flags(&self) -> Vec<String> {
        let flags = self.reading.borrow().clock.flags;
        [Color::White, Color::Black]
            .into_iter()
            .zip(flags)
            .filter(|(_, fallen)| *fallen)
            .map(|(side, _)| color_word(side).to_owned())
            .collect()
    }

    /// The reading contradicts the passage of time and is not to be relied on.
    #[zbus(property)]
    fn doubtful(&self) -> bool {
        self.reading.borrow().clock.doubtful
    }
}

/// `white` or `black`.
pub(super) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn time(clock: &ClockState, side: Color) -> ClockTime {
    let [white, black] = clock.times;
    match side {
        Color::White => white,
        Color::Black => black,
    }
}

fn duration(time: ClockTime) -> Duration {
    Duration::from_millis(time.as_millis().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_clock_does_not_tick_on_the_bus() {
        let told = reading(0, 300, Some(Color::White));
        for second in 1..300 {
            let next = reading(u64::from(second) * 1_000 + 250, 300 - second, Some(Color::White));
            assert!(!told.is_surpassed_by(&next), "after {second} s");
        }
    }

    #[test]
    fn what_a_client_could_not_expect_is_told() {
        let told = reading(0, 300, Some(Color::White));
        assert!(told.is_surpassed_by(&reading(10_000, 290, None)), "stopped");
        assert!(told.is_surpassed_by(&reading(10_000, 320, Some(Color::White))), "corrected");
        assert!(told.is_surpassed_by(&reading(10_000, 297, Some(Color::White))), "delayed");
        let stopped = reading(0, 300, None);
        assert!(stopped.is_surpassed_by(&reading(10_000, 299, None)), "set");
        assert!(!stopped.is_surpassed_by(&reading(10_000, 300, None)), "the same");
    }

    fn reading(at_ms: u64, white_secs: u32, run: Option<Color>) -> Reading {
        let white = ClockTime::from_millis(white_secs * 1_000).unwrap();
        let black = ClockTime::from_millis(600_000).unwrap();
        Reading {
            board: touchmove_client::path::none(),
            at: Instant::from_millis(at_ms),
            clock: ClockState { times: [white, black], run, flags: [false; 2], doubtful: false },
        }
    }
}
