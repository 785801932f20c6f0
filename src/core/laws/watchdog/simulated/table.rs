//! A table with two players, their clock, and the watchdog that listens.

use std::sync::Arc;
use std::time::Duration;

use Color::{Black, White};
use fastrand::Rng;
use shakmaty::{Chess, Position};
use touchmove_drivers::observation::ClockTime;

use super::super::*;
use crate::account::{BoardTrust, ClockState, EvidenceSpan, LineMove, MoveId, Sight};
use crate::laws::chess_clock::set::FirstMove;
use crate::laws::chess_clock::{ChessClock, Fall, PressFor, Pressed, Rollover};

/// What is wrong with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    NoBonus,
    WrongMain,
    Mirrored,
    NotStarted,
    NotStopped,
    Swapped,
    /// By so many seconds.
    Jump(i64),
    CountsAhead,
    /// Whatever was completed, the next period is added at zero.
    AddsAnyway,
    ExtraPresses,
    Fast,
}

/// How players, arbiter and readings behave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    first: FirstMove,
    rollover: Rollover,
    /// Of a thousand moves so many are not pressed for.
    forgets: u32,
    /// In so many of a thousand turns the clock is paused.
    pauses: u32,
    /// Of a thousand readings so many are lost.
    loses: u32,
    /// The latest that a reading comes, in milliseconds.
    late: u64,
    rounds: Rounds,
}

#[derive(Clone, Copy, Debug)]
enum Rounds {
    Up,
    Down,
    Either,
}

/// What came of a game.
pub(super) struct Played {
    notices: Vec<ClockNotice>,
    pub(super) corrections: usize,
}

enum Event {
    Heard(What),
    Expect(Correction),
    Ended,
}

struct Table {
    rng: Rng,
    habits: Habits,
    fault: Fault,
    clock: ChessClock,
    now: u64,
    arrived: u64,
    settled: u64,
    plies: u32,
    fallen: Option<Color>,
    corrections: u64,
    events: Vec<(u64, Event)>,
    positions: [Arc<Chess>; 2],
}

impl Played {
    pub(super) fn alerts(&self) -> impl Iterator<Item = &ToldAlert> {
        self.notices.iter().filter_map(|notice| match notice {
            ClockNotice::Alert(told) => Some(told),
            ClockNotice::Fulfilled(_) | ClockNotice::Overdue(_) => None,
        })
    }

    pub(super) fn fulfilled(&self) -> usize {
        self.notices.iter().filter(|notice| matches!(notice, ClockNotice::Fulfilled(_))).count()
    }

    pub(super) fn overdue(&self) -> usize {
        self.notices.iter().filter(|notice| matches!(notice, ClockNotice::Overdue(_))).count()
    }
}

impl Habits {
    pub(super) fn of(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ 0x5EED);
        let mut one = |of: [u32; 3]| of[rng.usize(0..3)];
        Self {
            first: if one([0, 1, 1]) == 1 { FirstMove::WithIncrement } else { FirstMove::Plain },
            rollover: if one([0, 1, 1]) == 1 { Rollover::AtMove } else { Rollover::AtZero },
            forgets: one([0, 10, 40]),
            pauses: one([0, 5, 20]),
            loses: one([0, 10, 50]),
            late: one([50, 800, 1_500]).into(),
            rounds: [Rounds::Up, Rounds::Down, Rounds::Either][one([0, 1, 2]) as usize],
        }
    }

    /// Nobody stops the clock, which would explain what is wrong.
    pub(super) fn undisturbed(seed: u64) -> Self {
        Self { pauses: 0, ..Self::of(seed) }
    }
}

/// Plays a game in which nobody thinks longer than so many seconds, and has the watchdog listen.
pub(super) fn play(
    control: &TimeControl,
    think: u64,
    seed: u64,
    fault: Fault,
    habits: Habits,
) -> Played {
    let mut table = Table::new(control, seed, fault, habits);
    let least = if fault == Fault::None { 20 } else { 120 };
    let moves = table.rng.u32(least..180);
    table.begin();
    while table.plies < moves && table.fallen.is_none() {
        table.turn(think * 1_000);
    }
    table.finish();
    table.told(control)
}

