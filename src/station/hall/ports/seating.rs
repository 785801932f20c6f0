//! Where boards are heard, and whose word it needs. Who a board is, it says itself, and a liar says the same: where
//! much depends on it, a person decides which one is the true one.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use touchmove_core::names::BoardId;
use touchmove_drivers::Instant;
use touchmove_drivers::family::Family;

use crate::hall::boards::owner::Owner;
use crate::hall::keeping::station_journal::StationJournal;
use crate::hall::orders::Word;
use crate::hall::ports::known_links::{KnownLinks, LinkLine, Mark};
use crate::sys::boottime::TimeSource;

/// A word that nobody at the port answers to is forgotten after this time.
const WORD_LASTS: Duration = Duration::from_secs(60);

/// What the desk and people say of the boards' places, shared by all boards and ports.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Seating {
    said: Arc<Mutex<Said>>,
    station: StationJournal,
}

#[derive(Debug, Default)]
struct Said {
    /// The boards at the tables of rounds that have begun and are not over.
    in_rounds: HashSet<BoardId>,
    /// At which port a board is to be heard.
    words: HashMap<BoardId, Spoken>,
    /// Which boards are at the links of those that do not say who they are.
    links: KnownLinks,
}

/// What a person has said of a board.
#[derive(Clone, Debug)]
struct Spoken {
    port: String,
    since: Instant,
    by: String,
    /// Whose board it is, where it is known.
    owner: Option<Owner>,
}

/// A person says that a board is at a port where another one was thought to be.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    owner: Owner,
    by: String,
}

/// A board's place at a port, until another one takes it.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Berth(Arc<OnceLock<String>>);

impl Seating {
    /// Nobody has said anything yet but what is known of links. What is said stands in the station's journal.
    pub(in crate::hall) fn new(station: StationJournal, links: KnownLinks) -> Self {
        Self { said: Arc::new(Mutex::new(Said { links, ..Said::default() })), station }
    }

    /// These boards, and no others, are at the tables of rounds that are being played.
    pub(in crate::hall) fn set_in_rounds(&self, boards: HashSet<BoardId>) {
        self.said().in_rounds = boards;
    }

    /// Whether a board is in a round that is being played.
    pub(in crate::hall) fn is_in_round(&self, board: &BoardId) -> bool {
        self.said().in_rounds.contains(board)
    }

    /// A person says at which port a board is, whose it is where that is known. What the station's journal does not take
    /// now counts all the same.
    pub(in crate::hall) fn say(&self, word: Word, owner: Option<Owner>, clock: &dyn TimeSource) {
        let line = serde_json::json!({
            "hear": word.board.to_string(), "port": word.port, "by": word.by, "at": clock.wall().to_string(),
        });
        self.log(&word.board, &line.to_string());
        self.believe(word, owner, clock.now());
    }

    fn believe(&self, Word { board, port, by }: Word, owner: Option<Owner>, now: Instant) {
        let mut said = self.said();
        said.words.retain(|_, word| word.is_fresh(now));
        said.words.insert(board, Spoken { port, since: now, by, owner });
    }

    /// Whether a person has said that the board is at this port. It is said once.
    pub(in crate::hall) fn take_word(&self, board: &BoardId, port: &str, now: Instant) -> bool {
        let mut said = self.said();
        said.words.get(board).is_some_and(|word| word.is_of(port, now))
            && said.words.remove(board).is_some()
    }

    /// What stands for the serial number of the board at a link that does not say who it is; `None` where only the link
    /// tells it from others.
    pub(super) fn board_at(&self, mark: &Mark) -> Option<String> {
        self.said().links.board_at(mark).map(ToOwned::to_owned)
    }

    /// The board at a link has been found to be `serial`.
    pub(super) fn note_found(&self, board: &BoardId, mark: &Mark, serial: &str) {
        let line = self.said().links.line_of(mark, serial);
        if let Some(line) = line {
            self.keep(board, line);
        }
    }

    /// What a person has said of this port: another board of the family is there than `present`.
    pub(super) fn correction_at(
        &self,
        port: &str,
        family: &Family,
        present: &BoardId,
        now: Instant,
    ) -> Option<Correction> {
        self.said().words.iter().find_map(|(board, word)| {
            let owner = word.owner.as_ref().filter(|owner| owner.family.name == family.name)?;
            let is_other = word.is_of(port, now) && board != present;
            is_other.then(|| Correction { owner: owner.clone(), by: word.by.clone() })
        })
    }

    /// From now on the board of a correction is at the end of this link: what stands for its serial number.
    pub(super) fn correct(&self, mark: &Mark, Correction { owner, by }: Correction) -> String {
        self.keep(&owner.id, KnownLinks::line_said(mark, &owner.serial, &by));
        owner.serial
    }

    fn keep(&self, board: &BoardId, line: LinkLine) {
        match serde_json::to_string(&line) {
            Ok(line) => self.log(board, &line),
            Err(error) => tracing::error!("{board}: its link is not kept: {error}"),
        }
        self.said().links.add(line);
    }

    fn log(&self, board: &BoardId, line: &str) {
        if let Err(error) = self.station.log([line.to_owned()]) {
            tracing::error!("{board}: what is said of its place is not kept: {error}");
        }
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spoken {
    /// Whether it is about this port, which is named with its family, and not forgotten yet.
    fn is_of(&self, port: &str, now: Instant) -> bool {
        let device = port.split_once(':').map_or(port, |(_, device)| device);
        (self.port == port || self.port == device) && self.is_fresh(now)
    }

    fn is_fresh(&self, now: Instant) -> bool {
        now.since(self.since) < WORD_LASTS
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
impl Seating {
    /// Of a station that was never there, whose journal goes with `state`.
    pub(in crate::hall) fn in_folder(state: &std::path::Path) -> Self {
        let place = state.join("station.journal");
        let station = StationJournal::open(&place, &Instant::ZERO).unwrap().0;
        Self::new(station, KnownLinks::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_at_its_port_and_not_for_long() {
        let state = tempfile::tempdir().unwrap();
        let (seating, board) = (Seating::in_folder(state.path()), BoardId::of("dgt", "12345"));
        let now = Instant::from_millis(1_000);
        let word = |port: &str| Word { by: "anna".into(), board: board.clone(), port: port.into() };
        let is_said = |port, at| seating.take_word(&board, port, at);
        assert!(!is_said("dgt:/dev/b", now));
        seating.believe(word("/dev/b"), None, now);
        assert!(!is_said("dgt:/dev/a", now), "it is about another port");
        assert!(is_said("dgt:/dev/b", now) && !is_said("dgt:/dev/b", now));
        seating.believe(word("dgt:/dev/b"), None, now);
        assert!(!is_said("dgt:/dev/b", now + WORD_LASTS));
    }
}
