//! Games for broadcasts: live PGN as files in a folder, for Lichess's broadcaster, a web server or
//! whoever else reads such folders.
//!
//! A [`Sheet`] is what may be shown of one game, [`pgn`] writes it down, and [`Folder`] keeps the files.
//! `docs/relay.md` tells what stands in them and why.

mod error;
mod feed;
mod folder;
mod line;
pub mod pgn;
mod sheet;

use std::thread::{self, JoinHandle};

use tokio::sync::mpsc;

use crate::hall::news::Broadcast;

pub use error::RelayError;
pub use feed::Feed;
pub use folder::Folder;
pub use sheet::{Seat, Sheet, SheetMove, Start};

/// Starts to broadcast into a folder, on a thread of its own: it waits for the disk. It ends when
/// nothing is broadcast any more.
pub fn start(folder: Folder) -> (mpsc::UnboundedSender<Broadcast>, JoinHandle<()>) {
    // Not bounded: nobody waits for a disk, and a game has a few hundred releases.
    let (sender, mut broadcasts) = mpsc::unbounded_channel();
    let mut feed = Feed::new(folder);
    let writing = thread::spawn(move || {
        while let Some(broadcast) = broadcasts.blocking_recv() {
            feed.take(broadcast);
        }
    });
    (sender, writing)
}

#[cfg(test)]
mod tests;
