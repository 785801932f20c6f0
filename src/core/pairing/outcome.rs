//! How the game of a pairing ended.

use std::fmt;

use shakmaty::Color;

use super::error::{Wrong, shown};
use crate::points::ResultValue;

/// How the game of a pairing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was played.
    Played(ResultValue),
    /// It was not played: somebody did not come, or both.
    Forfeit {
        /// Who gets the point; `None` where nobody does.
        winner: Option<Color>,
    },
}

impl Outcome {
    /// All that there are.
    pub const ALL: [Self; 9] = [
        Self::Played(ResultValue::WhiteWins),
        Self::Played(ResultValue::BlackWins),
        Self::Played(ResultValue::Draw),
        Self::Played(ResultValue::BothLose),
        Self::Played(ResultValue::HalfForWhite),
        Self::Played(ResultValue::HalfForBlack),
        Self::Forfeit { winner: Some(Color::White) },
        Self::Forfeit { winner: Some(Color::Black) },
        Self::Forfeit { winner: None },
    ];

    /// The outcome that a text means, in the forms of PGN, Swiss-Manager and FIDE's handbook: `1-0`,
    /// `1:0`, `½-½`, `0-1/2`, `+:-`, `-/+`, `0-0f` …; `None` for `*`, an open game.
    ///
    /// # Errors
    /// [`Wrong::Outcome`] where it is none.
    pub fn read(text: &str) -> Result<Option<Self>, Wrong> {
        let said: String = text.split_whitespace().collect();
        let forfeit = |winner| Some(Some(Self::Forfeit { winner }));
        let outcome = match said.to_ascii_lowercase().as_str() {
            "*" => Some(None),
            "+:-" | "+--" | "+/-" | "+-" | "1-0f" => forfeit(Some(Color::White)),
            "-:+" | "--+" | "-/+" | "-+" | "0-1f" => forfeit(Some(Color::Black)),
            "-:-" | "---" | "-/-" | "--" | "0-0f" => forfeit(None),
            played => ResultValue::read(played).map(|value| Some(Self::Played(value))),
        };
        outcome.ok_or_else(|| Wrong::Outcome(shown(text)))
    }

    /// The outcome as pairing files write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Played(value) => value.word(),
            Self::Forfeit { winner: Some(Color::White) } => "+:-",
            Self::Forfeit { winner: Some(Color::Black) } => "-:+",
            Self::Forfeit { winner: None } => "-:-",
        }
    }

    /// The result, if the game was played.
    pub const fn played(self) -> Option<ResultValue> {
        match self {
            Self::Played(value) => Some(value),
            Self::Forfeit { .. } => None,
        }
    }

    /// What the players get, whether the game was played or not: a forfeit counts like a game that was lost (10.1).
    pub const fn points(self) -> ResultValue {
        match self {
            Self::Played(value) => value,
            Self::Forfeit { winner: Some(winner) } => ResultValue::win_of(winner),
            Self::Forfeit { winner: None } => ResultValue::BothLose,
        }
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
        for text in ["2-0", "3/4-1/4", "1-1/2", "0--", ""] {
            assert_eq!(Outcome::read(text), Err(Wrong::Outcome(text.to_owned())));
        }
    }

    #[test]
    fn nobody_played_is_told_from_both_have_lost() {
        let both_lost = Outcome::Played(ResultValue::BothLose);
        for (text, outcome) in [
            ("0-0", both_lost),
            ("0 : 0", both_lost),
            ("0-0f", Outcome::Forfeit { winner: None }),
            ("-/-", Outcome::Forfeit { winner: None }),
            ("½-0", Outcome::Played(ResultValue::HalfForWhite)),
        ] {
            assert_eq!(Outcome::read(text), Ok(Some(outcome)), "{text}");
            assert_eq!(outcome.points().points_of(Color::Black).halves(), 0);
        }
    }
}
