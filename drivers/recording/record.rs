//! One record: a time, and what there was.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::hex;
use super::line::MAX_LINE;
use super::line::{BLANKS, split_word};
use super::seconds::{self, Seconds};
use super::wire::{Head, Written};
use crate::driver::Unit;
use crate::observation::words::{Pair, QUICK, SINCE, Words, excerpt};
use crate::observation::{Malformed, Observation};
use crate::packet::Packet;
use crate::time::Instant;

/// A line of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// When, since the start of the recording; `None` where it is not known and only the order
    /// counts.
    pub at: Option<Instant>,
    /// Which board of a line with many.
    pub unit: Option<Unit>,
    /// What there was.
    pub body: Body,
    /// It happened after this moment and not later than `at`: a poll on a bus, a board's own log.
    pub since: Option<Instant>,
    /// Whether it came within 250 ms of the record before.
    pub quick: bool,
    /// `key=value` words that this version does not know, in their order.
    pub unknown: Vec<(String, String)>,
}

/// What a record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An observation.
    Observed(Observation),
    /// `< HEX`, `<CHANNEL HEX`: one read from the device, stamped at its last byte.
    Received(Packet),
    /// `> HEX`, `>CHANNEL HEX`: one write to the device.
    Sent(Packet),
    /// `end cut`: the recording was cut off here; nothing is known of the time after.
    Cut,
    /// A record of a kind that this version does not know, as it stands.
    Unknown(String),
}

impl Record {
    /// A record of `body`, nothing more being said of it.
    pub const fn new(at: Option<Instant>, body: Body) -> Self {
        Self { at, unit: None, body, since: None, quick: false, unknown: Vec::new() }
    }

    /// The record of an observation made at `at`.
    pub const fn observed(at: Instant, unit: Option<Unit>, observation: Observation) -> Self {
        let body = Body::Observed(observation);
        Self { at: Some(at), unit, body, since: None, quick: false, unknown: Vec::new() }
    }

    /// The record as a line without its end, which is sure to read back as this record.
    ///
    /// # Errors
    /// [`Unwritable`] for what no line holds: more than [`MAX_LINE`] bytes, a wall time that is
    /// none, a unit with blanks in its name.
    pub fn line(&self) -> Result<String, Unwritable> {
        let line = self.to_string();
        let one_line = line.len() < MAX_LINE && !line.contains(['\n', '\r']);
        if one_line && line.parse().as_ref() == Ok(self) {
            Ok(line)
        } else {
            Err(Unwritable(excerpt(&line)))
        }
    }
}

/// A record that no line holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this record cannot be written so that it reads back the same: `{0}`")]
pub struct Unwritable(String);

impl fmt::Display for Record {
    /// One line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => Seconds(at).fmt(f)?,
            None => f.write_str("-")?,
        }
        if let Some(unit) = &self.unit {
            write!(f, " @{unit}")?;
        }
        write!(f, " {}", self.body)?;
        for (key, value) in &self.unknown {
            write!(f, " {}", Pair(key, value))?;
        }
        if let Some(since) = self.since {
            write!(f, " {SINCE}={}", Seconds(since))?;
        }
        if self.quick { write!(f, " {QUICK}") } else { Ok(()) }
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Observed(observation) => observation.fmt(f),
            Self::Received(packet) => write!(f, "<{}", Written(packet)),
            Self::Sent(packet) => write!(f, ">{}", Written(packet)),
            Self::Cut => f.write_str("end cut"),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

impl FromStr for Record {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let text = text.trim_matches(BLANKS);
        let (first, rest) = split_word(text);
        let (at, rest) = match first {
            "-" => (None, rest),
            // `end cut` may stand without a time.
            "end" => (None, text),
            time => (Some(seconds::read(time)?), rest),
        };
        let (unit, rest) = match rest.strip_prefix('@') {
            Some(rest) => {
                let (unit, rest) = split_word(rest);
                (Some(read_unit(unit)?), rest)
            }
            None => (None, rest),
        };
        Ok(Self { at, unit, ..read_body(rest)? })
    }
}

/// Reads everything of a record that follows time and unit.
fn read_body(text: &str) -> Result<Record, Malformed> {
    match read_known_body(text) {
        Err(Malformed::Kind(_)) => Ok(Record::new(None, Body::Unknown(text.to_owned()))),
        // An unknown record need not even consist of words.
        Err(_) if is_unknown(split_word(text).0) => {
            Ok(Record::new(None, Body::Unknown(text.to_owned())))
        }
        known => known,
    }
}

fn read_known_body(text: &str) -> Result<Record, Malformed> {
    if let Some(observation) = Observation::of_plain_square(text) {
        return Ok(Record::new(None, Body::Observed(observation)));
    }
    let (kind, rest) = split_word(text);
    let head = Head::read(kind);
    let (bytes, rest) = match head {
        Some(_) => hex::read(rest)?,
        None if kind == "end" => (Vec::new(), rest),
        None => (Vec::new(), text),
    };
    let mut words = Words::split(rest)?;
    let (since, quick) = take_since_and_quick(&mut words)?;
    let body = match head {
        Some(head) => head.body(bytes),
        None if kind == "end" => read_end(&mut words)?,
        None => Body::Observed(Observation::read(&mut words)?),
    };
    Ok(Record { since, quick, unknown: words.unknown()?, ..Record::new(None, body) })
}

fn is_unknown(kind: &str) -> bool {
    kind != "end"
        && Head::read(kind).is_none()
        && matches!(kind.parse::<Observation>(), Err(Malformed::Kind(_)))
}

