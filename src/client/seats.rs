//! Who sits where: tables and players for boards and games, as those who run a round think of them.

use std::borrow::Borrow;

use crate::mirror::{Mirror, MirrorError};
use crate::shown::{ShownBoard, ShownGame, ShownPairing, ShownRound};
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::At;
use zbus::OwnedObjectPath;

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSeat {
    /// The round.
    pub round: u16,
    /// The table.
    pub table: u16,
    /// Who has White, and who has Black; empty where nobody has said.
    pub names: [String; 2],
    /// Whether the round is over, or another one is played.
    pub is_past: bool,
    /// The section; empty where it has none.
    section: String,
    board: Option<String>,
    game: Option<OwnedObjectPath>,
}

impl ShownSeat {
    /// The board that stands there, by name.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// The section; empty where it has none.
    pub fn section(&self) -> &str {
        &self.section
    }

    /// Round and table with the players behind them, in little room: `3.12 Anna – Ben`.
    pub fn label(&self) -> String {
        let Self { round, table, names: [white, black], .. } = self;
        let is_named = !white.is_empty() || !black.is_empty();
        let names = if is_named { format!(" {white} – {black}") } else { String::new() };
        format!("{round}.{table}{names}")
    }

    /// As in `table 12, Anna – Ben`; of a round that is past with its number.
    pub fn title(&self) -> Saying {
        let Self { round, table, names: [white, black], is_past, .. } = self;
        let is_named = !white.is_empty() || !black.is_empty();
        let (round, table) = (Saying::from(*round), Saying::from(*table));
        let (white, black) = (white.into(), black.into());
        let at = match (is_named, is_past) {
            (true, true) => At::PastPlayers { round, table, white, black },
            (true, false) => At::Players { table, white, black },
            (false, true) => At::PastTable { round, table },
            (false, false) => At::Table { table },
        };
        at.into()
    }
}

/// The tables of the rounds that are played; where none is, of the next one that is loaded, or else of the last.
#[derive(Debug, Default)]
pub struct Seats(Vec<ShownSeat>);

impl Seats {
    /// Asks for them.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn of(mirror: &Mirror) -> Result<Self, MirrorError> {
        let mut seats = Vec::new();
        for round in meant(&mirror.rounds()) {
            let seat = |pairing: ShownPairing| ShownSeat {
                round: round.number,
                table: pairing.table,
                names: pairing.names,
                is_past: false,
                section: pairing.said.and_then(|(said, _)| said.section).unwrap_or_default(),
                board: pairing.board,
                game: pairing.game,
            };
            seats.extend(mirror.pairings(round).await?.into_iter().map(seat));
        }
        seats.sort_by_key(|seat| (seat.table, seat.round));
        Ok(Self(seats))
    }

    /// Whether no round is there.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The table at which a board stands; of one that stands at none, the table of the game on it.
    pub fn of_board(&self, board: &ShownBoard) -> Option<ShownSeat> {
        let at_table = self.0.iter().find(|seat| seat.board.as_ref() == Some(&board.id));
        at_table.cloned().or_else(|| self.of_game(board.game.as_ref()?))
    }

    /// The table of a game.
    pub fn of_game(&self, game: &ShownGame) -> Option<ShownSeat> {
        let seated = self.0.iter().find(|seat| seat.game.as_ref() == Some(&game.path));
        seated.cloned().or_else(|| past(game))
    }

    /// The table of this number.
    pub fn at(&self, table: u16) -> Option<&ShownSeat> {
        self.0.iter().find(|seat| seat.table == table)
    }

    /// Whether a board stands at a table.
    pub fn has_board(&self, board: &str) -> bool {
        self.0.iter().any(|seat| seat.board.as_deref() == Some(board))
    }

    /// Whether what is set for this section may hold for a board; that of no name holds for all others.
    pub fn is_in_section(&self, board: &ShownBoard, section: &str) -> bool {
        let seated = self.0.iter().find(|seat| seat.board.as_ref() == Some(&board.id));
        section.is_empty() || seated.is_some_and(|seat| seat.section == section)
    }

    /// What a board is called: its table and players, or else its own name.
    pub fn title_of_board(&self, board: &ShownBoard) -> Saying {
        self.of_board(board).map_or_else(|| Saying::from(&board.id), |seat| seat.title())
    }

    /// What a board is called, with its own name behind, by which it is found in the hall:
    /// `table 12, Anna – Ben (dgt_12345)`.
    pub fn title_with_board(&self, board: &ShownBoard) -> Saying {
        match self.of_board(board) {
            Some(seat) => on_board(seat.title(), &board.id),
            None => Saying::from(&board.id),
        }
    }

    /// What a game is called: its table and players, or else its number.
    pub fn title_of_game(&self, game: &ShownGame) -> Saying {
        self.of_game(game).map_or_else(|| Saying::from(&game.id), |seat| seat.title())
    }

    /// The boards in the order of their tables; those at no table last.
    pub fn sort(&self, boards: &mut [impl Borrow<ShownBoard>]) {
        boards.sort_by_cached_key(|board| {
            let board = board.borrow();
            let seat = self.0.iter().find(|seat| seat.board.as_ref() == Some(&board.id));
            (seat.map_or((u16::MAX, u16::MAX), |seat| (seat.table, seat.round)), board.id.clone())
        });
    }
}

