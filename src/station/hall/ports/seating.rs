//! Where boards are heard, and whose word it needs. Who a board is, it says itself, and a liar says the same: where
//! much depends on it, a person decides which one is the true one.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use touchmove_core::names::BoardId;
use touchmove_drivers::Instant;

use crate::hall::keeping::station_journal::StationJournal;
use crate::hall::orders::Word;
use crate::sys::boottime::TimeSource;

/// A word that nobody at the port answers to is forgotten after this time.
const WORD_LASTS: Duration = Duration::from_secs(60);

/// What the desk and people say of the boards' places, shared by all boards.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Seating(Arc<Mutex<Said>>);

#[derive(Debug, Default)]
struct Said {
    /// The boards at the tables of rounds that have begun and are not over.
    in_rounds: HashSet<BoardId>,
    /// The port at which a board is to be heard, and since when somebody says so.
    words: HashMap<BoardId, (String, Instant)>,
}

/// A board's place at a port, until another one takes it.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Berth(Arc<OnceLock<String>>);

impl Seating {
    /// These boards, and no others, are at the tables of rounds that are being played.
    pub(in crate::hall) fn set_in_rounds(&self, boards: HashSet<BoardId>) {
        self.said().in_rounds = boards;
    }

    /// Whether a board is in a round that is being played.
    pub(in crate::hall) fn is_in_round(&self, board: &BoardId) -> bool {
        self.said().in_rounds.contains(board)
    }

    /// A person says at which port a board is. It stands in the station's journal; what that does not take now counts
    /// all the same.
    pub(in crate::hall) fn say(
        &self,
        word: Word,
        station: &StationJournal,
        clock: &dyn TimeSource,
    ) {
        let line = serde_json::json!({
            "hear": word.board.to_string(), "port": word.port, "by": word.by, "at": clock.wall().to_string(),
        });
        if let Err(error) = station.log([line.to_string()]) {
            tracing::error!("{}: what {} says is not kept: {error}", word.board, word.by);
        }
        self.believe(word, clock.now());
    }

    fn believe(&self, Word { board, port, .. }: Word, now: Instant) {
        let mut said = self.said();
        said.words.retain(|_, (_, since)| now.since(*since) < WORD_LASTS);
        said.words.insert(board, (port, now));
    }

    /// Whether a person has said that the board is at this port. It is said once.
    pub(in crate::hall) fn take_word(&self, board: &BoardId, port: &str, now: Instant) -> bool {
        let mut said = self.said();
        let device = port.split_once(':').map_or(port, |(_, device)| device);
        let is_it = |(word, since): &(String, Instant)| {
            (word == port || word == device) && now.since(*since) < WORD_LASTS
        };
        said.words.get(board).is_some_and(is_it) && said.words.remove(board).is_some()
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Berth {
    /// The board is heard at this port from now on.
    pub(in crate::hall) fn give_to(&self, port: &str) {
        let _ = self.0.set(port.to_owned());
    }

    /// The port that has it now; `None` where it is still the one that it was given to.
    pub(in crate::hall) fn taken_by(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_at_its_port_and_not_for_long() {
        let (seating, board) = (Seating::default(), BoardId::of("dgt", "12345"));
        let now = Instant::from_millis(1_000);
        let word = |port: &str| Word { by: "anna".into(), board: board.clone(), port: port.into() };
        let is_said = |port, at| seating.take_word(&board, port, at);
        assert!(!is_said("dgt:/dev/b", now));
        seating.believe(word("/dev/b"), now);
        assert!(!is_said("dgt:/dev/a", now), "it is about another port");
        assert!(is_said("dgt:/dev/b", now) && !is_said("dgt:/dev/b", now));
        seating.believe(word("dgt:/dev/b"), now);
        assert!(!is_said("dgt:/dev/b", now + WORD_LASTS));
    }
}