fn take_since_and_quick(words: &mut Words<'_>) -> Result<(Option<Instant>, bool), Malformed> {
    let (mut since, mut quick) = (Vec::new(), 0);
    words.take(|word| match word.key.as_deref() {
        Some(SINCE) if !word.quoted => {
            since.push(word.value.clone());
            true
        }
        None if word.value == QUICK && !word.quoted => {
            quick += 1;
            true
        }
        _ => false,
    });
    if since.len() > 1 || quick > 1 {
        let twice = if quick > 1 { QUICK } else { SINCE };
        return Err(Malformed::Twice(twice.to_owned()));
    }
    let since = since.first().map(|time| seconds::read(time)).transpose()?;
    Ok((since, quick == 1))
}

fn read_end(words: &mut Words<'_>) -> Result<Body, Malformed> {
    const CUT: &str = "`cut`";
    match &*words.bare(CUT)? {
        "cut" => Ok(Body::Cut),
        other => Err(Malformed::expected(CUT, other)),
    }
}

fn read_unit(name: &str) -> Result<Unit, Malformed> {
    if name.is_empty() {
        return Err(Malformed::Missing("the name of a unit after `@`"));
    }
    Ok(Unit(Arc::from(name)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::observation::arbitrary::observation;
    use crate::packet::Channel;
    use proptest::prelude::*;

    /// Any record, its time aside.
    pub(crate) fn body() -> impl Strategy<Value = Record> {
        let bytes = || prop::collection::vec(any::<u8>(), 1..20);
        let packet = move || {
            (any::<u8>(), bytes())
                .prop_map(|(channel, bytes)| Packet { channel: Channel(channel), bytes })
        };
        let body = prop_oneof![
            6 => observation().prop_map(Body::Observed),
            1 => packet().prop_map(Body::Received),
            1 => packet().prop_map(Body::Sent),
            1 => Just(Body::Unknown("weather rain  \"heavy # or not".to_owned())),
        ];
        let since = prop::option::of(any::<u64>().prop_map(Instant::from_micros));
        (body, since, any::<bool>(), prop::collection::vec(("x-.*", ".*"), 0..2)).prop_map(
            |(body, since, quick, unknown)| match body {
                // These keep whatever follows for themselves.
                Body::Unknown(_) => Record::new(None, body),
                Body::Observed(Observation::Decision(_)) => {
                    Record { since, quick, ..Record::new(None, body) }
                }
                body => Record { since, quick, unknown, ..Record::new(None, body) },
            },
        )
    }

    #[test]
    fn every_part_of_a_record_reads_and_prints_the_same() {
        for line in [
            "0.000 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "12.345678 @b7 square e2 . since=11.000 quick",
            "- < 8e 00 05 34 00",
            "- > 40 quick",
            "3.000 <2 8e 00 since=1.000",
            "3.000 @b7 >255 40",
            "3.000 <256 40",
            "3.000 <+2 40",
            "3.000 >two 40",
            "1.500 end cut",
            "2.000 square e2 . light=\"quite dim\" since=1.000",
            "2.000 clock left=0:01:00 right=0:01:00 run=left lever=right beat=3 quick",
            "2.000 decision by=arbiter adjust side=white since=1.000 quick",
            "2.000 decision by=arbiter claim since=\"1.000\" word=\"quick\"",
            "2.000 button \"quick\"",
            "2.000 weather rain \"",
            "2.000 device mood=good",
            "2.000 quick",
        ] {
            let record: Record = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(record.to_string(), line);
        }
    }

    #[test]
    fn other_spellings_of_a_record_mean_the_same() {
        for (line, canonical) in [
            ("12 square  e2\t.", "12.000 square e2 ."),
            ("12.0 square e2 . quick since=1 # a note", "12.000 square e2 . since=1.000 quick"),
            ("- < 8E000534 00", "- < 8e 00 05 34 00"),
            ("- <0 8E", "- < 8e"),
            ("- >007 8E", "- >7 8e"),
            ("end cut", "- end cut"),
        ] {
            assert_eq!(line.parse::<Record>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn a_malformed_record_says_what_is_expected() {
        for (line, message) in [
            ("", "a time in seconds like 12.345 is missing"),
            ("12", "a kind of record is missing"),
            ("12,5 square e2 .", "a time in seconds like 12.345 expected, not `12,5`"),
            ("12 @ square e2 .", "the name of a unit after `@` is missing"),
            ("12 <", "two hexadecimal digits for each byte is missing"),
            ("12 < 8e0", "two hexadecimal digits for each byte expected, not `8e0`"),
            ("12 <3", "two hexadecimal digits for each byte is missing"),
            ("12 >3 8e 5", "two hexadecimal digits for each byte expected, not `5`"),
            ("12 < 8e zz", "two hexadecimal digits for each byte expected, not `zz`"),
            ("12 end", "`cut` is missing"),
            ("12 end of", "`cut` expected, not `of`"),
            ("12 square e2 . since=soon", "a time in seconds like 12.345 expected, not `soon`"),
            ("12 square e2 . since=1 since=1", "`since` is given twice"),
            ("12 square e2 . quick quick", "`quick` is given twice"),
            ("12 link down", "one of `up` `lost` `stale` expected, not `down`"),
        ] {
            assert_eq!(line.parse::<Record>().unwrap_err().to_string(), message, "{line}");
        }
    }

    proptest! {
        #[test]
        fn every_record_reads_back_the_same(body in body(), micros: Option<u64>, unit in prop::option::of("[a-z0-9]{1,4}")) {
            let at = micros.map(Instant::from_micros);
            let unit = unit.map(|name| Unit(Arc::from(name)));
            let record = Record { at, unit, ..body };
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            let _ = text.parse::<Record>();
            let _ = format!("1.0 {text}").parse::<Record>();
        }
    }
}
