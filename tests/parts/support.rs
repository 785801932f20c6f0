//! What is shared with the tests of the programs.

#[path = "../support/dictionaries.rs"]
pub(crate) mod dictionaries;
#[path = "../support/games.rs"]
pub(crate) mod games;
#[path = "../support/kept.rs"]
pub(crate) mod kept;
#[path = "../support/players.rs"]
pub(crate) mod players;
#[path = "../support/ways.rs"]
pub(crate) mod ways;
