//! What is told of a game, as signals and as `EventsSince` gives it.
//!
//! Both follow from the record of a conclusion. An introspection needs to know the signals before anything is told, so the
//! interface declares them as well; a test holds the two together.

use touchmove_client::details::{Details, PastEvent, details};
use touchmove_core::game::conclusion::{
    AskedQuestion, Conclusion, ConclusionRecord, PartOnBus, ParticularValue, Told,
};
use zbus::object_server::{Interface as _, SignalEmitter};
use zbus::{Structure, Variant};

use super::Game;
use crate::bus::moment::Dated;

/// Signals a conclusion: by the signal of its kind, and by the one of all kinds.
pub(in crate::bus) async fn signal(
    emitter: &SignalEmitter<'_>,
    seq: u64,
    dated: &Dated,
) -> zbus::Result<()> {
    let record = dated.told.what.record();
    let mut body = Structure::builder().add_field(seq);
    for (_, argument) in arguments(&record) {
        body.push_value(argument);
    }
    let body = body.add_field(with_moments(more(&record), dated)).build()?;
    emitter.emit(Game::name(), record.signal, &body).await?;
    Game::event(emitter, seq, record.signal, with_moments(parts(&record), dated)).await
}

/// A conclusion as `EventsSince` gives it: the same as its signal.
pub(super) fn event(seq: u64, dated: &Dated) -> PastEvent {
    let record = dated.told.what.record();
    (seq, record.signal.to_owned(), with_moments(parts(&record), dated))
}

/// A conclusion that would be told: it has not happened.
pub(super) fn preview(seq: u64, told: &Told) -> PastEvent {
    let record = told.what.record();
    (seq, record.signal.to_owned(), with_moment(parts(&record), told))
}

/// What is told of a conclusion, by its parts.
pub(super) fn parts_of(what: &Conclusion) -> Details {
    parts(&what.record())
}

fn parts(record: &ConclusionRecord) -> Details {
    let mut all = more(record);
    all.extend(details(arguments(record)));
    all
}

fn with_moments(told: Details, dated: &Dated) -> Details {
    let mut all = with_moment(told, &dated.told);
    all.extend(dated.moment.details());
    all
}

fn with_moment(mut told: Details, Told { at, .. }: &Told) -> Details {
    told.extend(details([("at", at.as_micros().into())]));
    told
}

