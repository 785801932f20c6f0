//! Files that people and other programs write.

use std::num::NonZeroUsize;
use std::path::Path;

use touchmove_core::{evidence, pairing};
use touchmove_lab::conformance::Case;
use touchmove_lab::simulate;
use touchmove_station::config;

/// Pairings: what is written of them is read back as the same.
pub fn pairings(bytes: &[u8]) {
    let Ok(list) = pairing::read(bytes, None) else { return };
    let written = pairing::write_csv(&list);
    let again = pairing::read(written.as_bytes(), None);
    assert_eq!(again.as_ref(), Ok(&list), "{written}");
}

/// The daemon's configuration.
pub fn config(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = config::Config::parse(text, Path::new("touchmove.toml"));
    }
}

/// A pack of evidence: nothing that nobody wrote is found right.
pub fn evidence(bytes: &[u8]) {
    if evidence::verify(bytes).is_ok() {
        let mut other = bytes.to_vec();
        let middle = other.len() / 2;
        other[middle] ^= 1;
        assert!(evidence::verify(&other).is_err(), "an altered pack is found right");
    }
}

/// Games to be simulated.
pub fn pgn(bytes: &[u8]) {
    for (_, game) in simulate::pgn::PgnGames::new(bytes).take(8) {
        let _ = game;
    }
    let _ = simulate::pgn::PgnGame::read(bytes, NonZeroUsize::MIN);
}

/// Cases for the Laws: a case that can be read can be run.
pub fn conformance(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for case in text.lines().filter_map(|line| Case::read(line).ok()) {
        let _ = case.run();
    }
}
