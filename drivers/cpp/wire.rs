//! Lines of the Chess Peripheral Protocol: words with blanks between them. A packet holds one, with or without its end, or
//! several.

use std::fmt;

use crate::observation::{Color, Placement, Reading, Role, Square};
use crate::packet::{Channel, Packet};

/// What the board says.
pub(super) const LINES_OF_BOARD: Channel = Channel(1);
/// What it is told.
pub(super) const LINES_OF_HOST: Channel = Channel(2);

/// No line is longer.
const MAX_LINE_BYTES: usize = 256;

/// A position, as far as the board knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) placement: Placement,
    /// Whose turn it is, where that is said.
    pub(super) turn: Option<Color>,
}

/// A move: from where, to where, and what a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Uci {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) becomes: Option<Role>,
}

/// A line of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its pieces stand as they are to.
    Sync(State),
    /// They do not.
    Unsync(State),
    /// They stand like this.
    State(State),
    /// A move was played.
    Move(Uci),
    /// Something that says nothing of the game: yes, no, a message, an error.
    Other,
}

impl Line {
    /// Reads a line without its end; `None` where it is none.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match word {
            "sync" => Self::Sync(State::read(rest)?),
            "unsync" | "unsync_setible" => Self::Unsync(State::read(rest)?),
            "state" => Self::State(State::read(rest)?),
            "move" => Self::Move(Uci::read(rest)?),
            "ok" | "nok" | "err" | "msg" | "moved" | "resign" | "draw_offer" | "undo"
            | "option" | "options_end" | "options_reset" | "set_option" => Self::Other,
            _ => return None,
        })
    }
}

/// A line of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A game goes on from here.
    Begin(State),
    /// The move is heard.
    Ok,
    /// The move cannot be.
    Nok,
    /// The move is heard, and the pawn becomes this.
    Promote(Uci),
    /// Do you know this? It is not used; the board answers that it is there.
    Feature,
}

impl Command {
    /// The packet that says it.
    pub(super) fn packet(&self) -> Packet {
        Packet { channel: LINES_OF_HOST, bytes: self.to_string().into_bytes() }
    }

    /// Reads a line without its end; `None` where it is none of these.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match word {
            "begin" => Self::Begin(State::read(rest)?),
            "ok" => Self::Ok,
            "nok" => Self::Nok,
            "promote" => Self::Promote(Uci::read(rest)?),
            "feature" => Self::Feature,
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begin(state) => write!(f, "begin {state}"),
            Self::Ok => f.write_str("ok"),
            Self::Nok => f.write_str("nok"),
            Self::Promote(uci) => write!(f, "promote {uci}"),
            Self::Feature => f.write_str("feature msg"),
        }
    }
}

/// The lines of a packet, without their ends; `None` where one is too long, or no text.
pub(super) fn lines(bytes: &[u8]) -> Option<impl Iterator<Item = &str>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines = || text.split(['\n', '\r', '\0']).map(str::trim).filter(|line| !line.is_empty());
    lines().all(|line| line.len() <= MAX_LINE_BYTES).then(lines)
}

impl State {
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let placement = placement(words.next()?)?;
        let turn = match words.next() {
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            _ => None,
        };
        Some(Self { placement, turn })
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.placement)?;
        f.write_str(match self.turn {
            Some(Color::White) => " w",
            Some(Color::Black) => " b",
            None => "",
        })
    }
}

/// The placement of a FEN in which `?` is some piece, and `U` and `u` one of White's and Black's. Where a `w` stands in it,
/// it is written as boards did at first: `w` is one of White's, and `b` one of Black's.
fn placement(field: &str) -> Option<Placement> {
    let names_colors = field.contains('w');
    let mut placement = Placement::EMPTY;
    let mut squares = (0..8_u8).rev().map(|rank| (0..8_u8).map(move |file| rank * 8 + file));
    let mut ranks = field.split('/');
    for mut rank in squares.by_ref() {
        for letter in ranks.next()?.chars() {
            let reading = match letter {
                '1'..='8' => {
                    let empty = letter.to_digit(10)? as usize;
                    rank.nth(empty - 1)?;
                    continue;
                }
                '?' => Reading::Occupied,
                'U' => Reading::Color(Color::White),
                'u' => Reading::Color(Color::Black),
                'w' => Reading::Color(Color::White),
                'b' if names_colors => Reading::Color(Color::Black),
                _ => Reading::from_letter(letter).filter(|it| matches!(it, Reading::Piece(_)))?,
            };
            placement.set(Square::new(rank.next()?)?, reading);
        }
        if rank.next().is_some() {
            return None;
        }
    }
    ranks.next().is_none().then_some(placement)
}

