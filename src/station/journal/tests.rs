mod harms;
mod refusals;
mod syncs;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;
use touchmove_drivers::recording::{BoardName, Turned};

use super::faults::{self, Disk, Mood};
use super::*;

struct Desk {
    directory: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { directory: TempDir::new().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("dgt_12345.journal")
    }

    fn open(&self) -> Result<(Journal, JournalPast), JournalError> {
        let mut headers = Headers::default();
        headers.turned = Turned::Yes;
        headers.white = Some("A, B".to_owned());
        Journal::open(&self.path(), &headers)
    }

    /// A journal with three records and two told lines, and its bytes.
    fn small(&self) -> (Vec<PastEntry>, Vec<u8>) {
        let (mut journal, _) = self.open().unwrap();
        assert_eq!(journal.append_record(at(0), None, &observation("link up")).unwrap(), 1);
        assert_eq!(journal.append_record(at(5), None, &observation("square e2 .")).unwrap(), 2);
        journal.append_told("{\"seq\":1,\"é\":2}").unwrap();
        let decision = observation("decision by=\"Jane Doe\" adjust reason=\"a\\nb\"");
        assert_eq!(journal.append_record(at(5), None, &decision).unwrap(), 3);
        journal.append_told("").unwrap();
        drop(journal);
        let bytes = fs::read(self.path()).unwrap();
        (self.open().unwrap().1.entries, bytes)
    }
}

/// What not even root may write to.
struct Forbidden(fs::File);

impl Forbidden {
    /// `None` where the file system or the machine does not know that.
    fn new(path: &Path) -> Option<Self> {
        let file = fs::File::open(path).unwrap();
        let forbidden = rustix::fs::ioctl_setflags(&file, rustix::fs::IFlags::IMMUTABLE);
        if let Err(error) = forbidden {
            touchmove_needs::skip(&format!("files that not even root may write to: {error}"));
        }
        forbidden.is_ok().then_some(Self(file))
    }
}

impl Drop for Forbidden {
    fn drop(&mut self) {
        rustix::fs::ioctl_setflags(&self.0, rustix::fs::IFlags::empty()).unwrap();
    }
}

/// Length of the last frame of a small journal, in bytes.
const LAST: usize = 28 + "told ".len();

