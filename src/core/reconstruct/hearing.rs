//! What silence, noise and a board's own log forbid to conclude.
//!
//! In: links that are lost and come back, noise, and what a board tells of the time when nobody listened. Out: whether
//! somebody has seen what happens now, and until when the pieces may have rested. A silence is no rest: until the board shows
//! its pieces again nothing is concluded from their standing still.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::LinkState;

/// How the board is heard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hearing {
    /// The silence, while nothing is heard of it.
    silence: Option<Silence>,
    /// Since when it shows its pieces.
    shown_since: Instant,
    /// Whether its clock was heard without a pause up to the next reading.
    clock: Watch,
    /// Whether it has told a change of a square by itself: then a read-out has nothing new, unless something was lost.
    tells_changes: bool,
    /// When noise was last heard in place of it.
    noise: Option<Instant>,
    telling: Telling,
}

#[derive(Clone, Copy, Debug)]
struct Silence {
    since: Instant,
    /// What the link is said to be.
    link: LinkState,
}

/// Whether somebody has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    Seen,
    Missed,
}

/// Whether what is observed happens now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    Now,
    /// It happened before, in this order, and nobody knows when: the board tells its log.
    Late,
}

/// Whoever is not heard rests at least as long as a hand takes to the clock and back.
pub(super) const REST_OF_HAND: Duration = Duration::from_millis(400);

/// So long after noise it may not be known yet what that has swallowed: the board is to be read out first.
const DOUBT_AFTER_NOISE: Duration = Duration::from_secs(2);

impl Hearing {
    pub(super) const fn new() -> Self {
        let (shown_since, clock, telling) = (Instant::ZERO, Watch::Seen, Telling::Now);
        let tells_changes = false;
        Self { silence: None, shown_since, clock, tells_changes, noise: None, telling }
    }

    /// The same of a board that tells no log.
    pub(super) const fn without_log(self) -> Self {
        Self { telling: Telling::Now, ..self }
    }

    /// Whether nothing is heard.
    pub(super) const fn is_silent(&self) -> bool {
        self.silence.is_some()
    }

    /// Whether it was only not heard for a while: it stands as it stood, as far as is known.
    pub(super) const fn is_stale(&self) -> bool {
        matches!(self.silence, Some(Silence { link: LinkState::Stale, .. }))
    }

    /// The board has told a change of a square by itself.
    pub(super) const fn note_change(&mut self) {
        self.tells_changes = true;
    }

    /// Whether it does.
    pub(super) const fn tells_changes(&self) -> bool {
        self.tells_changes
    }

    /// Whether the board tells what happened before.
    pub(super) fn is_late(&self) -> bool {
        self.telling == Telling::Late
    }

    /// Whether what is observed happens now.
    pub(super) const fn telling(&self) -> Telling {
        self.telling
    }

    /// Since when the pieces may have been seen to stand as they do.
    pub(super) const fn shown_since(&self) -> Instant {
        self.shown_since
    }

    /// Until when time has passed in which the pieces may have rested.
    pub(super) fn rested_until(&self, now: Instant) -> Instant {
        self.silence.map_or(now, |silence| silence.since)
    }

    /// Whether noise may have swallowed something that is not known yet.
    pub(super) fn is_disturbed(&self, now: Instant) -> bool {
        self.noise.is_some_and(|noise| now.since(noise) < DOUBT_AFTER_NOISE)
    }

    /// Whether somebody sees what happens now.
    pub(super) fn watch(&self, now: Instant) -> Watch {
        match self.is_late() || self.is_silent() || self.is_disturbed(now) {
            true => Watch::Missed,
            false => Watch::Seen,
        }
    }

    /// The clock is read: whether it was heard since the reading before.
    pub(super) const fn read_clock(&mut self) -> Watch {
        std::mem::replace(&mut self.clock, Watch::Seen)
    }

    /// Nothing is heard of the board from now on.
    pub(super) fn begin_silence(&mut self, now: Instant, link: LinkState) {
        self.silence = Some(Silence { since: self.rested_until(now), link });
    }

    /// The board shows its pieces; whether it had not before.
    pub(super) const fn end_silence(&mut self) -> bool {
        self.silence.take().is_some()
    }

    /// What is under way now nobody has watched from its beginning.
    pub(super) const fn mark_unwatched(&mut self, now: Instant) {
        (self.shown_since, self.clock) = (now, Watch::Missed);
    }

    /// Noise comes in place of what the board says.
    pub(super) const fn note_noise(&mut self, now: Instant) {
        self.noise = Some(now);
    }

    /// What is observed from now on happened before.
    pub(super) const fn begin_log(&mut self) {
        self.telling = Telling::Late;
    }

    /// What is observed from now on happens now.
    pub(super) const fn end_log(&mut self) {
        self.telling = Telling::Now;
    }
}
