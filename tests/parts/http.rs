//! A broadcast over HTTP, on real sockets: what the folder has, whole, at once when it changes, and
//! whatever clients do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType};
use shakmaty::Color;
use touchmove_core::pairing::{BoardNumber, Round, TournamentHeader};
use touchmove_core::sheet::{Seat, Sheet, SheetMove, SheetStart, pgn};
use touchmove_station::relay::http::{self, HttpError};
use touchmove_station::relay::{BroadcastFolder, Outlets};

use crate::support::http::{Answer, Request, connect, get};
use crate::support::patience::PATIENCE;

/// When everything that is put here was released; it matters to reports only.
const RELEASED: touchmove_drivers::Instant = touchmove_drivers::Instant::ZERO;

/// A wait that no test comes to the end of.
const LONG: &str = "Prefer: wait=45";

/// A broadcast over HTTP, and into a folder if there is one.
fn broadcast(folder: Option<&Path>) -> (Outlets, SocketAddr) {
    let pages =
        http::start("127.0.0.1:0".parse().unwrap(), &["games.example.org".parse().unwrap()])
            .unwrap();
    let address = pages.address();
    (
        Outlets::new(folder.map(|folder| BroadcastFolder::open(folder).unwrap()), Some(pages)),
        address,
    )
}

/// A game that was not begun, at a tournament of this name.
fn sheet(round: u16, board: u16, event: &str) -> Sheet {
    let (round, board) = (Round::new(round).unwrap(), BoardNumber::new(board).unwrap());
    Sheet {
        event: TournamentHeader { name: Some(event.to_owned()), ..TournamentHeader::default() },
        date: None,
        seat: Seat::Unpaired { round, board },
        start: SheetStart::usual(),
        moves: Vec::new(),
        breaks: Vec::new(),
        outcome: None,
    }
}

/// A request for a text, from one who knows the text with this tag.
fn get_unless(server: SocketAddr, target: &str, tag: &str, more: &[&str]) -> Request {
    let known = format!("If-None-Match: {tag}");
    Request::send(server, "GET", target, &[&[known.as_str()], more].concat())
}

#[test]
fn what_is_served_is_what_the_folder_has() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("round-3")).unwrap();
    let before = pgn::write(&sheet(3, 7, "before a restart"));
    fs::write(folder.path().join("round-3/game-7.pgn"), &before).unwrap();
    let (mut outlets, server) = broadcast(Some(folder.path()));
    for sheet in [sheet(3, 12, "a"), sheet(3, 9, "b"), sheet(4, 1, "c"), sheet(3, 12, "d")] {
        outlets.put(&sheet, RELEASED).unwrap();
    }
    let mut files = Vec::new();
    for round in ["round-3", "round-4"] {
        for entry in fs::read_dir(folder.path().join(round)).unwrap() {
            let entry = entry.unwrap();
            let target = format!("/{round}/{}", entry.file_name().to_str().unwrap());
            let answer = get(server, &target);
            assert_eq!(answer.status, 200, "{target}");
            assert_eq!(answer.body, fs::read_to_string(entry.path()).unwrap(), "{target}");
            assert_eq!(answer.field("content-type"), Some("application/x-chess-pgn"));
            assert_eq!(answer.field("content-length"), Some(&*answer.body.len().to_string()));
            files.push(target);
        }
    }
    files.sort();
    let games = ["12", "7", "9"].map(|board| format!("/round-3/game-{board}.pgn"));
    let others = ["/round-3/games.pgn", "/round-4/game-1.pgn", "/round-4/games.pgn"];
    assert_eq!(files, [&games[..], &others.map(String::from)].concat());
    assert_eq!(get(server, &games[1]).body, before);
}

#[test]
fn without_a_folder_the_same_is_served() {
    let (mut outlets, server) = broadcast(None);
    let games = [sheet(3, 1, "a"), sheet(3, 2, "b")];
    games.iter().for_each(|sheet| outlets.put(sheet, RELEASED).unwrap());
    let [first, second] = games.each_ref().map(pgn::write);
    assert_eq!(get(server, "/round-3/game-1.pgn").body, first);
    assert_eq!(get(server, "/round-3/games.pgn?now").body, format!("{first}\n{second}"));
}

#[test]
fn the_head_alone_is_that_of_the_text() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let whole = get(server, "/round-3/games.pgn");
    let head = Request::send(server, "HEAD", "/round-3/games.pgn", &[]).answer();
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

