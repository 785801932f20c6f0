//! Real games, played by simulated hands on simulated boards, come out of the daemon move by move.
//!
//! With `TOUCHMOVE_DATA` they are games of every collection there, otherwise those of the
//! demonstration.

#![cfg(test)]

mod support;

use std::path::Path;

use support::PrivateBus;
use support::capture::data;
use support::client::Client;
use support::daemon::Daemon;
use support::simulation::{Scored, Simulation};

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

#[derive(Clone, Copy, Debug)]
enum Way {
    Usual,
    Turned,
}

#[tokio::test(flavor = "multi_thread")]
async fn every_move_and_result_of_real_games_comes_out_both_ways_round() {
    let games = games();
    let boards: Vec<Board> = games
        .iter()
        .flat_map(|game| [(game, Way::Usual), (game, Way::Turned)])
        .zip(1..)
        .map(|((game, way), serial)| Board::start(game, way, serial))
        .collect();
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let ports: Vec<_> = boards.iter().map(|board| board.simulation.port()).collect();
    let daemon = Daemon::start(&bus, state.path(), &ports);
    let mut client = Client::on(&bus).await;
    let mut wrong = Vec::new();
    for board in boards {
        wrong.extend(board.differences(&mut client).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let log = daemon.stop();
    assert!(!log.contains("ERROR"), "{log}");
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
    let read = |&number| Scored::read(&pgn, number).unwrap();
    numbers.iter().map(read).collect()
}

/// A simulated board, what is played on it, and how it lies.
struct Board<'a> {
    name: String,
    game: &'a Scored,
    way: Way,
    simulation: Simulation,
}

impl<'a> Board<'a> {
    fn start(game: &'a Scored, way: Way, serial: u32) -> Self {
        let number = serial.to_string();
        let mut options = vec!["--serial", &number, "--seed", &number, "--speed", "100"];
        if let Way::Turned = way {
            options.push("--turned");
        }
        let simulation = Simulation::start(game, &options);
        Self { name: format!("dgt_{serial:05}"), game, way, simulation }
    }

    /// In what the game on the bus differs from the one that was played.
    async fn differences(self, client: &mut Client) -> Option<String> {
        let Self { name, game, way, simulation } = self;
        simulation.is_over();
        let told = client
            .until(async |client| {
                let told = client.game_on(&name).await?;
                if told.result.0 == "*" { Err(format!("{name}: {told:?}")) } else { Ok(told) }
            })
            .await;
        let reason_is_right = (told.result.1 == "kings") != game.ends_on_the_board();
        let turned = client.lies_turned(&name).await;
        let turned_is_right = turned == if let Way::Turned = way { "yes" } else { "no" };
        let all_is_right = told.moves == game.moves
            && told.result.0 == game.result
            && reason_is_right
            && turned_is_right;
        (!all_is_right).then(|| format!("{way:?}, turned {turned}:\n{game:?}\n{told:?}"))
    }
}
