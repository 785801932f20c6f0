//! What stands on the board, of readings in which chips drop out and numbers stand that nothing has made.

use crate::decimals::Sightings;
use crate::observation::{Chip, Chips, Placement, Reading, Square};

/// Where the known chips are.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    squares: [Option<Held>; 64],
    readings: u32,
}

/// A chip on a square.
#[derive(Clone, Copy, Debug)]
struct Held {
    chip: Chip,
    /// How many readings in a row have not shown it.
    missing: u32,
}

/// A chip that so many readings in a row do not show is gone.
const MAX_MISSING: u32 = 2;

/// Before so many readings, what one did not show may stand there all the same.
const MIN_READINGS: u32 = 2;

impl Default for Sight {
    fn default() -> Self {
        Self { squares: [None; 64], readings: 0 }
    }
}

impl Sight {
    /// Takes a reading. A chip is where it is read; it is gone from where it was as soon as it is read elsewhere.
    pub(super) fn see(&mut self, reading: &Sightings, chips: &Chips) {
        self.readings = self.readings.saturating_add(1);
        let is_known = |chip: &Chip| chips.get(*chip).is_some();
        let elsewhere: Vec<_> = reading.iter().copied().filter(is_known).collect();
        for (held, chip) in self.squares.iter_mut().zip(reading) {
            if is_known(chip) {
                *held = Some(Held { chip: *chip, missing: 0 });
            } else if let Some(missed) = held {
                missed.missing += 1;
                if missed.missing >= MAX_MISSING || elsewhere.contains(&missed.chip) {
                    *held = None;
                }
            }
        }
    }

    /// What stands on the board; `None` as long as too little was read.
    pub(super) fn placement(&self, chips: &Chips) -> Option<Placement> {
        if self.readings < MIN_READINGS {
            return None;
        }
        let mut placement = Placement::EMPTY;
        for (square, held) in Square::all().zip(&self.squares) {
            if let Some(piece) = held.and_then(|held| chips.get(held.chip)) {
                placement.set(square, Reading::Piece(piece));
            }
        }
        Some(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KING: Chip = [1, 0, 0, 0, 1];
    const PAWN: Chip = [1, 0, 0, 0, 2];
    const NOTHING: Chip = [0; 5];

    /// What is seen after each reading of a1, b1 and c1.
    fn seen<const N: usize>(readings: [[Chip; 3]; N]) -> [String; N] {
        let chips: Chips = "K0100000001,P0100000002".parse().unwrap();
        let mut sight = Sight::default();
        readings.map(|[a1, b1, c1]| {
            let mut reading = [NOTHING; 64];
            (reading[0], reading[1], reading[2]) = (a1, b1, c1);
            sight.see(&reading, &chips);
            let placement = sight.placement(&chips);
            placement
                .map_or(String::new(), |it| it.to_string().split('/').next_back().unwrap().into())
        })
    }

    #[test]
    fn a_chip_is_gone_when_two_readings_miss_it_or_one_shows_it_elsewhere() {
        let stays = [KING, PAWN, NOTHING];
        let dropped = [NOTHING, PAWN, NOTHING];
        let shown = seen([stays, dropped, stays, dropped, dropped, stays]);
        assert_eq!(shown, ["", "KP6", "KP6", "KP6", "1P6", "KP6"]);
        let moved = seen([stays, stays, [NOTHING, PAWN, KING]]);
        assert_eq!(moved[2], "1PK5");
        let captured = seen([stays, stays, [NOTHING, KING, NOTHING]]);
        assert_eq!(captured[2], "1K6");
    }

    #[test]
    fn only_known_chips_are_seen() {
        let strange = [9, 0, 9, 9, 9];
        assert_eq!(seen([[KING, strange, strange]; 2])[1], "K7");
    }

    #[test]
    fn a_chip_that_drops_out_of_the_first_reading_is_seen_from_the_first() {
        assert_eq!(seen([[KING, NOTHING, NOTHING], [NOTHING, PAWN, NOTHING]])[1], "KP6");
    }
}
