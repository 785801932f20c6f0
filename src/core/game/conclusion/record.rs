//! Conclusions as they are told: what each kind is called, and its particulars. The JSON lines and the bus follow from it.

use std::borrow::Cow;

use serde_json::Value;
use shakmaty::{CastlingMode, Square};

use super::{AskedQuestion, Conclusion, GameResult, Incident, Instruction, MoveState, MoveTold};
use crate::account::{QuestionState, Sight};
use crate::laws::json as laws;
use crate::laws::says::Holds;

/// A conclusion by its particulars, in the order of the JSON lines.
#[derive(Clone, Debug, PartialEq)]
pub struct ConclusionRecord {
    /// The `type` of its JSON line.
    pub kind: &'static str,
    /// The name of its signal.
    pub signal: &'static str,
    /// What it consists of.
    pub particulars: Vec<ConclusionPart>,
}

/// Something that a conclusion tells, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct ConclusionPart {
    /// Its name in the JSON line.
    pub name: Cow<'static, str>,
    /// What is told.
    pub value: ParticularValue,
    /// Its place in the JSON line.
    pub on_line: PartOnLine,
    /// Its place in the signal.
    pub on_bus: PartOnBus,
    /// Its name there, where it has another.
    pub name_on_bus: Option<&'static str>,
}

/// What a particular holds.
#[derive(Clone, Debug, PartialEq)]
pub enum ParticularValue {
    /// Nothing.
    Missing,
    /// Yes or no.
    Flag(bool),
    /// A number of 32 bits.
    Number(u32),
    /// A number of 64 bits.
    Long(u64),
    /// How sure something is, 0–1.
    Share(f32),
    /// A word or a text.
    Text(String),
    /// Several of them.
    Texts(Vec<String>),
    /// Answers, each with the moves that were played if it is right.
    Choices(Vec<(String, Vec<String>)>),
}

/// Whether the JSON line has a particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOnLine {
    /// It has; what is missing is null.
    Always,
    /// It has where there is something to tell, and no empty list.
    IfAny,
    /// It has not.
    Never,
}

/// Where the signal has a particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOnBus {
    /// It is this argument behind the sequence number, from 0; what is missing is empty.
    Argument(usize),
    /// It is in `more`, where there is something to tell.
    More,
    /// It has not.
    Never,
}

impl Conclusion {
    /// Its record.
    pub fn record(&self) -> ConclusionRecord {
        let (kind, signal, particulars) = match self {
            Self::Move(told) => ("move", "Moved", of_move(told)),
            Self::Position { fen, why } => {
                let (fen, why) =
                    (ConclusionPart::of("fen", fen), ConclusionPart::of("why", why.word()));
                ("position", "PositionSet", vec![fen.argument(0), why.argument(1)])
            }
            Self::Standing { differs } => {
                let differs = ConclusionPart::of("differs", names(differs));
                ("standing", "Standing", vec![differs.line(PartOnLine::Always).argument(0)])
            }
            Self::Result(result) => ("result", "Ended", of_result(result)),
            Self::Reopened => ("result", "Reopened", of_no_result()),
            Self::Question(asked) => ("question", "Asked", of_question(asked)),
            Self::Incident(told) => ("incident", "Incident", of_incident(told)),
            Self::Instruction(told) => ("instruction", "Instruction", of_instruction(told)),
            Self::Holds(holds) => ("law", "Holds", of_holds(holds)),
            Self::Renewed { from } => {
                let first = ConclusionPart::of("renewed", *from).named_on_bus("first");
                ("renewed", "Renewed", vec![first.argument(0)])
            }
        };
        ConclusionRecord { kind, signal, particulars }
    }
}

