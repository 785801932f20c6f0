//! What a recording says before its first record.

mod choices;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use choices::{
    BoardName, Category, ClockSides, Lags, Policy, Rulebook, Supervision, Turned, Variant,
};

use super::FIRST_LINE;
use super::record::{BLANKS, split_word};
use crate::driver::Unit;
use crate::family::{self, UNKNOWN_LAGS};
use crate::observation::rfc3339::is_rfc3339;
use crate::observation::text::WALL_TIME;
use crate::observation::words::{Pair, Word, Words, excerpt};
use crate::observation::{Malformed, Sensing};

/// The headers of a recording; what is not given has its default.
///
/// Its text form (`Display`) is the first line of a recording and a line for each header that is not
/// at its default.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// `board FAMILY SERIAL`: which board it was.
    pub board: Option<BoardName>,
    /// `unit UNIT FAMILY SERIAL`: the boards of a line with many.
    pub units: Vec<(Unit, BoardName)>,
    /// `sensing`: what its squares sense; [`Headers::sensing`] knows the default.
    pub sensing: Option<Sensing>,
    /// `turned`: which way the board lies.
    pub turned: Turned,
    /// `clockside`: whose time the clock shows on its left.
    pub clock_sides: ClockSides,
    /// `start`: the position the game starts from, as a FEN that nobody has checked.
    pub start: Option<String>,
    /// `variant`.
    pub variant: Variant,
    /// `rulebook EDITION CATEGORY SUPERVISION`.
    pub rulebook: Rulebook,
    /// `control`: the time control, unchecked.
    pub control: Option<String>,
    /// `lag reading=`; [`Headers::lags`] knows the default.
    pub reading_lag: Option<Duration>,
    /// `lag clock=`; [`Headers::lags`] knows the default.
    pub clock_lag: Option<Duration>,
    /// `regulation KEY=VALUE`, in their order.
    pub regulations: Vec<(String, String)>,
    /// `policy`: what the daemon may do by itself.
    pub policy: Policy,
    /// `white`: name of the player.
    pub white: Option<String>,
    /// `black`: name of the player.
    pub black: Option<String>,
    /// `tag NAME VALUE`, in their order.
    pub tags: Vec<(String, String)>,
    /// `began`: wall time of the start, RFC 3339.
    pub began: Option<String>,
    /// Headers that this version does not know, as whole lines.
    pub unknown: Vec<String>,
    /// Comments among the headers, without their `#`.
    pub comments: Vec<String>,
    given: BTreeMap<String, usize>,
}

impl Headers {
    /// What the squares sense: as given, or as the family does; an unknown family senses identity.
    pub fn sensing(&self) -> Sensing {
        let family = || family::by_name(&self.board.as_ref()?.family);
        self.sensing.or_else(|| Some(family()?.sensing)).unwrap_or(Sensing::Identity)
    }

    /// How late readings may come: as given, or the family's; 250 ms and 1 s for an unknown family.
    pub fn lags(&self) -> Lags {
        let family = self.board.as_ref().and_then(|board| family::by_name(&board.family));
        let (reading, clock) =
            family.map_or(UNKNOWN_LAGS, |family| (family.reading_lag, family.clock_lag));
        Lags {
            reading: self.reading_lag.unwrap_or(reading),
            clock: self.clock_lag.unwrap_or(clock),
        }
    }

    /// Writes the lags out, so that the recording means the same when the family table changes.
    #[must_use]
    pub fn with_lags(self) -> Self {
        let Lags { reading, clock } = self.lags();
        Self { reading_lag: Some(reading), clock_lag: Some(clock), ..self }
    }

    /// The line of the file that gives the header `word`; a `tag`, `regulation` or `unit` is named
    /// by two words. `None` where it is not given.
    pub fn line_of(&self, word: &str) -> Option<usize> {
        self.given.get(word).copied()
    }

    /// `# truth:` among the comments: what was really played.
    pub fn truth(&self) -> Option<&str> {
        self.comments.iter().find_map(|comment| marked(comment, "truth:"))
    }

