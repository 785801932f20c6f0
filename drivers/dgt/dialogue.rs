//! What is asked of a board, and when: one command at a time, each awaited, some repeated.
//!
//! Boards ignore a command now and then, and one that is newer or older than expected does not
//! know some. So nothing here waits for ever, and nothing here is needed to understand what the
//! board says by itself.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{Command, Id, Message};
use crate::driver::Approach;
use crate::time::Instant;

/// A board just opened hears nothing before.
const SETTLE: Duration = Duration::from_millis(500);
/// What a board needs to come to rest after a reset.
const AFTER_RESET: Duration = Duration::from_millis(100);
/// What a clock needs to answer, so that nothing garbles what it is told.
const AFTER_CLOCK: Duration = Duration::from_millis(500);
/// How long an answer is awaited.
const ANSWER: Duration = Duration::from_secs(1);
/// How often a command is sent that stays unanswered.
const TRIES: u8 = 3;
/// From one keep-alive to the next.
const KEEP_ALIVE: Duration = Duration::from_secs(1);
/// A keep-alive older than this goes before any other command, so that one which stays unanswered
/// does not make the board look silent.
const KEEP_ALIVE_FIRST: Duration = Duration::from_millis(500);
/// So many keep-alives in a row without any valid message, and the board is gone.
const UNANSWERED: u8 = 3;
/// From one check of the whole board to the next.
const CHECK: Duration = Duration::from_secs(30);
/// The first check, for what changed between the first read-out and the first update.
const FIRST_CHECK: Duration = Duration::from_secs(1);
/// From one question after the battery to the next, where the board has answered one.
const BATTERY: Duration = Duration::from_secs(60);
/// The board is not read out more often: a read-out takes 70 ms of the line.
const BOARD_PAUSE: Duration = Duration::from_millis(500);
/// The clock is not read more often: it shows whole seconds.
const CLOCK_PAUSE: Duration = Duration::from_secs(1);
/// So long after a command its answer may come a second time.
const SECOND_ANSWER: Duration = Duration::from_secs(2);
/// How often the log is asked for.
const LOG_TRIES: u8 = 2;
/// A log that takes longer is not waited for.
const LOG: Duration = Duration::from_secs(15);
/// How long the board is not read out while it is looked up what was known of it.
const WORD: Duration = Duration::from_secs(30);
/// Firmware from this on knows the commands of Bluetooth boards.
const BLUETOOTH: u8 = 2;

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    /// To compare with what is known: worth telling only where it differs.
    Check,
    /// To be told, whatever it says.
    News,
}

/// The conversation with one board, from opening the link on.
#[derive(Debug)]
pub(super) struct Dialogue {
    stage: Stage,
    word: Word,
    jobs: VecDeque<Job>,
    awaited: Option<Awaited>,
    /// What is sent behind the last command, without waiting for its answer.
    behind: Option<Command>,
    quiet_until: Instant,
    last: Option<Command>,
    serial_sent: Option<Instant>,
    board_sent: Option<Instant>,
    clock_sent: Option<Instant>,
    next_check: Option<Instant>,
    next_battery: Option<Instant>,
    unanswered: u8,
    /// What it has answered to questions about itself and the pieces.
    answers: Vec<Id>,
    /// Whether a valid message has come.
    is_heard: bool,
    /// Whether it has left the question who it is unanswered, though it says other things.
    is_nameless: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Is it a board at all?
    Probing,
    /// It is.
    Open,
}

/// Whether somebody looks up what was known of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Nobody does, or has done it.
    Given,
    /// Somebody will, once the board has said who it is.
    Wanted,
    /// Somebody does, but not for longer than until then.
    Awaited(Instant),
}

#[derive(Clone, Copy, Debug)]
struct Job {
    command: Command,
    purpose: Purpose,
    sent: u8,
    tries: u8,
}

#[derive(Clone, Copy, Debug)]
struct Awaited {
    command: Command,
    until: Instant,
    /// Not waited for longer, whatever comes.
    latest: Instant,
}

