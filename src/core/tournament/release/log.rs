//! What was public when: the lines of the station's journal that say so, and that hold after a restart.

use serde::{Deserialize, Serialize};

use super::delay::PublicOutput;
use super::queue::Item;
use super::{Release, Released, To};
use crate::names::{GameId, PublicId};

/// Most releases on one line.
const MAX_MOVES_ON_A_LINE: usize = 100;

/// A line of the log: what became public in one moment of one game on one output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// The output, by name.
    output: String,
    /// The game's number on this station.
    game: u64,
    /// Its number in public, where the output has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    public: Option<u64>,
    /// When, by the wall clock (RFC 3339).
    at: String,
    /// What; nothing where the game only appeared.
    released: Vec<Logged>,
}

/// Something that became public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Logged {
    /// Number within the game, the same on all outputs.
    pub(super) item: u64,
    /// Public number.
    pub(super) seq: u64,
    /// What it was, in words.
    what: String,
}

impl LogLine {
    /// The lines that say of a game what is new on an output at the wall clock's `at`.
    pub(super) fn all((game, to): (GameId, To), at: &str, new: &[(u64, Released)]) -> Vec<Self> {
        let (output, public) = match to {
            To::Bus(PublicId(number)) => (PublicOutput::Bus, Some(number)),
            To::Files => (PublicOutput::Files, None),
        };
        let line = |released: Vec<Logged>| Self {
            output: output.word().to_owned(),
            game: game.0,
            public,
            at: at.to_owned(),
            released,
        };
        if new.is_empty() {
            return vec![line(Vec::new())];
        }
        let logged = |part: &[(u64, Released)]| part.iter().map(Logged::new).collect();
        new.chunks(MAX_MOVES_ON_A_LINE).map(|part| line(logged(part))).collect()
    }

    /// Which game it is about.
    pub const fn game(&self) -> GameId {
        GameId(self.game)
    }

    /// The game's number in public, where the output has one.
    pub const fn public(&self) -> Option<u64> {
        self.public
    }

    /// What it says; `None` where another version wrote of something else.
    pub(super) fn read(self) -> Option<(GameId, To, Vec<Logged>)> {
        let to = match (PublicOutput::named(&self.output)?, self.public) {
            (PublicOutput::Bus, number) => To::Bus(PublicId(number?)),
            (PublicOutput::Files, _) => To::Files,
        };
        Some((GameId(self.game), to, self.released))
    }
}

impl Logged {
    fn new((item, Released { seq, what }): &(u64, Released)) -> Self {
        Self { item: *item, seq: *seq, what: words(what) }
    }

    /// The item as it was released, if it speaks of this one: a person may have made it sure before.
    pub(super) fn as_released(&self, item: &Item) -> Option<Release> {
        let mut released = item.what.clone();
        if let Release::Move(made) = &mut released {
            made.is_doubtful = self.what.ends_with(DOUBTFUL);
        }
        (self.item == item.number && self.what == words(&released)).then_some(released)
    }
}

/// What is added to the words of a move that was marked.
const DOUBTFUL: &str = " doubtful";

fn words(release: &Release) -> String {
    match release {
        Release::Move(made) => {
            let doubtful = if made.is_doubtful { DOUBTFUL } else { "" };
            format!("move {} {}{doubtful}", made.ply, made.uci)
        }
        Release::TakenBack { ply, uci } => format!("taken-back {ply} {uci}"),
        Release::Confirmed { ply, uci } => format!("confirmed {ply} {uci}"),
        Release::Time { ply, .. } => format!("time {ply}"),
        Release::Position { fen } => format!("position {fen}"),
        Release::Ended(result) => format!("result {}", result.value.pgn()),
        Release::Reopened => "reopened".to_owned(),
    }
}
