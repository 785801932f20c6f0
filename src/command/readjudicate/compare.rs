//! What was told of the games of a board, against what is concluded now.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::hindsight::Revision;
use touchmove_core::game::json::{self, LinePlace};
use touchmove_core::laws::json::Fields;
use touchmove_core::reconstruct::Effort;

use super::sheet::{Concluded, Matter, Sheet};
use crate::Failure;
use crate::past::{Later, Past, Replay};

/// A game of which something was told, or is concluded now.
#[derive(Clone, Debug)]
pub(super) struct Readjudicated {
    /// Its number on the board.
    pub(super) game: u64,
    /// Its number on the station, where it has one.
    pub(super) station: Option<u64>,
    /// How many conclusions were told of it.
    pub(super) told: usize,
    /// What would be concluded differently.
    pub(super) differs: Vec<Difference>,
    /// What hindsight changes in what is concluded now, where it was asked.
    pub(super) revisions: Option<Vec<Revision>>,
}

impl Readjudicated {
    /// Whether nothing is found that was not told.
    pub(super) fn is_same(&self) -> bool {
        self.differs.is_empty() && self.revisions.iter().all(Vec::is_empty)
    }
}

/// Something that would be concluded differently.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    /// What it is about.
    pub(super) matter: Matter,
    /// What was told of it, if anything.
    pub(super) told: Option<Concluded>,
    /// What is concluded of it now, if anything.
    pub(super) now: Option<Concluded>,
}

/// Conclusions of one game, by their sequence numbers.
type Lines = BTreeMap<u64, Fields>;

/// Plays the board's past again, and compares game by game.
///
/// # Errors
/// [`Failure`] where its headers describe no game.
pub(super) fn readjudicate(past: &Past) -> Result<Vec<Readjudicated>, Failure> {
    let (mut told, mut stations) = (BTreeMap::<u64, Lines>::new(), BTreeMap::new());
    for mut line in past.told().filter_map(|(_, line)| serde_json::from_str::<Fields>(line).ok()) {
        line.remove("passed_us"); // when it was told is no part of it
        let number = |key| line.get(key).and_then(Value::as_u64);
        let Some(game) = number("game") else { continue };
        let lines = told.entry(game).or_default();
        if let Some(station) = number("station") {
            stations.insert(game, station);
        }
        if let Some(first) = number("renewed") {
            // It was said then that this no longer holds.
            drop(lines.split_off(&first));
        } else if let Some(seq) = number("seq") {
            lines.insert(seq, line);
        }
    }
    let mut replay = Replay::new(past, past.latest(), Effort::Live)?;
    let mut now = BTreeMap::new();
    add(&mut now, &replay.told());
    let then = now.clone();
    // What time alone decides may have been told, or may be about to be.
    add(&mut now, &replay.wait_until(past.now));
    // One that has only got its number yet may have gone on into the next journal.
    told.retain(|_, lines| !lines.is_empty());
    let games: BTreeSet<u64> = told.keys().chain(now.keys()).copied().collect();
    let none = Lines::new();
    let compared = games.into_iter().map(|game| {
        let of = |all: &BTreeMap<u64, Lines>| all.get(&game).unwrap_or(&none).clone();
        let (told, then, now) = (of(&told), of(&then), of(&now));
        let station = stations.get(&game).copied();
        let differs = differences(&told, &then, &now);
        Readjudicated { game, station, told: told.len(), differs, revisions: None }
    });
    Ok(compared.collect())
}

/// Plays the board's past with hindsight, and adds to each game what that changes.
///
/// # Errors
/// [`Failure`] where its headers describe no game.
pub(super) fn look_back(past: &Past, games: &mut [Readjudicated]) -> Result<(), Failure> {
    let later = Later::of(past, past.now)?;
    for game in games {
        let is_of = |revision: &&Revision| u64::from(revision.game) == game.game;
        game.revisions = Some(later.revisions().iter().filter(is_of).cloned().collect());
    }
    Ok(())
}

