//! One board of a line, as the host knows it: what it has told, and what it is to be asked next.

mod answers;
mod overheard;
mod reading;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use self::reading::{FirstReading, after};
use super::frame::{Address, Command, Id, Reply};
use crate::dgt::clock::{Report, State};
use crate::dgt::dialogue::Purpose;
use crate::dgt::log::{Entry, read};
use crate::dgt::repeats::Repeats;
use crate::dgt::told::Told;
use crate::dgt::wire::{self, Message, Version};
use crate::driver::{Known, Output, Unit};
use crate::observation::{
    ClockTime, DeviceFact, Hand, LinkState, Observation, Placement, Reading, Side,
};
use crate::time::Instant;

/// A board is not asked for changes more often: it scans its squares in four times that.
const PERIOD: Duration = Duration::from_millis(50);
/// A board that does not answer is asked again after this.
const MISSED: Duration = Duration::from_millis(500);
/// Silence after which a board that is asked is stale, and after which it is gone.
const STALE: Duration = Duration::from_secs(2);
const GONE: Duration = Duration::from_secs(5);
/// From one check of the whole board to the next.
const CHECK: Duration = Duration::from_secs(30);
/// What a clock shows is up to a second old when it is told.
const CLOCK_AGE: Duration = Duration::from_millis(1_500);
/// How long a board is not read out while it is looked up what was known of it.
const WORD: Duration = Duration::from_secs(30);

/// One board of a line.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) address: Address,
    unit: Unit,
    stage: Stage,
    told: Told,
    link: LinkState,
    heard: Instant,
    /// What is to be asked in this visit.
    agenda: VecDeque<Command>,
    /// When it is to be visited next.
    pub(super) due: Instant,
    clock_due: Instant,
    board_due: Instant,
    changes: Changes,
    /// The last changes that it told.
    last: Option<(Id, Vec<u8>)>,
    /// Whether its last answer was that nothing has changed.
    is_idle: bool,
    /// What it tells next happened after this.
    fetched: Instant,
    /// The read-out and the clock that came before the changes of this visit.
    shown: Option<Box<Placement>>,
    clock_shown: Option<Report>,
    clock: Option<State>,
    pressed: Option<Instant>,
    begins: Mark,
    repeats: Repeats,
    outputs: VecDeque<Output>,
}

/// How far it is known.
#[derive(Debug)]
enum Stage {
    /// It has said who it is; what was known of it is being looked up.
    Asked { until: Instant },
    /// It is read out for the first time.
    Reading(Box<FirstReading>),
    /// It is played on.
    Open,
}

/// Where the last question for changes stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changes {
    /// It was answered.
    Told,
    /// It was asked then.
    Asked(Instant),
    /// It was asked then, and for the same again: whether the board has heard the first question is not known.
    Repeated(Instant),
    /// Somebody else asks, and only the answers are heard.
    Unseen,
}

impl Changes {
    /// It is answered; what it was.
    fn answer(&mut self) -> Self {
        let told = if *self == Self::Unseen { Self::Unseen } else { Self::Told };
        std::mem::replace(self, told)
    }
}

/// Whether the board is to write down that a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Written,
    Due,
}

impl Member {
    /// A board that has answered for itself. It is said to be there.
    pub(super) fn new(now: Instant, address: Address, word: Word) -> Self {
        let unit = Unit(address.serial().into());
        let stage = match word {
            Word::Awaited => Stage::Asked { until: now + WORD },
            Word::NotAwaited => Stage::Reading(FirstReading::of(None)),
        };
        let mut member = Self {
            address,
            unit,
            stage,
            told: Told::new(),
            link: LinkState::Up,
            heard: now,
            agenda: VecDeque::new(),
            due: now,
            clock_due: now,
            board_due: now,
            changes: Changes::Told,
            last: None,
            is_idle: false,
            fetched: now,
            shown: None,
            clock_shown: None,
            clock: None,
            pressed: None,
            begins: Mark::Written,
            repeats: Repeats::new(),
            outputs: VecDeque::new(),
        };
        member.observe(None, Observation::Link(LinkState::Up));
        member.take(now, Message::Serial(address.serial()), None, Purpose::News);
        member.take(now, Message::BusAddress(address.number()), None, Purpose::News);
        member
    }

    /// Whether it has answered lately.
    pub(super) fn answers(&self) -> bool {
        self.link == LinkState::Up
    }

    /// So many bytes came instead of its answer.
    pub(super) fn hear_noise(&mut self, count: u32) {
        self.observe(None, Observation::Device(DeviceFact::Noise(count)));
    }

    pub(super) const fn unit(&self) -> &Unit {
        &self.unit
    }

    pub(super) fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// This was known of it before.
    pub(super) fn go_on(&mut self, now: Instant, known: Option<Arc<Known>>) {
        // Who asks late has missed what the board showed: it is read as if it had just been found.
        self.stage = Stage::Reading(FirstReading::of(known));
        self.agenda.clear();
        (self.shown, self.clock_shown) = (None, None);
        self.due = now;
    }

    /// It is to be read out at its next visit.
    pub(super) fn read_board(&mut self, now: Instant) {
        self.board_due = now;
    }