impl Dialogue {
    /// Begins with a board whose link has just come up.
    pub(super) fn new(now: Instant, approach: Approach) -> Self {
        let (stage, jobs) = match approach {
            Approach::Known => (Stage::Open, opening()),
            Approach::Probe => (Stage::Probing, [Job::new(Command::Serial, TRIES)].into()),
        };
        Self {
            stage,
            word: Word::Given,
            jobs,
            awaited: None,
            behind: None,
            quiet_until: now + SETTLE,
            last: None,
            serial_sent: None,
            board_sent: None,
            clock_sent: None,
            next_check: None,
            next_battery: None,
            unanswered: 0,
            answers: Vec::new(),
            is_heard: false,
            is_nameless: false,
        }
    }

    /// Whether a message is from a board: until a probed device has told a serial number, nothing
    /// else that it says is believed.
    pub(super) fn believes(&self, message: &Message) -> bool {
        self.stage == Stage::Open || is_serial(message)
    }

    /// Takes note of a message; says what it is for.
    pub(super) fn heard(&mut self, now: Instant, message: &Message) -> Purpose {
        self.unanswered = 0;
        let id = message.id();
        if matches!(id, Id::Serial | Id::Board | Id::Battery) && !self.answers.contains(&id) {
            self.answers.push(id);
        }
        if !std::mem::replace(&mut self.is_heard, true) {
            // What nobody heard is asked as often as anything else.
            self.jobs.iter_mut().for_each(|job| job.sent = job.sent.min(1));
        }
        self.is_nameless &= id != Id::Serial;
        match message {
            Message::Serial(_) if self.stage == Stage::Probing => {
                self.stage = Stage::Open;
                self.jobs = opening();
            }
            Message::Version(version) if version.major < BLUETOOTH => self
                .jobs
                .retain(|job| !matches!(job.command, Command::LongSerial | Command::Battery)),
            Message::Battery(_) => self.next_battery = Some(now + BATTERY),
            _ => {}
        }
        if self.word == Word::Wanted && self.stage == Stage::Open && is_serial(message) {
            self.word = Word::Awaited(now + WORD);
        }
        self.settle(now, message.id())
    }

    /// Takes note that bytes came: a log takes as long as it takes.
    pub(super) fn goes_on(&mut self, now: Instant) {
        if let Some(awaited) = &mut self.awaited
            && awaited.command == Command::ReadLog
        {
            awaited.until = (now + ANSWER).min(awaited.latest);
        }
    }

    /// The board is not read out before word is given, once it has said who it is.
    pub(super) fn await_word(&mut self) {
        self.word = Word::Wanted;
    }

    /// Whether word is awaited, or will be.
    pub(super) fn awaits_word(&self) -> bool {
        self.word != Word::Given
    }

    /// Goes on to read the board out; whether word was awaited.
    pub(super) fn give_word(&mut self) -> bool {
        std::mem::replace(&mut self.word, Word::Given) != Word::Given
    }

    /// Wants the log to be read before anything else, while the board rests, and the board after it.
    pub(super) fn want_log(&mut self) {
        self.want(Command::UpdateNice, Purpose::News);
        self.jobs.retain(|job| job.command != Command::ReadBoard);
        self.jobs.push_front(Job::new(Command::ReadBoard, TRIES));
        self.jobs.push_front(Job::new(Command::ReadLog, LOG_TRIES));
        self.jobs.push_front(Job::new(Command::Reset, 1));
    }

    /// Whether the log is still to come.
    pub(super) fn wants_log(&self) -> bool {
        self.jobs.iter().any(|job| job.command == Command::ReadLog)
    }

    /// Wants `command` to be sent and answered, soon.
    pub(super) fn want(&mut self, command: Command, purpose: Purpose) {
        if self.stage == Stage::Probing {
            // The opening, if it comes to that, reads the board and the clock anyway.
            return;
        }
        match self.jobs.iter_mut().find(|job| job.command == command) {
            Some(job) => job.purpose = job.purpose.max(purpose),
            None => self.jobs.push_back(Job { purpose, ..Job::new(command, TRIES) }),
        }
    }

