//! What others do to the file of a journal that is open.

use std::os::unix::fs::symlink;

use super::*;
use crate::journal::{Harm, OpenedJournal, Rescue, look};

/// A journal of three records, open.
fn open() -> (Desk, Journal) {
    let desk = Desk::new();
    desk.small();
    let (journal, _) = desk.open().unwrap();
    (desk, journal)
}

fn append(journal: &mut Journal, percent: u8) -> Result<u64, JournalError> {
    let at = Instant::from_millis(1_000 + u64::from(percent));
    journal.append_record(at, None, &Observation::Battery(percent))
}

/// The numbers of the records in a file.
fn numbers(path: &Path) -> Vec<u64> {
    let entries = look(&fs::read(path).unwrap(), path).unwrap().entries;
    let number = |entry| match entry {
        PastEntry::Record { number, .. } => Some(number),
        PastEntry::Told(_) | PastEntry::Gap(_) => None,
    };
    entries.into_iter().filter_map(number).collect()
}

fn beside(desk: &Desk, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", desk.path().display()))
}

#[test]
fn a_journal_that_nobody_has_touched_is_left_alone() {
    let (_desk, mut journal) = open();
    append(&mut journal, 1).unwrap();
    assert_eq!(journal.sentry().look().unwrap(), None);
    assert_eq!(journal.rescue().unwrap(), None);
}

#[test]
fn a_journal_whose_name_is_removed_is_put_back_with_all_that_was_in_it() {
    let (desk, mut journal) = open();
    append(&mut journal, 1).unwrap();
    fs::remove_file(desk.path()).unwrap();
    assert_eq!(journal.sentry().look().unwrap(), Some(Harm::Removed));
    // what comes before it is noticed is not lost either
    append(&mut journal, 2).unwrap();
    assert_eq!(journal.rescue().unwrap(), Some(Rescue::PutBack(desk.path())));
    assert_eq!(journal.rescue().unwrap(), None);
    append(&mut journal, 3).unwrap();
    journal.sync().unwrap();
    assert!(matches!(desk.open(), Err(JournalError::Locked { .. })), "it is nobody else's");
    drop(journal);
    assert_eq!(desk.open().unwrap().0.records(), 6);
    assert_eq!(fs::read_dir(desk.directory.path()).unwrap().count(), 1);
}

#[test]
fn what_came_to_the_place_of_a_journal_is_left_alone_and_the_journal_goes_on_beside() {
    let secret = tempfile::NamedTempFile::new().unwrap();
    fs::write(secret.path(), "secret").unwrap();
    type Come<'a> = &'a dyn Fn(&Path);
    let come: [Come<'_>; 3] = [
        &|place| fs::write(place, "another").unwrap(),
        &|place| symlink(secret.path(), place).unwrap(),
        &|place| fs::create_dir(place).unwrap(),
    ];
    for come in come {
        let (desk, mut journal) = open();
        fs::remove_file(desk.path()).unwrap();
        come(&desk.path());
        let before = fs::symlink_metadata(desk.path()).unwrap();
        assert_eq!(journal.sentry().look().unwrap(), Some(Harm::Replaced));
        let kept = beside(&desk, "kept-1");
        let rescue = Rescue::Beside { path: desk.path(), kept: kept.clone() };
        assert_eq!(journal.rescue().unwrap(), Some(rescue));
        append(&mut journal, 1).unwrap();
        assert_eq!(journal.rescue().unwrap(), None, "it is said once");
        assert_eq!(numbers(&kept), [1, 2, 3, 4]);
        let after = fs::symlink_metadata(desk.path()).unwrap();
        assert_eq!((after.ino(), after.len()), (before.ino(), before.len()));
        // once the place is free, it is back
        fs::rename(desk.path(), desk.directory.path().join("away")).unwrap();
        assert_eq!(journal.rescue().unwrap(), Some(Rescue::PutBack(desk.path())));
        append(&mut journal, 2).unwrap();
        assert_eq!(numbers(&desk.path()), [1, 2, 3, 4, 5]);
        assert!(!kept.exists());
    }
    assert_eq!(fs::read_to_string(secret.path()).unwrap(), "secret");
}

#[test]
fn what_is_kept_beside_never_takes_a_name_that_is_taken() {
    let (desk, mut journal) = open();
    fs::write(beside(&desk, "kept-1"), "there before").unwrap();
    symlink("nowhere", beside(&desk, "kept-2")).unwrap();
    fs::remove_file(desk.path()).unwrap();
    fs::write(desk.path(), "another").unwrap();
    let rescue = journal.rescue().unwrap().unwrap();
    assert!(matches!(&rescue, Rescue::Beside { kept, .. } if *kept == beside(&desk, "kept-3")));
    assert!(rescue.to_string().contains("move the other away"), "{rescue}");
    assert_eq!(fs::read_to_string(beside(&desk, "kept-1")).unwrap(), "there before");
    assert_eq!(fs::read_to_string(desk.path()).unwrap(), "another");
    assert!(!desk.directory.path().join("nowhere").exists());
}

