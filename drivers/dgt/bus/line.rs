//! The driver of a line: one command at a time, every board in turn, and now and then a look for boards.

use std::collections::VecDeque;
use std::time::Duration;

use super::frame::{Address, Command, Found, Id, Parser, Reply};
use super::member::{Checks, Member, Pace, Presence, Word};
use super::search::{MAX_BOARDS, Search};
use crate::driver::{Ability, Driver, Output, Request, Unit, Unsupported};
use crate::packet::Packet;
use crate::time::Instant;

/// A line just opened hears nothing before.
const SETTLE: Duration = Duration::from_millis(500);
/// How long the first byte of an answer is awaited: the command takes 4 ms of the line, a board that is
/// writing 20, an adapter 16.
const ANSWER: Duration = Duration::from_millis(150);
/// The same where the board is to write down how all pieces stand.
const STARTED: Duration = Duration::from_millis(300);
/// From one byte of an answer to the next.
const NEXT_BYTE: Duration = Duration::from_millis(60);
/// No answer takes longer, and the log of a whole game no longer than this.
const LONGEST: Duration = Duration::from_millis(2_500);
const LOG: Duration = Duration::from_secs(10);
/// After bytes that are no answer the line is left alone.
const REST: Duration = Duration::from_millis(25);
/// So many damaged answers in a row, and it is seen whether two boards have the address.
const DAMAGED: u8 = 6;
/// After a board has talked by itself damage says nothing about addresses.
const TALK: Duration = Duration::from_secs(3);
/// Clocks are read each second, but where many are they take no more than a part of the line.
const CLOCK: Duration = Duration::from_secs(1);
const CLOCK_OF_EACH: Duration = Duration::from_millis(100);
/// So many bytes are kept of an answer: no whole one is longer.
const MAX_BYTES_CAME: usize = 8_192;
/// From one check of a board to one of another: it takes 80 ms of the line.
const CHECK_PAUSE: Duration = Duration::from_millis(500);
/// A board that is gone is called, one of them at a time.
const CALL: Duration = Duration::from_secs(2);

/// Driver of a line with many boards.
#[derive(Debug)]
pub(in crate::dgt) struct BusLine {
    stage: Stage,
    parser: Parser,
    search: Search,
    /// Those that are asked, in the order in which they were found.
    members: Vec<Asked>,
    /// The next in turn.
    turn: usize,
    /// Visits since a board was told to pass over a ping.
    visits: u8,
    check_due: Instant,
    /// Those that were there before.
    gone: VecDeque<Address>,
    call_due: Instant,
    exchange: Option<Exchange>,
    /// What came since a board was asked, or since the last answer.
    came: Vec<u8>,
    quiet_until: Instant,
    talk_until: Instant,
    word: Word,
    outputs: VecDeque<Output>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Closed,
    Listening,
    Open,
}

#[derive(Debug)]
struct Asked {
    member: Member,
    standing: Standing,
    /// Damaged answers in a row.
    damaged: u8,
    ping: Ping,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Visited,
    /// It is seen first whether another has its address.
    Suspected,
}

/// What it does about the next ping for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ping {
    Answers,
    PassesOver,
}

#[derive(Clone, Copy, Debug)]
struct Exchange {
    command: Command,
    address: Address,
    until: Instant,
    latest: Instant,
    line: Line,
}

/// What came since a command was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Silent,
    Noisy,
}

impl BusLine {
    /// A driver that waits for its line.
    pub(in crate::dgt) const fn new() -> Self {
        Self {
            stage: Stage::Closed,
            parser: Parser::new(),
            search: Search::new(Instant::ZERO),
            members: Vec::new(),
            turn: 0,
            visits: 0,
            check_due: Instant::ZERO,
            gone: VecDeque::new(),
            call_due: Instant::ZERO,
            exchange: None,
            came: Vec::new(),
            quiet_until: Instant::ZERO,
            talk_until: Instant::ZERO,
            word: Word::NotAwaited,
            outputs: VecDeque::new(),
        }
    }

