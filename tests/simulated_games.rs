//! Real games, played by simulated hands on simulated boards, come out move by move, with their
//! results.
//!
//! With `TOUCHMOVE_DATA` they are games of every collection there, otherwise those of the
//! demonstration.

#![cfg(test)]

mod support;

use std::path::Path;
use std::process::Command;

use support::PrivateBus;
use support::capture::data;
use support::client::Client;
use support::daemon::{Daemon, TOUCHMOVE};
use support::process::Process;
use support::simulation::{HASTY, Scored, Simulation};
use support::virtual_game;
use touchmove::simulate::Orientation::{self, Turned, Usual};
use touchmove::simulate::Style;
use touchmove_drivers::dgt;

/// Games by their place in a file. Among them are castlings on both sides, captures en passant,
/// promotions, mates and a stalemate; all have a result.
const GAMES: &[(&str, &[usize])] = &[
    ("livechess_victoria_2024", &[24, 29, 35, 70, 80, 83]),
    ("fide_world_cup_2025_half", &[1, 3, 24]),
    ("fischer", &[5, 19, 32, 60]),
    ("k4_classical_league", &[25, 54, 58]),
    ("fide_world_cup_2011", &[7, 39]),
    ("fide_world_cup_2013", &[9, 58]),
    ("livechess_148_pigeon_r7", &[1]),
    ("scalachess_fixture_dgt", &[3]),
];

/// Eight times faster than in real life, hands are as clean as can be: what a brushed square or
/// a change of mind means, only a scan's time tells, and that does not pass faster.
#[tokio::test(flavor = "multi_thread")]
async fn real_games_come_out_of_the_daemon_both_ways_round() {
    let games = games();
    let boards: Vec<Board> = games
        .iter()
        .flat_map(|game| [(game, Usual), (game, Turned)])
        .zip(1..)
        .map(|((game, orientation), serial)| Board::start(game, orientation, serial))
        .collect();
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let ports: Vec<_> = boards.iter().map(|board| board.simulation.port()).collect();
    let daemon = Daemon::start(&bus, state.path(), &ports);
    let mut client = Client::on(&bus).await;
    let watch = Process::start(Command::new(TOUCHMOVE).args(["watch", "--bus", bus.address()]));
    let played: Vec<_> = boards.iter().map(|board| (board.name.clone(), board.game)).collect();
    let mut wrong = Vec::new();
    for board in boards {
        wrong.extend(board.differences(&mut client).await);
    }
    wrong.extend(played.iter().filter_map(|(board, game)| shown_otherwise(&watch, board, game)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let log = daemon.stop();
    assert!(!log.contains("ERROR"), "{log}");
}

#[test]
fn hands_that_slide_brush_and_hesitate_are_understood() {
    all_are_understood(Usual);
}

#[test]
fn such_hands_are_understood_on_a_turned_board() {
    all_are_understood(Turned);
}

/// Hands of so many seeds play every game in virtual time.
const SEEDS: u64 = 10;

/// Plays every game in virtual time, with pauses as long as in real life.
fn all_are_understood(orientation: Orientation) {
    let mut wrong = Vec::new();
    for scored in games() {
        let game = scored.game();
        for seed in 1..=SEEDS {
            let view = virtual_game::play(&game, &dgt::FAMILY, Style::Mixed, orientation, seed);
            let moves: Vec<_> = view.moves.iter().map(|made| made.told.uci.clone()).collect();
            let result = view.result.map_or("*", |result| result.value.pgn());
            if moves != scored.moves || result != scored.result {
                wrong.push(format!("seed {seed}:\n{scored:?}\n{moves:?} {result}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn games() -> Vec<Scored> {
    let Some(data) = data() else {
        return ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo).to_vec();
    };
    let games: Vec<_> = GAMES.iter().flat_map(|file| games_of(&data, file)).collect();
    assert!(games.len() >= 20);
    games
}

fn games_of(data: &Path, (file, numbers): &(&str, &[usize])) -> Vec<Scored> {
    let pgn = data.join("games").join(file).with_extension("pgn");
    numbers.iter().map(|&number| Scored::read(&pgn, number)).collect()
}

/// In what the lines that `touchmove watch` prints of a board differ from the game that was played.
fn shown_otherwise(watch: &Process, board: &str, game: &Scored) -> Option<String> {
    let mark = format!("{board}  ");
    watch.says(&format!("{mark}result "));
    let mut moves = Vec::new();
    let mut result = String::new();
    for line in watch.said().lines().filter_map(|line| line.strip_prefix(&mark)) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["taken", "back", ..] => drop(moves.pop()),
            ["result", value, ..] => result = value.to_owned(),
            [number, san, ..] if number.ends_with('.') => moves.push(san.to_owned()),
            _ => {}
        }
    }
    (moves != game.sans() || result != game.result)
        .then(|| format!("watch, {board}:\n{game:?}\n{moves:?} {result}"))
}

/// A simulated board, what is played on it, and how it lies.
struct Board<'a> {
    name: String,
    game: &'a Scored,
    orientation: Orientation,
    simulation: Simulation,
}

impl<'a> Board<'a> {
    fn start(game: &'a Scored, orientation: Orientation, serial: u32) -> Self {
        let number = serial.to_string();
        let mut options = vec!["--serial", &number, "--seed", &number, "--hands", "clean"];
        options.extend(HASTY);
        if orientation == Turned {
            options.push("--turned");
        }
        let simulation = Simulation::start(game, &options);
        Self { name: format!("dgt_{serial:05}"), game, orientation, simulation }
    }

    /// In what the game on the bus differs from the one that was played.
    async fn differences(self, client: &mut Client) -> Option<String> {
        let Self { name, game, orientation, simulation } = self;
        simulation.finish();
        let told = client
            .until(async |client| {
                let told = client.game_on(&name).await?;
                if told.result.0 == "*" { Err(format!("{name}: {told:?}")) } else { Ok(told) }
            })
            .await;
        let reason_is_right = (told.result.1 == "kings") != game.ends_on_the_board();
        let turned = client.lies_turned(&name).await;
        let turned_is_right = turned == if orientation == Turned { "yes" } else { "no" };
        let all_is_right = told.moves == game.moves
            && told.result.0 == game.result
            && reason_is_right
            && turned_is_right;
        (!all_is_right).then(|| format!("{orientation:?}, turned {turned}:\n{game:?}\n{told:?}"))
    }
}
