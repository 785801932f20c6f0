//! What there is: the rounds, and the addresses of the texts of their games.

use serde::Serialize;
use touchmove_core::pairing::Outcome;

use super::text::Text;
use super::view::{Board, PublicView, Round};

#[derive(Debug, Serialize)]
struct Contents<'a> {
    rounds: Vec<RoundContents<'a>>,
}

#[derive(Debug, Serialize)]
struct RoundContents<'a> {
    number: u16,
    event: Option<&'a str>,
    /// `running`, `paused` or `ended`.
    stage: &'a str,
    /// All games as PGN.
    pgn: String,
    games: Vec<GameContents<'a>>,
}

#[derive(Debug, Serialize)]
struct GameContents<'a> {
    table: u16,
    white: &'a str,
    black: &'a str,
    /// What the players get; `None` while it is open.
    result: Option<&'static str>,
    pgn: String,
    json: String,
}

/// All of it, by round and table.
pub(super) fn contents(view: &PublicView) -> Option<Text> {
    let rounds = view.rounds().iter().map(|round| RoundContents::of(round)).collect();
    serde_json::to_string(&Contents { rounds }).ok().map(Text::new)
}

impl<'a> RoundContents<'a> {
    fn of(round: &'a Round) -> Self {
        let number = round.number();
        Self {
            number,
            event: round.event(),
            stage: round.stage(),
            pgn: format!("/round-{number}/games.pgn"),
            games: round.boards().iter().map(|board| GameContents::of(number, board)).collect(),
        }
    }
}

impl<'a> GameContents<'a> {
    fn of(round: u16, board: &'a Board) -> Self {
        let (table, pairing) = (board.table(), &board.place().pairing);
        Self {
            table,
            white: &pairing.white.name,
            black: &pairing.black.name,
            result: board.outcome().map(Outcome::word),
            pgn: format!("/round-{round}/game-{table}.pgn"),
            json: format!("/round-{round}/game-{table}.json"),
        }
    }
}
