//! How well a board is heard: answers that were damaged or asked for again, and silences.

use std::time::Duration;

use touchmove_drivers::observation::{DeviceFact, Flood, LinkState};
use touchmove_drivers::{Instant, Observation};

use super::course::Course;
use super::finding::{Ail, Finding};
use super::numbers::Numbers;

/// What is damaged while a board is being plugged in and read out first says nothing.
const SETTLING: Duration = Duration::from_secs(3);
/// What comes together has one cause: somebody moves the cable.
const TOGETHER: Duration = Duration::from_secs(2);
/// So many troubles of the line within this time are more than a cable that was moved.
const LEAST_TROUBLES: usize = 10;
const TROUBLES_WITHIN: Duration = Duration::from_secs(600);
/// So many silences within an hour: a board that is switched off and on, or plugged in elsewhere, makes one or two.
const LEAST_SILENCES: usize = 3;
const SILENCES_WITHIN: Duration = Duration::from_secs(3_600);
/// So long after it said more than can have happened that is told of a board.
const FLOOD_TOLD: Duration = Duration::from_secs(3_600);
/// A board that was away for longer was not silent but switched off.
const SWITCHED_OFF: Duration = Duration::from_secs(600);

/// The line to a board.
#[derive(Clone, Debug)]
pub(super) struct Line {
    repeats: Course,
    damaged: Course,
    silences: Course,
    longest: Duration,
    breaks: Course,
    longest_break: Duration,
    /// Since when it is heard; `None` while nobody has said.
    up: Option<Instant>,
    is_away: bool,
    /// Since when it has not answered.
    silent: Option<Instant>,
    /// Since when its link is lost that was there before.
    lost: Option<Instant>,
    /// The last troubles and silences, the last first.
    troubles: [Option<Instant>; LEAST_TROUBLES],
    ends: [Option<Instant>; LEAST_SILENCES],
    /// When it last said more than can have happened, and how much of that was left out.
    flood: Option<(Instant, u64)>,
    /// Whether it has not been read out since.
    is_flooded: bool,
}

impl Line {
    pub(super) const fn new() -> Self {
        Self {
            repeats: Course::new(),
            damaged: Course::new(),
            silences: Course::new(),
            longest: Duration::ZERO,
            breaks: Course::new(),
            longest_break: Duration::ZERO,
            up: None,
            is_away: false,
            silent: None,
            lost: None,
            troubles: [None; LEAST_TROUBLES],
            ends: [None; LEAST_SILENCES],
            flood: None,
            is_flooded: false,
        }
    }

    pub(super) fn observe(&mut self, now: Instant, observation: &Observation) {
        let courses = [&mut self.repeats, &mut self.damaged, &mut self.silences, &mut self.breaks];
        courses.into_iter().for_each(|course| course.pass(now));
        if let Observation::Link(link) = observation {
            self.is_away = *link != LinkState::Up;
            self.is_flooded = false;
        }
        match observation {
            Observation::Link(LinkState::Up) => {
                self.up = Some(now);
                if let Some(since) = self.silent.take() {
                    self.note_silence(now, now.since(since));
                }
                if let Some(since) = self.lost.take() {
                    self.note_break(now, now.since(since));
                }
            }
            Observation::Link(LinkState::Stale) => {
                self.up = None;
                self.silent.get_or_insert(now);
            }
            Observation::Link(LinkState::Lost) => {
                let was_there = self.up.take().or(self.silent);
                self.lost = self.lost.or(was_there.and(Some(now)));
            }
            Observation::Board(_) => self.is_flooded = false,
            Observation::Device(DeviceFact::Flood(flood)) => self.note_flood(now, *flood),
            Observation::Device(DeviceFact::Noise(_)) if self.has_settled(now) => {
                self.damaged.note(now, 1);
                self.note_trouble(now);
            }
            Observation::Device(DeviceFact::Repeats(count)) if self.has_settled(now) => {
                self.repeats.note(now, *count);
                self.note_trouble(now);
            }
            _ => {}
        }
    }

    /// Whether the board is heard, as far as anybody has said.
    pub(super) const fn is_heard(&self) -> bool {
        !self.is_away && !self.is_flooded
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            repeats: self.repeats.count(),
            damaged: self.damaged.count(),
            silences: self.silences.count(),
            longest_silence: self.longest,
            breaks: self.breaks.count(),
            longest_break: self.longest_break,
            ..Numbers::default()
        }
    }

    pub(super) fn findings(&self, now: Instant) -> Vec<Finding> {
        let is_within =
            |first: Option<Instant>, span| first.is_some_and(|at| now.since(at) <= span);
        let [.., first_trouble] = self.troubles;
        let [.., first_silence] = self.ends;
        let count = self.damaged.count().hour.saturating_add(self.repeats.count().hour);
        let troubles = is_within(first_trouble, TROUBLES_WITHIN)
            .then(|| Finding::of_board(Ail::LineErrors, count));
        let silences = is_within(first_silence, SILENCES_WITHIN)
            .then(|| Finding::of_board(Ail::Silences, self.silences.count().hour));
        let flood = self.flood.filter(|(at, _)| now.since(*at) <= FLOOD_TOLD);
        let flood = flood.map(|(_, count)| {
            Finding::of_board(Ail::Flood, u32::try_from(count).unwrap_or(u32::MAX))
        });
        troubles.into_iter().chain(silences).chain(flood).collect()
    }

    fn note_flood(&mut self, now: Instant, flood: Flood) {
        let before = self.flood.filter(|(at, _)| now.since(*at) <= FLOOD_TOLD);
        let before = before.map_or(0, |(_, count)| count);
        let count = match flood {
            Flood::Begins => 0,
            Flood::LeftOut(count) => count,
        };
        self.is_flooded |= flood == Flood::Begins;
        self.flood = Some((now, before.saturating_add(count)));
    }

    fn has_settled(&self, now: Instant) -> bool {
        self.up.is_some_and(|up| now.since(up) >= SETTLING)
    }

    fn note_trouble(&mut self, now: Instant) {
        let [last, ..] = self.troubles;
        if last.is_none_or(|last| now.since(last) >= TOGETHER) {
            push(&mut self.troubles, now);
        }
    }

    fn note_silence(&mut self, now: Instant, span: Duration) {
        if span <= SWITCHED_OFF {
            self.silences.note(now, 1);
            self.longest = self.longest.max(span);
            push(&mut self.ends, now);
        }
    }

    fn note_break(&mut self, now: Instant, span: Duration) {
        if span <= SWITCHED_OFF {
            self.breaks.note(now, 1);
            self.longest_break = self.longest_break.max(span);
        }
    }
}

fn push(times: &mut [Option<Instant>], now: Instant) {
    times.rotate_right(1);
    if let Some(first) = times.first_mut() {
        *first = Some(now);
    }
}
