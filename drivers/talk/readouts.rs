//! What is told of a board that says all its squares at once.

use crate::observation::{Observation, Placement, Reading, Square};

/// Where more squares than this differ at once, no hand has done it: all of them are told.
const MAX_CHANGED_SQUARES: usize = 8;

/// Makes what changed of what stands.
#[derive(Debug, Default)]
pub(super) struct Readouts {
    /// What was told; `None` before the first read-out, and where the next one is to be told whole.
    told: Option<Placement>,
}

impl Readouts {
    /// All squares are like this: the squares that have changed, first those that are empty now; all, where nothing was
    /// told before.
    pub(super) fn tell(&mut self, placement: Placement) -> Vec<Observation> {
        let whole = |placement: &Placement| vec![Observation::Board(Box::new(placement.clone()))];
        let Some(told) = self.told.replace(placement.clone()) else { return whole(&placement) };
        let changed: Vec<_> = told.differences(&placement).collect();
        if changed.len() > MAX_CHANGED_SQUARES {
            return whole(&placement);
        }
        let readings = changed.into_iter().map(|square| (square, placement.get(square)));
        let (emptied, filled): (Vec<_>, Vec<_>) =
            readings.partition(|(_, reading)| *reading == Reading::Empty);
        let changes = emptied.into_iter().chain(filled);
        changes.map(|(square, reading)| Observation::Square { square, reading }).collect()
    }

    /// One square is like this: nothing where that was told.
    pub(super) fn tell_square(&mut self, square: Square, reading: Reading) -> Option<Observation> {
        if let Some(told) = &mut self.told {
            if told.get(square) == reading {
                return None;
            }
            told.set(square, reading);
        }
        Some(Observation::Square { square, reading })
    }

    /// The next read-out is told whole.
    pub(super) fn tell_next_whole(&mut self) {
        self.told = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(readouts: &mut Readouts, placement: &str) -> Vec<String> {
        readouts.tell(placement.parse().unwrap()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_first_read_out_is_told_whole_and_then_what_changes_the_emptied_squares_first() {
        let mut readouts = Readouts::default();
        let square = readouts.tell_square("e4".parse().unwrap(), Reading::Empty);
        assert_eq!(square.unwrap().to_string(), "square e4 .");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(told(&mut readouts, start), [format!("board {start}")]);
        assert_eq!(told(&mut readouts, start), [""; 0]);
        let played = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(told(&mut readouts, played), ["square e7 .", "square e5 p"]);
        let lifted = readouts.tell_square("e5".parse().unwrap(), Reading::Empty);
        assert_eq!(lifted.unwrap().to_string(), "square e5 .");
        assert_eq!(readouts.tell_square("e5".parse().unwrap(), Reading::Empty), None);
        readouts.tell_next_whole();
        assert_eq!(told(&mut readouts, played), [format!("board {played}")]);
    }

    #[test]
    fn what_no_hand_can_have_done_at_once_is_told_whole() {
        let mut readouts = Readouts::default();
        told(&mut readouts, "8/8/8/8/8/8/8/8");
        assert_eq!(told(&mut readouts, "8/8/8/8/8/8/8/PPPPPPPP").len(), 8);
        let cleared = "8/8/8/8/8/8/P7/8";
        assert_eq!(told(&mut readouts, cleared), [format!("board {cleared}")]);
    }
}
