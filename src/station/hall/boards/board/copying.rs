//! What is kept of a board, part by part, for whoever keeps it elsewhere, too.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;

use touchmove_client::service::EVIDENCE_PART_BYTES;

use super::OpenBoard;
use crate::hall::orders::joint::{CopyOrder, EvidencePart, KnownEvidence, NotCopied};
use crate::sys::folder::Folder;

impl OpenBoard {
    /// Reads the next part of the journal, while the board is served on, and what was decided.
    pub(super) fn copy(&self, order: CopyOrder) {
        let CopyOrder { known, answer } = order;
        let decisions = self.station.decision_lines(&self.view.id);
        let Some((path, length)) = self.evidence.place() else {
            // Nothing is kept yet.
            let KnownEvidence { journal, bytes: from, .. } = known;
            let part = EvidencePart { journal, from, bytes: Vec::new(), decisions: Vec::new() };
            return drop(answer.send(Ok(part)));
        };
        let path = path.to_owned();
        tokio::task::spawn_blocking(move || {
            let part = read(&path, length, known, decisions);
            let _ = answer.send(part.map_err(|error| NotCopied::Unreadable(error.to_string())));
        });
    }
}

fn read(
    path: &Path,
    length: u64,
    known: KnownEvidence,
    mut decisions: Vec<String>,
) -> io::Result<EvidencePart> {
    let (folder, name) = Folder::around(path)?;
    let file: File = folder.read(name)?;
    let journal = format!("{:x}", file.metadata()?.ino());
    let is_same = journal == known.journal && known.bytes <= length;
    let from = if is_same { known.bytes } else { 0 };
    let left = usize::try_from(length - from).unwrap_or(usize::MAX);
    let mut bytes = vec![0; left.min(EVIDENCE_PART_BYTES)];
    file.read_exact_at(&mut bytes, from)?;
    if is_same {
        decisions.drain(..known.decisions.min(decisions.len()));
    }
    Ok(EvidencePart { journal, from, bytes, decisions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_until_another_journal_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (first, other) = (folder.path().join("a.journal"), folder.path().join("b.journal"));
        std::fs::write(&first, "one two").unwrap();
        std::fs::write(&other, "three").unwrap();
        let decisions = || vec!["d1".to_owned(), "d2".to_owned()];
        let begun = read(&first, 3, KnownEvidence::default(), decisions()).unwrap();
        assert_eq!((begun.from, begun.bytes.as_slice()), (0, &b"one"[..]));
        assert_eq!(begun.decisions, decisions());
        let known = KnownEvidence { journal: begun.journal, bytes: 3, decisions: 1 };
        let next = read(&first, 7, known.clone(), decisions()).unwrap();
        assert_eq!((next.from, next.bytes.as_slice()), (3, &b" two"[..]));
        assert_eq!(next.decisions, ["d2"]);
        let anew = read(&other, 5, known, decisions()).unwrap();
        assert_eq!((anew.from, anew.bytes.as_slice()), (0, &b"three"[..]));
        assert_eq!(anew.decisions, decisions(), "nothing of it is known");
    }
}
