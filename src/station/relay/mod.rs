//! Games for broadcasts: live PGN as files in a folder, for Lichess's broadcaster, a web server or whoever else reads
//! such things.
//!
//! A [`Sheet`](touchmove_core::sheet::Sheet) is what may be shown of one game, [`Published`] has the text of each at
//! its path, and [`BroadcastFolder`] keeps the files; a [`report`](report::FolderReport) says what became of it.
//! `docs/relay.md` tells what stands in the texts and why.

mod broadcaster;
mod error;
mod feed;
mod folder;
mod published;
pub mod report;
mod reporter;

use std::thread::{self, JoinHandle};

use tokio::sync::mpsc;

use crate::hall::news::Dispatch;

pub use broadcaster::Broadcaster;
pub use error::RelayError;
pub use feed::Feed;
pub use folder::BroadcastFolder;
pub use published::{PgnPath, Published};

/// Starts to broadcast, on a thread of its own: it waits for the disk. It ends when nothing is broadcast
/// any more.
pub fn start(broadcaster: Broadcaster) -> (mpsc::UnboundedSender<Dispatch>, JoinHandle<()>) {
    // Not bounded: nobody waits for a disk, and a game has a few hundred releases.
    let (sender, mut dispatches) = mpsc::unbounded_channel();
    let mut feed = Feed::new(broadcaster);
    let writing = thread::spawn(move || {
        while let Some(dispatch) = dispatches.blocking_recv() {
            feed.take(dispatch);
        }
    });
    (sender, writing)
}

#[cfg(test)]
mod tests {
    mod folder;
    mod report;
}