    /// `# sin: KIND ARTICLE SIDE PLY` among the comments: what was planted.
    pub fn sins(&self) -> impl Iterator<Item = &str> {
        self.comments.iter().filter_map(|comment| marked(comment, "sin:"))
    }
}

fn marked<'a>(comment: &'a str, mark: &str) -> Option<&'a str> {
    comment.trim_start_matches(BLANKS).strip_prefix(mark).map(|text| text.trim_matches(BLANKS))
}

/// Whether this version knows a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acquaintance {
    Known,
    Unknown,
}

impl Headers {
    /// Reads one header from line `number`, which has no blanks around it.
    pub(super) fn read(&mut self, number: usize, line: &str) -> Result<Acquaintance, Malformed> {
        let (word, text) = split_word(line);
        let mut name = word.to_owned();
        match word {
            "board" => self.board = Some(read_board(&mut Words::split(text)?)?),
            "unit" => {
                let (unit, board) = read_unit(text)?;
                name = format!("unit {unit}");
                self.units.push((unit, board));
            }
            "sensing" => self.sensing = Some(uncommented(text).parse()?),
            "turned" => self.turned = uncommented(text).parse()?,
            "clockside" => self.clock_sides = uncommented(text).parse()?,
            "start" => self.start = Some(free(uncommented(text), "a FEN")?),
            "variant" => self.variant = uncommented(text).parse()?,
            "rulebook" => self.rulebook = text.parse()?,
            "control" => self.control = Some(free(uncommented(text), "a time control")?),
            "lag" => (self.reading_lag, self.clock_lag) = read_lags(text)?,
            "regulation" => {
                let (key, value) = read_regulation(text)?;
                name = format!("regulation {key}");
                self.regulations.push((key, value));
            }
            "policy" => self.policy = uncommented(text).parse()?,
            "white" => self.white = Some(free(text, "a name")?),
            "black" => self.black = Some(free(text, "a name")?),
            "tag" => {
                let (tag, value) = split_word(text);
                name = format!("tag {tag}");
                self.tags.push((free(tag, "the name of a tag")?, value.to_owned()));
            }
            "began" => self.began = Some(read_began(uncommented(text))?),
            _ => {
                self.unknown.push(line.to_owned());
                return Ok(Acquaintance::Unknown);
            }
        }
        match self.given.insert(name.clone(), number) {
            None => Ok(Acquaintance::Known),
            Some(_) => Err(Malformed::Twice(excerpt(&name))),
        }
    }
}

fn read_board(words: &mut Words<'_>) -> Result<BoardName, Malformed> {
    let family = words.bare("the name of a family")?.into_owned();
    let serial = match words.next() {
        None => None,
        Some(Word { key: None, value, .. }) => Some(value.into_owned()),
        Some(word) => return Err(Malformed::expected("a serial number", &word.value)),
    };
    match words.next() {
        None => Ok(BoardName { family, serial }),
        Some(word) => Err(Malformed::Surplus(excerpt(&word.value))),
    }
}

fn read_unit(text: &str) -> Result<(Unit, BoardName), Malformed> {
    let (unit, text) = split_word(text);
    let unit = Unit(Arc::from(free(unit, "the name of a unit")?));
    Ok((unit, read_board(&mut Words::split(text)?)?))
}

fn read_lags(text: &str) -> Result<(Option<Duration>, Option<Duration>), Malformed> {
    const LAGS: &str = "reading=MILLISECONDS or clock=MILLISECONDS";
    let mut words = Words::split(text)?;
    let (mut reading, mut clock) = (None, None);
    while reading.is_none() || clock.is_none() {
        let (key, value) = match words.pair(LAGS) {
            Err(Malformed::Missing(_)) if reading.is_some() || clock.is_some() => break,
            pair => pair?,
        };
        let lag = match &*key {
            "reading" => &mut reading,
            "clock" => &mut clock,
            _ => return Err(Malformed::expected(LAGS, &key)),
        };
        let millis = value.parse::<u32>().map_err(|_| Malformed::expected(LAGS, &value))?;
        if lag.replace(Duration::from_millis(millis.into())).is_some() {
            return Err(Malformed::Twice(key.into_owned()));
        }
    }
    words.end()?;
    Ok((reading, clock))
}

