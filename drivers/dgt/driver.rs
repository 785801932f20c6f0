//! The host's end: one board in single-board mode.

use std::collections::VecDeque;
use std::time::Duration;

use super::dialogue::{Dialogue, Purpose};
use super::frame::Parser;
use super::pulse::Pulse;
use super::told::Told;
use super::wire::{Command, Message};
use crate::driver::{Approach, Driver, Output, Request, Unsupported};
use crate::observation::{ClockReading, DeviceFact, LinkState, Observation, Reading, Times};
use crate::time::Instant;

/// From one report of noise to the next.
const NOISE_PAUSE: Duration = Duration::from_secs(1);

/// Driver of one board that has the line for itself.
#[derive(Debug)]
pub(super) struct SingleBoard {
    approach: Approach,
    stage: Stage,
    parser: Parser,
    pulse: Pulse,
    told: Told,
    noise: u32,
    noise_told: Option<Instant>,
    outputs: VecDeque<Output>,
}

#[derive(Debug)]
enum Stage {
    /// Not started yet, or lost.
    Closed,
    /// Somebody else talks to the board, or did.
    Listening,
    /// We talk to the board.
    Talking(Box<Dialogue>),
}

impl SingleBoard {
    /// A driver that waits for its link.
    pub(super) const fn new(approach: Approach) -> Self {
        Self {
            approach,
            stage: Stage::Closed,
            parser: Parser::new(),
            pulse: Pulse::new(Instant::ZERO),
            told: Told::new(),
            noise: 0,
            noise_told: None,
            outputs: VecDeque::new(),
        }
    }

    fn begin(&mut self, now: Instant, stage: Stage) {
        *self = Self { stage, pulse: Pulse::new(now), ..Self::new(self.approach) };
    }

    fn hear(&mut self, now: Instant, message: Message) {
        if let Stage::Talking(dialogue) = &self.stage
            && !dialogue.believes(&message)
        {
            return;
        }
        if let Some(state) = self.pulse.answer() {
            self.observe(Observation::Link(state));
            // A board that was off for a moment has forgotten what to tell by itself.
            self.want(Command::UpdateNice, Purpose::News);
            self.want(Command::ReadBoard, Purpose::Check);
        }
        self.report_noise(now);
        let purpose = match &mut self.stage {
            Stage::Talking(dialogue) => dialogue.heard(now, &message),
            _ => Purpose::News,
        };
        for observation in self.told.take(now, message, purpose) {
            if let Some(command) = suggested(&observation, purpose) {
                self.want(command, Purpose::Check);
            }
            self.observe(observation);
        }
        self.pursue(now);
    }

    fn report_noise(&mut self, now: Instant) {
        self.noise = self.noise.saturating_add(self.parser.take_noise());
        let is_due = self.noise_told.is_none_or(|told| now.since(told) >= NOISE_PAUSE);
        if self.noise > 0 && is_due {
            self.observe(Observation::Device(DeviceFact::Noise(self.noise)));
            self.noise = 0;
            self.noise_told = Some(now);
            // What was lost in the noise may have been a change of a square.
            self.want(Command::ReadBoard, Purpose::Check);
        }
    }

    fn observe(&mut self, observation: Observation) {
        self.outputs.push_back(Output::observed(observation));
    }

    fn want(&mut self, command: Command, purpose: Purpose) {
        if let Stage::Talking(dialogue) = &mut self.stage {
            dialogue.want(command, purpose);
        }
    }

    fn pursue(&mut self, now: Instant) {
        if let Stage::Talking(dialogue) = &mut self.stage {
            while let Some(command) = dialogue.next(now) {
                self.outputs.push_back(Output::Send(vec![command.code()]));
            }
        }
    }

    fn lose(&mut self) {
        self.stage = Stage::Closed;
        self.outputs.push_back(Output::Lost);
    }
}

impl Driver for SingleBoard {
    fn start(&mut self, now: Instant) {
        self.begin(now, Stage::Talking(Box::new(Dialogue::new(now, self.approach))));
    }

    fn listen(&mut self, now: Instant) {
        self.begin(now, Stage::Listening);
    }

    fn receive(&mut self, now: Instant, bytes: &[u8]) {
        if matches!(self.stage, Stage::Closed) || bytes.is_empty() {
            return;
        }
        self.pulse.hear(now);
        for &byte in bytes {
            if let Some(message) = self.parser.push(now, byte) {
                self.hear(now, message);
            }
        }
    }

    fn timeout(&mut self, now: Instant) {
        if let Some(due) = self.deadline() {
            self.pulse.excuse(now.since(due));
        }
        let Stage::Talking(dialogue) = &mut self.stage else {
            return;
        };
        dialogue.expire(now);
        if dialogue.gave_up() {
            return self.lose();
        }
        match self.pulse.check(now) {
            Some(LinkState::Lost) => return self.lose(),
            Some(state) => self.observe(Observation::Link(state)),
            None => {}
        }
        self.pursue(now);
    }

    fn request(&mut self, now: Instant, request: Request) -> Result<(), Unsupported> {
        let Stage::Talking(dialogue) = &mut self.stage else {
            return Err(Unsupported(request));
        };
        dialogue.want(
            match request {
                Request::ReadBoard => Command::ReadBoard,
                Request::ReadClock => Command::ReadClock,
            },
            Purpose::News,
        );
        self.pursue(now);
        Ok(())
    }

    fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        let Stage::Talking(dialogue) = &self.stage else {
            return None;
        };
        let pulse = self.pulse.deadline();
        Some(dialogue.deadline().map_or(pulse, |dialogue| dialogue.min(pulse)))
    }
}

/// What to ask because of an observation that cannot be relied on, or that should have come before.
fn suggested(observation: &Observation, purpose: Purpose) -> Option<Command> {
    match observation {
        Observation::Square { reading: Reading::Unknown, .. } => Some(Command::ReadBoard),
        Observation::Clock(ClockReading::Hands(Times { doubtful: true, .. })) => {
            Some(Command::ReadClock)
        }
        Observation::Board(_) if purpose == Purpose::Check => Some(Command::UpdateNice),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
