//! A hall of 100 boards: what it costs, how fast it tells, and whether it tells what was played; and what a board costs
//! where there are 1 to 1,000. In the end one table, with the goals beside.
//!
//! Arguments name parts (`idle`, `rounds`, `curve`); without them all are measured. It takes a quarter of an hour.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a benchmark without its files is to end"
)]

#[path = "../../tests/day/clock.rs"]
mod clock;
#[path = "../counting/mod.rs"]
#[expect(dead_code, reason = "the peak is that of the simulation too")]
mod counting;
mod curve;
mod figures;
mod idle;
mod metered;
mod rounds;
#[path = "../../tests/day/sockets.rs"]
#[expect(dead_code, reason = "nothing befalls these cables")]
mod sockets;
#[path = "../station/mod.rs"]
mod station;

use std::io::Write;

use figures::Figure;

/// What can be measured by itself, and by what name.
type Part = (&'static str, fn() -> Vec<Figure>);

const PARTS: [Part; 3] =
    [("rounds", rounds::measure), ("idle", idle::measure), ("curve", curve::measure)];

fn main() {
    let named: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    let wanted = PARTS.iter().filter(|(name, _)| is_wanted(name));
    let figures: Vec<_> = wanted.flat_map(|(_, measure)| measure()).collect();
    say(&figures::table(&figures));
}

/// Says something that is read while it is measured.
fn say(what: &str) {
    let _ = writeln!(std::io::stdout(), "{what}");
}
