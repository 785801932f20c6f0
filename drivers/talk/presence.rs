//! Whether the board at the other end is there.

use std::time::Duration;

use crate::driver::Approach;
use crate::time::Instant;

/// How a conversation with boards of a family goes in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rhythm {
    /// A board that is silent for so long is asked whether it is there.
    pub(crate) silence: Duration,
    /// It is asked again after this.
    pub(crate) again: Duration,
    /// So many questions without an answer mean that it is gone.
    pub(crate) max_questions: u32,
    /// The pause between two packets to it.
    pub(crate) pause: Duration,
}

/// Whether the board is there, as far as is heard.
#[derive(Clone, Copy, Debug)]
pub(super) enum Presence {
    /// There is no link, or not any more.
    Closed,
    /// Nobody talks to it; what it says is heard.
    Listening(Heard),
    /// It is talked to.
    Talking {
        rhythm: Rhythm,
        heard: Heard,
        /// When it is asked again.
        due: Instant,
        /// How often it was asked since it was heard.
        asked: u32,
    },
}

/// Whether it was ever heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Never,
    Once,
}

/// What is to be done because it is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pulse {
    /// Ask it.
    Ask,
    /// It is gone.
    Lost,
}

impl Presence {
    /// The link is up, and the first question goes out. What was only found by its looks gets as much time as one
    /// question.
    pub(super) fn starting(now: Instant, rhythm: Rhythm, approach: Approach) -> Self {
        let asked = match approach {
            Approach::Known => 1,
            Approach::Probe => rhythm.max_questions,
        };
        Self::Talking { rhythm, heard: Heard::Never, due: now + rhythm.again, asked }
    }

    /// The link is up, and nobody talks.
    pub(super) const fn listening() -> Self {
        Self::Listening(Heard::Never)
    }

    /// It has said something; whether for the first time.
    pub(super) fn hear(&mut self, now: Instant) -> bool {
        let heard = match self {
            Self::Closed => return false,
            Self::Listening(heard) => heard,
            Self::Talking { rhythm, heard, due, asked } => {
                (*due, *asked) = (now + rhythm.silence, 0);
                heard
            }
        };
        std::mem::replace(heard, Heard::Once) == Heard::Never
    }

    /// It is none of the family: given up where it is talked to and was never heard; whether it was.
    pub(super) fn turn_away(&mut self) -> bool {
        let is_stranger = matches!(self, Self::Talking { heard: Heard::Never, .. });
        if is_stranger {
            *self = Self::Closed;
        }
        is_stranger
    }

    /// Lets a deadline pass.
    pub(super) fn pass(&mut self, now: Instant) -> Option<Pulse> {
        let Self::Talking { rhythm, due, asked, .. } = self else { return None };
        if *due > now {
            return None;
        }
        if *asked >= rhythm.max_questions {
            *self = Self::Closed;
            return Some(Pulse::Lost);
        }
        *due = now + rhythm.again;
        *asked += 1;
        Some(Pulse::Ask)
    }

    pub(super) const fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Talking { due, .. } => Some(*due),
            Self::Closed | Self::Listening(_) => None,
        }
    }

    pub(super) const fn is_talking(&self) -> bool {
        matches!(self, Self::Talking { .. })
    }

    pub(super) const fn is_closed(&self) -> bool {
        matches!(self, Self::Closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RHYTHM: Rhythm = Rhythm {
        silence: Duration::from_secs(5),
        again: Duration::from_secs(1),
        max_questions: 3,
        pause: Duration::ZERO,
    };

    /// What happens until it is given up, and when, in seconds.
    fn pulses(mut presence: Presence) -> Vec<(u64, Pulse)> {
        let mut pulses = Vec::new();
        while let Some(due) = presence.deadline() {
            pulses.extend(presence.pass(due).map(|pulse| (due.as_millis() / 1_000, pulse)));
        }
        pulses
    }

    #[test]
    fn a_silent_board_is_asked_and_given_up_after_the_last_question() {
        let starting = |approach| Presence::starting(Instant::ZERO, RHYTHM, approach);
        let known = [(1, Pulse::Ask), (2, Pulse::Ask), (3, Pulse::Lost)];
        assert_eq!(pulses(starting(Approach::Known)), known);
        assert_eq!(pulses(starting(Approach::Probe)), [(1, Pulse::Lost)]);
        let mut heard = starting(Approach::Probe);
        assert!(heard.hear(Instant::from_millis(500)));
        assert!(!heard.hear(Instant::from_millis(1_000)), "it is there already");
        let asked = [(6, Pulse::Ask), (7, Pulse::Ask), (8, Pulse::Ask), (9, Pulse::Lost)];
        assert_eq!(pulses(heard), asked);
    }

    #[test]
    fn only_a_stranger_is_turned_away() {
        let mut stranger = Presence::starting(Instant::ZERO, RHYTHM, Approach::Known);
        let mut friend = stranger;
        assert!(stranger.turn_away() && stranger.is_closed());
        friend.hear(Instant::ZERO);
        assert!(!friend.turn_away() && !Presence::listening().turn_away());
    }

    #[test]
    fn a_listener_waits_for_ever() {
        let mut presence = Presence::listening();
        assert!(presence.hear(Instant::ZERO));
        assert_eq!(presence.deadline(), None);
    }
}
