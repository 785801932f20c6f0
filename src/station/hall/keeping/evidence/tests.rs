//! A board's evidence over restarts, and while its journal takes nothing.

use std::time::Duration;

use touchmove_drivers::recording::Body;
use touchmove_drivers::{Packet, recording};

use super::keeping::TRY_AGAIN;
use super::*;
use crate::hall::keeping::station_journal::StationJournal;
use crate::journal::faults::{self, Disk, Mood};
use crate::journal::{Gap, OpenedJournal};
use crate::sys::boottime::BootId;

const STATION: Instant = Instant::from_millis(86_400_000);

fn open(state: &Path, station: Instant) -> (Evidence, Past) {
    let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    Evidence::open(&state.join("dgt_12345.journal"), &board, &station, None).unwrap()
}

#[test]
fn the_boards_time_goes_on_with_the_stations_and_never_back() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let (first, _) = evidence.append(STATION, None, &Observation::Battery(80));
    let later = STATION + Duration::from_secs(5);
    let (second, _) = evidence.append(later, None, &Observation::Battery(80));
    assert_eq!(second.since(first), Duration::from_secs(5));
    let (third, record) = evidence.append(STATION, None, &Observation::Battery(80));
    assert_eq!((third, record), (second, 3));
    assert_eq!(evidence.anchor().station_time(second), later);
}

#[test]
fn what_is_on_its_way_while_time_passes_is_not_appended_before() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let passed = evidence.pass(STATION + Duration::from_secs(5));
    let (appended, _) = evidence.append(STATION, None, &Observation::Battery(80));
    assert_eq!(appended, passed);
}

#[test]
fn after_a_reboot_the_boards_time_goes_on_from_where_it_was() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let late = STATION + Duration::from_secs(3_600);
    let (last, _) = evidence.append(late, None, &Observation::Battery(80));
    drop(evidence);
    // the station has booted, and its wall clock says that no time has passed
    let (evidence, past) = open(state.path(), Instant::ZERO);
    let first =
        Numbered { at: last, since: None, number: 1, observation: Observation::Battery(80) };
    assert_eq!(past.observed[0], first);
    assert!(evidence.time(Instant::ZERO) >= last);
}

/// A machine whose wall clock somebody sets.
#[derive(Debug)]
struct Machine {
    station: Instant,
    wall: &'static str,
    boot: &'static str,
}

impl TimeSource for Machine {
    fn now(&self) -> Instant {
        self.station
    }

    fn wall(&self) -> Timestamp {
        self.wall.parse().unwrap()
    }

    fn boot(&self) -> Option<BootId> {
        self.boot.repeat(32).parse().ok()
    }
}

#[test]
fn a_wall_clock_that_was_set_forward_makes_nothing_older_within_a_boot() {
    let state = tempfile::tempdir().unwrap();
    let open = |secs: u64, wall: &'static str, boot: &'static str| {
        let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
        let machine = Machine { station: STATION + Duration::from_secs(secs), wall, boot };
        Evidence::open(&state.path().join("dgt_12345.journal"), &board, &machine, None).unwrap().0
    };
    let mut evidence = open(0, "2026-11-23T12:00:00Z", "a");
    let (first, _) = evidence.append(STATION, None, &Observation::Battery(80));
    drop(evidence);
    for (secs, wall) in [(60, "2026-11-23T18:00:00Z"), (120, "2026-11-20T12:00:00Z")] {
        let evidence = open(secs, wall, "a");
        assert_eq!(evidence.anchor().station_time(first), STATION, "{wall}");
        assert_eq!(evidence.time(STATION + Duration::from_secs(secs)).since(first).as_secs(), secs);
    }
    let evidence = open(240, "2026-11-23T13:00:00Z", "b");
    let now = evidence.time(STATION + Duration::from_secs(240));
    assert_eq!(now.since(first).as_secs(), 3_600, "another boot goes by the wall clock");
}

#[test]
fn from_the_end_of_a_journal_on_the_board_was_not_heard() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, past) = open(state.path(), STATION);
    assert!(past.observed.is_empty());
    let (heard, _) = evidence.append(STATION, None, &Observation::Battery(80));
    let what = touchmove_core::game::conclusion::Conclusion::Standing { differs: Vec::new() };
    let at = heard + Duration::from_millis(700);
    evidence.append_told(&Told { game: 1, seq: Some(1), at, what });
    drop(evidence);

    // what time has concluded is not heard later than the link is lost, or it would not be concluded again
    let lost = Observation::Link(LinkState::Lost);
    let (evidence, past) = open(state.path(), STATION);
    let [_, said, wall] = &past.observed[..] else { panic!("{:?}", past.observed) };
    assert!(matches!(wall, Numbered { number: 3, observation: Observation::Wall(_), .. }));
    assert!(said.number == 2 && said.observation == lost && said.at >= at, "{said:?}");
    assert_eq!(past.heard_until(), said.at, "at a start nobody is heard");
    drop(evidence);

    // it is said once
    let (_, past) = open(state.path(), STATION);
    let said = past.observed.iter().filter(|heard| heard.observation == lost);
    assert_eq!((said.count(), past.observed.len()), (1, 4));
}

