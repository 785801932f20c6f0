//! Everything that reads what comes from outside, each with what must hold whatever comes.
//!
//! A fuzzer gives them what it thinks of (`make fuzz`), and the tests give them what was found before and what
//! a simple mutation makes of real files (`tests/parts/fuzzed.rs`). Each panics where something does not hold.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what does not hold is told by a panic")]
#![allow(unreachable_pub, reason = "to the tests it is a part of theirs")]

pub mod account;
mod board;
mod boards;
mod files;
mod journal;
mod play;
mod script;
mod text;
mod wire;

pub use self::account::account;
pub use self::boards::boards;
pub use self::files::{config, conformance, evidence, pairings, pgn};
pub use self::journal::journal;
pub use self::play::{adjudicate, board, recording};
pub use self::text::words;
pub use self::wire::{dgt, dgt_line};

/// Takes what came from outside.
pub type Parser = fn(&[u8]);

/// Each of them, by the name of its target and of the folders with what it was given, and how many inputs chance
/// makes for it in a test: as many as are tried within a second or so.
pub const PARSERS: &[(&str, Parser, usize)] = &[
    ("dgt", dgt, 100),
    ("dgt_line", dgt_line, 10),
    ("boards", boards, 300),
    ("recording", recording, 500),
    ("adjudicate", adjudicate, 100),
    ("board", board, 20),
    ("account", account, 60),
    ("journal", journal, 200),
    ("evidence", evidence, 500),
    ("pairings", pairings, 500),
    ("config", config, 500),
    ("pgn", pgn, 500),
    ("conformance", conformance, 100),
    ("words", words, 500),
];
