//! Whole recordings in memory.

use std::mem;

use super::error::RecordingError;
use super::headers::Headers;
use super::reader::{Content, Reader, begins_recording};
use super::record::Record;

/// A recording: its headers and its records.
#[derive(Clone, Debug)]
pub struct Recording {
    headers: Headers,
    records: Vec<Record>,
}

impl Recording {
    /// Reads all recordings of a file. What is not known is passed over.
    ///
    /// # Errors
    /// [`RecordingError`] for the first line that cannot be read, or where there is no recording.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>, RecordingError> {
        let mut recordings = Vec::new();
        let mut reader = Reader::new();
        let mut records = Vec::new();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if begins_recording(line) && reader.finish().is_ok() {
                let headers = reader.headers().clone();
                recordings.push(Self { headers, records: mem::take(&mut records) });
            }
            if let Content::Record(_, record) = reader.read(line)?.content {
                records.push(record);
            }
        }
        reader.finish()?;
        recordings.push(Self { headers: reader.headers().clone(), records });
        Ok(recordings)
    }

    /// Its headers.
    pub const fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Its records with their numbers, from 1.
    pub fn records(&self) -> impl Iterator<Item = (u64, &Record)> {
        (1..).zip(&self.records)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::body;
    use super::*;
    use crate::time::Instant;
    use proptest::prelude::*;

    #[test]
    fn recordings_follow_each_other() {
        let text = "touchmove-recording 1\r\nboard  dgt 12345 # mine\n weather\train\n\n#truth: e2e4\n\
            #\tsin: touch-move-violation 4.3.1 white 7\n0 square e2 .\t\n1.50 wind  from=\"the west\"\n\
            - < 8E00\ntouchmove-recording 1\n2.0 square e4 P   quick # odd";
        let recordings = Recording::read_all(text.as_bytes()).unwrap();
        let [first, second] = recordings.as_slice() else { panic!("two recordings") };
        assert_eq!(first.records().count(), 3);
        assert_eq!(first.headers().truth(), Some("e2e4"));
        assert_eq!(
            first.headers().sins().collect::<Vec<_>>(),
            ["touch-move-violation 4.3.1 white 7"]
        );
        assert_eq!(second.headers().board, None);
        assert_eq!(second.records().map(|(number, _)| number).collect::<Vec<_>>(), [1]);
    }

    proptest! {
        #[test]
        fn whatever_records_are_written_read_back_the_same(
            bodies in prop::collection::vec((body(), prop::option::of(0_u64..1_000_000)), 0..12),
        ) {
            let mut now = 0;
            let mut written = Vec::new();
            for (body, step) in bodies {
                now += step.unwrap_or(0);
                written.push(Record { at: step.map(|_| Instant::from_micros(now)), ..body });
            }
            let lines: Vec<String> = written.iter().map(|record| record.line().unwrap()).collect();
            let text = format!("{}{}", Headers::default(), lines.join("\n"));
            let read = Recording::read_all(text.as_bytes()).unwrap();
            prop_assert_eq!(read.len(), 1);
            prop_assert!(read[0].records().map(|(_, record)| record).eq(&written));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Recording::read_all(&bytes);
            let _ = Recording::read_all(&[b"touchmove-recording 1\n".as_slice(), &bytes].concat());
        }
    }
}
