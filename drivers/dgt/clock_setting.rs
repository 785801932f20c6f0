//! A clock that a person sets: whether it can be told now, and what it is to be told.
//!
//! An order waits until the line is free, and goes out only while the clock stands, as it said last. Boards repeat the
//! answer of a clock for a second in place of its times, and two commands at once are garbled: so one order at a time.

use std::time::Duration;

use super::clock::{Ack, Report, State};
use super::wire::{REFUSED, SET_AND_RUN, TAKEN, set_and_run};
use crate::driver::ClockOrder;
use crate::observation::ClockAnswer;
use crate::time::Instant;

/// An order that could not leave within this time is forgotten: the clock may show something else by then.
const SENT_WITHIN: Duration = Duration::from_secs(2);
/// How long the answer of a clock is awaited.
const ANSWER: Duration = Duration::from_secs(2);

/// What is known of a clock that may have to be set.
#[derive(Debug)]
pub(super) struct ClockSetting {
    /// Whether the clock is there and stands, as it said last.
    is_standing: bool,
    order: Order,
}

/// How far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    None,
    Waits { message: [u8; 12], until: Instant },
    IsSent { answer_by: Instant },
}

impl ClockSetting {
    /// A clock of which nothing is known.
    pub(super) const fn new() -> Self {
        Self { is_standing: false, order: Order::None }
    }

    /// Takes note of what the clock says. What it answers to an order is handed out, once.
    pub(super) fn note(&mut self, report: &Report) -> Option<ClockAnswer> {
        match report {
            Report::Times(State { times, .. }) => self.is_standing = times.run.is_none(),
            Report::Absent => self.is_standing = false,
            Report::Ack(ack) => return self.answer(*ack),
            Report::Void => {}
        }
        if !self.is_standing && matches!(self.order, Order::Waits { .. }) {
            self.order = Order::None;
        }
        None
    }

    /// Whether the clock is there and stands.
    pub(super) const fn is_standing(&self) -> bool {
        self.is_standing
    }

    /// Takes an order; whether the clock can be told.
    pub(super) fn want(&mut self, now: Instant, order: &ClockOrder) -> bool {
        let is_busy = match self.order {
            Order::None => false,
            Order::Waits { until, .. } => now < until,
            Order::IsSent { answer_by } => now < answer_by,
        };
        let Some(message) = set_and_run(order).filter(|_| self.is_standing && !is_busy) else {
            return false;
        };
        self.order = Order::Waits { message, until: now + SENT_WITHIN };
        true
    }

    /// The message to be sent now that the line is free.
    pub(super) fn next(&mut self, now: Instant) -> Option<[u8; 12]> {
        let Order::Waits { message, until } = self.order else { return None };
        if now >= until || !self.is_standing {
            self.order = Order::None;
            return None;
        }
        self.order = Order::IsSent { answer_by: now + ANSWER };
        Some(message)
    }

    fn answer(&mut self, Ack([verdict, command, ..]): Ack) -> Option<ClockAnswer> {
        if command != SET_AND_RUN || !matches!(self.order, Order::IsSent { .. }) {
            return None;
        }
        let answer = match verdict {
            TAKEN => ClockAnswer::Taken,
            REFUSED => ClockAnswer::Refused,
            _ => return None,
        };
        self.order = Order::None;
        Some(answer)
    }
}