    fn hear(&mut self, now: Instant, reply: Reply) {
        if self.stage == Stage::Listening {
            return self.overhear(now, reply);
        }
        let answered = self.exchange.take_if(|exchange| {
            exchange.address == reply.address && exchange.command.is_answered_by(reply.id)
        });
        // An answer that is nobody's is no part of the next one.
        let came = std::mem::take(&mut self.came);
        let address = reply.address;
        let place = self.members.iter().position(|asked| asked.member.address == address);
        match (answered.map(|exchange| exchange.command), place) {
            (Some(Command::Ping), _) => self.confirm(now, address, place),
            (None, _) if reply.id == Id::Ping => self.search.answer(address),
            (command, Some(place)) => {
                let Some(asked) = self.members.get_mut(place) else { return };
                asked.damaged = 0;
                if command == Some(Command::IgnorePing) {
                    asked.ping = Ping::PassesOver;
                }
                asked.member.answer(&reply, came);
                asked.member.hear(now, reply);
            }
            (_, None) => {}
        }
    }

    /// A board has answered for itself.
    fn confirm(&mut self, now: Instant, address: Address, place: Option<usize>) {
        let was_called = self.gone.contains(&address);
        if !self.search.confirm(address) && !was_called {
            return;
        }
        self.gone.retain(|gone| *gone != address);
        let is_full = self.members.len() >= MAX_BOARDS;
        match place.and_then(|place| self.members.get_mut(place)) {
            Some(asked) => (asked.standing, asked.damaged) = (Standing::Visited, 0),
            None if is_full => {}
            None => self.members.push(Asked::new(Member::new(now, address, self.word))),
        }
    }

    fn overhear(&mut self, now: Instant, reply: Reply) {
        let is_it = |asked: &Asked| asked.member.address == reply.address;
        if !self.members.iter().any(is_it) && self.members.len() < MAX_BOARDS {
            self.members.push(Asked::new(Member::overheard(now, reply.address)));
        }
        if let Some(asked) = self.members.iter_mut().find(|asked| is_it(asked)) {
            asked.member.hear(now, reply);
        }
    }

    /// A board talks by itself: it was thrown out of bus mode. The next command of any kind brings all of
    /// them back, but what they had to tell may be lost.
    fn hear_talk(&mut self, now: Instant) {
        if self.talk_until <= now {
            self.members.iter_mut().for_each(|asked| asked.member.read_board(now));
        }
        self.talk_until = now + TALK;
    }

    /// The answer did not come, or not so that it can be read.
    fn miss(&mut self, now: Instant, exchange: Exchange) {
        self.parser.abandon();
        let noise = self.parser.take_noise();
        let is_noisy = exchange.line == Line::Noisy;
        if is_noisy {
            self.quiet_until = now + REST;
            self.search.hear_noise();
        }
        if self.search.next_new() == Some(exchange.address) {
            return self.search.fail(exchange.address);
        }
        let is_it = |asked: &Asked| asked.member.address == exchange.address;
        let Some(place) = self.members.iter().position(is_it) else { return };
        let Some(asked) = self.members.get_mut(place) else { return };
        if exchange.command == Command::IgnorePing {
            // It may answer the ping.
            asked.ping = Ping::PassesOver;
        }
        if is_noisy {
            asked.member.answer_damaged(std::mem::take(&mut self.came));
            asked.member.hear_noise(noise.max(1));
            asked.damaged = asked.damaged.saturating_add(1);
            if asked.damaged >= DAMAGED && self.talk_until <= now {
                (asked.standing, asked.damaged) = (Standing::Suspected, 0);
                self.search.suspect(now, exchange.address);
                return;
            }
        } else {
            asked.damaged = 0;
        }
        if asked.member.miss(now, exchange.command) == Presence::Gone {
            self.lose(place);
        } else if !is_noisy && self.turn == place {
            // The others are not to wait for it.
            self.turn += 1;
        }
    }

