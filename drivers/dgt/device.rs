//! The board's own end: a USB board of firmware 1.08 with a clock on its plug.
//!
//! It samples its squares one after the other and tells a change when the scan comes by, so a man
//! who is lifted and put back in between is never seen, and of two changes the one that the scan
//! meets first is told first. It sends no text that would pass it off as its maker's.

mod clock;

use std::collections::VecDeque;
use std::time::Duration;

use self::clock::Clock;
use super::clock::Report;
use super::wire::{Command, Message, Version, field_of};
use crate::device::{Device, Make};
use crate::observation::{Hand, Placement, Reading, Square};
use crate::time::Instant;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(200);
/// From one message of the clock to the next while nothing changes.
const CLOCK_PERIOD: Duration = Duration::from_secs(1);
/// Commands that the board can hold; what comes faster is lost.
const INPUT: usize = 10;
const FIRMWARE: Version = Version { major: 1, minor: 8 };

/// A simulated board.
#[derive(Debug)]
pub(super) struct Board {
    serial: u32,
    scan: Duration,
    mode: Mode,
    /// What stands there.
    men: Placement,
    /// What the last scan saw.
    seen: Placement,
    /// What the host was told.
    told: Placement,
    scanned: Instant,
    clock: Option<Clock>,
    clock_told: Option<(Instant, Report)>,
    outputs: VecDeque<Message>,
}

/// What the board tells by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Idle,
    Update,
    UpdateBoard,
    UpdateNice,
}

impl Board {
    /// A board as `make` describes it, with no man on it and its clock stopped.
    pub(super) fn new(make: &Make) -> Self {
        Self {
            serial: make.serial,
            scan: make.scan.unwrap_or(SCAN).max(Duration::from_micros(64)),
            mode: Mode::Idle,
            men: Placement::EMPTY,
            seen: Placement::EMPTY,
            told: Placement::EMPTY,
            scanned: Instant::ZERO,
            clock: make.clock.as_ref().map(Clock::new),
            clock_told: None,
            outputs: VecDeque::new(),
        }
    }

    fn obey(&mut self, now: Instant, command: Command) {
        match command {
            Command::Reset => self.mode = Mode::Idle,
            Command::Update => self.enter(now, Mode::Update),
            Command::UpdateBoard => self.enter(now, Mode::UpdateBoard),
            Command::UpdateNice => self.enter(now, Mode::UpdateNice),
            Command::ReadClock => self.tell_clock(now, self.report()),
            Command::ReadBoard => {
                self.told = self.seen.clone();
                self.outputs.push_back(Message::Board(Box::new(self.seen.clone())));
            }
            Command::Serial => {
                let serial = format!("{:05}", self.serial % 100_000);
                self.outputs.push_back(Message::Serial(serial));
            }
            Command::BusAddress => {
                self.outputs.push_back(Message::BusAddress((self.serial & 0x3FFF) as u16));
            }
            Command::Version => self.outputs.push_back(Message::Version(FIRMWARE)),
            // This firmware does not know them.
            Command::Battery | Command::LongSerial => {}
        }
    }

    fn enter(&mut self, now: Instant, mode: Mode) {
        self.mode = mode;
        self.clock_told = None;
        self.watch_clock(now);
    }

    /// Lets time pass: the scan goes on and the clock counts.
    fn advance(&mut self, now: Instant) {
        let mut passed: Vec<(Instant, Square)> = self
            .men
            .differences(&self.told)
            .chain(self.men.differences(&self.seen))
            .map(|square| (self.next_sample(square), square))
            .filter(|&(sampled, _)| sampled <= now)
            .collect();
        passed.sort_unstable();
        passed.dedup();
        for (_, square) in passed {
            self.sample(square);
        }
        self.scanned = self.scanned.max(now);
        if let Some(clock) = &mut self.clock {
            clock.run_to(now);
        }
        self.watch_clock(now);
    }

    fn sample(&mut self, square: Square) {
        let reading = self.men.get(square);
        self.seen.set(square, reading);
        if self.mode != Mode::Idle && self.told.get(square) != reading {
            self.told.set(square, reading);
            self.outputs.push_back(Message::Field { square, reading });
        }
    }

    /// When the scan comes by `square` for the next time.
    fn next_sample(&self, square: Square) -> Instant {
        let period = u64::try_from(self.scan.as_micros()).unwrap_or(u64::MAX);
        let offset = period / 64 * u64::from(field_of(square));
        let rounds = match self.scanned.as_micros().checked_sub(offset) {
            Some(passed) => passed / period + 1,
            None => 0,
        };
        Instant::from_micros(offset.saturating_add(rounds.saturating_mul(period)))
    }

    fn watch_clock(&mut self, now: Instant) {
        let report = self.report();
        let is_news = self.clock_told.is_none_or(|(_, told)| told != report);
        let is_due = self.clock_told.is_none_or(|(at, _)| now.since(at) >= CLOCK_PERIOD);
        match self.mode {
            Mode::Update if is_news || is_due => self.tell_clock(now, report),
            Mode::UpdateNice if is_news => self.tell_clock(now, report),
            _ => {}
        }
    }

    fn tell_clock(&mut self, now: Instant, report: Report) {
        self.clock_told = Some((now, report));
        self.outputs.push_back(Message::Clock(report));
    }

    fn report(&self) -> Report {
        self.clock.as_ref().map_or(Report::Absent, |clock| Report::Times(clock.state()))
    }

    /// When the clock has something to tell by itself.
    fn clock_deadline(&self) -> Option<Instant> {
        let change = self.clock.as_ref().and_then(Clock::next_change);
        match self.mode {
            Mode::Update => {
                let due = self.clock_told.map(|(at, _)| at + CLOCK_PERIOD);
                change.into_iter().chain(due).min()
            }
            Mode::UpdateNice => change,
            Mode::Idle | Mode::UpdateBoard => None,
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        self.advance(now);
        for command in bytes.iter().take(INPUT).filter_map(|&code| Command::from_code(code)) {
            self.obey(now, command);
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Vec<u8>> {
        self.outputs.pop_front().map(|message| message.encode())
    }

    fn deadline(&self) -> Option<Instant> {
        if self.mode == Mode::Idle {
            return None;
        }
        let changed = self.men.differences(&self.told);
        changed.map(|square| self.next_sample(square)).chain(self.clock_deadline()).min()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.men.set(square, reading);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.advance(now);
        if let Some(clock) = &mut self.clock {
            clock.press(side);
        }
        self.watch_clock(now);
    }

    fn start_stop(&mut self, now: Instant) {
        self.advance(now);
        if let Some(clock) = &mut self.clock {
            clock.start_stop();
        }
        self.watch_clock(now);
    }
}