/// The first line of a move says everything, its later lines only what is new; its signals say everything.
fn of_move(told: &MoveTold) -> Vec<ConclusionPart> {
    let (by, left, first) = match told.state {
        MoveState::Provisional | MoveState::Made => (None, None, PartOnLine::Always),
        MoveState::Completed { by, left } => {
            (Some(by.word()), left.map(|left| left.as_millis()), PartOnLine::Never)
        }
        MoveState::Superseded => (None, None, PartOnLine::Never),
    };
    let is_bridged = told.sight != Sight::Seen && first == PartOnLine::Always;
    let is_uncertain = told.sight == Sight::Uncertain && first == PartOnLine::Always;
    vec![
        ConclusionPart::of("id", told.id.map(|id| id.0)).line(PartOnLine::Always),
        ConclusionPart::of("ply", told.ply).argument(1),
        ConclusionPart::of("state", told.state.word()).argument(0),
        ConclusionPart::of("by", by),
        ConclusionPart::of("clk_ms", left),
        ConclusionPart::of("uci", &told.uci.to_string()).line(first).argument(2),
        ConclusionPart::of("san", told.san()).line(first).argument(3),
        ConclusionPart::of("fen", told.fen()).line(first).argument(4),
        ConclusionPart::of("confidence", ParticularValue::Share(told.certainty())).line(first),
        ConclusionPart::of("bridged", is_bridged.then_some(true)).only_on_line(),
        ConclusionPart::of("order", is_uncertain.then_some("uncertain")).only_on_line(),
        ConclusionPart::of("from", told.evidence.from).line(first),
        ConclusionPart::of("to", told.evidence.to).line(first),
        ConclusionPart::of("side", laws::word(told.side)).line(PartOnLine::Never),
    ]
}

/// The value stands twice: the argument on the bus is what PGN has for it, and where that is less than what the players
/// get, `points` says that.
fn of_result(GameResult { value, reason, article }: &GameResult) -> Vec<ConclusionPart> {
    let points = value.known_to_pgn().is_none().then_some(value.word());
    vec![
        ConclusionPart::of("value", value.word()).only_on_line(),
        ConclusionPart::of("result", value.pgn()).line(PartOnLine::Never).argument(0),
        ConclusionPart::of("points", points).line(PartOnLine::Never),
        ConclusionPart::of("reason", reason.word()).argument(1),
        ConclusionPart::of("article", *article).line(PartOnLine::Always),
    ]
}

/// A line has the same fields as one of a result.
fn of_no_result() -> Vec<ConclusionPart> {
    vec![
        ConclusionPart::of("value", "*").only_on_line(),
        ConclusionPart::of("reason", "withdrawn").only_on_line(),
        ConclusionPart::of("article", ParticularValue::Missing).line(PartOnLine::Always),
    ]
}

/// The answers are told as long as the question is open, and then which of them was given.
fn of_question(asked: &AskedQuestion) -> Vec<ConclusionPart> {
    let sure = asked.confidence.filter(|_| asked.state == QuestionState::Open);
    let confidence = sure.map_or(ParticularValue::Missing, ParticularValue::Share);
    let (choices, choice) = match asked.state {
        QuestionState::Open => (ParticularValue::Choices(asked.choices.clone()), None),
        QuestionState::Withdrawn => (ParticularValue::Missing, None),
        QuestionState::Answered(choice) => {
            (ParticularValue::Missing, asked.choices.get(choice).map(|(word, _)| word))
        }
    };
    vec![
        ConclusionPart::of("id", asked.id).named_on_bus("question").argument(0),
        ConclusionPart::of("state", asked.state.word()).argument(2),
        ConclusionPart::of("kind", asked.kind.word()).argument(1),
        ConclusionPart::of("ply", asked.ply).argument(3),
        ConclusionPart::of("choices", choices),
        ConclusionPart::of("choice", choice),
        ConclusionPart::of("confidence", confidence),
    ]
}

/// What the Laws say of it, and what became of it.
fn of_incident(told: &Incident) -> Vec<ConclusionPart> {
    let said = of_laws(laws::incident(told)).map(|said| match &*said.name {
        "kind" => said.argument(2),
        "article" => said.argument(3),
        "side" => said.argument(4),
        "what" => said.only_on_line(),
        _ => said,
    });
    let nobody = told.side.is_none().then(|| ConclusionPart::of("side", ParticularValue::Missing));
    let mut all = vec![
        ConclusionPart::of("id", told.id).named_on_bus("incident").argument(0),
        ConclusionPart::of("state", told.state.word()).argument(1),
    ];
    all.extend(said);
    all.extend(nobody.map(|side| side.argument(4)));
    all.extend([
        ConclusionPart::of("certainty", told.certainty.word()).argument(5),
        ConclusionPart::of("ply", told.ply),
        ConclusionPart::of("squares", names(&told.squares)),
        ConclusionPart::of("from", told.evidence.from),
        ConclusionPart::of("to", told.evidence.to),
    ]);
    all
}

