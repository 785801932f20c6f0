use proptest::prelude::*;

use super::*;

const SOMEBODY: Address = Address::new(1_025);

fn found(bytes: &[u8]) -> (Vec<Found>, u32) {
    let mut parser = Parser::new();
    let found = bytes.iter().filter_map(|&byte| parser.push(Instant::ZERO, byte)).collect();
    (found, parser.take_noise())
}

fn reply(id: Id, data: &[u8]) -> Found {
    Found::Reply(Reply { id, address: SOMEBODY, data: data.to_vec() })
}

#[test]
fn commands_are_the_bytes_that_boards_know() {
    for (command, bytes) in [
        (Command::Clock, [0x81, 0x08, 0x01, 0x0A]),
        (Command::Board, [0x82, 0x08, 0x01, 0x0B]),
        (Command::Changes, [0x83, 0x08, 0x01, 0x0C]),
        (Command::RepeatChanges, [0x84, 0x08, 0x01, 0x0D]),
        (Command::StartGame, [0x85, 0x08, 0x01, 0x0E]),
        (Command::FromStart, [0x86, 0x08, 0x01, 0x0F]),
        (Command::Ping, [0x87, 0x08, 0x01, 0x10]),
        (Command::IgnorePing, [0x8A, 0x08, 0x01, 0x13]),
        (Command::Version, [0x8B, 0x08, 0x01, 0x14]),
    ] {
        assert_eq!(command.encode(SOMEBODY), bytes);
        assert_eq!(Command::decode(bytes), Some((command, SOMEBODY)));
    }
    assert_eq!(Command::Clock.encode(Address::new(2_054)), [0x81, 0x10, 0x06, 0x17]);
    assert_eq!(Command::Ping.encode(Address::ALL), [0x87, 0x00, 0x00, 0x07]);
    assert_eq!(Command::Board.encode(Address::new(16_383)), [0x82, 0x7F, 0x7F, 0x00]);
    assert_eq!(Command::decode([0x82, 0x08, 0x01, 0x0C]), None, "its checksum is wrong");
    assert_eq!(Command::decode([0x88, 0x08, 0x01, 0x11]), None, "it would end bus mode");
}

#[test]
fn replies_read_as_they_were_sent() {
    for (bytes, expected) in [
        (&[0x87, 0x00, 0x06, 0x08, 0x01, 0x16][..], reply(Id::Ping, &[])),
        (&[0x88, 0x00, 0x06, 0x08, 0x01, 0x17], reply(Id::Started, &[])),
        (&[0x89, 0x00, 0x08, 0x08, 0x01, 0x01, 0x08, 0x23], reply(Id::Version, &[1, 8])),
        (&[0x85, 0x00, 0x06, 0x08, 0x01, 0x14], reply(Id::Odd, &[])),
        (
            &[0x85, 0x00, 0x0D, 0x08, 0x01, 0x40, 0x34, 0x41, 0x24, 0x70, 0x03, 0x01, 0x68],
            reply(Id::Odd, &[0x40, 0x34, 0x41, 0x24, 0x70, 0x03, 0x01]),
        ),
        (
            &[0x8B, 0x00, 0x0A, 0x08, 0x01, 0x40, 0x0C, 0x47, 0x1C, 0x4D],
            reply(Id::Even, &[0x40, 0x0C, 0x47, 0x1C]),
        ),
        (
            &[0x84, 0x00, 0x0D, 0x08, 0x01, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09, 0x6C],
            reply(Id::Clock, &[0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09]),
        ),
        (
            &[0x86, 0x00, 0x0B, 0x08, 0x01, 0x7B, 0x48, 0x00, 0x49, 0x01, 0x27],
            reply(Id::FromStart, &[0x7B, 0x48, 0x00, 0x49, 0x01]),
        ),
    ] {
        assert_eq!(found(bytes), (vec![expected.clone()], 0));
        let Found::Reply(reply) = expected else { unreachable!() };
        assert_eq!(reply.encode(), bytes);
    }
}

#[test]
fn what_is_damaged_is_noise_and_the_next_reply_is_found() {
    let good = Command::Ping.encode(SOMEBODY);
    assert_eq!(found(&good), (vec![], 4), "a command is no reply: its second byte is no length");
    let ping = [0x87, 0x00, 0x06, 0x08, 0x01, 0x16];
    let mut wrong = ping;
    wrong[5] ^= 1;
    assert_eq!(found(&[&wrong[..], &ping].concat()), (vec![reply(Id::Ping, &[])], 6));
    assert_eq!(found(&[&ping[..4], &ping].concat()), (vec![reply(Id::Ping, &[])], 4));
}

#[test]
fn a_board_in_single_mode_is_recognised() {
    assert_eq!(found(&[0x8E, 0x00, 0x05, 0x34, 0x00]).0, [Found::SingleMode]);
    assert_eq!(found(&[0x8D, 0x00, 0x0A, 0, 0, 0, 0, 0, 0, 0x20]).0, [Found::SingleMode]);
}

fn any_reply() -> impl Strategy<Value = Reply> {
    let data = |length| proptest::collection::vec(0_u8..0x80, length);
    (prop::sample::select(&Id::ALL), 0_u32..16_384).prop_flat_map(move |(id, address)| {
        let lengths: Vec<usize> = (0..200).filter(|length| id.fits(length + 6)).collect();
        let data = prop::sample::select(lengths).prop_flat_map(data);
        let address = Address::new(address);
        data.prop_map(move |data| Reply { id, address, data })
    })
}

proptest! {
    #[test]
    fn any_reply_is_found_behind_any_junk(
        junk in proptest::collection::vec(any::<u8>(), 0..100),
        reply in any_reply(),
    ) {
        let (found, _) = found(&[&junk[..], &reply.encode()].concat());
        prop_assert_eq!(found.last(), Some(&Found::Reply(reply)));
    }

    #[test]
    fn every_byte_is_in_a_reply_or_counted_as_noise(
        bytes in proptest::collection::vec(
            prop_oneof![any::<u8>(), 0x80_u8..0x90, 0_u8..8, Just(0x00)], 0..600
        )
    ) {
        let mut parser = Parser::new();
        let mut in_replies = 0;
        for &byte in &bytes {
            if let Some(Found::Reply(reply)) = parser.push(Instant::ZERO, byte) {
                in_replies += reply.encode().len();
            }
        }
        let noise = parser.take_noise() as usize;
        prop_assert_eq!(in_replies + noise + parser.partial.len(), bytes.len());
    }
}
