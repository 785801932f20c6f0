//! What is public: the real daemon with virtual boards, and whoever reads along in a browser or by a program.

mod overlay;
mod readers;
mod texts;
mod views;
mod wall;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use shakmaty::Position as _;
use shakmaty::uci::UciMove;

use crate::support::client::Client;
use crate::support::http::{Request, connect};
use crate::support::patience::PATIENCE;
use crate::support::spectators::Spectators;
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str = "\
round,board,section,white,white_fide_id,white_title,white_federation,black,time_control,event,site,date
3,1,,\"Oro, Faustino\",20000197,IM,ARG,\"Brkic, Ante\",90:00+0:30,Bled Open,Bled,2026-11-21
3,2,U16,\"Ghosh, Diptayan\",,GM,IND,\"Bartel, Mateusz\",90:00+0:30,Bled Open,Bled,2026-11-21
";

/// A round that has begun, with a board at its first table.
async fn begun(folder: &Path) -> (Table, Venue, Spectators) {
    let table = Table::new(folder);
    let venue = Venue::open(vec![table.port()]);
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    venue.done(&["assign", "1", "dgt_12345"]);
    venue.done(&["begin", "--anyway"]);
    (table, venue, spectators)
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_read_a_round_in_the_forms_that_they_know_and_pages_follow_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    let nothing = spectators.ask("GET", "/round-3/index.json", &[]);
    assert_eq!(nothing.status, 404, "the round has not begun: {nothing:?}");
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    venue.done(&["assign", "1", "dgt_12345"]);
    venue.done(&["begin", "--anyway"]);
    let index = spectators.json_once("/round-3/index.json", |it| it["pairings"].is_array());
    assert_eq!(index["date"], "2026-11-21");
    assert_eq!(index["pairings"][0]["white"]["fideid"], json!(20_000_197));
    assert_eq!(index["pairings"][1]["white"]["federation"], "IND");
    assert_eq!(index["pairings"][1]["result"], "*");

    let mut page = Followed::open(&spectators, "/live?page=wall&boards=2");
    assert!(page.next_put().contains("Oro, Faustino"));
    table.play(&["e2e4", "e7e5"]);
    client.until_moves("dgt_12345", &["e2e4", "e7e5"]).await;
    page.until(|put| put.contains("1... e5"));
    let game = spectators.json_once("/round-3/game-1.json", |it| {
        it["moves"].as_array().is_some_and(|it| it.len() == 2)
    });
    assert_eq!(
        (&game["live"], &game["result"], &game["chess960"]),
        (&json!(true), &json!("*"), &json!(518))
    );
    let tournament = spectators.json_once("/tournament.json", |it| it["rounds"][2]["live"] == 1);
    assert_eq!(
        (&tournament["name"], &tournament["location"]),
        (&json!("Bled Open"), &json!("Bled"))
    );
    let id = tournament["id"].as_str().unwrap();
    let meta = spectators.json_once(&format!("/meta/{id}"), |it| it["format"] == "1");
    assert_eq!(meta["host"], spectators.at().to_string());
    let same = spectators.get(&format!("/get/{id}/round-3/game-1.json?poll"));
    assert_eq!(same, spectators.get("/round-3/game-1.json"));
    assert_eq!(spectators.ask("GET", "/get/1-2-3/tournament.json", &[]).status, 404);
    let pgn = spectators.text_once("/round-3/game-1.pgn", |pgn| pgn.contains("1. e4"));
    assert_eq!(pgn, venue.broadcasts("round-3/game-1.pgn", |file| file == pgn));
    assert!(spectators.get("/overlay/3.1").unwrap().contains("Brkic, Ante"));
    assert!(spectators.get("/?lang=tr").unwrap().contains("3. tur"));
    let is_asked = spectators.ask("GET", "/", &["Accept-Language: tr"]);
    assert!(is_asked.body.contains("lang=\"tr\"") && is_asked.field("set-cookie").is_none());

    venue.done(&["enter", "1", "1-0"]);
    let game = spectators.json_once("/round-3/game-1.json", |it| it["result"] == "WHITEWIN");
    assert_eq!(game["live"], false);
    page.until(|put| put.contains("1–0"));
    spectators.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_is_sent_again_only_when_it_is_another_and_then_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, _venue, spectators) = begun(folder.path()).await;
    table.play(&["e2e4"]);
    for path in ["/round-3/game-1.json", "/round-3/games.pgn"] {
        spectators.text_once(path, |text| text.contains("e4"));
        let first = spectators.ask("GET", path, &[]);
        assert_eq!(first.field("access-control-allow-origin"), Some("*"));
        let known = format!("If-None-Match: {}", first.tag());
        let again = spectators.ask("GET", path, &[&known]);
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        let head = spectators.ask("HEAD", path, &[]);
        assert_eq!((head.status, head.body.as_str(), head.tag()), (200, "", first.tag()));
        let fields = [known.as_str(), "Prefer: wait=30", "Connection: close"];
        let waiting = Request::send(spectators.at(), "GET", path, &fields);
        let reply = if path.ends_with("json") { "c7c5" } else { "g1f3" };
        table.play(&[reply]);
        let changed = waiting.answer();
        assert_eq!(changed.status, 200);
        assert_ne!(changed.tag(), first.tag());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daemon_that_was_started_again_has_lost_no_game_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    table.play(&["e2e4", "e7e5"]);
    let path = "/round-3/game-1.pgn";
    let before = spectators.text_once(path, |pgn| pgn.contains("1... e5"));
    let since = Instant::now();
    let venue = venue.kill_and(|| {
        assert_eq!(spectators.get(path).as_deref(), Some(before.as_str()));
        table.free();
    });
    while since.elapsed() < Duration::from_secs(4) {
        assert_eq!(spectators.get(path).as_deref(), Some(before.as_str()));
    }
    Client::on(&venue.bus).await.until_link("dgt_12345", "up").await;
    table.play(&["g1f3"]);
    spectators.text_once(path, |pgn| pgn.contains("2. Nf3"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_changed_boards_is_whole_again_after_a_restart_without_another_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = Table::new(folder.path());
    let mut there = shakmaty::Chess::default();
    for uci in ["g1f3", "g8f6"] {
        there.play_unchecked(uci.parse::<UciMove>().unwrap().to_move(&there).unwrap());
    }
    let mut spare = Table::with_serial(folder.path(), "54321", there);
    let venue = Venue::open(vec![first.port(), spare.port()]);
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    client.until_shown("dgt_54321", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R").await;
    venue.done(&["assign", "1", "dgt_12345"]);
    venue.done(&["begin", "--anyway"]);
    first.play(&["g1f3", "g8f6"]);
    client.until_moves("dgt_12345", &["g1f3", "g8f6"]).await;
    venue.game(&["move", "3.1", "--to", "dgt_54321"]);
    spare.play(&["b1c3"]);
    client.until_moves("dgt_54321", &["g1f3", "g8f6", "b1c3"]).await;
    let path = "/round-3/game-1.json";
    let has_all =
        |game: &serde_json::Value| game["moves"].as_array().is_some_and(|it| it.len() == 3);
    let before = spectators.json_once(path, has_all);

    let venue = venue.kill_and(|| [&first, &spare].into_iter().for_each(Table::free));
    let mut client = Client::on(&venue.bus).await;
    for board in ["dgt_12345", "dgt_54321"] {
        client.until_link(board, "up").await;
    }
    let public = Spectators::on(&venue.bus);
    for spectators in [&spectators, &public] {
        assert_eq!(spectators.json_once(path, has_all)["moves"], before["moves"]);
    }
}

#[test]
fn results_that_are_entered_without_any_board_are_public_when_their_delay_is_over() {
    let venue = Venue::open(Vec::new());
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    venue.section(&["set", "U16", "--delay", "1h"]);
    venue.done(&["enter", "1", "1-0"]);
    venue.done(&["enter", "2", "-:+"]);
    venue.done(&["begin", "--anyway"]);
    let index = |table: usize, result: &str| {
        spectators
            .json_once("/round-3/index.json", |it| it["pairings"][table - 1]["result"] == result)
    };
    assert_eq!(index(1, "1-0")["pairings"][1]["result"], "*", "it is under a delay");
    let game = spectators.get("/round-3/game-1.json").unwrap();
    assert!(game.contains(r#""live":false"#) && game.contains(r#""result":"WHITEWIN""#), "{game}");
    let is_won = |pgn: &str| pgn.contains("[Result \"1-0\"]") && pgn.ends_with("\n\n1-0\n");
    let pgn = spectators.text_once("/round-3/game-1.pgn", is_won);
    assert_eq!(venue.broadcasts("round-3/game-1.pgn", is_won), pgn);
    assert!(spectators.get("/").unwrap().contains("1–0"));
    assert!(spectators.get("/round-3/game-2.pgn").unwrap().contains("[Result \"*\"]"));

    venue.section(&["set", "U16", "--no-delay", "--reason", "it is known by now"]);
    index(2, "0-1");
    let is_forfeit =
        |pgn: &str| pgn.contains("[Result \"0-1\"]") && pgn.contains("[Points \"-:+\"]");
    spectators.text_once("/round-3/game-2.pgn", is_forfeit);
    venue.done(&["enter", "1", "*"]);
    index(1, "*");
    let venue = venue.kill();
    assert_eq!(index(2, "0-1")["pairings"][0]["result"], "*");
    let anew = Spectators::on(&venue.bus);
    anew.json_once("/round-3/index.json", |it| it["pairings"][1]["result"] == "0-1");
}

#[test]
fn a_page_of_a_round_is_another_page_once_the_next_round_has_begun() {
    let venue = Venue::open(Vec::new());
    let spectators = Spectators::on(&venue.bus);
    let page = spectators.text_once("/", |page| page.contains("data-live"));
    assert!(page.contains("/live?page=round&amp;at=0"), "{page}");
    let mut followed = Followed::open(&spectators, "/live?page=round&at=0");
    followed.next_put();
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    followed.until_closed();
    spectators.text_once("/", |page| page.contains("/live?page=round&amp;at=3"));
    let mut wall = Followed::open(&spectators, "/live?page=wall&boards=2");
    assert!(wall.next_put().contains("Oro, Faustino"), "a wall stays");
}

#[test]
fn hostile_requests_harm_nobody() {
    let venue = Venue::open(Vec::new());
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    spectators.json_once("/round-3/index.json", |it| it["pairings"].is_array());
    let long = format!("/{}", "a".repeat(8_000));
    for path in [
        "/round-3/../../etc/passwd",
        "/round-3/%2e%2e%2fsecret",
        "/round-99999999999999999999/games.pgn",
        "/round-3/game-0.json",
        "/round-3/game-99999.pgn",
        "/overlay/x",
        "/overlay/3.99999999",
        "/assets/../lib.rs",
        "/get/%00/tournament.json",
        long.as_str(),
    ] {
        let status = spectators.ask("GET", path, &[]).status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    for query in ["boards=x", "from=99999999999", "tables=1,,2", "theme=<script>", "round=-1"] {
        assert_eq!(spectators.ask("GET", &format!("/wall?{query}"), &[]).status, 400, "{query}");
    }
    assert_eq!(spectators.ask("GET", "/wall?boards=200&from=-2147483648", &[]).status, 200);
    for method in ["POST", "PUT", "DELETE", "TRACE", "BREW"] {
        assert_eq!(spectators.ask(method, "/", &[]).status, 405, "{method}");
    }
    let mut other = connect(spectators.at());
    other
        .write_all(b"GET / HTTP/1.1\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(Request(other).answer().status, 421);
    let mut head = format!("GET / HTTP/1.1\r\nHost: {}\r\n", spectators.at());
    (0..200).for_each(|field| head += &format!("X-{field}: {}\r\n", "y".repeat(200)));
    let mut flood = connect(spectators.at());
    let _ = flood.write_all(format!("{head}\r\n").as_bytes());
    let silent: Vec<_> = (0..400).map(|_| connect(spectators.at())).collect();
    let page = spectators.ask("GET", "/", &[]);
    assert_eq!(page.status, 200, "however many say nothing");
    let policy = page.field("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(!page.body.contains("<style") && !page.body.contains("style="));
    drop((flood, silent));
}

/// A page that follows.
struct Followed(BufReader<std::net::TcpStream>);

impl Followed {
    fn open(spectators: &Spectators, path: &str) -> Self {
        Self(BufReader::new(Request::send(spectators.at(), "GET", path, &[]).0))
    }

    /// What the page is told next that changes it.
    fn next_put(&mut self) -> String {
        let since = Instant::now();
        loop {
            assert!(since.elapsed() < PATIENCE, "nothing changes on the page");
            let mut line = String::new();
            assert_ne!(
                self.0.read_line(&mut line).unwrap(),
                0,
                "the page is not followed any more"
            );
            if let Some(put) = line.strip_prefix("data: {\"order\"") {
                return put.to_owned();
            }
        }
    }

    /// Waits until it is told to ask for another page.
    fn until_closed(&mut self) {
        let mut line = String::new();
        while line.trim_end() != "event: closed" {
            line.clear();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "it is told of no other page");
        }
    }

    /// Waits until it is told this.
    fn until(&mut self, is_it: impl Fn(&str) -> bool) {
        while !is_it(&self.next_put()) {}
    }
}