fn read_regulation(text: &str) -> Result<(String, String), Malformed> {
    let mut words = Words::split(text)?;
    let (key, value) = words.pair("KEY=VALUE")?;
    words.end()?;
    Ok((key.into_owned(), value.into_owned()))
}

fn read_began(text: &str) -> Result<String, Malformed> {
    if is_rfc3339(text) { Ok(text.to_owned()) } else { Err(Malformed::expected(WALL_TIME, text)) }
}

/// Text that runs to the end of its line, and is not empty.
fn free(text: &str, expected: &'static str) -> Result<String, Malformed> {
    if text.is_empty() { Err(Malformed::Missing(expected)) } else { Ok(text.to_owned()) }
}

/// `text` up to a word that begins with `#`.
fn uncommented(text: &str) -> &str {
    let comment = text.match_indices('#').find(|&(at, _)| text[..at].ends_with(BLANKS) || at == 0);
    text[..comment.map_or(text.len(), |(at, _)| at)].trim_end_matches(BLANKS)
}

impl fmt::Display for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        write_given(f, "board", self.board.as_ref())?;
        for (unit, board) in &self.units {
            writeln!(f, "unit {} {board}", Free(&unit.0))?;
        }
        write_given(f, "sensing", self.sensing.as_ref())?;
        write_unless_default(f, "turned", &self.turned)?;
        write_unless_default(f, "clockside", &self.clock_sides)?;
        write_given(f, "start", self.start.as_deref().map(Free))?;
        write_unless_default(f, "variant", &self.variant)?;
        write_unless_default(f, "rulebook", &self.rulebook)?;
        write_given(f, "control", self.control.as_deref().map(Free))?;
        self.write_lags(f)?;
        for (key, value) in &self.regulations {
            writeln!(f, "regulation {}", Pair(key, value))?;
        }
        write_unless_default(f, "policy", &self.policy)?;
        write_given(f, "white", self.white.as_deref().map(Free))?;
        write_given(f, "black", self.black.as_deref().map(Free))?;
        for (name, value) in &self.tags {
            writeln!(f, "tag {} {}", Free(name), Free(value))?;
        }
        write_given(f, "began", self.began.as_deref().map(Free))?;
        for line in &self.unknown {
            writeln!(f, "{}", Free(line))?;
        }
        for comment in &self.comments {
            writeln!(f, "#{}", Free(comment))?;
        }
        Ok(())
    }
}

impl Headers {
    fn write_lags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reading_lag.is_none() && self.clock_lag.is_none() {
            return Ok(());
        }
        f.write_str("lag")?;
        for (key, lag) in [("reading", self.reading_lag), ("clock", self.clock_lag)] {
            if let Some(lag) = lag {
                write!(f, " {key}={}", lag.as_millis())?;
            }
        }
        writeln!(f)
    }
}

fn write_given(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    match value {
        Some(value) => writeln!(f, "{word} {value}"),
        None => Ok(()),
    }
}

fn write_unless_default<T>(f: &mut fmt::Formatter<'_>, word: &str, value: &T) -> fmt::Result
where
    T: Default + PartialEq + fmt::Display,
{
    if *value == T::default() { Ok(()) } else { writeln!(f, "{word} {value}") }
}

/// Text that runs to the end of its line: line breaks become blanks.
struct Free<'a>(&'a str);

