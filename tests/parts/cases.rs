//! How many cases a property test draws.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many cases, always the same, where the environment asks for no others.
pub(crate) fn cases(few: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = few;
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
