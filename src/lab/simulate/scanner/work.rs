//! A scanning board at work: what happens to it, in the order of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use fastrand::Rng;
use touchmove_drivers::observation::{LinkState, Placement, Reading, Square};
use touchmove_drivers::{Instant, Observation};

use super::clock::Clock;
use super::faults::Fault;
use super::{Scanner, Sense};
use crate::simulate::hands::{Rate, Rates};
use crate::simulate::player::reading;
use crate::simulate::timeline::{Action, Timeline};

/// Time after the last deed in which the board is still watched.
const REST: Duration = Duration::from_secs(2);
/// A running clock is told at least this often.
const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// The board is read out no more often than this.
const MAX_READ_OUT: Duration = Duration::from_millis(100);

/// Something that happens to the board, the clock, or between them and the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Deed(Action),
    Fault(Fault),
    Sample(Square),
    ClockDue(u64),
    ClockTold,
    ReadOut,
    LinkLost,
    LinkUp,
}

/// The board at work.
pub(super) struct Work<'a> {
    pub(super) scanner: &'a Scanner,
    pub(super) rates: &'a Rates,
    pub(super) rng: Rng,
    pub(super) now: Instant,
    /// When nobody listens any more.
    pub(super) end: Instant,
    /// What is to come, the earliest first, then in the order in which it was foreseen.
    agenda: BinaryHeap<Reverse<(Instant, usize)>>,
    events: Vec<Event>,
    /// What stands there, what faults make of it, and what the last scan has found.
    pub(super) standing: Placement,
    pub(super) disturbed: [Option<Reading>; 64],
    scanned: Placement,
    dead: Option<Square>,
    sampled_next: [Instant; 64],
    is_linked: bool,
    clock: Option<Clock>,
    told: Vec<(Instant, Observation)>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        scanner: &'a Scanner,
        timeline: &Timeline,
        rates: &'a Rates,
        seed: u64,
    ) -> Self {
        let mut work = Self {
            scanner,
            rates,
            // Other numbers than those of the hands, which have the same seed.
            rng: Rng::with_seed(!seed),
            now: Instant::ZERO,
            end: timeline.deeds.last().map_or(Instant::ZERO, |deed| deed.at) + REST,
            agenda: BinaryHeap::new(),
            events: Vec::new(),
            standing: Placement::EMPTY,
            disturbed: [None; 64],
            scanned: Placement::EMPTY,
            dead: None,
            sampled_next: [Instant::ZERO; 64],
            is_linked: true,
            clock: scanner.clock.map(Clock::new),
            told: Vec::new(),
        };
        for (square, piece) in timeline.start.clone() {
            work.standing.set(scanner.orientation.square(square), reading(piece));
        }
        if work.chance(Rate::Dead) {
            work.dead = work.any_square();
        }
        for square in Square::all() {
            work.scanned.set(square, work.sensed(square));
        }
        work
    }

    /// Lets all of the timeline happen; returns what was told of it.
    pub(super) fn finish(mut self, timeline: &Timeline) -> Vec<(Instant, Observation)> {
        self.foresee(timeline);
        self.read_out();
        while let Some(Reverse((at, index))) = self.agenda.pop() {
            self.now = at;
            self.happen(self.events[index]);
        }
        self.told
    }

    fn foresee(&mut self, timeline: &Timeline) {
        for deed in &timeline.deeds {
            self.plan(deed.at, Event::Deed(deed.action));
        }
        self.foresee_faults();
        self.foresee_losses(timeline);
        let every = Duration::from_secs_f64(self.rates.get(Rate::ReadOut));
        if !every.is_zero() {
            let every = every.max(MAX_READ_OUT);
            let mut at = Instant::ZERO + every;
            while at <= self.end {
                self.plan(at, Event::ReadOut);
                at = at + every;
            }
        }
    }

    pub(super) fn plan(&mut self, at: Instant, event: Event) {
        self.agenda.push(Reverse((at, self.events.len())));
        self.events.push(event);
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Deed(Action::Lift(square)) => self.stand(square, Reading::Empty),
            Event::Deed(Action::Place(square, piece)) => {
                self.stand(square, reading(piece));
                let square = self.scanner.orientation.square(square);
                if self.chance(Rate::Unknown) {
                    self.disturb(square, Reading::Unknown);
                }
                self.come_down(square);
            }
            Event::Deed(Action::Press(color)) => {
                let hand = self.scanner.orientation.hand(color);
                if self.clock.as_mut().is_some_and(|clock| clock.press(self.now, hand)) {
                    self.clock_has_news();
                }
            }
            Event::Deed(Action::StartStop) => {
                if let Some(clock) = &mut self.clock {
                    clock.start_stop(self.now);
                    self.clock_has_news();
                }
            }
            Event::Fault(fault) => self.suffer(fault),
            Event::Sample(square) => self.sample(square),
            Event::ClockDue(news) => self.clock_is_due(news),
            Event::ClockTold => self.tell_clock(),
            Event::ReadOut => self.read_out(),
            Event::LinkLost => self.lose_link(),
            Event::LinkUp => self.come_back(),
        }
    }

    /// Something else stands on a square of the game.
    fn stand(&mut self, square: shakmaty::Square, reading: Reading) {
        let square = self.scanner.orientation.square(square);
        self.standing.set(square, reading);
        self.changed(square);
    }

    /// A square senses something else: it is found when the scan comes by.
    pub(super) fn changed(&mut self, square: Square) {
        let next = self.next_sample(square);
        if self.sampled_next[square.index()] < next {
            self.sampled_next[square.index()] = next;
            self.plan(next, Event::Sample(square));
        }
    }

    /// When the scan comes by a square after now.
    fn next_sample(&self, square: Square) -> Instant {
        let scan = u64::try_from(self.scanner.scan.as_micros()).unwrap_or(u64::MAX).max(64);
        let index = square.index() as u64;
        // a8 first: rank 8 from a to h, down to rank 1
        let place = (7 - index / 8) * 8 + index % 8;
        let phase = scan * place / 64;
        let now = self.now.as_micros();
        let scans = now.saturating_sub(phase) / scan + u64::from(now >= phase);
        Instant::from_micros(scans * scan + phase)
    }

    fn sample(&mut self, square: Square) {
        let sensed = self.sensed(square);
        if self.scanned.get(square) == sensed {
            return;
        }
        self.scanned.set(square, sensed);
        if !self.chance(Rate::Lost) {
            self.tell(Observation::Square { square, reading: sensed });
        }
    }

    /// What the square senses now.
    fn sensed(&self, square: Square) -> Reading {
        if self.dead == Some(square) {
            return Reading::Empty;
        }
        let reading = self.disturbed[square.index()].unwrap_or(self.standing.get(square));
        match self.scanner.sense {
            Sense::Occupancy if reading.is_occupied() => Reading::Occupied,
            _ => reading,
        }
    }

    fn read_out(&mut self) {
        self.tell(Observation::Board(Box::new(self.scanned.clone())));
    }

    fn lose_link(&mut self) {
        if self.is_linked {
            self.tell(Observation::Link(LinkState::Lost));
            self.is_linked = false;
        }
    }

    /// The link is there again; the host reads out where play is.
    fn come_back(&mut self) {
        if !self.is_linked {
            self.is_linked = true;
            self.tell(Observation::Link(LinkState::Up));
            self.read_out();
            self.tell_clock();
        }
    }

    fn tell(&mut self, observation: Observation) {
        if self.is_linked {
            // whole milliseconds keep recordings small
            let at = Instant::from_millis(self.now.as_millis());
            self.told.push((at, observation));
        }
    }

    fn clock_has_news(&mut self) {
        let lag = self.rates.get(Rate::ClockLag) * self.rng.f64();
        let at = self.now + Duration::from_secs_f64(lag / 1_000.0);
        self.plan(at, Event::ClockTold);
    }

    fn tell_clock(&mut self) {
        let Some(clock) = &mut self.clock else { return };
        let reading = clock.read(self.now);
        let is_running = reading.is_running();
        let news = clock.count_reading();
        self.tell(Observation::Clock(reading));
        if is_running && self.now + CLOCK_EVERY <= self.end {
            self.plan(self.now + CLOCK_EVERY, Event::ClockDue(news));
        }
    }

    /// Tells the clock again, if nothing was told of it since reading number `news`.
    fn clock_is_due(&mut self, news: u64) {
        if self.clock.as_ref().is_some_and(|clock| clock.readings() == news) {
            self.tell_clock();
        }
    }

    pub(super) fn chance(&mut self, share: Rate) -> bool {
        let share = self.rates.get(share);
        share > 0.0 && self.rng.f64() < share
    }

    pub(super) fn any_square(&mut self) -> Option<Square> {
        Square::new(self.rng.u8(0..64))
    }
}
