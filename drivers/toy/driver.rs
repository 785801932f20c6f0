//! The toy's driver: it asks who is there, then how the men stand, and after that listens.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{Command, Message};
use crate::driver::{Ability, Driver, Output, Request, Unit, Unsupported};
use crate::observation::{ClockReading, DeviceFact, LinkState, Observation};
use crate::packet::Packet;
use crate::time::Instant;

/// A silent board is asked after this whether it is there, and again after the shorter span.
const SILENCE: Duration = Duration::from_secs(5);
const AGAIN: Duration = Duration::from_secs(1);

/// So many questions without an answer mean that it is gone.
const MAX_QUESTIONS: u32 = 3;

/// The toy's driver.
#[derive(Debug)]
pub(super) struct Toy {
    stage: Stage,
    presence: Presence,
    serial: Option<String>,
    outputs: VecDeque<Output>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Closed,
    Listening,
    /// It is asked at `due`, and was asked so often since it was heard.
    Talking {
        due: Instant,
        asked: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Unheard,
    Heard,
}

impl Toy {
    /// A driver that waits for its link.
    pub(super) const fn new() -> Self {
        Self {
            stage: Stage::Closed,
            presence: Presence::Unheard,
            serial: None,
            outputs: VecDeque::new(),
        }
    }

    fn observe(&mut self, observation: Observation) {
        self.outputs.push_back(Output::observed(observation));
    }

    fn send(&mut self, command: Command) {
        if matches!(self.stage, Stage::Talking { .. }) {
            self.outputs.push_back(Output::Send(command.packet()));
        }
    }

    fn hear(&mut self, message: Message) {
        if self.presence == Presence::Unheard {
            self.presence = Presence::Heard;
            self.observe(Observation::Link(LinkState::Up));
        }
        match message {
            Message::Serial(serial) => self.name(serial),
            Message::Square(square, reading) => {
                self.observe(Observation::Square { square, reading });
            }
            Message::Board(placement) => self.observe(Observation::Board(placement)),
            Message::Clock(times) => self.observe(Observation::Clock(ClockReading::Hands(times))),
            Message::Battery(percent) => self.observe(Observation::Battery(percent)),
        }
    }

    /// Its name is told once; then it is asked for all the rest.
    fn name(&mut self, serial: String) {
        if self.serial.as_ref() != Some(&serial) {
            self.observe(Observation::Device(DeviceFact::Serial(serial.clone())));
            self.serial = Some(serial);
            self.send(Command::ReadBoard);
            self.send(Command::ReadClock);
        }
    }
}

impl Driver for Toy {
    fn start(&mut self, now: Instant) {
        *self = Self { stage: Stage::Talking { due: now + AGAIN, asked: 1 }, ..Self::new() };
        self.send(Command::Identify);
    }

    fn listen(&mut self, _: Instant) {
        *self = Self { stage: Stage::Listening, ..Self::new() };
    }

    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        match &mut self.stage {
            Stage::Closed => return,
            Stage::Listening => {}
            Stage::Talking { due, asked } => (*due, *asked) = (now + SILENCE, 0),
        }
        match Message::read(packet) {
            Some(message) => self.hear(message),
            None => {
                let length = u32::try_from(packet.bytes.len()).unwrap_or(u32::MAX);
                self.observe(Observation::Device(DeviceFact::Noise(length)));
            }
        }
    }

    fn timeout(&mut self, now: Instant) {
        match &mut self.stage {
            Stage::Talking { due, asked } if *due <= now => {
                *due = now + AGAIN;
                *asked += 1;
                if *asked > MAX_QUESTIONS {
                    self.stage = Stage::Closed;
                    self.outputs.push_back(Output::Lost);
                } else {
                    self.send(Command::Identify);
                }
            }
            _ => {}
        }
    }

    fn request(
        &mut self,
        _: Instant,
        _: Option<&Unit>,
        request: Request,
    ) -> Result<(), Unsupported> {
        if !matches!(self.stage, Stage::Talking { .. }) {
            return Err(Unsupported(request));
        }
        let command = match request {
            Request::ReadBoard => Command::ReadBoard,
            Request::ReadClock => Command::ReadClock,
            Request::Light(squares) => Command::Light(squares.bits()),
            Request::SetClock(order) => Command::SetClock(order),
            Request::Sound(sound) => Command::Sound(sound),
            Request::PowerOff => Command::PowerOff,
            // It remembers nothing.
            Request::AwaitWord | Request::GoOn(_) => return Err(Unsupported(request)),
        };
        self.send(command);
        Ok(())
    }

    fn has(&self, _: Ability) -> bool {
        matches!(self.stage, Stage::Talking { .. })
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        match self.stage {
            Stage::Talking { due, .. } => Some(due),
            Stage::Closed | Stage::Listening => None,
        }
    }
}
