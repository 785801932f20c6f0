//! A game as PGN (Portable Game Notation, export format) with `%clk` and `%emt` comments, in the one form that readers can
//! follow whatever was played.
//!
//! Every game can be replayed from its first move to its last: where an illegal move stands, or play went on from a
//! position that no move leads to, the game *starts anew* there, with `SetUp` and `FEN`, and a comment before the first
//! move tells the moves before. Nothing else that was tried keeps the rest of the game with readers: they stop at an
//! illegal move and at a null move, or refuse the game (`docs/relay.md` has the measurements).

mod line;

use std::fmt::Write;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color};
use touchmove_drivers::observation::ClockTime;

use self::line::Line;
use super::conclusion::MoveTold;
use super::number::MoveNumber;
use super::view::{Break, GameView, ScoredMove};
use crate::points::{PGN_TAG, ResultValue};
use crate::text::{is_hostile, on_one_line, shown_in_line};

/// The usual start of chess, as a FEN.
pub const STANDARD_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Longest line of the movetext. The export format wants fewer than 80 printing characters.
const WIDTH: usize = 79;

/// Longest line of a tag, in bytes: the longest that a reader must take (PGN standard, 4.3).
const TAG_BYTES: usize = 255;

/// A scoresheet to be written as PGN.
#[derive(Clone, Debug)]
pub struct Score<'a> {
    /// The position that play begins from, as a FEN.
    pub start: &'a str,
    /// How castling rights in positions are read.
    pub castling: CastlingMode,
    /// The moves in order.
    pub moves: Vec<Scored<'a>>,
    /// Where play went on from a position to which no move leads, in their order.
    pub breaks: Vec<Break>,
    /// What becomes of illegal moves that no legal one follows.
    pub unanswered: Unanswered,
    /// The result; `None` while it is open.
    pub result: Option<ResultValue>,
}

/// A move of a scoresheet.
#[derive(Clone, Debug)]
pub struct Scored<'a> {
    /// Who moved.
    pub side: Color,
    /// The move in SAN; `None` when it is illegal.
    pub san: Option<&'a str>,
    /// The move by its squares; `None` where that cannot be read.
    pub uci: Option<UciMove>,
    /// The position after it, as a FEN.
    pub fen: &'a str,
    /// The mover's time when he had pressed.
    pub left: Option<ClockTime>,
    /// How long he thought.
    pub spent: Option<Duration>,
    /// Whether another move may have been played.
    pub is_doubtful: bool,
}

/// What becomes of illegal moves at the end of a game, which nobody has answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// They are not written: they may still be put right, and the players are not to learn of them from a broadcast.
    Withheld,
    /// A comment behind the last move has them, by their squares: the record of the game is to be whole.
    Written,
}

impl<'a> Score<'a> {
    /// The scoresheet of a game as it stands, whole: for those who may know of it.
    pub fn of(view: &'a GameView) -> Self {
        Self {
            start: &view.start,
            castling: castling_from(&view.start),
            moves: view.moves.iter().map(|scored| Scored::of(scored)).collect(),
            breaks: view.breaks.clone(),
            unanswered: Unanswered::Written,
            result: view.result.map(|result| result.value),
        }
    }
}

/// How castling is meant in a game that began from this position, a FEN: kings and rooks that castle from elsewhere than
/// usual are those of Chess960.
pub fn castling_from(start: &str) -> CastlingMode {
    let Ok(start) = start.parse::<Fen>() else { return CastlingMode::Standard };
    match start.into_position::<Chess>(CastlingMode::Standard) {
        Ok(_) => CastlingMode::Standard,
        Err(_) => CastlingMode::Chess960,
    }
}

impl<'a> Scored<'a> {
    fn of(ScoredMove { told, left }: &'a ScoredMove) -> Self {
        let MoveTold { side, uci, .. } = told;
        let (uci, spent, is_doubtful) = (Some(*uci), None, told.is_doubtful());
        Self { side: *side, san: told.san(), uci, fen: told.fen(), left: *left, spent, is_doubtful }
    }
}

