//! The cases of the specification.

use super::*;

/// The cases, as the specification has them.
const CASES: &str = include_str!("../../../tests/laws/cases.jsonl");

/// Cases of our own, written from the specification without looking at the code.
const MORE: &str = include_str!("../../../tests/laws/more_cases.jsonl");

fn failing(cases: &str, editions: &[Edition]) -> Vec<String> {
    let cases = cases.lines().map(|line| Case::read(line).unwrap());
    let outcomes = cases
        .flat_map(|case| case.run().into_iter().map(move |outcome| (case.id.clone(), outcome)));
    let wanted = outcomes.filter(|(_, outcome)| editions.contains(&outcome.edition));
    let failed = wanted.filter(|(_, outcome)| outcome.failure.is_some());
    failed.map(|(id, outcome)| format!("{id} {}", outcome.edition.name())).collect()
}

#[test]
fn every_case_passes_under_each_edition() {
    assert_eq!(failing(CASES, &Edition::ALL), [""; 0]);
}

#[test]
fn every_case_of_our_own_passes() {
    assert_eq!(failing(MORE, &Edition::ALL), [""; 0]);
}

#[test]
fn a_case_that_expects_something_else_fails() {
    let line = CASES.lines().find(|line| line.contains("\"IL-002\"")).unwrap();
    let other = line.replace("120000", "120001");
    assert!(Case::read(&other).unwrap().run().iter().all(|outcome| outcome.failure.is_some()));
    assert!(Case::read(line).unwrap().run().iter().all(|outcome| outcome.failure.is_none()));
}

#[test]
fn a_king_that_is_taken_is_an_illegal_move() {
    let line = r#"{"id": "X", "title": "", "editions": ["fide-2023"], "articles": ["1.4.1"], "class": "D",
        "setup": {"fen": "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "illegal_position": true},
        "events": [{"ev": "lift", "sq": "e2"}, {"ev": "lift", "sq": "e8"},
            {"ev": "place", "sq": "e8", "piece": "R"}, {"ev": "press", "side": "white"}],
        "expect": [{"out": "alert", "kind": "illegal-move-completed"}, {"out": "restore"}],
        "forbid": [], "final": {}, "notes": ""}"#;
    let outcomes = Case::read(line).unwrap().run();
    assert!(outcomes.iter().all(|outcome| outcome.failure.is_none()), "{outcomes:?}");
}

#[test]
fn a_game_may_have_had_as_many_moves_as_a_fen_can_count() {
    let line = r#"{"id": "X", "title": "", "editions": ["fide-2023"], "articles": [], "class": "I",
        "setup": {"fen": "4k3/8/8/8/8/8/4R3/4K3 w - - 0 4294967295", "moves": ["e2e3", "e8d8", "e3e4", "d8c8"]},
        "events": [{"ev": "cmd", "cmd": "offer_draw", "side": "white"},
            {"ev": "cmd", "cmd": "accept_draw", "side": "black"}],
        "expect": [{"out": "result", "reason": "agreement"}], "forbid": [], "final": {}, "notes": ""}"#;
    let outcomes = Case::read(line).unwrap().run();
    assert!(outcomes.iter().all(|outcome| outcome.failure.is_none()), "{outcomes:?}");
}

#[test]
fn what_is_no_case_is_refused() {
    assert!(matches!(Case::read("{}"), Err(UnreadableCase::Schema(_))));
    let unknown = r#"{"id": "X", "editions": ["fide-2099"], "events": [], "expect": []}"#;
    assert!(Case::read(unknown).unwrap_err().to_string().contains("fide-2099"));
    assert!(matches!(Case::read(&" ".repeat(2 << 20)), Err(UnreadableCase::TooLong)));
}
