//! Games for broadcasts: live PGN as files in a folder, for Lichess's broadcaster, a web server or
//! whoever else reads such folders.
//!
//! A [`Sheet`] is what may be shown of one game, [`pgn`] writes it down, and [`Folder`] keeps the files.
//! `docs/relay.md` tells what stands in them and why.

mod error;
mod folder;
mod line;
pub mod pgn;
mod sheet;

pub use error::RelayError;
pub use folder::Folder;
pub use sheet::{Seat, Sheet, SheetMove, Start};

#[cfg(test)]
mod tests;
