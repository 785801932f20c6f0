use std::path::PathBuf;
use std::time::Duration;

use touchmove_core::pairing::{BoardNumber, Round};
use touchmove_drivers::Instant;

use crate::relay::PgnPath;
use crate::relay::report::{FolderReport, Put, TextReport};

fn folder() -> FolderReport {
    FolderReport::new(PathBuf::from("/srv/broadcast"))
}

fn game(table: u16) -> PgnPath {
    PgnPath::Game(Round::FIRST, BoardNumber::new(table).unwrap())
}

fn of(report: &FolderReport, path: PgnPath) -> TextReport {
    report.texts().find(|(there, _)| *there == path).unwrap().1.clone()
}

const fn at(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

#[test]
fn a_text_is_as_late_as_the_oldest_release_that_is_new_in_it() {
    let mut report = folder();
    report.release(game(7), at(1_000));
    report.refuse(game(7), "full".to_owned(), at(1_002));
    report.settle(game(7));
    report.release(game(7), at(5_000));
    report.put(game(7), at(5_003));
    let put = Put { at: at(5_003), late: Duration::from_millis(4_003) };
    assert_eq!((of(&report, game(7)).last, report.summary().last), (Some(put), Some(put)));

    report.release(game(7), at(6_000));
    report.put(game(7), at(6_001));
    assert_eq!(of(&report, game(7)).last.unwrap().late, Duration::from_millis(1));
    assert_eq!(of(&report, game(7)).times, 2);
}

#[test]
fn what_stands_there_already_makes_nothing_late() {
    let mut report = folder();
    report.release(game(7), at(1_000));
    report.settle(game(7));
    assert_eq!((of(&report, game(7)).last, report.summary().games), (None, 1));
    report.release(game(7), at(9_000));
    report.put(game(7), at(9_002));
    assert_eq!(of(&report, game(7)).last.unwrap().late, Duration::from_millis(2));
}

#[test]
fn what_is_refused_is_said_since_the_first_time_until_it_works() {
    let mut report = folder();
    for (table, refused_at) in [(7, 1_000), (8, 2_000), (7, 3_000)] {
        report.refuse(game(table), format!("refused at {refused_at}"), at(refused_at));
    }
    report.put(game(9), at(3_001));
    let summary = report.summary();
    let trouble = summary.trouble.unwrap();
    assert_eq!((trouble.why.as_str(), trouble.since), ("refused at 3000", at(1_000)));
    assert_eq!((summary.games, summary.behind), (3, 2));

    report.put(game(7), at(4_000));
    assert_eq!(report.summary().trouble.unwrap().since, at(2_000));
    report.put(game(8), at(4_000));
    assert_eq!((report.summary().trouble, report.summary().behind), (None, 0));
}

#[test]
fn the_text_of_all_games_is_no_game_but_its_trouble_counts() {
    let mut report = folder();
    report.put(game(1), at(1));
    report.refuse(PgnPath::Games(Round::FIRST), "in the way".to_owned(), at(2));
    let summary = report.summary();
    assert_eq!((summary.games, summary.behind), (1, 0));
    assert_eq!(summary.trouble.unwrap().why, "in the way");
}
