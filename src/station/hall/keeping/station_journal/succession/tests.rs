use std::fs;
use std::path::PathBuf;

use touchmove_core::names::BoardId;
use touchmove_core::pairing::{self, BoardNumber, Round};
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::wish::Others;
use touchmove_core::tournament::rounds::{RoundView, Stage};

use super::*;
use crate::hall::desk::station::Station;
use crate::hall::keeping::decisions::BoardDecision;
use crate::hall::keeping::sealed::SealedLine;
use crate::hall::keeping::station_journal::unfold;
use crate::journal::{Look, look};

/// Longer is every journal here.
const ANY: u64 = 1_000;

const NEVER: u64 = u64::MAX;

/// So much is released of a game.
const RELEASES: u64 = 60;

const NOW: Instant = Instant::from_micros(7);

/// What is known of a folder of evidence.
#[derive(Debug, PartialEq)]
struct Known {
    rounds: Vec<RoundView>,
    on_board: Vec<BoardDecision>,
    shelf: String,
    last_game: GameId,
    last_public: Option<u64>,
    /// What was released of the games of the rounds.
    released: Vec<LogLine>,
}

/// What is known after a start where a journal may have so many bytes.
fn started(state: &Path, most: u64) -> Known {
    let (mut station, _) = Station::open(state, most, &NOW).unwrap();
    let mut released = station.take_log();
    let last_public = released.iter().filter_map(LogLine::public).max();
    released.retain(|log| station.rounds().has(log.game()));
    Known {
        rounds: station.rounds().views().collect(),
        on_board: station.journal().on_board(&board()),
        shelf: format!("{:?}", station.journal().shelf()),
        last_game: station.last_game(),
        last_public,
        released,
    }
}

fn board() -> BoardId {
    BoardId("dgt_1".into())
}

/// A folder of evidence of three days, for each of which round 3 was loaded anew.
fn three_days() -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join(archive::LIVE)).unwrap();
    fs::create_dir(state.path().join(archive::FOLDER)).unwrap();
    (0..3).for_each(|day| play(state.path(), day));
    state
}

/// A day is played: a round of two tables, of which the board of one is archived; something is decided there.
fn play(state: &Path, day: u64) {
    let (mut station, _) = Station::open(state, NEVER, &NOW).unwrap();
    let list = pairing::read(b"round,board,white,black\n3,1,Anna,Ben\n3,2,Cleo,Dan\n", None);
    let (round, tables) =
        (Round::new(3).unwrap(), [1, 2].map(|table| BoardNumber::new(table).unwrap()));
    if station.rounds().stage(round).is_some() {
        station.decide(NOW, "ann", vec![RoundDecision::Remove { round }]).unwrap();
    }
    station.decide(NOW, "ann", RoundDecision::load(list.unwrap(), Others::Kept)).unwrap();
    let games = [GameId(2 * day + 1), GameId(2 * day + 2)];
    let begin = RoundDecision::Begin { round, after: GameId(2 * day), date: None };
    station.decide(NOW, "ann", vec![begin]).unwrap();
    station.begun(round, &[(tables[0], games[0]), (tables[1], games[1])]).unwrap();
    let journal = station.journal();
    let Ok(Observation::Decision(draw)) = "decision by=ann result value=draw".parse() else {
        panic!("a decision is an observation")
    };
    journal.decide_on_board(NOW, &board(), (day * 10 + 5, NOW), draw).unwrap();
    let releases = (1..=RELEASES).map(|seq| format!(
        r#"{{"output":"bus","game":{game},"public":{game},"at":"2026-11-23T01:00:00Z","released":[{{"item":{seq},"seq":{seq},"what":"move {seq} e2e4"}}]}}"#,
        game = games[0].0,
    ));
    journal.log(releases).unwrap();
    let after = day * 10;
    let sealed = SealedLine {
        sealed: board().to_string(),
        after,
        records: after + 10,
        seal: "00".repeat(16),
        at: "2026-11-23T01:00:00Z".to_owned(),
        games: vec![(1, games[0].0)],
    };
    journal.seal(sealed).unwrap();
    let end = RoundDecision::Turn { round, stage: Stage::Ended };
    station.decide(NOW, "ann", vec![end]).unwrap();
    let archived = format!("{}/dgt_1.{after}.journal", archive::FOLDER);
    fs::write(state.join(archived), "over").unwrap();
}

