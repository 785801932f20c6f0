//! What Chessnut boards and their hosts say.

use crate::driver::Squares;
use crate::observation::{Placement, Square};
use crate::packed::{Half, Packing};
use crate::packet::Channel;

/// Positions in the air.
pub(super) const POSITIONS: Channel = Channel(1);
/// What else the board says there.
pub(super) const REPLIES: Channel = Channel(2);
/// What it is told there.
pub(super) const COMMANDS: Channel = Channel(3);

/// A message with a position begins with this.
pub(super) const POSITION: u8 = 0x01;
/// So much of it tells the position.
pub(super) const POSITION_BYTES: usize = 2 + 32;
/// How many bytes follow in the air, with the time since the board was switched on.
const IN_AIR: u8 = 0x24;
/// How many follow in a report.
const IN_REPORT: u8 = 0x3D;

/// How a position is packed.
const PACKING: Packing = Packing { letters: ".qkbpnRPrBNQK", first: Half::Low };

/// The longest names and versions.
const MAX_TEXT: u8 = 0x40;
/// The longest message that only the Move has.
const MAX_OF_MOVE: u8 = 0x89;

/// The colours of the Move's lights are red, green and blue; blue is seen on light and dark squares.
const BLUE: u8 = 3;

/// What a board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// What stands on it.
    Position(Box<Placement>),
    /// How full its battery is, in per cent.
    Battery(u8),
    /// The version of what runs in it.
    Version(String),
    /// What it is called.
    Name(String),
    /// How many games it has stored, which all boards say.
    Games,
    /// What only the Move says.
    IsMove,
    /// A button was pressed, or is held.
    Button(Button),
    /// It has done something, or says what nobody asked.
    Done,
}

/// A button of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// The switch.
    Power,
    /// NEW GAME, on some boards "+".
    NewGame,
}

impl Button {
    /// The name in the README.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::NewGame => "new-game",
        }
    }
}

/// What a host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Tell how the pieces stand, again and again.
    Stream,
    /// How full is your battery? Not for the Move.
    Battery,
    /// How full is your battery? For the Move.
    BatteryOfMove,
    /// Which version runs in you?
    Version,
    /// What are you called?
    Name,
    /// What only the Move answers.
    IsMove,
    /// How many games have you stored?
    Games,
    /// Light these squares and no others. Not for the Move.
    Light(Squares),
    /// Light these squares and no others. For the Move.
    LightOnMove(Squares),
}

/// How long a message is of which these are the first two bytes; `None` where no board begins so.
pub(super) const fn length(what: u8, count: u8) -> Option<usize> {
    let is_known = match what {
        POSITION => count == IN_AIR || count == IN_REPORT,
        0x0F | 0x23 | 0x32 => count == 1,
        0x28 => 2 <= count && count <= MAX_TEXT,
        0x2A => count == 2,
        0x2C => 1 <= count && count <= MAX_TEXT,
        0x41 => 1 <= count && count <= MAX_OF_MOVE,
        _ => false,
    };
    if is_known { Some(2 + count as usize) } else { None }
}

impl Reply {
    /// Reads a message; `None` where no board says such.
    pub(super) fn read(message: &[u8]) -> Option<Self> {
        match *message {
            [POSITION, _, ref pieces @ ..] => {
                Some(Self::Position(Box::new(PACKING.read(pieces, squares())?)))
            }
            [0x2A, _, level, _] | [0x41, 0x03, 0x0C, _, level] => {
                // The highest bit may say that it is being charged.
                let percent = level & 0x7F;
                (percent <= 100).then_some(Self::Battery(percent))
            }
            [0x28, _, _, ref text @ ..] => Some(Self::Version(read_text(text)?)),
            [0x2C, _, ref text @ ..] => Some(Self::Name(read_text(text)?)),
            [0x32, ..] => Some(Self::Games),
            [0x41, 0x05, 0x15, ..] => Some(Self::IsMove),
            [0x0F, _, 0x01] => Some(Self::Button(Button::Power)),
            [0x0F, _, 0x02] => Some(Self::Button(Button::NewGame)),
            [0x23 | 0x41, ..] => Some(Self::Done),
            _ => None,
        }
    }
}

