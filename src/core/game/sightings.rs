//! What is seen of a board and its clock, in the squares and colours of the game: what hands did, before anybody concludes
//! what it means.

use shakmaty::Color;
use touchmove_drivers::Observation;
use touchmove_drivers::observation::{Hand, LinkState, Placement, Reading, Square};

use crate::account::ClockState;

/// Something that was seen.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardSighting {
    /// All squares were read out.
    ReadOut {
        /// What stands on them.
        placement: Box<Placement>,
        /// The squares on which that was not known before.
        new: Vec<Square>,
    },
    /// A square was touched, or its sensor says so.
    Square {
        /// The square.
        square: Square,
        /// What it read before.
        was: Reading,
        /// What it reads.
        is: Reading,
    },
    /// A player's time stopped, and his opponent's began to run: he pressed.
    Pressed {
        /// Who.
        side: Color,
        /// What the clock showed then.
        clock: ClockState,
    },
    /// A time began to run while none did.
    TimeRuns {
        /// Whose.
        side: Color,
        /// What the clock showed then.
        clock: ClockState,
    },
    /// No time runs any more.
    ClockStands {
        /// What it shows.
        clock: ClockState,
    },
    /// The clock itself reports a press.
    Press,
    /// The link to the board was lost or found.
    Link(LinkState),
}

/// Which way round board and clock stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingWay {
    /// The board's own a1 is the game's h8.
    pub is_turned: bool,
    /// The side of the clock's housing that is White's.
    pub white: Hand,
}

impl Default for StandingWay {
    fn default() -> Self {
        Self { is_turned: false, white: Hand::Left }
    }
}

/// Follows what is observed of a board.
#[derive(Debug)]
pub struct BoardWatcher {
    placement: Placement,
    clock: Option<ClockState>,
    way: StandingWay,
}

impl BoardWatcher {
    /// Before anything was observed.
    pub fn new(way: StandingWay) -> Self {
        Self { placement: Placement::EMPTY, clock: None, way }
    }

    /// It has become known which way round board and clock stand.
    pub const fn stand(&mut self, way: StandingWay) {
        self.way = way;
    }

    /// What stands on the board, by the squares of the game.
    pub fn placement(&self) -> Placement {
        if self.way.is_turned { self.placement.turned() } else { self.placement.clone() }
    }

    /// What the clock last showed.
    pub const fn clock(&self) -> Option<ClockState> {
        self.clock
    }

    /// What an observation shows; `None` where it shows nothing that hands did.
    pub fn observe(&mut self, observation: &Observation) -> Option<BoardSighting> {
        Some(match observation {
            Observation::Square { square, reading } => {
                let was = self.placement.get(*square);
                self.placement.set(*square, *reading);
                BoardSighting::Square { square: self.of_game(*square), was, is: *reading }
            }
            Observation::Board(read) => {
                let differs: Vec<_> = self.placement.differences(read).collect();
                self.placement.clone_from(read);
                let new = differs.into_iter().map(|square| self.of_game(square)).collect();
                BoardSighting::ReadOut { placement: Box::new(self.placement()), new }
            }
            Observation::Clock(reading) => {
                let clock = ClockState::of_reading(*reading, self.way.white);
                let before = self.clock.replace(clock).and_then(|before| before.run);
                match (before, clock.run) {
                    (Some(ran), Some(runs)) if ran != runs => {
                        BoardSighting::Pressed { side: ran, clock }
                    }
                    (None, Some(side)) => BoardSighting::TimeRuns { side, clock },
                    (Some(_), None) => BoardSighting::ClockStands { clock },
                    _ => return None,
                }
            }
            Observation::Press(_) => BoardSighting::Press,
            Observation::Link(state) => BoardSighting::Link(*state),
            Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Device(_)
            | Observation::Decision(_) => return None,
        })
    }

    fn of_game(&self, square: Square) -> Square {
        if self.way.is_turned { square.turned() } else { square }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(way: StandingWay, lines: &[&str]) -> (BoardWatcher, Vec<BoardSighting>) {
        let mut watcher = BoardWatcher::new(way);
        let seen = lines.iter().filter_map(|line| watcher.observe(&line.parse().unwrap()));
        let seen = seen.collect();
        (watcher, seen)
    }

    #[test]
    fn squares_of_a_turned_board_are_told_as_the_game_has_them() {
        let way = StandingWay { is_turned: true, white: Hand::Left };
        let (watcher, seen) = watch(way, &["square h8 R", "square h8 ."]);
        let rook = Reading::from_letter('R').unwrap();
        let square = "a1".parse().unwrap();
        let put = BoardSighting::Square { square, was: Reading::Empty, is: rook };
        let lifted = BoardSighting::Square { square, was: rook, is: Reading::Empty };
        assert_eq!(seen, [put, lifted]);
        assert_eq!(watcher.placement(), Placement::EMPTY);
    }

    #[test]
    fn whose_time_stops_while_the_other_begins_to_run_has_pressed() {
        let lines = [
            "clock left=0:05:00 right=0:05:00 run=none",
            "clock left=0:05:00 right=0:05:00 run=left",
            "clock left=0:04:58 right=0:05:00 run=left",
            "clock left=0:04:57 right=0:05:00 run=right",
            "clock left=0:04:57 right=0:05:00 run=none",
        ];
        let way = StandingWay { is_turned: false, white: Hand::Right };
        let (_, seen) = watch(way, &lines);
        let [
            BoardSighting::TimeRuns { side: Color::Black, .. },
            BoardSighting::Pressed { side: Color::Black, clock },
            BoardSighting::ClockStands { .. },
        ] = seen.as_slice()
        else {
            panic!("{seen:?}")
        };
        assert_eq!(clock.times.map(|time| time.as_millis()), [300_000, 297_000]);
    }
}
