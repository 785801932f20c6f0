//! Real games, played by simulated hands on simulated boards, come out move by move, with their
//! results.
//!
//! With `TOUCHMOVE_DATA` they are games of every collection there, otherwise those of the
//! demonstration.

use std::process::Command;

use touchmove_lab::simulate::BoardTurn::{self, Turned, Usual};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::crowd;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::games::{self, Scored};
use crate::support::process::Process;
use crate::support::simulation::{HASTY, Simulation};

/// Eight times faster than in real life, hands are as clean as can be: what a brushed square or
/// a change of mind means, only a scan's time tells, and that does not pass faster.
#[tokio::test(flavor = "multi_thread")]
async fn real_games_come_out_of_the_daemon_both_ways_round() {
    let _alone = crowd::alone().await;
    let games = games::real();
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
    orientation: BoardTurn,
    simulation: Simulation,
}

impl<'a> Board<'a> {
    fn start(game: &'a Scored, orientation: BoardTurn, serial: u32) -> Self {
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