#[test]
fn an_end_that_is_in_memory_still_is_written_again() {
    let (desk, mut journal) = open();
    append(&mut journal, 1).unwrap();
    let whole = fs::read(desk.path()).unwrap();
    fs::OpenOptions::new()
        .write(true)
        .open(desk.path())
        .unwrap()
        .set_len(whole.len() as u64 - 9)
        .unwrap();
    assert_eq!(journal.rescue().unwrap(), Some(Rescue::Mended(desk.path())));
    assert_eq!(fs::read(desk.path()).unwrap(), whole);
    append(&mut journal, 2).unwrap();
    assert_eq!(numbers(&desk.path()), [1, 2, 3, 4, 5]);
}

#[test]
fn what_follows_on_a_journal_cut_anywhere_is_read_and_what_is_lost_is_said_exactly() {
    let length = open().1.length();
    for left in 0..length {
        let (desk, mut journal) = open();
        let whole = fs::read(desk.path()).unwrap();
        let seal = journal.seal();
        fs::write(desk.path(), &whole[..usize::try_from(left).unwrap()]).unwrap();
        assert_eq!(journal.sentry().look().unwrap(), Some(Harm::Cut));
        assert!(append(&mut journal, 1).is_err(), "no hole at {left}");
        let there = fs::metadata(desk.path()).unwrap().len();
        assert_eq!(there, left, "no hole");
        let Some(Rescue::Cut { bytes, after, until, .. }) = journal.rescue().unwrap() else {
            panic!("at {left}")
        };
        assert_eq!((bytes, until), (length - left, 3));
        assert_ne!(journal.seal(), seal);
        assert_eq!(append(&mut journal, 1).unwrap(), 4, "numbers are not used twice");
        journal.sync().unwrap();
        let sealed = journal.seal();
        drop(journal);
        let (journal, past) = desk.open().unwrap();
        assert_eq!((journal.records(), journal.seal()), (4, sealed));
        assert_eq!(past.cut, None);
        assert_eq!(
            (past.headers.turned, past.headers.white.as_deref()),
            (Turned::Yes, Some("A, B"))
        );
        let there = numbers(&desk.path());
        let expected: Vec<_> = (1..=after).chain([4]).collect();
        assert_eq!(there, expected, "at {left}");
        let gaps = past.entries.iter().filter_map(|entry| match entry {
            PastEntry::Gap(gap) => Some((gap.after, gap.before)),
            _ => None,
        });
        assert_eq!(gaps.collect::<Vec<_>>(), [(after, 4)], "at {left}");
        assert!(!fs::read(desk.path()).unwrap().windows(32).any(|part| part == [0; 32]));
    }
}

#[test]
fn what_somebody_wrote_over_a_journal_is_kept_and_the_journal_begins_with_its_headers() {
    let (desk, mut journal) = open();
    fs::write(desk.path(), "nothing to see").unwrap();
    let rescue = journal.rescue().unwrap().unwrap();
    let said = "somebody has cut it to 14 bytes; records 1 to 3 are lost on the disk";
    assert!(rescue.to_string().contains(said), "{rescue}");
    assert_eq!(fs::read_to_string(beside(&desk, "torn-1")).unwrap(), "nothing to see");
    append(&mut journal, 1).unwrap();
    assert_eq!(numbers(&desk.path()), [4]);
}

#[test]
fn what_may_not_be_read_or_is_no_file_is_left_alone_and_the_board_plays_on() {
    let desk = Desk::new();
    fs::create_dir(desk.path()).unwrap();
    let headers = Headers::default();
    let OpenedJournal::NotYet(unbegun, error) =
        Journal::open_or_wait(&desk.path(), &headers).unwrap()
    else {
        panic!("a folder is no journal")
    };
    assert!(matches!(error, JournalError::NoFile { .. }), "{error}");
    assert!(matches!(unbegun.begin(), Err(JournalError::NoFile { .. })));
    fs::remove_dir(desk.path()).unwrap();
    assert_eq!(unbegun.begin().unwrap().records(), 0);

    let journal = desk.path();
    fs::remove_file(&journal).unwrap();
    let elsewhere = desk.directory.path().join("private");
    fs::write(&elsewhere, "").unwrap();
    symlink(&elsewhere, &journal).unwrap();
    let opened = Journal::open_or_wait(&journal, &headers).unwrap();
    assert!(matches!(opened, OpenedJournal::NotYet(_, JournalError::NoFile { .. })));
    assert_eq!(fs::read(elsewhere).unwrap(), b"", "nothing begins behind a link");
}

#[test]
fn a_journal_that_may_only_be_read_is_read_back_and_takes_what_comes_once_it_may() {
    let desk = Desk::new();
    desk.small();
    let Some(forbidden) = Forbidden::new(&desk.path()) else { return };
    let opened = Journal::open_or_wait(&desk.path(), &Headers::default()).unwrap();
    let OpenedJournal::Open(mut journal, past) = opened else { panic!("it can be read") };
    assert_eq!((journal.records(), past.entries.len()), (3, 5));
    let error = append(&mut journal, 1).unwrap_err();
    assert!(matches!(error, JournalError::Denied { .. }), "{error}");
    assert_eq!(journal.sentry().look().unwrap(), None);
    drop(forbidden);
    assert_eq!(append(&mut journal, 1).unwrap(), 4);
    assert_eq!(numbers(&desk.path()), [1, 2, 3, 4]);
}
