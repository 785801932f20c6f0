//! Conclusions as JSON lines, version 1 of the format.

use serde::Serialize;
use shakmaty::CastlingMode;
use touchmove_drivers::Instant;

use super::conclusion::{
    AskedQuestion, Conclusion, GameResult, Incident, Instruction, MoveState, MoveTold, Told,
};
use crate::account::{QuestionState, Sight};
use crate::laws::json as laws;

/// Where a line stands in the output.
#[derive(Clone, Copy, Debug)]
pub struct LinePlace {
    /// Number of the line, from 1.
    pub seq: u64,
    /// Number of the recording in its file, from 0.
    pub recording: usize,
}

/// One conclusion as a line of JSON, without a line end.
pub fn line(told: &Told, place: LinePlace) -> String {
    write(told, place, None)
}

/// The same, of what was only concluded once time had passed until this moment.
pub fn line_once_passed(told: &Told, place: LinePlace, passed: Instant) -> String {
    write(told, place, Some(passed.as_micros()))
}

fn write(told: &Told, place: LinePlace, passed_us: Option<u64>) -> String {
    let line = Line {
        v: 1,
        seq: place.seq,
        recording: place.recording,
        game: told.game,
        at_ms: told.at.as_millis(),
        passed_us,
        what: Body::of(&told.what),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

#[derive(Serialize)]
struct Line {
    v: u8,
    seq: u64,
    recording: usize,
    game: u32,
    at_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed_us: Option<u64>,
    #[serde(flatten)]
    what: Body,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Body {
    Move(MoveBody),
    Position { fen: String, why: &'static str },
    Standing { differs: Vec<String> },
    Result { value: &'static str, reason: &'static str, article: Option<&'static str> },
    Question(QuestionBody),
    Incident(IncidentBody),
    Instruction(InstructionBody),
    Law(laws::Fields),
    Renewed { renewed: u64 },
}

/// An incident's first line says everything; its later lines only what is new.
#[derive(Serialize)]
struct IncidentBody {
    id: u32,
    state: &'static str,
    #[serde(flatten)]
    what: laws::Fields,
    certainty: &'static str,
    ply: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    from: u64,
    to: u64,
}

/// An instruction's first line says everything; its later lines only what is new.
#[derive(Serialize)]
struct InstructionBody {
    id: u32,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    incident: Option<u32>,
    kind: &'static str,
    article: &'static str,
    #[serde(flatten)]
    what: laws::Fields,
}

/// A question's first line says everything; its later lines only what is new.
#[derive(Serialize)]
struct QuestionBody {
    id: u32,
    state: &'static str,
    kind: &'static str,
    ply: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<String>,
}

/// An answer, by the word that `answer` takes, and the moves played if it is right.
#[derive(Serialize)]
struct Choice {
    choice: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

/// A move's first line says everything; its later lines only what is new.
#[derive(Serialize)]
struct MoveBody {
    id: Option<u64>,
    ply: u32,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clk_ms: Option<u32>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    detail: Option<MoveDetail>,
}

#[derive(Serialize)]
struct MoveDetail {
    uci: String,
    san: Option<String>,
    fen: String,
    confidence: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bridged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'static str>,
    from: u64,
    to: u64,
}

impl Body {
    fn of(conclusion: &Conclusion) -> Self {
        match conclusion {
            Conclusion::Move(told) => Self::Move(MoveBody::of(told)),
            Conclusion::Position { fen, why } => {
                Self::Position { fen: fen.clone(), why: why.word() }
            }
            Conclusion::Standing { differs } => {
                Self::Standing { differs: differs.iter().map(ToString::to_string).collect() }
            }
            Conclusion::Result(GameResult { value, reason, article }) => {
                Self::Result { value: value.word(), reason: reason.word(), article: *article }
            }
            Conclusion::Question(asked) => Self::Question(QuestionBody::of(asked)),
            Conclusion::Incident(told) => Self::Incident(IncidentBody::of(told)),
            Conclusion::Instruction(told) => Self::Instruction(InstructionBody::of(told)),
            Conclusion::Holds(told) => Self::Law(laws::holds(told, CastlingMode::Standard)),
            Conclusion::Renewed { from } => Self::Renewed { renewed: *from },
        }
    }
}

impl QuestionBody {
    fn of(asked: &AskedQuestion) -> Self {
        let (choices, choice) = match asked.state {
            QuestionState::Open => (asked.choices.clone(), None),
            QuestionState::Withdrawn => (Vec::new(), None),
            QuestionState::Answered(choice) => {
                (Vec::new(), asked.choices.get(choice).map(|(word, _)| word.clone()))
            }
        };
        Self {
            id: asked.id,
            state: asked.state.word(),
            kind: asked.kind.word(),
            ply: asked.ply,
            choices: choices.into_iter().map(|(choice, line)| Choice { choice, line }).collect(),
            choice,
        }
    }
}

impl IncidentBody {
    fn of(told: &Incident) -> Self {
        Self {
            id: told.id,
            state: told.state.word(),
            what: laws::incident(told),
            certainty: told.certainty.word(),
            ply: told.ply,
            squares: told.squares.iter().map(ToString::to_string).collect(),
            from: told.evidence.from,
            to: told.evidence.to,
        }
    }
}

impl InstructionBody {
    fn of(told: &Instruction) -> Self {
        Self {
            id: told.id,
            state: told.state.word(),
            incident: told.incident,
            kind: told.act.word(),
            article: told.article,
            what: laws::act(&told.act),
        }
    }
}

impl MoveBody {
    fn of(told: &MoveTold) -> Self {
        let (by, clk_ms, detail) = match told.state {
            MoveState::Provisional | MoveState::Made => (None, None, Some(MoveDetail::of(told))),
            MoveState::Completed { by, left } => {
                (Some(by.word()), left.map(|t| t.as_millis()), None)
            }
            MoveState::Superseded => (None, None, None),
        };
        let id = told.id.map(|id| id.0);
        Self { id, ply: told.ply, state: told.state.word(), by, clk_ms, detail }
    }
}

impl MoveDetail {
    fn of(told: &MoveTold) -> Self {
        Self {
            uci: told.uci.clone(),
            san: told.san.clone(),
            fen: told.fen.clone(),
            confidence: (f64::from(told.confidence) * 1_000.0).round() / 1_000.0,
            bridged: told.sight != Sight::Seen,
            order: (told.sight == Sight::Uncertain).then_some("uncertain"),
            from: told.evidence.from,
            to: told.evidence.to,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Square};
    use touchmove_drivers::Instant;
    use touchmove_drivers::observation::ClockTime;

    use super::*;
    use crate::account::{EvidenceSpan, MoveId};
    use crate::game::conclusion::{CompletedBy, ResultReason, ResultValue};

    fn written(what: Conclusion) -> String {
        let told = Told { game: 1, seq: Some(4), at: Instant::from_millis(12_913), what };
        line(&told, LinePlace { seq: 7, recording: 0 })
    }

    fn e4(state: MoveState) -> Conclusion {
        Conclusion::Move(MoveTold {
            id: (state != MoveState::Provisional).then_some(MoveId(1)),
            ply: 1,
            state,
            uci: "e2e4".to_owned(),
            san: Some("e4".to_owned()),
            fen: "FEN".to_owned(),
            side: Color::White,
            sight: Sight::Seen,
            confidence: 0.999,
            evidence: EvidenceSpan { from: 2, to: 3 },
        })
    }

    const HEAD: &str = r#"{"v":1,"seq":7,"recording":0,"game":1,"at_ms":12913,"#;

    #[test]
    fn a_made_move_says_everything_and_its_later_lines_what_is_new() {
        let made = r#""type":"move","id":1,"ply":1,"state":"made","uci":"e2e4","san":"e4","fen":"FEN","confidence":0.999,"from":2,"to":3}"#;
        assert_eq!(written(e4(MoveState::Made)), format!("{HEAD}{made}"));
        let left = ClockTime::from_hms(1, 30, 25);
        let completed = MoveState::Completed { by: CompletedBy::Press, left };
        let line =
            r#""type":"move","id":1,"ply":1,"state":"completed","by":"press","clk_ms":5425000}"#;
        assert_eq!(written(e4(completed)), format!("{HEAD}{line}"));
        let line = r#""type":"move","id":1,"ply":1,"state":"superseded"}"#;
        assert_eq!(written(e4(MoveState::Superseded)), format!("{HEAD}{line}"));
    }

    #[test]
    fn a_provisional_move_has_no_id() {
        assert!(
            written(e4(MoveState::Provisional))
                .contains(r#""id":null,"ply":1,"state":"provisional","#)
        );
    }

    #[test]
    fn results_and_standings_have_the_words_of_the_format() {
        let result = GameResult {
            value: ResultValue::WhiteWins,
            reason: ResultReason::Checkmate,
            article: Some("5.1.1"),
        };
        let line = r#""type":"result","value":"1-0","reason":"checkmate","article":"5.1.1"}"#;
        assert_eq!(written(Conclusion::Result(result)), format!("{HEAD}{line}"));
        let standing = Conclusion::Standing { differs: vec![Square::D4] };
        assert_eq!(written(standing), format!(r#"{HEAD}"type":"standing","differs":["d4"]}}"#));
    }
}
