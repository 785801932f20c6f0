//! `touchmove readjudicate`: what the present program would conclude differently from what was told.

mod compare;
mod sheet;
mod wire;

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::names::GameId;

use self::compare::{Difference, Readjudicated, look_back, readjudicate};
use self::sheet::{Concluded, Matter};
use self::wire::{Origins, make_anew};
use super::past::{Past, Places};
use super::{Failure, print, print_json, revised, verify};

/// Replay what boards have said with this version of the program, and show what it would conclude differently
/// from what was told then: moves, incidents, results. Nothing is changed. Exit code 0 where nothing would be
/// concluded differently, 1 where something would, or not everything can be read
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    places: Places,
    /// Take what was observed then, or make it anew from the bytes that were kept with it, with the drivers of this
    /// version; where none were kept, what was observed then counts
    #[arg(long, value_enum, default_value_t)]
    from: Origin,
    /// Judge with hindsight too: follow many more lines to the end of what was kept, and list what is concluded and is
    /// found otherwise, with how sure that is
    #[arg(long)]
    hindsight: bool,
    /// Print JSON for a program to read, a line for each game
    #[arg(long)]
    json: bool,
}

/// What is judged again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Origin {
    /// What drivers made of it then
    #[default]
    Observations,
    /// The bytes of the boards, as far as they were kept
    Wire,
}

/// Compares board by board. What cannot be read is said, and the others are compared all the same.
pub(super) fn run(arguments: &Arguments, state: Option<&Path>) -> Result<(), Failure> {
    let mut failures = Vec::new();
    let (mut games, mut different) = (0, 0);
    for path in arguments.places.find(state)? {
        failures.extend(verify::beside(&path).err());
        let mut past = match Past::of(path) {
            Ok(past) => past,
            Err(failure) => {
                failures.push(failure);
                continue;
            }
        };
        let origins = match arguments.from {
            Origin::Observations => None,
            Origin::Wire => Some(make_anew(&mut past)?),
        };
        let mut compared = readjudicate(&past)?;
        if arguments.hindsight {
            look_back(&past, &mut compared)?;
        }
        games += compared.len();
        different += compared.iter().filter(|game| !game.is_same()).count();
        if arguments.json {
            print_json(&lines(&past, &compared))
        } else {
            print(&text(&past, &compared, origins))
        }?;
        failures.extend(past.complain().err());
    }
    if different > 0 {
        failures.push(Failure::failed(format_args!(
            "{different} of {games} game(s) would be concluded differently; nothing was changed. What was wrong then \
             is put right by a decision, as `touchmove game replace GAME PLY MOVE` or `touchmove game result`"
        )));
    }
    let exit = failures.iter().map(|failure| failure.exit).max();
    let messages: Vec<_> = failures.iter().map(ToString::to_string).collect();
    exit.map_or(Ok(()), |exit| {
        Err(Failure { message: messages.join("\ntouchmove: ").into(), exit })
    })
}

fn text(past: &Past, games: &[Readjudicated], origins: Option<Origins>) -> String {
    let different: Vec<_> = games.iter().filter(|game| !game.is_same()).collect();
    let games = games.len();
    let mut text = match different.len() {
        0 => format!("{}: {games} game(s), all concluded as they were told\n", past.name()),
        count => format!("{}: {games} game(s), {count} concluded differently\n", past.name()),
    };
    if let Some(Origins { anew, as_observed }) = origins {
        let _ = writeln!(
            text,
            "  {anew} observation(s) made anew from the wire, {as_observed} as they were recorded, where none was kept"
        );
    }
    for game in different {
        let on_station = game.station.map_or_else(String::new, |id| format!("{}, ", GameId(id)));
        let _ = writeln!(text, "  {on_station}game {} on this board", game.game);
        for Difference { matter, told, now } in &game.differs {
            let (told, now) = (said(told.as_ref()), said(now.as_ref()));
            let _ = writeln!(text, "    {}: told {told}; now {now}", name(matter));
        }
        for revision in game.revisions.iter().flatten() {
            let _ = writeln!(text, "    hindsight, {}", revised::in_words(revision));
        }
    }
    text
}

fn name(matter: &Matter) -> String {
    match matter {
        Matter::Move(ply) => turn(*ply),
        Matter::Incident(ply, kind, side, _) => {
            let by = if side.is_empty() { String::new() } else { format!(" by {side}") };
            format!("incident {kind}{by} at {}", turn(*ply))
        }
        Matter::Result => "result".to_owned(),
    }
}

fn turn(ply: u64) -> String {
    format!("{}{}", ply.div_ceil(2), if ply % 2 == 1 { "." } else { "..." })
}

/// What was concluded, in words: the move, the incident's state or the result first.
fn said(concluded: Option<&Concluded>) -> String {
    let Some(Concluded { fields }) = concluded else { return "nothing".to_owned() };
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let illegal = || text("uci").map(|uci| format!("{uci} (illegal)"));
    let first = text("san").or_else(illegal).or_else(|| text("value"));
    let left = fields.get("clk_ms").and_then(Value::as_u64).map(Duration::from_millis);
    let clock = left.map(h_mm_ss);
    let rest = [text("state"), text("reason"), text("article"), text("certainty"), clock];
    let parts: Vec<_> = first.into_iter().chain(rest.into_iter().flatten()).collect();
    parts.join(", ")
}

fn lines(past: &Past, games: &[Readjudicated]) -> String {
    let line = |game: &Readjudicated| {
        let differs: Vec<_> = game.differs.iter().map(difference).collect();
        let mut line = json!({
            "v": 1, "board": past.board.to_string(), "game": game.game, "station": game.station,
            "told": game.told, "is_same": game.is_same(), "differs": differs,
        });
        if let Some(revisions) = &game.revisions {
            line["hindsight"] = revisions.iter().map(revised::in_json).collect();
        }
        format!("{line}\n")
    };
    games.iter().map(line).collect()
}

fn difference(difference: &Difference) -> Value {
    let fields = |concluded: &Option<Concluded>| match concluded {
        Some(concluded) => Value::Object(concluded.fields.clone()),
        None => Value::Null,
    };
    let (told, now) = (fields(&difference.told), fields(&difference.now));
    match &difference.matter {
        Matter::Move(ply) => json!({ "what": "move", "ply": ply, "told": told, "now": now }),
        Matter::Incident(ply, kind, side, _) => json!({
            "what": "incident", "ply": ply, "kind": kind, "side": side, "told": told, "now": now,
        }),
        Matter::Result => json!({ "what": "result", "told": told, "now": now }),
    }
}
