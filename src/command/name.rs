//! How people name what is played: by its table, its game, or its board.

use std::fmt;
use std::str::FromStr;

use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownBoard, ShownGame};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Missing;

use super::Failure;
use super::seats::Seats;

/// The help of an argument that is a [`Name`].
pub(super) const NAMES: &str =
    "The table, as in 12 or t12, or of another round 3.12; the game, as in g17; or the board";

/// The same, where a table is wanted.
pub(super) const TABLES: &str =
    "The table, as in 12 or t12, or with its round 3.12; or its game, as in g17, or its board";

/// A game's number has no fewer digits where its name is written in full.
const GAME_DIGITS: usize = 6;

/// A table, a game or a board, as somebody has named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// `17`: a table or a game.
    Number(u64),
    /// `t17`: a table of the round that is played.
    Table(u16),
    /// `g17`, `g000017`: a game of this station.
    Game(u64),
    /// `3.12`: round and table.
    Place {
        /// The round.
        round: u16,
        /// The table.
        table: u16,
    },
    /// `blue_g000017`: a game in a hall of several stations, by the name that it has there.
    GameInHall(String),
    /// `dgt_12345`: a board.
    Board(String),
}

impl FromStr for Name {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "give its table, as in 12 or t12, or 3.12 with the round; its game, as in g17; or its \
                            board, as in dgt_12345";
        let digits = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.to_owned())
        };
        let number = |text: &str| digits(text)?.parse().ok();
        let small = |text: &str| digits(text)?.parse().ok();
        if let Some(number) = number(text) {
            return Ok(Self::Number(number));
        }
        if let Some(table) = text.strip_prefix('t').and_then(small) {
            return Ok(Self::Table(table));
        }
        if let Some(game) = text.strip_prefix('g').and_then(number) {
            return Ok(Self::Game(game));
        }
        if let Some((round, table)) = text.split_once('.') {
            let place = small(round).zip(small(table));
            return place.map(|(round, table)| Self::Place { round, table }).ok_or(FORM);
        }
        let is_named = text.contains('_')
            && text.len() <= 64
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let game = text.rsplit_once("_g").and_then(|(_, game)| digits(game));
        match (is_named, game) {
            (false, _) => Err(FORM),
            (true, Some(game)) if game.len() >= GAME_DIGITS => {
                Ok(Self::GameInHall(text.to_owned()))
            }
            (true, _) => Ok(Self::Board(text.to_owned())),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Table(table) => write!(f, "t{table}"),
            Self::Game(game) => write!(f, "g{game}"),
            Self::Place { round, table } => write!(f, "{round}.{table}"),
            Self::GameInHall(name) | Self::Board(name) => f.write_str(name),
        }
    }
}

/// What is there to be named.
pub(super) struct Named<'a> {
    /// The games of the station by number.
    pub(super) games: Vec<ShownGame>,
    /// Its boards.
    pub(super) boards: Vec<ShownBoard>,
    /// Its tables.
    pub(super) seats: &'a Seats,
}

impl<'a> Named<'a> {
    /// What a station shows.
    pub(super) fn on(mirror: &Mirror, seats: &'a Seats) -> Self {
        Self { games: mirror.games(), boards: mirror.boards(), seats }
    }
}

impl Name {
    /// The game that is meant; of several at a table, the last.
    ///
    /// # Errors
    /// [`Failure`]: there is none, or the number is of a table and of another game.
    pub(super) fn game(&self, named: &Named<'_>) -> Result<ShownGame, Failure> {
        match self {
            Self::Number(number) => {
                let table =
                    u16::try_from(*number).ok().filter(|table| named.seats.at(*table).is_some());
                let game = named.numbered(*number);
                match (table, game) {
                    (Some(table), Some(game)) => named.unless_both(table, game),
                    (Some(table), None) => named.at_table(table),
                    (None, game) => game.cloned().ok_or_else(|| self.unknown()),
                }
            }
            Self::Table(table) => named.at_table(*table),
            Self::Game(number) => named.numbered(*number).cloned().ok_or_else(|| self.unknown()),
            Self::GameInHall(id) => {
                let found = named.games.iter().find(|game| game.id == *id);
                found.cloned().ok_or_else(|| self.unknown())
            }
            Self::Place { .. } => {
                let place = self.to_string();
                let found = named.games.iter().rfind(|game| game.round == place);
                found.cloned().ok_or_else(|| self.unknown())
            }
            Self::Board(id) => {
                let board = named.boards.iter().find(|board| board.id == *id);
                let board =
                    board.ok_or_else(|| Failure::because(Missing::Board { board: id.into() }))?;
                let game = board.game.clone();
                game.ok_or_else(|| Failure::because(Missing::GameOn { board: id.into() }))
            }
        }
    }

