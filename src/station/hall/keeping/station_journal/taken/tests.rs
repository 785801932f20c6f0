use touchmove_core::names::GameId;

use super::*;

const NOW: Instant = Instant::from_micros(7);

fn board() -> BoardId {
    BoardId("dgt_1".into())
}

fn result(value: &str) -> Decision {
    let particulars = vec![("value".to_owned(), value.to_owned())];
    Decision { verb: "result".into(), by: "arbiter".into(), particulars }
}

fn open(folder: &std::path::Path) -> StationJournal {
    StationJournal::open(&folder.join("station.journal"), &NOW).unwrap().0
}

fn decide(station: &StationJournal, after: u64, value: &str) -> BoardDecision {
    station.decide_on_board(NOW, &board(), (after, NOW), result(value)).unwrap()
}

#[test]
fn what_was_decided_elsewhere_keeps_its_numbers_and_takes_the_place_of_what_was_decided_here() {
    let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (there, station) = (open(there.path()), open(here.path()));
    let decided = [decide(&there, 40, "1-0"), decide(&there, 50, "0-1")];
    let lines = there.decision_lines(&board());
    decide(&station, 7, "1/2-1/2");
    station.take_over(&board(), &lines).unwrap();
    assert_eq!(station.on_board(&board()), decided);
    drop(station);
    let station = open(here.path());
    assert_eq!(station.on_board(&board()), decided, "also after a start");
    assert_eq!(station.decision_lines(&board()), lines, "and it can be taken over again");
    let next = decide(&station, 60, "1-0");
    assert!(decided.iter().all(|one| one.number != next.number), "{next:?}");
}

#[test]
fn no_game_gets_a_number_again_and_no_seal_of_before_counts() {
    let folder = tempfile::tempdir().unwrap();
    let station = open(folder.path());
    let line = SealedLine {
        sealed: "dgt_1".into(),
        after: 0,
        records: 9,
        seal: "00".repeat(32),
        at: String::new(),
        games: vec![(1, 31)],
    };
    station.seal(line).unwrap();
    let seals = r#"{"seals":[{"board":"dgt_1","records":9,"seal":"00"},{"board":"dgt_2","records":3,"seal":"00"}],"at":""}"#;
    station.tell(seals.to_owned()).unwrap();
    station.take_over(&board(), &[]).unwrap();
    drop(station);
    let station = open(folder.path());
    assert_eq!(GameId(station.last_archived_game()), GameId(31));
    let sealed = station.last_seals();
    assert_eq!(sealed.keys().cloned().collect::<Vec<_>>(), [BoardId("dgt_2".into())]);
}

#[test]
fn what_is_no_decision_about_the_board_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let station = open(folder.path());
    let other = BoardId("dgt_2".into());
    let of_other = station.decide_on_board(NOW, &other, (1, NOW), result("1-0")).unwrap();
    let line = station.decision_lines(&other);
    station.take_over(&board(), &[line[0].clone(), "{}".into(), "nonsense".into()]).unwrap();
    assert!(station.on_board(&board()).is_empty());
    assert_eq!(station.on_board(&other), [of_other]);
}
