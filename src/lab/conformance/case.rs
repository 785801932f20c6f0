//! The schema of a case (`docs/laws/vocabulary.md` 4).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use touchmove_core::laws::rulebook::Edition;

/// Longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A case: what stands on the board and the clock, what happens, and what must be said of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// What it is about.
    #[serde(default)]
    pub title: String,
    #[serde(deserialize_with = "editions")]
    editions: Vec<Edition>,
    #[serde(default)]
    pub(super) setup: Setup,
    events: Vec<Event>,
    expect: Vec<Expected>,
    #[serde(default)]
    forbid: Vec<Expected>,
    #[serde(default, rename = "final")]
    last: Option<Final>,
}

/// Why a line is no case.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableCase {
    /// It is longer than a megabyte.
    #[error("longer than {LONGEST} bytes")]
    TooLong,
    /// It is not written as a case.
    #[error("no case of the schema: {0}")]
    Schema(#[from] serde_json::Error),
}

/// Before the first event.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Setup {
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    #[serde(default)]
    pub(super) category: CategoryWord,
    #[serde(default)]
    pub(super) supervision: SupervisionWord,
    #[serde(default)]
    pub(super) clock: ClockSetup,
    #[serde(default)]
    pub(super) counters: Sides<Counters>,
    #[serde(default)]
    pub(super) options: Options,
    #[serde(default)]
    pub(super) assume_cannot_mate: Vec<Side>,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Sides<T: Default> {
    pub(super) white: T,
    pub(super) black: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CategoryWord {
    #[default]
    Standard,
    Rapid,
    Blitz,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SupervisionWord {
    #[default]
    Full,
    Reduced,
}

/// Earlier offences, by article.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Counters {
    pub(super) all: u8,
    #[serde(rename = "7.5")]
    pub(super) illegal: u8,
    #[serde(rename = "7.7")]
    pub(super) hands: u8,
    #[serde(rename = "7.8")]
    pub(super) press: u8,
}

/// The clock before the first event.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ClockSetup {
    pub(super) white_ms: Option<u64>,
    pub(super) black_ms: Option<u64>,
    pub(super) running: Option<String>,
    pub(super) mode: ModeWord,
    pub(super) inc_ms: u64,
    pub(super) periods: Vec<PeriodSetup>,
    pub(super) moves_completed: Option<Sides<u32>>,
    pub(super) started: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ModeWord {
    #[default]
    None,
    Fischer,
    Bronstein,
    Delay,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PeriodSetup {
    pub(super) moves: Option<u16>,
    #[serde(default)]
    pub(super) add_ms: u64,
}

/// What the event regulates.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Options {
    pub(super) policy: Option<String>,
    pub(super) default_time_ms: u32,
    pub(super) no_draw_offers_before_move: Option<u16>,
    pub(super) qpf_announced: bool,
    /// Whether increments are given (III.4); they are, if nothing is said.
    pub(super) qpf_increment_allowed: Option<bool>,
}

/// What happens (`docs/laws/vocabulary.md` 4).
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ev", rename_all = "snake_case")]
pub(super) enum Event {
    Lift {
        sq: String,
        side: Option<Side>,
    },
    Place {
        sq: String,
        piece: Option<char>,
    },
    LiftGroup {
        sqs: Vec<String>,
    },
    Touch {
        sq: String,
        side: Side,
    },
    Press {
        side: Side,
    },
    Tick {
        ms: u64,
    },
    Flag {
        side: Side,
    },
    Cmd {
        cmd: String,
        #[serde(flatten)]
        rest: Map<String, Value>,
    },
}

/// A pattern: every key must be equal in what is said.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Expected(Map<String, Value>);

/// The state after the last event, as far as it is named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Final {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) running: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) white_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) black_ms: Option<u64>,
}

impl Case {
    /// Reads a line.
    ///
    /// # Errors
    /// [`UnreadableCase`] where it is no case.
    pub fn read(line: &str) -> Result<Self, UnreadableCase> {
        if line.len() > LONGEST {
            return Err(UnreadableCase::TooLong);
        }
        Ok(serde_json::from_str(line)?)
    }

    /// The editions under which it holds.
    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn expected(&self) -> &[Expected] {
        &self.expect
    }

    pub(super) fn forbidden(&self) -> &[Expected] {
        &self.forbid
    }

    pub(super) const fn final_state(&self) -> Option<&Final> {
        self.last.as_ref()
    }
}

impl Expected {
    pub(super) fn fits(&self, said: &Value) -> bool {
        self.0.iter().all(|(key, value)| said.get(key).is_some_and(|said| is_same(value, said)))
    }

    pub(super) fn as_value(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

impl Final {
    pub(super) fn fits(&self, shown: &Self) -> bool {
        fn is<T: PartialEq>(wanted: Option<&T>, shown: Option<&T>) -> bool {
            wanted.is_none() || wanted == shown
        }
        is(self.result.as_ref(), shown.result.as_ref())
            && is(self.board.as_ref(), shown.board.as_ref())
            && is(self.turn.as_ref(), shown.turn.as_ref())
            && is(self.running.as_ref(), shown.running.as_ref())
            && is(self.white_ms.as_ref(), shown.white_ms.as_ref())
            && is(self.black_ms.as_ref(), shown.black_ms.as_ref())
    }
}

impl From<Side> for shakmaty::Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// Numbers are equal whether they are written with a point or not.
fn is_same(wanted: &Value, said: &Value) -> bool {
    match (wanted.as_f64(), said.as_f64()) {
        (Some(wanted), Some(said)) => wanted == said,
        _ => wanted == said,
    }
}

fn editions<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Vec<Edition>, D::Error> {
    let names = Vec::<String>::deserialize(reader)?;
    let read = |name: &String| Edition::by_name(name).map_err(serde::de::Error::custom);
    names.iter().map(read).collect()
}
