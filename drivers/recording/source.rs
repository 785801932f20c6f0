//! Which evidence of a recording counts: its observations, or the wire they came from.

use super::reader::{begins_recording, content};
use super::record::{Body, Record};
use crate::observation::Observation;

/// What counts in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// What it says was observed.
    Observations,
    /// What a driver makes of the bytes from the device. Decisions, wall times and the state of the
    /// link count as well: no device says them.
    Wire,
}

/// What counts in each recording of a file.
#[derive(Clone, Debug)]
pub struct Sources(Choice);

#[derive(Clone, Debug)]
enum Choice {
    Same(Source),
    /// By the place of the recording in its file.
    Each(Vec<Source>),
}

impl Sources {
    /// The same source for every recording, without looking.
    pub const fn all(source: Source) -> Self {
        Self(Choice::Same(source))
    }

    /// What counts in each recording of a file: its observations where it holds any by a device, and
    /// the wire where it holds only wire. What is malformed is passed over here: playing the file
    /// will say so.
    pub fn of(bytes: &[u8]) -> Self {
        let mut recordings = Vec::new();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if begins_recording(line) {
                recordings.push(None);
            } else if let Some(seen) = recordings.last_mut()
                && *seen != Some(Source::Observations)
            {
                *seen = source_of(line).or(*seen);
            }
        }
        let count = |seen: Option<Source>| seen.unwrap_or(Source::Observations);
        Self(Choice::Each(recordings.into_iter().map(count).collect()))
    }

    /// What counts in the recording with this place in the file, from 0.
    pub(super) fn source(&self, recording: usize) -> Source {
        match &self.0 {
            Choice::Same(source) => *source,
            Choice::Each(sources) => {
                sources.get(recording).copied().unwrap_or(Source::Observations)
            }
        }
    }
}

/// What a line speaks for.
fn source_of(line: &[u8]) -> Option<Source> {
    let record: Record = content(std::str::from_utf8(line).ok()?).parse().ok()?;
    match record.body {
        Body::Received(_) => Some(Source::Wire),
        Body::Observed(observation) if is_said_by_device(&observation) => {
            Some(Source::Observations)
        }
        _ => None,
    }
}

/// Whether wire can say it.
pub(super) const fn is_said_by_device(observation: &Observation) -> bool {
    !matches!(observation, Observation::Decision(_) | Observation::Wall(_) | Observation::Link(_))
}
