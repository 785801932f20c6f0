//! Whether it is known which chip is in which piece of a board, as the bus says it.

use touchmove_drivers::observation::LearningStage;

/// How far a board is whose pieces have chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalibrationStage {
    /// Its pieces need not be known one by one.
    Unneeded,
    /// Nobody knows which chip is in which piece.
    Unknown,
    /// It learns because a person asks, and is so far.
    Learning(LearningStage),
    /// It is known.
    Known,
}

impl CalibrationStage {
    /// The word for it on the bus and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unneeded => "unneeded",
            Self::Unknown => "unknown",
            Self::Learning(stage) => stage.word(),
            Self::Known => "known",
        }
    }

    /// What `word` stands for; of a word of another version nothing is known.
    pub fn of_word(word: &str) -> Self {
        let stages = LearningStage::ALL.into_iter().map(Self::Learning);
        let mut all = [Self::Unneeded, Self::Known].into_iter().chain(stages);
        all.find(|stage| stage.word() == word).unwrap_or(Self::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_stage_and_one_of_another_version_for_nothing_known() {
        for word in ["unneeded", "unknown", "known", "settling", "unread", "alike", "strange"] {
            assert_eq!(CalibrationStage::of_word(word).word(), word);
        }
        assert_eq!(CalibrationStage::of_word("dreaming"), CalibrationStage::Unknown);
    }
}
