//! Journals that are over: the archive of a station, beside the live ones.
//!
//! What is over is `BOARD.AFTER.journal` there (the station's own `station.AFTER.journal`), AFTER being the number of the last
//! record before it, with `.gz` once it is compressed. Wherever the end of the daemon falls, it is at its place or here, whole.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::error::JournalError;
use super::store::{Store, Syncer, is_at, sync_directory};
use crate::sys::replace::replace;

/// Name of the archive in the folder of a station's evidence.
pub const FOLDER: &str = "archive";

/// Name of the folder of the boards' live journals beside it.
pub const LIVE: &str = "boards";

/// Name of the station's own journal, where those of boards have the board's. No board is called so: boards have their
/// family's name in theirs.
pub const STATION: &str = "station";

/// A journal that is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Archived {
    /// The board, by name; or [`STATION`].
    pub board: String,
    /// Number of the last record before it.
    pub after: u64,
    /// Where it is.
    pub path: PathBuf,
}

/// What a compressed journal ends in.
const COMPRESSED: &str = ".gz";

/// No journal is longer. A file that claims to be is none.
const MOST_BYTES: u64 = 1 << 30;

impl Archived {
    /// What the name of a file says; `None` where it is no archived journal.
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (board, after) = name
            .strip_suffix(COMPRESSED)
            .unwrap_or(name)
            .strip_suffix(".journal")?
            .rsplit_once('.')?;
        let (board, after) = (board.to_owned(), after.parse().ok()?);
        (!board.is_empty()).then(|| Self { board, after, path: path.to_owned() })
    }

    /// Whether it is the live journal of its board, which has not been succeeded yet.
    fn is_live(&self) -> bool {
        let live =
            |state| if self.is_of_station() { station(state) } else { live(state, &self.board) };
        let state = self.path.ancestors().nth(2);
        state.is_some_and(|state| is_same(&live(state), &self.path))
    }

    /// Whether it is the station's own.
    pub fn is_of_station(&self) -> bool {
        self.board == STATION
    }

    /// Whether it is compressed.
    pub fn is_compressed(&self) -> bool {
        is_compressed(&self.path)
    }
}

/// Where the live journal of a board is, in the folder of a station's evidence.
pub fn live(state: &Path, board: &str) -> PathBuf {
    state.join(LIVE).join(format!("{board}.journal"))
}

/// Where the station's own live journal is.
pub fn station(state: &Path) -> PathBuf {
    state.join(format!("{STATION}.journal"))
}

/// The archived journals in a folder, by board and in their order. Where one is being compressed, it is named once,
/// and one that is live still, though it has its second name already, is not named.
///
/// # Errors
/// What the system says; a folder that is not there has none.
pub fn archived(folder: &Path) -> io::Result<Vec<Archived>> {
    let mut found = named(folder)?;
    found.retain(|one| !one.is_live());
    found.dedup_by(|next, one| (&next.board, next.after) == (&one.board, one.after));
    Ok(found)
}

fn named(folder: &Path) -> io::Result<Vec<Archived>> {
    let listed = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed?,
    };
    let paths = listed.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<_> = paths.filter_map(|path| Archived::of_path(&path)).collect();
    found.sort();
    Ok(found)
}

/// The bytes of a journal, archived or live, as it was.
///
/// # Errors
/// What the system says; a compressed one that is damaged.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !is_compressed(path) {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path)?).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "no journal is longer than 1 GiB"));
    }
    Ok(bytes)
}

