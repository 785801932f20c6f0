//! A game as PGN (Portable Game Notation, export format) with `%clk` and `%emt` comments.

use std::fmt::Write;
use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::observation::ClockTime;

use super::conclusion::ResultValue;
use super::view::{GameView, ScoredMove};

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
    /// Words of a comment before the first move.
    pub preface: Vec<String>,
    /// The moves in order.
    pub moves: Vec<Scored<'a>>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'a str,
}

/// A move of a scoresheet.
#[derive(Clone, Debug)]
pub struct Scored<'a> {
    /// Ply in the game, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Color,
    /// The move in SAN; `None` when it is illegal.
    pub san: Option<&'a str>,
    /// The move in UCI.
    pub uci: &'a str,
    /// The mover's time when he had pressed.
    pub left: Option<ClockTime>,
    /// How long he thought.
    pub spent: Option<Duration>,
}

impl<'a> Score<'a> {
    /// The scoresheet of a game as it stands.
    pub fn of(view: &'a GameView) -> Self {
        Self {
            start: &view.start,
            preface: Vec::new(),
            moves: view.moves.iter().map(Scored::of).collect(),
            result: view.result.map_or(ResultValue::Open, |result| result.value).pgn(),
        }
    }
}

impl<'a> Scored<'a> {
    fn of(ScoredMove { told, left }: &'a ScoredMove) -> Self {
        let san = told.san.as_deref();
        Self { ply: told.ply, side: told.side, san, uci: &told.uci, left: *left, spent: None }
    }
}

/// Tags of a game: what is known of it besides the moves.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// These tags; those that the game itself gives (`Result`, `SetUp`, `FEN`) are passed over.
    pub fn new(tags: impl IntoIterator<Item = (String, String)>) -> Self {
        let own = |name: &str| !["Result", "SetUp", "FEN"].contains(&name);
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
    let mut pgn = String::new();
    for (name, unknown) in ROSTER {
        write_tag(&mut pgn, name, tags.get(name).unwrap_or(unknown));
    }
    write_tag(&mut pgn, "Result", score.result);
    for (name, value) in &tags.0 {
        if !ROSTER.iter().any(|(roster, _)| roster == name) {
            write_tag(&mut pgn, name, value);
        }
    }
    let is_usual = score.start.is_empty() || score.start == STANDARD_START;
    // the usual start is one of Chess960's too: there every reader wants to be told
    if !is_usual || (tags.get("Variant").is_some() && !score.start.is_empty()) {
        write_tag(&mut pgn, "SetUp", "1");
        write_tag(&mut pgn, "FEN", score.start);
    }
    pgn.push('\n');
    wrap(&mut pgn, &movetext(score));
    pgn
}

