//! Results that people decided, on their way to the public: entered from the scoresheets, or settled where two differ.
//!
//! A board's own result is released with what else is told of its game. One that people decided counts for more, belongs
//! to a table whether anything was played there or not, and waits as the section's delay says from the moment on in which
//! it was decided, but always for the moves before it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use touchmove_drivers::Instant;

use super::delay::PublicOutput;
use crate::pairing::{BoardNumber, Outcome, Round};
use crate::tournament::rounds::TableOf;

/// For how long a decided result is held back at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// There is nothing that it could be told of: the round is not public there.
    Absent,
    /// Until something else has changed: moves of the game wait.
    Back,
    /// For so long after it was decided.
    For(Duration),
}

/// A result that an output is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedResult {
    /// Of which table.
    pub at: TableOf,
    /// For which output.
    pub output: PublicOutput,
    /// Which; `None` where the board's own counts again.
    pub outcome: Option<Outcome>,
    /// Whether the station's journal has it already.
    pub is_logged: bool,
}

/// A line of the station's journal: a decided result became public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedLine {
    /// The result as pairing files write it; `*` where the board's own counts again.
    decided: String,
    /// The output, by name.
    output: String,
    round: u16,
    table: u16,
    /// When, by the wall clock (RFC 3339).
    at: String,
}

/// The decided results of the loaded rounds.
#[derive(Debug, Default)]
pub struct DecidedResults {
    ways: BTreeMap<(TableOf, PublicOutput), Way>,
    /// Those of the ways on which something is to be told: the others cost nothing, however many tables there are.
    waiting: BTreeSet<(TableOf, PublicOutput)>,
}

/// The way of a table's result to one output.
#[derive(Debug, Default)]
struct Way {
    outcome: Option<Outcome>,
    since: Instant,
    /// What was made public last, before this start too.
    public: Option<Outcome>,
    /// What the output was told since the daemon started.
    told: Option<Outcome>,
}

impl DecidedLine {
    /// What the log keeps of a result that was released at this moment, as text.
    pub fn of(result: &DecidedResult, at: &str) -> Self {
        Self {
            decided: result.outcome.map_or("*", Outcome::word).to_owned(),
            output: result.output.word().to_owned(),
            round: result.at.round.get(),
            table: result.at.table.get(),
            at: at.to_owned(),
        }
    }

    /// Whether it is of this round.
    pub const fn is_of(&self, round: Round) -> bool {
        self.round == round.get()
    }

    /// What it says; `None` where another version wrote of something else.
    fn read(&self) -> Option<(TableOf, PublicOutput, Option<Outcome>)> {
        let (round, table) = (Round::new(self.round)?, BoardNumber::new(self.table)?);
        let outcome = Outcome::read(&self.decided).ok()?;
        Some((TableOf { round, table }, PublicOutput::named(&self.output)?, outcome))
    }
}

impl DecidedResults {
    /// What the station's journal says was public before.
    pub fn recall(lines: &[DecidedLine]) -> Self {
        let mut results = Self::default();
        for (at, output, public) in lines.iter().filter_map(DecidedLine::read) {
            results.ways.entry((at, output)).or_default().public = public;
        }
        results
    }

    /// This is what people have decided about a table now; `None` where the board's own result counts.
    pub fn decide(&mut self, at: TableOf, outcome: Option<Outcome>, now: Instant) {
        for place in PublicOutput::ALL.map(|output| (at, output)) {
            if outcome.is_none() && !self.ways.contains_key(&place) {
                continue;
            }
            let way = self.ways.entry(place).or_default();
            if way.outcome != outcome {
                (way.outcome, way.since) = (outcome, now);
                if way.told == outcome {
                    self.waiting.remove(&place);
                } else {
                    self.waiting.insert(place);
                }
            }
        }
    }

    /// A round is there no longer: what was decided in it is nothing to the next one of its number.
    pub fn forget(&mut self, round: Round) {
        self.ways.retain(|(at, _), _| at.round != round);
        self.waiting.retain(|(at, _)| at.round != round);
    }

    /// What is due. `hold` knows how long results are held back at a table.
    pub fn take_due(
        &mut self,
        now: Instant,
        hold: impl Fn(TableOf, PublicOutput) -> Hold,
    ) -> Vec<DecidedResult> {
        let mut due = Vec::new();
        let Self { ways, waiting } = self;
        waiting.retain(|&(at, output)| {
            let Some(way) = ways.get_mut(&(at, output)) else { return false };
            if way.due(hold(at, output)).is_none_or(|due| due > now) {
                return true;
            }
            let (outcome, is_logged) = (way.outcome, way.outcome == way.public);
            (way.told, way.public) = (outcome, outcome);
            due.push(DecidedResult { at, output, outcome, is_logged });
            false
        });
        due
    }

