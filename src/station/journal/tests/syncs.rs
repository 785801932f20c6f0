//! Syncs that are made elsewhere, while more is appended.

use super::*;

#[test]
fn what_is_appended_while_a_sync_is_made_waits_for_the_next() {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    journal.append_told("before").unwrap();
    let syncing = journal.begin_sync().unwrap().unwrap();
    assert!(journal.begin_sync().unwrap().is_none(), "one at a time");
    journal.append_told("meanwhile").unwrap();
    assert!(!journal.end_sync().unwrap(), "it is not over");
    std::thread::spawn(|| syncing.run()).join().unwrap();
    assert!(journal.end_sync().unwrap() && journal.is_dirty());
    disk.lose_power();
    let told = PastEntry::Told("before".to_owned());
    assert!(faults::open(&disk).unwrap().1.entries.starts_with(&[told]));
}

#[test]
fn a_sync_that_nobody_makes_is_none() {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    journal.append_told("before").unwrap();
    drop(journal.begin_sync().unwrap());
    journal.end_sync().unwrap_err();
    assert!(journal.is_dirty() && journal.is_doubtful());
    let dropped = journal.begin_sync().unwrap();
    drop(dropped);
    journal.sync().unwrap();
    assert!(!journal.is_dirty() && !journal.is_doubtful());
    disk.lose_power();
    assert_eq!(faults::open(&disk).unwrap().1.entries.len(), 1);
}

#[test]
fn what_waits_for_a_disk_that_has_stalled_is_bounded_and_nobody_waits() {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    let told = "x".repeat(MAX_PAYLOAD / 2);
    journal.append_told(&told).unwrap();
    let syncing = journal.begin_sync().unwrap().unwrap();
    let appended = (0..100).take_while(|_| journal.append_told(&told).is_ok()).count();
    assert_eq!(appended, 2 * MAX_UNSYNCED_BYTES / MAX_PAYLOAD - 1);
    let error = journal.append_told(&told).unwrap_err();
    assert_eq!(
        error.to_string(),
        "test.journal: the disk does not answer; nothing more is recorded until it does"
    );
    syncing.run();
    journal.append_told(&told).unwrap();
}
