//! Reading recordings line by line, in bounded memory.

use super::error::{LineFault, Oddity, RecordingError, Warning};
use super::headers::{Acquaintance, Headers};
use super::line::{BLANKS, split_word};
use super::line::{MAX_HEADERS, MAX_LINE};
use super::record::{Body, Record};
use super::{MAGIC, VERSION};
use crate::observation::words::excerpt;
use crate::time::Instant;

/// Reads one line at a time.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    line: usize,
    recording: usize,
    place: Place,
    headers: Headers,
    header_lines: usize,
    records: u64,
    latest: Option<Instant>,
}

/// Where in a recording the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Outside,
    Headers,
    Records,
    AfterCut,
}

/// A line that was read.
#[derive(Debug)]
pub struct RecordingLine<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its text as given, its end included.
    pub text: &'a str,
    /// What it says.
    pub content: Content,
    /// What was passed over in it.
    pub warnings: Vec<Warning>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A recording begins.
    First,
    /// A header: [`Reader::headers`] now has it.
    Header,
    /// A record with its number, from 1 in each recording.
    Record(u64, Record),
    /// Nothing: a comment or a blank line.
    Nothing,
}

impl Reader {
    /// A reader at the start of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next line, with or without its end.
    ///
    /// # Errors
    /// [`RecordingError`] names the line and what is wrong with it. What was read before stays.
    pub fn read<'a>(&mut self, line: &'a [u8]) -> Result<RecordingLine<'a>, RecordingError> {
        self.line += 1;
        if line.len() > MAX_LINE {
            return Err(self.error(LineFault::LongLine));
        }
        let text = std::str::from_utf8(line).map_err(|_| self.error(LineFault::NotUtf8))?;
        let mut warnings = Vec::new();
        let content = self.read_content(text, &mut warnings).map_err(|fault| self.error(fault))?;
        Ok(RecordingLine { number: self.line, text, content, warnings })
    }

    /// Counts a line that was too long to be given to [`Reader::read`], and says so.
    pub fn overlong(&mut self) -> RecordingError {
        self.line += 1;
        self.error(LineFault::LongLine)
    }

    /// The file has ended.
    ///
    /// # Errors
    /// A file without a recording is none.
    pub fn finish(&self) -> Result<(), RecordingError> {
        match self.place {
            Place::Outside => Err(RecordingError { line: 1, what: LineFault::NoRecording }),
            _ => Ok(()),
        }
    }

    /// The headers of the recording being read, so far; complete at its first record.
    pub const fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Place of the recording being read among those of its file, from 0.
    pub const fn recording(&self) -> usize {
        self.recording
    }

    /// Number of records read of the recording being read.
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// Number of lines read.
    pub const fn line(&self) -> usize {
        self.line
    }

    fn error(&self, what: LineFault) -> RecordingError {
        RecordingError { line: self.line, what }
    }

    fn read_content(
        &mut self,
        text: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<Content, LineFault> {
        let text = content(text);
        let (word, rest) = split_word(text);
        if word == MAGIC {
            return self.begin(rest);
        }
        if self.place == Place::Outside {
            return Err(LineFault::NoRecording);
        }
        if word.is_empty() {
            return Ok(Content::Nothing);
        }
        if let Some(comment) = text.strip_prefix('#') {
            return self.read_comment(comment);
        }
        if begins_record(word) {
            self.read_record(text, warnings)
        } else {
            self.read_header(text, warnings)
        }
    }

    fn begin(&mut self, version: &str) -> Result<Content, LineFault> {
        if version != VERSION {
            return Err(LineFault::Version(excerpt(version)));
        }
        *self = Self {
            line: self.line,
            recording: self.recording + usize::from(self.place != Place::Outside),
            place: Place::Headers,
            ..Self::default()
        };
        Ok(Content::First)
    }

    fn read_comment(&mut self, comment: &str) -> Result<Content, LineFault> {
        if self.place == Place::Headers {
            self.count_header()?;
            self.headers.comments.push(comment.to_owned());
        }
        Ok(Content::Nothing)
    }

    fn read_header(
        &mut self,
        text: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<Content, LineFault> {
        if self.place != Place::Headers {
            return Err(LineFault::NoTime(excerpt(split_word(text).0)));
        }
        self.count_header()?;
        if self.headers.read(self.line, text)? == Acquaintance::Unknown {
            self.warn(warnings, Oddity::Header(excerpt(split_word(text).0)));
        }
        Ok(Content::Header)
    }

    fn count_header(&mut self) -> Result<(), LineFault> {
        self.header_lines += 1;
        if self.header_lines > MAX_HEADERS { Err(LineFault::ManyHeaders) } else { Ok(()) }
    }

    fn read_record(
        &mut self,
        text: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<Content, LineFault> {
        if self.place == Place::AfterCut {
            return Err(LineFault::AfterCut);
        }
        let record: Record = text.parse()?;
        if let (Some(latest), Some(at)) = (self.latest, record.at)
            && at < latest
        {
            return Err(LineFault::TimeFell { at, latest });
        }
        self.latest = record.at.or(self.latest);
        self.records += 1;
        self.place = if record.body == Body::Cut { Place::AfterCut } else { Place::Records };
        if let Body::Unknown(body) = &record.body {
            self.warn(warnings, Oddity::Record(excerpt(split_word(body).0)));
        }
        for (key, _) in &record.unknown {
            self.warn(warnings, Oddity::Word(excerpt(key)));
        }
        // The bytes of one board bear its name where it is on a line with others.
        let is_wire = matches!(record.body, Body::Received(_) | Body::Sent(_));
        if let Some(unit) = &record.unit
            && !(is_wire && self.headers.units.is_empty())
            && !self.headers.units.iter().any(|(name, _)| name == unit)
        {
            self.warn(warnings, Oddity::Unit(excerpt(&unit.0)));
        }
        Ok(Content::Record(self.records, record))
    }

    fn warn(&self, warnings: &mut Vec<Warning>, what: Oddity) {
        warnings.push(Warning { line: self.line, what });
    }
}

/// What a line says: without its end and the blanks around it.
pub(super) fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line).trim_matches(BLANKS)
}