    /// The table that is meant by somebody who is to name one: a number is a table's.
    ///
    /// # Errors
    /// [`Failure`]: it is none, or of another round.
    pub(super) fn table(&self, named: &Named<'_>) -> Result<u16, Failure> {
        let of_seat = |seat: Option<super::seats::Seat>| {
            let seat = seat.filter(|seat| !seat.is_past);
            let none = || Failure::because(Missing::AtTable { name: self.to_string().into() });
            seat.map(|seat| seat.table).ok_or_else(none)
        };
        match self {
            Self::Number(number) => match u16::try_from(*number) {
                Ok(table @ 1..=9_999) => Ok(table),
                _ => Err(Failure::misused(Missing::TableNumber { number: (*number).into() })),
            },
            Self::Table(table) => Ok(*table),
            Self::Place { round, table } => {
                let seat = named.seats.at(*table).filter(|seat| seat.round == *round);
                of_seat(seat.cloned())
            }
            Self::Game(_) | Self::GameInHall(_) => of_seat(named.seats.of_game(&self.game(named)?)),
            Self::Board(id) => {
                let board = named.boards.iter().find(|board| board.id == *id);
                of_seat(board.and_then(|board| named.seats.of_board(board)))
            }
        }
    }

    /// The board that is meant.
    ///
    /// # Errors
    /// [`Failure`]: there is none.
    pub(super) fn board(&self, mirror: &Mirror, seats: &Seats) -> Result<ShownBoard, Failure> {
        let board = mirror.boards().into_iter().find(|board| self.means(board, seats));
        let missing = || Missing::Board { board: self.to_string().into() };
        board.ok_or_else(|| Failure::because(missing()))
    }

    /// Whether this board is meant: by its name, by the table at which it stands, or by the game on it.
    pub(super) fn means(&self, board: &ShownBoard, seats: &Seats) -> bool {
        let seat = seats.of_board(board);
        let is_named = |id: &str| board.game.as_ref().is_some_and(|game| game.id == id);
        let is_game = |number: u64| is_named(&format!("g{number:06}"));
        match self {
            Self::Board(id) => *id == board.id,
            Self::Game(number) => is_game(*number),
            Self::GameInHall(id) => is_named(id),
            Self::Table(table) => seat.is_some_and(|seat| !seat.is_past && seat.table == *table),
            Self::Place { round, table } => {
                seat.is_some_and(|seat| (seat.round, seat.table) == (*round, *table))
            }
            Self::Number(number) => {
                let table = u16::try_from(*number).ok().and_then(|table| seats.at(table));
                match (table, seat) {
                    (Some(meant), Some(seat)) => !seat.is_past && seat.table == meant.table,
                    (Some(_), None) => false,
                    (None, _) => is_game(*number),
                }
            }
        }
    }

    fn unknown(&self) -> Failure {
        Failure::because(Missing::Game { game: self.to_string().into() })
    }
}

