//! The obligations that the conformance cases expect, where only hands at the board speak.

mod hands;

use std::collections::BTreeSet;

use hands::{Case, Spoken};
use serde_json::Value;
use touchmove_core::laws::rulebook::Edition;

const CASES: &str = include_str!("../../laws/cases.jsonl");

/// What a case expects and did not get: `(id, edition, what)`.
type Missed = Vec<(String, &'static str, String)>;

#[test]
fn obligations_of_the_cases_follow_in_order() {
    let mut read = BTreeSet::new();
    let mut missed = Missed::new();
    for (case, edition) in runs() {
        let Some(spoken) = Case::of(&case).and_then(|read| read.play(edition)) else { continue };
        let expected: Vec<_> = of_kind(&case, "expect", "obligation").collect();
        let mut told = spoken.obligations.iter();
        for pattern in &expected {
            if !told.any(|told| matches(pattern, told)) {
                missed.push((id(&case), edition.name(), format!("{pattern}")));
            }
        }
        let forbidden: Vec<_> = of_kind(&case, "forbid", "obligation").collect();
        let is_forbidden = |told: &&Value| forbidden.iter().any(|pattern| matches(pattern, told));
        missed.extend(
            (spoken.obligations.iter().find(is_forbidden))
                .map(|told| (id(&case), edition.name(), format!("forbidden: {told}"))),
        );
        read.extend((!expected.is_empty()).then(|| id(&case)));
    }
    assert!(missed.is_empty(), "{missed:#?}");
    let left: Vec<_> = runs()
        .filter(|(case, _)| of_kind(case, "expect", "obligation").next().is_some())
        .map(|(case, _)| id(&case))
        .filter(|id| !read.contains(id))
        .collect();
    // a claim binds to the move that was announced with it (9.5.3)
    assert_eq!(left.into_iter().collect::<BTreeSet<_>>(), BTreeSet::from(["DR-003".to_owned()]));
}

#[test]
fn moves_made_are_outside_the_obligation_where_the_cases_say_so() {
    let mut missed = Missed::new();
    let mut violations = 0;
    for (case, edition) in runs() {
        let Some(Spoken { made: Some(made), .. }) =
            Case::of(&case).and_then(|read| read.play(edition))
        else {
            continue;
        };
        let is_violation = |pattern: &Value| pattern["kind"] == "touch-move-violation";
        let expected = of_kind(&case, "expect", "alert").any(|pattern| is_violation(&pattern));
        violations += usize::from(expected);
        if made.is_violation != expected {
            missed.push((id(&case), edition.name(), made.uci));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(violations > 0);
}

#[test]
fn last_obligation_names_the_article_of_its_case() {
    let mut missed = Missed::new();
    let mut compared = 0;
    for (case, edition) in runs().filter(|(case, _)| is_of_touches_alone(case)) {
        let Some(spoken) = Case::of(&case).and_then(|read| read.play(edition)) else { continue };
        let Some(last) = spoken.obligations.last().filter(|_| spoken.made.is_none()) else {
            continue;
        };
        let mut articles = case["articles"].as_array().unwrap().iter().filter_map(Value::as_str);
        let article = last["article"].as_str();
        compared += 1;
        if !articles.any(|named| named.split(['+', ' ']).next() == article) {
            missed.push((id(&case), edition.name(), format!("{last}")));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(compared > 100, "{compared}");
}

/// Worked scenarios in which no ruling takes a touch away.
fn is_of_touches_alone(case: &Value) -> bool {
    let is_ruling = |event: &Value| event["cmd"] == "adjust" || event["cmd"] == "accidental";
    let is_worked = ["TM-", "X2-"].iter().any(|kind| id(case).starts_with(kind));
    is_worked && !case["events"].as_array().unwrap().iter().any(is_ruling)
}

/// Every case with each of its editions.
fn runs() -> impl Iterator<Item = (Value, Edition)> {
    CASES.lines().flat_map(|line| {
        let case: Value = serde_json::from_str(line).unwrap();
        let names = case["editions"].as_array().unwrap().clone();
        names
            .into_iter()
            .map(move |name| (case.clone(), Edition::by_name(name.as_str().unwrap()).unwrap()))
    })
}

fn id(case: &Value) -> String {
    case["id"].as_str().unwrap().to_owned()
}

fn of_kind<'a>(case: &'a Value, list: &str, kind: &'a str) -> impl Iterator<Item = Value> + 'a {
    case[list].as_array().unwrap().iter().filter(move |pattern| pattern["out"] == kind).cloned()
}

/// Every key of the pattern has the same value in what was told.
fn matches(pattern: &Value, told: &Value) -> bool {
    pattern.as_object().unwrap().iter().all(|(key, value)| told.get(key) == Some(value))
}