/// Writes a tag in one line: what would break it is a blank, and what is too long is cut.
fn write_tag(pgn: &mut String, name: &str, value: &str) {
    let mut room = TAG_BYTES.saturating_sub(name.len() + "[ \"\"]\n".len());
    let _ = write!(pgn, "[{name} \"");
    for char in value.chars() {
        let char = if breaks_a_line(char) { ' ' } else { char };
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

fn breaks_a_line(char: char) -> bool {
    char.is_control() || matches!(char, '\u{2028}' | '\u{2029}')
}

/// The words of the movetext, none of which may be broken.
fn movetext(score: &Score<'_>) -> Vec<String> {
    let mut words = comment(&score.preface);
    let mut number_needed = true;
    for scored in &score.moves {
        let number = move_number(score.start, scored.ply);
        match scored.side {
            Color::White => words.push(format!("{number}.")),
            Color::Black if number_needed => words.push(format!("{number}...")),
            Color::Black => {}
        }
        match scored.san {
            Some(san) => words.push(san.to_owned()),
            None => words.push(format!("{{illegal: {}}}", scored.uci)),
        }
        let times = clock_comment(scored);
        number_needed = times.is_some() || scored.san.is_none();
        words.extend(times);
    }
    words.push(score.result.to_owned());
    words
}

/// The number of the move that ply `ply`, from 1, of a game from the FEN `start` belongs to.
pub fn move_number(start: &str, ply: u32) -> u32 {
    let mut fields = start.split(' ').skip(1);
    let black_began = fields.next() == Some("b");
    let first = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1_u16);
    let half_moves = ply.saturating_sub(1).saturating_add(u32::from(black_began));
    u32::from(first.max(1)).saturating_add(half_moves / 2)
}

/// A comment that says `text`, in words as `text` is.
fn comment(text: &[String]) -> Vec<String> {
    let mut words: Vec<String> = text
        .iter()
        .map(|word| word.replace(|char| breaks_a_line(char) || matches!(char, '{' | '}'), " "))
        .collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// The times of a move. Both stand in one comment: there are readers that keep one of a move only.
fn clock_comment(scored: &Scored<'_>) -> Option<String> {
    let left = scored.left.map(|left| Duration::from_millis(left.as_millis().into()));
    let times = [("clk", left), ("emt", scored.spent)];
    let commands: Vec<_> = times
        .iter()
        .filter_map(|&(name, time)| Some(format!("[%{name} {}]", h_mm_ss(time?))))
        .collect();
    (!commands.is_empty()).then(|| format!("{{{}}}", commands.join(" ")))
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
mod tests {
    use pgn_reader::{RawComment, Reader, SanPlus, Visitor};

    use super::*;

    #[test]
    fn a_game_with_clocks_is_written_in_full() {
        let moves = [("e2e4", "e4", Some(5_425)), ("e7e5", "e5", None), ("g1f3", "Nf3", Some(61))];
        let score =
            Score { start: STANDARD_START, preface: vec![], moves: scored(&moves), result: "1-0" };
        assert_eq!(
            write(&score, &Tags::default()),
            concat!(
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
                "[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n",
                "1. e4 {[%clk 1:30:25]} 1... e5 2. Nf3 {[%clk 0:01:01]} 1-0\n",
            )
        );
    }

    #[test]
    fn a_start_position_of_its_own_is_named_and_numbers_go_on_from_it() {
        let start = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 60";
        let mut moves = scored(&[("e3d3", "Kd3", None)]);
        moves[0].side = Color::Black;
        let pgn =
            write(&Score { start, preface: vec![], moves, result: "1/2-1/2" }, &Tags::default());
        assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n")), "{pgn}");
        assert!(pgn.ends_with("\n60... Kd3 1/2-1/2\n"), "{pgn}");
    }

    #[test]
    fn lines_stay_below_80_columns_and_a_reader_finds_every_move_again() {
        let moves: Vec<_> = [("g1f3", "Nf3"), ("g8f6", "Nf6"), ("f3g1", "Ng1"), ("f6g8", "Ng8")]
            .iter()
            .cycle()
            .zip((0..400).rev())
            .map(|(&(uci, san), left)| (uci, san, Some(left)))
            .collect();
        let pgn = write(
            &Score { start: STANDARD_START, preface: vec![], moves: scored(&moves), result: "*" },
            &Tags::default(),
        );
        assert!(pgn.lines().all(|line| line.len() < 80));

        let read = Reader::new(pgn.as_bytes()).read_game(&mut Moves).unwrap().unwrap();
        let sans: Vec<_> = moves.iter().map(|(_, san, _)| (*san).to_owned()).collect();
        assert_eq!(read.0, sans);
        assert_eq!(read.1, moves.len());
    }

    #[test]
    fn a_hostile_start_position_cannot_break_out_of_its_tag() {
        let pgn = write(
            &Score { start: "\"]\\", preface: vec![], moves: vec![], result: "*" },
            &Tags::default(),
        );
        assert!(pgn.contains(r#"[FEN "\"]\\"]"#), "{pgn}");
    }

    /// Collects the moves, and counts the clock comments.
    struct Moves;

    impl Visitor for Moves {
        type Tags = ();
        type Movetext = (Vec<String>, usize);
        type Output = (Vec<String>, usize);

        fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output, Self::Tags> {
            std::ops::ControlFlow::Continue(())
        }

        fn begin_movetext(
            &mut self,
            (): Self::Tags,
        ) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
            std::ops::ControlFlow::Continue((Vec::new(), 0))
        }

        fn san(
            &mut self,
            read: &mut Self::Movetext,
            san: SanPlus,
        ) -> std::ops::ControlFlow<Self::Output> {
            read.0.push(san.to_string());
            std::ops::ControlFlow::Continue(())
        }

        fn comment(
            &mut self,
            read: &mut Self::Movetext,
            comment: RawComment<'_>,
        ) -> std::ops::ControlFlow<Self::Output> {
            read.1 += usize::from(comment.as_bytes().starts_with(b"[%clk "));
            std::ops::ControlFlow::Continue(())
        }

        fn end_game(&mut self, read: Self::Movetext) -> Self::Output {
            read
        }
    }

    fn scored<'a>(moves: &[(&'a str, &'a str, Option<u32>)]) -> Vec<Scored<'a>> {
        (1..)
            .zip(moves)
            .map(|(ply, &(uci, san, secs))| Scored {
                ply,
                side: if ply % 2 == 1 { Color::White } else { Color::Black },
                san: Some(san),
                uci,
                left: secs.and_then(|secs| ClockTime::from_millis(secs * 1_000)),
                spent: None,
            })
            .collect()
    }
}
