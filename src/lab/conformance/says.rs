//! What is said, as the outputs of `docs/laws/vocabulary.md` 2, and their order.

use std::time::Duration;

use serde_json::{Map, Value, json};
use shakmaty::{Color, Move, Position, Rank, Square};
use touchmove_core::account::{LineMove, MoveId};
use touchmove_core::laws::Ruling;
use touchmove_core::laws::edition::{completed_by, made_by};
use touchmove_core::laws::json as laws;
use touchmove_core::laws::rulebook::{Category, Edition, Rulebook};
use touchmove_core::laws::says::{Act, CompletedBy, IncidentState, InstructionState, Says};
use touchmove_core::points::ResultValue;

use super::board::MODE;

/// A move that was completed before counts for the time control (6.5 of 1995).
pub(super) const COUNTED: &str = "move_counted";

/// A ruling as an output; none where there is no word for it.
pub(super) fn out(ruling: &Ruling, made: &[LineMove], rulebook: &Rulebook) -> Option<Value> {
    let of = |id: &MoveId| made.iter().rfind(|made| made.id == Some(*id));
    let moved =
        |made: &LineMove| (laws::word(made.before.turn()), made.mv.to_uci(MODE).to_string());
    Some(match &ruling.what {
        Says::Made(id) => {
            let made = of(id).filter(|made| made.legal)?;
            let (side, uci) = moved(made);
            let article = made_by(rulebook.edition, made.mv);
            json!({ "out": "move_made", "side": side, "uci": uci, "article": article })
        }
        Says::Completed(id, by, _) => {
            let made = of(id).filter(|made| made.legal)?;
            let (side, uci) = moved(made);
            let article = completed_by(rulebook, *by);
            if *by == CompletedBy::Press && rulebook.completes_on_release() {
                return Some(
                    json!({ "out": COUNTED, "side": side, "uci": uci, "article": article }),
                );
            }
            json!({ "out": "move_completed", "side": side, "uci": uci, "by": by.word(), "article": article })
        }
        Says::Incident(incident) if incident.state == IncidentState::Raised => {
            let mut fields = laws::incident(incident);
            fields.insert("out".into(), "alert".into());
            fields.insert("confidence".into(), incident.certainty.word().into());
            Value::Object(fields)
        }
        Says::Instruction(given) if given.state == InstructionState::Open => {
            let mut fields = laws::act(&given.act);
            fields.insert("out".into(), given.act.word().into());
            fields.insert("article".into(), given.article.into());
            if let Act::Replace { square, role } = given.act {
                let piece = role.of(promoting_on(square));
                fields.insert("piece".into(), piece.char().to_string().into());
            }
            Value::Object(fields)
        }
        Says::Holds(holds) => Value::Object(laws::holds(holds, MODE)),
        Says::Ended(ending) => {
            let mut fields = laws::result(ending);
            fields.insert("out".into(), "result".into());
            Value::Object(fields)
        }
        Says::Incident(_) | Says::Instruction(_) | Says::Undone(_) | Says::NotEnded => return None,
    })
}

/// Whose pawns are replaced on this square of the last rank.
pub(super) fn promoting_on(square: Square) -> Color {
    Color::from_white(square.rank() == Rank::Eighth)
}

/// Puts what was said of one event into the order of the cases (end of `docs/laws/vocabulary.md` 2).
pub(super) fn in_order(said: &mut [Value]) {
    said.sort_by_key(rank);
}

fn rank(said: &Value) -> usize {
    const ORDER: [&str; 29] = [
        "sealed_move",
        "touch-move-violation",
        "released-piece-moved",
        "move_made",
        "move_completed",
        COUNTED,
        "right_lost",
        "illegal_move_stands",
        "clock_pause",
        "envelope",
        "offer",
        "alert",
        "claim",
        "restore",
        "replace",
        "transfer_position",
        "new_game",
        "clock_mode",
        "clock_sub",
        "clock_add",
        "clock_used",
        "clock_set",
        "obligation",
        "clock_run",
        "await",
        "continue",
        "refused",
        "arbiter_choice",
        "castling_forbidden",
    ];
    let word = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default();
    if said["out"] == "move_completed" && said["by"] == "next-move"
        || said["out"] == "offer" && said["state"] == "rejected"
    {
        return 0;
    }
    let at = |name: &str| ORDER.iter().position(|one| *one == name);
    let of_alert = Some(word("kind")).filter(|_| said["out"] == "alert").and_then(at);
    of_alert.or_else(|| at(word("out"))).map_or(ORDER.len() + 1, |place| place + 1)
}

/// The category of a time control.
pub(super) fn category(edition: Edition, fields: &Map<String, Value>) -> Option<Value> {
    let millis = |key: &str| fields.get(key).and_then(Value::as_u64).map(Duration::from_millis);
    let category = edition.category_of(millis("base_ms")?, millis("inc_ms").unwrap_or_default());
    Some(json!({ "out": "category", "value": category.map_or("undefined", Category::word) }))
}

/// A move that was read.
pub(super) fn parsed(mv: Move) -> Value {
    json!({ "out": "parsed", "uci": mv.to_uci(MODE).to_string() })
}

/// A move as it is written.
pub(super) fn written(text: &str) -> Value {
    json!({ "out": "written", "text": text })
}

/// 10.1, 10.2: the points of a result, and whether it may be given.
pub(super) fn score(fields: &Map<String, Value>) -> Option<Value> {
    let result = ResultValue::read(fields.get("result")?.as_str()?);
    Some(result.map_or(json!({ "out": "score", "ok": false }), |value| {
        let points = |side| f64::from(value.points_of(side).halves()) / 2.0;
        let (white, black) = (points(Color::White), points(Color::Black));
        json!({ "out": "score", "white": white, "black": black, "ok": true })
    }))
}
