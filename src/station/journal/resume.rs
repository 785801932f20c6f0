//! Where reading goes on behind damage.
//!
//! Nobody knows how long what is damaged was. But a frame says what link it has, and the link of the frame after it
//! follows from that: so of two frames side by side the second proves the link of the first, and is proved by it.

use super::frame::{self, Frame};
use super::seal::Seal;

/// A search in one journal.
#[derive(Debug)]
pub(super) struct Search<'a> {
    journal: &'a [u8],
    /// How many more bytes may be hashed in vain.
    left: usize,
}

/// So many bytes are hashed in vain at most, in one journal: what is behind them counts as torn off.
const MAX_VAIN_BYTES: usize = 64 * 1024 * 1024;

impl<'a> Search<'a> {
    pub(super) const fn new(journal: &'a [u8]) -> Self {
        Self { journal, left: MAX_VAIN_BYTES }
    }

    /// The frame at this byte, if only the link in it is damaged: the frame after it follows from the true one.
    pub(super) fn proved_by_the_next(
        &mut self,
        at: usize,
        previous: Seal,
        records: u64,
    ) -> Option<Frame<'a>> {
        let frame = Frame::at(self.journal, at).filter(|frame| frame.records >= records)?;
        self.hashed(&frame)?;
        let link = frame.link_after(previous);
        self.follower(frame.end, link, frame.records).map(|_| frame)
    }

    /// The first frame behind damage that begins at this byte, the link before it, and the number of records before
    /// it, at least `records`.
    pub(super) fn after_damage(
        &mut self,
        damaged: usize,
        records: u64,
    ) -> Option<(usize, Seal, u64)> {
        let left_there = frame::link_at(self.journal, damaged);
        for at in damaged + 1..self.journal.len() {
            if let Some(link) = left_there
                && let Some(frame) = self.follower(at, link, records)
            {
                return Some((at, link, frame.records));
            }
            if let Some(first) = Frame::at(self.journal, at)
                && let Some(second) = self.follower(first.end, first.link, records)
            {
                return Some((first.end, first.link, second.records));
            }
            if self.left == 0 {
                return None;
            }
        }
        None
    }

    /// The frame at this byte that follows `link`.
    fn follower(&mut self, at: usize, link: Seal, records: u64) -> Option<Frame<'a>> {
        let frame = Frame::at(self.journal, at).filter(|frame| frame.records >= records)?;
        self.hashed(&frame)?;
        frame.follows(link).then_some(frame)
    }

    /// A frame is about to be hashed; `None` where it is too much.
    fn hashed(&mut self, frame: &Frame<'_>) -> Option<()> {
        self.left = self.left.saturating_sub(frame.line.len());
        (self.left > 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_frames_everywhere_is_not_hashed_for_ever() {
        // every 14 bytes the head of a frame of 256 KiB, behind no record
        let journal = b"\0\0\x04\0\0\0\0\0\0\0\0\0\0\0".repeat(100_000);
        let mut search = Search::new(&journal);
        assert_eq!(search.after_damage(0, 0), None);
        assert_eq!(search.left, 0);
    }
}