fn add(games: &mut BTreeMap<u64, Lines>, told: &[Told]) {
    for told in told {
        let Some(seq) = told.seq else { continue };
        let line = json::line(told, LinePlace { seq, recording: 0 });
        if let Ok(line) = serde_json::from_str(&line) {
            games.entry(u64::from(told.game)).or_default().insert(seq, line);
        }
    }
}

/// What differs between what was told, and both what the last record left, and what time has decided since.
fn differences(told: &Lines, then: &Lines, now: &Lines) -> Vec<Difference> {
    if told.iter().all(|(seq, line)| now.get(seq) == Some(line)) {
        return Vec::new();
    }
    let [told, then, now] = [told, then, now].map(|lines| Sheet::of(lines.values()).matters());
    let matters: BTreeSet<&Matter> = told.keys().chain(now.keys()).collect();
    let differs = matters.into_iter().filter(|matter| {
        let was = told.get(matter);
        was != now.get(matter) && was != then.get(matter)
    });
    let difference = |matter: &Matter| Difference {
        matter: matter.clone(),
        told: told.get(matter).cloned(),
        now: now.get(matter).cloned(),
    };
    differs.map(difference).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that number themselves.
    fn lines(lines: &[&str]) -> Lines {
        let parse = |(seq, line): (u64, &&str)| (seq, serde_json::from_str(line).unwrap());
        (1..).zip(lines).map(parse).collect()
    }

    const E4: &str = r#"{"type":"move","id":1,"ply":1,"state":"made","uci":"e2e4","san":"e4"}"#;
    const D4: &str = r#"{"type":"move","id":1,"ply":1,"state":"made","uci":"d2d4","san":"d4"}"#;
    const PRESSED: &str = r#"{"type":"move","id":1,"ply":1,"state":"completed","clk_ms":9}"#;
    const SIN: &str = r#"{"type":"incident","id":1,"state":"raised","kind":"two-hands","article":"4.1","side":"white","ply":1}"#;
    const NO_SIN: &str = r#"{"type":"incident","id":1,"state":"withdrawn","ply":1}"#;
    const WON: &str = r#"{"type":"result","value":"1-0","reason":"flag","article":"6.9"}"#;
    const NOT_WON: &str = r#"{"type":"result","value":"*","reason":"withdrawn"}"#;

    fn matters(told: &[&str], then: &[&str], now: &[&str]) -> Vec<Matter> {
        let differs = differences(&lines(told), &lines(then), &lines(now));
        differs.into_iter().map(|difference| difference.matter).collect()
    }

    #[test]
    fn what_was_told_and_is_concluded_again_is_no_difference_however_much_follows() {
        assert_eq!(matters(&[E4], &[E4], &[E4, PRESSED, WON]), []);
        assert_eq!(matters(&[], &[], &[E4]), []);
    }

    #[test]
    fn another_move_another_result_and_another_incident_are_told_apart() {
        let incident = Matter::Incident(1, "two-hands".to_owned(), "white".to_owned(), 0);
        assert_eq!(matters(&[E4], &[D4], &[D4]), [Matter::Move(1)]);
        let both = [incident, Matter::Result];
        assert_eq!(matters(&[E4, SIN], &[E4], &[E4]), both[..1]);
        assert_eq!(matters(&[E4, WON], &[E4, SIN], &[E4, SIN]), both);
    }

    #[test]
    fn what_was_taken_back_counts_as_never_concluded() {
        assert_eq!(matters(&[E4, SIN, NO_SIN, WON, NOT_WON], &[E4], &[E4]), []);
    }

    #[test]
    fn what_time_alone_decides_differs_neither_when_it_was_told_nor_when_it_was_not_yet() {
        let odd = r#"{"type":"standing","differs":["e4"]}"#;
        assert_eq!(matters(&[odd, E4, PRESSED], &[E4], &[E4, PRESSED]), []);
        assert_eq!(matters(&[odd, E4], &[E4], &[E4, PRESSED]), []);
    }
}
