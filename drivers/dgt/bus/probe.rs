//! Whether there is a line with many boards at all, asked in a way that does no harm to whatever is there.
//!
//! Nothing is sent but a ping for all. A board that is in bus mode answers it and stays as it is; one in single mode
//! is taken out of it, which ends what it tells by itself, and answers the next one. This comes before the question
//! of single mode, not after it: that would throw every board of a line out of bus mode, and all would answer at
//! once. Two serial numbers on top of each other can look like a third.

use std::time::Duration;

use super::frame::{Address, Command, Found, Id, Parser};
use super::line::BusLine;
use crate::driver::{Ability, Driver, Output, Request, Unit, Unsupported};
use crate::packet::Packet;
use crate::time::Instant;

/// A line just opened hears nothing before.
const SETTLE: Duration = Duration::from_millis(500);
/// How long the answers to a ping are awaited: boards take up to 1.1 s.
const WINDOW: Duration = Duration::from_millis(1_300);
/// So many pings at least: who is in single mode spends the first one on leaving it.
const FEWEST: u8 = 2;
/// So many at most, where answers cannot be read: they may have collided.
const MAX_PINGS: u8 = 4;
/// So many boards make a line. One alone is better asked in single mode, in which it tells changes at once.
const LINE: usize = 2;

/// Driver of what may be a line with many boards. It gives up where there is none.
#[derive(Debug)]
pub(in crate::dgt) struct LineProbe {
    stage: Stage,
    /// Whether the line is to wait for word of its boards.
    awaits_word: bool,
    output: Option<Output>,
}

#[derive(Debug)]
enum Stage {
    Closed,
    Asking(Asking),
    /// There is one.
    Line(Box<BusLine>),
}

/// The pings so far.
#[derive(Debug)]
struct Asking {
    parser: Parser,
    pings: u8,
    /// Until when the answers to the last one are awaited.
    until: Instant,
    /// Who has answered, each once.
    answers: Vec<Address>,
    /// Whether the last ping brought bytes that are no answer.
    is_noisy: bool,
}

/// What the answers to a ping have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Line,
    NoLine,
    AskAgain,
}

impl LineProbe {
    /// A driver that waits for its link.
    pub(in crate::dgt) const fn new() -> Self {
        Self { stage: Stage::Closed, awaits_word: false, output: None }
    }

    fn become_line(&mut self, now: Instant) {
        let mut line = BusLine::new();
        line.start(now);
        if self.awaits_word {
            let _ = line.request(now, None, Request::AwaitWord);
        }
        self.stage = Stage::Line(Box::new(line));
    }
}

impl Driver for LineProbe {
    fn start(&mut self, now: Instant) {
        *self = Self { stage: Stage::Asking(Asking::new(now + SETTLE)), ..Self::new() };
    }

    fn listen(&mut self, now: Instant) {
        let mut line = BusLine::new();
        line.listen(now);
        *self = Self { stage: Stage::Line(Box::new(line)), ..Self::new() };
    }

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        match &mut self.stage {
            Stage::Closed => {}
            Stage::Asking(asking) => asking.hear(now, packet.of_stream()),
            Stage::Line(line) => line.receive(now, packet),
        }
    }

    fn timeout(&mut self, now: Instant) {
        let verdict = match &mut self.stage {
            Stage::Asking(asking) if asking.until <= now => asking.judge(now),
            Stage::Line(line) => return line.timeout(now),
            Stage::Asking(_) | Stage::Closed => return,
        };
        match verdict {
            Verdict::Line => self.become_line(now),
            Verdict::NoLine => {
                self.stage = Stage::Closed;
                self.output = Some(Output::Lost);
            }
            Verdict::AskAgain => {
                let ping = Command::Ping.encode(Address::ALL);
                self.output = Some(Output::Send(Packet::stream(ping.to_vec())));
            }
        }
    }

    fn request(
        &mut self,
        now: Instant,
        unit: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        match &mut self.stage {
            Stage::Line(line) => line.request(now, unit, request),
            Stage::Asking(_) if unit.is_none() && request == Request::AwaitWord => {
                self.awaits_word = true;
                Ok(())
            }
            Stage::Asking(_) | Stage::Closed => Err(Unsupported(request)),
        }
    }

    fn has(&self, _: Ability) -> bool {
        false
    }

    fn poll(&mut self) -> Option<Output> {
        self.output.take().or_else(|| match &mut self.stage {
            Stage::Line(line) => line.poll(),
            Stage::Asking(_) | Stage::Closed => None,
        })
    }

    fn deadline(&self) -> Option<Instant> {
        match &self.stage {
            Stage::Closed => None,
            Stage::Asking(asking) => Some(asking.until),
            Stage::Line(line) => line.deadline(),
        }
    }
}

impl Asking {
    const fn new(until: Instant) -> Self {
        Self { parser: Parser::new(), pings: 0, until, answers: Vec::new(), is_noisy: false }
    }

    fn hear(&mut self, now: Instant, bytes: &[u8]) {
        for &byte in bytes {
            match self.parser.push(now, byte) {
                Some(Found::Reply(reply)) if reply.id == Id::Ping => self.note(reply.address),
                Some(_) => self.is_noisy = true,
                None => {}
            }
        }
        self.is_noisy |= self.parser.take_noise() > 0;
    }

    fn note(&mut self, address: Address) {
        if self.answers.len() < LINE && !self.answers.contains(&address) {
            self.answers.push(address);
        }
    }

    /// The answers to the last ping have come. To ask again is to ask now.
    fn judge(&mut self, now: Instant) -> Verdict {
        self.parser.abandon();
        let is_noisy = self.parser.take_noise() > 0 || self.is_noisy;
        if self.answers.len() >= LINE {
            Verdict::Line
        } else if self.pings < FEWEST || is_noisy && self.pings < MAX_PINGS {
            self.is_noisy = false;
            self.pings += 1;
            self.until = now + WINDOW;
            Verdict::AskAgain
        } else {
            Verdict::NoLine
        }
    }
}
