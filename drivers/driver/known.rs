//! What is known of a board before nothing was heard of it.

use std::sync::Arc;
use std::time::Duration;

use crate::observation::{
    Chips, ClockReading, DeviceFact, Memory, Observation, Placement, Reading, Square,
};

/// What is known of a board from the time before a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing: nobody has ever read it out.
    Nothing,
    /// How it stood, and for how long nobody has listened since.
    Known(Arc<Known>, Duration),
    /// How it stood so long ago that it is not asked what it did since; which chip is in which piece, where that is known,
    /// is still so.
    LongAgo(Option<Chips>),
}

impl Before {
    /// How it stood, where that is of use still.
    pub(crate) fn into_known(self) -> Option<Arc<Known>> {
        match self {
            Self::Known(known, _) => Some(known),
            Self::Nothing | Self::LongAgo(_) => None,
        }
    }

    /// Which chip is in which piece.
    pub fn chips(&self) -> Option<&Chips> {
        match self {
            Self::Known(known, _) => known.chips(),
            Self::LongAgo(chips) => chips.as_ref(),
            Self::Nothing => None,
        }
    }
}

/// What was last known of a board, for a driver whose device remembers what came after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What stood on the board before the last changes.
    base: Placement,
    /// Changes of squares, and what the clock showed, the latest last. Nothing that changed is missing.
    since: Vec<Observation>,
    /// What the clock showed last.
    clock: Option<ClockReading>,
    /// Which chip is in which piece, as it was told last.
    chips: Option<Chips>,
    /// What was known before the log of whoever answered knew nothing of it: it may have been another board.
    apart: Option<Box<Known>>,
    /// What was known before the board began to tell what it remembers.
    before_telling: Option<Box<Known>>,
}

/// So many changes tell one moment of a game from every other.
const MAX_CHANGES: usize = 64;

impl Known {
    /// A board that shows this.
    pub fn of(base: Placement) -> Self {
        Self {
            base,
            since: Vec::new(),
            clock: None,
            chips: None,
            apart: None,
            before_telling: None,
        }
    }

    /// Takes note of what was observed of the board; of its clock, each press is kept and the last reading.
    pub fn note(&mut self, observation: &Observation) {
        match observation {
            Observation::Square { reading: Reading::Unknown, .. } => {}
            // What says the same again is none of the changes that a device writes down.
            Observation::Square { square, reading }
                if self.placement().get(*square) == *reading => {}
            Observation::Square { .. } => self.push(observation),
            Observation::Clock(reading) => {
                let before = self.clock.replace(*reading);
                let is_pressed = before.is_some_and(|before| before.lever() != reading.lever());
                if is_pressed {
                    self.push(observation);
                }
            }
            Observation::Board(placement) => {
                let read = self.as_far_as_read(placement);
                if read != self.placement() {
                    self.base = read;
                    self.since.clear();
                }
            }
            Observation::Device(DeviceFact::Memory(memory)) => self.note_memory(*memory),
            Observation::Device(DeviceFact::Chips(chips)) => self.chips = Some(chips.clone()),
            Observation::Device(DeviceFact::ChipsUnknown) => self.chips = None,
            _ => {}
        }
    }

    fn note_memory(&mut self, memory: Memory) {
        let before = self.before_telling.take();
        match memory {
            Memory::Begins => self.before_telling = Some(Box::new(self.alone())),
            Memory::Apart if self.apart.is_none() => {
                self.apart = before.or_else(|| Some(Box::new(self.alone())));
            }
            Memory::Ends => self.apart = None,
            Memory::Apart | Memory::Broken | Memory::Silent => {}
        }
    }

    /// This moment without the others.
    fn alone(&self) -> Self {
        Self { apart: None, before_telling: None, ..self.clone() }
    }

    /// What stands on the board.
    pub fn placement(&self) -> Placement {
        let mut placement = self.base.clone();
        for observation in &self.since {
            apply(observation, &mut placement);
        }
        placement
    }

    /// What stood on the board before the changes that are kept.
    pub const fn base(&self) -> &Placement {
        &self.base
    }

    /// The changes since then, the latest last: of squares, and readings of a clock that was just pressed.
    pub fn since(&self) -> &[Observation] {
        &self.since
    }

    /// The moments from which a log may go on: this one, and the last one of which a log has known, where the log of whoever
    /// answered since then knew nothing of it.
    pub fn moments(&self) -> impl Iterator<Item = &Self> {
        [Some(self), self.apart.as_deref()].into_iter().flatten()
    }

    /// What the clock showed last.
    pub const fn clock(&self) -> Option<ClockReading> {
        self.clock
    }

    /// Which chip is in which piece, as it was told last.
    pub const fn chips(&self) -> Option<&Chips> {
        self.chips.as_ref()
    }

