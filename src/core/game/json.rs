//! Conclusions as JSON lines, version 1 of the format.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use touchmove_drivers::Instant;

use super::conclusion::{Conclusion, ConclusionRecord, ParticularValue, Told};
use crate::laws::json::Fields;

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

/// What the line of a conclusion says of it, by name.
pub fn fields(told: &Conclusion) -> Fields {
    let mut fields = Fields::new();
    for particular in told.record().particulars.iter().filter(|one| one.is_on_line()) {
        let value = serde_json::to_value(&particular.value).unwrap_or(Value::Null);
        fields.entry(&*particular.name).or_insert(value);
    }
    fields
}

fn write(told: &Told, place: LinePlace, passed_us: Option<u64>) -> String {
    let (game, at_ms, what) = (told.game, told.at.as_millis(), &told.what.record());
    let line = Line { place, game, at_ms, passed_us, what };
    serde_json::to_string(&line).unwrap_or_default()
}

struct Line<'a> {
    place: LinePlace,
    game: u32,
    at_ms: u64,
    passed_us: Option<u64>,
    what: &'a ConclusionRecord,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(None)?;
        line.serialize_entry("v", &1)?;
        line.serialize_entry("seq", &self.place.seq)?;
        line.serialize_entry("recording", &self.place.recording)?;
        line.serialize_entry("game", &self.game)?;
        line.serialize_entry("at_ms", &self.at_ms)?;
        if let Some(passed) = self.passed_us {
            line.serialize_entry("passed_us", &passed)?;
        }
        line.serialize_entry("type", self.what.kind)?;
        for particular in self.what.particulars.iter().filter(|one| one.is_on_line()) {
            line.serialize_entry(&particular.name, &particular.value)?;
        }
        line.end()
    }
}

impl Serialize for ParticularValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Flag(is) => serializer.serialize_bool(*is),
            Self::Number(number) => serializer.serialize_u32(*number),
            Self::Long(number) => serializer.serialize_u64(*number),
            Self::Share(share) => {
                serializer.serialize_f64((f64::from(*share) * 1_000.0).round() / 1_000.0)
            }
            Self::Text(text) => serializer.serialize_str(text),
            Self::Texts(texts) => serializer.collect_seq(texts),
            Self::Choices(choices) => {
                serializer.collect_seq(choices.iter().map(|(choice, line)| Choice { choice, line }))
            }
        }
    }
}

/// An answer, by the word that `answer` takes, and the moves played if it is right.
#[derive(Serialize)]
struct Choice<'a> {
    choice: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    line: &'a [String],
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Square};
    use touchmove_drivers::Instant;
    use touchmove_drivers::observation::ClockTime;

    use super::*;
    use crate::account::{EvidenceSpan, MoveId, Sight};
    use crate::game::conclusion::{
        CompletedBy, GameResult, MoveState, MoveTexts, MoveTold, ResultReason, ResultValue,
    };

    fn written(what: Conclusion) -> String {
        let told = Told { game: 1, seq: Some(4), at: Instant::from_millis(12_913), what };
        line(&told, LinePlace { seq: 7, recording: 0 })
    }

    fn e4(state: MoveState) -> Conclusion {
        Conclusion::Move(MoveTold {
            id: (state != MoveState::Provisional).then_some(MoveId(1)),
            ply: 1,
            state,
            uci: "e2e4".parse().unwrap(),
            texts: MoveTexts::known(Some("e4".to_owned()), "FEN".to_owned()),
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
