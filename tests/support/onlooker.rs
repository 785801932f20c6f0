//! Who reads a broadcast all the time, as no broadcaster would, and never finds a torn file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use touchmove_lab::simulate::{PgnError, PgnGames};

/// From one reading of all files to the next: nobody else on this machine is to wait for it.
const BREATH: Duration = Duration::from_millis(2);

/// A thread that reads all files of a broadcast folder, over and over.
#[derive(Debug)]
pub(crate) struct Onlooker {
    leaves: Arc<AtomicBool>,
    reading: JoinHandle<usize>,
}

impl Onlooker {
    /// Begins to read what is in `folder` and in the folders in it.
    pub(crate) fn of(folder: &Path) -> Self {
        let leaves = Arc::new(AtomicBool::new(false));
        let (leaving, folder) = (Arc::clone(&leaves), folder.to_owned());
        let reading = thread::spawn(move || {
            let (mut known, mut versions) = (HashMap::new(), 0);
            while !leaving.load(Ordering::Relaxed) {
                versions += read_all(&folder, &mut known);
                thread::sleep(BREATH);
            }
            versions
        });
        Self { leaves, reading }
    }

    /// Ends it. How many texts it has read that it had not read before, each of them whole.
    pub(crate) fn leave(self) -> usize {
        self.leaves.store(true, Ordering::Relaxed);
        self.reading.join().unwrap_or_else(|torn| std::panic::resume_unwind(torn))
    }
}

/// Reads every file once, and looks closely at those that have changed; how many these are.
fn read_all(folder: &Path, known: &mut HashMap<PathBuf, Vec<u8>>) -> usize {
    let rounds = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = rounds.flat_map(|round| fs::read_dir(round).unwrap());
    let files = files.map(|entry| entry.unwrap().path()).filter(|path| !is_hidden(path));
    let mut changed = 0;
    for path in files {
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if known.get(&path) != Some(&bytes) {
            assert_is_whole(&path, &bytes);
            known.insert(path, bytes);
            changed += 1;
        }
    }
    changed
}

/// A file that is being written has another name.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Every game has its tags, legal moves and its result behind them, to the last line break.
fn assert_is_whole(path: &Path, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let torn = |what: &str| format!("{} is torn, {what}:\n{text}", path.display());
    let body = text.strip_suffix('\n').unwrap_or_else(|| panic!("{}", torn("at its end")));
    for game in body.split("\n\n[") {
        let tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        for tag in tags {
            assert!(game.contains(&format!("{tag} \"")), "{}", torn(tag));
        }
        let (_, result) = game.split_once("[Result \"").unwrap();
        let (result, _) = result.split_once("\"]\n").unwrap();
        let last = game.split_whitespace().next_back();
        assert!(last == Some(result), "{}", torn("without its result at the end"));
    }
    for (number, game) in PgnGames::new(bytes) {
        match game {
            Ok(_) | Err(PgnError::Empty { .. }) => {}
            Err(error) => panic!("{}", torn(&format!("game {number}: {error}"))),
        }
    }
}
