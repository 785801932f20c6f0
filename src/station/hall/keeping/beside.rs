//! Evidence that lies beside the journals: what was saved when somebody had put something else in the place of one. No
//! start reads it.

use std::fmt::Write;
use std::path::Path;

use crate::sys::folder::Folder;

/// So many files are named.
const MAX_NAMED_FILES: usize = 3;

/// What is said of it, where there is any beside the boards' journals in this folder, or the station's in the one above.
pub(in crate::hall) fn said(boards: &Path) -> Option<String> {
    let folders = [Some(boards), boards.parent()].into_iter().flatten();
    let files: Vec<_> = folders.flat_map(beside).collect();
    let first = files.first()?;
    let mut said = format!("evidence lies beside its journal: {first}");
    for file in files.iter().take(MAX_NAMED_FILES).skip(1) {
        let _ = write!(said, ", {file}");
    }
    if let Some(more @ 1..) = files.len().checked_sub(MAX_NAMED_FILES) {
        let _ = write!(said, " and {more} more");
    }
    said.push_str("; no start reads it: look into it (`touchmove verify FILE`), and move it away");
    Some(said)
}

fn beside(folder: &Path) -> Vec<String> {
    let names = Folder::open(folder).ok().and_then(|folder| folder.names().ok());
    let names = names.unwrap_or_default().into_iter().filter_map(|name| name.into_string().ok());
    let mut kept: Vec<_> = names.filter(|name| is_kept(name)).collect();
    kept.sort();
    kept.into_iter().map(|name| folder.join(name).display().to_string()).collect()
}

/// `dgt_12345.journal.kept-1`.
fn is_kept(name: &str) -> bool {
    let number = name.split_once(".journal.kept-").map(|(_, number)| number);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_lies_beside_a_journal_is_named_until_it_is_moved_away() {
        let state = tempfile::tempdir().unwrap();
        let boards = state.path().join("boards");
        fs::create_dir(&boards).unwrap();
        fs::write(boards.join("dgt_1.journal"), "").unwrap();
        fs::write(boards.join("dgt_1.journal.kept-a"), "").unwrap();
        assert_eq!(said(&boards), None);
        let kept: Vec<_> =
            (1..=4).map(|n| boards.join(format!("dgt_1.journal.kept-{n}"))).collect();
        fs::write(&kept[1], "").unwrap();
        fs::write(state.path().join("station.journal.kept-1"), "").unwrap();
        let two = said(&boards).unwrap();
        assert!(two.contains("dgt_1.journal.kept-2, "), "{two}");
        assert!(two.contains("station.journal.kept-1; no start reads it"), "{two}");
        kept.iter().for_each(|path| fs::write(path, "").unwrap());
        assert!(said(&boards).unwrap().contains("kept-3 and 2 more; "), "{:?}", said(&boards));
        kept.iter().for_each(|path| fs::remove_file(path).unwrap());
        fs::remove_file(state.path().join("station.journal.kept-1")).unwrap();
        assert_eq!(said(&boards), None);
    }
}
