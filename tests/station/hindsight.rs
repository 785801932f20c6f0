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
const TOLD: &str = "e2e4 c7c5 c2c3 d7d5 e4d5 d8d5 d2d4 b8c6 g1f3 c8f5 f1e2 c5d4 c3d4 f5b1 a1b1 e7e6 e1g1 f8d6 d1a4 g8f6 c1e3 e8g8 h2h3 a7a6 a4c4 a8c8 b1c1 d5f5 c4d3 f5a5 a2a3 f6d5 d3e4 c8e8 e2c4 f7f5 e4d3 d6b8 f1e1 a5d8 c4a6 d5e3 d3e3 b8a7 a6b5 d8d5 b5c6 b7c6 e3c3 e6e5 d4e5 g8h8 c3c6 d5b3 c6c2 b3b6 e1e3 e8e6 e3d7 h7h6 c2d2 a7b8 b2b4 f5f4 c1d1 e6g6 d7d8";
const PLAYED: &str = "e2e4 c7c5 c2c3 d7d5 e4d5 d8d5 d2d4 b8c6 g1f3 c8f5 f1e2 c5d4 c3d4 f5b1 a1b1 e7e6 e1g1 f8d6 d1a4 g8f6 c1e3 e8g8 h2h3 a7a6 a4c4 a8c8 b1c1 d5f5 c4d3 f5a5 a2a3 f6d5 d3e4 c8e8 e2c4 f7f5 e4d3 d6b8 f1e1 a5d8 c4a6 d5e3 d3e3 b8a7 a6b5 d8d5 b5c6 b7c6 e3c3 e6e5 d4e5 g8h8 c3c6 d5b3 c6c2 b3b6 e1d1 e8e6 d1d7 h7h6 c2d2 a7b8 b2b4 f5f4 c1d1 e6g6 d7d8";

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
    let waits = hall.waits("hindsight finds other moves from ply 57 on, 99 % sure");
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
        line.starts_with("1 hindsight (ply 57): keep: e1e3 e8e6 ") && line.ends_with(" (1.00)"),
        "{line}"
    );
    let answered = hall.answer("1", "change");
    assert!(answered.contains("29. Red1"), "{answered}");
    told(&mut client, PLAYED).await;
    let pgn = client.pgn_on(BOARD).await.unwrap();
    assert!(pgn.contains("29. Red1") && pgn.contains("30. Rd7"), "{pgn}");
    assert_eq!(hall.questions(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_dismissed_stays_as_it_was_told_and_is_not_asked_again() {
    let hall = Hall::open();
    hall.waits("from ply 57 on");
    hall.answer("1", "keep");
    let hall = hall.restart();
    hall.daemon.logs("looked back at game 1 there, differences: 1");
    let mut client = Client::on(&hall.bus).await;
    told(&mut client, TOLD).await;
    assert_eq!(hall.questions(), [""; 0]);
}
