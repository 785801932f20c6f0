//! A file of recordings, cut into those it holds: each is concluded for itself.

use touchmove_drivers::recording::{CountingSource, Sources, begins_recording};

/// One recording of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// Its bytes; those of the first one begin with the file.
    pub(super) bytes: &'a [u8],
    /// Its place in the file, from 0.
    pub(super) recording: usize,
    /// How many lines stand before it.
    pub(super) lines_before: usize,
    /// What counts in it.
    pub(super) source: CountingSource,
}

impl<'a> Part<'a> {
    /// The recordings of a file, in their order; what is none is one part, for the reader to refuse.
    pub(super) fn all_of(file: &'a [u8], sources: &Sources) -> Vec<Self> {
        let mut begins = vec![(0, 0)];
        let mut at = 0;
        for (number, line) in file.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if number > 0 && begins_recording(line) {
                begins.push((at, number));
            }
            at += line.len();
        }
        let ends = begins.iter().skip(1).map(|(at, _)| *at).chain([file.len()]);
        let cut = |(recording, (&(at, lines_before), end))| {
            let source = sources.source(recording);
            Self { bytes: &file[at..end], recording, lines_before, source }
        };
        begins.iter().zip(ends).enumerate().map(cut).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_where_recordings_begin_and_nothing_of_it_is_lost() {
        let file = b"touchmove-recording 1\n0 link up\n\ntouchmove-recording 1\n0 link up";
        let parts = Part::all_of(file, &Sources::of(file));
        let places: Vec<_> = parts.iter().map(|part| (part.recording, part.lines_before)).collect();
        assert_eq!(places, [(0, 0), (1, 3)]);
        assert_eq!(parts.iter().map(|part| part.bytes).collect::<Vec<_>>().concat(), file);
        assert_eq!(Part::all_of(b"", &Sources::of(b"")).len(), 1);
    }
}
