//! Messages of ChessUp boards: a byte that says which, and so many more. A packet holds one, or several.

use crate::family::nordic_uart;
use crate::observation::{Color, Piece, Placement, Reading, Role, Square};
use crate::packet::{Channel, Packet};

/// How full the battery is.
pub(super) const BATTERY: Channel = Channel(3);

/// What stands beside the pieces in a position: whose turn it is, castling, a capture in passing, the counts of moves.
const BESIDE_PIECES: usize = 8;

/// A message of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// How the pieces stand in its game.
    Position(Box<Placement>),
    /// It has taken a move. It says so again until it hears that it was heard.
    Move {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// What the pawn of the last move becomes. It says so again until it hears that it was heard.
    Promotion(Role),
    /// The settings are taken.
    SettingsTaken,
    /// A move is taken back.
    TakenBack,
    /// Who it is.
    Info(Info),
    /// Something that says nothing of the game.
    Other,
}

/// Who a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Info {
    /// The version of its firmware.
    pub(super) version: [u8; 3],
    /// Its serial number.
    pub(super) serial: [u8; 4],
}

impl Message {
    /// Reads the message that begins the bytes, and says how long it is. `None` where none does.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        Some(match *bytes {
            [0x67, ref rest @ ..] => {
                let pieces = rest.get(..64 + BESIDE_PIECES)?.get(..64)?;
                (Self::Position(Box::new(placement(pieces)?)), 1 + 64 + BESIDE_PIECES)
            }
            [0xA3, 0x35, from_file, from_rank, to_file, to_rank, ..] => {
                let from = square(from_file, from_rank)?;
                (Self::Move { from, to: square(to_file, to_rank)? }, 6)
            }
            [0x97, code, ..] => (Self::Promotion(promoted(code)?), 2),
            [0x24, ..] => (Self::SettingsTaken, 1),
            [0xBD, ..] => (Self::TakenBack, bytes.len()),
            [0xB2, ref rest @ ..] => {
                let [version_0, version_1, version_2, _, _, _, _, s0, s1, s2, s3, ..] =
                    *rest.get(..15)?
                else {
                    return None;
                };
                let version = [version_0, version_1, version_2];
                (Self::Info(Info { version, serial: [s0, s1, s2, s3] }), 16)
            }
            [0x22 | 0x23 | 0xB1, ..] => (Self::Other, 1),
            [0xB0 | 0x31 | 0x33, _, ..] => (Self::Other, 2),
            [0xB8, _, _, ..] => (Self::Other, 3),
            [0xFD, 0xFD, ref rest @ ..] if rest.len() >= 8 => (Self::Other, 10),
            // How long it is, nobody says.
            [0xBB, ..] => (Self::Other, bytes.len()),
            _ => return None,
        })
    }

    /// Its bytes.
    #[cfg(test)]
    pub(super) fn read_all(bytes: &[u8]) -> Vec<Self> {
        let mut rest = bytes;
        let mut messages = Vec::new();
        while let Some((message, length)) = Self::read(rest) {
            messages.push(message);
            rest = &rest[length..];
        }
        messages
    }
}

/// What is said to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Who are you?
    Info,
    /// How do the pieces stand?
    Position,
    /// The move is heard.
    MoveHeard,
    /// The promotion is heard.
    PromotionHeard,
    /// Two people play, nobody is helped, and moves are told. A game that is played begins anew by it.
    Settings,
}

impl Command {
    /// Its bytes.
    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Info => &[0xB2],
            Self::Position => &[0x67],
            Self::MoveHeard => &[0x21],
            Self::PromotionHeard => &[0x23],
            Self::Settings => &[0xB9, 5, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0],
        }
    }

    /// The packet that says it.
    pub(super) fn packet(self) -> Packet {
        Packet { channel: nordic_uart::COMMANDS, bytes: self.bytes().to_vec() }
    }

    /// The command of a packet; `None` where it is none of these.
    pub(super) fn read(packet: Packet<&[u8]>) -> Option<Self> {
        let all =
            [Self::Info, Self::Position, Self::MoveHeard, Self::PromotionHeard, Self::Settings];
        let is_it = |command: &Self| command.bytes() == packet.bytes;
        all.into_iter().find(is_it).filter(|_| packet.channel == nordic_uart::COMMANDS)
    }
}

/// A position as the board tells it.
pub(super) fn position_bytes(placement: &Placement, turn: Color) -> Vec<u8> {
    let pieces = Square::all().map(|square| piece_code(placement.get(square)));
    let turn = u8::from(turn == Color::Black);
    // No castling, no capture in passing, no moves counted.
    let beside = [turn, 0, 0, 0, 0, 0x40, 0, 1];
    std::iter::once(0x67).chain(pieces).chain(beside).collect()
}

/// A move as the board tells it.
pub(super) fn move_bytes(from: Square, to: Square) -> Vec<u8> {
    let of = |square: Square| square.index() as u8;
    let (from, to) = (of(from), of(to));
    vec![0xA3, 0x35, from % 8, from / 8, to % 8, to / 8]
}

/// What the pieces of a promotion are called.
const PROMOTED: [(u8, Role); 4] =
    [(1, Role::Rook), (2, Role::Knight), (3, Role::Bishop), (4, Role::Queen)];

fn promoted(code: u8) -> Option<Role> {
    PROMOTED.into_iter().find(|(known, _)| *known == code).map(|(_, role)| role)
}

