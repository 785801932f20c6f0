//! Seals of the boards' journals, kept where whoever rewrites a journal does not reach: each minute, and whenever a game
//! ends, those that have grown stand in the station's journal and in the log.
//!
//! A chain that is rewritten from some record on is as consistent as before. So its links are worth as much as the
//! places where they are kept besides.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use touchmove_core::names::BoardId;

use crate::hall::keeping::sealed::{SealOf, Sealed, SealsLine};
use crate::hall::keeping::station_journal::StationJournal;
use crate::journal::JournalError;
use crate::sys::boottime::TimeSource;

/// How often journals are sealed that have grown.
const EVERY: Duration = Duration::from_secs(60);

/// The end of a game is on the disk by then.
const SYNCED_BY: Duration = Duration::from_millis(250);

/// So many seals stand in one line of the log.
const IN_A_LINE: usize = 8;

/// The last seals of the boards' journals, shared by all boards.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Seals {
    grown: Arc<Mutex<BTreeMap<BoardId, Grown>>>,
    /// It is not to wait for the minute.
    urged: Arc<Notify>,
}

#[derive(Debug)]
struct Grown {
    sealed: Sealed,
    is_told: bool,
}

impl Seals {
    /// A board's journal is on the disk up to here.
    pub(in crate::hall) fn post(&self, board: &BoardId, sealed: Sealed) {
        let mut grown = self.grown();
        match grown.get_mut(board) {
            Some(known) if known.sealed == sealed => {}
            Some(known) => *known = Grown { sealed, is_told: false },
            None => drop(grown.insert(board.clone(), Grown { sealed, is_told: false })),
        }
    }

    /// A game has ended: what its board has is sealed as soon as it is on the disk.
    pub(in crate::hall) fn urge(&self) {
        self.urged.notify_one();
    }

    /// Seals what has grown, again and again.
    pub(in crate::hall) async fn serve(self, station: StationJournal, clock: Arc<dyn TimeSource>) {
        loop {
            if timeout(EVERY, self.urged.notified()).await.is_ok() {
                sleep(SYNCED_BY).await;
            }
            let (seals, station, wall) = (self.clone(), station.clone(), clock.wall());
            if spawn_blocking(move || seals.write(&station, wall)).await.is_err() {
                return;
            }
        }
    }

    /// Writes down what has grown since it was last written down, and waits for the disk.
    pub(in crate::hall) fn write(&self, station: &StationJournal, wall: Timestamp) {
        let line = self.line(wall);
        if line.seals.is_empty() {
            return;
        }
        match station.seal_boards(&line) {
            Ok(own) => {
                for some in line.seals.chunks(IN_A_LINE) {
                    tracing::info!("seals: {}", words(some));
                }
                tracing::info!("seals: station {} {}", own.records, own.seal);
                self.note_told(&line);
            }
            Err(error) => tracing::error!("the boards' journals are not sealed: {error}"),
        }
    }

    fn line(&self, wall: Timestamp) -> SealsLine {
        let grown = self.grown();
        let untold = grown.iter().filter(|(_, grown)| !grown.is_told);
        let seals = untold.map(|(board, Grown { sealed, .. })| SealOf {
            board: board.to_string(),
            records: sealed.records,
            seal: sealed.seal.to_string(),
            game: sealed.game,
        });
        SealsLine { seals: seals.collect(), at: wall.to_string() }
    }

    fn note_told(&self, line: &SealsLine) {
        let mut grown = self.grown();
        for one in &line.seals {
            if let Some(grown) = grown.get_mut(&BoardId(one.board.as_str().into()))
                && grown.sealed.seal.to_string() == one.seal
            {
                grown.is_told = true;
            }
        }
    }

    fn grown(&self) -> MutexGuard<'_, BTreeMap<BoardId, Grown>> {
        self.grown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn words(seals: &[SealOf]) -> String {
    let mut words = String::new();
    for SealOf { board, records, seal, .. } in seals {
        let comma = if words.is_empty() { "" } else { ", " };
        let _ = write!(words, "{comma}{board} {records} {seal}");
    }
    words
}

impl StationJournal {
    /// How far a board's journal had grown when it was last sealed.
    pub(in crate::hall) fn last_seal(&self, board: &BoardId) -> Option<SealOf> {
        self.last_seals().get(board).cloned()
    }

    /// These boards, and those of which only a seal says that there was a journal.
    pub(in crate::hall) fn with_sealed(&self, mut boards: Vec<String>) -> Vec<String> {
        boards.extend(self.last_seals().keys().map(ToString::to_string));
        boards.sort();
        boards.dedup();
        boards
    }

    /// Keeps seals of boards' journals; how far its own has grown by that. Once this returns they survive a loss of
    /// power.
    fn seal_boards(&self, line: &SealsLine) -> Result<Sealed, JournalError> {
        self.tell(line.line())?;
        Ok(self.sealed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(board: &str, records: u64) -> SealOf {
        let seal = format!("{records:032x}");
        SealOf { board: board.into(), records, seal, game: None }
    }

    #[test]
    fn a_line_is_what_it_was_and_others_are_none() {
        let line = SealsLine { seals: vec![of("dgt_1", 7)], at: "2026-11-24T10:00:00Z".into() };
        assert_eq!(SealsLine::of_told(&line.line()), Some(line));
        assert_eq!(SealsLine::of_told(r#"{"sealed":"dgt_1"}"#), None);
    }

    #[test]
    fn of_each_board_the_last_seal_counts() {
        let mut first = SealsLine { seals: vec![of("a", 1), of("b", 2)], at: "1".into() };
        first.merge(SealsLine { seals: vec![of("a", 9)], at: "2".into() });
        assert_eq!(first, SealsLine { seals: vec![of("b", 2), of("a", 9)], at: "2".into() });
    }
}
