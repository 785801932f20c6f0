//! What is told of a game, as signals and as `EventsSince` gives it.

use serde_json::Value;
use shakmaty::{CastlingMode, Square};
use touchmove_client::details::{Details, PastEvent, details};
use touchmove_core::account::{MoveId, QuestionState};
use touchmove_core::game::conclusion::{
    self, Conclusion, GameResult, Holds, Incident, Instruction, MoveState, MoveTold, ResultValue,
    Told,
};
use touchmove_core::laws::json as laws;
use zbus::object_server::SignalEmitter;

use super::super::clock::color_word;
use super::Game;

/// Signals a conclusion.
pub(in crate::bus) async fn signal(
    emitter: &SignalEmitter<'_>,
    seq: u64,
    told: &Told,
) -> zbus::Result<()> {
    let more = more(told);
    match &told.what {
        Conclusion::Move(MoveTold { state, ply, uci, san, fen, .. }) => {
            let san = san.as_deref().unwrap_or_default();
            Game::moved(emitter, seq, state.word(), *ply, uci, san, fen, more).await
        }
        Conclusion::Position { fen, why } => {
            Game::position_set(emitter, seq, fen, why.word(), more).await
        }
        Conclusion::Standing { differs } => {
            Game::standing(emitter, seq, names(differs), more).await
        }
        Conclusion::Question(conclusion::AskedQuestion { id, kind, state, ply, .. }) => {
            Game::asked(emitter, seq, *id, kind.word(), state.word(), *ply, more).await
        }
        Conclusion::Incident(told) => {
            let Incident { id, state, kind, article, certainty, .. } = told;
            let (state, kind, side) = (state.word(), kind.word(), side_of(told));
            Game::incident(emitter, seq, *id, state, kind, article, side, certainty.word(), more)
                .await
        }
        Conclusion::Instruction(Instruction { id, state, act, article, .. }) => {
            Game::instruction(emitter, seq, *id, state.word(), act.word(), article, more).await
        }
        Conclusion::Holds(holds) => Game::holds(emitter, seq, &name_of(holds), more).await,
        Conclusion::Renewed { from } => Game::renewed(emitter, seq, *from, more).await,
        Conclusion::Result(result) if result.value == ResultValue::Open => {
            Game::reopened(emitter, seq, more).await
        }
        Conclusion::Result(GameResult { value, reason, .. }) => {
            Game::ended(emitter, seq, value.pgn(), reason.word(), more).await
        }
    }
}

/// A conclusion as `EventsSince` gives it: the same as its signal.
pub(super) fn event(seq: u64, told: &Told) -> PastEvent {
    let (signal, arguments) = match &told.what {
        Conclusion::Move(told) => ("Moved", move_arguments(told)),
        Conclusion::Position { fen, why } => {
            ("PositionSet", details([("fen", fen.clone().into()), ("why", why.word().into())]))
        }
        Conclusion::Standing { differs } => {
            ("Standing", details([("differs", names(differs).into())]))
        }
        Conclusion::Question(conclusion::AskedQuestion { id, kind, state, ply, .. }) => {
            let question = [("question", (*id).into()), ("ply", (*ply).into())];
            let words = [("kind", kind.word().into()), ("state", state.word().into())];
            let mut all = details(question);
            all.extend(details(words));
            ("Asked", all)
        }
        Conclusion::Incident(told) => ("Incident", of_incident(told)),
        Conclusion::Instruction(told) => ("Instruction", of_instruction(told)),
        Conclusion::Holds(holds) => ("Holds", details([("what", name_of(holds).into())])),
        Conclusion::Renewed { from } => ("Renewed", details([("first", (*from).into())])),
        Conclusion::Result(result) if result.value == ResultValue::Open => {
            ("Reopened", details([]))
        }
        Conclusion::Result(GameResult { value, reason, .. }) => {
            let arguments = [("result", value.pgn().into()), ("reason", reason.word().into())];
            ("Ended", details(arguments))
        }
    };
    let mut all = more(told);
    all.extend(arguments);
    (seq, signal.to_owned(), all)
}

fn move_arguments(told: &MoveTold) -> Details {
    details([
        ("state", told.state.word().into()),
        ("ply", told.ply.into()),
        ("uci", told.uci.clone().into()),
        ("san", told.san.clone().unwrap_or_default().into()),
        ("fen", told.fen.clone().into()),
    ])
}