impl Table {
    fn new(control: &TimeControl, seed: u64, fault: Fault, habits: Habits) -> Self {
        let rollover = if fault == Fault::CountsAhead { Rollover::AtMove } else { habits.rollover };
        let mut clock = ChessClock::of(control, habits.first).unwrap().with_rollover(rollover);
        match fault {
            Fault::NoBonus => clock.set_bonus(None),
            Fault::WrongMain => {
                clock.add(if seed.is_multiple_of(2) { White } else { Black }, secs(120))
            }
            Fault::Swapped => {
                clock.take(Black, secs(1_800));
            }
            Fault::CountsAhead => clock.set_completed(Black, 6),
            _ => {}
        }
        let start = Chess::default();
        let reply = start.clone().play(start.legal_moves()[0]).unwrap();
        Self {
            rng: Rng::with_seed(seed),
            habits,
            fault,
            clock,
            now: 1_000,
            arrived: 0,
            settled: 0,
            plies: 0,
            fallen: None,
            corrections: 0,
            events: Vec::new(),
            positions: [Arc::new(start), Arc::new(reply)],
        }
    }

    fn begin(&mut self) {
        self.reads();
        self.now += self.rng.u64(1_000..600_000);
        if self.fault != Fault::NotStarted {
            self.clock.run(White);
        }
        self.reads();
    }

    /// A player thinks, moves, and presses if he remembers to.
    fn turn(&mut self, think: u64) {
        let side = Color::from_white(self.plies.is_multiple_of(2));
        // mostly short, seldom long
        let thought = think * self.rng.u64(1..=100) * self.rng.u64(1..=100) / 10_000 + 300;
        let before = self.rng.u64(0..=thought);
        self.ticks(before);
        if self.rng.u32(0..1_000) < self.habits.pauses && self.clock.running().is_some() {
            self.pause();
        }
        if self.plies == 20 {
            self.go_wrong(side);
        }
        if self.fault == Fault::ExtraPresses && (20..30).contains(&self.plies) {
            self.presses_for_nothing(side);
        }
        self.ticks(thought - before);
        if self.fallen.is_some() {
            return;
        }
        self.moves(side);
        if self.rng.u32(0..1_000) < self.habits.forgets {
            self.clock.complete(side);
            return;
        }
        let reaches = self.rng.u64(100..1_500);
        self.ticks(reaches);
        if self.fallen.is_none() {
            match self.clock.press(side, PressFor::Move) {
                Pressed::Went { .. } => self.reads(),
                Pressed::NotRunning => {}
            }
        }
    }

    fn moves(&mut self, side: Color) {
        self.plies += 1;
        let before = self.positions[usize::from(side.is_black())].clone();
        let landed = self.now + self.rng.u64(0..250);
        let settled = (landed + self.rng.u64(0..6_000)).max(self.settled);
        self.settled = settled;
        let mv = LineMove {
            id: Some(MoveId(self.plies.into())),
            ply: self.plies,
            state: LineState::Settled,
            mv: before.legal_moves()[0],
            before,
            evidence: EvidenceSpan { from: 1, to: 1 },
            landed: Instant::from_millis(landed),
            sight: Sight::Seen,
            confidence: 1.0,
            legal: true,
            rewritten: false,
            trust: BoardTrust::Trusted,
        };
        self.events.push((settled, Event::Heard(What::Move(mv))));
    }

    /// The arbiter stops the clock, sometimes corrects times, and starts it again.
    fn pause(&mut self) {
        let side = self.clock.lever();
        self.clock.pause();
        self.reads();
        self.now += self.rng.u64(2_000..60_000);
        for _ in 0..self.rng.usize(0..3) {
            self.corrections += 1;
            let corrected = if self.rng.bool() { White } else { Black };
            let change = if self.clock.left(corrected) > secs(200) && self.rng.bool() {
                self.clock.take(corrected, secs(120));
                ClockChange::Take(secs(120))
            } else {
                self.clock.add(corrected, secs(60));
                ClockChange::Add(secs(60))
            };
            let correction = Correction { id: self.corrections, side: corrected, change };
            self.events.push((self.arrived, Event::Expect(correction)));
        }
        self.reads();
        self.now += self.rng.u64(2_000..5_000);
        self.clock.run(side);
        self.reads();
    }

