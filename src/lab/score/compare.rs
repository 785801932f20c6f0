//! A final line against the truth.

use touchmove_core::game::uci::ILLEGAL;

/// A line of play as a recording's `# truth:` writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TruthLine {
    /// The moves in UCI, an illegal one that stands with `!` behind it; where moves are missing, the
    /// position as `@FEN`.
    pub words: Vec<String>,
    /// The result as PGN writes it, if there is one.
    pub result: Option<String>,
}

impl TruthLine {
    /// Reads a line of words.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut line = Self::default();
        for word in words {
            if RESULTS.contains(&word) {
                line.result = Some(word.to_owned());
            } else {
                line.words.push(word.to_owned());
            }
        }
        line
    }

    /// Number of its moves.
    pub fn moves(&self) -> usize {
        self.moves_before(self.words.len())
    }

    /// Number of the moves among its first `words` words.
    pub fn moves_before(&self, words: usize) -> usize {
        self.words.iter().take(words).filter(|word| is_move(word)).count()
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

fn is_move(word: &str) -> bool {
    !word.starts_with('@')
}

/// How a final line differs from the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Index of the first word that is not the same in both; `None` where all are.
    pub differs_from: Option<usize>,
    /// Moves of the truth that the line has, the two aligned so that they are in order and as many as
    /// possible.
    pub found: u64,
    /// Moves of the line that are not in the truth, as indices of its moves.
    pub extra: Vec<usize>,
    /// Illegal moves that stand, found as such.
    pub illegal_found: u64,
    /// Illegal moves that stand, not found or taken for legal ones.
    pub illegal_missed: u64,
    /// Moves told to be illegal that are not.
    pub illegal_invented: u64,
    /// Whether both have the same result, or both none.
    pub result_is_right: bool,
}

impl Comparison {
    /// Whether the line is the truth, with its result.
    pub fn is_right(&self) -> bool {
        self.differs_from.is_none() && self.result_is_right
    }
}

/// Compares the final line `line` with what was played.
pub fn compare(truth: &TruthLine, line: &TruthLine) -> Comparison {
    let common = align(&truth.words, &line.words);
    let mut comparison = Comparison {
        differs_from: first_difference(&truth.words, &line.words),
        result_is_right: truth.result == line.result,
        ..Comparison::default()
    };
    let mut is_extra = vec![true; line.words.len()];
    for (word, at) in truth.words.iter().zip(common) {
        let told = at.and_then(|at| line.words.get(at));
        if let Some(is_extra) = at.and_then(|at| is_extra.get_mut(at)) {
            *is_extra = false;
        }
        comparison.found += u64::from(told.is_some() && is_move(word));
        match (is_illegal(word), told.is_some_and(|told| is_illegal(told))) {
            (true, true) => comparison.illegal_found += 1,
            (true, false) => comparison.illegal_missed += 1,
            (false, true) => comparison.illegal_invented += 1,
            (false, false) => {}
        }
    }
    let extra = line.words.iter().zip(is_extra).filter(|(word, _)| is_move(word));
    for (at, (word, _)) in extra.enumerate().filter(|(_, (_, is_extra))| *is_extra) {
        comparison.extra.push(at);
        comparison.illegal_invented += u64::from(is_illegal(word));
    }
    comparison
}

fn is_illegal(word: &str) -> bool {
    word.ends_with(ILLEGAL)
}

/// The same move, legal or not.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches(ILLEGAL) == other.trim_end_matches(ILLEGAL)
}

fn first_difference(truth: &[String], line: &[String]) -> Option<usize> {
    let same = truth.iter().zip(line).take_while(|(one, other)| one == other).count();
    (same < truth.len().max(line.len())).then_some(same)
}

/// The longest common subsequence: for each move of `truth` its place in `line`.
fn align(truth: &[String], line: &[String]) -> Vec<Option<usize>> {
    let (rows, columns) = (truth.len() + 1, line.len() + 1);
    // common[i * columns + j]: how many moves truth[i..] and line[j..] have in common
    let mut common = vec![0_u32; rows * columns];
    for i in (0..truth.len()).rev() {
        for j in (0..line.len()).rev() {
            common[i * columns + j] = if is_same(&truth[i], &line[j]) {
                common[(i + 1) * columns + j + 1] + 1
            } else {
                common[(i + 1) * columns + j].max(common[i * columns + j + 1])
            };
        }
    }
    let mut found = vec![None; truth.len()];
    let (mut i, mut j) = (0, 0);
    while i < truth.len() && j < line.len() {
        if is_same(&truth[i], &line[j]) {
            found[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if common[(i + 1) * columns + j] >= common[i * columns + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(truth: &str, line: &str) -> Comparison {
        compare(&TruthLine::of(truth.split(' ')), &TruthLine::of(line.split(' ')))
    }

    #[test]
    fn the_same_line_is_right() {
        let same = compared("e2e4 e7e5 a1a4! 1-0", "e2e4 e7e5 a1a4! 1-0");
        assert!(same.is_right());
        assert_eq!((same.found, same.illegal_found), (3, 1));
        assert_eq!((same.extra.len(), same.illegal_invented), (0, 0));
    }

    #[test]
    fn a_move_too_many_costs_no_other() {
        let more = compared("e2e4 e7e5 g1f3", "e2e4 d7d6 e7e5 g1f3");
        assert_eq!((more.differs_from, more.found, more.extra), (Some(1), 3, vec![1]));
    }

    #[test]
    fn a_missing_move_costs_no_other() {
        let less = compared("e2e4 e7e5 g1f3 b8c6", "e2e4 g1f3 b8c6");
        assert_eq!((less.found, less.extra.len()), (3, 0));
    }

    #[test]
    fn a_line_that_ends_early_differs_there() {
        assert_eq!(compared("e2e4 e7e5", "e2e4").differs_from, Some(1));
        assert_eq!(compared("e2e4", "e2e4 e7e5").differs_from, Some(1));
    }

    #[test]
    fn an_illegal_move_taken_for_a_legal_one_is_missed() {
        let missed = compared("e2e4 a7a4! d2d4", "e2e4 a7a4 d2d4");
        assert_eq!((missed.illegal_found, missed.illegal_missed), (0, 1));
        assert_eq!((missed.found, missed.is_right()), (3, false));
    }

    #[test]
    fn an_illegal_move_made_up_is_invented() {
        assert_eq!(compared("e2e4", "e2e4!").illegal_invented, 1);
        assert_eq!(compared("e2e4", "e2e4 a7a4!").illegal_invented, 1);
    }

    #[test]
    fn a_result_is_told_when_it_is_shown_and_only_then() {
        assert!(!compared("e2e4 1-0", "e2e4").is_right());
        assert!(!compared("e2e4", "e2e4 1-0").is_right());
        assert!(!compared("e2e4 1-0", "e2e4 1/2-1/2").is_right());
    }

    #[test]
    fn a_position_in_place_of_moves_is_no_move_but_part_of_the_line() {
        let line = "e2e4 @8/8/8/8/8/8/8/8_w g1f3";
        assert!(compared(line, line).is_right());
        assert!(!compared(line, "e2e4 g1f3").is_right());
        assert_eq!(compared(line, "e2e4 g1f3 f1e2").extra, [2]);
        assert_eq!(compared("e2e4", line).extra, [1]);
        let gap = compared("e2e4 e7e5 g1f3", "e2e4 @8/8/8/8/8/8/8/8_w_-_-_0_1 g1f3");
        assert_eq!((gap.found, gap.extra.len()), (2, 0));
    }
}
