//! Reading headers, a line each.

use std::sync::Arc;
use std::time::Duration;

use super::{BoardName, Continues, Headers};
use crate::driver::Unit;
use crate::observation::Malformed;
use crate::observation::rfc3339::is_rfc3339;
use crate::observation::text::WALL_TIME;
use crate::observation::words::{Word, Words, excerpt};
use crate::recording::line::{BLANKS, split_word};

/// Whether this version knows a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recording) enum Acquaintance {
    Known,
    Unknown,
}

impl Headers {
    /// Reads one header from line `number`, which has no blanks around it.
    pub(in crate::recording) fn read(
        &mut self,
        number: usize,
        line: &str,
    ) -> Result<Acquaintance, Malformed> {
        let (word, text) = split_word(line);
        let mut name = word.to_owned();
        match word {
            "board" => self.board = Some(read_board(text)?),
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
            "continues" => self.continues = Some(read_continues(text)?),
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

fn read_board(text: &str) -> Result<BoardName, Malformed> {
    let mut words = Words::split(text)?;
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
    Ok((unit, read_board(text)?))
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

fn read_continues(text: &str) -> Result<Continues, Malformed> {
    const NUMBERS: [&str; 2] = ["after=NUMBER", "games=NUMBER"];
    const SEAL: &str = "seal=SEAL";
    let mut words = Words::split(text)?;
    let after = number(&mut words, "after", NUMBERS[0])?;
    let games = number(&mut words, "games", NUMBERS[1])?;
    let (key, seal) = words.pair(SEAL)?;
    if key != "seal" {
        return Err(Malformed::expected(SEAL, &key));
    }
    let seal = seal.into_owned();
    words.end()?;
    Ok(Continues { after, games, seal })
}

fn number<T: std::str::FromStr>(
    words: &mut Words<'_>,
    key: &str,
    form: &'static str,
) -> Result<T, Malformed> {
    let (given, value) = words.pair(form)?;
    if given != key {
        return Err(Malformed::expected(form, &given));
    }
    value.parse().map_err(|_| Malformed::expected(form, &value))
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