    /// Its clock is to be read at its next visit.
    pub(super) fn read_clock(&mut self, now: Instant) {
        self.clock_due = now;
    }

    /// The next question of this visit; `None` where the visit is over. A clock and a read-out are asked for
    /// before the changes, so that it is known what they follow.
    pub(super) fn next_question(&mut self, now: Instant, pace: Pace) -> Option<Command> {
        if let Stage::Asked { until } = self.stage {
            if until > now {
                self.due = until;
                return None;
            }
            self.stage = Stage::Reading(FirstReading::of(None));
        }
        if self.agenda.is_empty() {
            self.plan(now, pace);
        }
        let command = *self.agenda.front()?;
        if command == Command::Changes {
            match self.changes {
                Changes::Told => self.changes = Changes::Asked(now),
                Changes::Asked(at) | Changes::Repeated(at) => {
                    self.changes = Changes::Repeated(at);
                    return Some(Command::RepeatChanges);
                }
                Changes::Unseen => {}
            }
        }
        Some(command)
    }

    /// It gave an answer.
    pub(super) fn hear(&mut self, now: Instant, reply: Reply) {
        self.heard = now;
        if self.link != LinkState::Up {
            self.link = LinkState::Up;
            self.observe(None, Observation::Link(LinkState::Up));
            self.repeats.forget();
            self.board_due = now;
        }
        if let Some(repeats) = self.repeats.report(now) {
            self.observe(None, repeats);
        }
        match reply.id {
            Id::Clock => {
                self.clock_shown = reply.data.try_into().ok().map(Report::decode);
                self.done(now, Command::Clock);
            }
            Id::Board => {
                if let Some(Message::Board(pieces)) = Message::decode(wire::Id::Board, &reply.data)
                {
                    self.shown = Some(pieces);
                }
                self.done(now, Command::Board);
            }
            Id::Odd | Id::Even => self.hear_changes(now, reply.id, reply.data),
            Id::FromStart => {
                self.done(now, Command::FromStart);
                self.finish_reading(now, Some(Ok(reply.data)));
            }
            Id::Started => {
                self.begins = Mark::Written;
                self.done(now, Command::StartGame);
            }
            Id::Version => {
                self.overhear_version();
                if let &[major, minor] = reply.data.as_slice() {
                    let version = Message::Version(Version { major, minor });
                    self.take(now, version, None, Purpose::News);
                }
                self.done(now, Command::Version);
            }
            Id::Ping => {}
        }
    }

    /// It gave no answer, or a damaged one.
    pub(super) fn miss(&mut self, now: Instant, command: Command) -> Presence {
        match command {
            Command::FromStart => self.miss_log(now),
            // Old firmware does not tell it.
            Command::Version | Command::RepeatChanges | Command::StartGame
                if self.agenda.front() == Some(&command) =>
            {
                self.begins = Mark::Written;
                self.agenda.pop_front();
            }
            Command::Clock | Command::Board | Command::Changes | Command::RepeatChanges => {
                self.repeats.note();
            }
            Command::Version | Command::StartGame | Command::Ping | Command::IgnorePing => {}
        }
        let silent = now.since(self.heard);
        if silent >= GONE {
            self.observe(None, Observation::Link(LinkState::Lost));
            return Presence::Gone;
        }
        if silent >= STALE && self.link == LinkState::Up {
            self.link = LinkState::Stale;
            self.observe(None, Observation::Link(LinkState::Stale));
        }
        if silent > MISSED {
            self.due = now + MISSED;
        }
        Presence::There
    }

    /// It is not heard any more, as another has its address.
    pub(super) fn shares_address(&mut self) {
        self.observe(None, Observation::Device(DeviceFact::AddressShared));
        self.observe(None, Observation::Link(LinkState::Lost));
    }

    fn plan(&mut self, now: Instant, pace: Pace) {
        if self.due > now {
            return;
        }
        let reads = !matches!(self.stage, Stage::Open);
        if let Stage::Reading(first) = &self.stage {
            if first.pieces.is_some() {
                return self.agenda.push_back(Command::FromStart);
            }
            self.agenda.push_back(Command::Version);
            if first.known.is_some() {
                self.agenda.push_back(Command::RepeatChanges);
            }
        }
        if self.begins == Mark::Due && !reads {
            self.agenda.push_back(Command::StartGame);
        }
        if reads || self.clock_due <= now {
            self.agenda.push_back(Command::Clock);
            self.clock_due = now + pace.clock;
        }
        if reads || self.board_due <= now && pace.checks == Checks::Now {
            self.agenda.push_back(Command::Board);
            self.board_due = now + CHECK;
        }
        self.agenda.push_back(Command::Changes);
    }

    /// A question of the visit is answered.
    fn done(&mut self, now: Instant, command: Command) {
        if self.agenda.front() == Some(&command) {
            self.agenda.pop_front();
        }
        if self.agenda.is_empty() {
            self.due = now + PERIOD;
        }
    }