#[test]
fn in_a_gap_the_board_was_not_heard() {
    let at = Instant::from_millis(5);
    let numbered = |observation| Numbered { at, since: None, number: 3, observation };
    let before = numbered(Observation::Battery(80));
    let gap = |after, before| Gap { at: 0, bytes: 1, after, before };
    let lost = numbered(Observation::Link(LinkState::Lost));
    assert_eq!(unheard(gap(3, 5), Some(&before)), Some(lost));
    assert_eq!(unheard(gap(3, 4), Some(&before)), None, "only what was told is lost");
}

#[test]
fn a_wall_clock_that_jumped_back_does_not_take_the_boards_time_along() {
    let state = tempfile::tempdir().unwrap();
    let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    let path = state.path().join("dgt_12345.journal");
    let headers = first_headers(&board, "2040-01-01T00:00:00Z".parse().unwrap());
    let (mut journal, _) = Journal::open(&path, &headers).unwrap();
    let latest = Instant::from_millis(90_000);
    journal.append_record(latest, None, &Observation::Battery(80)).unwrap();
    drop(journal);
    let (mut evidence, past) = open(state.path(), STATION);
    assert!(past.observed.iter().all(|heard| heard.at == latest));
    let (at, _) = evidence.append(STATION, None, &Observation::Battery(80));
    assert_eq!(at, latest, "it goes on from where it was");
    let later = STATION + Duration::from_secs(5);
    let (at, _) = evidence.append(later, None, &Observation::Battery(80));
    assert_eq!(at, latest + Duration::from_secs(5));
}

#[test]
fn what_was_told_before_a_restart_is_not_journaled_again() {
    let state = tempfile::tempdir().unwrap();
    let what = touchmove_core::game::conclusion::Conclusion::Standing { differs: Vec::new() };
    let told = Told { game: 1, seq: Some(1), at: Instant::ZERO, what };
    let size = || state.path().join("dgt_12345.journal").metadata().unwrap().len();
    let (mut evidence, _) = open(state.path(), STATION);
    evidence.append_game(1, GameId(7));
    evidence.append_told(&told);
    let before = size();
    drop(evidence);
    let (mut evidence, past) = open(state.path(), STATION);
    assert_eq!(past.games.get(&1), Some(&GameId(7)));
    evidence.append_told(&told);
    assert_eq!(size(), before);
}

/// The evidence of a board on a disk that fails as it is told to, and what was in it.
fn on(disk: &Disk) -> (Evidence, Past) {
    let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    let found = match faults::open_or_wait(disk).unwrap() {
        OpenedJournal::Open(journal, past) => {
            Found { book: Book::Open(journal), past, trouble: None }
        }
        OpenedJournal::NotYet(unbegun, trouble) => Found::unbegun(unbegun, trouble),
    };
    let times = Now::of(&STATION);
    Evidence::of(found, Path::new("test.journal"), &board, times, None).unwrap()
}

fn charge(percent: u8) -> Observation {
    Observation::Battery(percent)
}

/// What the journal on a disk holds of batteries.
fn charges(disk: &Disk) -> Vec<(u64, Observation)> {
    let (_, past) = on(disk);
    let observed = past.observed.into_iter().map(|heard| (heard.number, heard.observation));
    observed.filter(|(_, observation)| matches!(observation, Observation::Battery(_))).collect()
}

fn synced(evidence: &mut Evidence) -> Synced {
    if let Some(syncing) = evidence.begin_sync() {
        syncing.run();
    }
    evidence.end_sync()
}

#[test]
fn what_a_full_disk_does_not_take_is_there_once_it_does() {
    let disk = Disk::with(b"", 1);
    let (mut evidence, _) = on(&disk);
    evidence.append(STATION, None, &charge(1));
    assert_eq!((synced(&mut evidence), evidence.trouble()), (Synced::AsBefore, None));

    disk.set_mood(Mood::Full);
    for percent in 2..=50 {
        let (_, record) = evidence.append(STATION, None, &charge(percent));
        assert_eq!(record, u64::from(percent), "it has the number that it will have");
        assert_eq!(synced(&mut evidence), Synced::AsBefore);
        assert!(evidence.is_dirty());
    }
    assert!(evidence.trouble().is_some_and(|why| why.contains("no space left")));
    assert_eq!(evidence.sync_within(), TRY_AGAIN);

    disk.set_mood(Mood::Sound);
    evidence.append(STATION, None, &charge(51));
    let kept = synced(&mut evidence);
    assert_eq!((kept, evidence.trouble()), (Synced::AsBefore, None), "nothing is missing");
    assert!(!evidence.is_dirty());
    disk.lose_power();
    let all: Vec<_> = (1..=51).map(|percent| (u64::from(percent), charge(percent))).collect();
    assert_eq!(charges(&disk), all);
}

