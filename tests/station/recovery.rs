//! What goes wrong and what becomes of the game: a cable is pulled, the daemon is killed, a journal
//! is torn. And what was recorded is played again.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use shakmaty::Square;
use tempfile::TempDir;
use touchmove_client::details::PastEvent;

use crate::support::PrivateBus;
use crate::support::client::{Client, Game, number, scoresheet, text};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::games::Scored;
use crate::support::process::Process;
use crate::support::simulation::{HASTY, Simulation};
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";

const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
const REPLY: [&str; 4] = ["f6e4", "d2d4", "e4d6", "b5c6"];

/// A table with a board, and a bus and a folder for the daemon.
struct Club {
    bus: PrivateBus,
    folder: TempDir,
    table: Table,
}

impl Club {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::new(folder.path());
        Self { bus: PrivateBus::open_to_all(), folder, table }
    }

    /// A club, its daemon and a client of it, with the opening played.
    async fn in_play() -> (Self, Daemon, Client) {
        let mut club = Self::new();
        let daemon = club.start_daemon();
        let client = club.client().await;
        club.table.play(&OPENING);
        (club, daemon, client)
    }

    fn start_daemon(&self) -> Daemon {
        Daemon::start(&self.bus, &self.state(), &[self.table.port()])
    }

    fn state(&self) -> std::path::PathBuf {
        self.folder.path().join("state")
    }

    fn journal(&self) -> std::path::PathBuf {
        self.state().join(format!("boards/{BOARD}.journal"))
    }

    /// Waits until the game on the board has begun.
    async fn client(&self) -> Client {
        let mut client = Client::on(&self.bus).await;
        client.until_moves(BOARD, &NONE).await;
        client
    }
}

const NONE: [&str; 0] = [];

/// Waits until as many moves are completed as stand, and returns every event.
async fn until_completed(client: &mut Client, moves: &[&str]) -> (Game, Vec<PastEvent>) {
    let game = client.until_moves(BOARD, moves).await;
    let events = client
        .until(async |client| {
            let events = client.events(&game.path).await;
            let sheet = scoresheet(&events);
            let completed = sheet.iter().filter(|(_, time)| time.is_some()).count();
            if completed == moves.len() { Ok(events) } else { Err(format!("{sheet:?}")) }
        })
        .await;
    (game, events)
}

