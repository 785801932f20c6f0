//! The text form of observations, as records of a recording hold them.

mod clock;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::rfc3339::is_rfc3339;
use super::words::{Malformed, Pair, Spelled, Words, words};
use super::{
    BatteryState, ClockAnswer, ClockPresence, ClockSide, Color, Decision, DeviceFact, Flood,
    GameMark, Hand, LinkState, Memory, Observation, Reading, Sensing, Side, Square,
};

words!(
    Sensing: Identity = "identity",
    Occupancy = "occupancy",
    Colour = "colour",
    Moves = "moves"
);
words!(LinkState: Up = "up", Lost = "lost", Stale = "stale");
words!(GameMark: Begin = "begin", End = "end");
words!(ClockPresence: Present = "present", Absent = "absent");
words!(
    Memory: Begins = "begins",
    Ends = "ends",
    Silent = "silent",
    Apart = "apart",
    Broken = "broken"
);
words!(ClockAnswer: Taken = "taken", Refused = "refused");
words!(BatteryState: Good = "good", Low = "low");

impl fmt::Display for Observation {
    /// One line without its end. Reads back as the same observation, provided that a
    /// [`Observation::Wall`] holds a time as of RFC 3339.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square { square, reading } => write!(f, "square {square} {}", reading.letter()),
            Self::Board(placement) => write!(f, "board {placement}"),
            Self::Clock(reading) => write!(f, "clock {reading}"),
            Self::Press(side) => write!(f, "press {side}"),
            Self::Link(state) => write!(f, "link {state}"),
            Self::Battery(percent) => write!(f, "battery {percent}"),
            Self::Button(name) => write!(f, "button {}", Spelled(name)),
            Self::Wall(time) => write!(f, "wall {}", Spelled(time)),
            Self::Game(mark) => write!(f, "game {mark}"),
            Self::Device(fact) => write!(f, "device {fact}"),
            Self::Decision(decision) => write!(f, "decision {decision}"),
        }
    }
}

impl FromStr for Observation {
    type Err = Malformed;

    /// Reads one line without time; nothing unknown may be in it.
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut words = Words::split(text)?;
        let observation = Self::read(&mut words)?;
        words.end()?;
        Ok(observation)
    }
}

impl Observation {
    /// Reads `square e2 P` and nothing besides, as most records are written; `None` of all that is written otherwise.
    pub(crate) fn of_plain_square(text: &str) -> Option<Self> {
        let (square, reading) = text.strip_prefix("square ")?.split_once(' ')?;
        let mut letters = reading.chars();
        let reading = letters.next().and_then(Reading::from_letter)?;
        let square = square.parse().ok().filter(|_| letters.next().is_none())?;
        Some(Self::Square { square, reading })
    }

    /// Reads an observation from the first words; what it does not know stays in `words`.
    ///
    /// # Errors
    /// [`Malformed::Kind`] where the first words name no observation.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Malformed> {
        let kind = words.bare("a kind of record")?;
        Ok(match &*kind {
            "square" => read_square(words)?,
            "board" => {
                let placement = words.bare("the placement field of a FEN")?;
                Self::Board(Box::new(placement.parse()?))
            }
            "clock" => Self::Clock(clock::read(words)?),
            "press" => Self::Press(words.parse("a side of the clock")?),
            "link" => Self::Link(words.parse("a state of the link")?),
            "battery" => Self::Battery(read_number(&words.bare("a charge in per cent")?)?),
            "button" => Self::Button(words.bare("the name of a button")?.into_owned()),
            "wall" => Self::Wall(read_wall(words)?),
            "game" => Self::Game(words.parse("`begin` or `end`")?),
            "device" => Self::Device(read_fact(words)?),
            "decision" => Self::Decision(read_decision(words)?),
            _ => return Err(Malformed::Kind(super::words::excerpt(&kind))),
        })
    }
}

fn read_square(words: &mut Words<'_>) -> Result<Observation, Malformed> {
    let name = words.bare("a square")?;
    let square: Square = name.parse().map_err(|_| Malformed::expected(SQUARE, &name))?;
    let reading = words.bare(READING)?;
    let mut letters = reading.chars();
    match (letters.next().and_then(Reading::from_letter), letters.next()) {
        (Some(reading), None) => Ok(Observation::Square { square, reading }),
        _ => Err(Malformed::expected(READING, &reading)),
    }
}

const SQUARE: &str = "a square from a1 to h8";
const READING: &str = "a FEN letter or one of `.` `*` `+` `-` `?`";

fn read_wall(words: &mut Words<'_>) -> Result<String, Malformed> {
    let time = words.bare(WALL_TIME)?;
    if is_rfc3339(&time) {
        Ok(time.into_owned())
    } else {
        Err(Malformed::expected(WALL_TIME, &time))
    }
}

/// What is expected of a wall time.
pub(crate) const WALL_TIME: &str = "a time like 2026-03-01T14:00:00Z";

