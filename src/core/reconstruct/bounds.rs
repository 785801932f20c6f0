//! Where a game is given up: it is longer than any, or there is more in it than anybody could tell apart. Whatever a
//! board says, no more is kept of it than that.

use super::game::FollowedGame;

/// No scoresheet has more lines. The longest game of which anybody knows has 538 plies.
pub(super) const MAX_LINES: usize = 600;

/// No more plies are kept of lines that may have been played. Those of a game with a question that was open for 200
/// moves are a few hundred.
const MAX_PLIES: usize = 1_024;

/// Whether there is more of a game than of any.
pub(super) fn is_beyond_bounds(game: &FollowedGame) -> bool {
    let plies = usize::try_from(game.beam().len()).unwrap_or(usize::MAX);
    game.sheet().len().max(plies) >= MAX_LINES || game.beam().plies().left() > MAX_PLIES
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use touchmove_drivers::Observation;
    use touchmove_drivers::observation::{Placement, Reading, Sensing, Square};

    use super::*;
    use crate::account::{Entry, GameStart, LineState, QuestionKind, QuestionState, What};
    use crate::reconstruct::{Costs, Effort, Reconstruct, Setup, Timing, WhiteSide, Witness};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// Moves of knights to and fro.
    const SHUFFLE: [&str; 4] = ["g1. f3N", "g8. f6n", "f3. g1N", "f6. g8n"];

    #[test]
    fn a_game_longer_than_any_is_followed_no_further_and_somebody_is_asked() {
        let position = Arc::new(shakmaty::Chess::default());
        let mut reconstruct = Reconstruct::new(Setup {
            start: GameStart { position, mode: shakmaty::CastlingMode::Standard },
            orientation: None,
            white_side: WhiteSide::Auto,
            timing: Timing::of_lag(std::time::Duration::from_millis(250)),
            witness: Witness::Squares,
            effort: Effort::Live,
            costs: Costs::of(Sensing::Identity),
        });
        let (mut now, mut record, mut told) = (0, 0, Vec::new());
        let mut see = |millis: u64, observation: &Observation| {
            (now, record) = (now + millis, record + 1);
            reconstruct.observe(touchmove_drivers::Instant::from_millis(now), record, observation);
            told.extend(std::iter::from_fn(|| reconstruct.poll()));
            (told.len(), now)
        };
        let start: Placement = START.parse().unwrap();
        see(0, &Observation::Board(Box::new(start.clone())));
        let mut play = |mv: &str| {
            for change in mv.split(' ') {
                let (square, letter) = change.split_at(2);
                let square: Square = square.parse().unwrap();
                let reading = Reading::from_letter(letter.chars().next().unwrap()).unwrap();
                see(1_000, &Observation::Square { square, reading });
            }
        };
        // With pawns moved it never stands at the start again.
        ["e2. e4P", "e7. e5p"].iter().for_each(|mv| play(mv));
        SHUFFLE.iter().cycle().take(2 * MAX_LINES).for_each(|mv| play(mv));
        see(9_000, &Observation::Board(Box::new(start)));
        let settled =
            |entry: &Entry| matches!(&entry.what, What::Move(mv) if mv.state == LineState::Settled);
        let moves = told.iter().filter(|entry| settled(entry)).count();
        assert!((MAX_LINES - 2..=MAX_LINES).contains(&moves), "{moves}");
        let asked = told.iter().filter(|entry| {
            let What::Question(question) = &entry.what else { return false };
            question.kind == QuestionKind::GameOver && question.state == QuestionState::Open
        });
        assert_eq!(asked.count(), 1);
        let begun = told.iter().filter(|entry| matches!(entry.what, What::Begin(_))).count();
        assert!(begun >= 2, "the next game begins from the start");
    }
}