fn at(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

fn observation(text: &str) -> Observation {
    text.parse().unwrap()
}

/// The lines of a journal: records as in a recording, and what was told.
fn lines(entries: &[PastEntry]) -> Vec<String> {
    let line = |entry: &PastEntry| match entry {
        PastEntry::Record { number, record } => format!("{number}: {record}"),
        PastEntry::Told(told) => format!("told {told}"),
        PastEntry::Gap(gap) => gap.to_string(),
    };
    entries.iter().map(line).collect()
}

#[test]
fn what_was_appended_is_there_after_reopening() {
    let desk = Desk::new();
    let (entries, _) = desk.small();
    assert_eq!(
        lines(&entries),
        [
            "1: 0.000 link up",
            "2: 0.005 square e2 .",
            "told {\"seq\":1,\"é\":2}",
            "3: 0.005 decision by=\"Jane Doe\" adjust reason=\"a\\nb\"",
            "told ",
        ]
    );
    let (mut journal, past) = desk.open().unwrap();
    assert_eq!((past.cut, past.headers.turned), (None, Turned::Yes));
    assert_eq!((journal.records(), journal.latest()), (3, Some(at(5))));
    assert_eq!(journal.append_record(at(6), None, &observation("link lost")).unwrap(), 4);
}

#[test]
fn the_headers_of_a_journal_with_evidence_stay() {
    let desk = Desk::new();
    desk.small();
    let (_, past) = Journal::open(&desk.path(), &Headers::default()).unwrap();
    assert_eq!(past.headers.white.as_deref(), Some("A, B"));
    assert_eq!(past.headers.line_of("lag"), Some(3), "the lags are always written");
}

#[test]
fn the_bytes_are_those_of_the_format() {
    let desk = Desk::new();
    let (mut journal, _) = Journal::open(&desk.path(), &Headers::default()).unwrap();
    journal.append_record(at(0), None, &observation("link up")).unwrap();
    let frames = ["touchmove-recording 1", "lag reading=250 clock=1000", "0.000 link up"];
    let mut expected = b"touchmove-journal 2\n".to_vec();
    let mut link = Seal::of_first_line(&expected);
    for line in frames {
        let frame;
        (frame, link) = frame::frame(link, 0, line);
        expected.extend(frame);
    }
    assert_eq!(fs::read(desk.path()).unwrap(), expected);
    assert_eq!(journal.seal(), link);
    drop(journal);
    assert_eq!(desk.open().unwrap().0.seal(), link);
}

#[test]
fn a_journal_cut_anywhere_loses_nothing_before_the_cut() {
    let desk = Desk::new();
    let (entries, bytes) = desk.small();
    let mut whole_frames = 0;
    for length in 0..=bytes.len() {
        let desk = Desk::new();
        fs::write(desk.path(), &bytes[..length]).unwrap();
        let (journal, past) = desk.open().unwrap();
        assert!(entries.starts_with(&past.entries), "{length}");
        assert!(past.entries.len() >= whole_frames, "{length}");
        whole_frames = past.entries.len();
        assert_eq!(past.headers.white.as_deref(), Some("A, B"), "{length}");
        if let Some(Cut { at, bytes: count, kept }) = past.cut {
            assert_eq!(at + count, length as u64);
            assert_eq!(fs::read(kept.unwrap()).unwrap(), bytes[at as usize..length]);
        }
        drop(journal);
        append_one_and_reopen(&desk, &past.entries);
    }
    assert_eq!(whole_frames, entries.len());
}

fn append_one_and_reopen(desk: &Desk, before: &[PastEntry]) {
    let (mut journal, past) = desk.open().unwrap();
    assert_eq!((past.entries.as_slice(), past.cut), (before, None));
    journal.append_record(at(9), None, &observation("link stale")).unwrap();
    drop(journal);
    let (_, past) = desk.open().unwrap();
    assert_eq!(past.entries.len(), before.len() + 1);
    assert!(past.entries.starts_with(before));
}

#[test]
fn a_flipped_bit_in_the_last_frame_cuts_that_frame_alone() {
    let desk = Desk::new();
    let (entries, bytes) = desk.small();
    let last = bytes.len() - LAST;
    for index in last..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[index] ^= 1 << (index % 8);
        let disk = Disk::with(&flipped, 0);
        let (_, past) = faults::open(&disk).unwrap();
        assert_eq!(past.entries, entries[..4]);
        let cut = past.cut.unwrap();
        assert_eq!((cut.at, cut.bytes), (last as u64, LAST as u64));
        assert_eq!(disk.aside(), [&flipped[last..]]);
    }
}

/// The middle of a journal: its first record, where that begins, and where the next two frames begin.
fn second_frame_of(desk: &Desk) -> (usize, usize, usize) {
    let bytes = fs::read(desk.path()).unwrap();
    let line = |text: &str| {
        bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap() - 28
    };
    (line("0.000 link up"), line("0.005 square e2 ."), line("told {"))
}

#[test]
fn a_flipped_bit_in_the_middle_loses_that_frame_alone() {
    let desk = Desk::new();
    let (entries, bytes) = desk.small();
    let (_, from, to) = second_frame_of(&desk);
    for index in from..to {
        let mut flipped = bytes.clone();
        flipped[index] ^= 1 << (index % 8);
        let disk = Disk::with(&flipped, 0);
        let (journal, past) = faults::open(&disk).unwrap();
        let (gaps, others): (Vec<_>, Vec<_>) =
            past.entries.into_iter().partition(|entry| matches!(entry, PastEntry::Gap(_)));
        let PastEntry::Gap(gap) = gaps[0] else { unreachable!() };
        if (from + 12..from + 28).contains(&index) {
            assert_eq!((gap.at, gap.bytes, gap.records()), (from as u64 + 12, 16, 0));
            assert_eq!(others, entries);
        } else {
            assert_eq!((gap.at, gap.bytes), (from as u64, (to - from) as u64));
            assert_eq!((gap.after, gap.before, gap.records()), (1, 3, 1));
            assert_eq!(others, [&entries[..1], &entries[2..]].concat());
        }
        assert_eq!((gaps.len(), past.cut, journal.records()), (1, None, 3));
        assert_eq!(disk.bytes(), flipped, "it is left as it is");
    }
}

