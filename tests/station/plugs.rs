//! Boards come, go, change ports and are doubled: who a board is, it says itself.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use shakmaty::{Chess, Square};
use tempfile::TempDir;

use crate::support::PrivateBus;
use crate::support::client::{Client, scoresheet};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::table::Table;

const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];
const REPLY: [&str; 2] = ["f1b5", "a7a6"];
const OTHER: [&str; 4] = ["d2d4", "d7d5", "c2c4", "e7e6"];
const OTHER_REPLY: [&str; 2] = ["b1c3", "g8f6"];

/// A daemon that keeps two ports, to be plugged into.
struct Hall {
    bus: PrivateBus,
    folder: TempDir,
    daemon: Daemon,
}

impl Hall {
    fn open() -> Self {
        let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let ports =
            ["left", "right"].map(|name| format!("dgt:{}", folder.path().join(name).display()));
        let daemon = Daemon::start(&bus, &folder.path().join("state"), &ports);
        Self { bus, folder, daemon }
    }

    fn port(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `touchmove hear`, which succeeds.
    fn hear(&self, board: &str, port: &str) {
        let port = self.port(port);
        self.run(&["hear", board, "--at", &port.display().to_string()]);
    }

    /// A round with the board dgt_12345 at its table begins.
    fn begin_a_round(&self) {
        let pairings = self.folder.path().join("round.csv");
        fs::write(&pairings, "round,board,white,black\n1,1,Anna,Ben\n").unwrap();
        self.run(&["round", "load", &pairings.display().to_string()]);
        self.run(&["round", "assign", "1", "dgt_12345"]);
        self.run(&["round", "begin", "1", "--anyway"]);
    }

    fn run(&self, words: &[&str]) -> String {
        let bus = ["--bus", self.bus.address()];
        let output = Command::new(TOUCHMOVE).args(words).args(bus).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// A board of this serial number with these pieces on it, plugged into a port.
    fn board(&self, serial: &'static str, position: Chess, port: &str) -> Table {
        let mut table = Table::unplugged(serial, position);
        table.plug_into(&self.port(port));
        table
    }

    /// The same with the pieces at the start.
    fn new_board(&self, serial: &'static str, port: &str) -> Table {
        self.board(serial, Chess::default(), port)
    }
}

/// Waits until these moves are completed in the game on `board`; the path of the game.
async fn until_completed(client: &mut Client, board: &str, moves: &[&str]) -> String {
    let game = client.until_moves(board, moves).await;
    let completed = async |client: &Client| {
        let sheet = scoresheet(&client.events(&game.path).await);
        let open = sheet.iter().filter(|(_, time)| time.is_none()).count();
        if open == 0 { Ok(()) } else { Err(format!("{sheet:?}")) }
    };
    client.until(completed).await;
    game.path.to_string()
}

/// Waits until a board is there that does not say who it is: it is believed to have no number once it has been asked for
/// a while, and something is touched on it then.
async fn until_there(client: &mut Client, table: &mut Table, board: &str) {
    let is_there =
        async |client: &Client| client.link_of(board).await.is_ok_and(|link| link == "up");
    for _ in 0..30 {
        if is_there(client).await {
            return client.until_state(board, "in-step", "").await;
        }
        table.lift(Square::A1);
        table.think();
        table.put_right();
        table.think();
    }
    panic!("{board} is not there: {:?}", client.link_of(board).await);
}

/// A hall with a board at the left port, on which the opening has been played; and the game.
async fn under_way() -> (Hall, Table, Client, String) {
    let hall = Hall::open();
    let mut table = hall.new_board("12345", "left");
    let mut client = Client::on(&hall.bus).await;
    client.until_moves("dgt_12345", &[""; 0]).await;
    client.until_state("dgt_12345", "in-step", "").await;
    table.play(&OPENING);
    let game = until_completed(&mut client, "dgt_12345", &OPENING).await;
    (hall, table, client, game)
}

/// Plays on at this table; the game must be the same, and go on.
async fn goes_on(client: &mut Client, table: &mut Table, game: &str) {
    table.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    assert_eq!(until_completed(client, "dgt_12345", &all).await, game);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_torn_out_and_put_into_another_port_is_the_same_board() {
    let (hall, mut table, mut client, game) = under_way().await;
    table.unplug();
    client.until_state("dgt_12345", "lost", "unplugged").await;
    table.plug_into(&hall.port("right"));
    client.until_state("dgt_12345", "in-step", "").await;
    assert!(client.port_of("dgt_12345").await.unwrap().ends_with("/right"));
    goes_on(&mut client, &mut table, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_boards_without_a_number_are_told_apart_by_their_links() {
    let hall = Hall::open();
    let mut client = Client::on(&hall.bus).await;
    let plug = |port: &str| {
        let mut table = Table::unplugged("00000", Chess::default());
        table.keep_number_secret();
        table.plug_into(&hall.port(port));
        let path = hall.port(port).display().to_string();
        let name = format!("unnamed-port-{path}").replace(|c: char| !c.is_alphanumeric(), "_");
        let journal = hall.folder.path().join(format!("state/boards/dgt_{name}.journal"));
        // As it is an element of an object path.
        (table, format!("dgt_{}", name.replace('_', "_5f")), journal)
    };
    let (mut one, left, one_journal) = plug("left");
    let (mut other, right, other_journal) = plug("right");
    until_there(&mut client, &mut one, &left).await;
    until_there(&mut client, &mut other, &right).await;
    one.play(&OPENING);
    other.play(&OTHER);
    let games = [
        until_completed(&mut client, &left, &OPENING).await,
        until_completed(&mut client, &right, &OTHER).await,
    ];
    assert_ne!(games[0], games[1]);
    // One without a number, in the place of one, is the board of that link.
    one.unplug();
    client.until_link(&left, "lost").await;
    one.plug_into(&hall.port("left"));
    until_there(&mut client, &mut one, &left).await;
    one.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    assert_eq!(until_completed(&mut client, &left, &all).await, games[0]);
    assert!(one_journal.is_file() && other_journal.is_file());
    let status = hall.run(&["status"]);
    let name = one_journal.file_stem().unwrap().to_str().unwrap().to_owned();
    assert!(status.contains(&name), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_boards_that_change_ports_keep_their_games() {
    let hall = Hall::open();
    let mut one = hall.new_board("12345", "left");
    let mut other = hall.new_board("54321", "right");
    let mut client = Client::on(&hall.bus).await;
    for board in ["dgt_12345", "dgt_54321"] {
        client.until_moves(board, &[""; 0]).await;
    }
    one.play(&OPENING);
    other.play(&OTHER);
    let games = [
        until_completed(&mut client, "dgt_12345", &OPENING).await,
        until_completed(&mut client, "dgt_54321", &OTHER).await,
    ];

    one.unplug();
    other.unplug();
    one.plug_into(&hall.port("right"));
    other.plug_into(&hall.port("left"));
    for (board, port) in [("dgt_12345", "/right"), ("dgt_54321", "/left")] {
        client.until_port(board, port).await;
        client.until_state(board, "in-step", "").await;
    }
    one.play(&REPLY);
    other.play(&OTHER_REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    assert_eq!(until_completed(&mut client, "dgt_12345", &all).await, games[0]);
    let all = [&OTHER[..], &OTHER_REPLY].concat();
    assert_eq!(until_completed(&mut client, "dgt_54321", &all).await, games[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubled_board_is_refused_aloud_and_served_when_the_first_goes_away() {
    let hall = Hall::open();
    let mut first = hall.new_board("12345", "left");
    let mut client = Client::on(&hall.bus).await;
    client.until_moves("dgt_12345", &[""; 0]).await;
    client.until_port("dgt_12345", "/left").await;

    let mut second = hall.board("12345", first.position(), "right");
    client.until_port_state("/right", "refused", "doubled").await;
    hall.daemon.logs("unplug one of them, and the other is heard");
    // What is played on the second one is not heard.
    second.play(&OPENING[..2]);
    first.play(&OPENING);
    let game = until_completed(&mut client, "dgt_12345", &OPENING).await;
    assert!(client.port_of("dgt_12345").await.unwrap().ends_with("/left"));

    second.play(&OPENING[2..]);
    first.unplug();
    client.until_port("dgt_12345", "/right").await;
    client.until_port_state("/right", "serving", "").await;
    client.until_state("dgt_12345", "in-step", "").await;
    goes_on(&mut client, &mut second, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_that_say_the_same_number_a_person_says_which_is_the_board() {
    let hall = Hall::open();
    let mut impostor = hall.new_board("12345", "left");
    let mut client = Client::on(&hall.bus).await;
    client.until_moves("dgt_12345", &[""; 0]).await;
    let mut board = hall.new_board("12345", "right");
    client.until_port_state("/right", "refused", "doubled").await;
    hall.hear("dgt_12345", "right");
    client.until_port("dgt_12345", "/right").await;
    client.until_port_state("/left", "refused", "doubled").await;
    client.until_state("dgt_12345", "in-step", "").await;
    impostor.play(&OTHER[..2]);
    board.play(&OPENING);
    until_completed(&mut client, "dgt_12345", &OPENING).await;
    let log = hall.daemon.log();
    assert!(log.contains("says that dgt_12345 is at"), "{log}");
    let journal = fs::read(hall.folder.path().join("state/station.journal")).unwrap();
    let journal = String::from_utf8_lossy(&journal);
    let word = journal.lines().find(|line| line.contains(r#""hear":"dgt_12345""#)).unwrap();
    assert!(word.contains("/right") && word.contains(r#""by":"#), "{word}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_round_a_board_that_fell_silent_is_heard_elsewhere_only_on_a_word() {
    let (hall, table, mut client, game) = under_way().await;
    hall.begin_a_round();
    // Nothing says that it was unplugged.
    table.fall_silent();
    client.until_state("dgt_12345", "lost", "no-answer").await;
    let mut elsewhere = hall.board("12345", table.position(), "right");
    client.until_port_state("/right", "refused", "unsure").await;
    hall.hear("dgt_12345", "right");
    client.until_state("dgt_12345", "in-step", "").await;
    goes_on(&mut client, &mut elsewhere, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_claims_ever_new_numbers_fills_no_folder() {
    const NUMBERS: [&str; 9] =
        ["20001", "20002", "20003", "20004", "20005", "20006", "20007", "20008", "20009"];
    let hall = Hall::open();
    let mut table = hall.new_board(NUMBERS[0], "left");
    let mut client = Client::on(&hall.bus).await;
    client.until_state("dgt_20001", "in-step", "").await;
    for number in &NUMBERS[1..] {
        table.becomes(number, Chess::default());
        let board = format!("dgt_{number}");
        if *number == NUMBERS[8] {
            client.until_port_state("/left", "refused", "too-many-new").await;
        } else {
            client.until_state(&board, "in-step", "").await;
        }
    }
    let journals = std::fs::read_dir(hall.folder.path().join("state/boards")).unwrap();
    assert_eq!(journals.count(), 8);
    let other = hall.new_board("30001", "right");
    client.until_state("dgt_30001", "in-step", "").await;
    drop(other);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_board_that_answers_at_the_same_cable_is_another_board() {
    let (_hall, mut table, mut client, _) = under_way().await;
    // Behind an adapter for serial lines no plug is seen to be pulled.
    table.becomes("54321", Chess::default());
    client.until_state("dgt_12345", "lost", "replaced").await;
    client.until_moves("dgt_54321", &[""; 0]).await;
    client.until_state("dgt_54321", "in-step", "").await;
    assert_eq!(client.game_on("dgt_12345").await.unwrap().moves, OPENING);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_sends_noise_is_heard_again_when_it_stops() {
    let (_hall, mut table, mut client, game) = under_way().await;
    table.babble();
    client.until_state("dgt_12345", "lost", "no-answer").await;
    table.talk_sense();
    client.until_state("dgt_12345", "in-step", "").await;
    goes_on(&mut client, &mut table, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_silent_before_it_is_lost_and_a_port_says_what_it_waits_for() {
    let hall = Hall::open();
    let mut client = Client::on(&hall.bus).await;
    client.until_port_state("/left", "cannot-open", "gone").await;
    let mut table = Table::unplugged("12345", Chess::default());
    table.fall_silent();
    table.plug_into(&hall.port("left"));
    client.until_port_state("/left", "searching", "asked").await;
    client.until_port_state("/left", "searching", "no-answer").await;

    table.talk_sense();
    client.until_state("dgt_12345", "in-step", "").await;
    client.until_port_state("/left", "serving", "").await;
    table.fall_silent();
    client.until_state("dgt_12345", "silent", "no-answer").await;
    client.until_state("dgt_12345", "lost", "no-answer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_does_not_show_its_game_is_out_of_step_until_it_does() {
    let (_hall, mut table, mut client, _) = under_way().await;
    table.carry(Square::A1, Square::E6);
    table.carry(Square::H1, Square::D6);
    client.until_state("dgt_12345", "out-of-step", "differs").await;
    table.put_right();
    client.until_state("dgt_12345", "in-step", "").await;
}
