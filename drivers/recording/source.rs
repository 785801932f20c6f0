//! Which evidence of a recording counts: its observations, or the wire they came from.

use std::convert::Infallible;

use super::lines::{Lines, Piece};
use super::reader::{begins_recording, content};
use super::record::{Body, Record};
use crate::observation::Observation;

/// What counts in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingSource {
    /// What it says was observed.
    Observations,
    /// What a driver makes of the bytes from the device. Decisions, wall times and the state of the
    /// link count as well: no device says them.
    Wire,
}

/// What counts in each recording of a file.
///
/// Where a recording holds observations by a device, they count; where it holds only wire, the wire
/// does. To know it, all of the file has to be seen once before it is played.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Option<CountingSource>,
    seen: Vec<Seen>,
    lines: Lines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    Wire,
    Observations,
}

impl Sources {
    /// The same source for every recording, without looking.
    pub fn all(source: CountingSource) -> Self {
        Self { all: Some(source), ..Self::default() }
    }

    /// What counts in each recording of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let mut sources = Self::default();
        sources.see(bytes);
        sources.finish();
        sources
    }

    /// Looks at a part of the file, in any chunking. What is malformed is passed over here: playing
    /// the file will say so.
    pub fn see(&mut self, bytes: &[u8]) {
        let Self { seen, lines, .. } = self;
        let Ok(()) = lines.receive(bytes, |piece| {
            see_line(seen, piece);
            Ok::<(), Infallible>(())
        });
    }

    /// All of the file has been seen.
    pub fn finish(&mut self) {
        let Self { seen, lines, .. } = self;
        let Ok(()) = lines.finish(|piece| {
            see_line(seen, piece);
            Ok::<(), Infallible>(())
        });
    }

    /// What counts in the recording with this place in the file, from 0.
    pub fn source(&self, recording: usize) -> CountingSource {
        self.all.unwrap_or(match self.seen.get(recording) {
            Some(Seen::Wire) => CountingSource::Wire,
            _ => CountingSource::Observations,
        })
    }
}

fn see_line(recordings: &mut Vec<Seen>, piece: Piece<'_>) {
    let Piece::Line(line) = piece else { return };
    if begins_recording(line) {
        recordings.push(Seen::Nothing);
        return;
    }
    let Some(seen) = recordings.last_mut().filter(|seen| **seen != Seen::Observations) else {
        return;
    };
    let record = std::str::from_utf8(line).ok().and_then(|line| content(line).parse().ok());
    match record.map(|record: Record| record.body) {
        Some(Body::Received(_)) => *seen = Seen::Wire,
        Some(Body::Observed(observation)) if is_said_by_device(&observation) => {
            *seen = Seen::Observations;
        }
        _ => {}
    }
}

/// Whether wire can say it: it is no decision, no wall time and no state of the link.
pub const fn is_said_by_device(observation: &Observation) -> bool {
    !matches!(observation, Observation::Decision(_) | Observation::Wall(_) | Observation::Link(_))
}