    fn lose(&mut self, place: usize) {
        let mut asked = self.members.remove(place);
        self.take_outputs(&mut asked);
        if self.turn > place {
            self.turn -= 1;
        }
        self.gone.push_back(asked.member.address);
        if self.gone.len() > MAX_BOARDS {
            self.gone.pop_front();
        }
    }

    /// The answers to a ping for all have come.
    fn close_window(&mut self, now: Instant) {
        self.parser.abandon();
        self.parser.take_noise();
        let known: Vec<_> = self.members.iter().map(|asked| asked.member.address).collect();
        for address in self.search.close(now, &known) {
            self.gone.retain(|gone| *gone != address);
            match self.members.iter().position(|asked| asked.member.address == address) {
                Some(place) => {
                    let Some(asked) = self.members.get_mut(place) else { continue };
                    asked.member.shares_address();
                    self.lose(place);
                    self.gone.pop_back();
                }
                None => {
                    let mut asked = Asked::new(Member::new(now, address, Word::NotAwaited));
                    asked.member.shares_address();
                    self.take_outputs(&mut asked);
                }
            }
        }
        for asked in &mut self.members {
            asked.ping = Ping::Answers;
            if !self.search.doubts(asked.member.address) {
                asked.standing = Standing::Visited;
            }
        }
    }

    fn take_outputs(&mut self, asked: &mut Asked) {
        self.outputs.extend(std::iter::from_fn(|| asked.member.poll()));
    }

    /// Sends the next command, if it is time for one.
    fn pursue(&mut self, now: Instant) {
        if self.exchange.is_none() && self.search.is_over(now) {
            self.close_window(now);
        }
        let is_free = self.stage == Stage::Open
            && self.exchange.is_none()
            && !self.search.wants_quiet()
            && self.quiet_until <= now;
        if !is_free {
            return;
        }
        if let Some(address) = self.search.next_new() {
            return self.ask(now, Command::Ping, address);
        }
        // Boards are told to pass over it between visits, not all at once.
        let has_visited = self.visits >= self.search.visits_between() || !self.is_due(now);
        if self.search.is_due(now) && has_visited {
            return self.prepare_ping(now);
        }
        if self.visit(now) {
            return;
        }
        if self.call_due <= now
            && let Some(address) = self.gone.pop_front()
        {
            self.gone.push_back(address);
            self.call_due = now + CALL;
            self.ask(now, Command::Ping, address);
        }
    }

    /// Tells those that are known to pass over the ping, one after the other; then sends it.
    fn prepare_ping(&mut self, now: Instant) {
        let answers = |asked: &&Asked| {
            asked.ping == Ping::Answers
                && asked.standing == Standing::Visited
                && asked.member.answers()
        };
        if let Some(asked) = self.members.iter().find(answers) {
            let address = asked.member.address;
            self.visits = 0;
            return self.ask(now, Command::IgnorePing, address);
        }
        self.send(Command::Ping, Address::ALL);
        self.search.ping(now);
        // Where the line is not left alone, the next command is not to follow at once.
        self.quiet_until = now + REST;
    }

    /// Asks the board whose turn it is, or the next one that has something to tell.
    fn visit(&mut self, now: Instant) -> bool {
        let boards = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        let clock = CLOCK.max(CLOCK_OF_EACH * boards);
        let checks = if self.check_due <= now { Checks::Now } else { Checks::Later };
        let pace = Pace { clock, checks };
        for _ in 0..=self.members.len() {
            if self.turn >= self.members.len() {
                self.turn = 0;
            }
            let Some(asked) = self.members.get_mut(self.turn) else { return false };
            if asked.standing == Standing::Visited
                && let Some(command) = asked.member.next_question(now, pace)
            {
                let address = asked.member.address;
                self.ask(now, command, address);
                return true;
            }
            self.turn += 1;
            self.visits = self.visits.saturating_add(1);
        }
        false
    }

    /// Whether a board waits to be visited.
    fn is_due(&self, now: Instant) -> bool {
        let mut visited = self.members.iter().filter(|asked| asked.standing == Standing::Visited);
        visited.any(|asked| asked.member.due <= now)
    }

