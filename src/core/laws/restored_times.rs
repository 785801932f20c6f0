//! What each player has used when a position is set up again whose times nobody knows: in proportion to the moves (12.6 of
//! 1995), where that leaves enough.

use std::time::Duration;

/// So much must be left to the control.
const LEAST_LEFT: Duration = Duration::from_secs(5 * 60);

/// So much must be left for each move to the control.
const LEAST_A_MOVE: Duration = Duration::from_secs(60);

/// What was played and used until the irregularity was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundTimes {
    /// The number of the move that was irregular, from 1.
    pub at_move: u32,
    /// How many moves were played until it was found.
    pub moves: u32,
    /// What each has used: Black, White.
    pub used: [Duration; 2],
    /// The time control that they play to, where it is told.
    pub control: Option<FirstControl>,
}

/// The first time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstControl {
    /// The time of each player up to it.
    pub time: Duration,
    /// The moves to be made in it.
    pub moves: u32,
}

impl FoundTimes {
    /// What each had used at the irregular move: Black, White. `None` where more moves were irregular than played, and where
    /// it would leave a player less than five minutes to the control, or less than a minute for a move, or less than `extra`,
    /// which he has for each move besides.
    pub fn used_then(&self, extra: Duration) -> Option<[Duration; 2]> {
        if self.at_move == 0 || self.at_move > self.moves {
            return None;
        }
        let share = |used: Duration| used.checked_mul(self.at_move).map(|used| used / self.moves);
        let [black, white] = self.used.map(share);
        let used = [black?, white?];
        used.iter().all(|used| self.leaves_enough(*used, extra)).then_some(used)
    }

    fn leaves_enough(&self, used: Duration, extra: Duration) -> bool {
        let Some(FirstControl { time, moves }) = self.control else { return true };
        let left = time.saturating_sub(used);
        let to_go = moves.saturating_sub(self.at_move);
        left >= LEAST_LEFT.max(extra).max(LEAST_A_MOVE.saturating_mul(to_go))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn minutes(minutes: u64) -> Duration {
        Duration::from_secs(60 * minutes)
    }

    fn found(at_move: u32, moves: u32, used: [u64; 2]) -> FoundTimes {
        let control = Some(FirstControl { time: minutes(120), moves: 40 });
        FoundTimes { at_move, moves, used: used.map(minutes), control }
    }

    #[test]
    fn article_12_6_of_1995_computes_its_own_example() {
        let found = found(20, 30, [60, 90]);
        assert_eq!(found.used_then(Duration::ZERO), Some([minutes(40), minutes(60)]));
    }

    #[test]
    fn article_12_6_of_1995_leaves_five_minutes_and_one_for_each_move() {
        assert_eq!(found(38, 38, [60, 116]).used_then(Duration::ZERO), None);
        assert!(found(38, 38, [60, 115]).used_then(Duration::ZERO).is_some());
        assert_eq!(found(20, 30, [60, 151]).used_then(Duration::ZERO), None);
        assert!(found(20, 30, [60, 150]).used_then(Duration::ZERO).is_some());
        assert_eq!(found(38, 38, [60, 110]).used_then(minutes(11)), None);
    }

    #[test]
    fn no_more_moves_were_irregular_than_played() {
        assert_eq!(found(31, 30, [60, 60]).used_then(Duration::ZERO), None);
        assert_eq!(found(0, 0, [60, 60]).used_then(Duration::ZERO), None);
    }
}