#[test]
fn what_is_removed_inserted_or_moved_is_noticed() {
    let desk = Desk::new();
    let (entries, bytes) = desk.small();
    let (first, second, third) = second_frame_of(&desk);
    let [start, one, two, rest] =
        [&bytes[..first], &bytes[first..second], &bytes[second..third], &bytes[third..]];
    for altered in [
        [start, one, rest].concat(),
        [start, one, one, two, rest].concat(),
        [start, two, one, rest].concat(),
        [start, one, b"0.004 square e4 P", two, rest].concat(),
    ] {
        let (journal, past) = faults::open(&Disk::with(&altered, 0)).unwrap();
        assert!(past.entries.iter().any(|entry| matches!(entry, PastEntry::Gap(_))));
        assert!(past.entries.ends_with(&entries[3..]), "{:?}", lines(&past.entries));
        assert_eq!(journal.records(), 3);
    }
}

#[test]
fn whoever_makes_the_chain_anew_makes_another_seal() {
    let seal = |serial: &str, observed: &str| {
        let mut headers = Headers::default();
        headers.board = Some(BoardName { family: "dgt".into(), serial: Some(serial.to_owned()) });
        let disk = Box::new(Disk::with(b"", 0));
        let (mut journal, _) = Journal::on(disk, Path::new("x"), &headers).unwrap();
        journal.append_record(at(0), None, &observation(observed)).unwrap();
        journal.append_record(at(5), None, &observation("link lost")).unwrap();
        journal.seal().to_string()
    };
    let sealed = seal("12345", "square e2 .");
    assert_eq!(seal("12345", "square e2 ."), sealed);
    assert_ne!(seal("12345", "square d2 ."), sealed);
    assert_ne!(seal("12346", "square e2 ."), sealed);
}

#[test]
fn damaged_headers_cost_no_evidence() {
    let desk = Desk::new();
    let (entries, bytes) = desk.small();
    let (first, ..) = second_frame_of(&desk);
    for index in 0..first {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x80;
        let (_, past) = faults::open(&Disk::with(&damaged, 0)).unwrap();
        let kept: Vec<_> =
            past.entries.iter().filter(|e| !matches!(e, PastEntry::Gap(_))).collect();
        assert_eq!(kept, entries.iter().collect::<Vec<_>>(), "{index}");
        assert_eq!(past.headers.white.as_deref(), Some("A, B"), "{index}");
        assert_eq!(past.cut, None, "{index}");
    }
}

#[test]
fn a_gap_says_what_is_lost() {
    let gap = |after, before| Gap { at: 90, bytes: 40, after, before }.to_string();
    let damaged = "40 bytes at byte 90 are damaged or altered";
    assert_eq!(gap(3, 4), format!("{damaged}; no record is lost (the next is 4)"));
    assert_eq!(gap(3, 5), format!("{damaged}; record 4 is lost"));
    assert_eq!(gap(3, 7), format!("{damaged}; records 4 to 6 are lost"));
}

#[test]
fn every_torn_end_is_kept_in_a_file_of_its_own() {
    let desk = Desk::new();
    desk.small();
    for number in 1..=3 {
        OpenOptions::new().append(true).open(desk.path()).unwrap().write_all(&[0; 9]).unwrap();
        let cut = desk.open().unwrap().1.cut.unwrap();
        let kept = cut.kept.unwrap();
        assert!(kept.ends_with(format!("dgt_12345.journal.torn-{number}")));
        assert_eq!(fs::read(kept).unwrap(), [0; 9]);
    }
}

