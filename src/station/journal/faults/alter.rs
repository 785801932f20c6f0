//! Journals that somebody has altered, or whose disk has.

use std::ops::Range;

use fastrand::Rng;

use super::{Disk, Taken, append_record, append_told, is_part_of, open, without_gaps};
use crate::journal::{JournalError, PastEntry};

/// Bytes of the first line: without it nobody knows what a file is.
const FIRST_LINE: usize = 20;

/// A journal, the bytes of each of its entries, and the seal that somebody has written down.
struct Written {
    bytes: Vec<u8>,
    taken: Taken,
    frames: Vec<Range<usize>>,
    seal: String,
}

/// How bytes were altered: these became others.
struct Alteration {
    bytes: Vec<u8>,
    where_: Range<usize>,
    /// Whether what is whole may stand there twice.
    copies: bool,
}

/// Alters a journal somewhere; returns whether a torn end was all that was seen of it.
pub(super) fn one_journal(seed: u64) -> bool {
    let random = &mut Rng::with_seed(seed);
    let written = write(random);
    let mut altered = alter(&written.bytes, random);
    // What is removed may be what follows it once more: then the journal is as it was for a while.
    let same =
        altered.bytes.iter().zip(&written.bytes).take_while(|(now, then)| now == then).count();
    altered.where_.end = altered.where_.end.max(same + 1);
    let disk = Disk::with(&altered.bytes, seed);
    let (journal, past) = match open(&disk) {
        Ok(opened) => opened,
        Err(JournalError::Foreign { .. } | JournalError::OtherVersion { .. }) => {
            assert!(altered.where_.start < FIRST_LINE, "seed {seed}");
            assert_eq!(
                disk.bytes(),
                altered.bytes,
                "seed {seed}: a file that is no journal is left alone"
            );
            return false;
        }
        Err(error) => unreachable!("seed {seed}: {error}"),
    };
    let has_gap = past.entries.iter().any(|entry| matches!(entry, PastEntry::Gap(_)));
    let noticed = has_gap || past.cut.is_some() || journal.seal().to_string() != written.seal;
    assert!(noticed || altered.bytes == written.bytes, "seed {seed}: not noticed");

    let read = without_gaps(past.entries.clone());
    let is_true = |entry| written.taken.entries.contains(entry);
    assert!(read.iter().all(is_true), "seed {seed}: what was never appended");
    if !altered.copies {
        assert!(is_part_of(&read, &written.taken.entries), "seed {seed}: not in its order");
        for entry in written.untouched(&altered.where_) {
            assert!(read.contains(entry), "seed {seed}: more than must is lost: {entry:?}");
        }
    }
    if let Some(cut) = &past.cut {
        assert_eq!(disk.aside().concat().len() as u64, cut.bytes, "seed {seed}");
    }
    drop(journal);
    goes_on(&disk, &past.entries, random, seed);
    !has_gap && past.cut.is_some()
}

fn write(random: &mut Rng) -> Written {
    let disk = Disk::with(b"", 0);
    let (mut journal, _) = open(&disk).unwrap();
    let (mut taken, mut frames) = (Taken::default(), Vec::new());
    for _ in 0..random.usize(1..25) {
        let start = disk.bytes().len();
        if random.bool() {
            append_record(&mut journal, &mut taken, random).unwrap();
        } else {
            append_told(&mut journal, &mut taken, random).unwrap();
        }
        frames.push(start..disk.bytes().len());
    }
    Written { bytes: disk.bytes(), taken, frames, seal: journal.seal().to_string() }
}

impl Written {
    /// The entries that lie outside. The first one behind may not be proved any more.
    fn untouched(&self, altered: &Range<usize>) -> impl Iterator<Item = &PastEntry> {
        let behind = self.frames.iter().position(|frame| frame.start >= altered.end);
        let entries = self.frames.iter().zip(&self.taken.entries).enumerate();
        let altered = altered.clone();
        entries.filter_map(move |(index, (frame, entry))| {
            let is_before = frame.end <= altered.start;
            let is_behind = behind.is_some_and(|first| index > first);
            (is_before || is_behind).then_some(entry)
        })
    }
}

fn alter(journal: &[u8], random: &mut Rng) -> Alteration {
    let from = random.usize(..journal.len());
    let most = if random.bool() { 4 } else { 600 };
    let to = (from + random.usize(1..=most)).min(journal.len());
    let (before, part, behind) = (&journal[..from], &journal[from..to], &journal[to..]);
    let mut noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(to - from).collect();
    let (bytes, copies) = match random.u8(..7) {
        0 => {
            noise = part.to_vec();
            noise[0] ^= 1 << random.u8(..8);
            ([before, &noise, behind].concat(), false)
        }
        1 => ([before, &noise, behind].concat(), false),
        2 => ([before, &vec![0; to - from], behind].concat(), false),
        3 => ([before, behind].concat(), false),
        4 => ([before, &noise, part, behind].concat(), false),
        5 => ([before, part, part, behind].concat(), true),
        _ => {
            let other = random.usize(..=behind.len());
            let moved = [before, &behind[..other], part, &behind[other..]].concat();
            return Alteration { bytes: moved, where_: from..to + other, copies: true };
        }
    };
    Alteration { bytes, where_: from..to, copies }
}

/// What is appended behind damage is there, and what was read before is read again.
fn goes_on(disk: &Disk, before: &[PastEntry], random: &mut Rng, seed: u64) {
    let (mut journal, past) = open(disk).unwrap();
    assert_eq!((past.entries.as_slice(), past.cut), (before, None), "seed {seed}");
    let mut taken = Taken { next: 1_000, ..Taken::default() };
    append_record(&mut journal, &mut taken, random).unwrap();
    append_told(&mut journal, &mut taken, random).unwrap();
    drop(journal);
    let (_, past) = open(disk).unwrap();
    assert_eq!(past.entries, [before, &taken.entries].concat(), "seed {seed}");
    assert_eq!(past.cut, None, "seed {seed}");
}
