//! An operator's day: three rounds on forty boards, paired in each form there is, with what goes wrong
//! on such a day; with the real daemon and the command.

use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde_json::Value;
use shakmaty::Chess;
use touchmove_core::pairing::{self, Outcome};
use touchmove_lab::simulate::PgnGame;

use crate::support::client::Client;
use crate::support::crowd;
use crate::support::looking::until;
use crate::support::onlooker::Onlooker;
use crate::support::readers::{self, Read};
use crate::support::seat::Seat;
use crate::support::tournament::{Form, Tournament};
use crate::support::venue::Venue;

const TOURNAMENT: Tournament = Tournament { boards: 40 };
const SPARES: usize = 3;
/// Moves by which the broadcast is behind.
const DELAY: usize = 3;

/// Forty games of a few moves each.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/short.pgn");

/// What happens in each round to some of the games, which are counted from 0: the board shows another
/// result than the scoresheet, and the board is right ...
const BOARD_IS_RIGHT: usize = 0;
/// ... or the scoresheet is;
const SHEET_IS_RIGHT: usize = 1;
/// the last move is written down and announced, but never made on the board;
const LAST_MOVE_UNMADE: usize = 3;
/// a correction is a mistake itself, while the players wait;
const WRONGLY_CORRECTED: usize = 10;
/// the board fails, and the game goes on on another one.
const BOARD_FAILS: usize = 14;
/// Plies of these two games before that happens.
const PLIES_BEFORE: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn three_rounds_of_forty_boards_end_with_files_that_equal_what_was_played() {
    let _alone = crowd::alone().await;
    let mut day = Day::begin().await;
    let onlooker = Onlooker::of(day.venue.folder.path());
    for (number, form) in [(1, Form::Pgn), (2, Form::Trf), (3, Form::Csv)] {
        let round = Round::of(number);
        day.prepare(&round, form);
        day.play(&round).await;
        day.dispute(&round);
        day.venue.done(&["end"]);
        day.assert_files_equal_what_was_played(&round);
    }
    assert!(onlooker.leave() > 3 * TOURNAMENT.boards);
}

/// The hall on that day.
struct Day {
    venue: Venue,
    client: Client,
    /// By table.
    seats: Vec<Seat>,
    /// Boards at no table, one for each round.
    spares: Vec<Seat>,
    /// The tournament's report, as the pairing program and the results out of the hall make it.
    report: String,
}

/// A round as it is really played.
struct Round {
    number: usize,
    /// By table.
    games: Vec<Played>,
}

/// A game as it is really played.
struct Played {
    /// Its place among the games.
    index: usize,
    game: PgnGame,
    names: [String; 2],
}

impl Round {
    fn of(number: usize) -> Self {
        let names = TOURNAMENT.names(number).into_iter().enumerate();
        let played = |(table, names)| {
            let index = (table + 13 * number) % TOURNAMENT.boards;
            let place = NonZeroUsize::new(index + 1).unwrap();
            Played { index, game: PgnGame::read(File::open(GAMES).unwrap(), place).unwrap(), names }
        };
        Self { number, games: names.map(played).collect() }
    }

    /// The table, from 0, at which this game is played.
    fn table(&self, index: usize) -> usize {
        self.games.iter().position(|played| played.index == index).unwrap()
    }

    /// How `touchmove game` names it.
    fn name(&self, index: usize) -> String {
        format!("{}.{}", self.number, self.table(index) + 1)
    }

    /// What the files of its results must say.
    fn truth(&self) -> Vec<Read> {
        let read = |played: &Played| Read {
            names: played.names.clone(),
            moves: readers::moves(&played.game),
            result: played.result().to_owned(),
        };
        self.games.iter().map(read).collect()
    }
}

impl Played {
    /// The result that counts in the end.
    fn result(&self) -> &'static str {
        if self.index == SHEET_IS_RIGHT { "1-0" } else { self.game.outcome.unwrap().as_str() }
    }

    /// What of it is played on the board at the table before anybody steps in.
    fn first_part(&self) -> PgnGame {
        let mut game = self.game.clone();
        let plies = game.plies.len();
        let made = match self.index {
            LAST_MOVE_UNMADE => plies - 1,
            WRONGLY_CORRECTED | BOARD_FAILS => PLIES_BEFORE,
            _ => plies,
        };
        game.plies.truncate(made);
        game.outcome = game.outcome.filter(|_| made == plies);
        game
    }

    /// What is played from there on.
    fn second_part(&self) -> PgnGame {
        let start = self.first_part().last_position();
        let plies = self.game.plies[PLIES_BEFORE..].to_vec();
        PgnGame { start, plies, ..self.game.clone() }
    }
}

