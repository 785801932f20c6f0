//! Boards of the station: the life of each, how it is with it, and what is decided about what is played on it.

pub(super) mod board;
pub mod condition;
pub mod decide;
pub(super) mod flood;
pub(super) mod late;
pub(super) mod owner;
pub(super) mod recall;
pub mod swap;
