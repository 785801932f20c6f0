//! Boards that were never here before. Each gets a journal, a task and an object on the bus for good, so a port may
//! bring only so many of them: what claims ever new serial numbers is broken, or means harm.

use std::collections::HashMap;
use std::time::Duration;

use touchmove_drivers::Instant;

/// So many new boards one port may bring at once.
const AT_ONE_PORT: u32 = 8;

/// The same of a line with many boards.
const ON_A_LINE: u32 = 256;

/// Then one more each time this has passed.
pub(super) const ONE_MORE_AFTER: Duration = Duration::from_secs(300);

/// Where a board was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The port, as a person writes it.
    pub(super) port: String,
    /// How many boards there may be.
    pub(super) kind: Kind,
}

/// How many boards there may be at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One at a time.
    Single,
    /// Many on one line.
    Line,
}

/// What the ports may still bring.
#[derive(Debug, Default)]
pub(super) struct Newcomers(HashMap<String, Allowance>);

#[derive(Debug)]
struct Allowance {
    left: u32,
    /// Since when the next one is waited for.
    since: Instant,
}

impl Newcomers {
    /// Whether a board that was never here is let in; if so, it is counted.
    pub(super) fn let_in(&mut self, origin: &Origin, now: Instant) -> bool {
        let most = match origin.kind {
            Kind::Single => AT_ONE_PORT,
            Kind::Line => ON_A_LINE,
        };
        self.0.retain(|_, allowance| {
            allowance.renew(now);
            allowance.left < most
        });
        let new = || Allowance { left: most, since: now };
        let allowance = self.0.entry(origin.port.clone()).or_insert_with(new);
        let is_let_in = allowance.left > 0;
        allowance.left = allowance.left.saturating_sub(1);
        is_let_in
    }
}

impl Allowance {
    fn renew(&mut self, now: Instant) {
        let passed = now.since(self.since).as_millis();
        let more = u32::try_from(passed / ONE_MORE_AFTER.as_millis()).unwrap_or(u32::MAX);
        self.left = self.left.saturating_add(more);
        self.since = self.since + ONE_MORE_AFTER.saturating_mul(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(port: &str) -> Origin {
        Origin { port: port.to_owned(), kind: Kind::Single }
    }

    fn secs(secs: u64) -> Instant {
        Instant::from_micros(secs * 1_000_000)
    }

    #[test]
    fn a_port_that_claims_ever_new_numbers_is_heard_no_more_until_time_has_passed() {
        let mut newcomers = Newcomers::default();
        let let_in = (0..60).filter(|second| newcomers.let_in(&at("a"), secs(*second))).count();
        assert_eq!(let_in, AT_ONE_PORT as usize);
        assert!(newcomers.let_in(&at("b"), secs(60)), "others have nothing to do with it");
        let then = secs(ONE_MORE_AFTER.as_secs());
        assert!(newcomers.let_in(&at("a"), then) && !newcomers.let_in(&at("a"), then));
        let day = (1..=24 * 60).filter(|minute| newcomers.let_in(&at("a"), secs(minute * 60)));
        assert!(day.count() < 300);
    }

    #[test]
    fn a_whole_line_of_new_boards_is_let_in() {
        let (mut newcomers, line) = (Newcomers::default(), Origin { kind: Kind::Line, ..at("a") });
        assert!((0..ON_A_LINE).all(|_| newcomers.let_in(&line, secs(1))));
        assert!(!newcomers.let_in(&line, secs(1)));
    }
}
