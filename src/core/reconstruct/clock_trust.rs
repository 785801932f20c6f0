//! How a clock stands that was connected after another one went away: it may be set and turned anew.

use touchmove_drivers::observation::{ClockReading, Hand, Side, Times};

/// A clock whose times fit this much better one way round than the other stands that way: whoever sets a clock
/// anew is off by seconds.
const FITS_BETTER_MS: u32 = 30_000;

/// Whether it is known how the clock stands that is there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// It is the one that has been there.
    Known,
    /// None is there, or it is not known yet. The clock before showed this last.
    Away(Option<Times<Hand>>),
}

/// How a clock that came stands, by the one that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    AsBefore,
    Turned,
    Unknown,
}

impl Trust {
    /// How a clock stands that shows `now`, set as the one before, and runs again after it had stood (`was`) while
    /// `mover` had made the last move, that is to say for his opponent.
    pub(super) fn judged(
        self,
        was: Option<Times<Hand>>,
        now: Times<Hand>,
        white: Hand,
        mover: Option<shakmaty::Color>,
    ) -> Stands {
        let Self::Away(before) = self else { return Stands::AsBefore };
        let Some(runs) = now.run else { return Stands::Unknown };
        match before.map(|before| by_times(before, now)) {
            None | Some(Stands::Unknown) => {}
            Some(stands) => return stands,
        }
        let has_started = was.is_some_and(|was| was.run.is_none());
        match mover.filter(|_| has_started) {
            Some(mover) if (runs == white) == mover.is_white() => Stands::Turned,
            Some(_) => Stands::AsBefore,
            None => Stands::Unknown,
        }
    }
}

/// How a clock stands whose times were set after those of the one before.
fn by_times(before: Times<Hand>, now: Times<Hand>) -> Stands {
    let off = |from: fn(Hand) -> Hand| {
        let each = Hand::BOTH.map(|hand| {
            let [before, now] = [before.time(from(hand)), now.time(hand)].map(|it| it.as_millis());
            before.abs_diff(now)
        });
        each.into_iter().max().unwrap_or_default()
    };
    let (straight, crossed) = (off(|hand| hand), off(Side::other));
    if straight.saturating_add(FITS_BETTER_MS) < crossed {
        Stands::AsBefore
    } else if crossed.saturating_add(FITS_BETTER_MS) < straight {
        Stands::Turned
    } else {
        Stands::Unknown
    }
}

/// The times of a reading by the sides of the housing.
pub(super) fn hands(reading: ClockReading) -> Option<Times<Hand>> {
    match reading {
        ClockReading::Hands(times) => Some(times),
        ClockReading::Colors(_) => None,
    }
}
