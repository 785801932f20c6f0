//! Frames: length and checksum before each line, so that a torn end is known as such.

use std::io::{self, Read};

/// First line of a journal.
pub(super) const MAGIC: &[u8] = b"touchmove-journal 1\n";

/// What every version's first line begins with.
pub(super) const FAMILY_OF_MAGIC: &[u8] = b"touchmove-journal ";

/// The longest line that a frame may hold, in bytes. A length beyond is no length.
pub(super) const MAX_PAYLOAD: usize = 1024 * 1024;

/// Bytes before the payload: its length and its CRC-32, both little-endian.
const HEAD: usize = 8;

/// A frame around `payload`.
pub(super) fn frame(payload: &str) -> Vec<u8> {
    let mut frame = Vec::with_capacity(HEAD + payload.len());
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&crc32fast::hash(payload.as_bytes()).to_le_bytes());
    frame.extend_from_slice(payload.as_bytes());
    frame
}

/// What stands next in a journal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A whole frame with this payload.
    Payload(Vec<u8>),
    /// No whole frame: the end, or a torn one.
    End,
}

/// Reads the next frame.
pub(super) fn next(journal: &mut impl Read) -> io::Result<Next> {
    let mut head = Vec::with_capacity(HEAD);
    journal.take(HEAD as u64).read_to_end(&mut head)?;
    let Some((length, checksum)) = read_head(&head) else { return Ok(Next::End) };
    let mut payload = Vec::new();
    journal.take(length as u64).read_to_end(&mut payload)?;
    if payload.len() == length && crc32fast::hash(&payload) == checksum {
        Ok(Next::Payload(payload))
    } else {
        Ok(Next::End)
    }
}

fn read_head(head: &[u8]) -> Option<(usize, u32)> {
    let (length, checksum) = head.split_first_chunk::<4>()?;
    let checksum = u32::from_le_bytes(*checksum.first_chunk()?);
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    // A lost write can leave zeros, which would be an empty payload with the right checksum.
    (1..=MAX_PAYLOAD).contains(&length).then_some((length, checksum))
}

/// Number of bytes of the frame around a payload.
pub(super) const fn length_around(payload: &[u8]) -> u64 {
    (HEAD + payload.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_length_checksum_and_line() {
        // The CRC-32 of `123456789` is the check value of its catalogue entry.
        assert_eq!(frame("123456789"), b"\x09\0\0\0\x26\x39\xf4\xcb123456789");
        let two = [frame("one"), frame("two")].concat();
        let mut rest = two.as_slice();
        assert_eq!(next(&mut rest).unwrap(), Next::Payload(b"one".to_vec()));
        assert_eq!(next(&mut rest).unwrap(), Next::Payload(b"two".to_vec()));
        assert_eq!(next(&mut rest).unwrap(), Next::End);
    }

    #[test]
    fn zeros_are_no_frames() {
        assert_eq!(next(&mut [0; 64].as_slice()).unwrap(), Next::End);
    }

    #[test]
    fn an_absurd_length_reads_nothing() {
        let mut endless = io::repeat(0xff);
        assert_eq!(next(&mut endless).unwrap(), Next::End);
    }
}
