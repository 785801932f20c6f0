//! A decision about a game, as clients see it.

use crate::details::Details;

use super::Properties;

/// What every decision has; whatever else it tells are the particulars of its verb.
const OF_EVERY_DECISION: [&str; 8] =
    ["number", "at", "boot_us", "unix_us", "by", "verb", "undone", "reason"];

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownDecision {
    /// By which it can be undone.
    pub number: u64,
    /// Who took it.
    pub by: String,
    /// Its verb.
    pub verb: String,
    /// The particulars of the verb, in the order of their keys.
    pub particulars: Vec<(String, String)>,
    /// Why; `None` where nobody has said.
    pub reason: Option<String>,
    /// Whether it was undone.
    pub is_undone: bool,
}

impl ShownDecision {
    /// Reads a decision as `Decisions` gives it.
    pub fn new(decision: Details) -> Self {
        let decision = Properties(decision);
        let keys = decision.0.keys().filter(|key| !OF_EVERY_DECISION.contains(&key.as_str()));
        let mut particulars: Vec<(String, String)> =
            keys.map(|key| (key.clone(), decision.get(key))).collect();
        particulars.sort();
        Self {
            number: decision.get("number"),
            by: decision.get("by"),
            verb: decision.get("verb"),
            particulars,
            reason: decision.text("reason"),
            is_undone: decision.get("undone"),
        }
    }

    /// Its particulars, each a key and a value.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.particulars.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}
