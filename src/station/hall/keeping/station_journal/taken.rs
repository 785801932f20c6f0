//! What the station's journal says of a board that another station had: from there on, what was said of it here before no
//! longer counts, and what was decided there does, under the numbers that it had there.

use serde::{Deserialize, Serialize};
use touchmove_core::names::BoardId;
use touchmove_drivers::observation::Decision;
use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Instant, Observation};

use super::succession::{carried_line, of_carried};
use super::{StationJournal, add};
use crate::hall::keeping::decisions::{BoardDecision, What};
use crate::hall::keeping::sealed::{DeletedLine, SealedLine, SealsLine};
use crate::journal::{JournalError, PastEntry};

/// A told line: a board goes on here that another station had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::hall) struct TakenOverLine {
    /// The board.
    pub(in crate::hall) taken_over: String,
    /// The last game that had a number here; none of those before is given again.
    pub(in crate::hall) last_game: u64,
}

impl TakenOverLine {
    /// A line of the station's journal, if it is such a one.
    pub(in crate::hall) fn of_told(line: &str) -> Option<Self> {
        line.starts_with(r#"{"taken_over":"#).then(|| serde_json::from_str(line).ok()).flatten()
    }
}

impl StationJournal {
    /// What was decided about what is played on a board, a line each, for a station that takes it over. That a game came from
    /// another board, or left for it, is not among it: without that board's journal nobody could follow it.
    pub(in crate::hall) fn decision_lines(&self, board: &BoardId) -> Vec<String> {
        self.on_board(board).iter().filter_map(|decided| line_of(board, decided)).collect()
    }

    /// A board goes on here that another station had, with what was decided there. Once this returns, it survives a loss of
    /// power.
    pub(in crate::hall) fn take_over(
        &self,
        board: &BoardId,
        decisions: &[String],
    ) -> Result<(), JournalError> {
        let last_game = self.last_archived_game();
        let marker = TakenOverLine { taken_over: board.to_string(), last_game };
        let marker = serde_json::to_string(&marker).unwrap_or_default();
        let taken = decisions.iter().filter_map(|line| {
            let entry = of_carried(&PastEntry::Told(line.clone()))?;
            let PastEntry::Record { number, record } = entry else { return None };
            let Body::Observed(Observation::Decision(decision)) = &record.body else { return None };
            let (of, decided) = BoardDecision::of_record(number, decision)?;
            (of == *board && matches!(decided.what, What::Game(_))).then_some((line, decided))
        });
        let (lines, taken): (Vec<_>, Vec<_>) = taken.unzip();
        self.log([marker].into_iter().chain(lines.into_iter().cloned()))?;
        let mut kept = self.lock();
        kept.on_boards.remove(board);
        kept.shelf.forget(board, last_game);
        kept.last_seals.remove(board);
        for decided in taken {
            add(&mut kept.on_boards, board.clone(), decided);
        }
        drop(kept);
        self.sync()
    }
}

/// A line that [`of_carried`] reads back as the record of this decision.
fn line_of(board: &BoardId, decided: &BoardDecision) -> Option<String> {
    let What::Game(decision) = &decided.what else { return None };
    let Decision { particulars, .. } = decision;
    let own = particulars.iter().filter(|(key, _)| key != "number").cloned();
    let place = [
        ("board".to_owned(), board.to_string()),
        ("after".to_owned(), decided.after.to_string()),
        ("at".to_owned(), decided.at.as_micros().to_string()),
    ];
    let particulars = own.chain(place).collect();
    let record = Observation::Decision(Decision { particulars, ..decision.clone() });
    let record = Record::observed(Instant::ZERO, None, record);
    carried_line(decided.number, &record).ok()
}

/// The past of a station's journal without what was said of boards before they were taken over.
pub(in crate::hall) fn without_left(past: Vec<PastEntry>) -> Vec<PastEntry> {
    let mut taken: Vec<_> = Vec::new();
    for (at, entry) in past.iter().enumerate() {
        if let PastEntry::Told(line) = entry
            && let Some(line) = TakenOverLine::of_told(line)
        {
            taken.push((at, line.taken_over));
        }
    }
    if taken.is_empty() {
        return past;
    }
    let past = past.into_iter().enumerate();
    let left = past.filter_map(|(at, entry)| {
        let is_left = |board: &str| taken.iter().any(|(marker, of)| at < *marker && of == board);
        without(entry, is_left)
    });
    left.collect()
}

/// What is left of an entry where nothing said of some boards counts.
fn without(entry: PastEntry, is_left: impl Fn(&str) -> bool) -> Option<PastEntry> {
    match &entry {
        PastEntry::Record { record, .. } => {
            let Body::Observed(Observation::Decision(decision)) = &record.body else {
                return Some(entry);
            };
            let board =
                decision.particular("board").filter(|_| decision.particular("after").is_some());
            (!board.is_some_and(is_left)).then_some(entry)
        }
        PastEntry::Told(line) => {
            if let Some(mut line) = SealsLine::of_told(line) {
                line.seals.retain(|seal| !is_left(&seal.board));
                return Some(PastEntry::Told(line.line()));
            }
            let of = serde_json::from_str::<SealedLine>(line).map(|line| line.sealed);
            let of =
                of.or_else(|_| serde_json::from_str::<DeletedLine>(line).map(|line| line.deleted));
            (!of.is_ok_and(|board| is_left(&board))).then_some(entry)
        }
        PastEntry::Gap(_) => Some(entry),
    }
}

#[cfg(test)]
mod tests;
