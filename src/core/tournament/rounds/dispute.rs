//! Which result of a game counts: what its board shows, or what was entered from the scoresheets.

use crate::pairing::Outcome;
use crate::points::ResultValue;

/// What is known of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultVerdict {
    /// Nothing yet.
    Open,
    /// This result counts.
    Counts(Outcome, ResultSource),
    /// The board and the scoresheets differ: the question `result-differs` of the table is open.
    Differs(ResultDifference),
}

/// Where a result that counts comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSource {
    /// The board shows it, and none was entered.
    Board,
    /// It was entered, and the board shows none.
    Entered,
    /// The board shows it, and it was entered.
    Both,
    /// The two differed, and somebody decided.
    Settled,
}

/// Two results of one game that are not the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultDifference {
    board: ResultValue,
    entered: Outcome,
}

/// One of two results that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// That of the board.
    Board,
    /// The entered one.
    Entered,
}

/// An answer to the question which of two results counts. It holds for these two: when either changes,
/// the question is asked anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What was asked.
    pub of: ResultDifference,
    /// What was chosen.
    pub choice: Choice,
}

/// What is known of a result that the board shows, or not, and that was entered, or not.
pub fn verdict(
    board: Option<ResultValue>,
    entered: Option<Outcome>,
    settlement: Option<Settlement>,
) -> ResultVerdict {
    let (board, entered) = match (board, entered) {
        (None, None) => return ResultVerdict::Open,
        (Some(board), None) => {
            return ResultVerdict::Counts(Outcome::Played(board), ResultSource::Board);
        }
        (None, Some(entered)) => return ResultVerdict::Counts(entered, ResultSource::Entered),
        (Some(board), Some(entered)) => (board, entered),
    };
    let Some(difference) = ResultDifference::between(board, entered) else {
        return ResultVerdict::Counts(entered, ResultSource::Both);
    };
    match settlement.filter(|settlement| settlement.of == difference) {
        Some(settlement) => ResultVerdict::Counts(settlement.outcome(), ResultSource::Settled),
        None => ResultVerdict::Differs(difference),
    }
}

impl ResultVerdict {
    /// The result that counts.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Counts(outcome, _) => Some(outcome),
            Self::Open | Self::Differs(_) => None,
        }
    }
}

impl ResultDifference {
    /// The difference between the board's result and an entered one; `None` where they are the same.
    pub fn between(board: ResultValue, entered: Outcome) -> Option<Self> {
        (Outcome::Played(board) != entered).then_some(Self { board, entered })
    }

    /// What the board shows.
    pub const fn board(self) -> ResultValue {
        self.board
    }

    /// What was entered.
    pub const fn entered(self) -> Outcome {
        self.entered
    }
}

impl Settlement {
    const fn outcome(self) -> Outcome {
        match self.choice {
            Choice::Board => Outcome::Played(self.of.board),
            Choice::Entered => self.of.entered,
        }
    }
}

impl ResultSource {
    /// All that there are.
    pub const ALL: [Self; 4] = [Self::Board, Self::Entered, Self::Both, Self::Settled];

    /// Word of the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Entered => "entered",
            Self::Both => "both",
            Self::Settled => "settled",
        }
    }
}

impl Choice {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Board, Self::Entered];

    /// The choice of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }

    /// Word of the bus, the command and the journal.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Entered => "entered",
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    const WHITE: ResultValue = ResultValue::WhiteWins;
    const DRAW: ResultValue = ResultValue::Draw;
    const DRAWN: Outcome = Outcome::Played(DRAW);

    #[test]
    fn one_result_counts_and_two_have_to_be_the_same() {
        assert_eq!(verdict(None, None, None), ResultVerdict::Open);
        let board = ResultVerdict::Counts(Outcome::Played(WHITE), ResultSource::Board);
        assert_eq!(verdict(Some(WHITE), None, None), board);
        assert_eq!(
            verdict(None, Some(DRAWN), None),
            ResultVerdict::Counts(DRAWN, ResultSource::Entered)
        );
        assert_eq!(
            verdict(Some(DRAW), Some(DRAWN), None),
            ResultVerdict::Counts(DRAWN, ResultSource::Both)
        );
        let differs = verdict(Some(WHITE), Some(DRAWN), None);
        assert!(matches!(differs, ResultVerdict::Differs(_)), "{differs:?}");
        assert_eq!(differs.outcome(), None);
    }

    #[test]
    fn a_game_that_was_played_was_not_forfeited() {
        let forfeit = Outcome::Forfeit { winner: Some(Color::White) };
        assert!(matches!(verdict(Some(WHITE), Some(forfeit), None), ResultVerdict::Differs(_)));
    }

    #[test]
    fn an_answer_holds_while_both_results_stay_as_they_were() {
        let of = ResultDifference::between(WHITE, DRAWN).unwrap();
        for (choice, counts) in [(Choice::Board, Outcome::Played(WHITE)), (Choice::Entered, DRAWN)]
        {
            let answer = Some(Settlement { of, choice });
            let settled = ResultVerdict::Counts(counts, ResultSource::Settled);
            assert_eq!(verdict(Some(WHITE), Some(DRAWN), answer), settled);
            let corrected = verdict(Some(DRAW), Some(DRAWN), answer);
            assert_eq!(corrected, ResultVerdict::Counts(DRAWN, ResultSource::Both));
            let again = verdict(Some(ResultValue::BlackWins), Some(DRAWN), answer);
            assert!(matches!(again, ResultVerdict::Differs(_)), "{again:?}");
        }
    }
}