fn of_instruction(told: &Instruction) -> Vec<ConclusionPart> {
    let mut all = vec![
        ConclusionPart::of("id", told.id).named_on_bus("instruction").argument(0),
        ConclusionPart::of("state", told.state.word()).argument(1),
        ConclusionPart::of("incident", told.incident),
        ConclusionPart::of("kind", told.act.word()).argument(2),
        ConclusionPart::of("article", told.article).argument(3),
    ];
    all.extend(of_laws(laws::act(&told.act)));
    all
}

/// Its name is `what` on the bus, so that what it is about is `of` there as well.
fn of_holds(holds: &Holds) -> Vec<ConclusionPart> {
    let mut all = Vec::new();
    for said in of_laws(laws::holds(holds, CastlingMode::Standard)) {
        if said.name == "what" {
            all.push(said.clone().line(PartOnLine::Never).named_on_bus("of"));
        }
        all.push(match &*said.name {
            "out" => said.named_on_bus("what").argument(0),
            _ => said,
        });
    }
    all
}

/// What the Laws say, which has its names in `laws::json`. The line has all of it, `more` too.
fn of_laws(said: laws::Fields) -> impl Iterator<Item = ConclusionPart> {
    said.into_iter().map(|(name, value)| ConclusionPart {
        name: name.into(),
        value: value.into(),
        on_line: PartOnLine::Always,
        on_bus: PartOnBus::More,
        name_on_bus: None,
    })
}

impl ConclusionPart {
    /// One that is in the line if there is something to tell, and in `more`.
    fn of(name: &'static str, value: impl Into<ParticularValue>) -> Self {
        let (name, value) = (name.into(), value.into());
        Self { name, value, on_line: PartOnLine::IfAny, on_bus: PartOnBus::More, name_on_bus: None }
    }

    fn line(self, on_line: PartOnLine) -> Self {
        Self { on_line, ..self }
    }

    fn argument(self, place: usize) -> Self {
        Self { on_bus: PartOnBus::Argument(place), ..self }
    }

    fn only_on_line(self) -> Self {
        Self { on_bus: PartOnBus::Never, ..self }
    }

    fn named_on_bus(self, name: &'static str) -> Self {
        Self { name_on_bus: Some(name), ..self }
    }

    /// Whether the JSON line has it.
    pub fn is_on_line(&self) -> bool {
        match self.on_line {
            PartOnLine::Always => true,
            PartOnLine::IfAny => !self.value.is_empty(),
            PartOnLine::Never => false,
        }
    }

    /// Its name on the bus.
    pub fn bus_name(&self) -> &str {
        self.name_on_bus.unwrap_or(&self.name)
    }
}

impl ParticularValue {
    fn is_empty(&self) -> bool {
        match self {
            Self::Missing => true,
            Self::Texts(texts) => texts.is_empty(),
            Self::Choices(choices) => choices.is_empty(),
            _ => false,
        }
    }
}

impl From<u32> for ParticularValue {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for ParticularValue {
    fn from(number: u64) -> Self {
        Self::Long(number)
    }
}

impl From<bool> for ParticularValue {
    fn from(is: bool) -> Self {
        Self::Flag(is)
    }
}

impl From<&str> for ParticularValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for ParticularValue {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Vec<String>> for ParticularValue {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl<T: Into<Self>> From<Option<T>> for ParticularValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

/// What the Laws say holds texts, lists of them, flags and numbers that are never negative.
impl From<Value> for ParticularValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Bool(is) => Self::Flag(is),
            Value::Number(number) => number.as_u64().into(),
            Value::String(text) => Self::Text(text),
            Value::Array(list) => {
                Self::Texts(list.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect())
            }
            Value::Null | Value::Object(_) => Self::Missing,
        }
    }
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
