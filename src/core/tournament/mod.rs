//! Rounds and their results, and what is released of their games to whom, when: values that decisions change.

pub mod release;
pub mod rounds;
