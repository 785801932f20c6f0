//! The events of an object that are kept, so that `EventsSince` can repair a gap.

use std::collections::VecDeque;

/// How many events of one game are kept. A long game has a few hundred.
const KEPT: usize = 10_000;

/// How many events an answer has at most.
pub(super) const PAGE: usize = 1_000;

/// The last events of an object, with their sequence numbers.
#[derive(Debug)]
pub(super) struct Events<E>(VecDeque<(u64, E)>);

impl<E> Events<E> {
    /// No events.
    pub(super) const fn new() -> Self {
        Self(VecDeque::new())
    }

    /// Sequence number of the last event, 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.0.back().map_or(0, |(seq, _)| *seq)
    }

    /// Keeps an event, unless one with its number was kept before.
    pub(super) fn keep(&mut self, seq: u64, event: E) {
        if seq <= self.last() {
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((seq, event));
    }

    /// The first [`PAGE`] events with numbers above `seq`, oldest first.
    pub(super) fn since(&self, seq: u64) -> impl Iterator<Item = (u64, &E)> {
        let start = self.0.partition_point(|(kept, _)| *kept <= seq);
        self.0.range(start..).take(PAGE).map(|(seq, event)| (*seq, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_told_again_is_kept_once() {
        let mut events = Events::new();
        for seq in [1, 2, 1, 2, 3] {
            events.keep(seq, seq);
        }
        assert!(events.since(0).map(|(seq, _)| seq).eq([1, 2, 3]));
        assert!(events.since(2).map(|(seq, _)| seq).eq([3]));
        assert!(events.since(3).next().is_none());
        assert_eq!(events.last(), 3);
    }

    #[test]
    fn the_oldest_events_go_when_there_are_too_many() {
        let mut events = Events::new();
        for seq in 1..=KEPT as u64 + 5 {
            events.keep(seq, ());
        }
        assert_eq!(events.since(0).next().map(|(seq, ())| seq), Some(6));
        assert_eq!(events.since(0).count(), PAGE);
        assert_eq!(events.since(KEPT as u64).count(), 5);
        let mut all = Vec::new();
        while all.len() < KEPT {
            all.extend(events.since(all.last().copied().unwrap_or(0)).map(|(seq, ())| seq));
        }
        assert!(all.into_iter().eq(6..=KEPT as u64 + 5));
    }
}