#[test]
fn a_board_first_heard_while_the_disk_is_full_has_a_journal_once_it_is_not() {
    let disk = Disk::with(b"", 1);
    disk.set_mood(Mood::Full);
    let (mut evidence, past) = on(&disk);
    assert!(past.observed.is_empty() && evidence.is_dirty());
    for percent in 1..=50 {
        let (_, record) = evidence.append(STATION, None, &charge(percent));
        assert_eq!(record, u64::from(percent), "it has the number that it will have");
        assert_eq!(synced(&mut evidence), Synced::AsBefore);
    }
    let why = evidence.trouble().unwrap();
    assert!(why.contains("has not begun") && why.contains("no space left"), "{why}");
    assert_eq!(
        (evidence.sync_within(), disk.bytes().len()),
        (TRY_AGAIN, 0),
        "nothing is left half"
    );

    disk.set_mood(Mood::Sound);
    assert_eq!(synced(&mut evidence), Synced::AsBefore, "nothing is missing");
    assert_eq!((evidence.trouble(), evidence.is_dirty()), (None, false));
    assert!(disk.aside().is_empty());
    disk.lose_power();
    let all: Vec<_> = (1..=50).map(|percent| (u64::from(percent), charge(percent))).collect();
    assert_eq!(charges(&disk), all);
}

#[test]
fn a_journal_that_begins_late_has_the_headers_of_the_moment_when_its_board_was_heard() {
    let disk = Disk::with(b"", 1);
    disk.set_mood(Mood::Full);
    let (mut evidence, _) = on(&disk);
    let headers = evidence.headers.to_string();
    disk.set_mood(Mood::Sound);
    assert_eq!((synced(&mut evidence), evidence.trouble()), (Synced::AsBefore, None));
    drop(evidence);
    assert_eq!(on(&disk).0.headers.to_string(), headers);
}

#[test]
fn a_board_whose_journal_has_not_begun_is_not_archived() {
    let (state, disk) = (tempfile::tempdir().unwrap(), Disk::with(b"", 1));
    let (station, archive) = (station_in(state.path()), state.path().join("archive"));
    disk.set_mood(Mood::Full);
    let (mut evidence, _) = on(&disk);
    evidence.append(STATION, None, &charge(1));
    let observed =
        evidence.succeed((STATION, Timestamp::now()), carried(), &archive, &station).unwrap();
    assert_eq!((observed, evidence.records()), (None, 1));
}

#[test]
fn a_journal_that_appears_where_one_was_to_begin_is_left_alone() {
    let disk = Disk::with(b"", 1);
    disk.set_mood(Mood::Full);
    let (mut late, _) = on(&disk);
    late.append(STATION, None, &charge(1));
    disk.set_mood(Mood::Sound);
    let (mut other, _) = on(&disk);
    other.append(STATION, None, &charge(99));
    other.sync();
    let bytes = disk.bytes();
    assert_eq!((synced(&mut late), late.is_dirty()), (Synced::AsBefore, true));
    assert!(late.trouble().is_some_and(|why| why.contains("move it away")));
    assert_eq!(disk.bytes(), bytes);
}

#[test]
fn what_waits_is_bounded_and_what_is_missing_is_told() {
    let disk = Disk::with(b"", 1);
    let (mut evidence, _) = on(&disk);
    disk.set_mood(Mood::Full);
    let told = |seq| Told {
        game: 1,
        seq: Some(seq),
        at: Instant::ZERO,
        what: touchmove_core::game::conclusion::Conclusion::Standing { differs: Vec::new() },
    };
    (1..=40_000).for_each(|seq| evidence.append_told(&told(seq)));
    let (_, record) = evidence.append(STATION, None, &charge(1));
    assert_eq!(record, 0, "it has no number");
    disk.set_mood(Mood::Sound);
    assert_eq!(synced(&mut evidence), Synced::KeptAgain, "some is missing");
    let (_, record) = evidence.append(STATION, None, &charge(2));
    assert_eq!(record, 1);
    drop(evidence);
    assert_eq!(charges(&disk), [(1, charge(2))]);
    assert!(disk.bytes().len() > waiting::MAX_BYTES / 2);
}