impl Uci {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (from, to) = (text.get(0..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?);
        let becomes = match text.get(4..)? {
            "" => None,
            "q" | "Q" => Some(Role::Queen),
            "r" | "R" => Some(Role::Rook),
            "b" | "B" => Some(Role::Bishop),
            "n" | "N" => Some(Role::Knight),
            _ => return None,
        };
        Some(Self { from, to, becomes })
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        f.write_str(match self.becomes {
            None | Some(Role::Pawn | Role::King) => "",
            Some(Role::Queen) => "q",
            Some(Role::Rook) => "r",
            Some(Role::Bishop) => "b",
            Some(Role::Knight) => "n",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn state(line: &str) -> String {
        match Line::read(line) {
            Some(Line::Sync(state) | Line::Unsync(state) | Line::State(state)) => state.to_string(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_examples_of_the_protocol_are_read() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        assert_eq!(state(&format!("sync {start}")), start);
        let moved = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR";
        assert_eq!(state(&format!("state {moved}")), moved);
        let nameless = "unsync ????????/????????/8/8/8/8/????????/????????";
        assert_eq!(state(nameless), "********/********/8/8/8/8/********/********");
        let colors = "unsync bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";
        assert_eq!(state(colors), "--------/--------/8/8/8/8/++++++++/++++++++ w");
        assert_eq!(state("state uuuuuuuu/8/8/8/8/8/8/UUUUUUUb"), "--------/8/8/8/8/8/8/+++++++b");
        for (line, uci) in [("move a7a6", "a7a6"), ("move a7a8q", "a7a8q"), ("move e1g1", "e1g1")] {
            let Some(Line::Move(read)) = Line::read(line) else { panic!("{line}") };
            assert_eq!(read.to_string(), uci);
        }
        for line in ["ok", "nok", "err Unsupported command", "msg Hello central", "resign"] {
            assert_eq!(Line::read(line), Some(Line::Other), "{line}");
        }
    }

    #[test]
    fn what_is_no_line_is_none() {
        for line in [
            "",
            "mov e2e4",
            "move",
            "move e2",
            "move e2e9",
            "move e7e8k",
            "move é2e4",
            "sync",
            "state 9/8/8/8/8/8/8/8",
            "state 8/8/8/8/8/8/8",
            "state 8/8/8/8/8/8/8/8/8",
            "state 44p/8/8/8/8/8/8/8",
            "state 7/8/8/8/8/8/8/8",
        ] {
            assert_eq!(Line::read(line), None, "{line}");
        }
        assert!(lines(&[0xFF, b'a']).is_none());
        assert!(lines(&[b'a'; MAX_LINE_BYTES + 1]).is_none());
    }

    #[test]
    fn a_packet_has_one_line_or_several_with_or_without_an_end() {
        let read =
            |text: &str| lines(text.as_bytes()).unwrap().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(read("ok"), ["ok"]);
        assert_eq!(read("ok\r\nmove e2e4\n"), ["ok", "move e2e4"]);
        assert_eq!(read("move e2e4\0"), ["move e2e4"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".*", word in prop::sample::select(vec!["state ", "move ", "sync "])) {
            let _ = Line::read(&text);
            let _ = Line::read(&format!("{word}{text}"));
            let _ = Command::read(&text);
        }

        #[test]
        fn a_position_reads_as_it_is_written(letters in "[.PNBRQKpnbrqk]{64}") {
            let mut placement = Placement::EMPTY;
            for (square, letter) in Square::all().zip(letters.chars()) {
                placement.set(square, Reading::from_letter(letter).unwrap());
            }
            let line = format!("state {placement}");
            let read = Line::read(&line);
            prop_assert_eq!(read, Some(Line::State(State { placement, turn: None })));
        }
    }
}
