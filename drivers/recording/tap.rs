//! A driver that listens to the wire of a recording.

use super::error::Fault;
use super::headers::Headers;
use crate::driver::{Approach, Driver, Output, Unit};
use crate::family::Family;
use crate::observation::words::excerpt;
use crate::observation::{LinkState, Observation};
use crate::time::Instant;

/// A listening driver, and what time it is for it.
pub(super) struct Tap {
    driver: Box<dyn Driver>,
    now: Instant,
    /// How many deadlines may still pass before bytes come.
    deadlines_left: u32,
}

/// How many deadlines may pass between two reads: more than any driver has in quiet. A gap of years
/// in the times of a recording takes no longer.
const DEADLINES: u32 = 10_000;

impl Tap {
    /// A driver of the family that the headers name.
    pub(super) fn open(
        headers: &Headers,
        families: &'static [&'static Family],
        now: Instant,
    ) -> Result<Self, Fault> {
        let known = || families.iter().map(|family| family.name).collect::<Vec<_>>().join(", ");
        let Some(board) = &headers.board else { return Err(Fault::NoFamily { known: known() }) };
        let family = families.iter().find(|family| family.name == board.family);
        let family = family
            .ok_or_else(|| Fault::UnknownFamily { name: excerpt(&board.family), known: known() })?;
        let mut driver = (family.driver)(Approach::Known);
        driver.listen(now);
        Ok(Self { driver, now, deadlines_left: DEADLINES })
    }

    /// Gives the driver a read from the device.
    pub(super) fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.now = self.now.max(now);
        self.deadlines_left = DEADLINES;
        self.driver.receive(self.now, bytes);
    }

    /// Lets the next deadline up to `until` pass, and says when that was.
    pub(super) fn pass_deadline(&mut self, until: Instant) -> Option<Instant> {
        let deadline = self.driver.deadline().filter(|&deadline| deadline <= until)?;
        self.deadlines_left = self.deadlines_left.checked_sub(1)?;
        self.now = self.now.max(deadline);
        self.driver.timeout(self.now);
        Some(self.now)
    }

    /// The next thing that the driver observed.
    pub(super) fn poll(&mut self) -> Option<(Option<Unit>, Observation)> {
        loop {
            match self.driver.poll()? {
                Output::Observed { unit, observation, .. } => return Some((unit, observation)),
                Output::Lost => return Some((None, Observation::Link(LinkState::Lost))),
                // A listening driver has nobody to send to.
                Output::Send(_) => {}
            }
        }
    }
}