/// The station's archived journals, in their order.
fn archived(state: &Path) -> Vec<PathBuf> {
    let all = archive::archived(&state.join(archive::FOLDER)).unwrap();
    all.into_iter().filter(archive::Archived::is_of_station).map(|one| one.path).collect()
}

fn looked(path: &Path) -> Look {
    look(&archive::read(path).unwrap(), path).unwrap()
}

#[test]
fn over_two_successions_nothing_decided_is_forgotten_and_no_number_is_given_twice() {
    let state = three_days();
    let (state, live) = (state.path(), archive::station(state.path()));
    let mut numbers: Vec<u64> = Vec::new();
    for (days, day) in [(1, 3), (2, 5)] {
        let (before, length) = (started(state, NEVER), fs::metadata(&live).unwrap().len());
        assert_eq!(started(state, ANY), before, "as it succeeds");
        assert_eq!(started(state, NEVER), before, "as it is read back");
        assert_eq!(archived(state).len(), days);
        assert!(fs::metadata(&live).unwrap().len() <= length / 2 + 500);
        let over = looked(archived(state).last().unwrap());
        let continues = looked(&live).headers.continues.unwrap();
        assert_eq!(continues.seal, over.seal.to_string());
        assert_eq!(u64::from(continues.games), 2 * day);
        play(state, day);
        play(state, day + 1);
        let after = started(state, NEVER);
        assert_eq!(after.last_game, GameId(2 * day + 4));
        assert_eq!(&after.on_board[..before.on_board.len()], before.on_board);
        assert_eq!(after.released.len() as u64, RELEASES, "of the round that is loaded now");
    }
    for path in archived(state).into_iter().chain([live.clone()]) {
        let own = looked(&path).entries.into_iter().filter_map(|entry| match entry {
            PastEntry::Record { number, .. } => Some(number),
            PastEntry::Told(_) | PastEntry::Gap(_) => None,
        });
        numbers.extend(own);
    }
    assert!(numbers.is_sorted_by(|one, next| one + 1 == *next), "{numbers:?}");
    let decisions = |entries: Vec<PastEntry>| -> Vec<u64> {
        let number = |entry| match entry {
            PastEntry::Record { number, record } if !record.to_string().contains(" wall ") => {
                Some(number)
            }
            _ => None,
        };
        entries.into_iter().filter_map(number).collect()
    };
    let all = decisions(unfold(looked(&live).entries));
    assert_eq!(all.len(), numbers.len() - 2, "all but the two times at which a journal began");
    assert!(all.is_sorted_by(|one, next| one < next));
}

#[test]
fn what_is_compressed_later_is_not_needed_for_a_start() {
    let state = three_days();
    let before = started(state.path(), ANY);
    for one in archive::archived(&state.path().join(archive::FOLDER)).unwrap() {
        archive::compress(&one).unwrap();
    }
    assert_eq!(started(state.path(), NEVER), before);
    fs::remove_file(&archived(state.path())[0]).unwrap();
    assert_eq!(started(state.path(), NEVER), before);
}

/// What a loss of power may leave of bytes that were not synced: a part, or zeros in the place of a part.
fn torn(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let lengths = (0..bytes.len()).step_by(97).chain([bytes.len()]);
    lengths.flat_map(|length| {
        let part = bytes[..length].to_vec();
        let mut zeros = part.clone();
        zeros.resize(bytes.len(), 0);
        [part, zeros]
    })
}

