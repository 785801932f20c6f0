//! One game: position, scoresheet, clock and result.

pub mod conclusion;
pub mod view;
