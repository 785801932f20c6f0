//! When something happened, as the bus tells it: since the machine was booted, and by the wall clock.

use jiff::Timestamp;
use touchmove_client::details::{Details, details};
use touchmove_core::game::conclusion::Told;
use touchmove_drivers::Instant;

use crate::hall::news::Anchor;

/// A moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Since the machine was booted; none at all for what was before.
    pub(super) since_boot: Instant,
    /// By the wall clock, where the board's journal says when it began.
    wall: Option<Timestamp>,
}

/// Something that was told, and when it happened.
#[derive(Clone, Debug)]
pub(super) struct Dated {
    /// What was told.
    pub(super) told: Told,
    /// When it happened.
    pub(super) moment: Moment,
}

impl Moment {
    /// That at which a board's journal has this time.
    pub(super) fn of(journal: Instant, anchor: &Anchor) -> Self {
        Self { since_boot: anchor.station_time(journal), wall: anchor.wall_time(journal) }
    }

    /// That at which the station has this time.
    pub(super) fn at_station(station: Instant, anchor: &Anchor) -> Self {
        Self { since_boot: station, wall: anchor.wall_time(anchor.exact(station)) }
    }

    /// `boot_us` and `unix_us`, in microseconds.
    pub(super) fn details(self) -> Details {
        let unix = self.wall.and_then(|wall| u64::try_from(wall.as_microsecond()).ok());
        let boot = ("boot_us", self.since_boot.as_micros().into());
        details([boot].into_iter().chain(unix.map(|unix| ("unix_us", unix.into()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_no_wall_time_where_nobody_has_said_when_the_journal_began() {
        let moment = Moment::of(Instant::from_millis(7), &Anchor::default());
        let told = moment.details();
        assert_eq!(u64::try_from(&told["boot_us"]).unwrap(), 7_000);
        assert!(!told.contains_key("unix_us"));
    }
}
