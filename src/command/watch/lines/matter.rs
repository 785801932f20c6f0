//! What an arbiter is told: incidents, instructions, and what the Laws make of what was said.

use serde_json::Value;

use crate::bus::shown::{Game, is_sure};
use crate::bus::{Details, json};
use crate::command::notices::{Notices, number};
use crate::laws::json::Fields;
use crate::words::Notice;

/// What holds by the Laws is written where somebody has asked for it.
const ANSWERS: [&str; 10] = [
    "claim",
    "offer",
    "refused",
    "await",
    "arbiter_choice",
    "continue",
    "illegal_move_stands",
    "scoresheet",
    "arrived",
    "penalty",
];

/// What is written of an event of a game; `None` where it is another one, or nothing is to be written of it.
pub(super) fn line(
    notices: &Notices,
    game: &Game,
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
fn incident(notices: &Notices, game: &Game, told: &Fields) -> Option<String> {
    let notice = notices.notice_in(game, told);
    let id = number(told, "incident");
    is_sure(told).then(|| match word(told, "state") {
        "raised" => format!("incident {id}: {}", whole(&notice)),
        state => format!("incident {id} {state}: {}", notice.title),
    })
}

/// Its title, and what else it says, each below.
fn whole(Notice { title, seen, may }: &Notice) -> String {
    let more: String = seen.iter().chain(may).map(|line| format!("\n    {line}")).collect();
    format!("{title}{more}")
}

fn instruction(notices: &Notices, game: &Game, told: &Fields) -> String {
    let (id, title) = (number(told, "instruction"), notices.notice_in(game, told).title);
    match word(told, "state") {
        "open" => format!("instruction {id}: {title}"),
        state => format!("instruction {id} {state}: {title}"),
    }
}

fn answer(notices: &Notices, game: &Game, mut told: Fields) -> Option<String> {
    let what = told.remove("what")?;
    let what = what.as_str().filter(|what| ANSWERS.contains(what))?;
    if let ("refused", Some(Value::String(asked))) = (what, told.get("of")) {
        told.insert("kind".into(), format!("refused-{asked}").into());
        return Some(whole(&notices.notice_in(game, &told)));
    }
    told.remove("at");
    let particular = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!(" {name}={text}"),
        value => format!(" {name}={value}"),
    };
    let particulars: String = told.iter().map(particular).collect();
    Some(format!("{}{particulars}", what.replace('_', " ")))
}

fn word<'a>(told: &'a Fields, name: &str) -> &'a str {
    told.get(name).and_then(Value::as_str).unwrap_or_default()
}
