//! What iChessOne boards and their hosts say.

use crate::driver::Squares;
use crate::observation::{Placement, Square};
use crate::packed::{Half, Packing};
use crate::packet::Channel;

/// What the board says in the air.
pub(super) const REPLIES: Channel = Channel(1);
/// What it is told there.
pub(super) const COMMANDS: Channel = Channel(2);

/// What a board says begins with this.
pub(super) const SIGN: u8 = b'=';

/// How a position is packed.
pub(super) const PACKING: Packing = Packing { letters: ".PNBRQKpnbrqk", first: Half::High };

/// Lights: how bright, in the upper half, and how red.
const DIM: u8 = 0x80;
/// How green, in the upper half, and how blue.
const BLUE: u8 = 0x0F;
/// What was lit before goes out. The upper half would have it flash.
const CLEAR: u8 = 0x01;
/// It stays lit.
const STAY: u8 = 0xFF;
/// How long the command for lights is.
const LIGHT_BYTES: usize = 16;

/// What a board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// What stands on it.
    Position(Box<Placement>),
    /// How full its battery is, in per cent.
    Battery(u8),
    /// What it says of its hardware.
    Hardware(String),
}

/// What a host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Tell the position when it changes.
    TellChanges,
    /// Tell it no more.
    TellNothing,
    /// How do the pieces stand?
    Position,
    /// How full is your battery?
    Battery,
    /// What are you?
    Hardware,
    /// Light these squares and no others.
    Light(Squares),
}

/// How long a message with this letter is; `None` where no board says such, or where its text is as long as it likes.
pub(super) const fn length(letter: u8) -> Option<usize> {
    match letter {
        b'p' => Some(2 + 32),
        b'b' => Some(2 + 2),
        _ => None,
    }
}

/// Whether a text may hold this.
pub(super) const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\r' | b'\n')
}

impl Reply {
    /// Reads a message; `None` where no board says such.
    pub(super) fn read(letter: u8, body: &[u8]) -> Option<Self> {
        match (letter, body) {
            (b'p', pieces) => Some(Self::Position(Box::new(PACKING.read(pieces, squares())?))),
            (b'b', &[0 | 1, percent @ ..=100]) => Some(Self::Battery(percent)),
            (b'h', text) => {
                let text = std::str::from_utf8(text).ok()?.trim();
                let is_line = !text.is_empty() && !text.contains(['\r', '\n']);
                is_line.then(|| Self::Hardware(text.to_owned()))
            }
            _ => None,
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Position(placement) => {
                [SIGN, b'p'].into_iter().chain(PACKING.bytes(placement, squares())).collect()
            }
            Self::Battery(percent) => vec![SIGN, b'b', 0, *percent],
            Self::Hardware(text) => [&[SIGN, b'h'], text.as_bytes()].concat(),
        }
    }
}

/// The square that a place in a position stands for: a8, b8, to h8, then a7.
fn squares() -> impl Iterator<Item = Square> {
    let places = (0_u8..64).map(|place| (7 - place / 8) * 8 + place % 8);
    places.filter_map(Square::new)
}

impl Command {
    /// All but those that say more than their letters.
    const PLAIN: [Self; 5] =
        [Self::TellChanges, Self::TellNothing, Self::Position, Self::Battery, Self::Hardware];

    /// Reads the command that `bytes` begin with, and how long it is.
    ///
    /// # Errors
    /// What is to be done with bytes that do not.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), Unread> {
        for command in Self::PLAIN {
            let letters = command.bytes();
            if bytes.starts_with(&letters) {
                return Ok((command, letters.len()));
            }
            if letters.starts_with(bytes) {
                return Err(Unread::Part);
            }
        }
        let is_light = b"EL".starts_with(bytes.get(..2).unwrap_or(bytes));
        match bytes.first_chunk::<LIGHT_BYTES>() {
            Some(bytes) if is_light => Ok((Self::Light(read_lights(bytes)), LIGHT_BYTES)),
            None if is_light => Err(Unread::Part),
            _ => Err(Unread::Noise),
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match *self {
            Self::TellChanges => b"CPIRQ".to_vec(),
            Self::TellNothing => b"CPOFF".to_vec(),
            Self::Position => b"RP".to_vec(),
            Self::Battery => b"RB".to_vec(),
            Self::Hardware => b"RH".to_vec(),
            Self::Light(squares) => light_bytes(squares).to_vec(),
        }
    }
}

/// Why bytes were not read as a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// More is to come.
    Part,
    /// They begin with none.
    Noise,
}

/// The row of a square's light among those of the board and of its edges, from above rank 8 down, and its bit, from a up.
fn light(square: Square) -> (usize, u8) {
    let (rank, file) = (square.index() / 8, square.index() % 8);
    (8 - rank, 1 << file)
}