/// The arguments of the signal between the sequence number and `more`, in their order.
fn arguments(record: &ConclusionRecord) -> Vec<(&str, Variant<'static>)> {
    let placed = record.particulars.iter().filter_map(|one| match one.on_bus {
        PartOnBus::Argument(place) => {
            Some((place, one.bus_name(), variant(&one.value).unwrap_or_else(|| "".into())))
        }
        PartOnBus::More | PartOnBus::Never => None,
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_by_key(|(place, ..)| *place);
    placed.into_iter().map(|(_, name, value)| (name, value)).collect()
}

/// What a signal carries besides its own arguments.
fn more(record: &ConclusionRecord) -> Details {
    let more = record.particulars.iter().filter(|one| one.on_bus == PartOnBus::More);
    details(more.filter_map(|one| Some((one.bus_name(), variant(&one.value)?))))
}

fn variant(value: &ParticularValue) -> Option<Variant<'static>> {
    Some(match value {
        ParticularValue::Missing => return None,
        ParticularValue::Flag(is) => (*is).into(),
        ParticularValue::Number(number) => (*number).into(),
        ParticularValue::Long(number) => (*number).into(),
        ParticularValue::Share(share) => f64::from(*share).into(),
        ParticularValue::Text(text) => text.clone().into(),
        ParticularValue::Texts(texts) => texts.clone().into(),
        ParticularValue::Choices(choices) => {
            let choices = choices.iter().map(|(word, line)| format!("{word}: {}", line.join(" ")));
            choices.collect::<Vec<_>>().into()
        }
    })
}

/// A question in a line for a person: number, kind, ply, and the answers with the moves played if they are right.
pub(super) fn question_line(asked: &AskedQuestion) -> String {
    let choices = asked.choices.iter().map(|(word, line)| match line.join(" ") {
        line if line.is_empty() || line == *word => word.clone(),
        line => format!("{word}: {line}"),
    });
    let choices = choices.collect::<Vec<_>>().join("; ");
    let sure = asked.confidence.map(|sure| format!(" ({sure:.2})")).unwrap_or_default();
    format!("{} {} (ply {}): {choices}{sure}", asked.id, asked.kind.word(), asked.ply)
}

#[cfg(test)]
mod tests {
    use touchmove_core::account::{EvidenceSpan, PositionWhy, QuestionKind, QuestionState, Sight};
    use touchmove_core::game::conclusion::{
        AskedQuestion, Certainty, GameResult, Incident, IncidentState, Instruction,
        InstructionState, MoveState, MoveTexts, MoveTold, ResultReason, ResultValue,
    };
    use touchmove_core::laws::says::{Act, Awaited, Holds, IncidentKind};
    use touchmove_drivers::Instant;

    use super::*;
    use crate::bus::moment::Moment;
    use crate::hall::news::Anchor;

    const EVIDENCE: EvidenceSpan = EvidenceSpan { from: 1, to: 2 };

    fn a_move() -> MoveTold {
        MoveTold {
            id: None,
            ply: 1,
            state: MoveState::Made,
            uci: "e2e5".parse().unwrap(),
            texts: MoveTexts::known(None, "fen".into()),
            side: shakmaty::Color::White,
            sight: Sight::Seen,
            confidence: 1.0,
            evidence: EVIDENCE,
        }
    }

    fn an_incident() -> Incident {
        Incident {
            id: 1,
            state: IncidentState::Raised,
            kind: IncidentKind::DisplacedPieces,
            article: "7.4.1",
            side: None,
            certainty: Certainty::Low,
            ply: 1,
            evidence: EVIDENCE,
            squares: Vec::new(),
            difference: None,
        }
    }

    fn an_instruction() -> Instruction {
        let (state, act) = (InstructionState::Open, Act::ClockPause);
        Instruction { id: 1, state, incident: None, article: "7.4.1", act }
    }

    /// One of each signal, with as little told as there may be.
    fn one_of_each() -> Vec<Conclusion> {
        let result = |value| {
            let reason = ResultReason::Decision;
            Conclusion::Result(GameResult { value, reason, article: None })
        };
        let (kind, state) = (QuestionKind::Gap, QuestionState::Withdrawn);
        let choices = Vec::new();
        vec![
            Conclusion::Move(a_move()),
            Conclusion::Position { fen: "fen".into(), why: PositionWhy::Gap },
            Conclusion::Standing { differs: Vec::new() },
            result(ResultValue::Draw),
            Conclusion::Question(AskedQuestion {
                id: 1,
                kind,
                ply: 1,
                state,
                choices,
                confidence: None,
            }),
            Conclusion::Incident(an_incident()),
            Conclusion::Instruction(an_instruction()),
            Conclusion::Holds(Holds::Await(Awaited::Arbiter)),
            Conclusion::Renewed { from: 1 },
            Conclusion::Reopened,
        ]
    }

    /// A signal as an introspection has it, but for the number in front and `more` behind.
    fn declared(record: &ConclusionRecord) -> String {
        let argument = |(name, value): (&str, Variant<'_>)| {
            format!("<arg name=\"{name}\" type=\"{}\"/>", value.value_signature())
        };
        let all: String = arguments(record).into_iter().map(argument).collect();
        let (first, last) =
            (r#"<arg name="sequence" type="t"/>"#, r#"<arg name="more" type="a{sv}"/>"#);
        format!("<signal name=\"{}\">{first}{all}{last}</signal>", record.signal)
    }

    #[test]
    fn signals_are_as_the_interface_declares_them() {
        let published = include_str!(
            "../../../../tests/station/snapshots/station__bus__org.touchmove.Hall1.Game.snap"
        );
        let published: String = published.lines().map(str::trim).collect();
        let signals = one_of_each().into_iter().map(|told| declared(&told.record()));
        let signals: Vec<_> = signals.collect();
        for signal in &signals {
            assert!(published.contains(signal), "{signal}");
        }
        let of_all_kinds = 1;
        assert_eq!(published.matches("<signal ").count(), signals.len() + of_all_kinds);
    }

    #[test]
    fn an_event_has_the_arguments_of_its_signal_by_name_and_more() {
        let (game, at) = (1, Instant::from_millis(9));
        let told = Told { game, seq: Some(4), at, what: Conclusion::Incident(an_incident()) };
        let moment = Moment::of(at, &Anchor::default());
        let (seq, name, told) = event(4, &Dated { told, moment });
        assert_eq!((seq, &*name), (4, "Incident"));
        let text = |name: &str| <&str>::try_from(&told[name]).unwrap();
        assert_eq!([text("kind"), text("side")], ["displaced-pieces", ""]);
        assert_eq!(u64::try_from(&told["at"]).unwrap(), 9_000);
        assert_eq!(u64::try_from(&told["boot_us"]).unwrap(), 9_000);
        assert_eq!(u32::try_from(&told["incident"]).unwrap(), 1);
    }
}
