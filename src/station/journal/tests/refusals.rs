//! Journals that are opened while the disk takes nothing.

use super::*;
use crate::journal::OpenedJournal;
use crate::journal::faults::open_or_wait;

/// A disk with a journal of one record, and a torn end.
fn torn() -> Disk {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    append(&mut journal, 1).unwrap();
    drop(journal);
    Disk::with(&[disk.bytes(), vec![0; 9]].concat(), 1)
}

fn append(journal: &mut Journal, percent: u8) -> Result<u64, JournalError> {
    let at = Instant::from_millis(u64::from(percent));
    journal.append_record(at, None, &Observation::Battery(percent))
}

#[test]
fn a_torn_end_that_the_disk_does_not_take_stays_until_it_does_and_all_else_is_read() {
    let disk = torn();
    disk.set_mood(Mood::Full);
    let (mut journal, past) = faults::open(&disk).unwrap();
    assert_eq!((past.entries.len(), past.cut.unwrap().kept), (1, None));
    assert!(append(&mut journal, 2).is_err());
    assert!(disk.aside().is_empty() && disk.bytes().ends_with(&[0; 9]));

    disk.set_mood(Mood::Sound);
    assert_eq!(append(&mut journal, 2).unwrap(), 2);
    assert_eq!(disk.aside(), [[0; 9]]);
    journal.sync().unwrap();
    disk.lose_power();
    let (_, past) = faults::open(&disk).unwrap();
    assert_eq!((past.entries.len(), past.cut), (2, None));
}

#[test]
fn what_was_read_back_and_could_not_be_synced_is_written_again() {
    let disk = torn();
    disk.set_mood(Mood::Lossy);
    let (mut journal, past) = faults::open(&disk).unwrap();
    assert_eq!(past.entries.len(), 1);
    assert!(journal.is_doubtful() && journal.is_dirty());
    disk.set_mood(Mood::Sound);
    journal.sync().unwrap();
    assert!(!journal.is_doubtful() && !journal.is_dirty());
    disk.lose_power();
    assert_eq!(faults::open(&disk).unwrap().1.entries.len(), 1);
}

#[test]
fn where_evidence_is_no_other_journal_begins_whatever_the_disk_does() {
    for mood in [Mood::Full, Mood::Lossy] {
        let disk = torn();
        disk.set_mood(mood);
        let opened = open_or_wait(&disk).unwrap();
        assert!(
            matches!(opened, OpenedJournal::Open(journal, _) if journal.records() == 1),
            "{mood:?}"
        );
    }
    let disk = Disk::with(b"no journal at all", 1);
    disk.set_mood(Mood::Full);
    let refused = open_or_wait(&disk).unwrap_err();
    assert!(matches!(refused, JournalError::Foreign { .. }), "{refused}");
}

#[test]
fn a_journal_that_cannot_begin_leaves_nothing_behind_however_often_it_is_tried() {
    // what a loss of power has left of a beginning
    let disk = Disk::with(b"touchmove-jou", 1);
    disk.set_mood(Mood::Full);
    let OpenedJournal::NotYet(unbegun, error) = open_or_wait(&disk).unwrap() else {
        panic!("it has begun")
    };
    assert!(matches!(error, JournalError::NoSpace { .. }), "{error}");
    for _ in 0..3 {
        assert!(matches!(unbegun.begin(), Err(JournalError::NoSpace { .. })));
        assert_eq!(disk.bytes(), b"touchmove-jou");
    }
    disk.set_mood(Mood::Sound);
    let mut journal = unbegun.begin().unwrap();
    assert_eq!(append(&mut journal, 1).unwrap(), 1);
    assert_eq!(disk.aside(), [b"touchmove-jou"]);
}
