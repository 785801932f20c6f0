//! Boards that were never here before. Each gets a journal, a task and an object on the bus for good, so a port may
//! bring only so many of them: what claims ever new serial numbers is broken, or means harm.

use std::collections::HashMap;
use std::time::Duration;

use touchmove_drivers::Instant;

/// So many new boards one port may bring at once.
const AT_ONE_PORT: u32 = 8;

/// The same of a line with many boards.
const ON_A_LINE: u32 = 256;

/// So many may come at all ports that are not lines, whatever those are called: a device that comes back under ever new
/// names is bounded by this. No hall has more that were never here.
const AT_ALL_PORTS: u32 = 256;

/// Then one more each time this has passed.
pub(in crate::hall) const ONE_MORE_AFTER: Duration = Duration::from_secs(300);

/// Where a board was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::hall) struct Origin {
    /// The port, as a person writes it.
    pub(in crate::hall) port: String,
    /// How many boards there may be.
    pub(in crate::hall) kind: Kind,
}

/// How many boards there may be at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hall) enum Kind {
    /// One at a time.
    Single,
    /// Many on one line.
    Line,
}

/// What the ports may still bring.
#[derive(Debug)]
pub(in crate::hall) struct Newcomers {
    at_ports: HashMap<String, Allowance>,
    /// All that are not lines together.
    at_all: Allowance,
}

#[derive(Debug)]
struct Allowance {
    left: u32,
    /// Since when the next one is waited for.
    since: Instant,
}

impl Newcomers {
    /// Nobody has come since `now`.
    pub(in crate::hall) fn since(now: Instant) -> Self {
        Self { at_ports: HashMap::new(), at_all: Allowance { left: AT_ALL_PORTS, since: now } }
    }

    /// Whether a board that was never here is let in; if so, it is counted.
    pub(in crate::hall) fn let_in(&mut self, origin: &Origin, now: Instant) -> bool {
        let most = match origin.kind {
            Kind::Single => AT_ONE_PORT,
            Kind::Line => ON_A_LINE,
        };
        self.at_ports.retain(|_, allowance| {
            allowance.renew(now);
            allowance.left < most
        });
        self.at_all.renew(now);
        self.at_all.left = self.at_all.left.min(AT_ALL_PORTS);
        let new = || Allowance { left: most, since: now };
        let at_port = self.at_ports.entry(origin.port.clone()).or_insert_with(new);
        let is_let_in = match origin.kind {
            Kind::Single => at_port.left > 0 && self.at_all.left > 0,
            Kind::Line => at_port.left > 0,
        };
        at_port.left = at_port.left.saturating_sub(1);
        if is_let_in && origin.kind == Kind::Single {
            self.at_all.left -= 1;
        }
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
        let mut newcomers = Newcomers::since(secs(0));
        let let_in = (0..60).filter(|second| newcomers.let_in(&at("a"), secs(*second))).count();
        assert_eq!(let_in, AT_ONE_PORT as usize);
        assert!(newcomers.let_in(&at("b"), secs(60)), "others have nothing to do with it");
        let then = secs(ONE_MORE_AFTER.as_secs());
        assert!(newcomers.let_in(&at("a"), then) && !newcomers.let_in(&at("a"), then));
        let day = (1..=24 * 60).filter(|minute| newcomers.let_in(&at("a"), secs(minute * 60)));
        assert!(day.count() < 300);
    }

    #[test]
    fn a_device_that_comes_under_ever_new_names_brings_no_more_than_a_hall_has() {
        let mut newcomers = Newcomers::since(secs(0));
        let mut let_in =
            |name: u32, now| newcomers.let_in(&at(&format!("dgt:/dev/ttyUSB{name}")), now);
        assert!((0..AT_ALL_PORTS).all(|name| let_in(name, secs(1))));
        assert!(!let_in(1_000, secs(2)));
        let then = secs(ONE_MORE_AFTER.as_secs() + 1);
        assert!(let_in(1_001, then) && !let_in(1_002, then));
    }

    #[test]
    fn a_whole_line_of_new_boards_is_let_in() {
        let (mut newcomers, line) =
            (Newcomers::since(secs(0)), Origin { kind: Kind::Line, ..at("a") });
        assert!((0..ON_A_LINE).all(|_| newcomers.let_in(&line, secs(1))));
        assert!(!newcomers.let_in(&line, secs(1)));
    }
}