/// Where a journal that is at `live` goes when it is over: it is there too from now on, until another one takes its
/// place. Once this returns, that survives a loss of power.
///
/// # Errors
/// [`JournalError`]; the journal stays where it is.
pub fn keep(live: &Path, folder: &Path, after: u64) -> Result<PathBuf, JournalError> {
    let stem = live.file_stem().unwrap_or_default().to_string_lossy();
    let kept = folder.join(format!("{stem}.{after}.journal"));
    let keep = || {
        fs::DirBuilder::new().recursive(true).mode(0o750).create(folder)?;
        // This one is not over yet, so that is another's.
        if fs::exists(compressed(&kept))? {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        match fs::hard_link(live, &kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_same(live, &kept) => {}
            linked => linked?,
        }
        sync_directory(&kept)?;
        sync_directory(folder)
    };
    keep().map_err(|error| JournalError::io(&kept, error))?;
    Ok(kept)
}

/// Puts right what the sudden end of the daemon has left half done in a folder of evidence: a journal that is still
/// live is not archived, and one that has not taken its place yet is none. To be called by who has the station's
/// journal open: nobody else is changing anything then.
///
/// # Errors
/// What the system says.
pub fn tidy(state: &Path) -> io::Result<()> {
    for left in fs::read_dir(state.join(LIVE))?.filter_map(|entry| Some(entry.ok()?.path())) {
        if left.extension().is_some_and(|extension| extension == NEXT) {
            fs::remove_file(left)?;
        }
    }
    for archived in named(&state.join(FOLDER))?.into_iter().filter(Archived::is_live) {
        fs::remove_file(&archived.path)?;
    }
    super::remove_aside(&station(state))
}

/// Compresses an archived journal: what is compressed is on the disk, and has been read back, before the other goes.
/// The bytes that it was and is; `None` where it is compressed already.
///
/// # Errors
/// What the system says; the journal stays as it is.
pub fn compress(archived: &Archived) -> io::Result<Option<(u64, u64)>> {
    if archived.is_compressed() {
        return Ok(None);
    }
    let bytes = fs::read(&archived.path)?;
    let into = compressed(&archived.path);
    replace(&into, |file| {
        let mut encoder = GzEncoder::new(&mut *file, Compression::default());
        encoder.write_all(&bytes)?;
        encoder.finish()?;
        file.sync_all()
    })?;
    sync_directory(&into)?;
    if read(&into)? != bytes {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it does not read back as it was"));
    }
    remove(&archived.path)?;
    Ok(Some((bytes.len() as u64, fs::metadata(&into)?.len())))
}

/// Removes a file so that it stays removed.
///
/// # Errors
/// What the system says.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    sync_directory(path)
}

/// What the name of a journal ends in that has not taken its place yet.
pub(super) const NEXT: &str = "next";

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == &COMPRESSED[1..])
}

/// What an archived journal is called once it is compressed.
fn compressed(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(COMPRESSED);
    name.into()
}

fn is_same(one: &Path, other: &Path) -> bool {
    fs::metadata(one).is_ok_and(|one| is_at(&one, other))
}

/// An archived journal, read to be played again. Nothing that is written reaches the file.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Held {
    pub(super) fn open(path: &Path) -> Result<Self, JournalError> {
        let bytes = read(path).map_err(|error| JournalError::io(path, error))?;
        Ok(Self { path: path.to_owned(), bytes })
    }
}