impl Named<'_> {
    fn numbered(&self, number: u64) -> Option<&ShownGame> {
        let id = format!("g{number:06}");
        self.games.iter().find(|game| game.id == id)
    }

    /// The game at a table of the round that is played.
    fn at_table(&self, table: u16) -> Result<ShownGame, Failure> {
        let seat = self
            .seats
            .at(table)
            .ok_or_else(|| Failure::because(Missing::Table { table: table.into() }))?;
        let of_table = |game: &&ShownGame| {
            self.seats
                .of_game(game)
                .is_some_and(|of| !of.is_past && (of.round, of.table) == (seat.round, seat.table))
        };
        let found = self.games.iter().rfind(of_table);
        found.cloned().ok_or_else(|| Failure::because(Missing::NotBegun { seat: seat.title() }))
    }

    /// The game of this number if it is the table's; else both are named, as they are to be written.
    fn unless_both(&self, table: u16, game: &ShownGame) -> Result<ShownGame, Failure> {
        let seated = self.at_table(table);
        if let Ok(seated) = &seated
            && seated.path == game.path
        {
            return Ok(seated.clone());
        }
        let id = Saying::from(&game.id);
        let game = match self.seats.of_game(game) {
            Some(seat) => Missing::GameAt { game: id, seat: seat.title() }.into(),
            None => id,
        };
        let seat = self.seats.at(table).map_or_else(|| "".into(), super::seats::Seat::title);
        let seat = match &seated {
            Ok(seated) => Missing::SeatWithGame { seat, game: (&seated.id).into() },
            Err(_) => Missing::SeatWithout { seat },
        };
        let (number, seat) = (table.into(), seat.into());
        Err(Failure::misused(Missing::TableOrGame { number, seat, game }))
    }
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::{a_board, a_game};

    use super::*;
    use touchmove_client::seats::at_table_12;

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    #[test]
    fn a_table_a_game_and_a_board_are_told_apart_by_how_they_are_written() {
        assert_eq!(name("17"), Name::Number(17));
        assert_eq!(name("t17"), Name::Table(17));
        assert_eq!([name("g17"), name("g000017")], [Name::Game(17), Name::Game(17)]);
        assert_eq!(name("3.12"), Name::Place { round: 3, table: 12 });
        assert_eq!(name("dgt_12345"), Name::Board("dgt_12345".into()));
        assert_eq!(name("blue_g000017"), Name::GameInHall("blue_g000017".into()));
        assert_eq!(name("dgt_g17"), Name::Board("dgt_g17".into()));
        for nonsense in
            ["", "g", "t", "ggg17", "3.x", ".", "-1", "+1", "t99999", "dgt", "a/b_c", "…_1"]
        {
            assert!(nonsense.parse::<Name>().is_err(), "{nonsense}");
        }
    }

    #[test]
    fn a_number_that_is_a_table_and_another_game_is_refused_with_both_spellings() {
        let other = ShownGame {
            path: touchmove_client::shown::samples::a_game_path(12),
            id: "g000012".into(),
            ..a_game(&[])
        };
        let played = a_game(&[]);
        let seats = at_table_12(Some(&played));
        let boards = vec![ShownBoard { game: Some(played.clone()), ..a_board() }];
        let named = Named { games: vec![other.clone(), played.clone()], boards, seats: &seats };
        let refused = name("12").game(&named).unwrap_err();
        assert_eq!(refused.exit, 2);
        assert_eq!(
            refused.to_string(),
            "12 is a table and a game: say t12 for table 12, Anna – Ben (g000017), or g12 for g000012"
        );
        for right in ["t12", "g17", "17", "dgt_12345"] {
            assert_eq!(name(right).game(&named).unwrap().id, played.id, "{right}");
        }
        assert_eq!(name("g12").game(&named).unwrap().id, other.id);
        assert_eq!(name("dgt_12345").table(&named).unwrap(), 12);
        assert_eq!(name("g17").table(&named).unwrap(), 12);
        assert!(name("g12").table(&named).is_err());
        assert!(name("t13").game(&named).unwrap_err().to_string().contains("no table 13"));
    }

    #[test]
    fn a_game_in_a_hall_of_several_stations_is_meant_by_its_name_there() {
        let played = ShownGame { id: "blue_g000017".into(), ..a_game(&[]) };
        let seats = at_table_12(Some(&played));
        let board = ShownBoard { game: Some(played.clone()), ..a_board() };
        assert!(name("blue_g000017").means(&board, &seats));
        assert!(!name("red_g000017").means(&board, &seats));
        let named = Named { games: vec![played], boards: vec![board], seats: &seats };
        assert_eq!(name("blue_g000017").game(&named).unwrap().id, "blue_g000017");
        assert_eq!(name("blue_g000017").table(&named).unwrap(), 12);
        let unknown = name("red_g000017").game(&named).unwrap_err().to_string();
        assert!(unknown.contains("red_g000017"), "{unknown}");
    }

    #[test]
    fn a_number_of_a_table_and_its_own_game_means_both() {
        let played = ShownGame { id: "g000012".into(), ..a_game(&[]) };
        let seats = at_table_12(Some(&played));
        let named = Named { games: vec![played], boards: Vec::new(), seats: &seats };
        assert_eq!(name("12").game(&named).unwrap().id, "g000012");
    }

    #[test]
    fn a_board_is_meant_by_its_name_its_table_and_its_game() {
        let game = a_game(&[]);
        let seats = at_table_12(Some(&game));
        let board = ShownBoard { game: Some(game), ..a_board() };
        for right in ["dgt_12345", "t12", "12", "3.12", "g17", "17"] {
            assert!(name(right).means(&board, &seats), "{right}");
        }
        for wrong in ["dgt_1", "t17", "13", "2.12", "g12"] {
            assert!(!name(wrong).means(&board, &seats), "{wrong}");
        }
    }
}
