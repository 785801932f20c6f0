//! Wrong, unknown, huge and thousandfold: whoever does it does it to himself.

use std::io::Write as _;
use std::net::TcpStream;

use serde_json::{Value, json};

use super::{serving, subscribe};
use crate::support::http::Request;
use crate::support::table::Table;

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
    let renamed =
        "GET /api/v1.0/eboards HTTP/1.1\r\nHost: evil.example:1982\r\nConnection: close\r\n\r\n";
    let mut stream = TcpStream::connect(livechess.at()).unwrap();
    stream.write_all(renamed.as_bytes()).unwrap();
    assert_eq!(Request(stream).answer().status, 403);
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