impl Store for Held {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        Ok(self.bytes.clone())
    }

    fn write_at(&mut self, _: u64, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn syncer(&self) -> Syncer {
        Box::new(|| Ok(()))
    }

    /// They are in the file, and stay there.
    fn keep_aside(&mut self, _: &[u8]) -> io::Result<PathBuf> {
        Ok(self.path.clone())
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::recording::{Continues, Headers};
    use touchmove_drivers::{Instant, Observation};

    use super::*;
    use crate::journal::{Entry, Journal, look};

    /// A folder of evidence with a live journal of two records.
    struct Station {
        folder: tempfile::TempDir,
    }

    impl Station {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("boards")).unwrap();
            let station = Self { folder };
            let (mut journal, _) = Journal::open(&station.live(), &Headers::default()).unwrap();
            for percent in [1, 2] {
                append(&mut journal, percent);
            }
            station
        }

        fn live(&self) -> PathBuf {
            self.folder.path().join("boards/dgt_1.journal")
        }

        /// The journal that is to take its place.
        fn next(&self) -> PathBuf {
            self.folder.path().join("boards/dgt_1.journal.next")
        }

        fn archive(&self) -> PathBuf {
            self.folder.path().join(FOLDER)
        }

        /// Goes as far as so many steps of the change to another journal, with a third record in it.
        fn change(&self, steps: usize) {
            let (mut journal, past) = Journal::open(&self.live(), &Headers::default()).unwrap();
            journal.sync().unwrap();
            let after = past.headers.continues.map_or(0, |before| before.after);
            let mut headers = Headers::default();
            let seal = journal.seal().to_string();
            headers.continues = Some(Continues { after: journal.records(), games: 1, seal });
            if steps < 1 {
                return;
            }
            let mut next = Journal::beside(&self.live(), &headers).unwrap();
            append(&mut next, 3);
            if steps < 2 {
                return;
            }
            keep(&self.live(), &self.archive(), after).unwrap();
            if steps < 3 {
                return;
            }
            next.take_place().unwrap();
            if steps < 4 {
                return;
            }
            // as far as it was written when the power failed
            let part = self.archive().join(".dgt_1.0.journal.gz.part");
            fs::write(part, b"\x1f\x8b").unwrap();
        }

        /// The charge that each record tells, by its number, in all journals.
        fn records(&self) -> Vec<(u64, u8)> {
            let archived = archived(&self.archive()).unwrap();
            let paths = archived.into_iter().map(|one| one.path).chain([self.live()]);
            let entries =
                paths.flat_map(|path| look(&read(&path).unwrap(), &path).unwrap().entries);
            let charge = |entry| match entry {
                Entry::Record { number, record } => match record.body {
                    touchmove_drivers::recording::Body::Observed(Observation::Battery(percent)) => {
                        (number, percent)
                    }
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            };
            entries.map(charge).collect()
        }
    }

    fn append(journal: &mut Journal, percent: u8) {
        let at = Instant::from_millis(u64::from(percent));
        journal.append_record(at, None, &Observation::Battery(percent)).unwrap();
    }

    #[test]
    fn wherever_the_daemon_ends_every_record_is_there_once_and_numbers_go_on() {
        for steps in 0..=4 {
            let station = Station::new();
            station.change(steps);
            // one that is live still is no archived one, even while it changes its place
            let is_over = steps >= 3;
            assert_eq!(archived(&station.archive()).unwrap().len(), usize::from(is_over));
            tidy(station.folder.path()).unwrap();
            let expected = [(1, 1), (2, 2), (3, 3)];
            let count = if steps < 3 { 2 } else { 3 };
            assert_eq!(station.records(), expected[..count], "after {steps} steps");
            for archived in archived(&station.archive()).unwrap() {
                compress(&archived).unwrap();
            }
            assert_eq!(station.records(), expected[..count], "compressed after {steps} steps");
            // and it is opened as ever
            let (mut journal, _) = Journal::open(&station.live(), &Headers::default()).unwrap();
            assert_eq!(journal.records(), count as u64);
            append(&mut journal, 9);
            drop(journal);
            station.change(3);
            assert_eq!(station.records().len(), count + 2);
        }
    }

    /// What a loss of power may leave of bytes that were not synced: a part, or zeros in the place of a part.
    fn torn(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let lengths = (0..bytes.len()).step_by(7).chain([bytes.len()]);
        lengths.flat_map(|length| {
            let part = bytes.get(..length).unwrap_or_default().to_vec();
            let mut zeros = part.clone();
            zeros.resize(bytes.len(), 0);
            [part, zeros]
        })
    }

    /// After a start the station has these records, and the next journal can follow.
    fn goes_on(station: &Station, records: &[(u64, u8)], what: &str) {
        tidy(station.folder.path()).unwrap();
        assert_eq!(station.records(), records, "{what}");
        for archived in archived(&station.archive()).unwrap() {
            compress(&archived).unwrap();
        }
        assert_eq!(station.records(), records, "compressed, {what}");
        station.change(3);
        assert_eq!(station.records().len(), records.len() + 1, "gone on, {what}");
    }

    #[test]
    fn whatever_a_loss_of_power_leaves_of_a_step_every_record_is_there_once() {
        const TWO: [(u64, u8); 2] = [(1, 1), (2, 2)];
        const THREE: [(u64, u8); 3] = [(1, 1), (2, 2), (3, 3)];
        let mut states = 0;
        // The next journal was being written; and, for a disk that lies, when the other one had its second name.
        for steps in [1, 2] {
            let station = Station::new();
            station.change(steps);
            let bytes = fs::read(station.next()).unwrap();
            for torn in torn(&bytes) {
                let station = Station::new();
                station.change(steps);
                fs::write(station.next(), &torn).unwrap();
                goes_on(&station, &TWO, &format!("{} bytes after {steps} steps", torn.len()));
                states += 1;
            }
        }
        // The next journal had taken its place, and the folder had not been synced: the one before is back.
        let station = Station::new();
        station.change(3);
        fs::rename(station.live(), station.next()).unwrap();
        let before = archived(&station.archive()).unwrap().remove(0).path;
        fs::hard_link(before, station.live()).unwrap();
        goes_on(&station, &TWO, "the one before is back");
        // It was being compressed.
        let station = Station::new();
        station.change(3);
        let over = archived(&station.archive()).unwrap().remove(0);
        let plain = fs::read(&over.path).unwrap();
        compress(&over).unwrap();
        let compressed = archived(&station.archive()).unwrap().remove(0).path;
        let bytes = fs::read(&compressed).unwrap();
        for torn in torn(&bytes) {
            let station = Station::new();
            station.change(3);
            let part = station.archive().join(".dgt_1.0.journal.gz.part");
            fs::write(part, &torn).unwrap();
            goes_on(&station, &THREE, &format!("{} bytes compressed", torn.len()));
            states += 1;
        }
        // It was compressed, and is there still, or again.
        fs::write(&over.path, plain).unwrap();
        goes_on(&station, &THREE, "both are there");
        assert!(states > 200, "{states}");
    }

    #[test]
    fn what_is_compressed_reads_back_as_it_was_and_what_is_damaged_is_refused() {
        let station = Station::new();
        station.change(3);
        let archived_ones = archived(&station.archive()).unwrap();
        let before = fs::read(&archived_ones[0].path).unwrap();
        let (was, is) = compress(&archived_ones[0]).unwrap().unwrap();
        let compressed = archived(&station.archive()).unwrap();
        assert_eq!((compressed.len(), compressed[0].is_compressed()), (1, true));
        assert_eq!((compressed[0].board.as_str(), compressed[0].after), ("dgt_1", 0));
        assert_eq!(read(&compressed[0].path).unwrap(), before);
        assert_eq!(
            (was, is),
            (before.len() as u64, fs::metadata(&compressed[0].path).unwrap().len())
        );
        assert_eq!(compress(&compressed[0]).unwrap(), None);
        let mut bytes = fs::read(&compressed[0].path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&compressed[0].path, &bytes).unwrap();
        assert!(read(&compressed[0].path).is_err());
    }

    #[test]
    fn what_is_archived_is_never_written_over() {
        let (station, other) = (Station::new(), "dgt_1.0.journal.gz");
        fs::create_dir_all(station.archive()).unwrap();
        fs::write(station.archive().join(other), "another").unwrap();
        keep(&station.live(), &station.archive(), 0).unwrap_err();
        assert_eq!(fs::read(station.archive().join(other)).unwrap(), b"another");
    }

    #[test]
    fn an_archived_journal_is_played_again_without_being_written_to() {
        let station = Station::new();
        station.change(3);
        compress(&archived(&station.archive()).unwrap()[0]).unwrap();
        let path = archived(&station.archive()).unwrap().remove(0).path;
        let before = fs::read(&path).unwrap();
        let (mut journal, past) = Journal::open(&path, &Headers::default()).unwrap();
        assert_eq!((journal.records(), past.entries.len()), (2, 2));
        append(&mut journal, 3);
        journal.sync().unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[test]
    fn other_files_are_no_archived_journals() {
        for name in ["dgt_1.journal", "dgt_1.x.journal", ".0.journal", "dgt_1.0.journal.gz.part"] {
            assert_eq!(Archived::of_path(Path::new(name)), None, "{name}");
        }
        assert_eq!(archived(Path::new("/nonexistent")).unwrap(), []);
    }
}
