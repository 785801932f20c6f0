//! PGN and the index over HTTP, on real sockets: what the folder has, whole, at once when it changes, and whatever clients
//! do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::{Duration, Instant};

use touchmove_lab::simulate::PgnGame;

use super::PAIRINGS;
use crate::support::client::Client;
use crate::support::games::Scored;
use crate::support::http::{Answer, Request, connect};
use crate::support::patience::PATIENCE;
use crate::support::simulation::{HASTY, Simulation};
use crate::support::spectators::Spectators;
use crate::support::venue::Venue;

const GAME: &str = "/round-3/game-1.pgn";
const GAMES: &str = "/round-3/games.pgn";

/// A wait that no test comes to the end of.
const LONG: &str = "Prefer: wait=45";

/// A round that has begun without any board: a result that is entered makes its texts others.
fn begun() -> (Venue, Spectators) {
    let venue = Venue::open(Vec::new());
    let spectators = Spectators::on(&venue.bus);
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    spectators.text_once(GAMES, |pgn| pgn.contains("Brkic") && pgn.contains("Bartel"));
    (venue, spectators)
}

/// A request for a text, from one who knows the text with this tag.
fn ask_unless(server: SocketAddr, path: &str, tag: &str, more: &[&str]) -> Request {
    let known = format!("If-None-Match: {tag}");
    let fields = [&[known.as_str(), "Connection: close"], more].concat();
    Request::send(server, "GET", path, &fields)
}

#[test]
fn what_is_served_is_what_the_folder_has() {
    let (venue, spectators) = begun();
    venue.done(&["enter", "1", "1/2-1/2"]);
    venue.broadcasts("round-3/games.pgn", |pgn| pgn.contains("1/2-1/2"));
    spectators.text_once(GAMES, |pgn| pgn.contains("1/2-1/2"));
    let mut served = Vec::new();
    for entry in fs::read_dir(venue.folder.path().join("round-3")).unwrap() {
        let entry = entry.unwrap();
        let path = format!("/round-3/{}", entry.file_name().to_str().unwrap());
        let answer = spectators.ask("GET", &path, &[]);
        assert_eq!(answer.body, fs::read_to_string(entry.path()).unwrap(), "{path}");
        assert_eq!(answer.field("content-type"), Some("application/x-chess-pgn"));
        assert_eq!(answer.field("content-length"), Some(&*answer.body.len().to_string()));
        served.push(path);
    }
    served.sort();
    assert_eq!(served, [GAME, "/round-3/game-2.pgn", GAMES]);
    let index = spectators.json_once("/index.json", |it| it["rounds"][0]["number"] == 3);
    let round = &index["rounds"][0];
    assert_eq!((&round["stage"], &round["pgn"]), (&"running".into(), &GAMES.into()));
    let of_index: Vec<_> = round["games"].as_array().unwrap().iter().map(|it| &it["pgn"]).collect();
    assert_eq!(of_index, [GAME, "/round-3/game-2.pgn"]);
}

#[test]
fn the_head_alone_is_that_of_the_text() {
    let (_venue, spectators) = begun();
    for path in [GAMES, "/index.json"] {
        let [whole, head] = ["GET", "HEAD"].map(|method| spectators.ask(method, path, &[]));
        let lasting = |answer: &Answer| {
            let mut fields: BTreeMap<_, _> = answer.fields.iter().cloned().collect();
            fields.remove("date");
            fields
        };
        assert_eq!((head.status, head.body.as_str()), (200, ""));
        assert_eq!(lasting(&head), lasting(&whole));
        assert_eq!(whole.field("access-control-allow-origin"), Some("*"));
        assert_eq!(whole.field("cache-control"), Some("no-cache"));
    }
}

#[test]
fn a_text_has_the_same_tag_whenever_it_is_the_same_and_is_not_sent_again() {
    let (venue, spectators) = begun();
    let first = spectators.ask("GET", GAME, &[]);
    let tag = first.tag();
    for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
        let answer = ask_unless(spectators.at(), GAME, known, &[]).answer();
        assert_eq!((answer.status, answer.body.as_str(), answer.tag()), (304, "", tag), "{known}");
    }
    for unknown in ["\"other\"", tag.trim_matches('"'), "", "\"", "W/"] {
        let answer = ask_unless(spectators.at(), GAME, unknown, &[]).answer();
        assert_eq!(answer.status, 200, "{unknown}");
    }
    venue.done(&["enter", "1", "1-0"]);
    spectators.text_once(GAME, |pgn| pgn.ends_with("1-0\n"));
    assert_ne!(spectators.ask("GET", GAME, &[]).tag(), tag);
    venue.done(&["enter", "1", "*"]);
    spectators.text_once(GAME, |pgn| pgn == first.body);
    assert_eq!(spectators.ask("GET", GAME, &[]).tag(), tag);
    let anew = Spectators::on(&venue.bus);
    anew.text_once(GAME, |pgn| pgn == first.body);
    assert_eq!(anew.ask("GET", GAME, &[]).tag(), tag, "a restart changes no tag");
}

