//! Which of the bytes that went by at a board's port are worth keeping: those around anything new, and no more than
//! is allowed. Pure.
//!
//! A host asks a board every second whether it is there, and the answers are the same for hours. Bytes are kept from
//! two seconds before to half a second after an observation, or after bytes that have not gone by lately.

use std::collections::VecDeque;
use std::time::Duration;

use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Instant, Unit};

use crate::journal::FRAME_HEAD;

/// Bytes that went by.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) struct Passed {
    /// When, by the station's clock.
    pub(in crate::hall) at: Instant,
    /// After which moment happened what they tell, by the same clock, where it is only heard later.
    pub(in crate::hall) since: Option<Instant>,
    /// What the board is called where it is on a line with many.
    pub(in crate::hall) unit: Option<Unit>,
    /// Which, and which way.
    pub(in crate::hall) bytes: Body,
}

/// The wire of one board.
#[derive(Debug)]
pub(in crate::hall) struct Wire {
    /// What went by lately and is not kept yet.
    pending: VecDeque<Passed>,
    /// What went by before, without repetition.
    known: VecDeque<Body>,
    /// Until then everything is kept.
    open_until: Option<Instant>,
    /// So many bytes of the journal may still be wire.
    left: u64,
    is_full: bool,
}

/// What is to be done about bytes.
#[derive(Debug, Default, PartialEq)]
pub(in crate::hall) struct Kept {
    /// These are to be kept, in their order.
    pub(in crate::hall) wire: Vec<Passed>,
    /// From now on none are, as it is too much; this is to be said.
    pub(in crate::hall) is_full_now: bool,
}

const BEFORE: Duration = Duration::from_secs(2);

const AFTER: Duration = Duration::from_millis(500);

/// So many reads and writes are known again.
const MAX_KNOWN_MESSAGES: usize = 8;

/// So many reads and writes are held back, however fast they come.
const MAX_PENDING_PACKETS: usize = 256;

impl Passed {
    /// Those of a board that has its port for itself, or of the whole line.
    pub(in crate::hall) const fn alone(at: Instant, bytes: Body) -> Self {
        Self { at, since: None, unit: None, bytes }
    }

    /// The record of them.
    pub(in crate::hall) fn record(&self) -> Record {
        let Self { at, since, unit, bytes } = self.clone();
        Record { since, unit, ..Record::new(Some(at), bytes) }
    }
}

impl Wire {
    /// No more than `most` bytes of the journal, of which `used` are wire already.
    pub(in crate::hall) fn bounded(most: u64, used: u64) -> Self {
        Self {
            pending: VecDeque::new(),
            known: VecDeque::new(),
            open_until: None,
            left: most.saturating_sub(used),
            is_full: most == 0,
        }
    }

    /// Bytes went by.
    pub(in crate::hall) fn hear(&mut self, passed: Passed) -> Kept {
        if self.is_full {
            return Kept::default();
        }
        let at = passed.at;
        self.forget(at);
        let is_known = self.known.contains(&passed.bytes);
        if !is_known {
            self.known.push_back(passed.bytes.clone());
            if self.known.len() > MAX_KNOWN_MESSAGES {
                self.known.pop_front();
            }
        }
        self.pending.push_back(passed);
        match self.open_until {
            _ if !is_known => self.take(at),
            Some(until) if at <= until => self.keep(),
            _ => Kept::default(),
        }
    }

    /// Something was observed at this moment.
    pub(in crate::hall) fn observed(&mut self, at: Instant) -> Kept {
        self.forget(at);
        self.take(at)
    }

    fn take(&mut self, at: Instant) -> Kept {
        self.open_until = Some(at + AFTER);
        self.keep()
    }

    fn keep(&mut self) -> Kept {
        let mut kept = Kept::default();
        for passed in self.pending.drain(..) {
            match self.left.checked_sub(size(&passed.record())) {
                Some(left) if !self.is_full => {
                    self.left = left;
                    kept.wire.push(passed);
                }
                _ => {
                    kept.is_full_now |= !self.is_full;
                    self.is_full = true;
                }
            }
        }
        kept
    }

    /// Forgets what is pending for too long.
    fn forget(&mut self, now: Instant) {
        while self.pending.len() >= MAX_PENDING_PACKETS
            || self.pending.front().is_some_and(|passed| now.since(passed.at) > BEFORE)
        {
            self.pending.pop_front();
        }
    }
}

/// What a record of the wire takes of a journal, in bytes; nothing for other records.
pub(in crate::hall) fn size(record: &Record) -> u64 {
    match record.body {
        Body::Received(_) | Body::Sent(_) => (FRAME_HEAD + record.to_string().len()) as u64,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::Packet;

    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    fn read(millis: u64, byte: u8) -> Passed {
        Passed::alone(at(millis), Body::Received(Packet::stream(vec![byte; 10])))
    }

    fn kept(bytes: &Kept) -> Vec<u64> {
        bytes.wire.iter().map(|passed| passed.at.as_millis()).collect()
    }

    #[test]
    fn chatter_is_kept_once_and_then_only_around_what_is_observed() {
        let mut wire = Wire::bounded(1 << 20, 0);
        assert_eq!(kept(&wire.hear(read(0, 1))), [0], "it is new");
        for second in 1..100 {
            assert_eq!(kept(&wire.hear(read(second * 1_000, 1))), [0; 0]);
        }
        assert_eq!(kept(&wire.observed(at(99_500))), [98_000, 99_000]);
        assert_eq!(kept(&wire.hear(read(99_900, 1))), [99_900], "it may end what was observed");
        assert_eq!(kept(&wire.hear(read(101_000, 1))), [0; 0]);
        assert_eq!(kept(&wire.hear(read(101_500, 2))), [101_000, 101_500]);
    }

    #[test]
    fn beyond_the_bound_nothing_is_kept_and_that_is_said_once() {
        // 28 bytes of the frame, and `0.000 < ` with ten bytes in hexadecimal
        const ONE: u64 = 28 + 8 + 29;
        let mut wire = Wire::bounded(3 * ONE, ONE);
        let new = |wire: &mut Wire, byte: u8| wire.hear(read(byte.into(), byte));
        assert_eq!((kept(&new(&mut wire, 1)), kept(&new(&mut wire, 2))), (vec![1], vec![2]));
        let full = new(&mut wire, 3);
        assert!(full.wire.is_empty() && full.is_full_now);
        assert_eq!(new(&mut wire, 4), Kept::default());
        assert_eq!(wire.observed(at(9)), Kept::default());
        assert_eq!(new(&mut Wire::bounded(0, 0), 1), Kept::default(), "none is wanted");
    }

    #[test]
    fn a_record_of_the_wire_takes_its_frame_and_its_line() {
        assert_eq!(size(&read(0, 0).record()), 28 + 8 + 29);
        let observed: Record = "0.000 battery 80".parse().unwrap();
        assert_eq!(size(&observed), 0);
    }

    #[test]
    fn a_flood_is_not_held_for_ever() {
        let mut wire = Wire::bounded(1 << 20, 0);
        for _ in 0..10_000 {
            wire.hear(read(0, 1));
            wire.open_until = None;
        }
        assert!(wire.pending.len() <= MAX_PENDING_PACKETS);
    }
}
