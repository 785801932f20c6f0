//! The one command to the clock that is ever sent: what it is to show.
//!
//! `2B`, the count of what follows, `03`, the clock's own command, its arguments, `00`. Times are plain numbers, not
//! digits.

use std::time::Duration;

use crate::driver::ClockOrder;
use crate::observation::{ClockTime, Hand};
use crate::time::Instant;

/// What every message to the clock begins with.
const TO_CLOCK: u8 = 0x2B;
const BEGINS: u8 = 0x03;
/// The clock's own command that sets its times, which its answer repeats.
pub(in crate::dgt) const SET_AND_RUN: u8 = 0x0A;
const ENDS: u8 = 0x00;
/// What is counted: from the `03` to the closing `00`.
const COUNT: u8 = 10;

const LEFT_RUNS: u8 = 0x01;
const RIGHT_RUNS: u8 = 0x02;
const STANDS: u8 = 0x04;

/// The bytes of a message come together: one that is cut off must not swallow the commands that follow.
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// A clock has one digit for the hours.
const MAX_HOURS: u32 = 9;

/// What a clock answers with, before the echo of the command.
pub(in crate::dgt) const TAKEN: u8 = 0x10;
/// What a clock answers with that does not obey.
pub(in crate::dgt) const REFUSED: u8 = 0x40;

/// The message that sets a clock; `None` where no clock shows so much.
pub(in crate::dgt) fn set_and_run(order: &ClockOrder) -> Option<[u8; 12]> {
    let [left, right] = order.times;
    let ([left, left_m, left_s], [right, right_m, right_s]) = (hms(left)?, hms(right)?);
    let run = match order.run {
        Some(Hand::Left) => LEFT_RUNS,
        Some(Hand::Right) => RIGHT_RUNS,
        None => STANDS,
    };
    Some([
        TO_CLOCK,
        COUNT,
        BEGINS,
        SET_AND_RUN,
        left,
        left_m,
        left_s,
        right,
        right_m,
        right_s,
        run,
        ENDS,
    ])
}

fn hms(time: ClockTime) -> Option<[u8; 3]> {
    let seconds = time.as_secs();
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60];
    (parts[0] <= MAX_HOURS).then(|| parts.map(|part| u8::try_from(part).unwrap_or_default()))
}

/// Finds messages to the clock among single bytes: the board's own end.
#[derive(Debug, Default)]
pub(in crate::dgt) struct ClockMessages {
    begun: Vec<u8>,
    heard_at: Instant,
}

/// What a byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dgt) enum ByteOf {
    /// No part of a message to the clock.
    Another,
    /// A part of one that is not whole yet, or that asks for nothing that is known.
    Message,
    /// The last one of a message that sets the clock.
    Order(ClockOrder),
}

impl ClockMessages {
    /// Whether a message has begun at `now` that is not whole.
    pub(in crate::dgt) fn is_open(&self, now: Instant) -> bool {
        !self.begun.is_empty() && now.since(self.heard_at) <= MAX_PAUSE
    }

    /// Takes a byte that came at `now`.
    pub(in crate::dgt) fn push(&mut self, now: Instant, byte: u8) -> ByteOf {
        if !self.is_open(now) {
            self.begun.clear();
            if byte != TO_CLOCK {
                return ByteOf::Another;
            }
        }
        self.heard_at = now;
        self.begun.push(byte);
        let length = self.begun.len();
        if self.begun.get(1).is_none_or(|count| length < usize::from(*count) + 2) {
            return ByteOf::Message;
        }
        let order = order_in(&std::mem::take(&mut self.begun));
        order.map_or(ByteOf::Message, ByteOf::Order)
    }
}

fn order_in(message: &[u8]) -> Option<ClockOrder> {
    let [TO_CLOCK, COUNT, BEGINS, SET_AND_RUN, l, lm, ls, r, rm, rs, run, ENDS] = *message else {
        return None;
    };
    let times = [ClockTime::from_hms(l, lm, ls)?, ClockTime::from_hms(r, rm, rs)?];
    let run = match run {
        LEFT_RUNS => Some(Hand::Left),
        RIGHT_RUNS => Some(Hand::Right),
        _ => None,
    };
    Some(ClockOrder { times, run })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_000);

    fn order(left: (u8, u8, u8), right: (u8, u8, u8), run: Option<Hand>) -> ClockOrder {
        let time = |(h, m, s)| ClockTime::from_hms(h, m, s).unwrap();
        ClockOrder { times: [left, right].map(time), run }
    }

    #[test]
    fn a_clock_is_set_by_plain_numbers_left_before_right_and_stands() {
        let order = order((1, 23, 45), (0, 59, 10), None);
        let message = set_and_run(&order).unwrap();
        assert_eq!(message, [0x2B, 0x0A, 0x03, 0x0A, 1, 23, 45, 0, 59, 10, 0x04, 0x00]);
        let mut messages = ClockMessages::default();
        let found: Vec<_> = message.iter().map(|byte| messages.push(NOW, *byte)).collect();
        assert_eq!(found[..11], [ByteOf::Message; 11]);
        assert_eq!(found[11], ByteOf::Order(order));
        assert_eq!(messages.push(NOW, 0x42), ByteOf::Another);
    }

    #[test]
    fn what_no_clock_shows_is_not_sent() {
        assert_eq!(set_and_run(&order((10, 0, 0), (0, 0, 0), None)), None);
        assert!(set_and_run(&order((9, 59, 59), (0, 0, 0), Some(Hand::Left))).is_some());
    }

    #[test]
    fn a_message_that_asks_for_something_else_is_passed_over() {
        let mut messages = ClockMessages::default();
        let found: Vec<_> =
            [0x2B, 0x04, 0x03, 0x0B, 0x01, 0x00, 0x45].map(|byte| messages.push(NOW, byte)).into();
        assert_eq!(found[..6], [ByteOf::Message; 6]);
        assert_eq!(found[6], ByteOf::Another);
    }

    #[test]
    fn a_message_that_is_cut_off_swallows_no_command_that_follows_later() {
        let mut messages = ClockMessages::default();
        for byte in [0x2B, 0xFF, 0x03] {
            assert_eq!(messages.push(NOW, byte), ByteOf::Message);
        }
        let later = NOW + MAX_PAUSE + Duration::from_millis(1);
        assert!(messages.is_open(NOW + MAX_PAUSE) && !messages.is_open(later));
        assert_eq!(messages.push(later, 0x42), ByteOf::Another);
    }
}
