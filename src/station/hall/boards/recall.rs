//! What is known of a board, for the time after one in which nothing was heard of it.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::names::BoardId;
use touchmove_drivers::observation::{DeviceFact, LinkState, Memory, Placement};
use touchmove_drivers::{Before, Instant, Known, Observation};

/// What a board does while nobody listens for longer is none of the station's business.
const OF_THE_DAY: Duration = Duration::from_secs(6 * 3_600);

/// Follows what is observed of one board.
#[derive(Debug, Default)]
pub(in crate::hall) struct Recall {
    known: Option<Known>,
    /// When the board last said how its pieces stand, or its clock.
    heard: Option<Instant>,
    /// The same, from before the log of whoever answered knew nothing of it.
    apart: Option<Instant>,
    /// Until when somebody has listened, as far as that is known: a board at rest says nothing.
    listened: Instant,
    link: Option<LinkState>,
    telling: Telling,
}

/// Whether what is observed happens now.
#[derive(Clone, Copy, Debug, Default)]
enum Telling {
    #[default]
    Now,
    /// The board tells what it wrote down after this moment, or nobody knows when.
    Since(Option<Instant>),
}

impl Recall {
    /// Takes note of an observation and of the board's time of it.
    pub(in crate::hall) fn note(&mut self, at: Instant, observation: &Observation) {
        self.note_life(at, observation);
        match observation {
            Observation::Device(DeviceFact::Memory(memory)) => {
                self.note_memory(*memory);
                self.known.iter_mut().for_each(|known| known.note(observation));
            }
            Observation::Link(_) => self.telling = Telling::Now,
            // It is told before the board is, as it can only be read by it.
            Observation::Device(DeviceFact::Chips(_) | DeviceFact::ChipsUnknown) => {
                let known = self.known.get_or_insert_with(|| Known::of(Placement::EMPTY));
                known.note(observation);
            }
            Observation::Board(placement) if self.known.is_none() => {
                self.known = Some(Known::of((**placement).clone()));
                self.heard = Some(at);
            }
            Observation::Board(_) | Observation::Square { .. } | Observation::Clock(_) => {
                if let Some(known) = &mut self.known {
                    known.note(observation);
                }
                self.heard = Some(at);
            }
            Observation::Press(_)
            | Observation::Battery(_)
            | Observation::Button(_)
            | Observation::Wall(_)
            | Observation::Game(_)
            | Observation::Device(_)
            | Observation::Decision(_) => {}
        }
    }

    /// The moment after which it happened, where the board only tells it now.
    pub(in crate::hall) fn since(&self, observation: &Observation) -> Option<Instant> {
        let (Telling::Since(since), true) = (self.telling, is_of_play(observation)) else {
            return None;
        };
        since
    }

    fn note_memory(&mut self, memory: Memory) {
        let before = std::mem::take(&mut self.telling);
        match memory {
            Memory::Begins => self.telling = Telling::Since(self.apart.or(self.heard)),
            Memory::Apart => {
                self.apart = match before {
                    Telling::Since(since) => since,
                    Telling::Now => self.apart.or(self.heard),
                };
            }
            Memory::Ends => self.apart = None,
            Memory::Broken | Memory::Silent => {}
        }
    }

    /// A cable that is pulled is noticed at once; a board that fell silent before, when it did.
    fn note_life(&mut self, at: Instant, observation: &Observation) {
        match observation {
            Observation::Wall(_) | Observation::Decision(_) => {}
            Observation::Link(state) => {
                let before = self.link.replace(*state);
                if *state == LinkState::Up || before == Some(LinkState::Up) {
                    self.listened = at;
                }
            }
            _ => self.listened = at,
        }
    }

    /// Says aloud what became of what a board remembers.
    pub(in crate::hall) fn say(board: &BoardId, observation: &Observation) {
        let Observation::Device(DeviceFact::Memory(memory)) = observation else { return };
        let why = match memory {
            Memory::Begins => return,
            Memory::Ends => {
                return tracing::info!("{board}: what it wrote down while nobody listened is told");
            }
            Memory::Silent => "it has no log, or does not send it",
            Memory::Apart => "its log does not join what was known",
            Memory::Broken => "its log does not lead to what it shows",
        };
        tracing::warn!("{board}: what was played while nobody listened is not known: {why}");
    }

