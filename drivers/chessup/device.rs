//! The board's own end.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{BATTERY, Command, move_bytes, position_bytes, promotion_bytes};
use crate::device::follower::{Followed, Follower};
use crate::device::played::ToldMove;
use crate::device::{Device, Make};
use crate::family::nordic_uart;
use crate::observation::{Hand, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// How soon what was not acknowledged is said again, and how often.
const AGAIN: Duration = Duration::from_millis(200);
const MAX_SAID: u32 = 25;

/// So many messages wait to be acknowledged.
const MAX_WAITING: usize = 32;

/// How full its battery is, in per cent.
const CHARGE: u8 = 80;

/// A ChessUp board.
#[derive(Debug)]
pub(super) struct Board {
    serial: u32,
    follower: Follower,
    /// Whether it was set to tell moves.
    is_set: bool,
    /// Whether anybody has asked for its position.
    is_asked: bool,
    waiting: VecDeque<Waiting>,
    outputs: VecDeque<Packet>,
}

/// What is said until it is acknowledged.
#[derive(Debug)]
struct Waiting {
    bytes: Vec<u8>,
    acknowledged_by: Command,
    said: u32,
    due: Instant,
}

impl Board {
    /// An empty board.
    pub(super) fn new(make: &Make) -> Self {
        Self {
            serial: make.serial,
            follower: Follower::empty(),
            is_set: false,
            is_asked: false,
            waiting: VecDeque::new(),
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, bytes: Vec<u8>) {
        self.outputs.push_back(Packet { channel: nordic_uart::REPLIES, bytes });
    }

    fn obey(&mut self, now: Instant, command: Command) {
        match command {
            Command::Info => {
                let [s0, s1, s2, s3] = self.serial.to_be_bytes();
                self.say(vec![0xB2, 0, 1, 9, 0, 1, 0, 0, s0, s1, s2, s3, 1, 4, 0, 1]);
                self.outputs.push_back(Packet { channel: BATTERY, bytes: vec![CHARGE] });
            }
            Command::Position => {
                self.is_asked = true;
                self.say(position_bytes(self.follower.taken(), self.follower.turn()));
            }
            Command::Settings => {
                self.is_set = true;
                self.say(vec![0x24]);
            }
            Command::MoveHeard | Command::PromotionHeard => {
                let first = self.waiting.front();
                if first.is_some_and(|first| first.acknowledged_by == command) {
                    self.waiting.pop_front();
                    self.say_waiting(now);
                }
            }
        }
    }

    fn tell(&mut self, now: Instant, mv: ToldMove) {
        if !self.is_set || self.waiting.len() >= MAX_WAITING {
            return;
        }
        let becomes = match mv.becomes {
            Some(Reading::Piece(piece)) => promotion_bytes(piece.role),
            _ => None,
        };
        let moved = (move_bytes(mv.from, mv.to), Command::MoveHeard);
        let promoted = becomes.map(|bytes| (bytes, Command::PromotionHeard));
        for (bytes, acknowledged_by) in std::iter::once(moved).chain(promoted) {
            self.waiting.push_back(Waiting { bytes, acknowledged_by, said: 0, due: now });
        }
        self.say_waiting(now);
    }

    /// Says the first that waits, where it is due: again and again until it is acknowledged, or nobody listens.
    fn say_waiting(&mut self, now: Instant) {
        if self.waiting.front().is_some_and(|first| first.said == MAX_SAID) {
            self.waiting.clear();
        }
        let Some(first) = self.waiting.front_mut().filter(|first| first.due <= now) else { return };
        first.said += 1;
        first.due = now + AGAIN;
        let bytes = first.bytes.clone();
        self.say(bytes);
    }

    fn advance(&mut self, now: Instant) {
        if let Some(Followed::Move(mv)) = self.follower.advance(now) {
            self.tell(now, mv);
        }
        self.say_waiting(now);
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        if let Some(command) = Command::read(packet) {
            self.obey(now, command);
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        let again = self.waiting.front().map(|first| first.due);
        self.follower.deadline().into_iter().chain(again).min()
    }

    fn is_reporting(&self) -> bool {
        self.is_asked
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.follower.set(now, square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}
