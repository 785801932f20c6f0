//! A driver that listens to the wire of a recording, of one board or of those on a line.

use super::error::LineFault;
use super::headers::Headers;
use crate::driver::{Approach, Before, Driver, Output, Request, Unit};
use crate::family::Family;
use crate::observation::words::excerpt;
use crate::observation::{Chips, LinkState, Observation};
use crate::packet::Packet;
use crate::time::Instant;

/// A listening driver, and what time it is for it.
pub(super) struct Tap {
    wiring: Wiring,
    driver: Box<dyn Driver>,
    now: Instant,
    /// How many deadlines may still pass before bytes come.
    deadlines_left: u32,
}

/// Whose bytes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wiring {
    /// Those of whom the headers name.
    Named,
    /// Those of the only board of a recording, at a line with many.
    AtLine,
    /// Those of a unit that the headers name.
    Unit,
}

/// What a driver makes of bytes.
pub(super) struct Made {
    pub(super) unit: Option<Unit>,
    pub(super) since: Option<Instant>,
    pub(super) observation: Observation,
}

impl Wiring {
    /// Of bytes with the name of this unit.
    pub(super) fn of(unit: Option<&Unit>, headers: &Headers) -> Result<Self, LineFault> {
        match (unit, headers.units.is_empty()) {
            (None, true) => Ok(Self::Named),
            (None, false) => Err(LineFault::WireOfLine),
            (Some(_), true) => Ok(Self::AtLine),
            (Some(_), false) => Ok(Self::Unit),
        }
    }
}

/// How many deadlines may pass between two reads: more than any driver has in quiet. A gap of years
/// in the times of a recording takes no longer.
const DEADLINES: u32 = 10_000;

impl Tap {
    /// A driver that hears boards of the family that the headers name, where bytes bear the name of this unit.
    pub(super) fn open(
        headers: &Headers,
        unit: Option<&Unit>,
        families: &'static [&'static Family],
        now: Instant,
    ) -> Result<Self, LineFault> {
        let known = || families.iter().map(|family| family.name).collect::<Vec<_>>().join(", ");
        let wiring = Wiring::of(unit, headers)?;
        let of_unit = || headers.units.first().map(|(_, board)| board);
        let Some(board) = headers.board.as_ref().or_else(of_unit) else {
            return Err(LineFault::NoFamily { known: known() });
        };
        let family = families.iter().find(|family| family.hears(&board.family, unit));
        let family = family.ok_or_else(|| LineFault::UnknownFamily {
            name: excerpt(&board.family),
            known: known(),
        })?;
        let mut driver = family.driver(Approach::Known);
        driver.listen(now);
        Ok(Self { wiring, driver, now, deadlines_left: DEADLINES })
    }

    /// Whose bytes it listens to.
    pub(super) const fn wiring(&self) -> Wiring {
        self.wiring
    }

    /// Gives the driver a read from the device.
    pub(super) fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.now = self.now.max(now);
        self.deadlines_left = DEADLINES;
        self.driver.receive(self.now, packet);
    }

    /// Lets the driver know which chip is in which piece. One that reads its pieces without does not want to.
    pub(super) fn know(&mut self, now: Instant, chips: Chips) {
        self.now = self.now.max(now);
        let _ = self.driver.request(self.now, None, Request::GoOn(Before::LongAgo(Some(chips))));
    }

    /// Lets the next deadline up to `until` pass, and says when that was.
    pub(super) fn pass_deadline(&mut self, until: Instant) -> Option<Instant> {
        let deadline = self.driver.deadline().filter(|&deadline| deadline <= until)?;
        self.deadlines_left = self.deadlines_left.checked_sub(1)?;
        self.now = self.now.max(deadline);
        self.driver.timeout(self.now);
        Some(self.now)
    }

    /// The next thing that the driver makes of bytes that tell what happened after `since`.
    pub(super) fn poll(&mut self, since: Option<Instant>) -> Option<Made> {
        loop {
            match self.driver.poll()? {
                Output::Observed { unit, since: after, observation } => {
                    let is_late = self.wiring == Wiring::Named || after.is_some();
                    let unit = unit.filter(|_| self.wiring != Wiring::AtLine);
                    return Some(Made { unit, since: since.filter(|_| is_late), observation });
                }
                Output::Lost => {
                    let observation = Observation::Link(LinkState::Lost);
                    return Some(Made { unit: None, since, observation });
                }
                // A listening driver has nobody to send to, and its bytes are known.
                Output::Send(_) | Output::Answer { .. } => {}
            }
        }
    }
}
