//! What clients say: a call each message. Whatever they say, it is understood or answered with an error.

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::orientation::Orientation;
use super::setup::Wanted;

/// Longest text by which a client may know a call or a feed, in bytes.
const MAX_ID_BYTES: usize = 64;

/// By what a client knows a call or a feed. It is told in the JSON type in which it came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    /// None, told as null.
    #[default]
    Absent,
    Number(Number),
    Text(String),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// All boards.
    Eboards,
    /// All ports.
    Sources,
    /// A feed of what happens on a board.
    Subscribe { feed: Id, serial: String },
    /// No more of a feed.
    Unsubscribe { feed: Id },
    /// Moves of a feed are told from a position on.
    Setup { feed: Id, wanted: Wanted },
    /// The board of a feed lies as the client says.
    Flip { feed: Id, orientation: Orientation },
}

/// Why a message is no call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CallError {
    #[error("Not a JSON object: {0}")]
    NoObject(String),
    #[error("Missing or invalid id: give a number, or a text of at most 64 bytes")]
    NoId,
    #[error("Missing call: one of eboards, sources, subscribe, unsubscribe, call")]
    NoCall,
    #[error("Unknown call: {0}")]
    UnknownCall(String),
    #[error("Missing param.{0}")]
    Missing(&'static str),
    #[error("Unknown feed: {0}")]
    UnknownFeed(String),
    #[error("Unknown method: {0}")]
    UnknownMethod(String),
    #[error("Invalid FEN: {0}")]
    NoPosition(String),
}

/// A message as it was understood: the id of its call, and the call.
pub(super) fn read(message: &str) -> (Id, Result<Call, CallError>) {
    let said: Value = match serde_json::from_str(message) {
        Ok(said) => said,
        Err(error) => return (Id::Absent, Err(CallError::NoObject(error.to_string()))),
    };
    let Value::Object(said) = said else {
        return (Id::Absent, Err(CallError::NoObject("it is something else".to_owned())));
    };
    match Id::read(said.get("id")) {
        Some(id) => (id, call_of(&said)),
        None => (Id::Absent, Err(CallError::NoId)),
    }
}

impl Id {
    fn read(id: Option<&Value>) -> Option<Self> {
        match id {
            None | Some(Value::Null) => Some(Self::Absent),
            Some(Value::Number(number)) => Some(Self::Number(number.clone())),
            Some(Value::String(text)) if text.len() <= MAX_ID_BYTES => {
                Some(Self::Text(text.clone()))
            }
            Some(_) => None,
        }
    }
}

fn call_of(said: &Map<String, Value>) -> Result<Call, CallError> {
    let call = said.get("call").and_then(Value::as_str).ok_or(CallError::NoCall)?;
    let nothing = Map::new();
    let param = said.get("param").and_then(Value::as_object).unwrap_or(&nothing);
    match call {
        "eboards" => Ok(Call::Eboards),
        "sources" => Ok(Call::Sources),
        "subscribe" => subscription(param),
        "unsubscribe" => Ok(Call::Unsubscribe { feed: feed_of(param)? }),
        "call" => call_of_feed(param),
        other => Err(CallError::UnknownCall(shortened(other))),
    }
}

fn subscription(param: &Map<String, Value>) -> Result<Call, CallError> {
    match text(param, "feed").ok_or(CallError::Missing("feed"))? {
        "eboardevent" => {}
        other => return Err(CallError::UnknownFeed(shortened(other))),
    }
    let feed = feed_of(param)?;
    let board = param.get("param").and_then(|board| board.get("serialnr"));
    let serial = match board {
        Some(Value::String(serial)) => serial.clone(),
        Some(Value::Number(serial)) => serial.to_string(),
        _ => return Err(CallError::Missing("param.serialnr")),
    };
    Ok(Call::Subscribe { feed, serial })
}

fn call_of_feed(param: &Map<String, Value>) -> Result<Call, CallError> {
    let feed = feed_of(param)?;
    let method = text(param, "method").ok_or(CallError::Missing("method"))?;
    let of_method = |name: &str| param.get("param").and_then(|param| param.get(name));
    match method {
        "setup" => {
            let fen = of_method("fen").and_then(Value::as_str);
            let fen = fen.ok_or(CallError::Missing("param.fen"))?;
            let wanted = Wanted::read(fen).ok_or_else(|| CallError::NoPosition(shortened(fen)))?;
            Ok(Call::Setup { feed, wanted })
        }
        "flip" => {
            let flip = of_method("flip").and_then(Value::as_bool);
            let is_flipped = flip.ok_or(CallError::Missing("param.flip"))?;
            Ok(Call::Flip { feed, orientation: Orientation::of_flag(is_flipped) })
        }
        other => Err(CallError::UnknownMethod(shortened(other))),
    }
}

