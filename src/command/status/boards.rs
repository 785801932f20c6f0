//! The boards in rows: by table and players where a round is played, by their names elsewhere.

use std::time::Duration;

use shakmaty::Color;
use touchmove_client::shown::{ClockFace, ShownBoard, ShownGame};
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::words::Vocabulary;
use touchmove_core::words::phrases::Head;

use super::super::notices::Notices;
use super::super::rows::{beyond, heads, shortened, table, width};
use super::super::seats::Seats;
use super::or_none;

const NONE: &str = "-";

/// The heads of what is shown wherever a round is played. Above times there is a blank, as at that which stands.
const HEADS: [Head; 7] =
    [Head::Table, Head::White, Head::Black, Head::LastMove, Head::White, Head::Black, Head::Board];

/// The columns that the others than the names and the boards take.
const TAKEN: [usize; 4] = [5, MAX_MOVES_COLUMNS, 8, 8];

/// The columns of the last move, or the result.
const MAX_MOVES_COLUMNS: usize = 11;

/// The heads of what there is room for in a wide terminal besides.
const MORE_HEADS: [Head; 3] = [Head::Game, Head::State, Head::Battery];

/// The columns that they take.
const MORE_TAKEN: [usize; 3] = [7, 11, 7];

/// The heads where no round is there.
const HEADS_WITHOUT_ROUND: [Head; 8] = [
    Head::Board,
    Head::State,
    Head::Firmware,
    Head::Battery,
    Head::White,
    Head::Black,
    Head::Game,
    Head::LastMove,
];

/// From so many columns on, what is seldom asked for is shown, too.
const WIDE: usize = 110;

/// Boards in rows, for a reader at a moment.
pub(super) struct Rows<'a> {
    seats: &'a Seats,
    notices: &'a Notices,
    now: Duration,
}

impl<'a> Rows<'a> {
    /// For these tables.
    pub(super) const fn new(seats: &'a Seats, notices: &'a Notices, now: Duration) -> Self {
        Self { seats, notices, now }
    }

    /// The rows of boards within so many columns, by table.
    pub(super) fn text(&self, boards: &[&ShownBoard], columns: Option<usize>) -> String {
        if self.seats.is_empty() {
            let mut rows = vec![heads(self.notices, HEADS_WITHOUT_ROUND)];
            rows.extend(boards.iter().map(|board| self.row(board)));
            return table(&rows);
        }
        match columns {
            Some(columns) if columns < WIDE => self.narrow(boards, columns),
            columns => self.wide(boards, columns),
        }
    }

    /// A row of a board of which nobody has said who plays there.
    fn row(&self, board: &ShownBoard) -> [String; 8] {
        let [white, black] = times(board, self.now);
        [
            board.id.clone(),
            self.state(board),
            or_none(board.firmware.clone()),
            or_none(board.battery.map(|charge| format!("{charge} %"))),
            white,
            black,
            or_none(board.game.as_ref().map(|game| game.id.clone())),
            or_none(board.game.as_ref().and_then(|game| self.last(game))),
        ]
    }

    fn narrow(&self, boards: &[&ShownBoard], columns: usize) -> String {
        let heads = self.heads();
        let most = name_columns(boards, columns, 46 + taken_beyond(&heads));
        let rows = boards.iter().map(|board| self.at_table(board, most));
        let rows: Vec<_> = std::iter::once(heads).chain(rows).collect();
        table(&rows)
    }

    fn wide(&self, boards: &[&ShownBoard], columns: Option<usize>) -> String {
        let (first, more) = (self.heads(), heads(self.notices, MORE_HEADS));
        let others = 77 + taken_beyond(&first) + beyond(&more, MORE_TAKEN);
        let most = columns.map_or(usize::MAX, |columns| name_columns(boards, columns, others));
        let of_board = |board: &ShownBoard| {
            [
                or_none(board.game.as_ref().map(|game| game.id.clone())),
                self.state(board),
                or_none(board.battery.map(|charge| format!("{charge} %"))),
            ]
        };
        let row = |board: &&ShownBoard| with(self.at_table(board, most), of_board(board));
        let rows: Vec<_> =
            std::iter::once(with(first, more)).chain(boards.iter().map(row)).collect();
        table(&rows)
    }

    fn heads(&self) -> [String; HEADS.len()] {
        let [number, white, black, last, white_time, black_time, board] =
            heads(self.notices, HEADS);
        let [white_time, black_time] = [white_time, black_time].map(|head| format!(" {head}"));
        [number, white, black, last, white_time, black_time, board]
    }

    /// What of a board is shown wherever a round is played.
    fn at_table(&self, board: &ShownBoard, most: usize) -> [String; HEADS.len()] {
        let [number, white, black] = seat(board, self.seats, most);
        let [white_time, black_time] = times(board, self.now);
        let played = shortened(&self.played(board), MAX_MOVES_COLUMNS);
        [number, white, black, played, white_time, black_time, board.id.clone()]
    }

    /// The last move or the result; of a board that is not ready, its state.
    fn played(&self, board: &ShownBoard) -> String {
        match (board.state.word.as_str(), &board.game) {
            ("starting", _) => format!("({})", self.state(board)),
            (_, Some(game)) => or_none(self.last(game)),
            (_, None) => NONE.to_owned(),
        }
    }

