//! What can be chosen about a game, and what is decided by it.

use touchmove_client::decided;
use touchmove_client::matters::{Matter, MatterChoice};
use touchmove_client::shown::ShownGame;
use touchmove_core::points::ResultValue;
use touchmove_core::words::Saying;
use zbus::OwnedObjectPath;

use crate::game::Words;
use crate::notices::Notices;

/// A decision about a game, not taken yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// The game.
    pub(super) game: OwnedObjectPath,
    /// Its verb and its particulars.
    pub(super) words: Words,
    /// Why it is taken; may be empty.
    pub(super) reason: String,
}

impl Decision {
    /// One for which no reason is given yet.
    pub(super) const fn new(game: OwnedObjectPath, words: Words) -> Self {
        Self { game, words, reason: String::new() }
    }

    /// In words.
    pub(super) fn said(&self) -> Saying {
        let (verb, particulars) = &self.words;
        decided::what(verb, particulars.iter().map(|(key, value)| (*key, value.as_str())))
    }
}

/// What can be chosen, and what is decided by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// In words.
    pub(super) label: String,
    /// The decision.
    pub(super) decision: Decision,
}

/// What can be decided about something that is told of a game.
pub(super) fn choices(game: &ShownGame, matter: &Matter<'_>, notices: &Notices) -> Vec<Choice> {
    let choice = |MatterChoice { label, verb, particulars }| Choice {
        label,
        decision: Decision::new(game.path.clone(), (verb, particulars)),
    };
    matter.choices(notices).into_iter().map(choice).collect()
}

/// How a game can have ended; or that it goes on.
pub(super) fn results(game: &ShownGame) -> Vec<Choice> {
    let choice = |value: &str| Choice {
        label: value.to_owned(),
        decision: Decision::new(game.path.clone(), ("result", vec![("value", value.to_owned())])),
    };
    ResultValue::ALL.iter().map(|value| value.word()).chain(["*"]).map(choice).collect()
}
