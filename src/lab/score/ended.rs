//! A game that the Laws ended before its players did.
//!
//! Nobody at the table may notice that a position has stood five times, or that nobody can mate any more, and one more move is
//! made and written down. It is no move of the game (5.2.2, 9.6).

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, KnownOutcome, Position};
use touchmove_core::laws::mate::{Mating, Search, can_mate};
use touchmove_core::laws::repetition::{History, is_fivefold, is_seventy_five};

use super::compare::TruthLine;

/// What of `truth` is the game: all of it, or, where the line that was told ends in a draw that the Laws make of the position
/// there, the moves up to that position, and the draw.
///
/// Whether nobody can mate ends a game says who knows the truth, if it is the last position: a move against the touch-move rules
/// may have led to it. A position that has stood five times ends it in any case.
#[must_use]
pub fn until_ended_by_laws(truth: TruthLine, told: &TruthLine, start: &Chess) -> TruthLine {
    let is_told_drawn = told.result.as_deref() == Some(KnownOutcome::Draw.as_str());
    if !is_told_drawn || !truth.words.starts_with(&told.words) {
        return truth;
    }
    let goes_on = told.words.len() < truth.words.len();
    match draw_by_laws(start, &told.words) {
        Some(DrawByLaws::Repeated) if goes_on || truth.result.is_none() => told.clone(),
        Some(DrawByLaws::Dead) if goes_on => told.clone(),
        _ => truth,
    }
}

/// Why a game is drawn, whatever the players do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawByLaws {
    /// The position has stood five times, or nothing was taken and no pawn moved for 75 moves (9.6).
    Repeated,
    /// Nobody can mate (5.2.2).
    Dead,
}

/// Why the game is drawn after these moves; `None` where it is not, or one of them is illegal.
fn draw_by_laws(start: &Chess, words: &[String]) -> Option<DrawByLaws> {
    let mut history = History::new();
    let mut position = start.clone();
    history.push(&position);
    for word in words {
        let mv = word.parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(mv);
        history.push(&position);
    }
    if is_fivefold(history.occurrences_of_last()) || is_seventy_five(history.halfmoves()) {
        return Some(DrawByLaws::Repeated);
    }
    let cannot_mate = |side| can_mate(&position, side, Search::FULL) == Mating::Impossible;
    Color::ALL.into_iter().all(cannot_mate).then_some(DrawByLaws::Dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is the game where `told` was told of `truth`.
    fn ended(start: &str, truth: &str, told: &str) -> TruthLine {
        let start: shakmaty::fen::Fen = start.parse().unwrap();
        let start = start.into_position(shakmaty::CastlingMode::Standard).unwrap();
        let line = |text: &str| TruthLine::of(text.split(' '));
        until_ended_by_laws(line(truth), &line(told), &start)
    }

    fn same(one: &str, other: &TruthLine) -> bool {
        TruthLine::of(one.split(' ')) == *other
    }

    const ROOK_TAKES: &str = "8/8/8/3k4/3R4/8/8/3K4 b - - 0 1";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_move_after_a_dead_position_is_none_of_the_game() {
        let ended = ended(ROOK_TAKES, "d5d4 d1d2", "d5d4 1/2-1/2");
        assert!(same("d5d4 1/2-1/2", &ended), "{ended:?}");
    }

    #[test]
    fn whether_a_dead_position_at_the_end_is_drawn_says_who_knows_how_it_came_about() {
        assert!(same("d5d4", &ended(ROOK_TAKES, "d5d4", "d5d4 1/2-1/2")));
    }

    #[test]
    fn moves_after_a_position_that_has_stood_five_times_are_none_of_the_game() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
        let (truth, told) = (format!("{there_and_back}e2e4"), format!("{there_and_back}1/2-1/2"));
        assert!(same(&told, &ended(START, &truth, &told)));
        assert!(same(&told, &ended(START, there_and_back.trim_end(), &told)));
        let fourth = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        let (truth, told) = (format!("{fourth}e2e4"), format!("{fourth}1/2-1/2"));
        assert!(same(&truth, &ended(START, &truth, &told)));
    }

    #[test]
    fn a_game_that_the_laws_do_not_end_goes_on_as_it_was_played() {
        for told in ["e2e4 1/2-1/2", "e2e4", "e2e4 1-0", "d2d4 1/2-1/2"] {
            assert!(same("e2e4 e7e5", &ended(START, "e2e4 e7e5", told)), "{told}");
        }
        assert!(same("d5d4 d1d2", &ended(ROOK_TAKES, "d5d4 d1d2", "d5d4")));
    }

    #[test]
    fn words_that_are_no_legal_moves_end_nothing() {
        for first in ["a1a8!", "@8/8/8/8/8/8/8/8_w_-_-_0_1", "d5d5"] {
            let (truth, told) = (format!("{first} d5d4"), format!("{first} 1/2-1/2"));
            assert!(same(&truth, &ended(ROOK_TAKES, &truth, &told)), "{first}");
        }
    }
}
