//! How far a board is that learns which chip is in which piece.

use std::fmt;
use std::str::FromStr;

use super::board::Square;

/// How far a board is that learns, because a person asks, which chip is in which piece. Text form: the word of its stage;
/// where squares are named, `:` and their names, parted by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learning {
    /// How far it is.
    pub stage: LearningStage,
    /// The squares that somebody has to see to, in the board's own numbering.
    pub squares: Vec<Square>,
}

/// How far a board is that learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearningStage {
    /// The pieces stand in the start position: it is made sure for some more readings.
    Settling,
    /// On squares where a piece belongs nothing is read.
    Unread,
    /// Several squares say the same chip.
    Alike,
    /// On squares that belong empty something stands.
    Strange,
}

impl LearningStage {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Settling, Self::Unread, Self::Alike, Self::Strange];

    /// The word for it, in recordings and on the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Settling => "settling",
            Self::Unread => "unread",
            Self::Alike => "alike",
            Self::Strange => "strange",
        }
    }

    /// What a word stands for; `None` for a word of another version.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.word() == word)
    }
}

impl fmt::Display for Learning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stage.word())?;
        for (number, square) in self.squares.iter().enumerate() {
            write!(f, "{}{square}", if number == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// A text that says nothing of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLearning;

impl FromStr for Learning {
    type Err = NoLearning;

    fn from_str(text: &str) -> Result<Self, NoLearning> {
        let (word, squares) = match text.split_once(':') {
            Some((word, squares)) => (word, Some(squares)),
            None => (text, None),
        };
        let stage = LearningStage::of_word(word).ok_or(NoLearning)?;
        let names = squares.into_iter().flat_map(|squares| squares.split(','));
        let squares: Option<Vec<Square>> = names.take(65).map(|name| name.parse().ok()).collect();
        let squares = squares.filter(|squares| squares.len() <= 64).ok_or(NoLearning)?;
        Ok(Self { stage, squares })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_of_learning_is_refused() {
        let many = format!("unread:{}", vec!["a1"; 65].join(","));
        for text in ["", "done", "unread:", "unread:a9", "unread:a1,", &many] {
            assert_eq!(text.parse::<Learning>(), Err(NoLearning), "{text}");
        }
    }
}
