//! How boards that read chips are talked to: they are heard, and nothing is asked. What they read is told once it is known
//! which chip is in which piece: from before, or from the start position.

use super::lesson::Lesson;
use super::sight::Sight;
use crate::decimals::{Host, Message, RHYTHM, Sightings};
use crate::driver::{Ability, Request};
use crate::family::Transport;
use crate::observation::{Chips, DeviceFact};
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of boards that read chips.
#[derive(Clone, Debug)]
pub(super) struct Certabo {
    host: Host,
    eyes: Eyes,
}

impl Certabo {
    /// Boards that are reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self { host: Host::new(transport), eyes: Eyes::default() }
    }
}

impl Dialect for Certabo {
    fn rhythm(&self) -> Rhythm {
        RHYTHM
    }

    fn open(&mut self, _: &mut Outbox) {}

    fn ask(&mut self, _: &mut Outbox) {}

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        let Self { host, eyes } = self;
        host.receive(packet, told, |message, told| match message {
            Message::Chips(reading) => {
                eyes.take(reading, told);
                None
            }
            other => Some(other),
        });
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => return Verdict::TellWhole,
            Request::Light(squares) => self.host.light(*squares, outbox),
            Request::AwaitWord => self.eyes.word = Word::Awaited(0),
            Request::GoOn(before) => self.eyes.go_on(before.chips()),
            Request::Calibrate => {
                self.eyes = Eyes { pupil: Pupil::Watched, ..Eyes::default() };
                return Verdict::TellWhole;
            }
            Request::ReadClock | Request::SetClock(_) | Request::Sound(_) | Request::PowerOff => {
                return Verdict::Refused;
            }
        }
        Verdict::Done
    }

    fn has(&self, ability: Ability) -> bool {
        matches!(ability, Ability::Lights | Ability::Calibration)
    }
}

/// What is made of readings.
#[derive(Clone, Debug, Default)]
struct Eyes {
    word: Word,
    lesson: Lesson,
    /// Which chip is in which piece; `None` as long as nobody knows.
    chips: Option<Chips>,
    sight: Sight,
    /// What was told of the chips.
    told: Option<DeviceFact>,
    pupil: Pupil,
    /// What was told of how far it is.
    progress: Option<DeviceFact>,
}

/// Whether somebody wants to know how far it is with learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pupil {
    #[default]
    Unwatched,
    Watched,
}

/// Whether what was known before is waited for.
#[derive(Clone, Copy, Debug, Default)]
enum Word {
    #[default]
    Unasked,
    /// So many readings have come meanwhile.
    Awaited(u32),
}

/// Nobody waits for longer: four seconds and a half.
const MAX_READINGS_WAITED: u32 = 8;

impl Eyes {
    /// This was known before: the readings that have come are understood by it.
    fn go_on(&mut self, chips: Option<&Chips>) {
        self.word = Word::Unasked;
        if let Some(chips) = chips {
            self.know(chips.clone());
        }
    }

    fn know(&mut self, chips: Chips) {
        self.sight = Sight::default();
        self.lesson.readings().for_each(|reading| self.sight.see(reading, &chips));
        self.chips = Some(chips);
    }

    fn take(&mut self, reading: Box<Sightings>, told: &mut Told<'_>) {
        told.hear();
        if let Some(chips) = &self.chips {
            self.sight.see(&reading, chips);
        }
        self.lesson.take(reading);
        if self.wait_for_word() {
            return;
        }
        if let Some(chips) = self.lesson.learned().and_then(|learned| self.news_of(&learned)) {
            self.know(chips);
        }
        let Some(chips) = &self.chips else {
            told.observe_fact(&mut self.told, DeviceFact::ChipsUnknown);
            return self.tell_progress(told);
        };
        told.observe_fact(&mut self.told, DeviceFact::Chips(chips.clone()));
        if let Some(placement) = self.sight.placement(chips) {
            told.read_out(placement);
        }
    }

    /// Who was asked by a person to learn says how far it is.
    fn tell_progress(&mut self, told: &mut Told<'_>) {
        let progress = self.lesson.progress().filter(|_| self.pupil == Pupil::Watched);
        if let Some(progress) = progress {
            told.observe_fact(&mut self.progress, DeviceFact::Learning(progress));
        }
    }

    /// Counts a reading; whether the word may still come.
    fn wait_for_word(&mut self) -> bool {
        let Word::Awaited(readings) = &mut self.word else { return false };
        *readings += 1;
        if *readings >= MAX_READINGS_WAITED {
            self.word = Word::Unasked;
        }
        matches!(self.word, Word::Awaited(_))
    }

    /// What is known with what was learned: `None` where that is nothing new, or where a known chip would be in another
    /// piece, as when the pieces stand the other way round. Pieces of which none is known are another set, and count alone.
    fn news_of(&self, learned: &Chips) -> Option<Chips> {
        let Some(known) = &self.chips else { return Some(learned.clone()) };
        let met: Vec<_> = learned.iter().map(|(chip, piece)| (piece, known.get(chip))).collect();
        if met.iter().all(|(_, before)| before.is_none()) {
            return Some(learned.clone());
        }
        let is_same =
            met.iter().all(|(piece, before)| before.is_none_or(|before| before == *piece));
        let is_news = met.iter().any(|(_, before)| before.is_none());
        let others = known.iter().filter(|(chip, _)| learned.get(*chip).is_none());
        if is_same && is_news { Chips::of(learned.iter().chain(others)) } else { None }
    }
}

#[cfg(test)]
mod tests;
