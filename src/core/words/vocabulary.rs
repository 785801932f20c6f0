//! Words of the bus that stand alone where people read: states, stages, reasons.

use super::{Phrase, Saying};

/// A set of such words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// How it is with a board or a port.
    State,
    /// The state of a link.
    Link,
    /// How far a round has got.
    Stage,
    /// Why a game is over.
    Reason,
    /// What has become of an incident or an instruction.
    Matter,
    /// Why play goes on from another position.
    Position,
    /// How far a move has got.
    Move,
    /// Whose something is.
    Side,
}

impl Vocabulary {
    /// All sets.
    #[cfg(test)]
    pub(super) const ALL: [Self; 8] = [
        Self::State,
        Self::Link,
        Self::Stage,
        Self::Reason,
        Self::Matter,
        Self::Position,
        Self::Move,
        Self::Side,
    ];

    /// A word in the language of the reader; one that is not known stays as it is.
    pub fn word(self, word: &str) -> Saying {
        match self.words().contains(&word) {
            true => Phrase::new(self.name(word), Vec::new()).into(),
            false => word.into(),
        }
    }

    /// The name of the message of a word.
    pub(super) fn name(self, word: &str) -> String {
        let of = match self {
            Self::State => "state",
            Self::Link => "link",
            Self::Stage => "stage",
            Self::Reason => "reason",
            Self::Matter => "matter",
            Self::Position => "position",
            Self::Move => "move",
            Self::Side => "side",
        };
        format!("word-{of}-{word}")
    }

    /// Its words.
    pub(super) const fn words(self) -> &'static [&'static str] {
        match self {
            Self::State => &[
                "starting",
                "in-step",
                "out-of-step",
                "faulty",
                "silent",
                "lost",
                "searching",
                "cannot-open",
                "refused",
                "serving",
                "restarting",
            ],
            Self::Link => &["up", "stale", "lost"],
            Self::Stage => &["loaded", "running", "paused", "ended"],
            Self::Reason => REASONS,
            Self::Matter => MATTERS,
            Self::Position => POSITIONS,
            Self::Move => &["made", "completed", "superseded"],
            Self::Side => &["white", "black"],
        }
    }
}

const REASONS: &[&str] = &[
    "checkmate",
    "stalemate",
    "dead-position",
    "fivefold",
    "seventyfive",
    "agreement",
    "threefold-claim",
    "fifty-claim",
    "resignation",
    "resignation-opponent-cannot-mate",
    "flag",
    "flag-opponent-cannot-mate",
    "flag-opponent-bare-king",
    "illegal-move",
    "illegal-move-opponent-cannot-mate",
    "second-illegal",
    "second-illegal-opponent-cannot-mate",
    "illegal-position",
    "default-time",
    "both-late",
    "both-flags",
    "quickplay-finish",
    "sealed-move-invalid",
    "sealed-illegal-opponent-bare-king",
    "arbiter-penalty",
    "kings",
    "decision",
];

const MATTERS: &[&str] =
    &["raised", "withdrawn", "confirmed", "dismissed", "lapsed", "open", "done", "waived"];

const POSITIONS: &[&str] = &["gap", "displaced", "decision"];
