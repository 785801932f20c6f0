//! When a board's own log is worth the eight seconds in which nothing else can be heard of the board.

use std::sync::Arc;
use std::time::Duration;

use crate::driver::{Before, Known};
use crate::observation::{Observation, Placement, Square};
use crate::time::Instant;

/// More squares than these differ after more than one piece's move, however short the time was.
const ONE_MOVE: usize = 2;
/// Three plies that look like one take hands longer than this.
const THREE_PLIES: Duration = Duration::from_secs(3);
/// Where nothing differs, less would be learned of so short a time than reading the log keeps from being
/// watched.
const A_READING: Duration = Duration::from_secs(10);
/// As many pieces as a game begins with.
const ALL_PIECES: usize = 32;

/// Whether the log may tell what the board does not show by itself.
pub(super) fn is_worth_the_log(before: &Before, shown: &Placement) -> bool {
    match before {
        Before::LongAgo(_) => false,
        Before::Nothing => !is_at_rest(shown),
        Before::Known(known, unheard) => is_worth(known, *unheard, shown),
    }
}

/// What is known of a board while it is heard, for the case that its wire swallows something.
#[derive(Debug)]
pub(super) struct Followed {
    known: Option<Known>,
    /// When something was last heard of it.
    heard: Instant,
    /// The longest time since its last read-out in which nothing was.
    unheard: Duration,
}

impl Followed {
    /// A board of which nothing was heard yet.
    pub(super) const fn new(now: Instant) -> Self {
        Self { known: None, heard: now, unheard: Duration::ZERO }
    }

    /// Takes note that it was heard.
    pub(super) fn hear(&mut self, now: Instant) {
        self.unheard = self.unheard.max(now.since(self.heard));
        self.heard = now;
    }

    /// Takes note of what is told of it.
    pub(super) fn note(&mut self, observation: &Observation) {
        match (&mut self.known, observation) {
            (Some(known), _) => known.note(observation),
            (known, Observation::Board(shown)) => *known = Some(Known::of((**shown).clone())),
            (None, _) => {}
        }
        if matches!(observation, Observation::Board(_)) {
            self.unheard = Duration::ZERO;
        }
    }

    /// What was known before the read-out that has just come.
    pub(super) fn before(&self) -> Before {
        match &self.known {
            Some(known) => Before::Known(Arc::new(known.clone()), self.unheard),
            None => Before::LongAgo(None),
        }
    }
}

fn is_worth(known: &Known, unheard: Duration, shown: &Placement) -> bool {
    let enough = match known.placement().differences(&known.as_far_as_read(shown)).count() {
        0 if is_at_rest(shown) => return false,
        0 => A_READING,
        1..=ONE_MOVE => THREE_PLIES,
        _ => Duration::ZERO,
    };
    unheard >= enough
}

/// Whether no game is going on: all pieces are set up as for the first move, or none is on the board.
fn is_at_rest(shown: &Placement) -> bool {
    let is_home = |square: &Square| matches!(square.index() / 8, 0 | 1 | 6 | 7);
    let (home, out): (Vec<_>, Vec<_>) =
        Square::all().filter(|&square| shown.get(square).is_occupied()).partition(is_home);
    out.is_empty() && (home.len() == ALL_PIECES || home.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    const TURNED: &str = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
    const CHESS960: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR";
    const EMPTY: &str = "8/8/8/8/8/8/8/8";
    const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    const E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    const ROOK_ENDING: &str = "8/8/8/8/8/8/R7/K1k5";

    fn asks(known: &str, millis: u64, shown: &str) -> bool {
        let known = Arc::new(Known::of(known.parse().unwrap()));
        let before = Before::Known(known, Duration::from_millis(millis));
        is_worth_the_log(&before, &shown.parse().unwrap())
    }

    #[test]
    fn after_a_flicker_a_board_is_asked_only_where_more_than_one_piece_has_moved() {
        assert!(!asks(START, 200, E4));
        assert!(!asks(E4, 200, E4));
        assert!(asks(START, 200, E4_E5));
    }

    #[test]
    fn what_looks_like_one_move_is_asked_after_once_it_could_be_three() {
        assert!(!asks(START, 2_999, E4));
        assert!(asks(START, 3_000, E4));
        assert!(asks(E4, 3_000, START), "it may be the end of a game");
    }

    #[test]
    fn where_nothing_differs_a_game_is_asked_after_once_that_is_worth_the_time() {
        assert!(!asks(E4, 9_999, E4));
        assert!(asks(E4, 10_000, E4));
        for idle in [START, TURNED, CHESS960, EMPTY] {
            assert!(!asks(idle, 3_600_000, idle), "{idle}");
        }
    }

    #[test]
    fn a_board_of_which_nothing_is_known_is_asked_in_the_middle_of_a_game() {
        let asks = |shown: &str| is_worth_the_log(&Before::Nothing, &shown.parse().unwrap());
        assert!([E4, E4_E5, ROOK_ENDING].iter().all(|shown| asks(shown)));
        assert!(![START, TURNED, CHESS960, EMPTY].iter().any(|shown| asks(shown)));
        assert!(!is_worth_the_log(&Before::LongAgo(None), &E4_E5.parse().unwrap()));
    }
}