#[test]
fn who_waits_is_answered_when_his_text_changes_and_nobody_waits_who_did_not_say_so() {
    let (venue, spectators) = begun();
    let at = spectators.at();
    let [one, other, all] = [GAME, "/round-3/game-2.pgn", GAMES].map(|path| {
        let tag = spectators.ask("GET", path, &[]).tag().to_owned();
        move |more: &[&str]| ask_unless(at, path, &tag, more)
    });
    for preference in ["wait=0", "wait", "wait=soon", "waits=45", "wait=-1", "wait=4294967296"] {
        assert_eq!(one(&[&format!("Prefer: {preference}")]).answer().status, 304, "{preference}");
    }
    assert_eq!(spectators.ask("GET", GAME, &[LONG]).status, 200);
    assert_eq!(spectators.ask("GET", "/round-3/game-9.pgn", &[LONG]).status, 404);
    let waiting = [one(&["prefer: x; y=1, Wait = \"45\""]), all(&[LONG])];
    let unchanged = other(&["Prefer: wait=2"]);
    let began = Instant::now();
    venue.done(&["enter", "1", "1-0"]);
    for answer in waiting.map(Request::answer) {
        assert!(answer.status == 200 && answer.body.contains("[Result \"1-0\"]"), "{answer:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(unchanged.answer().status, 304, "what it waits for has not changed");
}

#[test]
fn many_that_wait_leave_room_for_those_who_do_not_and_for_others_when_they_go() {
    let (_venue, spectators) = begun();
    let at = spectators.at();
    let tag = spectators.ask("GET", GAMES, &[]).tag().to_owned();
    let long = || ask_unless(at, GAMES, &tag, &[LONG]);
    let short = || ask_unless(at, GAMES, &tag, &["Prefer: wait=1"]).answer();
    let mut waiting: Vec<_> = (0..200).map(|_| long()).collect();
    let since = Instant::now();
    let refused = loop {
        match short() {
            answer if answer.status == 503 => break answer,
            answer => assert!(since.elapsed() < PATIENCE, "{answer:?}"),
        }
        // It had the place of one that was refused.
        waiting.push(long());
    };
    assert!(refused.field("retry-after").is_some());
    assert_eq!(ask_unless(at, GAMES, &tag, &[]).answer().status, 304);
    drop(waiting);
    let since = Instant::now();
    while short().status != 304 {
        assert!(since.elapsed() < PATIENCE, "nobody has left");
    }
}

#[test]
fn what_is_not_public_cannot_be_asked_for() {
    let (venue, spectators) = begun();
    fs::write(venue.folder.path().join("round-3/notes.pgn"), "not ours").unwrap();
    for path in [
        "/round-3",
        "/round-3/",
        "/round-3/notes.pgn",
        "/round-3/game-01.pgn",
        "/round-3/game-+1.pgn",
        "/round-03/games.pgn",
        "/round-4/games.pgn",
        "/round-3/.game-1.pgn.part",
        "/round-3/games.pgn/",
        "//round-3/games.pgn",
        "/x/../round-3/games.pgn",
        "/../../../../etc/passwd",
        "/round-3/game-99999999999999999999.pgn",
    ] {
        assert_eq!(spectators.ask("GET", path, &[]).status, 404, "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"] {
        let answer = spectators.ask(method, GAMES, &[]);
        assert_eq!((answer.status, answer.field("allow")), (405, Some("GET, HEAD, OPTIONS")));
        assert!(answer.body.contains("GET and HEAD"), "{}", answer.body);
    }
}

#[test]
fn a_web_page_may_ask_with_tags_and_wait_and_one_whose_name_leads_here_reads_nothing() {
    let (_venue, spectators) = begun();
    let fields = ["Origin: https://example.org", "Access-Control-Request-Method: GET"];
    let answer = spectators.ask("OPTIONS", GAMES, &fields);
    assert_eq!((answer.status, answer.field("access-control-allow-origin")), (204, Some("*")));
    assert_eq!(answer.field("access-control-allow-headers"), Some("If-None-Match, Prefer"));
    assert_eq!(answer.field("access-control-expose-headers"), Some("ETag"));
    let ask = |fields: &str| {
        tell(spectators.at(), format!("GET {GAMES} HTTP/1.1\r\nConnection: close\r\n{fields}\r\n"))
    };
    let told = ask(&format!("Host: localhost:{}\r\n", spectators.at().port()));
    assert!(told.starts_with("HTTP/1.1 200 "), "{told}");
    for fields in ["Host: evil.example.org\r\n", "Host: a\r\nHost: localhost\r\n", ""] {
        let told = ask(fields);
        assert!(told.starts_with("HTTP/1.1 4") && !told.contains("[Event"), "{fields}: {told}");
    }
    let told = ask("Host: evil.example.org\r\n");
    assert!(told.starts_with("HTTP/1.1 421 ") && told.contains("--name"), "{told}");
    let old = tell(spectators.at(), format!("GET {GAMES} HTTP/1.0\r\n\r\n"));
    assert!(old.split_whitespace().nth(1) == Some("200"), "{old}");
}

#[test]
fn noise_and_endless_heads_get_nothing() {
    let (_venue, spectators) = begun();
    let mut random = fastrand::Rng::with_seed(8_064);
    for length in [1, 10, 100, 1_000, 10_000, 100_000] {
        let noise: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        let told = say(spectators.at(), noise);
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    let line = format!("GET {GAMES}?{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    let field = format!("GET {GAMES} HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let fields = format!("GET {GAMES} HTTP/1.1\r\n{}\r\n", "X: x\r\n".repeat(1_000));
    for head in [line, field, fields] {
        let told = say(spectators.at(), head);
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    assert_eq!(spectators.ask("GET", GAMES, &[]).status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_served_move_by_move_while_it_is_played() {
    let game = Scored::demo("ghosh-bartel.pgn");
    let board = Simulation::start(&game, &[&HASTY[..], &["--serial", "11"]].concat());
    let venue = Venue::open(vec![board.port()]);
    let spectators = Spectators::on(&venue.bus);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_00011").await).await;
    venue.load("round,board,white,black\n3,1,Ghosh,Bartel\n");
    venue.done(&["assign", "--plugged"]);
    venue.done(&["begin", "--anyway"]);
    spectators.text_once(GAME, |pgn| pgn.contains("Ghosh"));
    let mut text = spectators.ask("GET", GAME, &[]);
    let mut seen = vec![moves(&text.body).len()];
    while !text.body.contains("[Result \"1-0\"]") {
        let next = ask_unless(spectators.at(), GAME, text.tag(), &[LONG]).answer();
        assert_eq!(next.status, 200, "a move is played within the wait: {}", text.body);
        text = next;
        seen.push(moves(&text.body).len());
    }
    assert!(seen.is_sorted() && seen.len() > 10, "{seen:?}");
    assert_eq!(moves(&text.body), game.moves);
    assert_eq!(spectators.get(GAMES).unwrap(), text.body);
    board.finish();
    let venue = venue.kill();
    let anew = Spectators::on(&venue.bus);
    anew.text_once(GAME, |pgn| pgn == text.body);
    assert_eq!(anew.ask("GET", GAME, &[]).tag(), text.tag());
}

/// The moves of a game that must be whole.
fn moves(pgn: &str) -> Vec<String> {
    assert!(pgn.starts_with("[Event ") && pgn.ends_with('\n'), "{pgn}");
    if pgn.ends_with("\n\n*\n") {
        return Vec::new();
    }
    let game = PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN).unwrap();
    game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string()).collect()
}

#[test]
fn an_address_that_is_taken_is_named() {
    let venue = Venue::open(Vec::new());
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
    command.args(["public", "--bus", venue.bus.address(), "--listen", &address]);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains(&address), "{said}");
}

/// What is answered to a request by somebody who waits for it.
fn tell(server: SocketAddr, request: String) -> String {
    let (mut stream, mut told) = (connect(server), Vec::new());
    stream.write_all(request.as_bytes()).unwrap();
    let _ = stream.read_to_end(&mut told);
    String::from_utf8_lossy(&told).into_owned()
}

/// What is answered to whatever is said by somebody who says nothing more.
fn say(server: SocketAddr, what: impl AsRef<[u8]>) -> String {
    let (mut stream, mut told) = (connect(server), Vec::new());
    let _ = stream.write_all(what.as_ref());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.read_to_end(&mut told);
    String::from_utf8_lossy(&told).into_owned()
}