#[test]
fn a_text_that_the_client_has_is_not_sent_again() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let target = "/round-3/game-1.pgn";
    let first = get(server, target);
    let tag = first.tag();
    assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
        let answer = get_unless(server, target, known, &[]).answer();
        assert_eq!((answer.status, answer.body.as_str(), answer.tag()), (304, "", tag), "{known}");
    }
    for unknown in ["\"other\"", tag.trim_matches('"'), "", "\"", "W/"] {
        assert_eq!(get_unless(server, target, unknown, &[]).answer().status, 200, "{unknown}");
    }
    outlets.put(&sheet(3, 1, "b"), RELEASED).unwrap();
    let second = get_unless(server, target, tag, &[]).answer();
    assert_eq!(second.status, 200);
    assert_ne!(second.tag(), tag);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    assert_eq!((get(server, target).tag(), get(server, target).body), (tag, first.body.clone()));
    let (mut again, elsewhere) = broadcast(None);
    again.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    assert_eq!(get(elsewhere, target).tag(), tag, "a restart changes no tag");
}

#[test]
fn whoever_waits_is_answered_as_soon_as_the_text_changes() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    outlets.put(&sheet(3, 2, "a"), RELEASED).unwrap();
    let tag = |target| get(server, target).tag().to_owned();
    let tags = ["/round-3/game-1.pgn", "/round-3/game-2.pgn", "/round-3/games.pgn"].map(tag);
    let began = Instant::now();
    let one =
        get_unless(server, "/round-3/game-1.pgn", &tags[0], &["prefer: x; y=1, Wait = \"45\""]);
    let all = get_unless(server, "/round-3/games.pgn", &tags[2], &[LONG]);
    let other = get_unless(server, "/round-3/game-2.pgn", &tags[1], &["Prefer: wait=1"]);
    waits(&one);
    waits(&all);
    outlets.put(&sheet(3, 1, "b"), RELEASED).unwrap();
    assert!(one.answer().body.contains("[Event \"b\"]"));
    assert!(all.answer().body.contains("[Event \"b\"]"));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(other.answer().status, 304, "what it waits for has not changed");
}

#[test]
fn nobody_waits_who_did_not_say_so() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let target = "/round-3/game-1.pgn";
    let tag = get(server, target).tag().to_owned();
    for preference in ["wait=0", "wait", "wait=soon", "waits=45", "wait=-1", "wait=4294967296"] {
        let request = get_unless(server, target, &tag, &[&format!("Prefer: {preference}")]);
        assert_eq!(request.answer().status, 304, "{preference}");
    }
    assert_eq!(get_unless(server, target, "\"other\"", &[LONG]).answer().status, 200);
    assert_eq!(Request::send(server, "GET", target, &[LONG]).answer().status, 200);
    assert_eq!(get_unless(server, "/round-3/game-2.pgn", "*", &[LONG]).answer().status, 404);
}

#[test]
fn what_is_not_published_cannot_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (mut outlets, server) = broadcast(Some(folder.path()));
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    fs::write(folder.path().join("round-3/notes.pgn"), "not ours").unwrap();
    for target in [
        "/",
        "/round-3",
        "/round-3/",
        "/round-3/notes.pgn",
        "/round-3/game-2.pgn",
        "/round-3/game-01.pgn",
        "/round-3/game-+1.pgn",
        "/round-03/games.pgn",
        "/round-4/games.pgn",
        "/round-3/.game-1.pgn.part",
        "/round-3/games.pgn/",
        "//round-3/games.pgn",
        "/x/../round-3/games.pgn",
        "/round-3/%67ames.pgn",
        "/../../../../etc/passwd",
        "/round-3/game-99999999999999999999.pgn",
    ] {
        let answer = get(server, target);
        assert_eq!(answer.status, 404, "{target}");
        assert!(answer.body.contains("/round-3/games.pgn"), "{}", answer.body);
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"] {
        let answer = Request::send(server, method, "/round-3/games.pgn", &[]).answer();
        assert_eq!((answer.status, answer.field("allow")), (405, Some("GET, HEAD, OPTIONS")));
        assert!(answer.body.contains("GET or HEAD"), "{}", answer.body);
    }
}

#[test]
fn a_web_page_may_ask_with_tags_and_wait() {
    let (_outlets, server) = broadcast(None);
    let fields = ["Origin: https://example.org", "Access-Control-Request-Method: GET"];
    let answer = Request::send(server, "OPTIONS", "/round-3/games.pgn", &fields).answer();
    assert_eq!((answer.status, answer.field("access-control-allow-origin")), (204, Some("*")));
    assert_eq!(answer.field("access-control-allow-headers"), Some("If-None-Match, Prefer"));
    assert_eq!(answer.field("access-control-expose-headers"), Some("ETag"));
}

