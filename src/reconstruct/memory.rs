//! The time in which nothing is heard of a board, and what the board has written down meanwhile: that comes at once,
//! and only its order tells.
//!
//! Such a silence is no rest, and what lies across it nobody has watched: it may explain the board, but nobody is
//! accused of it.

use std::time::Duration;

use touchmove_drivers::observation::{Memory, Reading, Role};
use touchmove_drivers::{Instant, Observation};

use super::press::Watch;
use super::seen::Seen;
use super::{Reconstruct, Stage};
use crate::account::{Entry, Release, Touch, What};

/// Whether what is observed happens now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Now,
    /// It happened before, in this order, and nobody knows when.
    Late,
    /// Nothing is, until the board shows its men again.
    Nothing,
}

/// The last time in which nothing was heard of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    from: Instant,
    until: Instant,
}

/// A hand takes so long to the clock and back.
const HAND: Duration = Duration::from_millis(400);

/// How likely a touch is noise that nobody has watched.
const UNSURE: f32 = 0.5;

/// The end of a silence that has none yet.
const FOR_EVER: Instant = Instant::from_micros(u64::MAX);

/// What comes at once is told apart by so much.
const APART: Duration = Duration::from_micros(1);

impl Reconstruct {
    /// Nothing is heard of the board from now on.
    pub(super) fn falls_silent(&mut self) {
        self.seen.iter_mut().for_each(Seen::lose);
        self.clock.lose();
        if self.told != Told::Nothing {
            self.told = Told::Nothing;
            self.silence = Some(Silence { from: self.now, until: FOR_EVER });
        }
        self.tell(What::LinkLost);
    }

    /// The board shows its men. From now on they rest, if they do.
    pub(super) fn shows_again(&mut self) {
        if self.told != Told::Nothing {
            return;
        }
        self.told = Told::Now;
        if let Some(silence) = &mut self.silence {
            silence.until = self.now;
        }
        if let Stage::Game(game) = &mut self.stage {
            // How the men stood before they did for a moment at least.
            game.beam.rest(HAND);
            game.beam.at = self.now;
            for pending in game.pressed.iter_mut().flatten() {
                (pending.watch, pending.judged_from) = (Watch::Missed, self.now);
            }
        }
    }

    /// Since when the men may have been seen to rest, if that is not long ago.
    pub(super) fn shown_since(&self) -> Instant {
        self.silence.map_or(Instant::ZERO, |silence| silence.until)
    }

    /// The next entry of the account: of what lies across a silence nobody knows how long it took, or what else was
    /// done meanwhile.
    pub(super) fn next_entry(&mut self) -> Option<Entry> {
        loop {
            let mut entry = self.out.pop_front()?;
            let Some(silence) = self.silence else { return Some(entry) };
            let lies_across = |began: Instant| began <= silence.until && entry.at >= silence.from;
            match &mut entry.what {
                What::Touch(Touch { lifted, noise, .. }) if lies_across(*lifted) => {
                    *noise = noise.max(UNSURE);
                }
                What::Release(Release { put_down, .. }) if lies_across(*put_down) => continue,
                _ => {}
            }
            return Some(entry);
        }
    }

    /// The board begins or ends to tell what it remembers, or says that it has nothing to tell.
    pub(super) fn remembers(&mut self, memory: Memory) {
        match memory {
            Memory::Begins => {
                self.shows_again();
                self.told = Told::Late;
                if let Stage::Game(game) = &mut self.stage {
                    game.beam.wait_until(self.now);
                }
            }
            Memory::Ends | Memory::Silent | Memory::Apart | Memory::Broken => self.hears_again(),
        }
    }

    /// What is observed from now on happens now.
    pub(super) fn hears_again(&mut self) {
        if self.told == Told::Late {
            self.told = Told::Now;
            // How long ago it last happened is not known either.
            self.tell(What::LinkLost);
        }
    }

    /// An observation was taken. Whether a man was taken up or only slid, nobody knows of what is told late.
    pub(super) fn taken(&mut self) {
        if self.told == Told::Late {
            for entry in &mut self.out {
                if let What::Touch(touch) = &mut entry.what {
                    touch.noise = touch.noise.max(UNSURE);
                }
            }
        }
        self.duty = self.find_duty();
    }

    /// The next observation comes: one that the board remembers comes after the one before, at a pace of hands.
    pub(super) fn comes_next(&mut self, observation: &Observation) {
        if matches!(observation, Observation::Square { .. } | Observation::Board(_)) {
            self.shows_again();
        }
        if self.told == Told::Late {
            self.now = self.now + APART;
            let lifts_king = self.lifts_king(observation);
            if let Stage::Game(game) = &mut self.stage {
                game.beam.tempo.comes_at_once();
                // It may be on its way to tell the result: what was played before has come to rest.
                if lifts_king {
                    game.beam.rest(HAND);
                }
            }
        }
    }

    fn lifts_king(&self, observation: &Observation) -> bool {
        let Observation::Square { square, reading: Reading::Empty } = observation else {
            return false;
        };
        let stood = self.seen.as_ref().map(|seen| seen.placement().get(*square));
        matches!(stood, Some(Reading::Man(man)) if man.role == Role::King)
    }

    /// No time is known between one reading of a clock that the board remembers and the one before.
    pub(super) fn clock_comes(&mut self) {
        if self.told == Told::Late {
            self.tell(What::LinkLost);
            if let Stage::Game(game) = &mut self.stage {
                game.beam.rest(HAND);
            }
            self.tell_line();
        }
    }
}
