//! From bytes to messages, in step again after any noise.
//!
//! An id has its highest bit set and nothing else in a message has, so a parser that is out of step
//! finds the next message by itself: a byte of `80` or more begins one, whatever it cuts off.

use std::time::Duration;

use super::wire::{Id, Message};
use crate::time::Instant;

/// A pause within a message after which the rest is not waited for.
const BROKEN_OFF: Duration = Duration::from_millis(300);

/// An id without a message. Some boards send it for themselves, some with two bytes of zero.
const NONE: u8 = 0x80;

/// Finds the messages in a stream of bytes. Holds one at most, whose length its kind bounds.
#[derive(Debug)]
pub(super) struct Parser {
    partial: Vec<u8>,
    last: Instant,
    noise: u32,
}

impl Parser {
    /// In no message.
    pub(super) const fn new() -> Self {
        Self { partial: Vec::new(), last: Instant::ZERO, noise: 0 }
    }

    /// Takes the next byte; gives the message that it completes.
    pub(super) fn push(&mut self, now: Instant, byte: u8) -> Option<Message> {
        if now.since(self.last) > BROKEN_OFF {
            self.abandon();
        }
        self.last = now;
        if byte >= NONE {
            self.abandon();
        } else if self.partial.is_empty() {
            self.noise = self.noise.saturating_add(1);
            return None;
        }
        self.partial.push(byte);
        self.complete()
    }

    /// The number of bytes since the last call that belong to no message.
    pub(super) fn take_noise(&mut self) -> u32 {
        std::mem::take(&mut self.noise)
    }

    fn complete(&mut self) -> Option<Message> {
        let &[first, high, low, ref data @ ..] = self.partial.as_slice() else {
            return None;
        };
        let length = usize::from(high) << 7 | usize::from(low);
        let Some(id) = Id::from_byte(first).filter(|id| id.fits(length)) else {
            self.abandon();
            return None;
        };
        if self.partial.len() < length {
            return None;
        }
        let message = Message::decode(id, data);
        match message {
            Some(_) => self.partial.clear(),
            None => self.abandon(),
        }
        message
    }

    /// Gives up what was begun, as noise.
    fn abandon(&mut self) {
        if self.partial.first() != Some(&NONE) {
            let skipped = u32::try_from(self.partial.len()).unwrap_or(u32::MAX);
            self.noise = self.noise.saturating_add(skipped);
        }
        self.partial.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(parser: &mut Parser, now: Instant, bytes: &[u8]) -> Vec<Message> {
        bytes.iter().filter_map(|&byte| parser.push(now, byte)).collect()
    }

    fn messages(bytes: &[u8]) -> (Vec<Message>, u32) {
        let mut parser = Parser::new();
        let messages = parse(&mut parser, Instant::ZERO, bytes);
        (messages, parser.take_noise())
    }

    const E2_LIFTED: [u8; 5] = [0x8E, 0x00, 0x05, 0x34, 0x00];

    fn e2_lifted() -> Message {
        Message::decode(Id::Field, &[0x34, 0x00]).unwrap()
    }

    #[test]
    fn the_unit_of_a_board_in_debug_mode_does_not_hide_what_follows() {
        let junk = [0x90, 0x81, 0x00, 0x08, 0x00, 0x00, 0xB5, 0x00, 0x08, 0x91];
        let (found, noise) = messages(&[&junk[..], &E2_LIFTED].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 10));
    }

    #[test]
    fn a_broken_message_does_not_hide_what_follows() {
        let (found, noise) = messages(&[&[0x12, 0x13, 0x8E, 0x00][..], &E2_LIFTED].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 4));
    }

    #[test]
    fn a_message_cut_off_in_its_data_is_noise() {
        let (found, noise) = messages(&[&E2_LIFTED[..4], &E2_LIFTED].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 4));
    }

    #[test]
    fn a_length_that_its_kind_cannot_have_is_noise() {
        let (found, noise) = messages(&[&[0x8E, 0x00, 0x06, 0x34][..], &E2_LIFTED].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 4));
    }

    #[test]
    fn data_that_its_kind_cannot_have_are_noise() {
        let (found, noise) = messages(&[&[0x8E, 0x00, 0x05, 0x40, 0x01][..], &E2_LIFTED].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 5));
    }

    #[test]
    fn an_id_without_a_message_is_passed_over_in_silence() {
        let (found, noise) =
            messages(&[&[0x80, 0x80, 0x00, 0x00, 0x80][..], &E2_LIFTED, &[0x80]].concat());
        assert_eq!((found, noise), (vec![e2_lifted()], 0));
    }

    #[test]
    fn silence_within_a_message_ends_it() {
        let mut parser = Parser::new();
        assert!(parse(&mut parser, Instant::from_millis(1_000), &E2_LIFTED[..4]).is_empty());
        assert!(parse(&mut parser, Instant::from_millis(1_301), &E2_LIFTED[4..]).is_empty());
        assert_eq!(parser.take_noise(), 5);
        assert!(parse(&mut parser, Instant::from_millis(2_000), &E2_LIFTED[..4]).is_empty());
        let rest = parse(&mut parser, Instant::from_millis(2_300), &E2_LIFTED[4..]);
        assert_eq!(rest, [e2_lifted()]);
    }

    #[test]
    fn the_whole_log_is_one_message() {
        let log = [&[0x8F, 0x3E, 0x03][..], &[0x6B; 7_936]].concat();
        let (found, noise) = messages(&[&log[..], &E2_LIFTED].concat());
        assert_eq!(noise, 0);
        assert_eq!(found, [Message::Log(vec![0x6B; 7_936]), e2_lifted()]);
    }

    #[test]
    fn an_empty_log_is_a_message() {
        let (found, noise) = messages(&[0x8F, 0x00, 0x03]);
        assert_eq!((found.len(), noise), (1, 0));
    }

    proptest! {
        #[test]
        fn every_byte_is_in_a_message_or_noise_or_still_open(
            bytes in proptest::collection::vec(
                prop_oneof![0x00..NONE, NONE + 1..=0xFF, Just(0x8E), Just(0x00)], 0..600
            )
        ) {
            let mut parser = Parser::new();
            let found = parse(&mut parser, Instant::ZERO, &bytes);
            let in_messages: usize = found.iter().map(|message| message.encode().len()).sum();
            let noise = parser.take_noise() as usize;
            // The older, longer form of a serial number is written in the newer, shorter one.
            let serials = found.iter().filter(|message| message.id() == Id::Serial).count();
            let counted = in_messages + noise + parser.partial.len();
            prop_assert!((counted..=counted + 4 * serials).contains(&bytes.len()));
            prop_assert!(parser.partial.len() <= 7_939);
        }

        #[test]
        fn junk_before_a_message_never_swallows_it(
            junk in proptest::collection::vec(any::<u8>(), 0..100)
        ) {
            let (found, _) = messages(&[&junk[..], &E2_LIFTED].concat());
            prop_assert_eq!(found.last(), Some(&e2_lifted()));
        }
    }
}
