//! How the game of a pairing ended.

use std::fmt;

use shakmaty::{Color, KnownOutcome};

use super::error::{Wrong, shown};

/// How the game of a pairing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was played.
    Played(KnownOutcome),
    /// It was not played: somebody did not come, or both.
    Forfeit {
        /// Who gets the point; `None` where nobody does.
        winner: Option<Color>,
    },
}

impl Outcome {
    /// All that there are.
    pub const ALL: [Self; 6] = [
        Self::won_by(Color::White),
        Self::won_by(Color::Black),
        Self::Played(KnownOutcome::Draw),
        Self::Forfeit { winner: Some(Color::White) },
        Self::Forfeit { winner: Some(Color::Black) },
        Self::Forfeit { winner: None },
    ];

    /// The outcome that a text means, in the forms of PGN, Swiss-Manager and FIDE's handbook: `1-0`,
    /// `1:0`, `½-½`, `+:-`, `-/+`, `0-0f` …; `None` for `*`, an open game.
    ///
    /// # Errors
    /// [`Wrong::Outcome`] where it is none.
    pub fn read(text: &str) -> Result<Option<Self>, Wrong> {
        let said: String = text.split_whitespace().collect();
        let forfeit = |winner| Self::Forfeit { winner };
        Ok(Some(match said.to_ascii_lowercase().as_str() {
            "*" => return Ok(None),
            "1-0" | "1:0" => Self::won_by(Color::White),
            "0-1" | "0:1" => Self::won_by(Color::Black),
            "1/2-1/2" | "1/2" | "1/2:1/2" | "½-½" | "½:½" | "½" | "0.5-0.5" => {
                Self::Played(KnownOutcome::Draw)
            }
            "+:-" | "+--" | "+/-" | "+-" | "1-0f" => forfeit(Some(Color::White)),
            "-:+" | "--+" | "-/+" | "-+" | "0-1f" => forfeit(Some(Color::Black)),
            "-:-" | "---" | "-/-" | "--" | "0-0f" => forfeit(None),
            _ => return Err(Wrong::Outcome(shown(text))),
        }))
    }

    /// The outcome as pairing files write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Played(KnownOutcome::Decisive { winner: Color::White }) => "1-0",
            Self::Played(KnownOutcome::Decisive { winner: Color::Black }) => "0-1",
            Self::Played(KnownOutcome::Draw) => "1/2-1/2",
            Self::Forfeit { winner: Some(Color::White) } => "+:-",
            Self::Forfeit { winner: Some(Color::Black) } => "-:+",
            Self::Forfeit { winner: None } => "-:-",
        }
    }

    /// The outcome, if the game was played.
    pub const fn played(self) -> Option<KnownOutcome> {
        match self {
            Self::Played(outcome) => Some(outcome),
            Self::Forfeit { .. } => None,
        }
    }

    /// What PGN has for it: a forfeit counts like a game that was played; there is nothing for one that both have lost.
    pub const fn in_pgn(self) -> Option<KnownOutcome> {
        match self {
            Self::Played(outcome) => Some(outcome),
            Self::Forfeit { winner: Some(winner) } => Some(KnownOutcome::Decisive { winner }),
            Self::Forfeit { winner: None } => None,
        }
    }

    const fn won_by(winner: Color) -> Self {
        Self::Played(KnownOutcome::Decisive { winner })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_read_back_from_its_word() {
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::read(outcome.word()), Ok(Some(outcome)));
        }
        assert_eq!(Outcome::read("*"), Ok(None));
        assert_eq!(Outcome::read("2-0"), Err(Wrong::Outcome("2-0".to_owned())));
    }
}