#[test]
fn noise_and_endless_heads_get_nothing() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let mut random = fastrand::Rng::with_seed(8_064);
    for length in [1, 10, 100, 1_000, 10_000, 100_000] {
        let noise: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        let told = say(server, &noise);
        assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 400 "), "{told:?}");
    }
    let line = format!("GET /round-3/games.pgn?{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    let field = format!("GET /round-3/games.pgn HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let fields = format!("GET /round-3/games.pgn HTTP/1.1\r\n{}\r\n", "X: x\r\n".repeat(1_000));
    for head in [line, field, fields] {
        let told = say(server, head.as_bytes());
        assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 4"), "{told:?}");
    }
    let body =
        format!("POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n{}", "x".repeat(1 << 20));
    let told = say(server, body.as_bytes());
    assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 405 "), "{told:?}");
    assert_eq!(get(server, "/round-3/games.pgn").status, 200);
}

#[test]
fn idle_connections_keep_nobody_out_for_long() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let began = Instant::now();
    let mut idle: Vec<TcpStream> = (0..300).map(|_| connect(server)).collect();
    for half in idle.iter_mut().step_by(2) {
        half.write_all(b"GET /round-3/games.pgn HTTP/1.1\r\nX: ").unwrap();
    }
    outlets.put(&sheet(3, 1, "b"), RELEASED).unwrap();
    assert!(get(server, "/round-3/games.pgn").body.contains("[Event \"b\"]"));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn one_address_does_not_take_the_places_of_others() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let other = [127, 0, 0, 2].into();
    let idle: Vec<_> = (0..64).map(|_| connect_from(other, server)).collect();
    let mut more = connect_from(other, server);
    assert_eq!(more.read(&mut [0]).unwrap_or(0), 0, "it is let go at once");
    idle.iter().for_each(waits_for_more);
    assert_eq!(get(server, "/round-3/games.pgn").status, 200);
    drop(idle);
    let began = Instant::now();
    let is_in = || {
        let mut stream = connect_from(other, server);
        let head = format!("GET /round-3/games.pgn HTTP/1.1\r\nHost: {server}\r\n\r\n");
        let mut told = String::new();
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.read_to_string(&mut told);
        told.starts_with("HTTP/1.1 200 ")
    };
    while !is_in() {
        assert!(began.elapsed() < PATIENCE, "those who left take up places still");
    }
}

#[test]
fn who_says_nothing_is_let_go_sooner_where_many_are_inside() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let _idle: Vec<TcpStream> = (0..140).map(|_| connect(server)).collect();
    let (began, mut late) = (Instant::now(), connect(server));
    let _ = late.read_to_end(&mut Vec::new());
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn a_page_whose_name_leads_here_reads_nothing() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let ask =
        |fields: &str| tell(server, &format!("GET /round-3/games.pgn HTTP/1.1\r\n{fields}\r\n"));
    for host in [format!("localhost:{}", server.port()), "games.example.org".to_owned()] {
        let told = ask(&format!("Host: {host}\r\n"));
        assert!(told.starts_with("HTTP/1.1 200 "), "{host}: {told}");
    }
    for fields in ["Host: evil.example.org\r\n", "Host: a\r\nHost: localhost\r\n", ""] {
        let told = ask(fields);
        assert!(told.starts_with("HTTP/1.1 4") && !told.contains("[Event"), "{fields}: {told}");
    }
    let told = ask("Host: evil.example.org\r\n");
    assert!(told.starts_with("HTTP/1.1 421 ") && told.contains("hosts = ["), "{told}");
    let old = tell(server, "GET /round-3/games.pgn HTTP/1.0\r\n\r\n");
    assert!(old.starts_with("HTTP/1.0 200 ") || old.starts_with("HTTP/1.1 200 "), "{old:?}");
}

/// What is answered to a request by somebody who waits for it.
fn tell(server: SocketAddr, request: &str) -> String {
    let (mut stream, mut told) = (connect(server), String::new());
    stream.write_all(request.as_bytes()).unwrap();
    stream.read_to_string(&mut told).unwrap();
    told
}

