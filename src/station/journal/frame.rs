//! Frames: before each line its length, the number of records before it, and its link of the chain.

use super::seal::Seal;

/// First line of a journal.
pub(super) const MAGIC: &[u8] = b"touchmove-journal 2\n";

/// What every version's first line begins with.
pub(super) const FAMILY_OF_MAGIC: &[u8] = b"touchmove-journal ";

/// The longest line that a frame may hold, in bytes. A length beyond is no length.
pub(super) const MAX_PAYLOAD: usize = 1024 * 1024;

/// No board says more in its life.
const MAX_ARCHIVED_RECORDS: u64 = 1 << 40;

/// Bytes of the length, little-endian.
const LENGTH: usize = 4;

/// Bytes of what the link covers besides the line: the length, and the number of records, little-endian.
const COVERED: usize = LENGTH + 8;

/// Bytes of a frame before its line.
pub const HEAD: usize = COVERED + Seal::LENGTH;

/// The frame around `line` that follows `previous`, and its link.
pub(super) fn frame(previous: Seal, records: u64, line: &str) -> (Vec<u8>, Seal) {
    let mut frame = Vec::with_capacity(HEAD + line.len());
    let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&records.to_le_bytes());
    let link = previous.followed_by(&frame, line.as_bytes());
    frame.extend_from_slice(link.bytes());
    frame.extend_from_slice(line.as_bytes());
    (frame, link)
}

/// What has the shape of a frame, whatever it follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    /// The link that stands in it.
    pub(super) link: Seal,
    /// Number of records in the journal before it.
    pub(super) records: u64,
    pub(super) line: &'a [u8],
    /// Where in the journal it ends.
    pub(super) end: usize,
    covered: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Where in a frame its link stands.
    pub(super) const LINK: usize = COVERED;

    /// The frame at a byte of a journal, if there is the shape of one.
    pub(super) fn at(journal: &'a [u8], at: usize) -> Option<Self> {
        let (covered, rest) = journal.get(at..)?.split_first_chunk::<COVERED>()?;
        let (length, records) = covered.split_first_chunk::<LENGTH>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let records = u64::from_le_bytes(*records.first_chunk()?);
        // A lost write can leave zeros. And every record before takes its bytes, here or in the archive.
        if !(1..=MAX_PAYLOAD).contains(&length) || records > MAX_ARCHIVED_RECORDS + at as u64 {
            return None;
        }
        let (link, rest) = rest.split_first_chunk()?;
        let line = rest.get(..length)?;
        let link = Seal::of_bytes(*link);
        Some(Self { link, records, line, end: at + HEAD + length, covered })
    }

    /// Whether it is whole, and nothing was between it and the link before it.
    pub(super) fn follows(&self, previous: Seal) -> bool {
        self.link == self.link_after(previous)
    }

    /// The link that it has where it follows `previous`.
    pub(super) fn link_after(&self, previous: Seal) -> Seal {
        previous.followed_by(self.covered, self.line)
    }
}

/// The link of what may be the ruins of a frame.
pub(super) fn link_at(journal: &[u8], at: usize) -> Option<Seal> {
    journal.get(at + COVERED..)?.first_chunk().copied().map(Seal::of_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_length_records_link_and_line() {
        let first = Seal::of_first_line(MAGIC);
        let (one, link) = frame(first, 7, "one");
        let hash = blake3::hash(&[first.bytes(), b"\x03\0\0\0\x07\0\0\0\0\0\0\0one"].concat());
        let expected = [b"\x03\0\0\0\x07\0\0\0\0\0\0\0", &hash.as_bytes()[..16], b"one"].concat();
        assert_eq!(one, expected);
        assert_eq!(link.bytes(), &hash.as_bytes()[..16]);

        let journal = [MAGIC, &one, &frame(link, 8, "two").0].concat();
        let one = Frame::at(&journal, MAGIC.len()).unwrap();
        assert_eq!((one.line, one.records, one.follows(first)), (&b"one"[..], 7, true));
        let two = Frame::at(&journal, one.end).unwrap();
        assert_eq!((two.line, two.records, two.end), (&b"two"[..], 8, journal.len()));
        assert!(two.follows(one.link) && !two.follows(first));
        assert!(Frame::at(&journal, two.end).is_none());
    }

    #[test]
    fn a_seal_is_shown_in_hexadecimal() {
        // BLAKE3 of nothing begins so in the test vectors of its authors.
        assert_eq!(Seal::of_first_line(b"").to_string(), "af1349b9f5f9a1a6a0404dea36dcc949");
    }

    #[test]
    fn zeros_and_absurd_lengths_are_no_frames() {
        assert!(Frame::at(&[0; 64], 0).is_none());
        assert!(Frame::at(&[0xff; 64], 0).is_none());
        assert!(Frame::at(MAGIC, usize::MAX).is_none());
    }
}
