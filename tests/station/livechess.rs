//! LiveChess' interfaces as its clients meet them: the real daemon, boards, and what is told of them.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::livechess::{LiveChess, Socket};
use crate::support::table::Table;
use crate::support::venue::Venue;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A hall with the board of a table, as LiveChess.
async fn serving(table: &Table) -> (Venue, Client, LiveChess, Socket) {
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    let livechess = LiveChess::open(&venue.bus);
    let mut socket = livechess.connect().await;
    loop {
        if socket.ask(r#"{"id":1,"call":"eboards"}"#).await["param"] != json!([]) {
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