/// Whether a line is the first one of a recording: where a file of many may be cut.
pub fn begins_recording(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(MAGIC.as_bytes())
        && std::str::from_utf8(line).is_ok_and(|line| split_word(content(line)).0 == MAGIC)
}

/// Whether a line that begins with `word` is a record and no header.
pub(super) fn begins_record(word: &str) -> bool {
    word.starts_with(|first: char| first == '-' || first.is_ascii_digit()) || word == "end"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of all records, and all warnings.
    fn read(text: &str) -> Result<(Vec<u64>, Vec<String>), String> {
        let mut reader = Reader::new();
        let (mut records, mut warnings) = (Vec::new(), Vec::new());
        for line in text.split_inclusive('\n') {
            let line = reader.read(line.as_bytes()).map_err(|error| error.to_string())?;
            warnings.extend(line.warnings.iter().map(Warning::to_string));
            if let Content::Record(number, _) = line.content {
                records.push(number);
            }
        }
        reader.finish().map_err(|error| error.to_string())?;
        Ok((records, warnings))
    }

    #[test]
    fn records_are_numbered_from_one_in_each_recording() {
        let text = "touchmove-recording 1\nboard dgt 1\n\n# note\n0.0 link up\n# note\n- < 8e\n- link up\n\
            touchmove-recording 1\r\n\r\n0.0 weather rain\r\n0.0 link up";
        assert_eq!(read(text).unwrap().0, [1, 2, 3, 1, 2]);
    }

    #[test]
    fn the_unknown_is_passed_over_with_a_warning() {
        let text = "touchmove-recording 1\nweather rain\nunit b1 dgt 1\n0.0 wind strong\n\
            0.1 @b1 link up speed=9\n0.2 @b2 link up\n";
        assert_eq!(
            read(text).unwrap().1,
            [
                "line 2: the unknown header `weather` is passed over",
                "line 4: the unknown record `wind` is passed over",
                "line 5: the unknown word `speed=` is passed over",
                "line 6: no header names the unit `b2`",
            ]
        );
    }

    #[test]
    fn an_error_names_the_line_and_what_is_expected() {
        let first = "touchmove-recording 1\n";
        for (text, message) in [
            (
                String::new(),
                "line 1: not a recording; the first line must be `touchmove-recording 1`",
            ),
            (
                "\n# x\n".to_owned(),
                "line 1: not a recording; the first line must be `touchmove-recording 1`",
            ),
            (
                "[Event \"x\"]\n".to_owned(),
                "line 1: not a recording; the first line must be `touchmove-recording 1`",
            ),
            (
                "touchmove-recording 2\n".to_owned(),
                "line 1: version `2` of the recording format is not known; only version 1 is read",
            ),
            (format!("{first}turned no\nturned no\n"), "line 3: `turned` is given twice"),
            (
                format!("{first}0.0 link up\nturned no\n"),
                "line 3: a record begins with a time or `-`, not with `turned`; headers stand before the first record",
            ),
            (
                format!("{first}\n1.5 link up\n1.4 link up\n"),
                "line 4: the time 1.400000s is before 1.500000s of a record above; times never fall",
            ),
            (
                format!("{first}1.5 link up\n- link up\n1.4 link up since=1.3\n"),
                "line 4: the time 1.400000s is before 1.500000s of a record above; times never fall",
            ),
            (
                format!("{first}0.0 link sideways\n"),
                "line 2: one of `up` `lost` `stale` expected, not `sideways`",
            ),
            (
                format!("{first}0.0 end cut\n\n0.1 link up\n"),
                "line 4: no record may follow `end cut`",
            ),
            (
                format!("{first}0.0 button {}\n", "x".repeat(MAX_LINE)),
                "line 2: longer than 65536 bytes; break the record up",
            ),
            (
                format!("{first}{}", "# note\n".repeat(MAX_HEADERS + 1)),
                "line 4098: more than 4096 headers and comments before the first record",
            ),
        ] {
            assert_eq!(read(&text).unwrap_err(), message);
        }
        let not_text = Reader::new().read(b"touchmove-recording \xff\n").unwrap_err();
        assert_eq!((not_text.line, not_text.what), (1, LineFault::NotUtf8));
    }

    #[test]
    fn a_recording_may_begin_after_the_end_of_another() {
        let text = "touchmove-recording 1\nturned no\n9.0 end cut\ntouchmove-recording 1\nturned no\n1.0 link up\n";
        assert_eq!(read(text).unwrap().0, [1, 1]);
    }
}