fn feed_of(param: &Map<String, Value>) -> Result<Id, CallError> {
    match Id::read(param.get("id")) {
        Some(Id::Absent) => Err(CallError::Missing("id")),
        Some(feed) => Ok(feed),
        None => Err(CallError::NoId),
    }
}

fn text<'a>(param: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    param.get(name)?.as_str()
}

/// What a client has said, short enough to be told back.
fn shortened(text: &str) -> String {
    const MAX_SIGNS: usize = 80;
    text.chars().take(MAX_SIGNS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn understood(message: &str) -> (Id, Call) {
        let (id, call) = read(message);
        (id, call.unwrap_or_else(|error| panic!("{message}: {error}")))
    }

    fn refused(message: &str) -> (Id, String) {
        let (id, call) = read(message);
        (id, call.expect_err(message).to_string())
    }

    #[test]
    fn the_calls_of_clients_are_understood_as_they_write_them() {
        let one = Id::Number(1.into());
        assert_eq!(understood(r#"{"id":1,"call":"eboards"}"#), (one.clone(), Call::Eboards));
        assert_eq!(understood(r#"{"call":"eboards","id":36,"param":null}"#).1, Call::Eboards);
        assert_eq!(understood(r#"{"call":"sources","id":1,"param":{}}"#).1, Call::Sources);
        let subscribe = r#"{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"23946"}}}"#;
        let serial = "23946".to_owned();
        assert_eq!(understood(subscribe).1, Call::Subscribe { feed: one.clone(), serial });
        let unsubscribe = r#"{"id":5,"call":"unsubscribe","param":{"id":1}}"#;
        assert_eq!(understood(unsubscribe).1, Call::Unsubscribe { feed: one.clone() });
        let flip =
            r#"{"id":4,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}"#;
        let orientation = Orientation::Turned;
        assert_eq!(understood(flip).1, Call::Flip { feed: one.clone(), orientation });
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w QKqk - 2 3";
        let setup = json!({"id": 2, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": fen}}});
        let wanted = Wanted::read(fen).unwrap();
        assert_eq!(understood(&setup.to_string()).1, Call::Setup { feed: one, wanted });
    }

    #[test]
    fn an_id_stays_what_it_was() {
        for id in ["1", "-7", "1.5", "\"1\"", "\"\"", "null", "18446744073709551615"] {
            let (read, _) = understood(&format!(r#"{{"id":{id},"call":"eboards"}}"#));
            assert_eq!(serde_json::to_string(&read).unwrap(), id);
        }
        for id in ["[1]", "{}", "true", &format!("\"{}\"", "x".repeat(65))] {
            let message = format!(r#"{{"id":{id},"call":"eboards"}}"#);
            assert_eq!(refused(&message).0, Id::Absent, "{id}");
        }
    }

    #[test]
    fn what_other_clients_say_wrongly_is_answered_with_what_is_wrong() {
        let seen = [
            (r#"{"feed":"23946","param":{"clock":true}}"#, "Missing call"),
            (r#"{"id":9,"call":"feed","param":{}}"#, "Unknown call: feed"),
            (r#"{"id":1,"call":"subscribe","param":{"feed":"eboardevent"}}"#, "Missing param.id"),
            (r#"{"id":1,"call":"subscribe","param":{"feed":"liveviewer","id":1}}"#, "Unknown feed"),
            (
                r#"{"id":1,"call":"call","param":{"id":7,"method":"flip","param":{"fen":true}}}"#,
                "Missing param.param.flip",
            ),
            (
                r#"{"id":1,"call":"call","param":{"id":7,"method":"setup","param":{"flip":true}}}"#,
                "Missing param.param.fen",
            ),
            (
                r#"{"id":1,"call":"call","param":{"id":7,"method":"setup","param":{"fen":"white to move"}}}"#,
                "Invalid FEN",
            ),
            ("", "Not a JSON object"),
            ("[]", "Not a JSON object"),
            ("{\"id\":1,", "Not a JSON object"),
        ];
        for (message, why) in seen {
            assert!(refused(message).1.starts_with(why), "{message}: {:?}", refused(message));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_said_something_is_answered(message in ".{0,300}") {
            let (id, call) = read(&message);
            let answer = match call {
                Ok(_) => super::super::answer::to_call(&id, ()),
                Err(error) => super::super::answer::error(&id, &error),
            };
            prop_assert!(serde_json::from_str::<Value>(&answer).is_ok());
        }
    }
}
