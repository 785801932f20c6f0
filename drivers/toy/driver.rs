//! How the toy talks: it is asked who it is, then how its pieces stand, and after that it is heard.

use std::time::Duration;

use super::wire::{Command, Message};
use crate::driver::{Ability, Request};
use crate::observation::{ClockReading, DeviceFact, Observation};
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The toy's dialect.
#[derive(Clone, Debug, Default)]
pub(super) struct Toy {
    /// The serial number that was told.
    serial: Option<DeviceFact>,
}

impl Toy {
    fn hear(&mut self, message: Message, told: &mut Told<'_>) {
        match message {
            Message::Serial(serial) => self.name(serial, told),
            Message::Square(square, reading) => told.read_square(square, reading),
            Message::Board(placement) => told.read_out(*placement),
            Message::Clock(times) => told.observe(Observation::Clock(ClockReading::Hands(times))),
            Message::Battery(percent) => told.observe(Observation::Battery(percent)),
        }
    }

    /// Its name is told once; then it is asked for all the rest.
    fn name(&mut self, serial: String, told: &mut Told<'_>) {
        let is_known = self.serial.is_some();
        told.observe_fact(&mut self.serial, DeviceFact::Serial(serial));
        if !is_known {
            told.send(Command::ReadBoard.packet());
            told.send(Command::ReadClock.packet());
        }
    }
}

impl Dialect for Toy {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(5),
            again: Duration::from_secs(1),
            max_questions: 3,
            pause: Duration::ZERO,
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(Command::Identify.packet());
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        match Message::read(packet) {
            Some(message) => self.hear(message, told),
            None => told.skip(packet.bytes.len()),
        }
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        let command = match *request {
            Request::ReadBoard => {
                outbox.put(Command::ReadBoard.packet());
                return Verdict::TellWhole;
            }
            Request::ReadClock => Command::ReadClock,
            Request::Light(squares) => {
                outbox.put_picture(Command::Light(squares.bits()).packet());
                return Verdict::Done;
            }
            Request::SetClock(order) => Command::SetClock(order),
            Request::Sound(sound) => Command::Sound(sound),
            Request::PowerOff => Command::PowerOff,
            // It remembers nothing, and knows its pieces from the first.
            Request::AwaitWord | Request::GoOn(_) | Request::Calibrate => return Verdict::Refused,
        };
        outbox.put(command.packet());
        Verdict::Done
    }

    fn has(&self, ability: Ability) -> bool {
        ability != Ability::Calibration
    }
}