    /// What is known of the board, as far as it says anything about the present.
    pub(in crate::hall) fn before(&self, now: Instant) -> Before {
        match (&self.known, self.heard) {
            (Some(known), Some(heard)) if now.since(heard) <= OF_THE_DAY => {
                Before::Known(Arc::new(known.clone()), now.since(self.listened))
            }
            (Some(known), _) => Before::LongAgo(known.chips().cloned()),
            (None, _) => Before::Nothing,
        }
    }
}

fn is_of_play(observation: &Observation) -> bool {
    matches!(
        observation,
        Observation::Board(_) | Observation::Square { .. } | Observation::Clock(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "board 8/8/8/8/8/8/8/K1k5";

    fn heard(lines: &[&str]) -> Recall {
        let mut recall = Recall::default();
        for (second, line) in (1..).zip(lines) {
            recall.note(Instant::from_millis(second * 1_000), &line.parse().unwrap());
        }
        recall
    }

    fn since(recall: &Recall, line: &str) -> Option<u64> {
        recall.since(&line.parse().unwrap()).map(Instant::as_millis)
    }

    #[test]
    fn what_a_board_remembers_happened_after_it_was_last_heard() {
        let lines = [BOARD, "square a1 .", "battery 80", "link lost", "link up"];
        assert_eq!(since(&heard(&lines), "square a2 K"), None);
        let telling = heard(&[&lines[..], &["device memory=begins"]].concat());
        assert_eq!(since(&telling, "square a2 K"), Some(2_000));
        assert_eq!(since(&telling, "device memory=ends"), None);
        let more = heard(&[&lines[..], &["device memory=begins", "square a2 K"]].concat());
        assert_eq!(since(&more, "square a3 K"), Some(2_000));
        for end in ["device memory=ends", "link lost"] {
            let over = heard(&[&lines[..], &["device memory=begins", end]].concat());
            assert_eq!(since(&over, "square a2 K"), None, "{end}");
        }
    }

    #[test]
    fn a_log_that_another_board_knew_nothing_of_is_told_from_before_that_board_was_heard() {
        let lines = [BOARD, "link lost", "link up", "device memory=apart", "square a2 K"];
        let again = heard(&[&lines[..], &["device memory=begins"]].concat());
        assert_eq!(since(&again, "square a3 K"), Some(1_000));
        let told = ["device memory=begins", "square a1 .", "device memory=apart"];
        let behind = heard(&[&[BOARD, "link up"], &told[..], &["device memory=begins"]].concat());
        assert_eq!(since(&behind, "square a3 K"), Some(1_000), "what came behind the log is news");
        let next = ["device memory=begins", "device memory=ends", "square a3 K"];
        let over = heard(&[&lines[..], &next, &["device memory=begins"]].concat());
        assert_eq!(since(&over, "square a4 K"), Some(8_000));
    }

    #[test]
    fn nothing_is_known_of_a_board_that_was_never_read_out_or_long_ago() {
        let now = Instant::from_millis(60_000);
        assert_eq!(heard(&["link up", "battery 80"]).before(now), Before::Nothing);
        assert_eq!(heard(&["link up", "square a1 ."]).before(now), Before::Nothing);
        let recall = heard(&[BOARD, "square a1 .", "link lost"]);
        let Before::Known(known, _) = recall.before(now) else { panic!("it was read out") };
        assert_eq!(known.placement().to_string(), "8/8/8/8/8/8/8/2k5");
        assert_eq!(recall.before(now + OF_THE_DAY), Before::LongAgo(None));
    }

    #[test]
    fn nobody_listens_from_when_a_board_falls_silent_or_its_cable_is_pulled() {
        let unheard = |lines: &[&str]| match heard(lines).before(Instant::from_millis(60_000)) {
            Before::Known(_, unheard) => unheard.as_secs(),
            before => panic!("{before:?}"),
        };
        assert_eq!(unheard(&[BOARD]), 59);
        assert_eq!(unheard(&[BOARD, "link up", "battery 80", "wall 2026-01-01T00:00:00Z"]), 57);
        assert_eq!(unheard(&[BOARD, "link up", "link lost"]), 57);
        assert_eq!(unheard(&[BOARD, "link up", "link stale", "link lost"]), 57);
    }

    #[test]
    fn of_a_game_that_was_never_heard_nobody_knows_when_it_was_played() {
        let telling = heard(&["link up", "device memory=begins"]);
        assert_eq!(since(&telling, BOARD), None);
    }
}
