//! What is in the messages between stations and halls.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zbus::{Structure, Variant};

use crate::typed_json::TypedJson;

/// A message as it was received.
#[derive(Clone, Debug)]
pub(crate) struct Received<T> {
    /// What it says.
    pub(crate) message: T,
    /// How long it was.
    pub(crate) bytes: usize,
}

impl<T: DeserializeOwned> Received<T> {
    /// Reads a message.
    pub(crate) fn read(payload: &[u8]) -> serde_json::Result<Self> {
        Ok(Self { message: serde_json::from_slice(payload)?, bytes: payload.len() })
    }
}

/// An object: its interfaces, each with its properties (`a{sv}`).
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct ObjectMessage {
    pub(crate) interfaces: BTreeMap<String, TypedJson>,
}

/// Something that happened in a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct EventMessage {
    /// Its number in the game, from 1.
    pub(crate) number: u64,
    /// The name of its signal.
    pub(crate) kind: String,
    /// The signal's other arguments by name (`a{sv}`).
    pub(crate) details: TypedJson,
}

impl EventMessage {
    /// An event as a bus tells it, `(tsa{sv})`; `None` where it is something else.
    pub(crate) fn of_bus(event: &Structure<'_>) -> Option<Self> {
        let [Variant::U64(number), Variant::Str(kind), details] = event.fields() else {
            return None;
        };
        let details = TypedJson::of(details).ok()?;
        Some(Self { number: *number, kind: kind.as_str().to_owned(), details })
    }
}

/// A part of what is kept of a board: this head as a line of JSON, and the bytes of the journal behind it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct EvidenceHead {
    /// Which journal of the board: another one goes on where one is archived.
    pub(crate) journal: String,
    /// Where in it the bytes begin.
    pub(crate) from: u64,
    /// So many decisions were in the parts before.
    pub(crate) decided: u32,
    /// The decisions that have come since, a line each.
    pub(crate) decisions: Vec<String>,
}

impl EvidenceHead {
    /// The message of this part.
    pub(crate) fn message(&self, bytes: &[u8]) -> serde_json::Result<Vec<u8>> {
        let mut message = serde_json::to_vec(self)?;
        message.push(b'\n');
        message.extend_from_slice(bytes);
        Ok(message)
    }

    /// Reads a message: the head, and the bytes.
    pub(crate) fn read(message: &[u8]) -> serde_json::Result<(Self, &[u8])> {
        // JSON has no end of a line within a text.
        let end = message.iter().position(|byte| *byte == b'\n').unwrap_or(message.len());
        let head = serde_json::from_slice(&message[..end])?;
        Ok((head, message.get(end + 1..).unwrap_or_default()))
    }
}

/// A sign of life.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct AliveMessage {
    /// The time since the station's machine was booted, in microseconds, as it was sent.
    pub(crate) boot_us: u64,
    /// Whether touchmoved runs there.
    pub(crate) is_running: bool,
    /// Where in the stream of its objects the last one is that it has published: what it said before that is old. 0 before the
    /// first.
    #[serde(default)]
    pub(crate) last_object: u64,
    /// The version of the hub.
    pub(crate) version: String,
}

/// A call to an object of a station.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct CallMessage {
    /// Who asks again for want of an answer gives the same: a call is made once.
    pub(crate) id: String,
    /// How often it was asked before.
    pub(crate) asked_before: u32,
    pub(crate) path: String,
    pub(crate) interface: String,
    pub(crate) member: String,
    pub(crate) arguments: TypedJson,
}

/// What a station answers to a call.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerMessage {
    /// What the method returned.
    Returned(TypedJson),
    /// Why it was refused: the name of the error on the bus, and what a person reads.
    Refused { error: String, why: String },
}
