//! One recording being played: which records count, and what time it is.

use std::collections::VecDeque;
use std::time::Duration;

use super::error::LineFault;
use super::headers::Headers;
use super::player::{Observed, PlayerEvent, RecordingEnd};
use super::record::{Body, Record};
use super::source::{CountingSource, is_said_by_device};
use super::tap::{Made, Tap, Wiring};
use crate::driver::Unit;
use crate::family::Family;
use crate::observation::{DeviceFact, Observation};
use crate::time::Instant;

/// A recording being played.
pub(super) struct Playing {
    source: CountingSource,
    families: &'static [&'static Family],
    pace: Pace,
    /// Number of the last record.
    record: u64,
    tap: Option<Tap>,
    ending: RecordingEnd,
}

/// How long a driver of wire is listened to after the last record.
const QUIET: Duration = Duration::from_secs(60);

impl Playing {
    pub(super) fn new(source: CountingSource, families: &'static [&'static Family]) -> Self {
        let (pace, ending) = (Pace::default(), RecordingEnd::Quiet);
        Self { source, families, pace, record: 0, tap: None, ending }
    }

    /// Plays the next record.
    pub(super) fn play(
        &mut self,
        headers: &Headers,
        number: u64,
        record: Record,
        events: &mut VecDeque<PlayerEvent>,
    ) -> Result<(), LineFault> {
        let Record { at, unit, body, since, quick, .. } = record;
        self.wait(at.unwrap_or(self.pace.now), events);
        self.pace.arrive(at);
        self.record = number;
        match body {
            Body::Cut => self.ending = RecordingEnd::Cut,
            Body::Received(packet) if self.source == CountingSource::Wire => {
                let now = self.pace.now;
                self.listen(headers, unit.as_ref())?.receive(now, packet.as_slice());
                self.take(since, quick, events);
            }
            // Bytes that follow may be read by it alone.
            Body::Observed(Observation::Device(DeviceFact::Chips(chips)))
                if self.source == CountingSource::Wire =>
            {
                let now = self.pace.now;
                self.listen(headers, unit.as_ref())?.know(now, chips);
                self.take(since, quick, events);
            }
            Body::Observed(observation)
                if self.source == CountingSource::Observations
                    || !is_said_by_device(&observation) =>
            {
                let at = self.pace.stamp(&observation);
                let record = number;
                let observed = Observed { at, record, unit, since, quick, observation };
                events.push_back(PlayerEvent::Observed(observed));
            }
            Body::Observed(_) | Body::Received(_) | Body::Sent(_) | Body::Unknown(_) => {}
        }
        Ok(())
    }

    /// There are no more records.
    pub(super) fn end(mut self, events: &mut VecDeque<PlayerEvent>) {
        if self.ending == RecordingEnd::Quiet {
            self.wait(self.pace.now + QUIET, events);
        }
        events.push_back(PlayerEvent::Ends { at: self.pace.now, ending: self.ending });
    }

    /// The driver that listens to bytes of this unit. A board may be alone at a port now, and on a line then.
    fn listen(&mut self, headers: &Headers, unit: Option<&Unit>) -> Result<&mut Tap, LineFault> {
        let wiring = Wiring::of(unit, headers)?;
        let tap = match self.tap.take().filter(|tap| tap.wiring() == wiring) {
            Some(tap) => tap,
            None => Tap::open(headers, unit, self.families, self.pace.now)?,
        };
        Ok(self.tap.insert(tap))
    }

    /// Lets the deadlines of the driver pass up to `until`.
    fn wait(&mut self, until: Instant, events: &mut VecDeque<PlayerEvent>) {
        while let Some(passed) = self.tap.as_mut().and_then(|tap| tap.pass_deadline(until)) {
            self.pace.arrive(Some(passed));
            self.take(None, false, events);
        }
    }

    /// Takes what the driver has to say.
    fn take(&mut self, since: Option<Instant>, quick: bool, events: &mut VecDeque<PlayerEvent>) {
        let next = |tap: &mut Option<Tap>| tap.as_mut().and_then(|tap| tap.poll(since));
        while let Some(Made { unit, since, observation }) = next(&mut self.tap) {
            let at = self.pace.stamp(&observation);
            let record = self.record;
            let observed = Observed { at, record, unit, since, quick, observation };
            events.push_back(PlayerEvent::Observed(observed));
        }
    }
}

/// What time it is in a recording. Times that are not known are made up: every reading of a running
/// clock is one second after the one before.
#[derive(Debug, Default)]
struct Pace {
    now: Instant,
    known: bool,
}

impl Pace {
    /// A record with this time comes.
    fn arrive(&mut self, at: Option<Instant>) {
        self.known = at.is_some();
        self.now = at.map_or(self.now, |at| at.max(self.now));
    }

    /// The time of an observation of that record.
    fn stamp(&mut self, observation: &Observation) -> Instant {
        if let (false, Observation::Clock(reading)) = (self.known, observation)
            && reading.is_running()
        {
            self.now = self.now + Duration::from_secs(1);
        }
        self.now
    }
}
