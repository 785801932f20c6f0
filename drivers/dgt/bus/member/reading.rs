//! The first reading of a board: what it shows, and what it has kept since it was last known.

use std::sync::Arc;

use super::{Mark, Member, Stage};
use crate::dgt::clock::{Report, State};
use crate::dgt::dialogue::Purpose;
use crate::dgt::log::{Entry, read};
use crate::dgt::recall::{Around, recall};
use crate::dgt::wire::{Message, start};
use crate::driver::Known;
use crate::observation::{ClockReading, DeviceFact, Memory, Observation, Placement};
use crate::time::Instant;

/// How often the log of a game is asked for.
const LOG_TRIES: u8 = 2;

/// What a board shows first, and what it has kept.
#[derive(Debug, Default)]
pub(super) struct FirstReading {
    /// What was known of it before.
    pub(super) known: Option<Arc<Known>>,
    /// The changes that it told last, to whomever.
    pub(super) again: Vec<u8>,
    /// The changes that it had not told.
    pub(super) kept: Vec<u8>,
    /// What it shows after them.
    pub(super) pieces: Option<Placement>,
    /// How often the log of the game was asked for.
    tries: u8,
}

impl FirstReading {
    /// Of a board of which this was known.
    pub(super) fn of(known: Option<Arc<Known>>) -> Box<Self> {
        Box::new(Self { known, ..Self::default() })
    }
}

impl Member {
    /// All that is asked at first is answered; or the log of the game is, or is not to be had.
    pub(super) fn finish_reading(&mut self, now: Instant, log: Option<Result<Vec<u8>, Memory>>) {
        let Stage::Reading(first) = &mut self.stage else { return };
        let kept = read(&first.kept);
        let shown = self.shown.take().map(|pieces| after(*pieces, &kept));
        let Some(pieces) = first.pieces.take().or(shown) else { return };
        let Some(known) = first.known.clone() else { return self.open(now, pieces) };
        match log {
            None => {
                let again = read(&first.again);
                let again = if is_told(&known, &again) { Vec::new() } else { again };
                let missed = [again, kept].concat();
                if after(known.placement(), &missed) == known.as_far_as_read(&pieces) {
                    self.remember(now, &known, &missed);
                    return self.open(now, pieces);
                }
                first.pieces = Some(pieces);
                self.due = now;
            }
            Some(log) => {
                let kept = std::mem::take(&mut first.kept);
                let around = Around { before: &pieces, behind: &[], now: &pieces };
                let told = log.and_then(|log| recall(Some(&known), &[log, kept].concat(), &around));
                match told {
                    Ok(told) => self.tell_memory(told),
                    Err(why) => self.observe(None, Observation::Device(DeviceFact::Memory(why))),
                }
                self.open(now, pieces);
            }
        }
    }

    pub(super) fn miss_log(&mut self, now: Instant) {
        self.agenda.clear();
        if let Stage::Reading(first) = &mut self.stage {
            first.tries += 1;
            if first.tries >= LOG_TRIES {
                self.finish_reading(now, Some(Err(Memory::Silent)));
            }
        }
    }

    /// What the board has kept while nobody asked: told in order, though not when it happened.
    fn remember(&mut self, now: Instant, known: &Known, missed: &[Entry]) {
        let news = |entry: &Entry| matches!(entry, Entry::Field { .. } | Entry::Stopped { .. });
        if !missed.iter().any(news) {
            return;
        }
        self.told.take(now, Message::Board(Box::new(known.placement())), Purpose::Check);
        if let (Some(ClockReading::Hands(times)), Some(Report::Times(state))) =
            (known.clock(), self.clock_shown)
        {
            self.clock = Some(State { times, ..state });
        }
        self.observe(None, Observation::Device(DeviceFact::Memory(Memory::Begins)));
        self.tell_entries(now, missed, None);
        self.observe(None, Observation::Device(DeviceFact::Memory(Memory::Ends)));
    }

    fn tell_memory(&mut self, told: Vec<Observation>) {
        self.observe(None, Observation::Device(DeviceFact::Memory(Memory::Begins)));
        told.into_iter().for_each(|observation| self.observe(None, observation));
        self.observe(None, Observation::Device(DeviceFact::Memory(Memory::Ends)));
    }

    fn open(&mut self, now: Instant, pieces: Placement) {
        if pieces == start() || pieces == start().turned() {
            self.begins = Mark::Due;
        }
        self.stage = Stage::Open;
        self.pressed = None;
        self.take(now, Message::Board(Box::new(pieces)), None, Purpose::News);
        self.clock = None;
        self.tell_clock(now, &[]);
    }
}

/// What stands on a board after these changes.
pub(super) fn after(mut pieces: Placement, changes: &[Entry]) -> Placement {
    for entry in changes {
        match entry {
            Entry::Field { square, reading, .. } => pieces.set(*square, *reading),
            // Every piece that it finds follows.
            Entry::PowerUp => pieces = Placement::EMPTY,
            _ => {}
        }
    }
    pieces
}

/// Whether these were told before the link was lost: they are the last of what is known.
fn is_told(known: &Known, changes: &[Entry]) -> bool {
    let is_square = |observation: &&Observation| matches!(observation, Observation::Square { .. });
    let fields = changes.iter().rev().filter_map(|entry| match entry {
        Entry::Field { square, reading, .. } => Some((*square, *reading)),
        _ => None,
    });
    let known = known.since().iter().rev().filter(is_square);
    fields.zip(known).all(|(field, known)| match known {
        Observation::Square { square, reading } => field == (*square, *reading),
        _ => false,
    })
}