/// Tags of a game: what is known of it besides the moves.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// These tags; those that the game itself gives (`Result`, `SetUp`, `FEN`) are passed over.
    pub fn new(tags: impl IntoIterator<Item = (String, String)>) -> Self {
        let own =
            |name: &str| !name.contains(is_hostile) && !["Result", "SetUp", "FEN"].contains(&name);
        Self(tags.into_iter().filter(|(name, _)| own(name)).collect())
    }

    /// The same with these players' names, White's and Black's, where they are given.
    pub fn with_players(mut self, names: &[Option<String>; 2]) -> Self {
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            if let Some(name) = name {
                self.0.retain(|(known, _)| known != tag);
                self.0.push((tag.to_owned(), name.clone()));
            }
        }
        self
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The tags that every reader expects, in their order, and what stands for an unknown one. `Result`
/// follows them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The game as PGN: the seven tags that every reader expects, the others, then the movetext.
pub fn write(score: &Score<'_>, tags: &Tags) -> String {
    let line = line::of(score);
    let mut pgn = String::new();
    for (name, unknown) in ROSTER {
        write_tag(&mut pgn, name, tags.get(name).unwrap_or(unknown));
    }
    let result = score.result.map_or("*", ResultValue::pgn);
    write_tag(&mut pgn, "Result", result);
    for (name, value) in tags_of_unknown_result(score.result, tags) {
        write_tag(&mut pgn, name, value);
    }
    for (name, value) in &tags.0 {
        if !ROSTER.iter().any(|(roster, _)| roster == name) {
            write_tag(&mut pgn, name, value);
        }
    }
    // The usual start is one of Chess960's too: there every reader wants to be told.
    if line.start != STANDARD_START || tags.get("Variant").is_some() {
        write_tag(&mut pgn, "SetUp", "1");
        write_tag(&mut pgn, "FEN", &line.start);
    }
    pgn.push('\n');
    wrap(&mut pgn, &movetext(&line, result));
    pgn
}

/// PGN knows no game of which both get less than a draw gives: its `Result` is that of a game that goes on. So a tag says
/// what the players get, and one of PGN's own that the game is over by somebody's ruling.
fn tags_of_unknown_result(
    result: Option<ResultValue>,
    tags: &Tags,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let unknown = result.filter(|value| value.known_to_pgn().is_none());
    let said = unknown.map(|value| [(PGN_TAG, value.word()), ("Termination", "adjudication")]);
    said.into_iter().flatten().filter(|(name, _)| tags.get(name).is_none())
}

/// Writes a tag in one line: what would break it is a blank, and what is too long is cut.
fn write_tag(pgn: &mut String, name: &str, value: &str) {
    let mut room = TAG_BYTES.saturating_sub(name.len() + "[ \"\"]\n".len());
    let _ = write!(pgn, "[{name} \"");
    for char in value.chars() {
        let char = shown_in_line(char);
        let escape = matches!(char, '"' | '\\').then_some('\\');
        let Some(left) = room.checked_sub(char.len_utf8() + escape.map_or(0, char::len_utf8))
        else {
            break;
        };
        room = left;
        pgn.extend(escape);
        pgn.push(char);
    }
    pgn.push_str("\"]\n");
}

/// The words of the movetext, none of which may be broken.
fn movetext(line: &Line<'_>, result: &str) -> Vec<String> {
    let mut words = comment(&line.before);
    let (mut number_needed, first) = (true, MoveNumber::next_in(&line.start));
    for (plies, (san, scored)) in (0..).zip(&line.moves) {
        if scored.side.is_white() || number_needed {
            words.push(first.later_by(plies).to_string());
        }
        words.push(san.clone());
        let comment = comment_of_move(scored);
        number_needed = comment.is_some();
        words.extend(comment);
    }
    words.extend(comment(&line.after));
    words.push(result.to_owned());
    words
}

/// A comment that says `text`, in words as `text` is.
fn comment(text: &[String]) -> Vec<String> {
    let mut words: Vec<String> =
        text.iter().map(|word| on_one_line(word).replace(['{', '}'], " ")).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// The times of a move, and whether it is doubtful. All stands in one comment: there are readers that keep one of a move
/// only.
fn comment_of_move(scored: &Scored<'_>) -> Option<String> {
    let left = scored.left.map(|left| Duration::from_millis(left.as_millis().into()));
    let times = [("clk", left), ("emt", scored.spent)];
    let times =
        times.iter().filter_map(|&(name, time)| Some(format!("[%{name} {}]", h_mm_ss(time?))));
    let said: Vec<_> = times.chain(scored.is_doubtful.then(|| "doubtful".to_owned())).collect();
    (!said.is_empty()).then(|| format!("{{{}}}", said.join(" ")))
}

/// A clock time as `1:30:25`, rounded down to the second.
pub fn h_mm_ss(time: Duration) -> String {
    let secs = time.as_secs();
    format!("{}:{:02}:{:02}", secs / 3_600, secs / 60 % 60, secs % 60)
}

fn wrap(pgn: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            pgn.push('\n');
            column = 0;
        }
        if column > 0 {
            pgn.push(' ');
            column += 1;
        }
        pgn.push_str(word);
        column += word.len();
    }
    pgn.push('\n');
}

#[cfg(test)]
mod tests;