/// A place with the name of the board behind it that stands there.
pub fn on_board(place: impl Into<Saying>, board: &str) -> Saying {
    At::OnBoard { place: place.into(), board: board.into() }.into()
}

/// The table and players that a game of another round names.
fn past(game: &ShownGame) -> Option<ShownSeat> {
    let (round, table) = game.round.split_once('.')?;
    Some(ShownSeat {
        round: round.parse().ok()?,
        table: table.parse().ok()?,
        names: [game.white.clone(), game.black.clone()],
        is_past: true,
        section: String::new(),
        board: None,
        game: Some(game.path.clone()),
    })
}

/// The rounds whose tables are meant where somebody names a table alone.
fn meant(rounds: &[ShownRound]) -> Vec<&ShownRound> {
    let at = |stage: &str| rounds.iter().filter(|round| round.stage == stage).collect::<Vec<_>>();
    let played = [at("running"), at("paused")].concat();
    if !played.is_empty() {
        return played;
    }
    let next = at("loaded").into_iter().take(1);
    let next: Vec<_> = next.collect();
    if next.is_empty() { at("ended").into_iter().next_back().into_iter().collect() } else { next }
}

/// Anna and Ben at table 12 of round 3, on the board `dgt_12345`, with this game: for the tests of whoever names boards.
#[cfg(any(test, feature = "samples"))]
pub fn at_table_12(game: Option<&ShownGame>) -> Seats {
    Seats(vec![ShownSeat {
        round: 3,
        table: 12,
        names: ["Anna".into(), "Ben".into()],
        is_past: false,
        section: String::new(),
        board: Some("dgt_12345".into()),
        game: game.map(|game| game.path.clone()),
    }])
}

/// Boards at tables of round 3, with who plays there: for the tests of whoever draws a hall.
#[cfg(any(test, feature = "samples"))]
pub fn at_tables<'a>(
    tables: impl IntoIterator<Item = (u16, &'a ShownBoard, [String; 2])>,
) -> Seats {
    let seat = |(table, board, names): (u16, &ShownBoard, [String; 2])| ShownSeat {
        round: 3,
        table,
        names,
        is_past: false,
        section: String::new(),
        board: Some(board.id.clone()),
        game: board.game.as_ref().map(|game| game.path.clone()),
    };
    Seats(tables.into_iter().map(seat).collect())
}

#[cfg(test)]
mod tests {
    use crate::shown::samples::{a_board, a_game};

    use super::*;
    use crate::notices::Notices;

    #[test]
    fn a_board_is_called_by_its_table_and_players_and_one_without_a_table_by_its_name() {
        let seats = at_table_12(None);
        let called = |board: &ShownBoard| Notices::default().say(seats.title_of_board(board));
        assert_eq!(called(&a_board()), "table 12, Anna – Ben");
        assert_eq!(called(&ShownBoard { id: "dgt_9".into(), ..a_board() }), "dgt_9");
    }

    #[test]
    fn the_name_of_a_board_stands_behind_its_table_and_alone_where_it_has_none() {
        let seats = at_table_12(None);
        let called = |board: &ShownBoard| Notices::default().say(seats.title_with_board(board));
        assert_eq!(called(&a_board()), "table 12, Anna – Ben (dgt_12345)");
        assert_eq!(called(&ShownBoard { id: "dgt_9".into(), ..a_board() }), "dgt_9");
    }

    #[test]
    fn a_game_of_another_round_is_called_with_its_round() {
        let game = ShownGame {
            round: "2.7".into(),
            white: "Cleo".into(),
            black: "Dan".into(),
            ..a_game(&[])
        };
        let called =
            |seats: Seats, game: &ShownGame| Notices::default().say(seats.title_of_game(game));
        assert_eq!(called(at_table_12(None), &game), "round 2, table 7, Cleo – Dan");
        assert_eq!(called(at_table_12(Some(&game)), &game), "table 12, Anna – Ben");
        assert_eq!(called(at_table_12(None), &a_game(&[])), "g000017");
    }

    #[test]
    fn where_there_is_little_room_a_table_has_its_round_before_it_and_its_players_behind() {
        let label = |names: [&str; 2]| {
            let seat = at_table_12(None).at(12).cloned().unwrap();
            ShownSeat { names: names.map(Into::into), ..seat }.label()
        };
        assert_eq!(label(["Anna", "Ben"]), "3.12 Anna – Ben");
        assert_eq!(label(["", ""]), "3.12");
    }

    #[test]
    fn boards_come_in_the_order_of_their_tables() {
        let spare = ShownBoard { id: "aaa_1".into(), ..a_board() };
        let mut boards = [spare, a_board()];
        at_table_12(None).sort(&mut boards);
        assert_eq!(boards.map(|board| board.id), ["dgt_12345", "aaa_1"]);
    }
}