/// What a signal carries besides its own arguments.
fn more(told: &Told) -> Details {
    let mut more = details([("at", told.at.as_micros().into())]);
    match &told.what {
        Conclusion::Move(told) => more.extend(more_of_move(told)),
        Conclusion::Result(GameResult { article, .. }) => {
            if let Some(article) = *article {
                more.extend(details([("article", article.into())]));
            }
        }
        Conclusion::Question(asked) => more.extend(more_of_question(asked)),
        Conclusion::Incident(told) => more.extend(more_of_incident(told)),
        Conclusion::Instruction(told) => more.extend(more_of_instruction(told)),
        Conclusion::Holds(holds) => more.extend(variants(particulars(holds))),
        Conclusion::Position { .. } | Conclusion::Standing { .. } | Conclusion::Renewed { .. } => {}
    }
    more
}

fn more_of_question(asked: &conclusion::AskedQuestion) -> Details {
    match asked.state {
        QuestionState::Open => {
            let choices = asked.choices.iter();
            let choices: Vec<String> =
                choices.map(|(word, line)| format!("{word}: {}", line.join(" "))).collect();
            details([("choices", choices.into())])
        }
        QuestionState::Answered(choice) => {
            let word = asked.choices.get(choice).map(|(word, _)| word.clone());
            details([("choice", word.unwrap_or_default().into())])
        }
        QuestionState::Withdrawn => details([]),
    }
}

fn more_of_move(told: &MoveTold) -> Details {
    let mut more = details([
        ("side", color_word(told.side).into()),
        ("confidence", f64::from(told.confidence).into()),
        ("from", told.evidence.from.into()),
        ("to", told.evidence.to.into()),
    ]);
    if let Some(MoveId(id)) = told.id {
        more.extend(details([("id", id.into())]));
    }
    if let MoveState::Completed { by, left } = told.state {
        more.extend(details([("by", by.word().into())]));
        if let Some(left) = left {
            more.extend(details([("clk_ms", left.as_millis().into())]));
        }
    }
    more
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// An incident that stands, by its parts.
pub(super) fn of_incident(told: &Incident) -> Details {
    let Incident { id, state, kind, article, certainty, .. } = told;
    let words = [
        ("state", state.word()),
        ("kind", kind.word()),
        ("article", article),
        ("side", side_of(told)),
        ("certainty", certainty.word()),
    ];
    let mut all = more_of_incident(told);
    all.extend(numbered("incident", *id, words));
    all
}

/// An instruction that waits, by its parts.
pub(super) fn of_instruction(told: &Instruction) -> Details {
    let Instruction { id, state, act, article, .. } = told;
    let words = [("state", state.word()), ("kind", act.word()), ("article", article)];
    let mut all = more_of_instruction(told);
    all.extend(numbered("instruction", *id, words));
    all
}

fn more_of_incident(told: &Incident) -> Details {
    let mut more = details([
        ("ply", told.ply.into()),
        ("squares", names(&told.squares).into()),
        ("from", told.evidence.from.into()),
        ("to", told.evidence.to.into()),
    ]);
    more.extend(
        told.difference
            .map(|difference| variants(laws::difference(difference)))
            .unwrap_or_default(),
    );
    more
}

fn more_of_instruction(told: &Instruction) -> Details {
    let mut more = told.incident.map(|id| details([("incident", id.into())])).unwrap_or_default();
    more.extend(variants(laws::act(&told.act)));
    more
}

fn side_of(told: &Incident) -> &'static str {
    told.side.map_or("", color_word)
}

fn numbered(
    what: &'static str,
    id: u32,
    words: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> Details {
    let mut all = details([(what, id.into())]);
    all.extend(details(words.into_iter().map(|(name, word)| (name, word.into()))));
    all
}

fn name_of(holds: &Holds) -> String {
    let fields = laws::holds(holds, CastlingMode::Standard);
    fields.get("out").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn particulars(holds: &Holds) -> laws::Fields {
    let mut fields = laws::holds(holds, CastlingMode::Standard);
    fields.remove("out");
    // An event has one `what`, the name of what holds.
    fields.extend(fields.get("what").cloned().map(|what| ("of".into(), what)));
    fields
}

/// The same as D-Bus has it: numbers are unsigned, lists hold texts.
fn variants(fields: laws::Fields) -> Details {
    let mut all = Details::new();
    for (name, value) in &fields {
        all.extend(match value {
            Value::Bool(is) => details([(&**name, (*is).into())]),
            Value::Number(number) => details([(&**name, number.as_u64().unwrap_or(0).into())]),
            Value::Array(list) => {
                let texts: Vec<String> =
                    list.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect();
                details([(&**name, texts.into())])
            }
            Value::String(text) => details([(&**name, text.clone().into())]),
            Value::Null | Value::Object(_) => Details::new(),
        });
    }
    all
}
