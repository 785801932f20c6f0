//! The games of one kind, added up.

use std::ops::AddAssign;
use std::time::Duration;

use touchmove_core::game::conclusion::MoveTold;

use super::certainty::CertaintyBands;
use super::compare::{Comparison, TruthLine};
use super::play::PlayedRecording;
use super::sins::Verdicts;
use super::spread::Spread;

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitCount {
    /// How many.
    pub of: u64,
    /// Of how many.
    pub all: u64,
}

impl HitCount {
    /// In percent; `None` where there are none at all.
    pub fn percent(self) -> Option<f64> {
        (self.all > 0).then(|| 100.0 * self.of as f64 / self.all as f64)
    }
}

impl AddAssign for HitCount {
    fn add_assign(&mut self, more: Self) {
        self.of += more.of;
        self.all += more.all;
    }
}

/// The games of one kind, added up.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games whose final line is the truth, with its result, of all.
    pub games: HitCount,
    /// Of the games that are not right, those whose final line fits the readings no worse than the
    /// truth.
    pub undecided: u64,
    /// Moves of the truth that the final lines have, of all.
    pub moves: HitCount,
    /// Moves of the final lines that are not in the truth.
    pub extra: u64,
    /// Those of them told as doubtful.
    pub extra_doubtful: u64,
    /// The moves of the final lines, by how sure they were told.
    pub certainty: CertaintyBands,
    /// Moves told, and how many of them were taken back aloud.
    pub superseded: HitCount,
    /// Illegal moves that stand: found, of all.
    pub illegal: HitCount,
    /// Legal moves told to be illegal, and illegal ones that nobody made.
    pub illegal_invented: u64,
    /// Results told right, of those that the boards show.
    pub results: HitCount,
    /// Results told of boards that show none.
    pub results_invented: u64,
    /// Accusations against sins.
    pub sins: Verdicts,
    /// From the last news to the telling of a move.
    pub settled: Spread,
    /// From the last reading that shows a move to its telling.
    pub seen: Spread,
    /// Observations adjudicated.
    pub observations: u64,
    /// Processor time that took.
    pub spent: Duration,
}

impl Tally {
    /// Adds a game; `line` is its final line.
    pub fn add(
        &mut self,
        truth: &TruthLine,
        line: &TruthLine,
        comparison: &Comparison,
        played: &PlayedRecording,
    ) {
        let told = |at: &usize| Some(&played.game.as_ref()?.moves.get(*at)?.told);
        let doubtful = |at: &&usize| told(at).is_some_and(MoveTold::is_doubtful);
        self.games += HitCount { of: comparison.is_right().into(), all: 1 };
        self.moves += HitCount { of: comparison.found, all: truth.moves() as u64 };
        self.extra += comparison.extra.len() as u64;
        self.extra_doubtful += comparison.extra.iter().filter(doubtful).count() as u64;
        if let Some(game) = &played.game {
            self.certainty.add(game, comparison);
        }
        self.superseded += HitCount { of: played.superseded, all: played.delays.len() as u64 };
        let Comparison { illegal_found, illegal_missed, illegal_invented, .. } = *comparison;
        self.illegal += HitCount { of: illegal_found, all: illegal_found + illegal_missed };
        self.illegal_invented += illegal_invented;
        match truth.result {
            Some(_) => self.results += HitCount { of: comparison.result_is_right.into(), all: 1 },
            None => self.results_invented += u64::from(line.result.is_some()),
        }
        for delay in &played.delays {
            self.settled.add(delay.settled);
            self.seen.add(delay.seen);
        }
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.undecided += other.undecided;
        self.moves += other.moves;
        self.extra += other.extra;
        self.extra_doubtful += other.extra_doubtful;
        self.certainty.merge(&other.certainty);
        self.superseded += other.superseded;
        self.illegal += other.illegal;
        self.illegal_invented += other.illegal_invented;
        self.results += other.results;
        self.results_invented += other.results_invented;
        self.sins.merge(&other.sins);
        self.settled.merge(&other.settled);
        self.seen.merge(&other.seen);
        self.observations += other.observations;
        self.spent += other.spent;
    }

    /// Observations adjudicated in a second of one processor's time; `None` where that was too short
    /// to be measured.
    pub fn observations_a_second(&self) -> Option<f64> {
        (!self.spent.is_zero()).then(|| self.observations as f64 / self.spent.as_secs_f64())
    }
}
