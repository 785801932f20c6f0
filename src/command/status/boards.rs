//! The boards in rows: by table and players where a round is played, by their names elsewhere.

use std::time::Duration;

use shakmaty::Color;
use touchmove_client::shown::{Board, Clock, Game};
use touchmove_core::game::pgn::h_mm_ss;

use super::super::seats::Seats;
use super::super::{shortened, table};
use super::{last_move, or_none};

const NONE: &str = "-";

/// The heads of what is shown wherever a round is played.
const HEADS: [&str; 7] = ["TABLE", "WHITE", "BLACK", "LAST MOVE", " WHITE", " BLACK", "BOARD"];

/// The heads of what there is room for in a wide terminal besides.
const MORE_HEADS: [&str; 3] = ["GAME", "STATE", "BATTERY"];

/// From so many columns on, what is seldom asked for is shown, too.
const WIDE: usize = 110;

/// The rows of boards within so many columns, by table.
pub(super) fn text(
    boards: &[&Board],
    seats: &Seats,
    columns: Option<usize>,
    now: Duration,
) -> String {
    if seats.is_empty() {
        let heads = ["BOARD", "STATE", "FIRM", "BATTERY", "WHITE", "BLACK", "GAME", "LAST MOVE"];
        let mut rows = vec![heads.map(ToOwned::to_owned)];
        rows.extend(boards.iter().map(|board| row(board, now)));
        return table(&rows);
    }
    match columns {
        Some(columns) if columns < WIDE => narrow(boards, seats, columns, now),
        columns => wide(boards, seats, columns, now),
    }
}

/// A row of a board of which nobody has said who plays there.
fn row(board: &Board, now: Duration) -> [String; 8] {
    let [white, black] = times(board, now);
    [
        board.id.clone(),
        board.state.word.clone(),
        or_none(board.firmware.clone()),
        or_none(board.battery.map(|charge| format!("{charge} %"))),
        white,
        black,
        or_none(board.game.as_ref().map(|game| game.id.clone())),
        or_none(board.game.as_ref().and_then(last)),
    ]
}

fn narrow(boards: &[&Board], seats: &Seats, columns: usize, now: Duration) -> String {
    let most = name_columns(boards, columns, 46);
    let rows = boards.iter().map(|board| at_table(board, seats, most, now));
    let rows: Vec<_> = std::iter::once(HEADS.map(ToOwned::to_owned)).chain(rows).collect();
    table(&rows)
}

fn wide(boards: &[&Board], seats: &Seats, columns: Option<usize>, now: Duration) -> String {
    let most = columns.map_or(usize::MAX, |columns| name_columns(boards, columns, 77));
    let more = |board: &Board| {
        [
            or_none(board.game.as_ref().map(|game| game.id.clone())),
            board.state.word.clone(),
            or_none(board.battery.map(|charge| format!("{charge} %"))),
        ]
    };
    let row = |board: &&Board| with(at_table(board, seats, most, now), more(board));
    let heads = with(HEADS.map(ToOwned::to_owned), MORE_HEADS.map(ToOwned::to_owned));
    let rows: Vec<_> = std::iter::once(heads).chain(boards.iter().map(row)).collect();
    table(&rows)
}

/// What of a board is shown wherever a round is played.
fn at_table(board: &Board, seats: &Seats, most: usize, now: Duration) -> [String; HEADS.len()] {
    let [number, white, black] = seat(board, seats, most);
    let [white_time, black_time] = times(board, now);
    let played = shortened(&played(board), 11);
    [number, white, black, played, white_time, black_time, board.id.clone()]
}

fn with(
    first: [String; HEADS.len()],
    more: [String; MORE_HEADS.len()],
) -> [String; HEADS.len() + MORE_HEADS.len()] {
    let mut all = first.into_iter().chain(more);
    std::array::from_fn(|_| all.next().unwrap_or_default())
}

/// Columns for a name, where `others` are taken besides the names of boards.
fn name_columns(boards: &[&Board], columns: usize, others: usize) -> usize {
    let board = boards.iter().map(|board| board.id.chars().count()).max().unwrap_or_default();
    (columns.saturating_sub(others + board.max(5)) / 2).max(6)
}

/// The number of the table, and both players.
fn seat(board: &Board, seats: &Seats, most: usize) -> [String; 3] {
    let Some(seat) = seats.of_board(board) else { return [NONE; 3].map(ToOwned::to_owned) };
    let number = if seat.is_past {
        format!("{}.{}", seat.round, seat.table)
    } else {
        seat.table.to_string()
    };
    let [white, black] = seat.names.map(|name| shortened(&name, most));
    [number, white, black]
}

/// The last move or the result; of a board that is not ready, its state.
fn played(board: &Board) -> String {
    match (board.state.word.as_str(), &board.game) {
        ("starting", _) => "(starting)".to_owned(),
        (_, Some(game)) => or_none(last(game)),
        (_, None) => NONE.to_owned(),
    }
}

/// The last move, or the result.
fn last(game: &Game) -> Option<String> {
    if let Some((result, reason)) = &game.result {
        return Some(format!("{result} {reason}"));
    }
    last_move(game)
}

/// Both times, with a mark at the one that runs.
fn times(board: &Board, now: Duration) -> [String; 2] {
    let Some(clock) = board.clock_at(now) else { return [NONE; 2].map(ToOwned::to_owned) };
    let Clock { times, running, .. } = clock;
    let [white, black] = times.map(h_mm_ss);
    let mark = |side| if running == Some(side) { "▸" } else { " " };
    [format!("{}{white}", mark(Color::White)), format!("{}{black}", mark(Color::Black))]
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_clock, a_game};

    use super::*;
    use crate::seats::tests::at_table_12;

    #[test]
    fn rows_keep_within_80_and_120_columns_and_begin_with_the_table() {
        let game = Game { result: Some(("1/2-1/2".into(), "agreement".into())), ..a_game(&[]) };
        let board = Board { game: Some(game), clock: Some(a_clock()), ..a_board() };
        for columns in [80, 120] {
            let text = text(&[&board], &at_table_12(None), Some(columns), Duration::ZERO);
            let row = text.lines().nth(1).unwrap();
            assert!(row.starts_with("12     Anna   Ben    1/2-1/2 ag…"), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
        }
    }

    #[test]
    fn long_names_are_cut_so_that_the_row_fits() {
        let long = "Bartholomew-Fitzgerald, Maximilian Alexander";
        let mut game = Game { round: "2.7".into(), ..a_game(&[]) };
        (game.white, game.black) = (long.into(), long.into());
        let board =
            Board { id: "dgt_9".into(), game: Some(game), clock: Some(a_clock()), ..a_board() };
        for columns in [80, 120] {
            let text = text(&[&board], &at_table_12(None), Some(columns), Duration::ZERO);
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            assert!(text.contains("2.7") && text.contains('…'), "{text}");
        }
    }
}
