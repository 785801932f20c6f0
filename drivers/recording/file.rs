//! Whole recordings in memory, exact both ways.

use std::fmt;
use std::mem;

use super::error::{RecordingError, Warning};
use super::headers::Headers;
use super::reader::{Content, Reader, RecordingLine, begins_recording};
use super::record::Record;

/// A recording, every line with its text: what was read is written back byte for byte.
#[derive(Clone, Debug)]
pub struct Recording {
    reader: Reader,
    lines: Vec<(String, Content)>,
    warnings: Vec<Warning>,
}

impl Recording {
    /// A recording that has no records yet.
    ///
    /// # Errors
    /// [`RecordingError`] where the headers do not read back.
    pub fn new(headers: &Headers) -> Result<Self, RecordingError> {
        let mut recording = Self::read_by(Reader::new());
        for line in headers.to_string().split_inclusive('\n') {
            recording.read(line.as_bytes())?;
        }
        Ok(recording)
    }

    /// Reads all recordings of a file.
    ///
    /// # Errors
    /// [`RecordingError`] for the first line that cannot be read.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>, RecordingError> {
        let mut recordings = Vec::new();
        let mut current = Self::read_by(Reader::new());
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if begins_recording(line) && !current.lines.is_empty() {
                let next = Self::read_by(current.reader.clone());
                recordings.push(mem::replace(&mut current, next));
            }
            current.read(line)?;
        }
        current.reader.finish()?;
        recordings.push(current);
        Ok(recordings)
    }

    /// Adds a record at the end; returns its number.
    ///
    /// # Errors
    /// [`RecordingError`] where the record does not read back, its time falls, or the recording has
    /// ended.
    pub fn push(&mut self, record: &Record) -> Result<u64, RecordingError> {
        let next = self.reader.line() + 1;
        let line = record
            .line()
            .map_err(|unwritable| RecordingError { line: next, what: unwritable.into() })?;
        if let Some((last, _)) = self.lines.last_mut()
            && !last.ends_with('\n')
        {
            last.push('\n');
        }
        self.read(format!("{line}\n").as_bytes())?;
        Ok(self.reader.records())
    }

    /// Its headers.
    pub const fn headers(&self) -> &Headers {
        self.reader.headers()
    }

    /// Its records with their numbers, from 1.
    pub fn records(&self) -> impl Iterator<Item = (u64, &Record)> {
        self.lines.iter().filter_map(|(_, content)| match content {
            Content::Record(number, record) => Some((*number, record)),
            _ => None,
        })
    }

    /// What was passed over in it.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn read_by(reader: Reader) -> Self {
        Self { reader, lines: Vec::new(), warnings: Vec::new() }
    }

    fn read(&mut self, line: &[u8]) -> Result<(), RecordingError> {
        let RecordingLine { text, content, warnings, .. } = self.reader.read(line)?;
        self.lines.push((text.to_owned(), content));
        self.warnings.extend(warnings);
        Ok(())
    }
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|(text, _)| f.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Body;
    use super::super::record::tests::body;
    use super::*;
    use crate::packet::Packet;
    use crate::time::Instant;
    use proptest::prelude::*;

    const TEXT: &str = "touchmove-recording 1\r\nboard  dgt 12345 # mine\n weather\train\n\n#truth: e2e4\n# hands: blitz\n\
        #\tsin: touch-move-violation 4.3.1 white 7\n0 square e2 .\t\n1.50 wind  from=\"the west\"\n\
        - < 8E00\ntouchmove-recording 1\n2.0 square e4 P   quick # odd";

    #[test]
    fn what_was_read_is_written_byte_for_byte() {
        let recordings = Recording::read_all(TEXT.as_bytes()).unwrap();
        let written: String = recordings.iter().map(Recording::to_string).collect();
        assert_eq!(written, TEXT);
        let [first, second] = recordings.as_slice() else { panic!("two recordings") };
        assert_eq!(first.records().count(), 3);
        assert_eq!(first.headers().truth(), Some("e2e4"));
        assert_eq!(first.headers().hands(), Some("blitz"));
        assert_eq!(
            first.headers().sins().collect::<Vec<_>>(),
            ["touch-move-violation 4.3.1 white 7"]
        );
        assert_eq!(first.warnings().len(), 2);
        assert_eq!(second.headers().board, None);
        assert_eq!(second.records().map(|(number, _)| number).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_built_recording_is_written_canonically() {
        let mut headers = Headers::default();
        headers.white = Some("A, B".to_owned());
        let mut recording = Recording::new(&headers.with_lags()).unwrap();
        let up = "link up".parse().unwrap();
        let first = Record::observed(Instant::from_millis(1_500), None, up);
        assert_eq!(recording.push(&first), Ok(1));
        assert_eq!(
            recording.push(&Record::new(None, Body::Received(Packet::stream(vec![0x8e, 0])))),
            Ok(2)
        );
        assert_eq!(
            recording.to_string(),
            "touchmove-recording 1\nlag reading=250 clock=1000\nwhite A, B\n1.500 link up\n- < 8e 00\n"
        );
    }

    #[test]
    fn a_record_that_would_not_read_back_is_refused() {
        let mut recording = Recording::new(&Headers::default()).unwrap();
        let injected = Body::Unknown("wind\n0.0 link lost".to_owned());
        assert_eq!(recording.push(&Record::new(None, injected)).unwrap_err().line, 2);
        let late = Record::new(Some(Instant::from_millis(9)), Body::Cut);
        recording.push(&late).unwrap();
        recording.push(&late).unwrap_err();
        assert_eq!(recording.records().count(), 1);
    }

    #[test]
    fn a_record_after_an_unfinished_line_begins_a_line() {
        let mut recordings = Recording::read_all(TEXT.as_bytes()).unwrap();
        let last = recordings.last_mut().unwrap();
        assert_eq!(last.push(&Record::new(None, Body::Cut)), Ok(2));
        assert!(last.to_string().ends_with(" # odd\n- end cut\n"));
    }

    proptest! {
        #[test]
        fn generated_recordings_read_back_the_same(
            bodies in prop::collection::vec((body(), prop::option::of(0_u64..1_000_000)), 0..12),
        ) {
            let mut recording = Recording::new(&Headers::default()).unwrap();
            let mut now = 0;
            let mut records = Vec::new();
            for (body, step) in bodies {
                now += step.unwrap_or(0);
                let record = Record { at: step.map(|_| Instant::from_micros(now)), ..body };
                recording.push(&record).unwrap();
                records.push(record);
            }
            let text = recording.to_string();
            let read = Recording::read_all(text.as_bytes()).unwrap();
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(read[0].records().map(|(_, record)| record.clone()).collect::<Vec<_>>(), records);
            prop_assert_eq!(read[0].to_string(), text);
        }

        #[test]
        fn whatever_reads_is_written_byte_for_byte(
            lines in prop::collection::vec(line(), 0..12),
            last in "[^\n]{0,8}",
        ) {
            let text = format!("touchmove-recording 1\n{}{last}", lines.concat());
            if let Ok(recordings) = Recording::read_all(text.as_bytes()) {
                let written: String = recordings.iter().map(Recording::to_string).collect();
                prop_assert_eq!(written, text);
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Recording::read_all(&bytes);
            let _ = Recording::read_all(&[b"touchmove-recording 1\n".as_slice(), &bytes].concat());
        }
    }

    /// Lines that mostly read well.
    fn line() -> impl Strategy<Value = String> {
        prop_oneof![
            2 => body().prop_map(|record| format!("  {record}\t\r\n")),
            4 => prop::sample::select(vec![
                "\n", " \t\n", "#x\r\n", "- square  e2 . #\n", "1 link up\n", "2.50 @u link up a=b\n",
                "touchmove-recording 1\n", "- < 8E00\n",
            ]).prop_map(str::to_owned),
        ]
    }
}
