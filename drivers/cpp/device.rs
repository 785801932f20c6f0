//! The board's own end.

use std::collections::VecDeque;

use super::wire::{Command, LINES_OF_BOARD, LINES_OF_HOST, Uci, lines};
use crate::device::Device;
use crate::device::follower::{Followed, Follower};
use crate::observation::{Color, Hand, Placement, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// A board of somebody who built it: it knows its pieces.
#[derive(Debug)]
pub(super) struct Board {
    follower: Follower,
    /// The position of the game that it was told to begin, as long as its pieces do not stand so.
    awaited: Option<Placement>,
    /// Whether a game was begun.
    is_begun: bool,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// An empty board.
    pub(super) const fn new() -> Self {
        Self {
            follower: Follower::empty(),
            awaited: None,
            is_begun: false,
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, line: String) {
        self.outputs.push_back(Packet { channel: LINES_OF_BOARD, bytes: line.into_bytes() });
    }

    fn say_position(&mut self, word: &str) {
        let turn = if self.follower.turn() == Color::White { 'w' } else { 'b' };
        self.say(format!("{word} {} {turn}", self.follower.taken()));
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Begin(state) => {
                self.is_begun = true;
                if state.placement == *self.follower.taken() {
                    self.awaited = None;
                    self.follower.set_turn(state.turn.unwrap_or(Color::White));
                    self.say_position("sync");
                } else {
                    self.awaited = Some(state.placement);
                    self.say_position("unsync");
                }
            }
            // What cannot be was not played: it says how its pieces stand.
            Command::Nok => self.say_position("unsync"),
            Command::Ok | Command::Promote(_) => {}
            Command::Feature => self.say("nok".to_owned()),
        }
    }

    fn advance(&mut self, now: Instant) {
        let Some(followed) = self.follower.advance(now) else { return };
        if !self.is_begun {
            return;
        }
        match (followed, &self.awaited) {
            (Followed::Move(mv), None) => {
                let becomes = match mv.becomes {
                    Some(Reading::Piece(piece)) => Some(piece.role),
                    _ => None,
                };
                self.say(format!("move {}", Uci { from: mv.from, to: mv.to, becomes }));
            }
            (Followed::SetUp, None) => {
                self.awaited = Some(self.follower.taken().clone());
                self.say_position("unsync");
            }
            (_, Some(awaited)) if awaited == self.follower.taken() => {
                self.awaited = None;
                self.say_position("sync");
            }
            (_, Some(_)) => self.say_position("state"),
        }
    }
}

impl Device for Board {
    fn receive(&mut self, _: Instant, packet: Packet<&[u8]>) {
        if packet.channel != LINES_OF_HOST {
            return;
        }
        let commands: Vec<_> = lines(packet.bytes)
            .map(|lines| lines.filter_map(Command::read).collect())
            .unwrap_or_default();
        commands.into_iter().for_each(|command| self.obey(command));
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        self.follower.deadline()
    }

    fn is_reporting(&self) -> bool {
        self.is_begun
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.follower.set(now, square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}
