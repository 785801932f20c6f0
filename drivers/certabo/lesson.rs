//! Learning from the start position which chip is in which piece.

use std::collections::VecDeque;

use crate::decimals::Sightings;
use crate::observation::{Chip, Chips, Learning, LearningStage, Piece, Placement, Reading, Square};

/// What was read last, of which is learned.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    readings: VecDeque<Box<Sightings>>,
}

/// So many readings are looked at: four seconds.
const READINGS: usize = 7;

/// A chip that so many of them show on a square stands there.
const MAJORITY: usize = 4;

/// How far it is, so many of the last readings say: two seconds.
const LATEST: usize = 4;

/// What as many of them show is there. Numbers that nothing has made never come again.
const SHOWN: usize = 2;

/// Spare queens may stand here, by the index of the square: d3 and d6.
const SPARE_QUEENS: [(usize, char); 2] = [(19, 'Q'), (43, 'q')];

impl Lesson {
    /// Takes a reading.
    pub(super) fn take(&mut self, reading: Box<Sightings>) {
        if self.readings.len() == READINGS {
            self.readings.pop_front();
        }
        self.readings.push_back(reading);
    }

    /// The readings, the latest last.
    pub(super) fn readings(&self) -> impl Iterator<Item = &Sightings> {
        self.readings.iter().map(|reading| &**reading)
    }

    /// Which chip is in which piece, where the pieces have stood in the start position for long enough.
    pub(super) fn learned(&self) -> Option<Chips> {
        if self.readings.len() < READINGS {
            return None;
        }
        let start = start();
        let mut pieces = Vec::new();
        for square in Square::all() {
            let spare = SPARE_QUEENS.iter().find(|(index, _)| *index == square.index());
            let spare = spare.and_then(|(_, letter)| Piece::from_letter(*letter));
            match (self.stable(square), start.get(square), spare) {
                (Some(chip), Reading::Piece(piece), _) => pieces.push((chip, piece)),
                (Some(chip), Reading::Empty, Some(queen)) => pieces.push((chip, queen)),
                (None, Reading::Empty, _) => {}
                _ => return None,
            }
        }
        Chips::of(pieces)
    }

    /// How far it is, and which squares somebody has to see to; `None` before anything can be said.
    pub(super) fn progress(&self) -> Option<Learning> {
        if self.readings.len() < LATEST {
            return None;
        }
        let (start, alike) = (start(), self.alike());
        let belongs = |square: &Square| start.get(*square) != Reading::Empty;
        let may_stand = |square: &Square| {
            belongs(square) || SPARE_QUEENS.iter().any(|(index, _)| *index == square.index())
        };
        let unread = Square::all().filter(|it| belongs(it) && self.shown(*it).is_none());
        let strange = Square::all().filter(|it| !may_stand(it) && self.shown(*it).is_some());
        let all = [
            (LearningStage::Alike, alike),
            (LearningStage::Unread, unread.collect()),
            (LearningStage::Strange, strange.collect()),
        ];
        let first = all.into_iter().find(|(_, squares)| !squares.is_empty());
        let (stage, squares) = first.unwrap_or((LearningStage::Settling, Vec::new()));
        Some(Learning { stage, squares })
    }

    /// The squares that say the same chip as another one does, at the same time and more than once: a piece that is
    /// carried does not.
    fn alike(&self) -> Vec<Square> {
        let says_as_another = |reading: &Sightings, square: Square| {
            let chip = reading[square.index()];
            is_real(&chip) && reading.iter().filter(|other| **other == chip).count() > 1
        };
        let is_alike = |square: &Square| {
            self.latest().filter(|reading| says_as_another(reading, *square)).count() >= SHOWN
        };
        Square::all().filter(is_alike).collect()
    }

    /// The chip that a square shows lately.
    fn shown(&self, square: Square) -> Option<Chip> {
        let shown = || self.latest().map(|reading| reading[square.index()]).filter(is_real);
        shown().find(|chip| shown().filter(|other| other == chip).count() >= SHOWN)
    }

    fn latest(&self) -> impl Iterator<Item = &Sightings> {
        self.readings().skip(self.readings.len().saturating_sub(LATEST))
    }

    /// The chip that stands on a square. Numbers that nothing has made look otherwise in their second byte, and never come
    /// again.
    fn stable(&self, square: Square) -> Option<Chip> {
        let shown = || self.readings().map(|reading| reading[square.index()]);
        let is_stable = |chip: &Chip| shown().filter(|shown| shown == chip).count() >= MAJORITY;
        // A majority has begun when as many are left as it needs.
        shown().take(READINGS - MAJORITY + 1).filter(is_real).find(is_stable)
    }
}

