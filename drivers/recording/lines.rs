//! Lines out of bytes in any chunking, in bounded memory.

use super::line::MAX_LINE;

/// Gathers bytes until a line is whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    gathered: Vec<u8>,
    /// How many bytes of a line beyond [`MAX_LINE`] were dropped.
    dropped: Option<usize>,
}

/// A line that has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// The line, its end included.
    Line(&'a [u8]),
    /// A line of so many bytes, longer than [`MAX_LINE`]: it was not kept.
    Overlong(usize),
}

impl Lines {
    /// Takes bytes in; calls `each` for every line that they bring to its end.
    ///
    /// # Errors
    /// The first error of `each`; the bytes after that line are gone.
    pub(super) fn receive<E>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.gather(part);
            if part.ends_with(b"\n") {
                let result = self.piece().map_or(Ok(()), &mut each);
                self.clear();
                result?;
            }
        }
        Ok(())
    }

    /// No more bytes come: what was gathered is the last line.
    ///
    /// # Errors
    /// The error of `each`.
    pub(super) fn finish<E>(
        &mut self,
        each: impl FnOnce(Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let result = self.piece().map_or(Ok(()), each);
        self.clear();
        result
    }

    fn gather(&mut self, part: &[u8]) {
        match &mut self.dropped {
            Some(dropped) => *dropped = dropped.saturating_add(part.len()),
            None if self.gathered.len() + part.len() > MAX_LINE => {
                self.dropped = Some(self.gathered.len() + part.len());
                self.gathered = Vec::new();
            }
            None => self.gathered.extend_from_slice(part),
        }
    }

    fn piece(&self) -> Option<Piece<'_>> {
        match self.dropped {
            Some(dropped) => Some(Piece::Overlong(dropped)),
            None if self.gathered.is_empty() => None,
            None => Some(Piece::Line(&self.gathered)),
        }
    }

    fn clear(&mut self) {
        self.gathered.clear();
        self.dropped = None;
    }
}