fn has_dense_numbers(events: &[PastEvent]) -> bool {
    events.iter().map(|(sequence, ..)| *sequence).eq(1..=events.len() as u64)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_when_its_port_comes_back() {
    let (mut club, daemon, mut client) = Club::in_play().await;
    let (game, before) = until_completed(&mut client, &OPENING).await;

    club.table.unplug();
    client.until_link(BOARD, "lost").await;
    daemon.logs("lost");
    club.table.plug_in();
    client.until_link(BOARD, "up").await;
    club.table.play(&REPLY);

    let (after, events) = until_completed(&mut client, &[&OPENING[..], &REPLY].concat()).await;
    assert_eq!(after.path, game.path);
    assert_eq!(events[..before.len()], before);
    assert!(has_dense_numbers(&events), "{events:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_made_while_the_port_was_gone_is_found() {
    let (mut club, _daemon, mut client) = Club::in_play().await;
    let (game, before) = until_completed(&mut client, &OPENING).await;

    club.table.unplug();
    club.table.play(&REPLY[..1]);
    client.until_link(BOARD, "lost").await;
    club.table.plug_in();

    let found = [&OPENING[..], &REPLY[..1]].concat();
    let after = client.until_moves(BOARD, &found).await;
    assert_eq!(after.path, game.path);
    let events = client.events(&game.path).await;
    assert_eq!(events[..before.len()], before);
    assert!(has_dense_numbers(&events), "{events:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_daemon_tells_the_same_moves_under_the_same_numbers() {
    let mut club = Club::new();
    let daemon = club.start_daemon();
    let mut client = club.client().await;
    club.table.play(&OPENING);
    club.table.make(REPLY[0]);
    let game = client.until_moves(BOARD, &[&OPENING[..], &REPLY[..1]].concat()).await;
    let before = client.events(&game.path).await;

    // A move is made but not completed, and a piece is in the air.
    club.table.lift(Square::D2);
    daemon.kill();
    club.table.free();
    let _daemon = club.start_daemon();
    client.until_link(BOARD, "up").await;
    let recalled = client.game_on(BOARD).await.unwrap();
    assert_eq!(recalled, game);
    assert_eq!(client.events(&game.path).await, before);

    club.table.press();
    club.table.play(&REPLY[1..]);
    let all = [&OPENING[..], &REPLY].concat();
    let (after, events) = until_completed(&mut client, &all).await;
    assert_eq!(after.path, game.path);
    assert_eq!(events[..before.len()], before);
    assert!(has_dense_numbers(&events), "{events:?}");
    assert_eq!(ids(&events).len(), all.len(), "{events:?}");
    let newer = client.events_since(&game.path, before.len() as u64).await;
    assert_eq!(newer, events[before.len()..]);
}

/// The ids of moves, each once, in the order told.
fn ids(events: &[PastEvent]) -> Vec<u64> {
    let made = events.iter().filter(|(_, _, more)| text(more, "state") == "made");
    let mut ids: Vec<u64> = made.map(|(_, _, more)| number(more, "id").unwrap()).collect();
    assert!(ids.is_sorted());
    ids.dedup();
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daemon_that_is_stopped_and_started_tells_the_same() {
    let (mut club, daemon, mut client) = Club::in_play().await;
    let (game, before) = until_completed(&mut client, &OPENING).await;
    daemon.stop();
    // Without its board the game is there all the same.
    club.table.unplug();
    let _daemon = club.start_daemon();
    let recalled = client.until_moves(BOARD, &OPENING).await;
    assert_eq!(recalled, game);
    assert_eq!(client.events(&game.path).await, before);
    assert_eq!(client.link_of(BOARD).await.unwrap(), "lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_torn_journal_is_cut_aloud_and_the_game_is_there() {
    let (mut club, daemon, mut client) = Club::in_play().await;
    let (game, before) = until_completed(&mut client, &OPENING).await;
    daemon.kill();
    club.table.free();

    // The length of a frame of 64 bytes, and less than that.
    let torn = b"\x40\0\0\0\x05\0\0\0\0\0\0\0\xde\xad\xbe\xef";
    let mut journal = OpenOptions::new().append(true).open(club.journal()).unwrap();
    journal.write_all(torn).unwrap();
    let daemon = club.start_daemon();
    let said = daemon.logs("a torn end of");
    let kept = format!("{}.torn-1", club.journal().display());
    assert!(said.contains(&format!("{} bytes", torn.len())) && said.contains(&kept), "{said}");
    assert_eq!(fs::read(kept).unwrap(), torn);

    client.until_link(BOARD, "up").await;
    assert_eq!(client.game_on(BOARD).await.unwrap(), game);
    assert_eq!(client.events(&game.path).await, before);
    club.table.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    let (_, events) = until_completed(&mut client, &all).await;
    assert_eq!(events[..before.len()], before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_damaged_in_the_middle_is_told_and_the_game_is_there() {
    let (club, daemon, mut client) = Club::in_play().await;
    let (game, before) = until_completed(&mut client, &OPENING).await;
    daemon.kill();
    club.table.free();

    let mut journal = fs::read(club.journal()).unwrap();
    let told = b"\"uci\":\"g1f3\"";
    let at = journal.windows(told.len()).position(|bytes| bytes == told).unwrap();
    journal[at] ^= 1;
    fs::write(club.journal(), &journal).unwrap();
    let daemon = club.start_daemon();
    let said = daemon.logs("are damaged or altered");
    assert!(said.contains("no record is lost"), "{said}");

    client.until_link(BOARD, "up").await;
    assert_eq!(client.game_on(BOARD).await.unwrap(), game);
    assert_eq!(client.events(&game.path).await, before);
    assert!(fs::read(club.journal()).unwrap().starts_with(&journal), "nothing is mended");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_of_a_game_is_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let game = Scored::demo("ghosh-bartel.pgn");
    let file = folder.path().join("game.rec");
    record(&game, &file);
    let line = format!("{} {}\n", game.moves.join(" "), game.result);
    for options in [&[][..], &["--from", "observations"], &["--from", "wire"]] {
        assert_eq!(adjudicate(&file, options), line, "{options:?}");
    }

    let bus = PrivateBus::open_to_all();
    let ports = [format!("replay:{}", file.display())];
    let _daemon = Daemon::start(&bus, &folder.path().join("state"), &ports);
    let mut client = Client::on(&bus).await;
    let replayed = client
        .until(async |client| {
            let game = client.game_on("replay_12345").await?;
            if game.result.0 == "*" { Err(format!("{game:?}")) } else { Ok(game) }
        })
        .await;
    assert_eq!(replayed.moves, game.moves);
    assert_eq!(replayed.result, (game.result.to_owned(), "kings".to_owned()));
}

/// Records a simulated game from the first move to the result.
fn record(game: &Scored, file: &Path) {
    let simulation = Simulation::start(game, &HASTY);
    let mut command = Command::new(TOUCHMOVE);
    command.args(["record", &simulation.port()]).arg(file);
    let mut recorder = Process::start(&mut command);
    recorder.says("the board has the serial number 12345");
    simulation.finish();
    recorder.says("the board is lost");
    recorder.signal(Signal::INT);
    let (status, said) = recorder.ended();
    assert!(status.success(), "{status}: {said}");
}

fn adjudicate(file: &Path, options: &[&str]) -> String {
    let mut command = Command::new(TOUCHMOVE);
    command.args(["adjudicate", "--format", "uci"]).args(options).arg(file);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
