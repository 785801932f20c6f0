//! The boards and games of this station.

pub mod news;
pub mod release;
pub mod port;
