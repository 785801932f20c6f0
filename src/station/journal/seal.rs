//! The chain: each frame has a link that follows from all frames before it.

use std::fmt;

/// A link of a journal's chain. The last one seals the journal: whoever has written it down can tell later
/// whether anything up to there was altered, removed, inserted or moved.
///
/// Its text form is 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal([u8; Seal::LENGTH]);

impl Seal {
    /// Length in bytes. Half a BLAKE3 hash: to alter a journal under a seal that somebody else has is as hard as
    /// to guess 128 bits.
    pub(super) const LENGTH: usize = 16;

    /// The link before the first frame.
    pub(super) fn of_first_line(line: &[u8]) -> Self {
        Self::half(&blake3::hash(line))
    }

    /// The link of the frame that comes after this one.
    pub(super) fn followed_by(self, head: &[u8], line: &[u8]) -> Self {
        Self::half(&blake3::Hasher::new().update(&self.0).update(head).update(line).finalize())
    }

    pub(super) const fn of_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    pub(super) const fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn half(hash: &blake3::Hash) -> Self {
        let mut link = [0; Self::LENGTH];
        link.copy_from_slice(&hash.as_bytes()[..Self::LENGTH]);
        Self(link)
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