    /// What a read-out shows; where it could not read a square, what was known of it.
    pub(crate) fn as_far_as_read(&self, shown: &Placement) -> Placement {
        let (mut read, known) = (shown.clone(), self.placement());
        for square in Square::all().filter(|square| shown.get(*square) == Reading::Unknown) {
            read.set(square, known.get(square));
        }
        read
    }

    fn push(&mut self, observation: &Observation) {
        if self.since.len() == MAX_CHANGES {
            apply(&self.since.remove(0), &mut self.base);
        }
        self.since.push(observation.clone());
    }
}

fn apply(observation: &Observation, placement: &mut Placement) {
    if let Observation::Square { square, reading } = observation {
        placement.set(*square, *reading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lines: &[&str]) -> Known {
        let mut known = Known::of("8/8/8/8/8/8/8/K1k5".parse().unwrap());
        for line in lines {
            known.note(&line.parse().unwrap());
        }
        known
    }

    fn since(known: &Known) -> Vec<String> {
        known.since().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn of_the_clock_presses_are_kept_and_what_it_showed_last() {
        const PRESSED: &str = "clock left=0:02:59 right=0:03:00 run=right lever=right";
        const LAST: &str = "clock left=0:02:59 right=0:02:58 run=right lever=right";
        let known = known(&[
            "clock left=0:03:00 right=0:03:00 run=left lever=left",
            "square a1 .",
            PRESSED,
            "square a2 K",
            LAST,
        ]);
        assert_eq!(since(&known), ["square a1 .", PRESSED, "square a2 K"]);
        let Ok(Observation::Clock(last)) = LAST.parse() else { unreachable!() };
        assert_eq!(known.clock(), Some(last));
        assert_eq!(known.placement().to_string(), "8/8/8/8/8/8/K7/2k5");
    }

    #[test]
    fn a_square_that_says_the_same_again_has_not_changed() {
        let known = known(&["square a1 .", "square a1 .", "square c1 k", "square a1 K"]);
        assert_eq!(since(&known), ["square a1 .", "square a1 K"]);
    }

    #[test]
    fn only_a_read_out_with_news_begins_anew() {
        let same = known(&["square a1 .", "board 8/8/8/8/8/8/8/2k5", "link up"]);
        assert_eq!(since(&same), ["square a1 ."]);
        let other = known(&["square a1 .", "board 8/8/8/8/8/8/8/K7"]);
        assert_eq!((since(&other).len(), other.base().to_string()), (0, "8/8/8/8/8/8/8/K7".into()));
    }

    #[test]
    fn a_square_that_could_not_be_read_is_as_it_was() {
        let damaged = known(&["square b1 Q", "board 8/8/8/8/8/8/8/?Qk5", "square c1 ?"]);
        assert_eq!(since(&damaged), ["square b1 Q"]);
        assert_eq!(damaged.placement().to_string(), "8/8/8/8/8/8/8/KQk5");
        let news = known(&["board 8/8/8/8/8/8/8/?1Q1k3"]);
        assert_eq!(news.base().to_string(), "8/8/8/8/8/8/8/K1Q1k3");
    }

    #[test]
    fn a_log_that_knew_nothing_of_it_leaves_the_moment_before_anything_was_told() {
        const BEGINS: &str = "device memory=begins";
        let moments = |lines: &[&str]| -> Vec<String> {
            known(lines).moments().map(|known| known.placement().to_string()).collect()
        };
        let apart = ["square a1 .", BEGINS, "square c1 .", "device memory=apart", "square e1 k"];
        assert_eq!(moments(&apart), ["8/8/8/8/8/8/8/4k3", "8/8/8/8/8/8/8/2k5"]);
        let broken = ["square a1 .", BEGINS, "square c1 .", "device memory=broken"];
        assert_eq!(moments(&broken), ["8/8/8/8/8/8/8/8"]);
    }

    #[test]
    fn which_chip_is_in_which_piece_is_kept_until_it_is_learned_anew() {
        let told = ["device chips=K0100aabbcc", "board 8/8/8/8/8/8/8/K7"];
        assert_eq!(known(&told).chips().unwrap().to_string(), "K0100aabbcc");
        assert_eq!(known(&[told[0], "device chips=unknown"]).chips(), None);
    }

    #[test]
    fn what_is_long_past_is_only_known_by_what_it_led_to() {
        let mut lines = vec!["square b2 Q"];
        lines.extend(["square h8 R", "square h8 ."].repeat(40));
        let known = known(&lines);
        assert_eq!(known.since().len(), MAX_CHANGES);
        assert_eq!(known.base().to_string(), "8/8/8/8/8/8/1Q6/K1k5");
    }
}
