//! The games of this station.

use std::cmp::Reverse;

use serde::Serialize;
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::words::phrases::{Head, Listed};

use crate::notices::Notices;
use crate::rows::{beyond, columns, heads, shortened, table};
use crate::seats::Seats;
use crate::{Failure, print, print_json};

/// A game, for a program to read.
#[derive(Debug, Serialize)]
struct GameRow {
    game: String,
    round: Option<u16>,
    table: Option<u16>,
    white: String,
    black: String,
    board: Option<String>,
    plies: usize,
    last_move: Option<String>,
    result: Option<String>,
    reason: Option<String>,
    is_adjourned: bool,
}

/// Lists them: what is being played first, by table, then what is over, the last first.
pub(super) fn list(mirror: &Mirror, seats: &Seats, json: bool) -> Result<(), Failure> {
    let listed = listed(mirror.games(), &mirror.boards(), seats);
    if json {
        let text = serde_json::to_string(&listed).map_err(Failure::failed)?;
        return print_json(&format!("{text}\n"));
    }
    let notices = Notices::of_environment();
    if listed.is_empty() {
        return print(&(notices.say(Listed::NoGame) + "\n"));
    }
    print(&text(&listed, &notices, columns()))
}

fn listed(mut games: Vec<ShownGame>, boards: &[ShownBoard], seats: &Seats) -> Vec<GameRow> {
    let on = |game: &ShownGame| boards.iter().find(|board| board.has_game(game));
    games.sort_by_cached_key(|game| {
        let is_played = game.result.is_none() && on(game).is_some();
        let seat = seats.of_game(game).filter(|seat| !seat.is_past);
        let table = seat.filter(|_| is_played).map_or(u16::MAX, |seat| seat.table);
        (!is_played, table, Reverse(game.id.clone()))
    });
    let listed = games.into_iter().map(|game| {
        let (seat, board) = (seats.of_game(&game), on(&game));
        let [white, black] = seat
            .as_ref()
            .map_or([game.white.clone(), game.black.clone()], |seat| seat.names.clone());
        GameRow {
            round: seat.as_ref().map(|seat| seat.round),
            table: seat.map(|seat| seat.table),
            white,
            black,
            board: board.map(|board| board.id.clone()),
            plies: game.moves.len(),
            last_move: game.last_move(),
            result: game.result.as_ref().map(|(value, _)| value.clone()),
            reason: game.result.as_ref().map(|(_, reason)| reason.clone()),
            is_adjourned: game.adjourned.is_some(),
            game: game.id,
        }
    });
    listed.collect()
}

const HEADS: [Head; 8] = [
    Head::Game,
    Head::Table,
    Head::White,
    Head::Black,
    Head::Plies,
    Head::LastMove,
    Head::Result,
    Head::Board,
];

fn text(listed: &[GameRow], notices: &Notices, columns: Option<usize>) -> String {
    /// Columns of all but the names, with the gaps.
    const OTHERS: usize = 63;
    /// The columns of each of them but the board.
    const TAKEN: [usize; 5] = [7, 5, 5, 11, 7];
    /// The fewest for a name.
    const LEAST: usize = 8;
    let heads = heads(notices, HEADS);
    let [game, table_of, _, _, plies, last, result, _] = &heads;
    let others = OTHERS + beyond(&[game, table_of, plies, last, result].map(Clone::clone), TAKEN);
    let most =
        columns.map_or(usize::MAX, |columns| (columns.saturating_sub(others) / 2).max(LEAST));
    let or_none = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let mut rows = vec![heads];
    rows.extend(listed.iter().map(|game| {
        let place = game.round.zip(game.table).map(|(round, table)| format!("{round}.{table}"));
        [
            game.game.clone(),
            or_none(&place.unwrap_or_default()),
            or_none(&shortened(&game.white, most)),
            or_none(&shortened(&game.black, most)),
            game.plies.to_string(),
            or_none(game.last_move.as_deref().unwrap_or_default()),
            match &game.result {
                None if game.is_adjourned => notices.say(Listed::Adjourned),
                result => or_none(result.as_deref().unwrap_or_default()),
            },
            or_none(game.board.as_deref().unwrap_or_default()),
        ]
    }));
    table(&rows)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use touchmove_client::shown::samples::{a_board, a_game, a_game_path};

    use super::*;
    use touchmove_client::seats::at_table_12;

    #[test]
    fn a_game_that_is_adjourned_says_so_where_a_result_would_stand() {
        let sealed = json!({ "side": "black", "number": 41 });
        let adjourned = ShownGame { adjourned: sealed.as_object().cloned(), ..a_game(&[]) };
        let rows = listed(vec![adjourned], &[], &Seats::default());
        let english = text(&rows, &Notices::default(), Some(80));
        assert!(english.contains("  adjourned  -\n"), "{english}");
        let turkish = text(&rows, &Notices::in_turkish(), Some(80));
        assert!(turkish.contains("  ertelendi  -\n"), "{turkish}");
    }

    #[test]
    fn what_is_played_comes_before_what_is_over_with_its_table_and_players() {
        let played = a_game(&[("e2e4", "e4")]);
        let over = |number: u64| ShownGame {
            path: a_game_path(number),
            id: format!("g{number:06}"),
            result: Some(("1-0".into(), "kings".into())),
            ..a_game(&[])
        };
        let seats = at_table_12(Some(&played));
        let boards = [ShownBoard { game: Some(played.clone()), ..a_board() }];
        let listed = listed(vec![over(3), over(4), played], &boards, &seats);
        let ids: Vec<_> = listed.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(ids, ["g000017", "g000004", "g000003"]);
        let turkish = text(&listed, &Notices::in_turkish(), Some(80));
        assert!(turkish.starts_with("OYUN     MASA  BEYAZ  SİYAH  YARIM HAMLE  "), "{turkish}");
        let text = text(&listed, &Notices::default(), Some(80));
        assert!(
            text.contains("g000017  3.12   Anna   Ben    1      1. e4      -       dgt_12345\n"),
            "{text}"
        );
    }
}