/// A promotion as the board tells it.
pub(super) fn promotion_bytes(role: Role) -> Option<Vec<u8>> {
    let known = PROMOTED.into_iter().find(|(_, known)| *known == role);
    known.map(|(code, _)| vec![0x97, code])
}

fn square(file: u8, rank: u8) -> Option<Square> {
    if file < 8 && rank < 8 { Square::new(rank * 8 + file) } else { None }
}

fn placement(pieces: &[u8]) -> Option<Placement> {
    let mut placement = Placement::EMPTY;
    for (square, code) in Square::all().zip(pieces) {
        placement.set(square, piece(*code)?);
    }
    Some(placement)
}

/// An empty square.
const EMPTY: u8 = 0x40;

/// The kinds of pieces in the order of their codes; those of Black are 8 higher.
const ROLES: [Role; 6] =
    [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King];

fn piece(code: u8) -> Option<Reading> {
    if code == EMPTY {
        return Some(Reading::Empty);
    }
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let role = ROLES.get(usize::from(code & !8)).copied()?;
    Some(Reading::Piece(Piece { color, role }))
}

fn piece_code(reading: Reading) -> u8 {
    let Reading::Piece(piece) = reading else { return EMPTY };
    let black = if piece.color == Color::Black { 8 } else { 0 };
    ROLES
        .iter()
        .zip(0..)
        .find(|(role, _)| **role == piece.role)
        .map_or(EMPTY, |(_, code)| code | black)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The position in which games begin, as a client of others has it in its tests.
    fn start() -> Vec<u8> {
        let mut bytes = vec![0x67, 1, 2, 3, 4, 5, 3, 2, 1];
        bytes.extend([0; 8]);
        bytes.extend([0x40; 32]);
        bytes.extend([8; 8]);
        bytes.extend([9, 0xA, 0xB, 0xC, 0xD, 0xB, 0xA, 9]);
        bytes.extend([0, 1, 1, 1, 1, 0x40, 0, 1]);
        bytes
    }

    #[test]
    fn the_position_at_the_start_is_read() {
        let bytes = start();
        assert_eq!(bytes.len(), 73);
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        assert_eq!(Message::read(&bytes), Some((Message::Position(Box::new(placement)), 73)));
        assert_eq!(Message::read(&bytes[..72]), None);
        for wrong in [6, 7, 14, 16, 0x41, 0xFF] {
            let mut bytes = start();
            bytes[20] = wrong;
            assert_eq!(Message::read(&bytes), None, "{wrong:02x}");
        }
    }

    #[test]
    fn moves_promotions_and_who_it_is_are_read() {
        let [from, to] = ["e2", "e4"].map(|name| name.parse().unwrap());
        let e2e4 = [0xA3, 0x35, 4, 1, 4, 3];
        assert_eq!(Message::read(&e2e4), Some((Message::Move { from, to }, 6)));
        assert_eq!(move_bytes(from, to), e2e4);
        assert_eq!(Message::read(&[0xA3, 0x35, 4, 1, 4, 8]), None);
        assert_eq!(Message::read(&[0xA3, 0x34, 4, 1, 4, 3]), None);
        for (code, role) in PROMOTED {
            assert_eq!(Message::read(&[0x97, code]), Some((Message::Promotion(role), 2)));
            assert_eq!(promotion_bytes(role), Some(vec![0x97, code]));
        }
        assert_eq!(Message::read(&[0x97, 0]), None);
        assert_eq!(Message::read(&[0x97, 5]), None);
        let info = [0xB2, 0, 1, 9, 0, 1, 0, 0, 0x0D, 0xEF, 0x36, 0xD0, 1, 4, 0, 1];
        let read = Info { version: [0, 1, 9], serial: [0x0D, 0xEF, 0x36, 0xD0] };
        assert_eq!(Message::read(&info), Some((Message::Info(read), 16)));
    }

    #[test]
    fn messages_in_one_packet_are_read_one_by_one() {
        let glued = [&[0xB8, 12, 0][..], &[0xA3, 0x35, 4, 1, 4, 3], &[0x24], &start()].concat();
        let messages = Message::read_all(&glued);
        assert_eq!(messages.len(), 4);
        assert!(matches!(messages[3], Message::Position(_)));
    }

    #[test]
    fn what_is_never_to_be_sent_is_no_command() {
        let packet = |bytes: &'static [u8]| Packet { channel: nordic_uart::COMMANDS, bytes };
        assert_eq!(Command::read(packet(&[0x66])), None);
        assert_eq!(Command::read(packet(&[0x21])), Some(Command::MoveHeard));
    }

    proptest! {
        #[test]
        fn no_message_is_longer_than_its_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            if let Some((_, length)) = Message::read(&bytes) {
                prop_assert!((1..=bytes.len()).contains(&length));
            }
        }

        #[test]
        fn a_position_reads_as_it_was_told(codes in proptest::collection::vec(0_usize..13, 64)) {
            let letters: Vec<char> = ".PRNBQKprnbqk".chars().collect();
            let mut placement = Placement::EMPTY;
            for (square, code) in Square::all().zip(codes) {
                placement.set(square, Reading::from_letter(letters[code]).unwrap());
            }
            let bytes = position_bytes(&placement, Color::White);
            prop_assert_eq!(Message::read(&bytes), Some((Message::Position(Box::new(placement)), 73)));
        }
    }
}