    /// A press without a move, and the clock is turned back.
    fn presses_for_nothing(&mut self, side: Color) {
        for side in [side, side.other()] {
            self.ticks(4_000);
            self.clock.press(side, PressFor::Nothing);
            self.reads();
        }
    }

    fn go_wrong(&mut self, side: Color) {
        let [white, black] = [White, Black].map(|side| self.clock.left(side));
        match self.fault {
            Fault::Jump(by) if by < 0 => {
                self.clock.take(side, secs(by.unsigned_abs()));
            }
            Fault::Jump(by) => self.clock.add(side, secs(by.unsigned_abs())),
            Fault::Swapped => {
                self.clock.set_left(White, black);
                self.clock.set_left(Black, white);
            }
            _ => return,
        }
        self.ticks(3_000);
    }

    /// Time passes; the clock is read every second.
    fn ticks(&mut self, span: u64) {
        let end = self.now + span;
        while self.now < end && self.fallen.is_none() {
            let step = (end - self.now).min(1_000);
            self.now += step;
            self.passes(step);
            let is_lost = self.rng.u32(0..1_000) < self.habits.loses;
            if step == 1_000 && self.clock.running().is_some() && !is_lost {
                self.reads();
            }
        }
    }

    fn passes(&mut self, ms: u64) {
        let ms = if self.fault == Fault::Fast { ms * 115 / 100 } else { ms };
        let Some(zero) = self.clock.pass(Duration::from_millis(ms)) else { return };
        match self.clock.flag_fell(zero.side) {
            Fall::NextPeriod(_) => {
                self.clock.next_period(zero.side);
                self.clock.take(zero.side, zero.beyond);
            }
            Fall::TimeUsedUp if self.fault == Fault::AddsAnyway => {
                self.clock.next_period(zero.side);
            }
            Fall::TimeUsedUp => self.fallen = Some(zero.side),
        }
    }

    /// A reading, which comes late.
    fn reads(&mut self) {
        let mirror = |side: Color| if self.fault == Fault::Mirrored { side.other() } else { side };
        let times = [White, Black].map(|side| self.clock.left(mirror(side)));
        let run = self.clock.running().map(mirror);
        let flags = [White, Black].map(|side| self.fallen == Some(mirror(side)));
        let times = times.map(|time| {
            let up = match self.habits.rounds {
                Rounds::Up => true,
                Rounds::Down => false,
                Rounds::Either => self.rng.bool(),
            };
            let ms = u32::try_from(time.as_millis()).unwrap();
            let seconds = if up { ms.div_ceil(1_000) } else { ms / 1_000 };
            ClockTime::from_millis(seconds * 1_000).unwrap()
        });
        self.arrived = (self.now + self.rng.u64(0..self.habits.late)).max(self.arrived);
        let state = ClockState { times, run, flags, doubtful: false };
        self.events.push((self.arrived, Event::Heard(What::Clock(state))));
    }

    /// The game is over; sooner or later somebody stops the clock.
    fn finish(&mut self) {
        self.events.push((self.now, Event::Ended));
        let stays = if self.fault == Fault::NotStopped { 60_000 } else { self.rng.u64(0..25_000) };
        self.fallen = None;
        self.ticks(stays);
        self.clock.pause();
        self.reads();
    }

    fn told(mut self, control: &TimeControl) -> Played {
        self.events.sort_by_key(|(at, _)| *at);
        let mut watchdog = Watchdog::new(control);
        let mut notices = Vec::new();
        for (record, (at, event)) in (1..).zip(self.events) {
            let at = Instant::from_millis(at);
            match event {
                Event::Heard(what) => notices.extend(watchdog.hear(&Entry { at, record, what })),
                Event::Expect(correction) => notices.extend(watchdog.expect(correction, at)),
                Event::Ended => watchdog.note_end(at),
            }
        }
        let corrections = usize::try_from(self.corrections).unwrap();
        Played { notices, corrections }
    }
}

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