fn light_bytes(squares: Squares) -> [u8; LIGHT_BYTES] {
    let mut rows = [0; 10];
    for (row, bit) in Square::all().filter(|square| squares.has(*square)).map(light) {
        rows[row] |= bit;
    }
    let mut bytes = [0; LIGHT_BYTES];
    bytes[..4].copy_from_slice(&[b'E', b'L', DIM, BLUE]);
    bytes[4..14].copy_from_slice(&rows);
    bytes[14..].copy_from_slice(&[CLEAR, STAY]);
    bytes
}

fn read_lights(bytes: &[u8; LIGHT_BYTES]) -> Squares {
    let is_lit = |square: &Square| {
        let (row, bit) = light(*square);
        bytes[4 + row] & bit != 0
    };
    Square::all().filter(is_lit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Reading;
    use proptest::prelude::*;

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<_> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
        digits.chunks(2).map(|pair| u8::try_from(pair[0] << 4 | pair[1]).unwrap()).collect()
    }

    /// Tested by another program (`drivers/ichessone/README.md`, Sources).
    #[test]
    fn a_position_begins_at_a8_with_the_upper_half_of_a_byte() {
        let zeros = |count: usize| "00".repeat(count);
        for (rows, placement) in [
            (
                format!("A89BC98A 77777777 {} 11111111 42356324", zeros(16)),
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            ),
            (
                format!("42365324 11111111 {} 77777777 A89CB98A", zeros(16)),
                "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
            ),
            (
                format!("A89BC98A 77777777 {} 01 11111110 42356324", zeros(15)),
                "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR",
            ),
        ] {
            let reply = Reply::Position(Box::new(placement.parse().unwrap()));
            assert_eq!(Reply::read(b'p', &bytes(&rows)), Some(reply.clone()));
            assert_eq!(reply.bytes(), bytes(&format!("3D70 {rows}")));
        }
        let wrong = format!("D89BC98A 77777777 {} 11111111 42356324", zeros(16));
        assert_eq!(Reply::read(b'p', &bytes(&wrong)), None);
        let has = |byte| PACKING.has(byte);
        assert!(!has(SIGN) && has(0xCC) && !has(0xD0) && !has(0x0D));
    }

    /// Tested by another program (`drivers/ichessone/README.md`, Sources).
    #[test]
    fn a_battery_says_its_charge_after_whether_it_is_charged() {
        for (body, percent) in [
            ([1, 0x64], Some(100)),
            ([0, 0x58], Some(88)),
            ([0, 9], Some(9)),
            ([0, 4], Some(4)),
            ([0, 101], None),
            ([2, 88], None),
        ] {
            assert_eq!(Reply::read(b'b', &body), percent.map(Reply::Battery));
        }
    }

    /// Tested by another program (`drivers/ichessone/README.md`, Sources).
    #[test]
    fn squares_are_lit_in_blue_until_others_are() {
        for (names, hex) in [
            (&["e2", "e4"][..], "454C 80 0F 00 0000000010001000 00 01 FF"),
            (&["c3"], "454C 80 0F 00 0000000000040000 00 01 FF"),
            (&["f6"], "454C 80 0F 00 0000200000000000 00 01 FF"),
            (&[], "454C 80 0F 00 0000000000000000 00 01 FF"),
        ] {
            let squares = names.iter().map(|name| name.parse::<Square>().unwrap()).collect();
            let command = Command::Light(squares);
            assert_eq!(command.bytes(), bytes(hex));
            assert_eq!(Command::read(&bytes(hex)), Ok((command, LIGHT_BYTES)));
        }
    }

    #[test]
    fn commands_have_no_end_of_their_own() {
        assert_eq!(Command::TellChanges.bytes(), bytes("43 50 49 52 51"));
        assert_eq!(Command::read(b"CPIRQRP"), Ok((Command::TellChanges, 5)));
        assert_eq!(Command::read(b"CPO"), Err(Unread::Part));
        assert_eq!(Command::read(b"ELx"), Err(Unread::Part));
        assert_eq!(Command::read(b"CPM"), Err(Unread::Noise));
        assert_eq!(Command::read(b"xRP"), Err(Unread::Noise));
    }

    #[test]
    fn a_text_is_one_line() {
        let text = Some(Reply::Hardware("iChessOne 2".into()));
        assert_eq!(Reply::read(b'h', b"iChessOne 2\r\n"), text);
        assert_eq!(Reply::read(b'h', b"one\ntwo"), None);
        assert_eq!(Reply::read(b'h', b" "), None);
    }

    proptest! {
        #[test]
        fn what_stands_on_a_board_is_read_as_it_was_written(
            codes in prop::collection::vec(0_usize..13, 64),
        ) {
            let mut placement = Placement::EMPTY;
            for (square, code) in Square::all().zip(codes) {
                let letter = PACKING.letters.chars().nth(code).unwrap();
                placement.set(square, Reading::from_letter(letter).unwrap());
            }
            let reply = Reply::Position(Box::new(placement));
            prop_assert_eq!(Reply::read(b'p', &reply.bytes()[2..]), Some(reply));
        }
    }
}
