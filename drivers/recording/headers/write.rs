//! Writing headers.

use std::fmt;

use super::Headers;
use crate::observation::words::Pair;
use crate::recording::FIRST_LINE;

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
        write_given(f, "start", given(self.start.as_ref()))?;
        write_unless_default(f, "variant", &self.variant)?;
        write_unless_default(f, "rulebook", &self.rulebook)?;
        write_given(f, "control", given(self.control.as_ref()))?;
        self.write_lags(f)?;
        for (key, value) in &self.regulations {
            writeln!(f, "regulation {}", Pair(key, value))?;
        }
        write_unless_default(f, "policy", &self.policy)?;
        write_given(f, "white", given(self.white.as_ref()))?;
        write_given(f, "black", given(self.black.as_ref()))?;
        for (name, value) in &self.tags {
            writeln!(f, "tag {} {}", Free(name), Free(value))?;
        }
        write_given(f, "began", given(self.began.as_ref()))?;
        write_given(f, "continues", self.continues.as_ref())?;
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

/// Text that says something.
fn given(text: Option<&String>) -> Option<Free<'_>> {
    text.filter(|text| !text.trim().is_empty()).map(|text| Free(text))
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
