//! What the boards' own ends share: when they say a line, how it is written, and their lamps.

use std::collections::VecDeque;
use std::time::Duration;

use super::lights::Form;
use super::lines::{Sightings, place};
use super::{ORDERED, SAID};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::Square;
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// A stray end of a line comes after so many characters.
const BREAK: usize = 64;

/// The line that says these chips, with the breaks that boards make.
pub(crate) fn line_of_chips(sightings: &Sightings) -> Vec<u8> {
    let mut chips = [[0; 5]; 64];
    for square in Square::all() {
        chips[place(square)] = sightings[square.index()];
    }
    let line = line_of(chips.as_flattened());
    line.chunks(BREAK).collect::<Vec<_>>().join(b"\n".as_slice())
}

/// The line that says that something stands on these squares.
pub(crate) fn line_of_squares(squares: Squares) -> Vec<u8> {
    let mut ranks = [0_u8; 8];
    for square in Square::all().filter(|square| squares.has(*square)) {
        let place = place(square);
        ranks[place / 8] |= 0x80 >> (place % 8);
    }
    line_of(&ranks)
}

fn line_of(numbers: &[u8]) -> Vec<u8> {
    let numbers: String = numbers.iter().map(|number| format!("{number} ")).collect();
    format!(":{numbers}\r\n").into_bytes()
}

/// Numbers that look like chance, the same each time.
#[derive(Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// Those of this seed.
    pub(crate) const fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// The next one (splitmix64).
    pub(crate) const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut number = self.0;
        number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        number ^ number >> 31
    }
}

/// The part of a board that talks.
#[derive(Debug)]
pub(crate) struct End {
    channel: Channel,
    lamp: Form,
    lit: Squares,
    /// When the next line is said; `None` before it is switched on.
    due: Option<Instant>,
    outputs: VecDeque<Packet>,
}

impl End {
    /// That of a board that is reached this way and has such lamps.
    pub(crate) fn new(transport: Transport, lamp: Form) -> Self {
        let (lit, outputs) = (Squares::default(), VecDeque::new());
        Self { channel: transport.channel(SAID), lamp, lit, due: None, outputs }
    }

    /// Whether a line is to be said now; the next one comes after `pause`.
    pub(crate) fn take_turn(&mut self, now: Instant, pause: Duration) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due || self.due.is_none() {
            self.due = Some(now + pause);
        }
        is_due
    }

    /// Says a line.
    pub(crate) fn say(&mut self, bytes: Vec<u8>) {
        self.outputs.push_back(Packet { channel: self.channel, bytes });
    }

    /// Takes a picture for the lamps. One for lamps of another kind lights nothing, or anything.
    pub(crate) fn receive(&mut self, packet: Packet<&[u8]>) {
        if ![Channel::STREAM, ORDERED].contains(&packet.channel) {
            return;
        }
        if let Some(lit) = self.lamp.read(packet.bytes) {
            self.lit = lit;
            self.say(vec![self.lamp.letter(), b'\r', b'\n']);
        }
    }

    /// The next line.
    pub(crate) fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front()
    }

    /// When the next line is said.
    pub(crate) const fn deadline(&self) -> Option<Instant> {
        self.due
    }

    /// What is lit.
    pub(crate) const fn lit(&self) -> Squares {
        self.lit
    }
}
