//! A round that has begun, and a game at its first table.

use super::client::{Client, Game};
use super::table::Table;
use super::venue::Venue;

/// Three games in round 3, the last.
pub(crate) const REPORT: &str = include_str!("../pairings/swiss-6-players.trf");

/// The board at its first table.
pub(crate) const BOARD: &str = "dgt_12345";

/// The round, with these moves made in its first game.
pub(crate) struct Begun {
    pub(crate) venue: Venue,
    pub(crate) client: Client,
    pub(crate) game: Game,
}

impl Begun {
    /// Begins it, the other tables without boards, and plays the moves.
    pub(crate) async fn at(board: &mut Table, moves: &[&str]) -> Self {
        let venue = Venue::open(vec![board.port()]);
        venue.load(REPORT);
        let mut client = Client::on(&venue.bus).await;
        client.until(async |client| client.game_on(BOARD).await).await;
        venue.done(&["assign", "1", BOARD]);
        venue.done(&["begin", "--anyway"]);
        board.play(moves);
        let game = client.until_moves(BOARD, moves).await;
        Self { venue, client, game }
    }
}