fn read_number<T: FromStr>(text: &str) -> Result<T, Malformed> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| Malformed::expected("a small whole number", text))
}

fn read_fact(words: &mut Words<'_>) -> Result<DeviceFact, Malformed> {
    let (key, value) = words.pair("what the device says, as key=value")?;
    let own = |value: Cow<'_, str>| value.into_owned();
    Ok(match &*key {
        "serial" => DeviceFact::Serial(own(value)),
        "long-serial" => DeviceFact::LongSerial(own(value)),
        "version" => DeviceFact::Version(own(value)),
        "hardware" => DeviceFact::Hardware(own(value)),
        "bus-address" if &*value == SHARED => DeviceFact::AddressShared,
        "bus-address" => DeviceFact::BusAddress(read_number(&value)?),
        "clock" => DeviceFact::Clock(value.parse()?),
        "clock-battery" => DeviceFact::ClockBattery(value.parse()?),
        "clock-order" => DeviceFact::ClockOrder(value.parse()?),
        "memory" => DeviceFact::Memory(value.parse()?),
        "chips" if &*value == UNKNOWN => DeviceFact::ChipsUnknown,
        "chips" => {
            DeviceFact::Chips(value.parse().map_err(|_| Malformed::expected(CHIPS, &value))?)
        }
        "learning" => {
            let learning = value.parse().map_err(|_| Malformed::expected(LEARNING, &value))?;
            DeviceFact::Learning(learning)
        }
        "flood" if &*value == BEGINS => DeviceFact::Flood(Flood::Begins),
        "flood" => DeviceFact::Flood(Flood::LeftOut(read_number(&value)?)),
        "noise" => DeviceFact::Noise(read_number(&value)?),
        "repeats" => DeviceFact::Repeats(read_number(&value)?),
        _ => return Err(Malformed::Kind(super::words::excerpt(&format!("device {key}=")))),
    })
}

/// A flood that begins; a number counts what it has said.
const BEGINS: &str = "begins";

/// Chips of which nobody knows in which pieces they are.
const UNKNOWN: &str = "unknown";
const CHIPS: &str = "a FEN letter and ten hexadecimal digits for each piece";

/// How far a board is that learns.
const LEARNING: &str = "one of `settling` `unread` `alike` `strange`, and squares as `:a2,b2`";

/// An address that two boards have.
const SHARED: &str = "shared";

fn read_decision(words: &mut Words<'_>) -> Result<Decision, Malformed> {
    const WHO: &str = "by=NAME";
    let (key, by) = words.pair(WHO)?;
    if key != "by" {
        return Err(Malformed::expected(WHO, &key));
    }
    let verb = words.bare("what is decided")?.into_owned();
    let mut particulars = Vec::new();
    while let Some(word) = words.next() {
        match word.key {
            Some(key) => particulars.push((key.into_owned(), word.value.into_owned())),
            None => return Err(Malformed::expected("key=value", &word.value)),
        }
    }
    Ok(Decision { by: by.into_owned(), verb, particulars })
}

impl fmt::Display for DeviceFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serial(serial) => Pair("serial", serial).fmt(f),
            Self::LongSerial(serial) => Pair("long-serial", serial).fmt(f),
            Self::Version(version) => Pair("version", version).fmt(f),
            Self::Hardware(version) => Pair("hardware", version).fmt(f),
            Self::BusAddress(address) => write!(f, "bus-address={address}"),
            Self::AddressShared => write!(f, "bus-address={SHARED}"),
            Self::Clock(presence) => write!(f, "clock={presence}"),
            Self::ClockBattery(state) => write!(f, "clock-battery={state}"),
            Self::ClockOrder(answer) => write!(f, "clock-order={answer}"),
            Self::Memory(memory) => write!(f, "memory={memory}"),
            Self::Chips(chips) => write!(f, "chips={chips}"),
            Self::ChipsUnknown => write!(f, "chips={UNKNOWN}"),
            Self::Learning(learning) => write!(f, "learning={learning}"),
            Self::Flood(Flood::Begins) => write!(f, "flood={BEGINS}"),
            Self::Flood(Flood::LeftOut(count)) => write!(f, "flood={count}"),
            Self::Noise(bytes) => write!(f, "noise={bytes}"),
            Self::Repeats(questions) => write!(f, "repeats={questions}"),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Pair("by", &self.by), Spelled(&self.verb))?;
        for (key, value) in &self.particulars {
            write!(f, " {}", Pair(key, value))?;
        }
        Ok(())
    }
}

impl fmt::Display for ClockSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hand(hand) => hand.word(),
            Self::Color(color) => color.word(),
        })
    }
}

impl FromStr for ClockSide {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let hand = side::<Hand>(text).map(Self::Hand);
        hand.or_else(|| side::<Color>(text).map(Self::Color))
            .ok_or_else(|| Malformed::expected("one of `left` `right` `white` `black`", text))
    }
}

