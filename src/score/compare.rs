//! A final line against the truth.

use crate::game::uci::ILLEGAL;

/// What was really played: moves in UCI and, where the board shows it, the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// The moves; an illegal one that stands has `!` behind it.
    pub moves: Vec<String>,
    /// The result as PGN writes it.
    pub result: Option<String>,
}

impl Truth {
    /// Reads a line of words: moves, then perhaps a result. Positions (`@FEN`), which stand where moves
    /// are missing, are no moves.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut truth = Self::default();
        for word in words {
            if RESULTS.contains(&word) {
                truth.result = Some(word.to_owned());
            } else if !word.starts_with('@') {
                truth.moves.push(word.to_owned());
            }
        }
        truth
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// How a final line differs from the truth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Index of the first move that is not the same in both; `None` where all are.
    pub differs_from: Option<usize>,
    /// For each move of the truth the index of the move of the line that is the same, so that both are
    /// in order and as many as possible are the same.
    pub found: Vec<Option<usize>>,
    /// Moves of the line that are no moves of the truth.
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

    /// Moves of the truth that the line has.
    pub fn moves_found(&self) -> u64 {
        self.found.iter().flatten().count() as u64
    }
}

/// Compares the final line `line` with what was played.
pub fn compare(truth: &Truth, line: &Truth) -> Comparison {
    let found = align(&truth.moves, &line.moves);
    let mut extra: Vec<bool> = vec![true; line.moves.len()];
    let (mut illegal_found, mut illegal_missed, mut illegal_taken) = (0, 0, 0);
    for (mv, at) in truth.moves.iter().zip(&found) {
        let told = at.and_then(|at| line.moves.get(at));
        if let Some(kept) = at.and_then(|at| extra.get_mut(at)) {
            *kept = false;
        }
        match (is_illegal(mv), told.is_some_and(|told| is_illegal(told))) {
            (true, true) => illegal_found += 1,
            (true, false) => illegal_missed += 1,
            (false, true) => illegal_taken += 1,
            (false, false) => {}
        }
    }
    let extra: Vec<usize> = (0..line.moves.len()).filter(|&at| extra[at]).collect();
    let made_up = extra.iter().filter(|&&at| is_illegal(&line.moves[at])).count() as u64;
    Comparison {
        differs_from: first_difference(&truth.moves, &line.moves),
        found,
        extra,
        illegal_found,
        illegal_missed,
        illegal_invented: illegal_taken + made_up,
        result_is_right: truth.result == line.result,
    }
}

fn is_illegal(mv: &str) -> bool {
    mv.ends_with(ILLEGAL)
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
        compare(&Truth::of(truth.split(' ')), &Truth::of(line.split(' ')))
    }

    #[test]
    fn the_same_line_is_right() {
        let same = compared("e2e4 e7e5 a1a4! 1-0", "e2e4 e7e5 a1a4! 1-0");
        assert!(same.is_right());
        assert_eq!((same.moves_found(), same.illegal_found), (3, 1));
        assert_eq!((same.extra.len(), same.illegal_invented), (0, 0));
    }

    #[test]
    fn a_move_too_many_costs_no_other() {
        let more = compared("e2e4 e7e5 g1f3", "e2e4 d7d6 e7e5 g1f3");
        assert_eq!((more.differs_from, more.moves_found(), more.extra), (Some(1), 3, vec![1]));
    }

    #[test]
    fn a_missing_move_costs_no_other() {
        let less = compared("e2e4 e7e5 g1f3 b8c6", "e2e4 g1f3 b8c6");
        assert_eq!((less.moves_found(), less.extra.len()), (3, 0));
        assert_eq!(less.found, [Some(0), None, Some(1), Some(2)]);
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
        assert_eq!((missed.moves_found(), missed.is_right()), (3, false));
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
    fn a_position_in_place_of_moves_is_no_move() {
        let gap = compared("e2e4 e7e5 g1f3", "e2e4 @8/8/8/8/8/8/8/8_w_-_-_0_1 g1f3");
        assert_eq!((gap.moves_found(), gap.extra.len()), (2, 0));
    }
}
