//! Frames of bus mode: commands of four bytes, and replies.
//!
//! Both have a checksum, and an address of 14 bits. Ids from `83` to `8C` mean something else than in
//! single mode, so only who knows in which mode a board was asked can read its answer.

use std::time::Duration;

use crate::dgt::wire;
use crate::time::Instant;

/// A pause within a reply after which the rest is not waited for.
const BROKEN_OFF: Duration = Duration::from_millis(300);

/// Address of a board on a line: its serial number as far as 14 bits hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::dgt) struct Address(u16);

impl Address {
    /// All boards of the line.
    pub(in crate::dgt) const ALL: Self = Self(0);

    /// The low 14 bits of a number.
    pub(in crate::dgt) const fn new(number: u32) -> Self {
        Self((number & 0x3FFF) as u16)
    }

    const fn from_bytes(high: u8, low: u8) -> Self {
        Self((high as u16 & 0x7F) << 7 | low as u16 & 0x7F)
    }

    const fn bytes(self) -> [u8; 2] {
        [(self.0 >> 7) as u8, (self.0 & 0x7F) as u8]
    }

    /// As a number.
    pub(in crate::dgt) const fn number(self) -> u16 {
        self.0
    }

    /// The serial number that it is of, as boards print theirs.
    pub(in crate::dgt) fn serial(self) -> String {
        format!("{:05}", self.0)
    }
}

/// What a host asks of a board on a line. What would reset boards, take them out of bus mode or set them
/// is missing on purpose: it is never sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::dgt) enum Command {
    /// Tell the clock.
    Clock = 0x81,
    /// Tell the whole board.
    Board = 0x82,
    /// Tell what was written down since the last time, and forget that it was not told.
    Changes = 0x83,
    /// Tell the same once more.
    RepeatChanges = 0x84,
    /// A game begins: write that down, and all pieces.
    StartGame = 0x85,
    /// Tell what was told since the game began.
    FromStart = 0x86,
    /// Say that you are there; asked of all, each board does so at a moment of its own.
    Ping = 0x87,
    /// Say so at once, and pass over the next ping that is for all.
    IgnorePing = 0x8A,
    /// Tell the version of the firmware.
    Version = 0x8B,
}

impl Command {
    /// All commands.
    pub(in crate::dgt) const ALL: [Self; 9] = [
        Self::Clock,
        Self::Board,
        Self::Changes,
        Self::RepeatChanges,
        Self::StartGame,
        Self::FromStart,
        Self::Ping,
        Self::IgnorePing,
        Self::Version,
    ];

    /// The bytes that are sent.
    pub(in crate::dgt) fn encode(self, address: Address) -> [u8; 4] {
        let [high, low] = address.bytes();
        [self as u8, high, low, checksum(&[self as u8, high, low])]
    }

    /// The command of these bytes, and for whom it is; `None` where it is damaged or has no name here.
    pub(in crate::dgt) fn decode(bytes: [u8; 4]) -> Option<(Self, Address)> {
        let [first, high, low, check] = bytes;
        let command = Self::ALL.into_iter().find(|&command| command as u8 == first)?;
        (check == checksum(&[first, high, low]))
            .then_some((command, Address::from_bytes(high, low)))
    }

    /// Whether a reply of this kind answers it.
    pub(in crate::dgt) const fn is_answered_by(self, id: Id) -> bool {
        matches!(
            (self, id),
            (Self::Clock, Id::Clock)
                | (Self::Board, Id::Board)
                | (Self::Changes | Self::RepeatChanges, Id::Odd | Id::Even)
                | (Self::StartGame, Id::Started)
                | (Self::FromStart, Id::FromStart)
                | (Self::Ping | Self::IgnorePing, Id::Ping)
                | (Self::Version, Id::Version)
        )
    }
}

/// Kind of a reply: its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::dgt) enum Id {
    /// Whole read-out.
    Board = 0x83,
    /// The clock.
    Clock = 0x84,
    /// Changes.
    Odd = 0x85,
    /// The log since a game began.
    FromStart = 0x86,
    /// The board is there.
    Ping = 0x87,
    /// It has written down that a game begins.
    Started = 0x88,
    /// Version of the firmware.
    Version = 0x89,
    /// Changes: newer boards use one kind and the other in turn.
    Even = 0x8B,
}