#[test]
fn half_a_frame_left_by_a_failed_append_hides_nothing() {
    let desk = Desk::new();
    let (mut entries, _) = desk.small();
    let (mut journal, _) = desk.open().unwrap();
    journal.store.write_at(journal.length, &[7; 10]).unwrap();
    journal.end = End::Half;
    journal.append_told("after").unwrap();
    drop(journal);
    entries.push(PastEntry::Told("after".to_owned()));
    let (_, past) = desk.open().unwrap();
    assert_eq!((past.entries, past.cut), (entries, None));
}

#[test]
fn only_appending_makes_a_journal_dirty_and_sync_clean() {
    let desk = Desk::new();
    let (mut journal, _) = desk.open().unwrap();
    assert!(!journal.is_dirty());
    journal.append_told("x").unwrap();
    assert!(journal.is_dirty());
    journal.sync().unwrap();
    assert!(!journal.is_dirty());
    journal.sync().unwrap();
}

#[test]
fn what_may_not_be_appended_is_refused_and_leaves_no_trace() {
    let desk = Desk::new();
    let (mut journal, _) = desk.open().unwrap();
    journal.append_record(at(5), None, &observation("link up")).unwrap();
    let before = fs::read(desk.path()).unwrap();
    let fell = journal.append_record(at(4), None, &observation("link up")).unwrap_err();
    assert!(matches!(fell, JournalError::TimeFell { .. }), "{fell}");
    let no_time = Observation::Wall("yesterday".to_owned());
    let unwritable = journal.append_record(at(5), None, &no_time).unwrap_err();
    assert!(matches!(unwritable, JournalError::Unwritable(_)), "{unwritable}");
    let unit = Unit("a b".into());
    journal.append_record(at(5), Some(&unit), &observation("link up")).unwrap_err();
    for told in ["a\nb", &"x".repeat(MAX_PAYLOAD)] {
        assert!(matches!(journal.append_told(told), Err(JournalError::NotALine)));
    }
    assert_eq!(fs::read(desk.path()).unwrap(), before);
    assert_eq!(journal.append_record(at(5), None, &observation("link up")).unwrap(), 2);
}

#[test]
fn a_journal_is_open_once() {
    let desk = Desk::new();
    let (journal, _) = desk.open().unwrap();
    assert!(matches!(desk.open(), Err(JournalError::Locked { .. })));
    drop(journal);
    desk.open().unwrap();
}

#[test]
fn files_that_are_no_journals_are_left_alone() {
    let desk = Desk::new();
    for (content, message) in [
        ("[Event \"x\"]\n", "not a journal; move this file away"),
        (
            "touchmove-journal 12\n",
            "a journal of version `12`; this touchmoved reads version 2: use the one that wrote it, \
             or move the file away",
        ),
    ] {
        fs::write(desk.path(), content).unwrap();
        let error = desk.open().unwrap_err();
        assert_eq!(error.to_string(), format!("{}: {message}", desk.path().display()));
        assert_eq!(fs::read_to_string(desk.path()).unwrap(), content);
    }
    fs::remove_file(desk.path()).unwrap();
    fs::create_dir(desk.path()).unwrap();
    assert!(matches!(desk.open(), Err(JournalError::NoFile { .. })));
}

#[test]
fn a_whole_frame_that_nobody_can_read_is_told_with_its_place() {
    let desk = Desk::new();
    desk.small();
    let mut journal = desk.open().unwrap().0;
    let at = journal.length;
    journal.append("9.0 link sideways").unwrap();
    drop(journal);
    let bytes = fs::read(desk.path()).unwrap();
    let error = desk.open().unwrap_err().to_string();
    let expected = format!(
        "{}: the frame at byte {at} cannot be read (line 8: one of `up` `lost` `stale` expected, not \
         `sideways`); move the file away and report it",
        desk.path().display()
    );
    assert_eq!(error, expected);
    assert_eq!(fs::read(desk.path()).unwrap(), bytes);
}

