//! How it is with boards and ports, as clients see it.

use zbus::OwnedObjectPath;

use super::Properties;
use crate::details::Details;
use crate::path;

/// How it is with a board or a port.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct State {
    /// In a word, as in `in-step`.
    pub word: String,
    /// Why, in a word; empty where there is nothing to say.
    pub why: String,
    /// What it means and what to do; empty where there is nothing to say.
    pub advice: String,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPort {
    /// Its name.
    pub name: String,
    /// How it is with it.
    pub state: State,
    /// The boards that are heard there, by name.
    pub boards: Vec<String>,
}

impl State {
    /// Reads that of a board; of one that does not say, its link.
    pub(super) fn of_board(board: &Properties) -> Self {
        let word = board.find("State").unwrap_or_else(|| board.get("Link"));
        Self { word, why: board.get("Why"), advice: board.get("Advice") }
    }
}

impl ShownPort {
    /// Reads a port as `Ports` gives it.
    pub fn new(port: Details) -> Self {
        let port = Properties(port);
        let boards: Vec<OwnedObjectPath> = port.get("boards");
        Self {
            name: port.get("port"),
            state: State {
                word: port.get("state"),
                why: port.get("why"),
                advice: port.get("advice"),
            },
            boards: boards.iter().map(|path| path::board_name(path.as_str())).collect(),
        }
    }

    /// Whether somebody should see to it.
    pub fn needs_a_hand(&self) -> bool {
        self.state.word != "serving"
    }
}