#[test]
fn wherever_the_daemon_or_the_power_ends_a_start_knows_everything() {
    let state = three_days();
    let live = archive::station(state.path());
    let old = fs::read(&live).unwrap();
    let before = started(state.path(), NEVER);
    started(state.path(), ANY);
    let new = fs::read(&live).unwrap();
    let place = archived(state.path()).remove(0);
    let next = live.with_extension("journal.next");
    // The old one is live: the next one was being written, or had not taken its place.
    let was_live = |has_name: bool, left: &[u8]| {
        fs::remove_file(&live).unwrap();
        let _ = fs::remove_file(&place);
        fs::write(&live, &old).unwrap();
        if has_name {
            fs::hard_link(&live, &place).unwrap();
        }
        fs::write(&next, left).unwrap();
    };
    let goes_on = |what: &str| {
        assert_eq!(started(state.path(), NEVER), before, "{what}");
        assert!(!next.exists(), "{what}");
        assert_eq!(started(state.path(), ANY), before, "{what}");
        assert_eq!(started(state.path(), NEVER), before, "{what}");
        assert_eq!(archived(state.path()), std::slice::from_ref(&place), "{what}");
        assert_eq!(fs::read(&place).unwrap(), old, "{what}");
        let continues = looked(&live).headers.continues.unwrap();
        assert_eq!(continues.seal, looked(&place).seal.to_string(), "{what}");
    };
    let mut states = 0;
    for has_name in [false, true] {
        for left in torn(&new) {
            was_live(has_name, &left);
            goes_on(&format!("{} bytes, the second name {has_name}", left.len()));
            states += 1;
        }
    }
    // At the next start it can be done at once, too.
    was_live(true, &new);
    assert_eq!(started(state.path(), ANY), before);
    goes_on("at once");
    // It has taken its place.
    fs::write(&live, &new).unwrap();
    goes_on("the next one is live");
    assert!(states > 100, "{states}");
}

#[test]
fn a_journal_that_cannot_be_archived_goes_on_and_leaves_nothing_beside_it() {
    let state = three_days();
    let (live, folder) = (archive::station(state.path()), state.path().join(archive::FOLDER));
    let before = started(state.path(), NEVER);
    // a file of another journal is there
    fs::write(folder.join("station.0.journal"), "another").unwrap();
    let bytes = fs::read(&live).unwrap();
    assert_eq!(started(state.path(), ANY), before);
    assert_eq!(fs::read(&live).unwrap(), bytes);
    assert!(!live.with_extension("journal.next").exists());
    assert_eq!(fs::read(folder.join("station.0.journal")).unwrap(), b"another");
    // nothing can be written there
    fs::remove_file(folder.join("station.0.journal")).unwrap();
    fs::create_dir(live.with_extension("journal.next")).unwrap();
    assert_eq!(started(state.path(), ANY), before);
    assert_eq!(fs::read(&live).unwrap(), bytes);
    assert_eq!(archived(state.path()).len(), 0);
    play_on(state.path());
}

/// Something more can be decided.
fn play_on(state: &Path) {
    let (station, _) = Station::open(state, NEVER, &NOW).unwrap();
    let Ok(Observation::Decision(decision)) = "decision by=ann turn side=white".parse() else {
        panic!("a decision is an observation")
    };
    station.journal().decide_on_board(NOW, &board(), (99, NOW), decision).unwrap();
    drop(station);
    assert_eq!(started(state, NEVER).on_board.last().unwrap().after, 99);
}

#[test]
fn what_is_short_or_needed_or_damaged_stays_where_it_is() {
    let state = three_days();
    let live = archive::station(state.path());
    let length = fs::metadata(&live).unwrap().len();
    started(state.path(), length);
    assert_eq!(archived(state.path()).len(), 0, "it is no longer than that");
    let mut bytes = fs::read(&live).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&live, &bytes).unwrap();
    started(state.path(), ANY);
    assert_eq!(archived(state.path()).len(), 0, "what is damaged is told at every start");
    bytes[middle] ^= 1;
    fs::write(&live, &bytes).unwrap();
    started(state.path(), ANY);
    assert_eq!(archived(state.path()).len(), 1);
    started(state.path(), ANY);
    assert_eq!(archived(state.path()).len(), 1, "what is left is needed");
}

#[test]
fn a_game_whose_journal_is_not_over_after_all_keeps_what_was_released_of_it() {
    let state = three_days();
    let folder = state.path().join(archive::FOLDER);
    (3..5).for_each(|day| play(state.path(), day));
    // it was sealed when the daemon ended, and lives
    let first = folder.join("dgt_1.0.journal");
    fs::rename(&first, archive::live(state.path(), "dgt_1")).unwrap();
    started(state.path(), ANY);
    let (mut station, _) = Station::open(state.path(), NEVER, &NOW).unwrap();
    let games: HashSet<u64> = station.take_log().iter().map(|log| log.game().0).collect();
    assert_eq!(games, HashSet::from([1, 9]));
}
