use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use touchmove_drivers::recording::{Continues, Headers};
use touchmove_drivers::{Instant, Observation};

use super::*;
use crate::journal::{Journal, PastEntry, look};

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
        keep(&journal, &self.archive(), after).unwrap();
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
        let entries = paths.flat_map(|path| look(&read(&path).unwrap(), &path).unwrap().entries);
        let charge = |entry| match entry {
            PastEntry::Record { number, record } => match record.body {
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
    assert_eq!((was, is), (before.len() as u64, fs::metadata(&compressed[0].path).unwrap().len()));
    assert_eq!(compress(&compressed[0]).unwrap(), None);
    let mut bytes = fs::read(&compressed[0].path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&compressed[0].path, &bytes).unwrap();
    assert!(read(&compressed[0].path).is_err());
}

#[test]
fn what_is_archived_is_never_written_over() {
    let station = Station::new();
    let folder = station.archive();
    fs::create_dir_all(&folder).unwrap();
    // The evidence was put back as it had been before this was archived.
    let other = folder.join("dgt_1.0.journal.gz");
    fs::write(&other, "another journal").unwrap();
    let (journal, _) = Journal::open(&station.live(), &Headers::default()).unwrap();
    let refused = keep(&journal, &folder, 0).unwrap_err();
    assert!(refused.to_string().contains("dgt_1.0.journal"), "{refused}");
    assert_eq!(fs::read(&other).unwrap(), b"another journal");
    assert!(!folder.join("dgt_1.0.journal").exists());
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

#[test]
fn what_is_archived_may_be_read_by_the_group_alone_whatever_the_umask() {
    let station = Station::new();
    station.change(3);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&station.archive()), 0o750);
    let over = archived(&station.archive()).unwrap().remove(0);
    assert_eq!(mode(&over.path), 0o640);
    compress(&over).unwrap();
    assert_eq!(mode(&archived(&station.archive()).unwrap().remove(0).path), 0o640);
    assert_eq!(mode(&station.live()), 0o640);
}

#[test]
fn no_link_in_the_archive_leads_to_a_file_elsewhere() {
    let station = Station::new();
    station.change(3);
    let over = archived(&station.archive()).unwrap().remove(0);
    let private = station.folder.path().join("private");
    fs::write(&private, "kept").unwrap();
    symlink(&private, station.archive().join(".dgt_1.0.journal.gz.part")).unwrap();
    compress(&over).unwrap();
    assert_eq!(fs::read_to_string(&private).unwrap(), "kept");
    // what is read back is no link either
    let linked = station.archive().join("dgt_2.0.journal");
    symlink(&private, &linked).unwrap();
    let refused = Journal::open(&linked, &Headers::default()).unwrap_err();
    assert!(matches!(refused, JournalError::NoFile { .. }), "{refused}");
    assert!(compress(&Archived::of_path(&linked).unwrap()).is_err());
}

#[test]
fn what_has_come_to_the_place_of_a_journal_is_not_archived_as_that() {
    let station = Station::new();
    let (journal, _) = Journal::open(&station.live(), &Headers::default()).unwrap();
    fs::rename(station.live(), station.folder.path().join("taken")).unwrap();
    fs::write(station.live(), "something else").unwrap();
    let refused = keep(&journal, &station.archive(), 0).unwrap_err();
    assert!(refused.to_string().contains("somebody has changed"), "{refused}");
    assert_eq!(named(&station.archive()).unwrap(), []);
}

#[test]
fn an_archive_that_is_a_link_is_not_written_to() {
    let station = Station::new();
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(elsewhere.path(), station.archive()).unwrap();
    let (journal, _) = Journal::open(&station.live(), &Headers::default()).unwrap();
    let refused = keep(&journal, &station.archive(), 0).unwrap_err();
    assert!(refused.to_string().contains("a link"), "{refused}");
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}