#[test]
fn a_sync_that_fails_is_made_again_while_play_goes_on() {
    let disk = Disk::with(b"", 1);
    let (mut evidence, _) = on(&disk);
    evidence.append(STATION, None, &charge(1));
    let syncing = evidence.begin_sync().unwrap();
    evidence.append(STATION, None, &charge(2));
    assert!(evidence.begin_sync().is_none(), "one is on its way");
    disk.set_mood(Mood::Lossy);
    syncing.run();
    assert_eq!((evidence.end_sync(), evidence.is_dirty()), (Synced::AsBefore, true));
    assert!(evidence.trouble().is_some());
    disk.set_mood(Mood::Sound);
    assert_eq!((synced(&mut evidence), evidence.is_dirty()), (Synced::AsBefore, false));
    disk.lose_power();
    assert_eq!(charges(&disk), [(1, charge(1)), (2, charge(2))]);
}

#[test]
fn what_waits_keeps_since_when_and_bytes_of_the_wire_keep_their_numbers() {
    let disk = Disk::with(b"", 1);
    let (mut evidence, _) = on(&disk);
    disk.set_mood(Mood::Full);
    let (since, _) = evidence.append(STATION, None, &charge(1));
    let bytes = Body::Received(Packet::stream(vec![0x8e, 0, 3]));
    let at = STATION + Duration::from_secs(5);
    evidence.append_wire(Passed::alone(at, bytes.clone()));
    let (at, record) = evidence.append(STATION, Some(since), &charge(2));
    assert_eq!((at, record), (since + Duration::from_secs(5), 3), "times never fall");

    disk.set_mood(Mood::Sound);
    assert_eq!((synced(&mut evidence), evidence.trouble()), (Synced::AsBefore, None));
    let (_, read) = faults::open(&disk).unwrap();
    let records = read.entries.into_iter().map(|entry| match entry {
        PastEntry::Record { number, record } => (number, record.since, record.body),
        other => panic!("{other:?}"),
    });
    let expected = [
        (1, None, Body::Observed(charge(1))),
        (2, None, bytes),
        (3, Some(since), Body::Observed(charge(2))),
    ];
    assert_eq!(records.collect::<Vec<_>>(), expected);
}

#[test]
fn nothing_is_added_to_a_journal_that_is_over() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    evidence.append(STATION, None, &charge(1));
    drop(evidence);
    let over = state.path().join("dgt_12345.0.journal");
    std::fs::rename(state.path().join("dgt_12345.journal"), &over).unwrap();
    let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    let (evidence, past) = Evidence::open(&over, &board, &STATION, None).unwrap();
    assert_eq!((past.observed.len(), evidence.records()), (1, 1));
}

fn carried() -> Carried {
    Carried { observations: vec![charge(9)], games: 0, open: None, known: Vec::new() }
}

fn station_in(state: &Path) -> StationJournal {
    StationJournal::open(&state.join("station.journal"), &STATION).unwrap().0
}

#[test]
fn a_journal_is_archived_with_what_was_appended_while_a_sync_was_on_its_way() {
    let state = tempfile::tempdir().unwrap();
    let (station, archive) = (station_in(state.path()), state.path().join("archive"));
    let (mut evidence, _) = open(state.path(), STATION);
    evidence.append(STATION, None, &charge(1));
    let syncing = evidence.begin_sync().unwrap();
    evidence.append(STATION, None, &charge(2));
    let disk = std::thread::spawn(|| syncing.run());
    let observed =
        evidence.succeed((STATION, Timestamp::now()), carried(), &archive, &station).unwrap();
    disk.join().unwrap();
    let Some([said]) = observed.as_deref() else { panic!("{observed:?}") };
    assert_eq!((said.number, &said.observation), (3, &charge(9)));
    assert_eq!((evidence.end_sync(), evidence.is_dirty()), (Synced::AsBefore, false));
    assert_eq!(evidence.append(STATION, None, &charge(10)).1, 4);
    let over = archive.join("dgt_12345.0.journal");
    let over = crate::journal::look(&std::fs::read(&over).unwrap(), &over).unwrap();
    assert_eq!(over.entries.len(), 2);
}

#[test]
fn a_journal_that_does_not_take_everything_is_not_archived() {
    let (state, disk) = (tempfile::tempdir().unwrap(), Disk::with(b"", 1));
    let (station, archive) = (station_in(state.path()), state.path().join("archive"));
    let (mut evidence, _) = on(&disk);
    evidence.append(STATION, None, &charge(1));
    disk.set_mood(Mood::Lossy);
    let observed =
        evidence.succeed((STATION, Timestamp::now()), carried(), &archive, &station).unwrap();
    assert_eq!(observed, None, "a sync has failed");
    disk.set_mood(Mood::Full);
    evidence.append(STATION, None, &charge(2));
    let observed =
        evidence.succeed((STATION, Timestamp::now()), carried(), &archive, &station).unwrap();
    assert_eq!((observed, evidence.records()), (None, 2));
    assert!(evidence.is_dirty() && !archive.exists());
}
