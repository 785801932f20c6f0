//! What an arbiter is told of a game: the incidents that stand, and the instructions that wait.

use serde_json::Value;
use touchmove_core::laws::json::Fields;

use super::{Properties, ShownGame};
use crate::details::{Details, json};

/// How well a board reads and is heard.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ShownHealth {
    /// What somebody should see to, by its parts.
    pub findings: Vec<Fields>,
    /// How often what happened, by its parts.
    pub numbers: Fields,
}

impl ShownHealth {
    /// Reads that of a board.
    pub(super) fn of_board(board: &Properties) -> Self {
        let numbers = json(&board.get::<Details>("Health"));
        Self { findings: all_of(board, "Findings"), numbers }
    }
}

impl ShownGame {
    /// The incidents that wait for the arbiter. Those that may well be noise are not among them.
    pub fn open_incidents(&self) -> impl Iterator<Item = &Fields> {
        self.incidents.iter().filter(|told| is(told, "state", "raised") && is_sure(told))
    }
}

/// Whether an incident, or anything else that is told, is more than plausible noise.
pub fn is_sure(told: &Fields) -> bool {
    !is(told, "certainty", "low")
}

pub(super) fn all_of(game: &Properties, name: &str) -> Vec<Fields> {
    game.get::<Vec<Details>>(name).iter().map(json).collect()
}

fn is(told: &Fields, name: &str, word: &str) -> bool {
    told.get(name).and_then(Value::as_str) == Some(word)
}