    /// The next command to be sent now.
    pub(super) fn next(&mut self, now: Instant) -> Option<Command> {
        if let Some(command) = self.behind.take() {
            return Some(command);
        }
        if self.awaited.is_some() || now < self.quiet_until {
            return None;
        }
        self.renew(now);
        let ready = self.jobs.iter().position(|job| self.not_before(job.command) <= now);
        let command = match ready {
            Some(index) if !self.is_keep_alive_first(now) => self.begin(index)?,
            Some(_) => self.keep_alive(),
            None if self.keep_alive_at().is_some_and(|at| at <= now) => self.keep_alive(),
            None => return None,
        };
        self.note_sent(now, command);
        Some(command)
    }

    /// Whether nothing is awaited and the board can be told something else.
    pub(super) fn is_free(&self, now: Instant) -> bool {
        self.stage == Stage::Open
            && self.awaited.is_none()
            && self.behind.is_none()
            && now >= self.quiet_until
    }

    /// The clock was told something: it is left alone for a moment, and then asked what it shows.
    pub(super) fn leave_clock_alone(&mut self, now: Instant) {
        self.quiet_until = now + AFTER_CLOCK;
        self.want(Command::ReadClock, Purpose::News);
    }

    /// Stops waiting for an answer whose time has run out; whether this board has answered the question before.
    pub(super) fn expire(&mut self, now: Instant) -> bool {
        let Some(Awaited { command, .. }) = self.awaited.take_if(|awaited| awaited.until <= now)
        else {
            return false;
        };
        match self.jobs.iter_mut().find(|job| job.command == command && job.sent > 0) {
            Some(job) if job.sent < job.tries => {}
            // Where nobody says anything, nobody has refused to say who it is.
            Some(job)
                if command == Command::Serial && self.stage == Stage::Open && !self.is_heard =>
            {
                job.sent = 0;
                self.unanswered = self.unanswered.saturating_add(1);
                // It may answer everything but that.
                self.jobs.push_front(Job::new(Command::Version, 1));
            }
            // It has been read out before: noise has taken the answer, and maybe a change of a square.
            Some(job) if command == Command::ReadBoard && self.answers.contains(&Id::Board) => {
                job.sent = 0;
            }
            Some(_) => self.give_up(command),
            None => self.unanswered = self.unanswered.saturating_add(1),
        }
        command.answer().is_some_and(|id| self.answers.contains(&id))
    }

    /// The board does not say this.
    fn give_up(&mut self, command: Command) {
        self.jobs.retain(|job| job.command != command || job.sent == 0);
        if command == Command::Serial {
            // Nobody knows which board it is, so nobody can give word of it.
            self.word = Word::Given;
            self.is_nameless = true;
        }
    }

    /// Whether the device is not worth talking to any more: no board at all, or gone.
    pub(super) fn gave_up(&self) -> bool {
        let no_board = self.stage == Stage::Probing && self.jobs.is_empty();
        no_board || self.unanswered >= UNANSWERED
    }

