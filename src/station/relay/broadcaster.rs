//! A broadcast: what is published, and the folder in which it can be read.

use tokio::sync::watch;
use touchmove_core::sheet::{Sheet, pgn};
use touchmove_drivers::Instant;

use super::report::FolderReport;
use super::{BroadcastFolder, PgnPath, Published, RelayError};

/// What is published, and the folder that has it.
#[derive(Debug)]
pub struct Broadcaster {
    published: Published,
    folder: BroadcastFolder,
}

impl Broadcaster {
    /// Nothing is published yet.
    pub fn new(folder: BroadcastFolder) -> Self {
        Self { published: Published::default(), folder }
    }

    /// The report of the folder, as it is and will be.
    pub fn report(&self) -> watch::Receiver<FolderReport> {
        self.folder.reporter().watch()
    }

    /// Publishes a game of which something was `released` at this moment of boot time, and with it whatever
    /// an error kept from being written before. It waits for the disk, but for no reader.
    ///
    /// # Errors
    /// What keeps a file of the folder from being written; the other files are written all the same.
    pub fn put(&mut self, sheet: &Sheet, released: Instant) -> Result<(), RelayError> {
        let (round, board) = (sheet.round(), sheet.board());
        let paths = [PgnPath::Game(round, board), PgnPath::Games(round)];
        self.folder.reporter().release(&paths, released);
        self.published.put(round, board, pgn::write(sheet));
        let written = self.folder.write(&mut self.published);
        self.folder.reporter().settle(&paths);
        written
    }
}
