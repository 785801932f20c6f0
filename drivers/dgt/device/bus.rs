//! The simulated board on a line that it shares with others.

use std::time::Duration;

use super::log::Log;
use super::{Board, FIRMWARE, Mode};
use crate::device::Make;
use crate::dgt::bus::frame::{Address, Command, Id, Reply};
use crate::dgt::log::Entry;
use crate::dgt::wire::Message;
use crate::time::Instant;

/// A board thinks so long before it answers, at least, and so much longer at most.
const ANSWER: Duration = Duration::from_millis(1);
const LONGER: u64 = 3_000;
/// A board that is asked while it writes answers when it has written.
const WRITING: Duration = Duration::from_millis(20);
/// To write that a game begins takes so long.
const STARTING: Duration = Duration::from_millis(70);
/// A board answers a ping for all within so long. Microseconds.
const PING: u64 = 1_100_000;
/// So many entries are kept of a game.
const MAX_RECORDS_OF_A_GAME: usize = 3_000;

/// What a board keeps for the line.
#[derive(Debug)]
pub(super) struct BusEnd {
    address: Address,
    /// As far as a command has come in.
    command: Vec<u8>,
    /// What becomes of it.
    manner: Manner,
    /// The changes that were told last.
    told: Option<Reply>,
    /// What was told since the game began.
    game: Vec<Entry>,
    ping: Ping,
    writes_until: Instant,
    random: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// It is carried out.
    Obeys,
    /// It only takes the board out of single mode.
    Switches,
}

/// What the next ping for all is to this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ping {
    Answered,
    PassedOver,
}

impl BusEnd {
    pub(super) fn new(make: &Make) -> Self {
        let Make { serial, chance, .. } = *make;
        Self {
            address: Address::new(serial),
            command: Vec::new(),
            manner: Manner::Obeys,
            told: None,
            game: Vec::new(),
            ping: Ping::Answered,
            writes_until: Instant::ZERO,
            random: (u64::from(serial) << 32 ^ chance.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1,
        }
    }

    pub(super) const fn address(&self) -> Address {
        self.address
    }

    /// The board writes something down.
    pub(super) fn begin_writing(&mut self, now: Instant) {
        self.writes_until = self.writes_until.max(now + WRITING);
    }

    /// Whether a host asks for changes.
    pub(super) const fn is_asked(&self) -> bool {
        self.told.is_some()
    }

    /// What was written and not told yet, as one reply.
    fn fetch(&mut self, log: &mut Log) -> Reply {
        let fresh = log.fetch();
        for entry in &fresh {
            if *entry == Entry::StartTag {
                self.game.clear();
            }
            self.game.push(*entry);
        }
        let beyond = self.game.len().saturating_sub(MAX_RECORDS_OF_A_GAME);
        self.game.drain(..beyond);
        let id = match &self.told {
            Some(Reply { id: Id::Odd, .. }) => Id::Even,
            _ => Id::Odd,
        };
        let data = fresh.into_iter().flat_map(Entry::encode).collect();
        let reply = Reply { id, address: self.address, data };
        self.told = Some(reply.clone());
        reply
    }

    /// A number below `end`, another one each time (xorshift).
    fn random(&mut self, end: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % end
    }
}

impl Board {
    /// Takes a byte, if it belongs to bus mode: a command for somebody, or what a board in single mode takes
    /// for one.
    pub(super) fn hear_bus(&mut self, byte: u8) -> bool {
        if byte >= 0x80 {
            self.bus.command.clear();
            self.bus.manner = if self.mode == Mode::Bus { Manner::Obeys } else { Manner::Switches };
            self.enter_bus();
        } else if self.mode != Mode::Bus || self.bus.command.is_empty() {
            // A code of single mode is carried out, and ends bus mode.
            self.leave_bus(byte);
            return false;
        }
        self.bus.command.push(byte);
        if let Ok(bytes) = <[u8; 4]>::try_from(self.bus.command.as_slice()) {
            self.bus.command.clear();
            if let (Some((command, address)), Manner::Obeys) =
                (Command::decode(bytes), self.bus.manner)
            {
                self.obey_bus(command, address);
            }
        }
        true
    }

    fn enter_bus(&mut self) {
        if self.mode != Mode::Bus {
            self.mode = Mode::Bus;
            self.outputs.clear();
        }
    }

    fn leave_bus(&mut self, code: u8) {
        if self.mode == Mode::Bus && super::Command::from_code(code).is_some() {
            self.mode = Mode::Idle;
            self.told = self.seen.clone();
        }
    }

    fn obey_bus(&mut self, command: Command, address: Address) {
        if command == Command::Ping && address == Address::ALL {
            return self.answer_ping();
        }
        if address != self.bus.address {
            return;
        }
        let at = self.now + ANSWER + Duration::from_micros(self.bus.random(LONGER));
        let at = at.max(self.bus.writes_until);
        let address = self.bus.address;
        let reply = |id, data| Reply { id, address, data };
        match command {
            Command::Clock => {
                let data = self.report().encode().to_vec();
                self.answer(at, reply(Id::Clock, data));
            }
            Command::Board => {
                let dump = Message::Board(Box::new(self.seen.clone())).encode();
                self.answer(at, reply(Id::Board, dump.get(3..).unwrap_or_default().to_vec()));
            }
            Command::Changes => {
                let changes = self.bus.fetch(&mut self.log);
                self.answer(at, changes);
            }
            Command::RepeatChanges => {
                let told = self.bus.told.clone();
                self.answer(at, told.unwrap_or_else(|| reply(Id::Odd, Vec::new())));
            }
            Command::StartGame => {
                self.log.start_game(&self.seen);
                self.answer(self.now + STARTING, reply(Id::Started, Vec::new()));
            }
            Command::FromStart => {
                let game = self.bus.game.iter().flat_map(|entry| entry.encode()).collect();
                self.answer(at, reply(Id::FromStart, game));
            }
            Command::Ping => self.answer(at, reply(Id::Ping, Vec::new())),
            Command::IgnorePing => {
                self.bus.ping = Ping::PassedOver;
                self.answer(at, reply(Id::Ping, Vec::new()));
            }
            Command::Version => {
                let data = vec![FIRMWARE.major, FIRMWARE.minor];
                self.answer(at, reply(Id::Version, data));
            }
        }
    }

    fn answer_ping(&mut self) {
        if std::mem::replace(&mut self.bus.ping, Ping::Answered) == Ping::PassedOver {
            return;
        }
        let at = self.now + Duration::from_micros(self.bus.random(PING));
        let address = self.bus.address;
        self.answer(at, Reply { id: Id::Ping, address, data: Vec::new() });
    }

    fn answer(&mut self, at: Instant, reply: Reply) {
        let place = self.outputs.partition_point(|(due, _)| *due <= at);
        self.outputs.insert(place, (at, reply.encode()));
    }
}

#[cfg(test)]
mod tests;