    /// When something is due next, if nothing else changes until then.
    pub fn deadline(&self, hold: impl Fn(TableOf, PublicOutput) -> Hold) -> Option<Instant> {
        let due =
            |place: &(TableOf, PublicOutput)| self.ways.get(place)?.due(hold(place.0, place.1));
        self.waiting.iter().filter_map(due).min()
    }
}

impl Way {
    /// When what waits on it is to be told; `None` while it is held back.
    fn due(&self, hold: Hold) -> Option<Instant> {
        match hold {
            Hold::Absent => None,
            // It was public before: an output that has just begun is to have it before the moves.
            _ if self.outcome == self.public => Some(Instant::ZERO),
            Hold::Back => None,
            Hold::For(time) => Some(self.since + time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::ResultValue;

    const DRAW: Option<Outcome> = Some(Outcome::Played(ResultValue::Draw));

    fn at() -> TableOf {
        TableOf { round: Round::new(3).unwrap(), table: BoardNumber::new(1).unwrap() }
    }

    fn secs(secs: u64) -> Instant {
        Instant::ZERO + Duration::from_secs(secs)
    }

    /// Files are held back for a minute, the bus until something changes.
    fn hold(_: TableOf, output: PublicOutput) -> Hold {
        match output {
            PublicOutput::Files => Hold::For(Duration::from_secs(60)),
            PublicOutput::Bus => Hold::Absent,
        }
    }

    #[test]
    fn a_decided_result_waits_for_its_delay_and_for_what_holds_it_back() {
        let mut results = DecidedResults::default();
        results.decide(at(), DRAW, secs(100));
        assert_eq!(results.deadline(hold), Some(secs(160)));
        assert_eq!(results.take_due(secs(159), hold), []);
        let due = results.take_due(secs(160), hold);
        let told =
            |output, outcome, is_logged| DecidedResult { at: at(), output, outcome, is_logged };
        assert_eq!(due, [told(PublicOutput::Files, DRAW, false)]);
        assert_eq!((results.take_due(secs(999), hold).len(), results.deadline(hold)), (0, None));

        results.decide(at(), None, secs(1_000));
        let open = |_, _| Hold::For(Duration::ZERO);
        assert_eq!(results.take_due(secs(1_000), open), [told(PublicOutput::Files, None, false)]);
    }

    #[test]
    fn what_was_decided_in_a_round_that_was_taken_away_is_nothing_to_the_next_one() {
        let mut results = DecidedResults::default();
        results.decide(at(), DRAW, secs(100));
        assert_eq!(results.take_due(secs(160), hold).len(), 1);
        results.forget(at().round);
        results.decide(at(), None, secs(200));
        assert_eq!((results.deadline(hold), results.take_due(secs(999), hold)), (None, vec![]));
        results.decide(at(), DRAW, secs(1_000));
        assert_eq!(results.take_due(secs(1_059), hold), [], "it waits like any other");
        assert!(!results.take_due(secs(1_060), hold)[0].is_logged);
    }

    #[test]
    fn what_is_taken_back_before_it_was_told_is_not_told() {
        let mut results = DecidedResults::default();
        results.decide(at(), DRAW, secs(100));
        results.decide(at(), None, secs(110));
        assert_eq!((results.deadline(hold), results.take_due(secs(999), hold)), (None, vec![]));
    }

    #[test]
    fn what_was_public_before_a_restart_is_told_at_once_and_not_logged_again() {
        let mut results = DecidedResults::default();
        results.decide(at(), DRAW, secs(100));
        let due = results.take_due(secs(160), hold);
        let line =
            serde_json::to_string(&DecidedLine::of(&due[0], "2026-11-23T21:00:00Z")).unwrap();
        assert_eq!(
            line,
            r#"{"decided":"1/2-1/2","output":"files","round":3,"table":1,"at":"2026-11-23T21:00:00Z"}"#
        );
        let mut results = DecidedResults::recall(&[serde_json::from_str(&line).unwrap()]);
        assert_eq!(results.take_due(secs(1), hold), [], "nobody has decided it yet");
        results.decide(at(), DRAW, secs(2));
        let due = results.take_due(secs(2), hold);
        assert!(due[0].is_logged && due[0].outcome == DRAW, "{due:?}");
    }
}