impl fmt::Display for Free<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.0.split(['\n', '\r']).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(line)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Headers, (usize, String)> {
        let mut headers = Headers::default();
        for (index, line) in text.lines().enumerate() {
            headers.read(index + 1, line).map_err(|what| (index + 1, what.to_string()))?;
        }
        Ok(headers)
    }

    const ALL: &str = "\
board dgt 12345
unit b1 dgt 1001
unit b2 dgt
sensing identity
turned yes
clockside left=black
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
variant chess960
rulebook fide-2018 rapid reduced
control 40/90:00+0:30 30:00+0:30
lag reading=200 clock=1200
regulation default-time=\"15 min\"
policy act
white Carlsen, Magnus #1
black Caruana, Fabiano
tag Event Open # of Biel
tag Round 3
began 2026-03-01T14:00:00+01:00
weather rain
";

    #[test]
    fn every_header_reads_and_prints_the_same() {
        let headers = read(ALL).unwrap();
        assert_eq!(headers.to_string(), format!("touchmove-recording 1\n{ALL}"));
        assert_eq!(headers.line_of("start"), Some(7));
        assert_eq!(headers.line_of("tag Round"), Some(17));
        assert_eq!(headers.rulebook.category, Category::Rapid);
        assert_eq!(headers.white.as_deref(), Some("Carlsen, Magnus #1"));
        assert_eq!(headers.tags[0].1, "Open # of Biel");
        assert_eq!(headers.unknown, ["weather rain"]);
    }

    #[test]
    fn what_is_not_given_has_its_default() {
        let headers = Headers::default();
        assert_eq!(headers.to_string(), "touchmove-recording 1\n");
        assert_eq!(headers.sensing(), Sensing::Identity);
        assert_eq!(headers.rulebook.to_string(), "fide-2023 auto full");
        let unknown = Lags { reading: Duration::from_millis(250), clock: Duration::from_secs(1) };
        assert_eq!(headers.lags(), unknown);
        assert_eq!(read("board abacus 7").unwrap().lags(), unknown);
        assert_eq!(
            read("lag clock=20").unwrap().lags(),
            Lags { clock: Duration::from_millis(20), ..unknown }
        );
        assert_eq!(
            headers.with_lags().to_string(),
            "touchmove-recording 1\nlag reading=250 clock=1000\n"
        );
    }

    #[test]
    fn a_comment_may_follow_fixed_words() {
        let headers =
            read("turned no # I looked\nboard dgt 1 # the old one\ncontrol 5:00 # blitz").unwrap();
        assert_eq!(headers.turned, Turned::No);
        assert_eq!(headers.board.unwrap().serial.as_deref(), Some("1"));
        assert_eq!(headers.control.as_deref(), Some("5:00"));
    }

    #[test]
    fn malformed_and_repeated_headers_are_refused() {
        for (text, line, message) in [
            ("board", 1, "the name of a family is missing"),
            ("board dgt 1 2", 1, "`2` is one word too many here"),
            ("turned no\nturned no", 2, "`turned` is given twice"),
            ("tag Round 1\ntag Event x\ntag Round 1", 3, "`tag Round` is given twice"),
            ("turned perhaps", 1, "one of `no` `yes` `auto` expected, not `perhaps`"),
            (
                "clockside right=white",
                1,
                "one of `left=white` `left=black` `auto` expected, not `right=white`",
            ),
            ("sensing", 1, "one of `identity` `occupancy` `colour` is missing"),
            ("rulebook fide-2023", 1, "one of `auto` `standard` `rapid` `blitz` is missing"),
            ("lag", 1, "reading=MILLISECONDS or clock=MILLISECONDS is missing"),
            ("lag reading=250 reading=250", 1, "`reading` is given twice"),
            ("lag reading=250 clock=1 x=2", 1, "`x=2` is one word too many here"),
            (
                "lag reading=soon",
                1,
                "reading=MILLISECONDS or clock=MILLISECONDS expected, not `soon`",
            ),
            ("white", 1, "a name is missing"),
            ("start # none", 1, "a FEN is missing"),
            ("began today", 1, "a time like 2026-03-01T14:00:00Z expected, not `today`"),
        ] {
            assert_eq!(read(text).unwrap_err(), (line, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_line_break_in_a_name_adds_no_header() {
        let headers = Headers { white: Some("Eve\nturned yes".to_owned()), ..Headers::default() };
        assert_eq!(headers.to_string(), "touchmove-recording 1\nwhite Eve turned yes\n");
    }
}
