//! LiveChess' interfaces as its clients meet them: the real daemon, boards, and what is told of them.

mod delayed;
mod hostile;
mod rounds;

use serde_json::{Value, json};

use crate::support::client::{Client, START};
use crate::support::livechess::{LiveChess, Socket};
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

/// A hall with the board of a table, as LiveChess, once its clock was heard.
async fn serving(table: &Table) -> (Venue, Client, LiveChess, Socket) {
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    let livechess = LiveChess::open(&venue.bus);
    let mut socket = livechess.connect().await;
    loop {
        let boards = socket.ask(r#"{"id":1,"call":"eboards"}"#).await;
        if !boards["param"][0]["clock"].is_null() {
            return (venue, client, livechess, socket);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_has_the_shapes_of_livechess_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (_venue, _client, livechess, mut socket) = serving(&table).await;
    socket.say(r#"{"id":1,"call":"eboards"}"#).await;
    let listed = without_time(&socket.hear_text().await);
    let source = folder.path().join("board-12345");
    let source = source.file_name().unwrap().to_str().unwrap();
    let clock = r#""clock":{"white":300,"black":300,"run":true,"time":0}"#;
    assert_eq!(
        listed,
        format!(
            r#"{{"response":"call","id":1,"param":[{{"serialnr":"12345","source":"{source}","state":"ACTIVE","battery":null,"comment":null,"board":"{START}","flipped":false,{clock}}}],"time":0}}"#
        )
    );
    socket.say(r#"{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"12345"}}}"#).await;
    assert_eq!(
        without_time(&socket.hear_text().await),
        r#"{"response":"call","id":2,"param":null,"time":0}"#
    );
    assert_eq!(
        without_time(&socket.hear_text().await),
        format!(
            r#"{{"response":"feed","id":1,"param":{{"serialnr":"12345","flipped":false,"board":"{START}",{clock}}},"time":0}}"#
        )
    );
    table.lift(shakmaty::Square::E2);
    assert_eq!(
        without_time(&socket.hear_text().await),
        r#"{"response":"feed","id":1,"param":{"serialnr":"12345","flipped":false,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"},"time":0}"#
    );
    livechess.stop();
    socket.ended().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_goes_on_when_the_daemon_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, _client, _livechess, mut socket) = serving(&table).await;
    subscribe(&mut socket).await;
    table.play(&["e2e4"]);
    let shown =
        |rank: &'static str| move |message: &Value| message["param"]["board"] == json!(rank);
    socket.until(shown("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")).await;
    let _venue = venue.kill_and(|| table.free());
    table.play(&["e7e5"]);
    socket.until(shown("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_lost_is_listed_as_it_was_last_seen_and_a_client_may_turn_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (_venue, mut client, livechess, mut socket) = serving(&table).await;
    subscribe(&mut socket).await;
    let flip = r#"{"id":4,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}"#;
    assert_eq!(socket.ask(flip).await["param"], json!(null));
    let turned = socket.hear().await;
    let upside_down = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
    assert_eq!(
        (&turned["param"]["flipped"], &turned["param"]["board"]),
        (&json!(true), &json!(upside_down))
    );
    table.unplug();
    client.until_link("dgt_12345", "lost").await;
    let listed = until(|| {
        let board = livechess.value("/api/v1.0/eboards")[0].clone();
        if board["state"] == "INACTIVE" { Ok(board) } else { Err(board.to_string()) }
    });
    assert_eq!((&listed["source"], &listed["clock"]), (&json!(null), &json!(null)));
    assert_eq!((&listed["board"], &listed["flipped"]), (&json!(START), &json!(false)));
    let keys = ["type", "device", "name", "present", "active", "status"];
    let sources =
        livechess.connect().await.ask(r#"{"id":9,"call":"sources"}"#).await["param"].clone();
    assert!(keys.iter().all(|key| sources[0].get(key).is_some()), "{sources}");
}

/// Opens feed 1 of the board.
async fn subscribe(socket: &mut Socket) {
    socket.say(r#"{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"12345"}}}"#).await;
    socket.until(|message| message["response"] == "feed").await;
}

/// Has the moves of feed 1 told from this position on.
async fn set_up(socket: &mut Socket, fen: &str) {
    let setup = json!({"id": 3, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": fen}}});
    socket.say(&setup.to_string()).await;
    socket.until(|message| message["param"]["start"] == json!(fen)).await;
}

/// A message in which every moment is 0.
fn without_time(message: &str) -> String {
    let mut rest = message;
    let mut timeless = String::new();
    while let Some((before, after)) = rest.split_once(r#""time":"#) {
        timeless += before;
        timeless += r#""time":0"#;
        rest = after.trim_start_matches(|sign: char| sign.is_ascii_digit());
    }
    timeless + rest
}

/// The moves that a message of a feed tells.
fn sans(message: &Value) -> Vec<&str> {
    message["param"]["san"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_position_that_a_client_sets_each_move_is_told_once_it_is_sure() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (_venue, _client, _livechess, mut socket) = serving(&table).await;
    socket.say(r#"{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"12345"}}}"#).await;
    socket.until(|message| message["response"] == "feed").await;
    let fen = format!("{START} w KQkq - 0 1");
    let setup = json!({"id": 3, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": fen}}});
    let answer = socket.ask(&setup.to_string()).await;
    assert_eq!((&answer["response"], &answer["id"]), (&json!("call"), &json!(3)));
    let begun = socket.hear().await;
    assert_eq!(begun["param"]["start"], json!(fen));
    assert_eq!((&begun["param"]["san"], &begun["param"]["match"]), (&json!([]), &json!(true)));
    table.play(&["e2e4", "e7e5", "g1f3"]);
    let mut told = vec![Vec::<String>::new()];
    while told.last().unwrap().len() < 3 {
        let heard = socket.until(|message| message["response"] == "feed").await;
        let now: Vec<_> = sans(&heard).into_iter().map(str::to_owned).collect();
        if told.last() != Some(&now) {
            told.push(now);
        }
    }
    let lengths: Vec<_> = told.iter().map(Vec::len).collect();
    assert_eq!(lengths, [0, 1, 2, 3], "{told:?}");
    assert_eq!(told[3], ["e4", "e5", "Nf3"]);
}