    /// When [`Dialogue::expire`] or [`Dialogue::next`] is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        if let Some(awaited) = self.awaited {
            return Some(awaited.until);
        }
        let jobs = self.jobs.iter().map(|job| self.not_before(job.command));
        let timers = [self.keep_alive_at(), self.next_check, self.next_battery];
        let earliest = jobs.chain(timers.into_iter().flatten()).min()?;
        Some(earliest.max(self.quiet_until))
    }

    /// Takes the answered job off the list.
    fn settle(&mut self, now: Instant, id: Id) -> Purpose {
        self.awaited.take_if(|awaited| awaited.command.answer() == Some(id));
        let answered =
            self.jobs.iter().position(|job| job.sent > 0 && job.command.answer() == Some(id));
        match answered.and_then(|index| self.jobs.remove(index)) {
            Some(job) => job.purpose,
            None if id == Id::Board && self.may_answer_again(now) => Purpose::Check,
            None => Purpose::News,
        }
    }

    fn may_answer_again(&self, now: Instant) -> bool {
        self.board_sent.is_some_and(|sent| now.since(sent) < SECOND_ANSWER)
    }

    /// Puts what is due from time to time on the list.
    fn renew(&mut self, now: Instant) {
        if self.next_check.take_if(|at| *at <= now).is_some() {
            self.want(Command::ReadBoard, Purpose::Check);
        }
        if self.next_battery.take_if(|at| *at <= now).is_some() {
            self.want(Command::Battery, Purpose::Check);
        }
    }

    fn not_before(&self, command: Command) -> Instant {
        let after = |sent: Option<Instant>, pause| sent.map_or(Instant::ZERO, |sent| sent + pause);
        let word = match self.word {
            Word::Awaited(until) => until,
            Word::Given | Word::Wanted => Instant::ZERO,
        };
        match command {
            Command::ReadBoard => after(self.board_sent, BOARD_PAUSE).max(word),
            Command::UpdateNice => word,
            Command::ReadClock => after(self.clock_sent, CLOCK_PAUSE),
            _ => Instant::ZERO,
        }
    }

    fn is_keep_alive_first(&self, now: Instant) -> bool {
        self.stage == Stage::Open
            && self.last != Some(self.keep_alive())
            && self.keep_alive_sent().is_some_and(|sent| now.since(sent) >= KEEP_ALIVE_FIRST)
    }

    fn keep_alive_at(&self) -> Option<Instant> {
        let sent = self.keep_alive_sent().filter(|_| self.stage == Stage::Open)?;
        Some(sent + KEEP_ALIVE)
    }

    /// The question that shows that the board is there. What it does not answer shows nothing.
    const fn keep_alive(&self) -> Command {
        if self.is_nameless { Command::ReadBoard } else { Command::Serial }
    }

    fn keep_alive_sent(&self) -> Option<Instant> {
        if self.is_nameless { self.board_sent } else { self.serial_sent }
    }

    fn begin(&mut self, index: usize) -> Option<Command> {
        let job = self.jobs.get_mut(index)?;
        job.sent += 1;
        let command = job.command;
        if command.answer().is_none() {
            self.jobs.remove(index);
        }
        Some(command)
    }

    fn note_sent(&mut self, now: Instant, command: Command) {
        match command {
            Command::Reset => self.quiet_until = now + AFTER_RESET,
            Command::Serial => self.serial_sent = Some(now),
            Command::ReadClock => self.clock_sent = Some(now),
            Command::ReadBoard => {
                self.board_sent = Some(now);
                self.next_check = Some(now + CHECK);
            }
            // What changes while the log is on its way is to follow it.
            Command::ReadLog => self.behind = Some(Command::UpdateNice),
            Command::UpdateNice => self.next_check = Some(now + FIRST_CHECK),
            _ => {}
        }
        self.last = Some(command);
        let (until, latest) = (now + ANSWER, now + LOG);
        self.awaited = command.answer().map(|_| Awaited { command, until, latest });
    }
}

impl Job {
    const fn new(command: Command, tries: u8) -> Self {
        Self { command, purpose: Purpose::News, sent: 0, tries }
    }
}

/// What is asked of a board that has just been opened.
fn opening() -> VecDeque<Job> {
    [
        Job::new(Command::Reset, 1),
        Job::new(Command::Serial, TRIES),
        Job::new(Command::Version, TRIES),
        Job::new(Command::LongSerial, 1),
        Job::new(Command::Battery, 1),
        Job::new(Command::BusAddress, TRIES),
        Job::new(Command::ReadBoard, TRIES),
        Job::new(Command::UpdateNice, 1),
    ]
    .into()
}

/// Whether this is what only a board answers to a question after its serial number.
fn is_serial(message: &Message) -> bool {
    let Message::Serial(serial) = message else {
        return false;
    };
    !serial.is_empty() && serial.bytes().all(|byte| byte.is_ascii_digit())
}