    fn ask(&mut self, now: Instant, command: Command, address: Address) {
        let (first, longest) = match command {
            Command::StartGame => (STARTED, LONGEST),
            Command::FromStart => (ANSWER, LOG),
            _ => (ANSWER, LONGEST),
        };
        if command == Command::Board {
            self.check_due = now + CHECK_PAUSE;
        }
        let (until, latest) = (now + first, now + longest);
        self.exchange = Some(Exchange { command, address, until, latest, line: Line::Silent });
        self.parser.take_noise();
        self.came.clear();
        self.send(command, address);
    }

    fn send(&mut self, command: Command, address: Address) {
        let bytes = command.encode(address).to_vec();
        self.outputs.push_back(Output::Send(Packet::stream(bytes)));
    }

    /// Takes what the boards have told.
    fn collect(&mut self) {
        for asked in &mut self.members {
            self.outputs.extend(std::iter::from_fn(|| asked.member.poll()));
        }
    }
}

impl Asked {
    const fn new(member: Member) -> Self {
        Self { member, standing: Standing::Visited, damaged: 0, ping: Ping::Answers }
    }
}

impl Driver for BusLine {
    fn start(&mut self, now: Instant) {
        *self = Self {
            stage: Stage::Open,
            search: Search::new(now + SETTLE),
            quiet_until: now + SETTLE,
            ..Self::new()
        };
    }

    fn listen(&mut self, _: Instant) {
        *self = Self { stage: Stage::Listening, ..Self::new() };
    }

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        let bytes = packet.of_stream();
        if self.stage == Stage::Closed || bytes.is_empty() {
            return;
        }
        for &byte in bytes {
            if self.came.len() < MAX_BYTES_CAME {
                self.came.push(byte);
            }
            match self.parser.push(now, byte) {
                Some(Found::Reply(reply)) => self.hear(now, reply),
                Some(Found::SingleMode) => self.hear_talk(now),
                None => {}
            }
        }
        match &mut self.exchange {
            Some(exchange) => {
                exchange.line = Line::Noisy;
                exchange.until = (now + NEXT_BYTE).max(exchange.until).min(exchange.latest);
            }
            None if self.parser.take_noise() > 0 => self.search.hear_noise(),
            None => {}
        }
        self.collect();
        self.pursue(now);
    }

    fn timeout(&mut self, now: Instant) {
        if let Some(exchange) = self.exchange.take_if(|exchange| exchange.until <= now) {
            self.miss(now, exchange);
        }

        self.pursue(now);
        self.collect();
    }

    fn request(
        &mut self,
        now: Instant,
        unit: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        if self.stage != Stage::Open {
            return Err(Unsupported(request));
        }
        let Some(unit) = unit else {
            if request == Request::AwaitWord {
                self.word = Word::Awaited;
                return Ok(());
            }
            return Err(Unsupported(request));
        };
        let asked = self.members.iter_mut().find(|asked| asked.member.unit() == unit);
        let Some(Asked { member, .. }) = asked else { return Err(Unsupported(request)) };
        match request {
            Request::ReadBoard => member.read_board(now),
            Request::ReadClock => member.read_clock(now),
            Request::GoOn(before) => member.go_on(now, before.into_known()),
            other => return Err(Unsupported(other)),
        }
        self.pursue(now);
        self.collect();
        Ok(())
    }

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        if self.stage != Stage::Open {
            return None;
        }
        if let Some(exchange) = &self.exchange {
            return Some(exchange.until);
        }
        if self.search.wants_quiet() {
            return Some(self.search.deadline());
        }
        let visited = self.members.iter().filter(|asked| asked.standing == Standing::Visited);
        let visits = visited.map(|asked| asked.member.due);
        let calls = (!self.gone.is_empty()).then_some(self.call_due);
        let next = visits.chain(calls).chain([self.search.deadline()]).min()?;
        Some(next.max(self.quiet_until))
    }
}
