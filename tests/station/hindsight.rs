//! What hindsight finds in a game that is over is proposed to people, and done by them alone.
//!
//! The game is `tests/hindsight/a_square_that_nobody_read.rec`: a knight was told on another square than it went to.

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
const TOLD: &str = "c2c4 g8f6 b1c3 g7g6 g2g3 f8g7 f1g2 e8g8 g1f3 d7d6 e1g1 b8c6 d2d3 f6h5 d3d4 e7e5 d4d5 c6e7 e2e4 f7f5 e4f5 g6f5 f3e5 h5g3 h2g3 g7e5 f2f4 e5g7 c1e3 c8d7 e3d4 e7g6 f1e1 f8f7 g2f3 d8f8 g1f2 a8e8 e1e8 f8e8 d4g7 f7g7 d1d4 b7b6 a1h1 a7a5 c3b5 e8f8 b5e3 g7f7 b2b3 f8g7 d4g7 g8g7 a2a3 f7f8 f3e2 g6e7";
const PLAYED: &str = "c2c4 g8f6 b1c3 g7g6 g2g3 f8g7 f1g2 e8g8 g1f3 d7d6 e1g1 b8c6 d2d3 f6h5 d3d4 e7e5 d4d5 c6e7 e2e4 f7f5 e4f5 g6f5 f3e5 h5g3 h2g3 g7e5 f2f4 e5g7 c1e3 c8d7 e3d4 e7g6 f1e1 f8f7 g2f3 d8f8 g1f2 a8e8 e1e8 f8e8 d4g7 f7g7 d1d4 b7b6 a1h1 a7a5 c3d1 e8f8 d1e3 g7f7 b2b3 f8g7 d4g7 g8g7 a2a3 f7f8 f3e2 g6e7";

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
    let waits = hall.waits("hindsight finds other moves from ply 47 on, 74 % sure");
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
        line.starts_with("1 hindsight (ply 47): keep: c3b5 e8f8 ") && line.ends_with(" (0.74)"),
        "{line}"
    );
    let answered = hall.answer("1", "change");
    assert!(answered.contains("24. Nd1"), "{answered}");
    told(&mut client, PLAYED).await;
    let pgn = client.pgn_on(BOARD).await.unwrap();
    assert!(pgn.contains("24. Nd1") && pgn.contains("25. Ne3"), "{pgn}");
    assert_eq!(hall.questions(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_dismissed_stays_as_it_was_told_and_is_not_asked_again() {
    let hall = Hall::open();
    hall.waits("from ply 47 on");
    hall.answer("1", "keep");
    let hall = hall.restart();
    hall.daemon.logs("looked back at game 1 there, differences: 1");
    let mut client = Client::on(&hall.bus).await;
    told(&mut client, TOLD).await;
    assert_eq!(hall.questions(), [""; 0]);
}
