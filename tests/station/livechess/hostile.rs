//! Wrong, unknown, huge and thousandfold: whoever does it does it to himself.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{serving, subscribe};
use crate::support::http::Request;
use crate::support::livechess::LiveChess;
use crate::support::table::Table;
use crate::support::venue::Venue;

/// More connections than there are.
const MANY: usize = 1_500;

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_answered_and_the_socket_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::new(folder.path());
    let (_venue, _client, livechess, mut socket) = serving(&table).await;
    let deep = "[".repeat(20_000);
    let wrong = [
        ("nothing", json!(null)),
        ("{}", json!(null)),
        (&deep, json!(null)),
        (r#"{"feed":"12345","param":{"clock":true}}"#, json!(null)),
        (r#"{"id":"x","call":"feed"}"#, json!("x")),
        (r#"{"id":5,"call":"subscribe","param":{"feed":"eboardevent"}}"#, json!(5)),
        (
            r#"{"id":6,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"99999"}}}"#,
            json!(6),
        ),
        (
            r#"{"id":7,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}"#,
            json!(7),
        ),
        (r#"{"id":8,"call":"unsubscribe","param":{"id":1}}"#, json!(8)),
    ];
    for (message, id) in wrong {
        let answer = socket.ask(message).await;
        assert_eq!((&answer["response"], &answer["id"]), (&json!("error"), &id), "{message:.80}");
        assert!(
            answer["param"]["message"].is_string() && answer["param"]["stacktrace"].is_string()
        );
    }
    assert_eq!(socket.ask(r#"{"id":1.5,"call":"eboards"}"#).await["id"], json!(1.5));
    let mut huge = livechess.connect().await;
    huge.say_too_much(&" ".repeat(1 << 20)).await;
    huge.ended().await;
    subscribe(&mut socket).await;
    assert_eq!(
        socket.ask(r#"{"id":9,"call":"unsubscribe","param":{"id":1}}"#).await["param"],
        json!(null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_strangers_are_refused_and_those_of_the_known_sites_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::new(folder.path());
    let (_venue, _client, livechess, _socket) = serving(&table).await;
    for origin in ["https://lichess.org", "https://www.chess.com", "http://localhost:8000"] {
        assert!(livechess.connect_as(Some(origin)).await.is_ok(), "{origin}");
        let field = format!("Origin: {origin}");
        let answer = livechess.get("/api/v1.0/eboards", &[&field]);
        assert_eq!(
            (answer.status, answer.field("access-control-allow-origin")),
            (200, Some(origin))
        );
    }
    for origin in ["https://evil.example", "null"] {
        assert!(livechess.connect_as(Some(origin)).await.is_err(), "{origin}");
        let answer = livechess.get("/api/v1.0/eboards", &[&format!("Origin: {origin}")]);
        assert!(answer.status == 403 && !answer.body.contains("12345"), "{answer:?}");
    }
    let port = livechess.at().port();
    for hosts in [
        "Host: evil.example:1982".to_owned(),
        format!("Host: localhost:{port}\r\nHost: localhost:{port}"),
    ] {
        let asked =
            format!("GET /api/v1.0/eboards HTTP/1.1\r\n{hosts}\r\nConnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(livechess.at()).unwrap();
        stream.write_all(asked.as_bytes()).unwrap();
        assert_eq!(Request(stream).answer().status, 403, "{hosts}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_loaded_into_pages_of_strangers_that_do_not_say_who_they_are() {
    let venue = Venue::open(Vec::new());
    let livechess = LiveChess::open(&venue.bus);
    for part in ["script", "image", "iframe", "empty"] {
        let part = format!("Sec-Fetch-Dest: {part}");
        let answer = livechess.get("/api/v1.0/eboards", &["Sec-Fetch-Site: cross-site", &part]);
        assert_eq!(answer.status, 403, "{part}");
        let answer = livechess.get("/api/v1.0/eboards", &["Sec-Fetch-Site: same-site", &part]);
        assert_eq!(answer.status, 200, "{part}: a page of this machine");
        let known = ["Sec-Fetch-Site: cross-site", &part, "Origin: https://lichess.org"];
        assert_eq!(livechess.get("/api/v1.0/eboards", &known).status, 200, "{part}");
    }
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"];
    assert_eq!(livechess.get("/doc/index.html", &link).status, 200);
    for (path, fields) in
        [("/api/v1.0/eboards", &[][..]), ("/nothing", &[]), ("/doc/index.html", &["Origin: null"])]
    {
        let answer = livechess.get(path, fields);
        assert_eq!(answer.field("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.field("cross-origin-resource-policy"), Some("same-site"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_asks_for_nothing_and_a_client_that_never_reads_leave_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (_venue, mut client, livechess, mut socket) = serving(&table).await;
    subscribe(&mut socket).await;
    let silent: Vec<_> =
        (0..MANY).filter_map(|_| TcpStream::connect(livechess.at()).ok()).collect();
    assert_eq!(silent.len(), MANY);
    let mut deaf = livechess.connect().await;
    for _ in 0..2_000 {
        deaf.say(r#"{"id":1,"call":"eboards"}"#).await;
    }
    table.play(&["e2e4"]);
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    socket.until(|message: &Value| message["param"]["board"] == json!(moved)).await;
    assert_eq!(livechess.get("/api/v1.0/eboards", &[]).status, 200);
    client.until_moves("dgt_12345", &["e2e4"]).await;
    let status = std::fs::read_to_string(format!("/proc/{}/status", livechess.id())).unwrap();
    let used = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap().trim();
    let kib: u64 = used.split(' ').next().unwrap().parse().unwrap();
    assert!(kib < 100 * 1_024, "{used}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_many_connections_has_no_more_feeds_than_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::new(folder.path());
    let (_venue, _client, livechess, _socket) = serving(&table).await;
    let mut sockets = Vec::new();
    let refused = 'all: loop {
        assert!(sockets.len() < 32, "feeds have no end");
        let mut socket = livechess.connect().await;
        for feed in 0..256 {
            let call = json!({"id": 2, "call": "subscribe", "param":
                {"feed": "eboardevent", "id": feed, "param": {"serialnr": "12345"}}});
            let answer = socket.ask(&call.to_string()).await;
            if answer["response"] == "error" {
                break 'all answer;
            }
            socket.until(|message| message["response"] == "feed").await;
        }
        sockets.push(socket);
    };
    let message = refused["param"]["message"].as_str().unwrap();
    assert!(message.contains("feeds of all clients"), "{message}");
    let mut other = livechess.connect().await;
    assert_ne!(other.ask(r#"{"id":1,"call":"eboards"}"#).await["param"], json!([]));
    drop(sockets.pop());
    let call = r#"{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"12345"}}}"#;
    while other.ask(call).await["response"] == "error" {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_http_is_answered_no_oftener_than_one_on_a_websocket() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::new(folder.path());
    let (_venue, _client, livechess, _socket) = serving(&table).await;
    let asked = format!("GET /nothing HTTP/1.1\r\nHost: {}\r\n\r\n", livechess.at());
    let last = asked.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    let since = Instant::now();
    let mut stream = TcpStream::connect(livechess.at()).unwrap();
    let mut saying = stream.try_clone().unwrap();
    let said = asked.repeat(2_999) + &last;
    let saying = std::thread::spawn(move || saying.write_all(said.as_bytes()).unwrap());
    let mut answered = String::new();
    stream.read_to_string(&mut answered).unwrap();
    saying.join().unwrap();
    assert_eq!(answered.matches("HTTP/1.1 404").count(), 3_000);
    let took = since.elapsed();
    assert!(took > Duration::from_secs(2), "3000 requests took {took:?}");
}