impl Day {
    /// Plugs the boards in and waits until all of them are there.
    async fn begin() -> Self {
        let serials = 1..=u32::try_from(TOURNAMENT.boards + SPARES).unwrap();
        let mut seats: Vec<_> = serials.map(Seat::new).collect();
        let venue = Venue::open(seats.iter().map(Seat::port).collect());
        venue.section(&["set", "--delay-moves", &DELAY.to_string()]);
        let mut client = Client::on(&venue.bus).await;
        for seat in &seats {
            client.until_link(&seat.name(), "up").await;
        }
        let spares = seats.split_off(TOURNAMENT.boards);
        seats.swap(0, 1);
        Self { venue, client, seats, spares, report: TOURNAMENT.report() }
    }

    /// Loads the pairings, and once and for all gives each table its board; two of them were carried to
    /// each other's table.
    fn prepare(&mut self, round: &Round, form: Form) {
        self.report = TOURNAMENT.paired(&self.report, round.number);
        let pairings = TOURNAMENT.file(round.number, form, &self.report);
        let file = self.venue.file("pairings", &pairings);
        let loaded = self.venue.done(&["load", &file]);
        assert!(loaded.starts_with(&format!("loaded round {}: ", round.number)), "{loaded}");
        if round.number == 1 {
            assert_eq!(self.venue.done(&["assign", "--plugged"]), "40 boards are assigned\n");
            self.venue.done(&["free", "1"]);
            self.venue.done(&["assign", "2", "dgt_00001"]);
            self.venue.done(&["assign", "1", "dgt_00002"]);
        }
        self.seats.iter().for_each(|seat| seat.set_up(Chess::default()));
        self.seats.iter().for_each(|seat| drop(seat.is_done()));
        until(|| match &self.venue.status()["missing"] {
            Value::Array(missing) if missing.is_empty() => Ok(()),
            missing => Err(missing.to_string()),
        });
        self.venue.done(&["begin"]);
    }

    /// Has the round played, and puts right what goes wrong.
    async fn play(&mut self, round: &Round) {
        for (seat, played) in self.seats.iter().zip(&round.games) {
            seat.play(played.first_part());
        }
        self.seats.iter().for_each(|seat| drop(seat.is_done()));
        self.correct_wrongly(round).await;
        self.swap_the_board(round).await;
        self.insert_the_last_move(round).await;
        for index in [WRONGLY_CORRECTED, BOARD_FAILS] {
            self.seats[round.table(index)].is_done();
        }
    }

    /// Replaces a move, undoes it, and has the game played on.
    async fn correct_wrongly(&mut self, round: &Round) {
        let (table, name) = (round.table(WRONGLY_CORRECTED), round.name(WRONGLY_CORRECTED));
        let (seat, played) = (&self.seats[table], &round.games[table]);
        let made = readers::moves(&played.first_part());
        self.client.until_moves(&seat.name(), &made).await;
        let file = format!("round-{}/game-{}.pgn", round.number, table + 1);
        let public = &made[..made.len() - DELAY];
        self.venue.broadcasts(&file, |pgn| {
            readers::ours(pgn).first().is_some_and(|game| game.moves == public)
        });
        let told = self.venue.game(&["replace", &name, "3", "Nc3", "--yes"]);
        assert!(told.contains("2. Nc3"), "{told}");
        let told = self.venue.game(&["undo", &name, "--yes"]);
        assert!(told.contains("2. Nf3"), "{told}");
        seat.play(played.second_part());
    }

    /// Has the game of a board that fails played on on another one, which stays at the table.
    async fn swap_the_board(&mut self, round: &Round) {
        let table = round.table(BOARD_FAILS);
        let (failed, played) = (&self.seats[table], &round.games[table]);
        let made = readers::moves(&played.first_part());
        self.client.until_moves(&failed.name(), &made).await;
        failed.unplug();
        self.client.until_link(&failed.name(), "lost").await;
        let spare = self.spares.pop().unwrap();
        spare.set_up(played.first_part().last_position());
        spare.is_done();
        self.venue.game(&["move", &round.name(BOARD_FAILS), "--to", &spare.name()]);
        spare.play(played.second_part());
        self.seats[table] = spare;
    }

