//! The arbiters' desk in a real browser, as arbiters use it.

mod arbiters;
mod outages;
mod sins;
mod strangers;
mod views;

use tempfile::TempDir;

use crate::support::browser::{Browser, Screen};
use crate::support::client::Client;
use crate::support::desk::Desk;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

/// What is waited for where a player has pressed without a move.
const PRESSED: &str = "White: Clock pressed without a move";

/// A game at a table of a round, and the desk.
struct Scene {
    table: Table,
    venue: Venue,
    client: Client,
    desk: Desk,
    _folder: TempDir,
}

impl Scene {
    /// At table 12, after 1. Nf3 Nf6; Black has this name.
    async fn with_black(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut table = Table::new(folder.path());
        let venue = Venue::open(vec![table.port()]);
        let mut client = Client::on(&venue.bus).await;
        client.until(async |client| client.game_on(BOARD).await).await;
        venue.load(&format!("round,board,white,black,time_control\n3,12,Anna,{name},90:00+0:30\n"));
        venue.done(&["assign", "12", BOARD]);
        venue.done(&["begin", "--anyway"]);
        table.play(&["g1f3", "g8f6"]);
        client.until_moves(BOARD, &["g1f3", "g8f6"]).await;
        let desk = Desk::open(&venue.bus);
        Self { table, venue, client, desk, _folder: folder }
    }

    /// Against Ben.
    async fn open() -> Self {
        Self::with_black("Ben").await
    }

    /// White presses without a move.
    fn press_without_a_move(&mut self) {
        self.table.think();
        self.table.press();
    }

    /// A browser in which an arbiter of this name has opened his link; `None` where there is no browser.
    async fn enter(&self, name: &str, screen: Screen) -> Option<Browser> {
        let browser = Browser::open(screen).await?;
        enter(&browser, &self.desk, name).await;
        Some(browser)
    }
}

/// Opens a link for an arbiter of this name.
async fn enter(browser: &Browser, desk: &Desk, name: &str) {
    browser.go(&desk.link(name)).await;
    browser.press_button("Open the desk").await;
    browser.shows(name).await;
}