    /// The last move, or the result.
    fn last(&self, game: &ShownGame) -> Option<String> {
        if let Some((result, reason)) = &game.result {
            return Some(format!("{result} {}", self.notices.say(Vocabulary::Reason.word(reason))));
        }
        game.last_move()
    }

    fn state(&self, board: &ShownBoard) -> String {
        self.notices.say(Vocabulary::State.word(&board.state.word))
    }
}

fn with(
    first: [String; HEADS.len()],
    more: [String; MORE_HEADS.len()],
) -> [String; HEADS.len() + MORE_HEADS.len()] {
    let mut all = first.into_iter().chain(more);
    std::array::from_fn(|_| all.next().unwrap_or_default())
}

/// How many columns the heads take beyond what stands below them.
fn taken_beyond(heads: &[String; HEADS.len()]) -> usize {
    let [number, _, _, last, white_time, black_time, _] = heads;
    beyond(&[number, last, white_time, black_time].map(Clone::clone), TAKEN)
}

/// Columns for a name, where `others` are taken besides the names of boards.
fn name_columns(boards: &[&ShownBoard], columns: usize, others: usize) -> usize {
    let board = boards.iter().map(|board| width(&board.id)).max().unwrap_or_default();
    (columns.saturating_sub(others + board.max(5)) / 2).max(6)
}

/// The number of the table, and both players.
fn seat(board: &ShownBoard, seats: &Seats, most: usize) -> [String; 3] {
    let Some(seat) = seats.of_board(board) else { return [NONE; 3].map(ToOwned::to_owned) };
    let number = if seat.is_past {
        format!("{}.{}", seat.round, seat.table)
    } else {
        seat.table.to_string()
    };
    let [white, black] = seat.names.map(|name| shortened(&name, most));
    [number, white, black]
}

/// Both times, with a mark at the one that runs.
fn times(board: &ShownBoard, now: Duration) -> [String; 2] {
    let Some(clock) = board.clock_at(now) else { return [NONE; 2].map(ToOwned::to_owned) };
    let ClockFace { times, running, .. } = clock;
    let [white, black] = times.map(h_mm_ss);
    let mark = |side| if running == Some(side) { "▸" } else { " " };
    [format!("{}{white}", mark(Color::White)), format!("{}{black}", mark(Color::Black))]
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_clock, a_game};

    use super::*;
    use touchmove_client::seats::at_table_12;

    #[test]
    fn rows_keep_within_80_and_120_columns_and_begin_with_the_table() {
        let game =
            ShownGame { result: Some(("1/2-1/2".into(), "agreement".into())), ..a_game(&[]) };
        let board = ShownBoard { game: Some(game), clock: Some(a_clock()), ..a_board() };
        for columns in [80, 120] {
            let (seats, notices) = (at_table_12(None), Notices::default());
            let text = Rows::new(&seats, &notices, Duration::ZERO).text(&[&board], Some(columns));
            let row = text.lines().nth(1).unwrap();
            assert!(row.starts_with("12     Anna   Ben    1/2-1/2 ag…"), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
        }
    }

    #[test]
    fn the_heads_of_another_language_stand_above_their_columns_within_the_terminal() {
        let long = "Bartholomew-Fitzgerald, Şükrü";
        let game = ShownGame {
            round: "2.7".into(),
            white: long.into(),
            black: long.into(),
            result: Some(("1/2-1/2".into(), "agreement".into())),
            ..a_game(&[])
        };
        let board = ShownBoard {
            id: "dgt_9".into(),
            game: Some(game),
            clock: Some(a_clock()),
            ..a_board()
        };
        let (seats, notices) = (at_table_12(None), Notices::in_turkish());
        for columns in [80, 120] {
            let text = Rows::new(&seats, &notices, Duration::ZERO).text(&[&board], Some(columns));
            let [heads, row] = text.lines().collect::<Vec<_>>().try_into().unwrap();
            assert!(heads.starts_with("MASA  BEYAZ") && row.contains("1/2-1/2 an…"), "{text}");
            let column = |line: &str, of: &str| width(line.split(of).next().unwrap());
            assert_eq!(column(heads, "TAHTA"), column(row, "dgt_9"), "{text}");
            assert!(text.lines().all(|line| width(line) <= columns), "{text}");
        }
    }

    #[test]
    fn long_names_are_cut_so_that_the_row_fits() {
        let long = "Bartholomew-Fitzgerald, Maximilian Alexander";
        let mut game = ShownGame { round: "2.7".into(), ..a_game(&[]) };
        (game.white, game.black) = (long.into(), long.into());
        let board = ShownBoard {
            id: "dgt_9".into(),
            game: Some(game),
            clock: Some(a_clock()),
            ..a_board()
        };
        for columns in [80, 120] {
            let (seats, notices) = (at_table_12(None), Notices::default());
            let text = Rows::new(&seats, &notices, Duration::ZERO).text(&[&board], Some(columns));
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            assert!(text.contains("2.7") && text.contains('…'), "{text}");
        }
    }
}