/// Text in plain letters, without the blanks and line ends around it.
fn read_text(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.trim_matches(|letter: char| letter.is_ascii_whitespace() || letter == '\0');
    let is_plain = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    is_plain.then(|| text.to_owned())
}

/// The square that a place in a position stands for: h8, g8, to a8, then h7.
fn squares() -> impl Iterator<Item = Square> {
    Square::all().rev()
}

/// The bytes of a message that says what stands on a board, up to the last square.
pub(super) fn position_bytes(placement: &Placement, is_report: bool) -> Vec<u8> {
    let head = [POSITION, if is_report { IN_REPORT } else { IN_AIR }];
    head.into_iter().chain(PACKING.bytes(placement, squares())).collect()
}

impl Command {
    /// Reads a message; `None` where no host says such, or a board has no use for it here.
    pub(super) fn read(message: &[u8]) -> Option<Self> {
        match *message {
            [0x21, 0x01, 0x00, ..] => Some(Self::Stream),
            [0x29, 0x01, 0x00, ..] => Some(Self::Battery),
            [0x27, 0x01, 0x01, ..] => Some(Self::Version),
            [0x2B, 0x01, 0x00, ..] => Some(Self::Name),
            [0x31, 0x01, 0x00, ..] => Some(Self::Games),
            [0x41, 0x01, 0x0C, ..] => Some(Self::BatteryOfMove),
            [0x41, 0x01, 0x15, ..] => Some(Self::IsMove),
            [0x0A, 0x08, ref rows @ ..] => {
                let rows: &[u8; 8] = rows.first_chunk()?;
                let squares = Square::all().filter(|square| rows_light(rows, *square));
                Some(Self::Light(squares.collect()))
            }
            [0x43, 0x20, ref colours @ ..] => {
                let colours: &[u8; 32] = colours.first_chunk()?;
                let colours = colours.iter().flat_map(|byte| [byte & 0xF, byte >> 4]);
                let lit = squares().zip(colours).filter(|(_, colour)| *colour != 0);
                Some(Self::LightOnMove(lit.map(|(square, _)| square).collect()))
            }
            _ => None,
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match *self {
            Self::Stream => vec![0x21, 0x01, 0x00],
            Self::Battery => vec![0x29, 0x01, 0x00],
            Self::Version => vec![0x27, 0x01, 0x01],
            Self::Name => vec![0x2B, 0x01, 0x00],
            Self::Games => vec![0x31, 0x01, 0x00],
            Self::BatteryOfMove => vec![0x41, 0x01, 0x0C],
            Self::IsMove => vec![0x41, 0x01, 0x15],
            Self::Light(lit) => [0x0A, 0x08].into_iter().chain(rows(lit)).collect(),
            Self::LightOnMove(lit) => [0x43, 0x20].into_iter().chain(colours(lit)).collect(),
        }
    }
}

/// The row of a square's light, from rank 8 down, and its bit, from h up.
fn light(square: Square) -> (usize, u8) {
    let (rank, file) = (square.index() / 8, square.index() % 8);
    (7 - rank, 0x80 >> file)
}

fn rows(lit: Squares) -> [u8; 8] {
    let mut rows = [0; 8];
    for (row, bit) in Square::all().filter(|square| lit.has(*square)).map(light) {
        rows[row] |= bit;
    }
    rows
}

fn rows_light(rows: &[u8; 8], square: Square) -> bool {
    let (row, bit) = light(square);
    rows[row] & bit != 0
}

fn colours(lit: Squares) -> Vec<u8> {
    let colours: Vec<_> = squares().map(|square| if lit.has(square) { BLUE } else { 0 }).collect();
    let (pairs, _) = colours.as_chunks::<2>();
    pairs.iter().map(|[low, high]| low | high << 4).collect()
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

    fn position(rows: &str) -> Option<String> {
        match Reply::read(&bytes(&format!("0124 {rows}"))[..POSITION_BYTES]) {
            Some(Reply::Position(placement)) => Some(placement.to_string()),
            _ => None,
        }
    }

    fn lit(names: &[&str]) -> Squares {
        names.iter().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    /// Tested by another program (`drivers/chessnut/README.md`, Sources).
    #[test]
    fn a_position_begins_at_h8_with_the_lower_half_of_a_byte() {
        let empty = "00".repeat(16);
        for (rows, placement) in [
            (
                format!("58233185 44444444 {empty} 77777777 A6C99B6A"),
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            ),
            (
                format!("A6B99C6A 77777777 {empty} 44444444 58133285"),
                "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
            ),
            (
                format!("58233185 44440044 {empty} 77700777 A6C99B6A"),
                "rnbqkbnr/pp2pppp/8/8/8/8/PP1PP1PP/RNBQKBNR",
            ),
        ] {
            assert_eq!(position(&rows).as_deref(), Some(placement));
            let written = position_bytes(&placement.parse().unwrap(), false);
            assert_eq!(written, bytes(&format!("0124 {rows}")));
        }
        let driven =
            format!("58233185 44444444 {} 70 {} 77077777 A6C99B6A", "00".repeat(9), "00".repeat(6));
        assert_eq!(position(&driven).unwrap(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        let wrong = "58233185444444440000000000000FFFF00000000000000077777777A6C99B6A";
        assert_eq!(position(wrong), None);
    }

    /// Tested by another program (`drivers/chessnut/README.md`, Sources).
    #[test]
    fn a_battery_says_its_charge_and_not_whether_it_is_charged() {
        for (hex, percent) in [
            ("2A026401", Some(100)),
            ("2A025800", Some(88)),
            ("2A020900", Some(9)),
            ("2A020400", Some(4)),
            ("2A02D800", Some(88)),
            ("2A027F00", None),
            ("41030C0164", Some(100)),
            ("41030C0058", Some(88)),
        ] {
            assert_eq!(Reply::read(&bytes(hex)), percent.map(Reply::Battery), "{hex}");
        }
    }

    /// Tested by another program (`drivers/chessnut/README.md`, Sources).
    #[test]
    fn squares_are_lit_by_bits_and_on_the_move_by_colours() {
        for (names, hex) in [
            (&["e2", "e4"][..], "0A08 0000000008000800"),
            (&["c3"], "0A08 0000000000200000"),
            (&["f6"], "0A08 0000040000000000"),
            (&[], "0A08 0000000000000000"),
        ] {
            let command = Command::Light(lit(names));
            assert_eq!(command.bytes(), bytes(hex));
            assert_eq!(Command::read(&bytes(hex)), Some(command));
        }
        let zeros = |count: usize| "00".repeat(count);
        let hex = format!("4320 {} 30 {} 30 {}", zeros(17), zeros(7), zeros(6));
        let command = Command::LightOnMove(lit(&["e2", "e4"]));
        assert_eq!(command.bytes(), bytes(&hex));
        assert_eq!(Command::read(&bytes(&hex)), Some(command));
    }

    #[test]
    fn names_and_versions_are_read_without_what_is_around_them() {
        let name = [&[0x2C, 0x0D][..], b"Chessnut Air\n"].concat();
        assert_eq!(Reply::read(&name), Some(Reply::Name("Chessnut Air".into())));
        let version = [&[0x28, 0x10, 1][..], b"CNAIR_09_230213"].concat();
        assert_eq!(Reply::read(&version), Some(Reply::Version("CNAIR_09_230213".into())));
        assert_eq!(Reply::read(&[0x2C, 3, b'a', 0x1B, b'b']), None);
        assert_eq!(Reply::read(&[0x2C, 2, b' ', b'\n']), None);
    }

    #[test]
    fn buttons_are_told_by_their_numbers() {
        assert_eq!(Reply::read(&[0x0F, 1, 1]), Some(Reply::Button(Button::Power)));
        assert_eq!(Reply::read(&[0x0F, 1, 2]), Some(Reply::Button(Button::NewGame)));
        assert_eq!(Reply::read(&[0x0F, 1, 3]), None);
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
            let read = Reply::read(&position_bytes(&placement, false));
            prop_assert_eq!(read, Some(Reply::Position(Box::new(placement))));
        }
    }
}