fn side<S: Side + 'static>(word: &str) -> Option<S> {
    S::BOTH.into_iter().find(|side| side.word() == word)
}

#[cfg(test)]
mod tests {
    use super::super::arbitrary::observation;
    use super::*;
    use proptest::prelude::*;

    /// One line of every kind, as it is written.
    const LINES: &[&str] = &[
        "square e2 .",
        "square e4 P",
        "square a1 ?",
        "square h8 -",
        "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
        "board *+-?4/8/8/8/8/8/8/8",
        "clock left=1:30:25 right=1:30:00 run=right",
        "clock left=0:00:00 right=0:00:09.800 run=none flag=left lever=right doubtful",
        "clock left=0:00:00 right=0:00:00 run=none flag=left flag=right",
        "clock white=99:59:59.999 black=0:00:01 run=white lever=white",
        "press left",
        "press black",
        "link up",
        "link lost",
        "link stale",
        "battery 57",
        "button start-stop",
        "button \"start stop\"",
        "wall 2026-03-01T14:00:00.5+01:00",
        "game begin",
        "game end",
        "decision by=arbiter adjust side=white",
        "decision by=\"Jane Doe\" position fen=\"8/8/8/8/8/8/8/8 w - - 0 1\" reason=\"\\\"so\\\"\\n\"",
        "decision by=arbiter claim since=\"3\"",
        "device serial=12345",
        "device long-serial=3.25010",
        "device version=1.8",
        "device hardware=2",
        "device bus-address=1234",
        "device bus-address=shared",
        "device clock=absent",
        "device clock-battery=low",
        "device memory=begins",
        "device memory=apart",
        "device chips=unknown",
        "device chips=k0100aabbcc,P4200010203",
        "device learning=settling",
        "device learning=unread:a2,h8",
        "device flood=begins",
        "device flood=11434",
        "device noise=3",
        "device repeats=2",
    ];

    #[test]
    fn every_kind_reads_and_prints_the_same() {
        for line in LINES {
            let observation: Observation = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(&observation.to_string(), line);
        }
    }

    #[test]
    fn what_is_malformed_says_what_is_expected() {
        for (line, message) in [
            ("", "a kind of record is missing"),
            ("frobnicate", "`frobnicate` is not a kind of record"),
            ("square", "a square is missing"),
            ("square e9 .", "a square from a1 to h8 expected, not `e9`"),
            ("square e2", "a FEN letter or one of `.` `*` `+` `-` `?` is missing"),
            ("square e2 PP", "a FEN letter or one of `.` `*` `+` `-` `?` expected, not `PP`"),
            ("square e2 . x", "`x` is one word too many here"),
            ("board 8/8", "not eight ranks of eight squares, separated by `/`"),
            ("press up", "one of `left` `right` `white` `black` expected, not `up`"),
            ("link", "a state of the link is missing"),
            ("link down", "one of `up` `lost` `stale` expected, not `down`"),
            ("battery +5", "a small whole number expected, not `+5`"),
            ("battery 256", "a small whole number expected, not `256`"),
            ("wall yesterday", "a time like 2026-03-01T14:00:00Z expected, not `yesterday`"),
            (
                "device chips=k01",
                "a FEN letter and ten hexadecimal digits for each piece expected, not `k01`",
            ),
            ("device colour=red", "`device colour=` is not a kind of record"),
            ("decision adjust", "by=NAME expected, not `adjust`"),
            ("decision by=arbiter", "what is decided is missing"),
            ("decision by=arbiter adjust white", "key=value expected, not `white`"),
            ("clock left=1:30:25 run=left", "right= is missing"),
            (
                "clock left=1:30 right=0:00:00 run=left",
                "a time as h:mm:ss or h:mm:ss.mmm expected, not `1:30`",
            ),
            (
                "clock left=0:60:00 right=0:00:00 run=left",
                "a time as h:mm:ss or h:mm:ss.mmm expected, not `0:60:00`",
            ),
            ("clock left=1:30:25 right=1:30:25", "run= is missing"),
            (
                "clock left=1:30:25 right=1:30:25 run=white",
                "one of `left` `right` `none` expected, not `white`",
            ),
            ("clock left=1:30:25 left=1:30:25 right=1:30:25 run=none", "`left` is given twice"),
        ] {
            assert_eq!(line.parse::<Observation>().unwrap_err().to_string(), message, "{line}");
        }
    }

    proptest! {
        #[test]
        fn every_observation_reads_back_the_same(observation in observation()) {
            let text = observation.to_string();
            prop_assert!(!text.contains(['\n', '\r']));
            prop_assert_eq!(text.parse(), Ok(observation));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*", line in prop::sample::select(LINES)) {
            let _ = text.parse::<Observation>();
            let _ = format!("{line} {text}").parse::<Observation>();
        }
    }
}
