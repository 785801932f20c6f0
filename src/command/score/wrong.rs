//! A game that is not right, for who wants to know why.

use serde::Serialize;
use touchmove_core::words::phrases::Score;
use touchmove_core::words::{Saying, told};
use touchmove_lab::score::{Comparison, PlayedRecording, TruthLine};

use super::parts::Place;
use crate::decimal::decimal;

/// Where a final line first differs from the truth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Wrong {
    file: String,
    /// The line of the file on which the recording begins.
    line: usize,
    /// Number of the recording in its file, from 1.
    recording: usize,
    /// The first ply that differs, from 1.
    ply: usize,
    /// How well both lines fit the readings; `None` where it cannot be said.
    fit: Option<Fit>,
    /// The last record that shows the move told there.
    record: Option<u64>,
    /// What was played around it.
    truth: String,
    /// What was told around it.
    told: String,
}

/// What both lines cost: seconds for which the board differed from them, weighed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Fit {
    pub(super) truth: f64,
    pub(super) told: f64,
}

impl Fit {
    /// Whether the line that was told fits the readings no worse than the truth. A millisecond of one
    /// square is no reason.
    pub(super) fn is_undecided(self) -> bool {
        self.told <= self.truth + 0.001
    }
}

/// Plies shown before the first that differs.
const BEFORE: usize = 4;
/// Plies shown from the first on that differs.
const AFTER: usize = 6;

impl Wrong {
    pub(super) fn new(
        place: &Place,
        (truth, line): (&TruthLine, &TruthLine),
        comparison: &Comparison,
        played: &PlayedRecording,
        fit: Option<Fit>,
    ) -> Self {
        let at = comparison.differs_from.unwrap_or(truth.words.len());
        let moves = played.game.as_ref().map_or(&[][..], |game| &game.moves);
        let told_there = moves.get(line.moves_before(at));
        Self {
            file: place.file.to_string(),
            line: place.line,
            recording: place.number,
            ply: truth.moves_before(at) + 1,
            fit,
            record: told_there.map(|scored| scored.told.evidence.to),
            truth: around(truth, at),
            told: around(line, at),
        }
    }

    /// Where it is, and both lines below.
    pub(super) fn said(&self) -> Saying {
        let (recording, ply) = (self.recording.into(), self.ply.into());
        let mut place: Saying = Score::Place { recording, ply }.into();
        if let Some(record) = self.record {
            place = Score::ToldOf { place, record: record.into() }.into();
        }
        if let Some(Fit { truth, told }) = self.fit {
            let (told, truth) = (decimal(told, 2), decimal(truth, 2));
            place = Score::Costs { place, told, truth }.into();
        }
        Saying::All(vec![
            told(&self.file),
            format!(":{}: ", self.line).into(),
            place,
            "\n    ".into(),
            Score::Truth { moves: (&self.truth).into() }.into(),
            "\n    ".into(),
            Score::Told { moves: (&self.told).into() }.into(),
        ])
    }
}

/// The words around the ply with index `at`, which `|` stands before.
fn around(line: &TruthLine, at: usize) -> String {
    let words: Vec<_> = line.words.iter().chain(&line.result).map(String::as_str).collect();
    let (begin, at) = (at.saturating_sub(BEFORE), at.min(words.len()));
    let end = words.len().min(at + AFTER);
    let mut shown = Vec::new();
    shown.extend((begin > 0).then_some("…"));
    shown.extend(&words[begin.min(at)..at]);
    shown.push("|");
    shown.extend(&words[at..end]);
    shown.extend((end < words.len()).then_some("…"));
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lines_are_shown_around_the_difference() {
        let line = |text: &str| TruthLine::of(text.split(' '));
        assert_eq!(around(&line("a1 a2 a3 a4 a5 a6 a7 1-0"), 5), "… a2 a3 a4 a5 | a6 a7 1-0");
        assert_eq!(around(&line("a1 a2"), 2), "a1 a2 |");
        assert_eq!(around(&line("a1 a2 1-0"), 2), "a1 a2 | 1-0");
        assert_eq!(around(&line("a1"), 9), "… |");
        assert_eq!(around(&TruthLine::default(), 0), "|");
    }
}