#[test]
fn a_journal_whose_times_fall_is_told_with_the_place() {
    let desk = Desk::new();
    let (mut journal, _) = desk.open().unwrap();
    journal.append_record(at(5_000), None, &observation("link up")).unwrap();
    let place = journal.length;
    journal.append("4.0 link lost").unwrap();
    drop(journal);
    let error = desk.open().unwrap_err().to_string();
    let expected = format!(
        "{}: the frame at byte {place} cannot be read (line 6: the time 4.000000s is before 5.000000s of a record \
         above; times never fall); move the file away and report it",
        desk.path().display()
    );
    assert_eq!(error, expected);
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_there() {
    let disk = Disk::with(b"", 1);
    disk.set_mood(Mood::Full);
    let told =
        "test.journal: no space left (no storage space); nothing is recorded until there is some";
    assert_eq!(faults::open(&disk).unwrap_err().to_string(), told);
    disk.set_mood(Mood::Sound);
    let (mut journal, _) = faults::open(&disk).unwrap();
    journal.append_told("before").unwrap();
    let (before, seal) = (disk.bytes(), journal.seal());
    disk.set_mood(Mood::Full);
    for _ in 0..50 {
        let error = journal.append_record(at(5), None, &observation("link up")).unwrap_err();
        assert_eq!(error.to_string(), told);
    }
    assert_eq!((disk.bytes(), journal.seal(), journal.records()), (before, seal, 0));
    disk.set_mood(Mood::Sound);
    assert_eq!(journal.append_record(at(4), None, &observation("link up")).unwrap(), 1);
    assert_eq!(lines(&faults::open(&disk).unwrap().1.entries), ["told before", "1: 0.004 link up"]);
}

#[test]
fn what_a_disk_did_not_sync_it_is_given_again() {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    disk.set_mood(Mood::Lossy);
    for told in 0..50 {
        journal.append_told(&told.to_string()).unwrap();
        journal.sync().unwrap_err();
        assert!(journal.is_dirty());
    }
    disk.set_mood(Mood::Sound);
    journal.sync().unwrap();
    disk.lose_power();
    let (_, past) = faults::open(&disk).unwrap();
    assert_eq!((past.entries.len(), past.cut), (50, None));
}

#[test]
fn what_waits_for_a_sync_that_fails_does_not_grow_for_ever() {
    let disk = Disk::with(b"", 1);
    let (mut journal, _) = faults::open(&disk).unwrap();
    disk.set_mood(Mood::Lossy);
    let told = "x".repeat(MAX_PAYLOAD / 2);
    let appended = (0..100).take_while(|_| journal.append_told(&told).is_ok()).count();
    assert_eq!(appended, 2 * MAX_UNSYNCED_BYTES / MAX_PAYLOAD);
    disk.set_mood(Mood::Sound);
    journal.append_told(&told).unwrap();
}

#[test]
fn what_nobody_may_write_is_told() {
    let desk = Desk::new();
    let Some(_forbidden) = Forbidden::new(desk.directory.path()) else { return };
    let error = desk.open().unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: access denied (", desk.path().display())), "{error}");
    assert!(error.ends_with("); the user of touchmoved must be able to write there"), "{error}");
}

#[test]
fn a_missing_directory_is_told() {
    let desk = Desk::new();
    let path = desk.path().join("journal");
    let error = Journal::open(&path, &Headers::default()).unwrap_err();
    assert!(matches!(error, JournalError::NoDirectory { .. }), "{error}");
}

#[test]
fn only_the_group_may_read_a_journal_besides_its_owner() {
    let desk = Desk::new();
    desk.small();
    let mode = fs::metadata(desk.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o137, 0, "{mode:o}");
}

#[test]
fn what_the_system_says_is_told_by_what_can_be_done() {
    let error = |code| JournalError::io(Path::new("/x"), io::Error::from_raw_os_error(code));
    let errno = |errno: rustix::io::Errno| errno.raw_os_error();
    assert!(matches!(error(errno(rustix::io::Errno::NOSPC)), JournalError::NoSpace { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::DQUOT)), JournalError::NoSpace { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::FBIG)), JournalError::NoSpace { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::ACCESS)), JournalError::Denied { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::PERM)), JournalError::Denied { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::ROFS)), JournalError::ReadOnly { .. }));
    assert!(matches!(error(errno(rustix::io::Errno::IO)), JournalError::Io { .. }));
}
