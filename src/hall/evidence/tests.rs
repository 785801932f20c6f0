//! A board's evidence over restarts, and while its journal takes nothing.

use std::time::Duration;

use touchmove_drivers::recording;

use super::*;
use crate::journal::faults::{self, Disk, Mood};

const STATION: Instant = Instant::from_millis(86_400_000);

fn open(state: &Path, station: Instant) -> (Evidence, Past) {
    let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
    Evidence::open(&state.join("dgt_12345.journal"), &board, station).unwrap()
}

#[test]
fn the_boards_time_goes_on_with_the_stations_and_never_back() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let (first, _) = evidence.append(STATION, &Observation::Battery(80));
    let later = STATION + Duration::from_secs(5);
    let (second, _) = evidence.append(later, &Observation::Battery(80));
    assert_eq!(second.since(first), Duration::from_secs(5));
    let (third, record) = evidence.append(STATION, &Observation::Battery(80));
    assert_eq!((third, record), (second, 3));
    assert_eq!(evidence.anchor().station_time(second), later);
}

#[test]
fn what_is_on_its_way_while_time_passes_is_not_appended_before() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let passed = evidence.pass(STATION + Duration::from_secs(5));
    let (appended, _) = evidence.append(STATION, &Observation::Battery(80));
    assert_eq!(appended, passed);
}

#[test]
fn after_a_reboot_the_boards_time_goes_on_from_where_it_was() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, _) = open(state.path(), STATION);
    let late = STATION + Duration::from_secs(3_600);
    let (last, _) = evidence.append(late, &Observation::Battery(80));
    drop(evidence);
    // the station has booted, and its wall clock says that no time has passed
    let (evidence, past) = open(state.path(), Instant::ZERO);
    assert_eq!(past.observed[0], (last, 1, Observation::Battery(80)));
    assert!(evidence.time(Instant::ZERO) >= last);
}

#[test]
fn from_the_end_of_a_journal_on_the_board_was_not_heard() {
    let state = tempfile::tempdir().unwrap();
    let (mut evidence, past) = open(state.path(), STATION);
    assert!(past.observed.is_empty());
    let (heard, _) = evidence.append(STATION, &Observation::Battery(80));
    let what = crate::game::conclusion::Conclusion::Standing { differs: Vec::new() };
    let at = heard + Duration::from_millis(700);
    evidence.append_told(&Told { game: 1, seq: Some(1), at, what });
    drop(evidence);

    // what time has concluded is not heard later than the link is lost, or it would not be concluded again
    let lost = Observation::Link(LinkState::Lost);
    let (evidence, past) = open(state.path(), STATION);
    let [_, (at_lost, 2, said), (_, 3, Observation::Wall(_))] = &past.observed[..] else {
        panic!("{:?}", past.observed)
    };
    assert!(*said == lost && *at_lost >= at, "{at_lost:?}");
    drop(evidence);

    // it is said once
    let (_, past) = open(state.path(), STATION);
    let said = past.observed.iter().filter(|(_, _, observation)| *observation == lost);
    assert_eq!((said.count(), past.observed.len()), (1, 4));
}

#[test]
fn in_a_gap_the_board_was_not_heard() {
    let at = Instant::from_millis(5);
    let before = (at, 3, Observation::Battery(80));
    let gap = |after, before| Gap { at: 0, bytes: 1, after, before };
    let lost = (at, 3, Observation::Link(LinkState::Lost));
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
    assert!(past.observed.iter().all(|(at, ..)| *at == latest));
    let (at, _) = evidence.append(STATION, &Observation::Battery(80));
    assert_eq!(at, latest, "it goes on from where it was");
    let later = STATION + Duration::from_secs(5);
    let (at, _) = evidence.append(later, &Observation::Battery(80));
    assert_eq!(at, latest + Duration::from_secs(5));
}

#[test]
fn what_was_told_before_a_restart_is_not_journaled_again() {
    let state = tempfile::tempdir().unwrap();
    let what = crate::game::conclusion::Conclusion::Standing { differs: Vec::new() };
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
    let opened = faults::open(disk).unwrap();
    let times = (Timestamp::now(), STATION);
    Evidence::of(opened, Path::new("test.journal"), &board, times).unwrap()
}

fn charge(percent: u8) -> Observation {
    Observation::Battery(percent)
}

/// What the journal on a disk holds of batteries.
fn charges(disk: &Disk) -> Vec<(u64, Observation)> {
    let (_, past) = on(disk);
    let observed = past.observed.into_iter().map(|(_, record, observation)| (record, observation));
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
    evidence.append(STATION, &charge(1));
    assert_eq!((synced(&mut evidence), evidence.trouble()), (Synced::AsBefore, None));

    disk.set_mood(Mood::Full);
    for percent in 2..=50 {
        let (_, record) = evidence.append(STATION, &charge(percent));
        assert_eq!(record, u64::from(percent), "it has the number that it will have");
        assert_eq!(synced(&mut evidence), Synced::AsBefore);
        assert!(evidence.is_dirty());
    }
    assert!(evidence.trouble().is_some_and(|why| why.contains("no space left")));
    assert_eq!(evidence.sync_within(), TRY_AGAIN);

    disk.set_mood(Mood::Sound);
    evidence.append(STATION, &charge(51));
    let kept = synced(&mut evidence);
    assert_eq!((kept, evidence.trouble()), (Synced::AsBefore, None), "nothing is missing");
    assert!(!evidence.is_dirty());
    disk.lose_power();
    let all: Vec<_> = (1..=51).map(|percent| (u64::from(percent), charge(percent))).collect();
    assert_eq!(charges(&disk), all);
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
        what: crate::game::conclusion::Conclusion::Standing { differs: Vec::new() },
    };
    (1..=40_000).for_each(|seq| evidence.append_told(&told(seq)));
    let (_, record) = evidence.append(STATION, &charge(1));
    assert_eq!(record, 0, "it has no number");
    disk.set_mood(Mood::Sound);
    assert_eq!(synced(&mut evidence), Synced::KeptAgain, "some is missing");
    let (_, record) = evidence.append(STATION, &charge(2));
    assert_eq!(record, 1);
    drop(evidence);
    assert_eq!(charges(&disk), [(1, charge(2))]);
    assert!(disk.bytes().len() > waiting::MOST_BYTES / 2);
}

#[test]
fn a_sync_that_fails_is_made_again_while_play_goes_on() {
    let disk = Disk::with(b"", 1);
    let (mut evidence, _) = on(&disk);
    evidence.append(STATION, &charge(1));
    let syncing = evidence.begin_sync().unwrap();
    evidence.append(STATION, &charge(2));
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
