//! What the clocks show, counted from what is released.
//!
//! A player's time is released with the next move, so nobody is told here who has pressed. Until then the time of who moved
//! stands as it was counted; the other one's runs from the moment at which the move became public. So a hall with a delay has
//! clocks that are as late as its moves.

use std::time::Duration;

use shakmaty::Color;
use touchmove_client::public::PublicGame;
use touchmove_core::tournament::release::ReleasedGame;

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CountedClocks {
    /// White's time, then Black's, as far as something is known of it.
    pub(super) left: [Option<Duration>; 2],
    /// Whose is counted on.
    pub(super) running: Option<Color>,
}

impl CountedClocks {
    /// Those of a game at this moment since boot.
    pub(super) fn of(game: &PublicGame, now: Duration) -> Self {
        let known = |side| last_time(&game.released, side);
        let mut left = [known(Color::White), known(Color::Black)];
        let [Some(last), before] = game.moved_at else { return Self { left, running: None } };
        let Some(made) = game.released.moves.last() else { return Self { left, running: None } };
        let mover = usize::from(made.side.is_black());
        if !game.released.times.contains_key(&made.ply)
            && let Some(before) = before
        {
            left[mover] = left[mover].map(|time| time.saturating_sub(last.saturating_sub(before)));
        }
        let turn = 1 - mover;
        let is_on = game.outcome.is_none() && left[turn].is_some();
        if is_on {
            left[turn] = left[turn].map(|time| time.saturating_sub(now.saturating_sub(last)));
        }
        Self { left, running: is_on.then(|| made.side.other()) }
    }
}

/// What a player had after the last move of which that is known.
fn last_time(game: &ReleasedGame, side: Color) -> Option<Duration> {
    let own = game.moves.iter().rev().filter(|made| made.side == side);
    let time = own.filter_map(|made| game.times.get(&made.ply)).next()?;
    Some(Duration::from_millis(time.as_millis().into()))
}

#[cfg(test)]
mod tests {
    use touchmove_core::tournament::release::{Release, ReleasedMove};
    use touchmove_drivers::observation::ClockTime;

    use super::*;

    /// Moves by turns, the times that are known after them, and when the last two were heard of.
    fn game(times: &[Option<u8>], moved_at: [Option<u64>; 2]) -> PublicGame {
        let mut game = PublicGame {
            moved_at: moved_at.map(|at| at.map(Duration::from_secs)),
            ..PublicGame::default()
        };
        for (ply, minutes) in (1..).zip(times) {
            let side = if ply % 2 == 1 { Color::White } else { Color::Black };
            let (uci, san, fen) = Default::default();
            let (is_doubtful, led_by) = (false, Vec::new());
            let made = ReleasedMove { ply, uci, san, fen, side, is_doubtful, led_by };
            game.released.take(&Release::Move(made));
            if let Some(left) = minutes.and_then(|minutes| ClockTime::from_hms(0, minutes, 0)) {
                game.released.take(&Release::Time { ply, left });
            }
        }
        game
    }

    fn counted(game: &PublicGame) -> ([Option<u64>; 2], Option<Color>) {
        let clocks = CountedClocks::of(game, Duration::from_secs(1_000));
        (clocks.left.map(|left| left.map(|left| left.as_secs())), clocks.running)
    }

    #[test]
    fn the_time_of_whose_turn_it_is_runs_from_the_move_and_the_movers_stands_as_counted() {
        let game = game(&[Some(50), Some(40), None], [Some(990), Some(900)]);
        assert_eq!(counted(&game), ([Some(50 * 60 - 90), Some(40 * 60 - 10)], Some(Color::Black)));
    }

    #[test]
    fn a_time_that_is_released_counts_for_more() {
        let game = game(&[Some(50), Some(40), Some(49)], [Some(990), Some(900)]);
        assert_eq!(counted(&game).0, [Some(49 * 60), Some(40 * 60 - 10)]);
    }

    #[test]
    fn nothing_runs_where_nobody_knows_since_when_or_the_game_is_over() {
        let times = [Some(50), Some(40), None];
        assert_eq!(counted(&game(&times, [None, None])), ([Some(3_000), Some(2_400)], None));
        let over = Some(touchmove_core::pairing::Outcome::Forfeit { winner: None });
        let over = PublicGame { outcome: over, ..game(&times, [Some(990), None]) };
        assert_eq!(counted(&over), ([Some(3_000), Some(2_400)], None));
        assert_eq!(counted(&game(&[None], [Some(990), None])), ([None, None], None));
    }
}