/// A connection from another address of this machine.
fn connect_from(from: Ipv4Addr, server: SocketAddr) -> TcpStream {
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    rustix::net::bind(&socket, &SocketAddr::from((from, 0))).unwrap();
    rustix::net::connect(&socket, &server).unwrap();
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Asserts that a connection is open, and nothing was said on it.
fn waits_for_more(stream: &TcpStream) {
    stream.set_nonblocking(true).unwrap();
    let kind = stream.peek(&mut [0]).map_err(|error| error.kind());
    assert_eq!(kind, Err(ErrorKind::WouldBlock));
}

#[test]
fn many_that_wait_leave_room_for_those_who_do_not() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let target = "/round-3/games.pgn";
    let tag = get(server, target).tag().to_owned();
    let asked: Vec<_> = (0..230).map(|_| get_unless(server, target, &tag, &[LONG])).collect();
    assert_eq!(get_unless(server, target, &tag, &[]).answer().status, 304);
    outlets.put(&sheet(3, 1, "b"), RELEASED).unwrap();
    let mut statuses = BTreeMap::new();
    for answer in asked.into_iter().map(Request::answer) {
        assert_eq!(answer.field("retry-after").is_some(), answer.status == 503);
        *statuses.entry(answer.status).or_default() += 1;
    }
    assert_eq!(statuses, BTreeMap::from([(200, 192), (503, 38)]));
}

#[test]
fn who_waits_and_goes_away_leaves_room_for_others() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&sheet(3, 1, "a"), RELEASED).unwrap();
    let target = "/round-3/games.pgn";
    let tag = get(server, target).tag().to_owned();
    let short = || get_unless(server, target, &tag, &["Prefer: wait=1"]).answer().status;
    let waiting: Vec<_> = (0..192).map(|_| get_unless(server, target, &tag, &[LONG])).collect();
    assert_eq!(short(), 503);
    drop(waiting);
    let since = Instant::now();
    while short() != 304 {
        assert!(since.elapsed() < Duration::from_secs(20), "nobody has left");
    }
}

#[test]
fn readers_that_do_not_read_hold_nothing_up() {
    let (mut outlets, server) = broadcast(None);
    outlets.put(&Sheet { moves: shuffles(250_000), ..sheet(3, 1, "long") }, RELEASED).unwrap();
    let (long, target) = (get(server, "/round-3/game-1.pgn").body, "/round-3/games.pgn");
    // the buffers of a connection take four megabytes and not much more
    assert!(long.len() > 6 << 20, "{}", long.len());
    let stalled: Vec<_> = (0..20).map(|_| Request::send(server, "GET", target, &[])).collect();
    let began = Instant::now();
    for event in ["a", "b", "c"] {
        outlets.put(&sheet(3, 2, event), RELEASED).unwrap();
        assert_eq!(get(server, "/round-3/game-2.pgn").body, pgn::write(&sheet(3, 2, event)));
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    for request in stalled {
        assert!(request.answer().body.starts_with(&long), "what was begun is ended as it was");
    }
}

/// Knights that go out and back, time and again.
fn shuffles(times: usize) -> Vec<SheetMove> {
    let four = [
        ("Nf3", "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        ("Nf6", "g8f6", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
        ("Ng1", "f3g1", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2"),
        ("Ng8", "f6g8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"),
    ];
    let sides = Color::ALL.into_iter().cycle();
    let moves = four.into_iter().cycle().take(4 * times).zip(sides);
    let moves = moves.map(|((san, uci, fen), side)| SheetMove {
        side,
        san: Some(san.to_owned()),
        uci: uci.to_owned(),
        fen: fen.to_owned(),
        left: None,
        spent: None,
        is_doubtful: false,
    });
    moves.collect()
}

#[test]
fn an_address_that_cannot_be_served_at_says_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let error = http::start(taken.local_addr().unwrap(), &[]).unwrap_err();
    assert!(matches!(error, HttpError::InUse { .. }), "{error:?}");
    // of the block for documentation, RFC 5737
    let error = http::start("192.0.2.1:8064".parse().unwrap(), &[]).unwrap_err();
    assert!(matches!(error, HttpError::NotHere { .. }), "{error:?}");
    assert!(error.to_string().starts_with("192.0.2.1:8064: not an address of this machine"));
}

/// How long to look whether something comes that must not come.
const A_MOMENT: Duration = Duration::from_millis(200);

/// Asserts that no answer has come, and none comes at once.
fn waits(request: &Request) {
    request.0.set_read_timeout(Some(A_MOMENT)).unwrap();
    let kind = request.0.peek(&mut [0]).map_err(|error| error.kind());
    assert!(matches!(kind, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{kind:?}");
    request.0.set_read_timeout(Some(PATIENCE)).unwrap();
}

/// Says `bytes` and no more, and returns what was answered, if anything was: a server may just go.
fn say(server: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = connect(server);
    let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut told = Vec::new();
    if let Err(error) = stream.read_to_end(&mut told) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
    }
    told
}
