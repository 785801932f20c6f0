//! What a recording says before its first record.

mod choices;
mod read;
mod write;

use std::collections::BTreeMap;
use std::time::Duration;

pub use choices::{
    BoardName, CategoryChoice, ClockSides, Continues, Lags, Policy, RulebookChoice, Supervision,
    Turned, Variant,
};
pub(super) use read::Acquaintance;

use super::line::BLANKS;
use crate::driver::Unit;
use crate::families;
use crate::family::UNKNOWN_LAGS;
use crate::observation::Sensing;

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
    pub rulebook: RulebookChoice,
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
    /// `continues`: what this goes on from.
    pub continues: Option<Continues>,
    /// Headers that this version does not know, as whole lines.
    pub unknown: Vec<String>,
    /// Comments among the headers, without their `#`.
    pub comments: Vec<String>,
    given: BTreeMap<String, usize>,
}

impl Headers {
    /// What the squares sense: as given, or as the family does; an unknown family senses identity.
    pub fn sensing(&self) -> Sensing {
        let family = || families::by_name(&self.board.as_ref()?.family);
        self.sensing.or_else(|| Some(family()?.sensing)).unwrap_or(Sensing::Identity)
    }

    /// How late readings may come: as given, or the family's; 250 ms and 1 s for an unknown family.
    pub fn lags(&self) -> Lags {
        let family = self.board.as_ref().and_then(|board| families::by_name(&board.family));
        let reading = family.map(|family| family.reading_lag);
        let clock = family.and_then(|family| family.clock_lag);
        Lags {
            reading: self.reading_lag.or(reading).unwrap_or(UNKNOWN_LAGS.0),
            clock: self.clock_lag.or(clock).unwrap_or(UNKNOWN_LAGS.1),
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

    /// `# hands: STYLE` among the comments: how the hands of a simulation played.
    pub fn hands(&self) -> Option<&str> {
        self.comments.iter().find_map(|comment| marked(comment, "hands:"))
    }

    /// `# sin: KIND ARTICLE SIDE PLY` among the comments: what was planted.
    pub fn sins(&self) -> impl Iterator<Item = &str> {
        self.comments.iter().filter_map(|comment| marked(comment, "sin:"))
    }
}

fn marked<'a>(comment: &'a str, mark: &str) -> Option<&'a str> {
    comment.trim_start_matches(BLANKS).strip_prefix(mark).map(|text| text.trim_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
continues after=4711 games=2 seal=00112233445566778899aabbccddeeff
weather rain
";

    #[test]
    fn every_header_reads_and_prints_the_same() {
        let headers = read(ALL).unwrap();
        assert_eq!(headers.to_string(), format!("touchmove-recording 1\n{ALL}"));
        assert_eq!(headers.line_of("start"), Some(7));
        assert_eq!(headers.line_of("tag Round"), Some(17));
        assert_eq!(headers.rulebook.category, CategoryChoice::Rapid);
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
            ("sensing", 1, "one of `identity` `occupancy` `colour` `moves` is missing"),
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
            ("continues after=1", 1, "games=NUMBER is missing"),
            ("continues after=1 games=x seal=0", 1, "games=NUMBER expected, not `x`"),
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

    #[test]
    fn a_blank_name_is_not_given() {
        let headers = Headers { white: Some(" \n".to_owned()), ..Headers::default() };
        assert_eq!(headers.to_string(), "touchmove-recording 1\n");
    }

    proptest! {
        #[test]
        fn whatever_reads_is_written_so_that_it_reads_the_same(
            lines in prop::collection::vec((header(), "[ -~]{0,12}|[^\\p{Cc}]{0,6}"), 0..8),
        ) {
            let mut headers = Headers::default();
            for (number, (header, text)) in lines.iter().enumerate() {
                // What is refused is not kept whole.
                let mut with = headers.clone();
                if with.read(number, format!("{header}{text}").trim_matches(BLANKS)).is_ok() {
                    headers = with;
                }
            }
            let written = headers.to_string();
            let (_, lines) = written.split_once('\n').unwrap();
            prop_assert_eq!(read(lines).unwrap().to_string(), written);
        }
    }

    /// A header, or the beginning of one.
    fn header() -> impl Strategy<Value = &'static str> {
        let words = ["tag ", "regulation k=", "start ", "board ", "unit ", "lag clock=", "began "];
        prop::sample::select(ALL.lines().chain(words).collect::<Vec<_>>())
    }
}
