//! Tests in which much is drawn by lot: how often, from which seed, and what came of it.

use std::io::Write as _;

/// So many times as much as without; `TOUCHMOVE_SOAK=N` says it.
pub(crate) fn soak() -> usize {
    number_in("TOUCHMOVE_SOAK").try_into().unwrap()
}

/// The seed of all that is drawn; `TOUCHMOVE_SEED=N` draws otherwise.
pub(crate) fn seed() -> u64 {
    number_in("TOUCHMOVE_SEED")
}

/// Past the capture of what tests print: the counts are to be read.
pub(crate) fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").unwrap();
}

/// What the environment says, or 1.
fn number_in(variable: &str) -> u64 {
    std::env::var(variable).map_or(1, |number| number.parse().unwrap())
}
