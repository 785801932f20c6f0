//! Incidents as the arbiter hears of them: under the Laws of the section, in words, and soon enough; and
//! what people say in a game.

use std::collections::HashMap;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use shakmaty::Square;
use touchmove_client::path::LIVE;
use touchmove_drivers::families::FAMILIES;
use zbus::{MatchRule, MessageStream, message};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::TOUCHMOVE;
use crate::support::patience::PATIENCE;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";
const OTHER: &str = "dgt_54321";

const PAIRINGS: &str = "\
round,board,section,white,black,time_control
3,1,Rapid,\"Oro, Faustino\",\"Brkic, Ante\",15:00+0:10
3,2,Open,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",90:00+0:30
";

/// A knight goes where none can go, and its player presses.
fn play_illegally(table: &mut Table) {
    table.play(&["e2e4", "e7e5"]);
    table.think();
    table.carry(Square::G1, Square::G3);
    table.press();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_held_against_the_laws_of_its_section() {
    let folder = tempfile::tempdir().unwrap();
    let mut rapid = Table::new(folder.path());
    let mut open = Table::with_serial(folder.path(), "54321", rapid.position());
    let venue = Venue::open(vec![rapid.port(), open.port()]);
    let mut client = Client::on(&venue.bus).await;
    for board in [BOARD, OTHER] {
        client.until(async |client| client.game_on(board).await).await;
    }
    venue.section(&["set", "Rapid", "--rulebook", "fide-2017 rapid reduced", "--policy", "act"]);
    venue.load(PAIRINGS);
    venue.done(&["assign", "1", BOARD]);
    venue.done(&["assign", "2", OTHER]);
    venue.done(&["begin", "--anyway"]);
    for (place, laws) in [("3.1", "edition fide-2017"), ("3.2", "time control 90:00+0:30")] {
        shows(&venue, place, laws);
    }
    play_illegally(&mut rapid);
    let look = async |client: &Client| match client.game_on(BOARD).await? {
        game if game.result.0 == "0-1" => Ok(game.result.1),
        game => Err(format!("{game:?}")),
    };
    assert_eq!(client.until(look).await, "illegal-move");

    play_illegally(&mut open);
    shows(&venue, "3.2", "incident 1: White: Illegal move completed");
    shows(&venue, "3.2", "instruction 2: Black: Add two minutes");
    assert_eq!(client.game_on(OTHER).await.unwrap().result.0, "*");
    let shown = ["3.1", "3.2"].map(|place| told(&venue, place));

    let venue = venue.kill_and(|| [&rapid, &open].into_iter().for_each(Table::free));
    let mut client = Client::on(&venue.bus).await;
    for board in [BOARD, OTHER] {
        client.until_link(board, "up").await;
    }
    assert_eq!(["3.1", "3.2"].map(|place| told(&venue, place)), shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_in_a_game_is_judged_by_the_laws_and_survives_a_sudden_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    black_presses_without_a_move(&venue, &mut table).await;
    shows(&venue, "1", "incident 1: Black: Clock pressed without a move\n");

    let refused = |words: &[&str]| venue.game_refused(words);
    assert!(refused(&["confirm", "1", "7"]).contains("no incident 7 stands in this game"));
    assert!(refused(&["accept-draw", "1", "black"]).contains("white has offered no draw"));
    assert!(refused(&["adjust", "1", "white"]).contains("it is not white's turn"));
    assert!(refused(&["resign", "1"]).contains("<SIDE>"));
    let told = venue.game(&["dismiss", "1", "1", "--reason", "the plunger was stuck"]);
    assert!(told.contains("g000001  incident 1 dismissed: Black: Clock pressed"), "{told}");
    assert!(told.contains("g000001  instruction 1 waived: White: Add two minutes"), "{told}");
    assert!(refused(&["dismiss", "1", "1"]).contains("incident 1 is dismissed already"));

    let told = venue.game(&["claim-draw", "1", "black", "threefold", "--move", "e5"]);
    assert!(told.contains("Black: The claim "), "{told}");
    let told = venue.game(&["offer-draw", "1", "white"]);
    assert!(told.contains("White: A draw is offered\n    White has offered a draw.\n"), "{told}");
    assert!(refused(&["undo", "1"]).contains("is something that was said"));
    let told = venue.game(&["resign", "1", "black"]);
    assert!(told.contains("g000001  result 1-0 (resignation)"), "{told}");
    assert!(refused(&["accept-draw", "1", "black"]).contains("the game is over"));
    let shown = venue.game(&["show", "1"]);
    assert!(shown.contains("it does not matter: incident 1 (the plunger was stuck)"), "{shown}");

    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(BOARD, "up").await;
    assert_eq!(venue.game(&["show", "1"]), shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_decided_of_an_incident_by_mistake_is_decided_anew() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    black_presses_without_a_move(&venue, &mut table).await;
    let title = "incident 1: Black: Clock pressed without a move\n";
    shows(&venue, "1", title);

    let refused = |words: &[&str]| venue.game_refused(words);
    assert!(refused(&["reopen", "1", "1"]).contains("nobody has decided about incident 1"));
    venue.game(&["dismiss", "1", "1"]);
    assert!(!told(&venue, "1").contains("incident 1: "));
    let undone = venue.game(&["undo", "1", "--yes"]);
    assert!(undone.contains("g000001  incident 1: Black: Clock pressed"), "{undone}");
    venue.game(&["dismiss", "1", "1"]);
    let reopened = venue.game(&["reopen", "1", "1", "--reason", "the wrong number"]);
    assert!(reopened.contains("g000001  incident 1: Black: Clock pressed"), "{reopened}");
    assert!(reopened.contains("instruction 5: White: Add two minutes"), "{reopened}");
    shows(&venue, "1", title);

    let confirmed = venue.game(&["confirm", "1", "1"]);
    assert!(confirmed.contains("g000001  incident 1 confirmed: "), "{confirmed}");
    assert!(refused(&["confirm", "1", "1"]).contains("incident 1 is confirmed already"));
    let dismissed = venue.game(&["dismiss", "1", "1"]);
    assert!(dismissed.contains("g000001  incident 1 dismissed: "), "{dismissed}");
    assert!(dismissed.contains("instruction 5 waived: White: Add two minutes"), "{dismissed}");
    let confirmed = venue.game(&["confirm", "1", "1"]);
    assert!(confirmed.contains("g000001  incident 1 confirmed: "), "{confirmed}");
    assert!(confirmed.contains("instruction 7: White: Add two minutes"), "{confirmed}");
    let warned = venue.game(&["penalty", "1", "black", "--warning"]);
    assert!(warned.contains("Black: Warned by the arbiter\n"), "{warned}");
    let shown = venue.game(&["show", "1"]);
    assert!(shown.contains("it is decided anew: incident 1 (the wrong number)"), "{shown}");

    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(BOARD, "up").await;
    assert_eq!(venue.game(&["show", "1"]), shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_arbiter_reads_of_an_incident_in_his_language() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    black_presses_without_a_move(&venue, &mut table).await;
    shows(&venue, "1", "incident 1: ");
    let english = status(&venue.bus, "en_GB.UTF-8", &[]);
    let title = " incident 1: Black: Clock pressed without a move\n";
    assert!(english.contains(title), "{english}");
    let turkish = status(&venue.bus, "tr_TR.UTF-8", &[]);
    let title = " olay 1: Siyah: Hamle yapmadan saate basıldı\n";
    assert!(turkish.contains(title) && turkish.contains("SON HAMLE"), "{turkish}");
    for locale in ["C", "tr_TR.UTF-8"] {
        let status = status(&venue.bus, locale, &["--json"]);
        let status: serde_json::Value = serde_json::from_str(&status).unwrap();
        let incident = &status["boards"][0]["game"]["incidents"][0];
        let told = (&incident["kind"], &incident["ply"]);
        assert_eq!(told, (&"press-without-move".into(), &2.into()));
        let waits: Vec<&str> = status["waiting"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|wait| wait["what"].as_str())
            .collect();
        assert!(waits.contains(&"Black: Clock pressed without a move"), "{locale}: {waits:?}");
    }
}

/// What `touchmove status` prints for a reader with this locale.
fn status(bus: &PrivateBus, locale: &str, more: &[&str]) -> String {
    let mut command = Command::new(TOUCHMOVE);
    command.args(["status", "--bus", bus.address()]).args(more).env("LC_ALL", locale);
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// What `touchmove game show` says of a game, but for the readings of this moment.
fn told(venue: &Venue, game: &str) -> String {
    let shown = venue.game(&["show", game]);
    let lasting = shown.lines().filter(|line| !line.starts_with("the board differs"));
    lasting.collect::<Vec<_>>().join("\n")
}

/// Waits until `touchmove game show` says this of a game.
fn shows(venue: &Venue, game: &str, what: &str) {
    venue.game_once(&["show", game], |shown| shown.contains(what));
}

/// The moves of a game in which nearly every player presses once too often.
const MOVES: [&str; 10] =
    ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "d7d6"];

const SERIALS: [&str; 4] = ["10001", "10002", "10003", "10004"];

/// On a machine that does other work as well, half of the incidents may be this much later; alone, they are
/// later by less than 50 ms. The latest of them are printed only: they tell of that other work.
const BUSY: Duration = Duration::from_millis(500);

#[tokio::test(flavor = "multi_thread")]
async fn the_arbiter_hears_of_a_press_for_nothing_as_soon_as_the_board_has_been_read() {
    let folder = tempfile::tempdir().unwrap();
    let table = |serial| Table::with_serial(folder.path(), serial, shakmaty::Chess::default());
    let tables = SERIALS.map(table);
    let venue = Venue::open(tables.iter().map(Table::port).collect());
    let mut client = Client::on(&venue.bus).await;
    let (mut hearing, mut playing) = (HashMap::new(), Vec::new());
    for (table, serial) in tables.into_iter().zip(SERIALS) {
        let board = format!("dgt_{serial}");
        let game = client.until(async |client| client.game_on(&board).await).await;
        let (hears, heard) = mpsc::channel();
        hearing.insert(game.path.to_string(), hears);
        playing.push((table, heard));
    }
    hear_incidents(&venue.bus, hearing).await;
    let games = playing
        .into_iter()
        .map(|(table, heard)| tokio::task::spawn_blocking(move || latencies(table, &heard)));
    let mut latencies = Vec::new();
    for game in games.collect::<Vec<_>>() {
        latencies.extend(game.await.unwrap());
    }
    latencies.sort();
    let (median, p99) = (latencies[latencies.len() / 2], latencies[latencies.len() * 99 / 100]);
    let lag = FAMILIES.iter().find(|family| family.name == "dgt").unwrap().reading_lag;
    println!("{} presses: median {median:?}, p99 {p99:?}; reading {lag:?}", latencies.len());
    assert!(median <= lag + BUSY, "median {median:?}, p99 {p99:?}");
}

/// Tells each game's listener when an incident is raised in it.
async fn hear_incidents(bus: &PrivateBus, hearing: HashMap<String, mpsc::Sender<Instant>>) {
    let connection = bus.bus().connect().await.unwrap();
    let rule = MatchRule::builder().msg_type(message::Type::Signal).member("Incident");
    let rule = rule.path_namespace(LIVE).build().unwrap();
    let mut signals = MessageStream::for_match_rule(rule, &connection, None).await.unwrap();
    tokio::spawn(async move {
        while let Some(Ok(signal)) = signals.next().await {
            let heard = Instant::now();
            let header = signal.header();
            let body = signal.body();
            let (_, _, state): (u64, u32, String) = body.deserialize_ignore_signature().unwrap();
            if state == "raised" {
                hearing[header.path().unwrap().as_str()].send(heard).unwrap();
            }
        }
    });
}

/// Plays a game in which the players press for nothing, or for an illegal move, before their own moves; how
/// long after each such press the incident was heard.
fn latencies(mut table: Table, heard: &mpsc::Receiver<Instant>) -> Vec<Duration> {
    let mut latencies = Vec::new();
    for (ply, uci) in MOVES.into_iter().enumerate() {
        if ply > 0 {
            table.think();
            let illegal =
                if ply % 2 == 0 { (Square::H1, Square::H4) } else { (Square::H8, Square::H5) };
            let is_illegal = ply % 3 == 2;
            if is_illegal {
                table.carry(illegal.0, illegal.1);
            }
            table.press();
            let pressed = Instant::now();
            let heard = heard.recv_timeout(PATIENCE);
            let heard = heard.unwrap_or_else(|_| panic!("nothing was heard at ply {}", ply + 1));
            latencies.push(heard.saturating_duration_since(pressed));
            table.think();
            table.press();
            if is_illegal {
                table.carry(illegal.1, illegal.0);
            }
        }
        table.play(&[uci]);
    }
    latencies
}

/// White opens, and Black presses without a move.
async fn black_presses_without_a_move(venue: &Venue, table: &mut Table) {
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    table.play(&["e2e4"]);
    table.think();
    table.press();
}
