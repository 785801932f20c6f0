//! What an arbiter is told: incidents, instructions, and what the Laws make of what was said.

use serde_json::Value;
use touchmove_client::details::{Details, json};
use touchmove_client::shown::{ShownGame, is_sure};
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::Play;
use touchmove_core::words::{Notice, Vocabulary};

use crate::notices::{Notices, number};

/// What is written of an event of a game; `None` where it is another one, or nothing is to be written of it.
pub(super) fn line(
    notices: &Notices,
    game: &ShownGame,
    name: &str,
    arguments: &Details,
) -> Option<String> {
    match name {
        "Incident" => incident(notices, game, &json(arguments)),
        "Instruction" => Some(instruction(notices, game, &json(arguments))),
        "Holds" => answer(notices, game, json(arguments)),
        _ => None,
    }
}

/// With what was seen and what the arbiter may do when it is raised.
fn incident(notices: &Notices, game: &ShownGame, told: &Fields) -> Option<String> {
    let notice = notices.notice_in(game, told);
    let id = number(told, "incident");
    let number = id.into();
    is_sure(told).then(|| match word(told, "state") {
        "raised" => notices.say(Play::Incident { number, title: whole(&notice).into() }),
        state => {
            let (state, title) = (Vocabulary::Matter.word(state), notice.title.into());
            notices.say(Play::IncidentIs { number, state, title })
        }
    })
}

/// Its title, and what else it says, each below.
fn whole(Notice { title, seen, may }: &Notice) -> String {
    let more: String = seen.iter().chain(may).map(|line| format!("\n    {line}")).collect();
    format!("{title}{more}")
}

fn instruction(notices: &Notices, game: &ShownGame, told: &Fields) -> String {
    let (id, title) = (number(told, "instruction"), notices.notice_in(game, told).title);
    let (number, title) = (id.into(), title.into());
    notices.say(match word(told, "state") {
        "open" => Play::Instruction { number, title },
        state => Play::InstructionIs { number, state: Vocabulary::Matter.word(state), title },
    })
}

/// What the Laws make of what somebody has said: the kind of the words, with what they name.
fn answer(notices: &Notices, game: &ShownGame, mut told: Fields) -> Option<String> {
    let what = told.remove("what")?;
    let of_claim = told.get("kind").cloned();
    let kind = match (what.as_str()?, word(&told, "state"), word(&told, "verdict")) {
        ("refused", ..) if word(&told, "of").starts_with("qpf-") => {
            format!("refused-{}-{}", word(&told, "of"), word(&told, "reason"))
        }
        ("refused", ..) if is_of_adjournment(word(&told, "of")) => {
            format!("refused-adjournment-{}", word(&told, "reason"))
        }
        ("refused", ..) => format!("refused-{}", word(&told, "of")),
        ("offer", "open", _) => "offer-open".to_owned(),
        ("offer", "not-allowed", _) => "offer-not-allowed".to_owned(),
        ("offer", ..) if word(&told, "by") == "touch" => "offer-lapsed".to_owned(),
        ("offer", ..) if word(&told, "by") == "move" => "offer-moved-past".to_owned(),
        ("offer", ..) => "offer-declined".to_owned(),
        ("claim", _, "correct") => "claim-right".to_owned(),
        ("claim", _, "incorrect") => "claim-wrong".to_owned(),
        ("claim", ..) => "claim-not-now".to_owned(),
        ("penalty", ..) => match word(&told, "kind") {
            "opponent-points" => "points-raised",
            "offender-points" => "points-lowered",
            _ => "warned",
        }
        .to_owned(),
        ("scoresheet", ..) if told.get("must_record") == Some(&Value::Bool(true)) => {
            "must-record".to_owned()
        }
        ("scoresheet", ..) => "need-not-record".to_owned(),
        ("arrived", ..) => "arrived".to_owned(),
        ("illegal_move_stands", ..) => "illegal-move-stands".to_owned(),
        ("continue", ..) if told.contains_key("supervised") => "play-goes-on-watched".to_owned(),
        ("continue", ..) => "play-goes-on".to_owned(),
        ("envelope", ..) => "move-sealed".to_owned(),
        ("sealed_move", ..) => "sealed-move".to_owned(),
        ("quickplay_evidence", ..) => "quickplay-evidence".to_owned(),
        ("arbiter_choice", ..) => "arbiter-may-choose".to_owned(),
        ("await", ..) => waits(word(&told, "of")).to_owned(),
        _ => return None,
    };
    if kind == "quickplay-evidence" {
        // Elsewhere `moves` are written out.
        let moves = told.remove("moves");
        told.extend(moves.map(|moves| ("count".to_owned(), moves)));
    }
    told.extend(of_claim.map(|claimed| ("what".to_owned(), claimed)));
    told.insert("kind".into(), kind.into());
    Some(whole(&notices.notice_in(game, &told)))
}

/// Whether something that is refused is about an adjourned game.
fn is_of_adjournment(refused: &str) -> bool {
    matches!(
        refused,
        "seal"
            | "adjourn-early"
            | "resume"
            | "seal-reply"
            | "open-envelope"
            | "envelope-lost"
            | "pre-resume"
            | "adjourned-position"
            | "adjourned-times"
    )
}

/// Who has to act, by the word of it.
fn waits(awaited: &str) -> &'static str {
    match awaited {
        "arbiter-decision" => "waits-for-the-arbiter",
        "opponent-then-arbiter" => "waits-for-the-opponent",
        "arbiter-final-decision" => "waits-for-a-final-decision",
        "envelope-opened" => "waits-for-the-envelope",
        "replier-arrives" => "waits-for-the-replier",
        "sealer-arrives" => "waits-for-the-sealer",
        "sealer-plays-on-board" => "waits-for-the-sealer-to-play",
        _ => "waits-for-a-claim",
    }
}

fn word<'a>(told: &'a Fields, name: &str) -> &'a str {
    told.get(name).and_then(Value::as_str).unwrap_or_default()
}
