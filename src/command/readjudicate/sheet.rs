//! What was concluded of a game in the end, by the lines in which it was told.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use touchmove_core::laws::json::Fields;

use crate::notices::number;

/// All that was concluded of a game, as it stands after the last line.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// By their ids.
    moves: BTreeMap<u64, Fields>,
    incidents: BTreeMap<u64, Fields>,
    result: Option<Fields>,
}

/// A thing that is concluded of a game, whatever is concluded of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Matter {
    /// The move at a ply.
    Move(u64),
    /// An incident of this kind and side at a ply, and which of those.
    Incident(u64, String, String, usize),
    /// The result.
    Result,
}

/// What was concluded of a matter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concluded {
    /// What counts of it, as it was told.
    pub(super) fields: Fields,
}

impl Sheet {
    /// The sheet that these lines leave.
    pub(super) fn of<'a>(lines: impl IntoIterator<Item = &'a Fields>) -> Self {
        let mut sheet = Self::default();
        lines.into_iter().for_each(|line| sheet.follow(line));
        sheet
    }

    /// Everything that is concluded in the end.
    pub(super) fn matters(&self) -> BTreeMap<Matter, Concluded> {
        let mut matters = BTreeMap::new();
        for told in self.moves.values() {
            let what = picked(told, &["uci", "san", "state", "clk_ms"]);
            matters.insert(Matter::Move(number(told, "ply")), what);
        }
        for told in self.incidents.values() {
            let (ply, kind, side) = (number(told, "ply"), text(told, "kind"), text(told, "side"));
            let of = |which| Matter::Incident(ply, kind.to_owned(), side.to_owned(), which);
            let which = (0..).find(|which| !matters.contains_key(&of(*which))).unwrap_or_default();
            matters.insert(of(which), picked(told, &["article", "certainty", "state"]));
        }
        if let Some(told) = &self.result {
            matters.insert(Matter::Result, picked(told, &["value", "reason", "article"]));
        }
        matters
    }

    fn follow(&mut self, line: &Fields) {
        let id = number(line, "id");
        let state = text(line, "state");
        match text(line, "type") {
            "move" if state == "superseded" => drop(self.moves.remove(&id)),
            "move" => merge(self.moves.entry(id).or_default(), line),
            "incident" if state == "withdrawn" => drop(self.incidents.remove(&id)),
            "incident" => merge(self.incidents.entry(id).or_default(), line),
            "result" => self.result = (text(line, "value") != "*").then(|| line.clone()),
            _ => {}
        }
    }
}

/// A later line says only what is new.
fn merge(known: &mut Fields, line: &Fields) {
    known.extend(line.iter().map(|(key, value)| (key.clone(), value.clone())));
}

fn picked(told: &Fields, keys: &[&str]) -> Concluded {
    let known = keys.iter().filter_map(|key| Some(((*key).to_owned(), told.get(*key)?.clone())));
    Concluded { fields: known.collect::<Map<_, _>>() }
}

fn text<'a>(line: &'a Fields, key: &str) -> &'a str {
    line.get(key).and_then(Value::as_str).unwrap_or_default()
}