impl Id {
    const ALL: [Self; 8] = [
        Self::Board,
        Self::Clock,
        Self::Odd,
        Self::FromStart,
        Self::Ping,
        Self::Started,
        Self::Version,
        Self::Even,
    ];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&id| id as u8 == byte)
    }

    /// Whether a reply of this kind can be `length` bytes long.
    const fn fits(self, length: usize) -> bool {
        match self {
            Self::Board => length == 70,
            Self::Clock => length == 13,
            Self::Odd | Self::Even | Self::FromStart => matches!(length, 6..=8_192),
            Self::Ping | Self::Started => length == 6,
            Self::Version => matches!(length, 6 | 8),
        }
    }
}

/// What one board answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::dgt) struct Reply {
    /// What it is.
    pub(in crate::dgt) id: Id,
    /// Who answers.
    pub(in crate::dgt) address: Address,
    /// What is told, each byte below `80`.
    pub(in crate::dgt) data: Vec<u8>,
}

impl Reply {
    /// The bytes of the reply.
    pub(in crate::dgt) fn encode(&self) -> Vec<u8> {
        let length = self.data.len() + 6;
        let [high, low] = self.address.bytes();
        let mut bytes = Vec::with_capacity(length);
        bytes.extend([self.id as u8, (length >> 7 & 0x7F) as u8, (length & 0x7F) as u8, high, low]);
        bytes.extend(self.data.iter().map(|byte| byte & 0x7F));
        bytes.push(checksum(&bytes));
        bytes
    }
}

fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte)) & 0x7F
}

/// What a parser finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::dgt) enum Found {
    /// A reply whose checksum is right.
    Reply(Reply),
    /// The head of a message of single mode: a board talks that was thrown out of bus mode.
    SingleMode,
}

/// Finds the replies in a stream of bytes. Holds one at most, whose length its kind bounds.
#[derive(Debug)]
pub(in crate::dgt) struct Parser {
    partial: Vec<u8>,
    last: Instant,
    noise: u32,
}

impl Parser {
    /// In no reply.
    pub(in crate::dgt) const fn new() -> Self {
        Self { partial: Vec::new(), last: Instant::ZERO, noise: 0 }
    }

    /// Takes the next byte; gives what it completes.
    pub(in crate::dgt) fn push(&mut self, now: Instant, byte: u8) -> Option<Found> {
        if now.since(self.last) > BROKEN_OFF {
            self.abandon();
        }
        self.last = now;
        if byte >= 0x80 {
            self.abandon();
        } else if self.partial.is_empty() {
            self.noise = self.noise.saturating_add(1);
            return None;
        }
        self.partial.push(byte);
        self.complete()
    }

    /// The number of bytes since the last call that belong to no reply.
    pub(in crate::dgt) fn take_noise(&mut self) -> u32 {
        std::mem::take(&mut self.noise)
    }

    /// Gives up what was begun, as noise.
    pub(in crate::dgt) fn abandon(&mut self) {
        let skipped = u32::try_from(self.partial.len()).unwrap_or(u32::MAX);
        self.noise = self.noise.saturating_add(skipped);
        self.partial.clear();
    }

    fn complete(&mut self) -> Option<Found> {
        let &[first, high, low, ref rest @ ..] = self.partial.as_slice() else {
            return None;
        };
        let length = usize::from(high) << 7 | usize::from(low);
        let Some(id) = Id::from_byte(first).filter(|id| id.fits(length)) else {
            let is_single = wire::Id::from_byte(first).is_some_and(|id| id.fits(length));
            self.abandon();
            return is_single.then_some(Found::SingleMode);
        };
        if self.partial.len() < length {
            return None;
        }
        let found = match rest {
            [high, low, data @ .., check]
                if *check == checksum(self.partial.get(..length - 1).unwrap_or_default()) =>
            {
                let address = Address::from_bytes(*high, *low);
                Some(Found::Reply(Reply { id, address, data: data.to_vec() }))
            }
            _ => None,
        };
        match found {
            Some(_) => self.partial.clear(),
            None => self.abandon(),
        }
        found
    }
}

#[cfg(test)]
mod tests;
