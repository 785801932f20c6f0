//! What hindsight finds in a game that is over is proposed to people, and done by them alone.
//!
//! The game is `tests/hindsight/a_square_that_nobody_read.rec`: a rook was told on another square than it went to.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::PrivateBus;
use crate::support::client::{Client, Game};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::desk::Desk;
use crate::support::kept::keep_told;
use crate::support::looking::until;

const BOARD: &str = "dgt_12345";

/// The moves as they were told at the time, and as they were played.
const TOLD: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 a4c6 d7c6 f1e1 f6d7 d2d4 e5d4 d1d4 e8g8 c1f4 d7c5 d4d8 e7d8 b1c3 f7f5 f4e5 c5e4 c3e4 f5e4 e1e4 c8f5 e4c4 d8f6 a1e1 f6e5 f3e5 a8d8 e5f3 f5g6 h2h3 g6h5 f3g5 h7h6 g5e4 h5g6 f2f3 f8e8 g1f2 g8f7 h3h4 g6e4 c4e4 d8d2 e4e2 e8e2 e1e2 d2d1 h4h5 c6c5 f2e3 f7e6 g2g4 b7b5 c2c3 d1a1 a2a3 a1b1 e3f4 e6f6 e2e5 c5c4 e5c5 b1b2 c5c6 f6f7 c6c7 f7f6 c7c6 f6f7 f4f5 b2b3 c6c7 f7f8 f5g6 b3c3 c7f7 f8e8 g6g7 c3c1 f7f6 c4c3 f6e6 e8d7 e6a6 c3c2 a6a7 d7c6 a7a6 c6b7 a6a5 c1h1 a5b5 b7c6";
const PLAYED: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 a4c6 d7c6 f1e1 f6d7 d2d4 e5d4 d1d4 e8g8 c1f4 d7c5 d4d8 e7d8 b1c3 f7f5 f4e5 c5e4 c3e4 f5e4 e1e4 c8f5 e4c4 d8f6 a1e1 f6e5 f3e5 a8d8 e5f3 f5g6 h2h3 g6h5 f3g5 h7h6 g5e4 h5g6 f2f3 f8e8 g1f2 g8f7 h3h4 g6e4 c4e4 d8d2 e4e2 e8e2 e1e2 d2d1 h4h5 c6c5 f2e3 f7e6 g2g4 b7b5 c2c3 d1a1 a2a3 a1b1 e3f4 e6f6 e2e5 c5c4 e5c5 b1b2 c5c6 f6f7 c6c7 f7f6 c7c6 f6f7 f4f5 b2b3 c6c7 f7f8 f5g6 b3c3 c7f7 f8e8 g6g7 c3c1 f7f6 c4c3 f6h6 e8d7 h6a6 c3c2 a6a7 d7c6 a7a6 c6b7 a6a5 c1h1 a5b5 b7c6";

/// A hall with a board on which the game was played.
struct Hall {
    bus: PrivateBus,
    state: TempDir,
    daemon: Daemon,
}

impl Hall {
    fn open() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hindsight");
        let recording = fs::read_to_string(folder.join("a_square_that_nobody_read.rec")).unwrap();
        let recording = recording.replace("board simulated", "board dgt");
        let (bus, state) = (PrivateBus::open_to_all(), keep_told(recording.as_bytes(), BOARD, &[]));
        let daemon = Daemon::start(&bus, state.path(), &[]);
        Self { bus, state, daemon }
    }

    fn restart(self) -> Self {
        let Self { bus, state, daemon } = self;
        daemon.kill();
        let daemon = Daemon::start(&bus, state.path(), &[]);
        Self { bus, state, daemon }
    }

    fn touchmove(&self, words: &[&str]) -> String {
        let mut command = std::process::Command::new(TOUCHMOVE);
        let output = command.args(words).args(["--bus", self.bus.address()]);
        let output = output.env("LC_ALL", "C").output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What `touchmove status` says waits, once something of this does.
    fn waits(&self, what: &str) -> String {
        until(|| match self.touchmove(&["status"]) {
            waits if waits.contains(what) => Ok(waits),
            waits => Err(waits),
        })
    }

    /// The questions of the game that are open.
    fn questions(&self) -> Vec<Value> {
        let shown = self.touchmove(&["game", "show", "1", "--json"]);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        shown["questions"].as_array().unwrap().clone()
    }

    fn answer(&self, question: &str, choice: &str) -> String {
        self.touchmove(&["game", "answer", "1", question, choice, "--yes"])
    }
}

async fn told(client: &mut Client, moves: &str) -> Game {
    let moves: Vec<_> = moves.split(' ').collect();
    client.until_moves(BOARD, &moves).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_hindsight_changes_is_proposed_survives_a_sudden_end_and_is_accepted_in_one_step() {
    let hall = Hall::open();
    let mut client = Client::on(&hall.bus).await;
    told(&mut client, TOLD).await;
    let waits = hall.waits("hindsight finds other moves from ply 91 on, 80 % sure");
    assert!(waits.contains("`touchmove game answer g000001 1 change` takes them"), "{waits}");
    told(&mut client, TOLD).await;
    let desk = Desk::open(&hall.bus);
    let device = desk.enter(&desk.path_of_link("Anna"));
    until(|| match desk.get("/", &[&device]).body {
        page if page.contains("hindsight finds other moves") => Ok(()),
        page => Err(page),
    });
    desk.stop();

    let hall = hall.restart();
    let mut client = Client::on(&hall.bus).await;
    told(&mut client, TOLD).await;
    let questions = hall.questions();
    let [question] = &questions[..] else { panic!("{questions:?}") };
    let line = question.as_str().unwrap();
    assert!(
        line.starts_with("1 hindsight (ply 91): keep: f6e6 e8d7 ") && line.ends_with(" (0.80)"),
        "{line}"
    );
    let answered = hall.answer("1", "change");
    assert!(answered.contains("46. Rxh6"), "{answered}");
    told(&mut client, PLAYED).await;
    let pgn = client.pgn_on(BOARD).await.unwrap();
    assert!(pgn.contains("46. Rxh6") && pgn.contains("47. Rxa6"), "{pgn}");
    assert_eq!(hall.questions(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_dismissed_stays_as_it_was_told_and_is_not_asked_again() {
    let hall = Hall::open();
    hall.waits("from ply 91 on");
    hall.answer("1", "keep");
    let hall = hall.restart();
    hall.daemon.logs("looked back at game 1 there, differences: 1");
    let mut client = Client::on(&hall.bus).await;
    told(&mut client, TOLD).await;
    assert_eq!(hall.questions(), [""; 0]);
}