    /// Adds a mate that the scoresheets have and the board has not.
    async fn insert_the_last_move(&mut self, round: &Round) {
        let table = round.table(LAST_MOVE_UNMADE);
        let made = readers::moves(&round.games[table].first_part());
        self.client.until_moves(&self.seats[table].name(), &made).await;
        let told =
            self.venue.game(&["insert", &round.name(LAST_MOVE_UNMADE), "11", "Nd6", "--yes"]);
        assert!(told.contains("6. Nd6#"), "{told}");
    }

    /// Two scoresheets say something else than the boards.
    fn dispute(&self, round: &Round) {
        let on_boards = |played: &Played| played.game.outcome.map(|outcome| outcome.as_str());
        self.until_results(&round.games.iter().map(on_boards).collect::<Vec<_>>());
        for (index, entered, settled) in
            [(BOARD_IS_RIGHT, "0-1", "board"), (SHEET_IS_RIGHT, "1-0", "entered")]
        {
            let table = (round.table(index) + 1).to_string();
            let question = self.venue.done(&["enter", &table, entered]);
            assert!(question.contains(&format!("entered is {entered}")), "{question}");
            self.venue.refused(&["results", "--csv"], 1);
            self.venue.done(&["settle", &table, settled]);
        }
    }

    fn until_results(&self, wanted: &[Option<&str>]) {
        until(|| {
            let results: Value =
                serde_json::from_str(&self.venue.done(&["results", "--json"])).unwrap();
            let tables = results["tables"].as_array().unwrap();
            assert_eq!(tables.len(), wanted.len());
            let differing = tables.iter().zip(wanted);
            let differing: Vec<_> =
                differing.filter(|(table, wanted)| table["result"].as_str() != **wanted).collect();
            if differing.is_empty() { Ok(()) } else { Err(format!("{differing:?}")) }
        });
    }

    fn assert_files_equal_what_was_played(&mut self, round: &Round) {
        let truth = round.truth();
        let pgn = self.written(round, &["--pgn"], "games.pgn");
        assert_same(&readers::ours(&fs::read_to_string(&pgn).unwrap()), &truth);
        for other in [readers::python_chess(&pgn), readers::pgn_extract(&pgn)] {
            assert_same(&other.unwrap_or_else(|| truth.clone()), &truth);
        }
        let csv = self.written(round, &["--csv"], "pairings.csv");
        assert_eq!(outcomes(&fs::read(csv).unwrap(), round.number), said(&truth));
        let before = self.venue.file("report.trf", &self.report);
        let trf = self.written(round, &["--trf", &before], "report.trf");
        self.report = fs::read_to_string(trf).unwrap();
        assert_eq!(outcomes(self.report.as_bytes(), round.number), said(&truth));
        let broadcast = format!("round-{}/games.pgn", round.number);
        let moves =
            |games: &[Read]| games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>();
        self.venue.broadcasts(&broadcast, |pgn| moves(&readers::ours(pgn)) == moves(&truth));
    }

    /// The results of the round, written into a file of this name.
    fn written(&self, round: &Round, form: &[&str], name: &str) -> PathBuf {
        let path = self.venue.state.path().join(name);
        let (number, file) = (round.number.to_string(), path.to_str().unwrap());
        self.venue.done(&[&["results", &number, "-o", file], form].concat());
        path
    }
}

/// The players and the result of each game that a file of pairings has in a round.
fn outcomes(file: &[u8], round: usize) -> Vec<([String; 2], Option<String>)> {
    let round = pairing::Round::new(u16::try_from(round).unwrap());
    let list = pairing::read(file, round).unwrap();
    let outcome = |pairing: pairing::Pairing| {
        let word = pairing.outcome.map(Outcome::word).map(ToOwned::to_owned);
        ([pairing.white.name, pairing.black.name], word)
    };
    list.pairings.into_iter().map(outcome).collect()
}

fn said(truth: &[Read]) -> Vec<([String; 2], Option<String>)> {
    truth.iter().map(|game| (game.names.clone(), Some(game.result.clone()))).collect()
}

/// Shows the games alone that differ.
fn assert_same(read: &[Read], truth: &[Read]) {
    let differing = read.iter().zip(truth).filter(|(read, truth)| read != truth);
    assert_eq!(differing.collect::<Vec<_>>(), []);
    assert_eq!(read.len(), truth.len());
}