/// Whether a number may be a chip's.
fn is_real(chip: &Chip) -> bool {
    chip[1] == 0 && *chip != Chip::default()
}

/// The start position, as it stands for whoever holds the board with rank 1 before him.
fn start() -> Placement {
    let mut start = Placement::EMPTY;
    for (square, letter) in Square::all().zip("RNBQKBNRPPPPPPPP".chars()) {
        let piece = |letter| Piece::from_letter(letter).map_or(Reading::Empty, Reading::Piece);
        start.set(square, piece(letter));
        let across = Square::new(u8::try_from(square.index() ^ 0b11_1000).unwrap_or_default());
        across.into_iter().for_each(|across| start.set(across, piece(letter.to_ascii_lowercase())));
    }
    start
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A chip of its own for each square of the start position.
    pub(crate) fn standing() -> Box<Sightings> {
        let mut sightings = Box::new([Chip::default(); 64]);
        for (index, chip) in (0_u8..64).zip(sightings.iter_mut()) {
            if !(16..48).contains(&index) {
                *chip = [0x42, 0, 7, 8, index];
            }
        }
        sightings
    }

    fn learned(readings: impl IntoIterator<Item = Box<Sightings>>) -> Option<Chips> {
        let mut lesson = Lesson::default();
        readings.into_iter().for_each(|reading| lesson.take(reading));
        lesson.learned()
    }

    fn changed(index: usize, chip: Chip) -> Box<Sightings> {
        let mut sightings = standing();
        sightings[index] = chip;
        sightings
    }

    #[test]
    fn the_start_position_teaches_which_chip_is_in_which_piece() {
        let chips = learned(vec![standing(); READINGS]).unwrap();
        assert_eq!(chips.iter().count(), 32);
        for (index, letter) in [(0, 'R'), (3, 'Q'), (4, 'K'), (12, 'P'), (51, 'p'), (60, 'k')] {
            assert_eq!(chips.get([0x42, 0, 7, 8, index]), Piece::from_letter(letter));
        }
        assert_eq!(learned(vec![standing(); READINGS - 1]), None, "too soon");
    }

    #[test]
    fn spare_queens_are_taken_in_where_they_stand() {
        let mut reading = changed(19, [0x42, 0, 1, 1, 1]);
        reading[43] = [0x42, 0, 1, 1, 2];
        let chips = learned(vec![reading; READINGS]).unwrap();
        assert_eq!(chips.get([0x42, 0, 1, 1, 1]), Piece::from_letter('Q'));
        assert_eq!(chips.get([0x42, 0, 1, 1, 2]), Piece::from_letter('q'));
    }

    #[test]
    fn nothing_is_learned_where_it_is_not_exactly_the_start_position() {
        let chip = [0x42, 0, 1, 1, 1];
        for (what, reading) in [
            ("a piece too many", changed(28, chip)),
            ("a piece is missing", changed(0, Chip::default())),
            ("a number that no chip has", changed(0, [0x42, 7, 1, 1, 1])),
            ("a chip stands twice", changed(0, [0x42, 0, 7, 8, 1])),
        ] {
            assert_eq!(learned(vec![reading; READINGS]), None, "{what}");
        }
    }

    #[test]
    fn how_far_it_is_names_the_squares_to_be_seen_to() {
        let progress = |reading: Box<Sightings>| {
            let mut lesson = Lesson::default();
            assert_eq!(lesson.progress(), None, "nothing was read yet");
            (0..LATEST).for_each(|_| lesson.take(reading.clone()));
            lesson.progress().unwrap().to_string()
        };
        assert_eq!(progress(standing()), "settling");
        assert_eq!(progress(changed(19, [0x42, 0, 1, 1, 1])), "settling", "a spare queen");
        assert_eq!(progress(changed(28, [0x42, 0, 1, 1, 1])), "strange:e4");
        assert_eq!(progress(changed(0, [0x42, 7, 1, 1, 1])), "unread:a1");
        assert_eq!(progress(changed(0, [0x42, 0, 7, 8, 9])), "alike:a1,b2");
    }

    #[test]
    fn what_drops_out_and_what_nothing_has_made_disturb_nothing() {
        let readings = (0_u8..7).map(|number| {
            let mut reading = standing();
            reading[usize::from(number % 3)] = Chip::default();
            reading[usize::from(20 + number)] = [9, number, 3, 3, number];
            reading[30] = [9, 0, 3, 3, number];
            reading
        });
        assert!(learned(readings).is_some());
    }
}
