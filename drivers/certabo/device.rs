//! The board's own end: chips of which some drop out for a reading, and numbers that nothing has made on a quarter of the
//! empty squares.

use std::time::Duration;

use crate::decimals::end::{Chance, End, line_of_chips};
use crate::decimals::{Form, Sightings};
use crate::device::{Device, Make};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Chip, Hand, Piece, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// The pieces of a set, with a spare queen each.
const SET: &str = "KQQRRBBNNPPPPPPPPkqqrrbbnnpppppppp";

/// Of so many chips one has a low gain.
const LOW_GAIN: usize = 8;

/// A Certabo board with lamps of one colour, and its pieces.
#[derive(Debug)]
pub(super) struct Board {
    end: End,
    chance: Chance,
    stands: [Option<Chipped>; 64],
    /// Pieces that stand nowhere; what was put back last is taken first.
    beside: Vec<Chipped>,
}

/// A piece with its chip.
#[derive(Clone, Copy, Debug)]
struct Chipped {
    piece: Piece,
    chip: Chip,
    gain: Gain,
}

/// How well a chip is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    Good,
    /// It drops out for a reading now and then, never for two running.
    Low(Last),
}

/// Whether the last reading has shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Shown,
    Missed,
}

impl Board {
    /// An empty board that is reached this way.
    pub(super) fn new(make: &Make, transport: Transport) -> Self {
        let mut chance = Chance::of(make.chance ^ u64::from(make.serial));
        let pieces = SET.chars().filter_map(Piece::from_letter).enumerate();
        let beside = pieces.map(|(number, piece)| {
            let [_, _, third, fourth, ..] = chance.draw().to_le_bytes();
            let tail = u8::try_from(number).unwrap_or_default();
            let gain = if number % LOW_GAIN == 3 { Gain::Low(Last::Shown) } else { Gain::Good };
            Chipped { piece, chip: [0x42, 0, third, fourth, tail], gain }
        });
        let beside = beside.collect();
        let end = End::new(transport, Form::OneColour);
        Self { end, chance, stands: [None; 64], beside }
    }

    /// The pause before the next reading: half of them come after less than 563 ms, one in ten after more than 628, and
    /// none after more than 765.
    const fn pause(&mut self) -> Duration {
        let millis = match self.chance.draw() % 10 {
            0 => 765,
            1..=4 => 600,
            _ => 550,
        };
        Duration::from_millis(millis)
    }

    fn advance(&mut self, now: Instant) {
        let pause = self.pause();
        if self.end.take_turn(now, pause) {
            let line = line_of_chips(&self.read());
            self.end.say(line);
        }
    }

    fn read(&mut self) -> Sightings {
        let Self { chance, stands, .. } = self;
        stands.each_mut().map(|piece| match piece {
            Some(piece) => piece.read(chance),
            None => phantom(chance),
        })
    }
}

impl Chipped {
    fn read(&mut self, chance: &mut Chance) -> Chip {
        let Gain::Low(last) = &mut self.gain else { return self.chip };
        let drops = *last == Last::Shown && chance.draw().is_multiple_of(6);
        *last = if drops { Last::Missed } else { Last::Shown };
        if drops { phantom(chance) } else { self.chip }
    }
}

/// What is read where no chip is: on a quarter of the readings a number, of which one in 55 has 0 as its second byte.
fn phantom(chance: &mut Chance) -> Chip {
    let [choice, first, second, bytes @ .., _, _] = chance.draw().to_le_bytes();
    if choice % 4 != 0 {
        return Chip::default();
    }
    let second = if chance.draw().is_multiple_of(55) { 0 } else { second.max(1) };
    let [third, fourth, fifth] = bytes;
    [first, second, third, fourth, fifth]
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        self.end.receive(packet);
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.end.poll()
    }

    fn lit(&self) -> Squares {
        self.end.lit()
    }

    fn deadline(&self) -> Option<Instant> {
        self.end.deadline()
    }

    /// What the set does not have is not put down.
    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.beside.extend(self.stands[square.index()].take());
        let is_it = |chipped: &Chipped| Reading::Piece(chipped.piece) == reading;
        if let Some(place) = self.beside.iter().rposition(is_it) {
            self.stands[square.index()] = Some(self.beside.remove(place));
        }
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}
