//! Where a broadcast goes.

use tokio::sync::watch;
use touchmove_core::sheet::{Sheet, pgn};
use touchmove_drivers::Instant;

use super::http::Pages;
use super::report::OutletReport;
use super::reporter::Reporter;
use super::{BroadcastFolder, PgnPath, Published, RelayError};

/// What is published, and where it can be read: in a folder, over HTTP, both or nowhere.
#[derive(Debug, Default)]
pub struct Outlets {
    published: Published,
    folder: Option<BroadcastFolder>,
    pages: Option<Pages>,
}

impl Outlets {
    /// Nothing is published yet.
    pub fn new(folder: Option<BroadcastFolder>, pages: Option<Pages>) -> Self {
        Self { published: Published::default(), folder, pages }
    }

    /// The report of each outlet, as it is and will be.
    pub fn reports(&self) -> Vec<watch::Receiver<OutletReport>> {
        self.reporters().map(Reporter::watch).collect()
    }

    /// Publishes a game of which something was `released` at this moment of boot time, and with it whatever
    /// an error kept from being written before. It waits for the disk, but for no reader.
    ///
    /// # Errors
    /// What keeps a file of the folder from being written; the other files are written all the same, and
    /// HTTP serves all of them.
    pub fn put(&mut self, sheet: &Sheet, released: Instant) -> Result<(), RelayError> {
        let (round, board) = (sheet.round(), sheet.board());
        let paths = [PgnPath::Game(round, board), PgnPath::Games(round)];
        self.reporters().for_each(|reporter| reporter.release(&paths, released));
        self.published.put(round, board, pgn::write(sheet));
        let written = match &mut self.folder {
            Some(folder) => folder.write(&mut self.published),
            None => Ok(()),
        };
        if let Some(pages) = &self.pages {
            pages.show(&self.published);
        }
        self.reporters().for_each(|reporter| reporter.settle(&paths));
        written
    }

    fn reporters(&self) -> impl Iterator<Item = &Reporter> {
        let folder = self.folder.as_ref().map(BroadcastFolder::reporter);
        folder.into_iter().chain(self.pages.as_ref().map(Pages::reporter))
    }
}
