//! How simulated time passes beside real time.

use std::str::FromStr;
use std::time::{Duration, Instant as RealInstant};

use touchmove_drivers::Instant;

/// How late the machine may wake a simulation that makes up for it.
const MAX_LATENESS: Duration = Duration::from_millis(10);

/// How much faster than real time the simulation goes: play, scan and wire.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Speed(f64);

/// A text that is no speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a speed: give a factor from 0.1 to 1000")]
pub struct SpeedError;

impl Speed {
    /// As in real life.
    pub const REAL: Self = Self(1.0);

    /// A factor from 0.1 to 1000; `None` outside.
    pub fn new(factor: f64) -> Option<Self> {
        (0.1..=1_000.0).contains(&factor).then_some(Self(factor))
    }

    /// How long it takes in real time.
    pub(crate) fn real(self, simulated: Duration) -> Duration {
        simulated.div_f64(self.0)
    }

    fn simulated(self, real: Duration) -> Duration {
        real.mul_f64(self.0)
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        text.parse().ok().and_then(Self::new).ok_or(SpeedError)
    }
}

/// The moments of a simulation, by those of the machine it runs on.
///
/// Where the machine has stood still, the simulation has as well: hands that made up for it would make
/// several moves in one instant, as they do in no hall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    speed: Speed,
    /// When the simulation would have begun, had it never stood still.
    start: RealInstant,
}

impl Pace {
    /// A simulation that begins now.
    pub(super) const fn new(speed: Speed, now: RealInstant) -> Self {
        Self { speed, start: now }
    }

    /// The moment of the simulation at a real one.
    pub(super) fn moment(self, now: RealInstant) -> Instant {
        Instant::ZERO + self.speed.simulated(now.saturating_duration_since(self.start))
    }

    /// When a moment of the simulation has come; `None` where the clock does not reach.
    pub(super) fn real(self, at: Instant) -> Option<RealInstant> {
        // Rounded up, so that the moment has come when a wait for it ends.
        let real = self.speed.real(at.since(Instant::ZERO)) + Duration::from_micros(1);
        self.start.checked_add(real)
    }

    /// Lets what was due be due now, if the machine woke the simulation too late for it.
    pub(super) fn forgive(&mut self, due: Option<Instant>, now: RealInstant) {
        let due = due.and_then(|at| self.real(at));
        let late = due.map(|due| now.saturating_duration_since(due)).unwrap_or_default();
        if late > MAX_LATENESS {
            self.start += late;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_a_factor_within_bounds() {
        assert_eq!("2.5".parse(), Speed::new(2.5).ok_or(SpeedError));
        for text in ["", "fast", "0", "0.05", "-1", "1001", "NaN", "inf"] {
            assert_eq!(text.parse::<Speed>(), Err(SpeedError), "{text}");
        }
    }

    #[test]
    fn hands_stand_still_while_the_machine_does() {
        let start = RealInstant::now();
        let real = |millis| start + Duration::from_millis(millis);
        let simulated = |millis| Instant::ZERO + Duration::from_millis(millis);
        let mut pace = Pace::new(Speed(8.0), start);
        assert_eq!(pace.moment(real(100)), simulated(800));
        // Woken in time, a little late, and before anything is due.
        pace.forgive(Some(simulated(800)), real(100));
        pace.forgive(Some(simulated(800)), real(105));
        pace.forgive(Some(simulated(2_000)), real(105));
        pace.forgive(None, real(5_000));
        assert_eq!(pace.moment(real(105)), simulated(840));
        // Woken two seconds late: no more than a microsecond has passed since what is due.
        pace.forgive(Some(simulated(1_600)), real(2_200));
        let passed = pace.moment(real(2_200)).since(simulated(1_600));
        assert!(passed <= Duration::from_micros(8), "{passed:?}");
        assert_eq!(pace.real(simulated(1_600)), Some(real(2_200)));
    }
}