    fn hear_changes(&mut self, now: Instant, id: Id, data: Vec<u8>) {
        if self.agenda.front() == Some(&Command::RepeatChanges) {
            if let Stage::Reading(first) = &mut self.stage
                && !first.kept.ends_with(&data)
            {
                first.again.clone_from(&data);
            }
            self.last = Some((id, data));
            return self.done(now, Command::RepeatChanges);
        }
        let is_last = self.last.as_ref().is_some_and(|(last, same)| *last == id && *same == data);
        let asked = match self.changes.answer() {
            // The board has not heard the first question.
            Changes::Repeated(_) if is_last => return,
            Changes::Told if is_last || data.is_empty() => return,
            // An answer that came late.
            Changes::Told => self.fetched,
            // The other host asks for the same again.
            Changes::Unseen if is_last && !data.is_empty() => return,
            Changes::Unseen => now,
            Changes::Asked(asked) | Changes::Repeated(asked) => asked,
        };
        self.last = Some((id, data.clone()));
        let since = std::mem::replace(&mut self.fetched, asked);
        self.done(now, Command::Changes);
        if let Stage::Reading(first) = &mut self.stage {
            // What an overheard board tells before it is read out, it tells for the second time.
            if self.changes == Changes::Unseen && self.shown.is_none() {
                return;
            }
            first.kept.extend(data);
            return self.finish_reading(now, None);
        }
        let entries = read(&data);
        self.tell_entries(now, &entries, Some(since));
        self.compare(now, &entries, Some(since));
        self.tell_clock(now, &entries);
    }

    /// What the board has written down, in its order.
    fn tell_entries(&mut self, now: Instant, entries: &[Entry], since: Option<Instant>) {
        for &entry in entries {
            match entry {
                // Where all pieces are listed, nothing has changed by that.
                Entry::Field { square, reading, .. } => {
                    if reading == Reading::Unknown {
                        self.board_due = now;
                    }
                    // What it wrote while nobody asked, the board writes over where one square alone changes
                    // (`drivers/dgt/README.md`, Messages).
                    let is_empty_again =
                        reading == Reading::Empty && self.told.is_told(square, reading);
                    if since.is_none() && is_empty_again {
                        self.observe(None, Observation::Square { square, reading });
                    }
                    let message = Message::Field { square, reading };
                    self.take(now, message, since, Purpose::News);
                }
                Entry::Stopped { side, time } => self.tell_press(now, side, time, since),
                Entry::PowerUp | Entry::Garbled | Entry::Watchdog => self.board_due = now,
                Entry::Start | Entry::StartTurned | Entry::FourRows => self.begins = Mark::Due,
                Entry::StartTag | Entry::Empty | Entry::Downloaded | Entry::End => {}
            }
        }
    }

    /// The lever went over: the side that stopped shows this, the other what it showed before.
    fn tell_press(&mut self, now: Instant, side: Hand, time: ClockTime, since: Option<Instant>) {
        let Some(mut state) = self.clock else { return };
        if let Some(shown) = state.times.times.get_mut(side.index()) {
            *shown = time;
        }
        state.times.run = Some(side.other());
        state.times.lever = state.times.run;
        self.clock = Some(state);
        self.pressed = Some(now);
        self.take(now, Message::Clock(Report::Times(state)), since, Purpose::News);
    }

    /// Holds what the whole board showed against what it has told. What has changed since is among the
    /// changes that came after.
    fn compare(&mut self, now: Instant, entries: &[Entry], since: Option<Instant>) {
        let Some(pieces) = self.shown.take() else { return };
        let pieces = Box::new(after(*pieces, entries));
        self.take(now, Message::Board(pieces), since, Purpose::Check);
    }

    /// The clock, unless it was read before a press that was just told, or is too old to know the last one.
    fn tell_clock(&mut self, now: Instant, entries: &[Entry]) {
        let Some(report) = self.clock_shown.take() else { return };
        let is_pressed = entries.iter().any(|entry| matches!(entry, Entry::Stopped { .. }));
        if let Report::Times(state) = report {
            let is_other = self.clock.is_some_and(|known| known.times.lever != state.times.lever);
            let is_fresh = self.pressed.is_none_or(|at| now.since(at) > CLOCK_AGE);
            if is_pressed || is_other && !is_fresh {
                self.clock_due = now;
                return;
            }
            self.clock = Some(state);
        } else if report == Report::Absent {
            self.clock = None;
        }
        self.take(now, Message::Clock(report), None, Purpose::News);
    }

    fn take(&mut self, now: Instant, message: Message, since: Option<Instant>, purpose: Purpose) {
        for observation in self.told.take(now, message, purpose) {
            self.observe(since, observation);
        }
    }

    fn observe(&mut self, since: Option<Instant>, observation: Observation) {
        let unit = Some(self.unit.clone());
        self.outputs.push_back(Output::Observed { unit, since, observation });
    }
}

/// How much of the line a board may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// From one reading of its clock to the next.
    pub(super) clock: Duration,
    /// Whether it may be read out as a check.
    pub(super) checks: Checks,
}

/// Whether the line has time for a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checks {
    Now,
    Later,
}

/// Whether a board that has missed questions is to be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    There,
    Gone,
}

/// Whether somebody looks up what was known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Awaited,
    NotAwaited,
}
