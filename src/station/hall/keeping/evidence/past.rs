//! What a journal held when it was opened.

use std::collections::HashMap;

use touchmove_core::game::sitting::Sitting;
use touchmove_core::names::GameId;
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Instant, Observation};

use crate::journal::{Gap, PastEntry};

/// An observation as it stands in the journal.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) struct Numbered {
    /// When it was heard.
    pub(in crate::hall) at: Instant,
    /// After which moment it happened, where it was only heard later.
    pub(in crate::hall) since: Option<Instant>,
    /// Number of its record.
    pub(in crate::hall) number: u64,
    /// What was observed.
    pub(in crate::hall) observation: Observation,
}

/// What a journal held.
#[derive(Debug)]
pub(in crate::hall) struct Past {
    /// The sitting before its first observation.
    pub(in crate::hall) sitting: Sitting,
    /// Every observation of it.
    pub(in crate::hall) observed: Vec<Numbered>,
    /// The station's numbers of the board's games.
    pub(in crate::hall) games: HashMap<u32, GameId>,
    /// How many bytes of the journal are those of the wire.
    pub(in crate::hall) wire: u64,
}

impl Past {
    /// Whether the board was being heard when the journal ended. Nobody has written that it is not, where the
    /// daemon was killed: then it was not heard from there on, and its silence is no rest.
    pub(super) fn is_heard(&self) -> bool {
        let links = self.observed.iter().rev().find_map(|heard| match heard.observation {
            Observation::Link(state) => Some(state),
            _ => None,
        });
        links != Some(LinkState::Lost)
    }

    /// When the board last said something: the wall clock is told at starts, whether it does or not.
    pub(in crate::hall) fn heard_until(&self) -> Instant {
        let mut heard = self.observed.iter().rev();
        heard
            .find(|heard| !matches!(heard.observation, Observation::Wall(_)))
            .map_or(Instant::ZERO, |heard| heard.at)
    }
}

impl Numbered {
    /// What a record holds, if that is an observation.
    pub(super) fn of_record(number: u64, record: Record) -> Option<Self> {
        match (record.at, record.body) {
            (Some(at), Body::Observed(observation)) => {
                Some(Self { at, since: record.since, number, observation })
            }
            _ => None,
        }
    }
}

/// All observations of a journal, and where some are missing that the board was not heard.
pub(in crate::hall) fn observed(entries: Vec<PastEntry>) -> Vec<Numbered> {
    let mut observed = Vec::new();
    for entry in entries {
        let next = match entry {
            PastEntry::Record { number, record } => Numbered::of_record(number, record),
            PastEntry::Gap(gap) => unheard(gap, observed.last()),
            PastEntry::Told(_) => None,
        };
        observed.extend(next);
    }
    observed
}

/// What a gap is to reconstruction: nothing was heard of the board, until it is read out again.
pub(super) fn unheard(gap: Gap, before: Option<&Numbered>) -> Option<Numbered> {
    let &Numbered { at, .. } = before?;
    let observation = Observation::Link(LinkState::Lost);
    (gap.records() > 0).then_some(Numbered { at, since: None, number: gap.after, observation })
}
