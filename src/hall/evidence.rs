//! A board's evidence: its journal, its own time, and what it had told before.

mod before;
mod succession;

use std::collections::HashMap;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::recording::{BoardName, Body, Headers};
use touchmove_drivers::{Instant, Observation};

pub(super) use self::succession::Carried;

use self::before::Before;
use super::anchor::Anchor;
use super::news::{BoardId, BoardView, GameId};
use super::wire;
use crate::game::conclusion::Told;
use crate::game::json::{self, Place};
use crate::game::setup::{self, SetupError};
use crate::game::sitting::Sitting;
use crate::journal::{self, Entry, Gap, Journal, JournalError};

/// The journal of one board while the board is served.
#[derive(Debug)]
pub(super) struct Evidence {
    board: BoardId,
    journal: Journal,
    /// What it was begun with.
    headers: Headers,
    anchor: Anchor,
    records: u64,
    /// What was told, by game.
    told: HashMap<u32, Before>,
    keeping: Keeping,
}

/// Whether what is observed is being kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    Kept,
    /// The journal takes nothing: play goes on, and the promise is suspended aloud.
    Suspended,
    /// It takes something again, but that is not synced yet.
    Returning,
}

/// What came of a sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Synced {
    /// All is as it was.
    AsBefore,
    /// The journal keeps evidence again, after a time when it did not.
    KeptAgain,
}

/// An observation as it stands in the journal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Numbered {
    /// When it was heard.
    pub(super) at: Instant,
    /// After which moment it happened, where it was only heard later.
    pub(super) since: Option<Instant>,
    /// Number of its record.
    pub(super) number: u64,
    /// What was observed.
    pub(super) observation: Observation,
}

/// What a journal held.
#[derive(Debug)]
pub(super) struct Past {
    /// The sitting before its first observation.
    pub(super) sitting: Sitting,
    /// Every observation of it.
    pub(super) observed: Vec<Numbered>,
    /// The station's numbers of the board's games.
    pub(super) games: HashMap<u32, GameId>,
    /// How many bytes of the journal are those of the wire.
    pub(super) wire: u64,
}

const WIRE_IS_FULL: &str = "no more bytes of the wire are kept in this journal, as many as are allowed are in it; observations are";

/// Why a board's evidence cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(super) enum EvidenceError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{path}: {source}")]
    Setup { path: String, source: SetupError },
}

/// A told line, as far as a restart needs it: of a conclusion, or of a game's number on the station.
#[derive(Serialize, Deserialize)]
struct ToldLine {
    game: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    station: Option<u64>,
    #[serde(default, skip_serializing)]
    renewed: Option<u64>,
}

impl Evidence {
    /// Opens the journal at `path`, begun for `board` where there is none, and reads it back. The
    /// board's time goes on from its last record by the wall clock.
    pub(super) fn open(
        path: &Path,
        board: &BoardView,
        station: Instant,
    ) -> Result<(Self, Past), EvidenceError> {
        let wall = Timestamp::now();
        let (journal, read) = open_journal(path, &first_headers(board, wall))?;
        let sitting = sitting_of(&read.headers)
            .map_err(|source| EvidenceError::Setup { path: path.display().to_string(), source })?;
        let latest = journal.latest().unwrap_or_default();
        let anchor = Anchor::new(&read.headers, latest, wall, station);
        let mut evidence = Self {
            board: board.id.clone(),
            records: journal.records(),
            journal,
            headers: read.headers,
            anchor,
            told: HashMap::new(),
            keeping: Keeping::Kept,
        };
        let past = evidence.sort(sitting, read.entries);
        if evidence.records > 0 {
            evidence.append(station, None, &Observation::Wall(wall.to_string()));
        }
        Ok((evidence, past))
    }

    /// A sitting at which nothing was observed yet, as the journal begins.
    pub(super) fn sitting(&self) -> Result<Sitting, SetupError> {
        sitting_of(&self.headers)
    }

    /// Lets the board's time pass until a moment of the station's. An observation that is on its way
    /// meanwhile is not appended before it: what the passing of time has decided is decided again
    /// when the journal is read back.
    pub(super) fn pass(&mut self, station: Instant) -> Instant {
        self.anchor.pass(station)
    }

    /// The board's time at a moment of the station's. Never before the last record.
    pub(super) fn time(&self, station: Instant) -> Instant {
        self.anchor.time(station)
    }

    /// How the board's time lies to the station's.
    pub(super) const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Number of the last record.
    pub(super) const fn records(&self) -> u64 {
        self.records
    }

    /// Appends an observation made at a moment of the station's time, before anything acts on it. What
    /// happened before, though after `since` by the board's time, is only told then. Returns the
    /// board's time and the number of the record.
    pub(super) fn append(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) -> (Instant, u64) {
        let at = self.anchor.pass(at);
        let appended = self.journal.append_told_late(at, since, observation);
        self.records = *appended.as_ref().unwrap_or(&self.records);
        self.appended(appended.map(|_| ()));
        (at, self.records)
    }

    /// Appends bytes that went by at a moment of the station's time, which may be a while ago.
    pub(super) fn append_wire(&mut self, at: Instant, bytes: Body) {
        let at = self.anchor.exact(at).max(self.journal.latest().unwrap_or_default());
        let appended = self.journal.append_wire(at, bytes);
        self.records = *appended.as_ref().unwrap_or(&self.records);
        self.appended(appended.map(|_| ()));
    }

    /// No more bytes that go by are kept in this journal: that is said, and stands in it.
    pub(super) fn end_wire(&mut self) {
        tracing::warn!("{}: {WIRE_IS_FULL}", self.board);
        let line = serde_json::json!({ "wire": WIRE_IS_FULL }).to_string();
        let appended = self.journal.append_told(&line);
        self.appended(appended);
    }

    /// Appends a conclusion, unless it was told before a restart.
    pub(super) fn append_told(&mut self, told: &Told) {
        let Some(seq) = told.seq else { return };
        if self.told.entry(told.game).or_default().is_news(seq) {
            let line = json::line(told, Place { seq, recording: 0 });
            let appended = self.journal.append_told(&line);
            self.appended(appended);
        }
    }

    /// Where something else was told under the number of this conclusion: the number under which it is told that
    /// all from there on no longer holds. What is told next goes on behind it.
    pub(super) fn renewal(&mut self, told: &Told) -> Option<(u64, u64)> {
        let seq = told.seq?;
        let line = json::line(told, Place { seq, recording: 0 });
        let at = self.told.entry(told.game).or_default().renewal(seq, &line)?;
        tracing::warn!(
            "{}: game {} is concluded otherwise than it was told, from its event {seq} on; that is told as event {at}",
            self.board,
            told.game
        );
        Some((seq, at))
    }

    /// What was told of a game behind all that is concluded of it now, if anything was: from which number on, and
    /// under which it is told that it no longer holds.
    pub(super) fn rest(&mut self, game: u32) -> Option<(u64, u64)> {
        self.told.get_mut(&game)?.rest()
    }

    /// Appends the number that a game got on this station.
    pub(super) fn append_game(&mut self, game: u32, id: GameId) {
        let line = ToldLine { game, seq: None, station: Some(id.0), renewed: None };
        let line = serde_json::to_string(&line).unwrap_or_default();
        let appended = self.journal.append_told(&line);
        self.appended(appended);
    }

    /// Whether something appended may not survive a loss of power yet.
    pub(super) fn is_dirty(&self) -> bool {
        self.journal.is_dirty()
    }

    /// Makes everything appended survive a loss of power.
    pub(super) fn sync(&mut self) -> Synced {
        match self.journal.sync() {
            Err(error) => self.suspend(&error),
            Ok(()) if self.keeping == Keeping::Returning => {
                self.keeping = Keeping::Kept;
                tracing::warn!(
                    "{}: evidence is kept again; what came between is missing",
                    self.board
                );
                return Synced::KeptAgain;
            }
            Ok(()) => {}
        }
        Synced::AsBefore
    }

    /// How many games of the board came before this journal.
    pub(super) fn games(&self) -> u32 {
        self.headers.continues.as_ref().map_or(0, |before| before.games)
    }

    fn appended(&mut self, outcome: Result<(), JournalError>) {
        match outcome {
            Err(error) => self.suspend(&error),
            Ok(()) if self.keeping == Keeping::Suspended => self.keeping = Keeping::Returning,
            Ok(()) => {}
        }
    }

    /// A journal that takes nothing stops no game, but it is said aloud, and so is its return.
    fn suspend(&mut self, error: &JournalError) {
        if self.keeping == Keeping::Kept {
            tracing::error!("{}: evidence is not being kept: {error}", self.board);
        }
        self.keeping = Keeping::Suspended;
    }

    fn sort(&mut self, sitting: Sitting, entries: Vec<Entry>) -> Past {
        let mut past = Past { sitting, observed: Vec::new(), games: HashMap::new(), wire: 0 };
        for entry in entries {
            match entry {
                Entry::Record { number, record } => {
                    past.wire += wire::size(&record);
                    if let (Some(at), since, Body::Observed(observation)) =
                        (record.at, record.since, record.body)
                    {
                        past.observed.push(Numbered { at, since, number, observation });
                    }
                }
                Entry::Gap(gap) => {
                    let unheard = unheard(gap, past.observed.last());
                    past.observed.extend(unheard);
                }
                Entry::Told(line) => {
                    let Ok(told) = serde_json::from_str::<ToldLine>(&line) else { continue };
                    if let Some(station) = told.station {
                        past.games.insert(told.game, GameId(station));
                    }
                    let before = self.told.entry(told.game).or_default();
                    match (told.seq, told.renewed) {
                        (Some(seq), Some(from)) => before.note_renewal(seq, from),
                        (Some(seq), None) => before.note(seq, &line),
                        (None, _) => {}
                    }
                }
            }
        }
        past
    }
}

fn sitting_of(headers: &Headers) -> Result<Sitting, SetupError> {
    let before = headers.continues.as_ref().map_or(0, |before| before.games);
    Ok(Sitting::new(setup::of_headers(headers)?).after_games(before))
}

/// Opens a journal; what is not as it was appended is said, and the seal, so that others have it too.
pub(super) fn open_journal(
    path: &Path,
    headers: &Headers,
) -> Result<(Journal, journal::Past), JournalError> {
    let (journal, past) = Journal::open(path, headers)?;
    if let Some(cut) = &past.cut {
        tracing::warn!(
            "{}: a torn end of {} bytes was cut off and kept in {}",
            path.display(),
            cut.bytes,
            cut.kept.display(),
        );
    }
    for entry in &past.entries {
        if let Entry::Gap(gap) = entry {
            tracing::error!("{}: {gap}; all else is kept, and they stay there", path.display());
        }
    }
    tracing::info!("{}: {} records, seal {}", path.display(), journal.records(), journal.seal());
    Ok((journal, past))
}

/// What a gap is to reconstruction: nothing was heard of the board, until it is read out again.
fn unheard(gap: Gap, before: Option<&Numbered>) -> Option<Numbered> {
    let &Numbered { at, .. } = before?;
    let observation = Observation::Link(LinkState::Lost);
    (gap.records() > 0).then_some(Numbered { at, since: None, number: gap.after, observation })
}

fn first_headers(board: &BoardView, wall: Timestamp) -> Headers {
    let mut headers = Headers::default();
    let (family, serial) = (board.family.to_owned(), Some(board.serial.clone()));
    headers.board = Some(BoardName { family, serial });
    headers.sensing = Some(board.sensing);
    headers.began = Some(wall.to_string());
    headers
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use touchmove_drivers::recording;

    use super::*;

    const STATION: Instant = Instant::from_millis(86_400_000);

    fn open(state: &Path, station: Instant) -> (Evidence, Past) {
        let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
        Evidence::open(&state.join("dgt_12345.journal"), &board, station).unwrap()
    }

    #[test]
    fn the_boards_time_goes_on_with_the_stations_and_never_back() {
        let state = tempfile::tempdir().unwrap();
        let (mut evidence, _) = open(state.path(), STATION);
        let (first, _) = evidence.append(STATION, None, &Observation::Battery(80));
        let later = STATION + Duration::from_secs(5);
        let (second, _) = evidence.append(later, None, &Observation::Battery(80));
        assert_eq!(second.since(first), Duration::from_secs(5));
        let (third, record) = evidence.append(STATION, None, &Observation::Battery(80));
        assert_eq!((third, record), (second, 3));
        assert_eq!(evidence.anchor().station_time(second), later);
    }

    #[test]
    fn what_is_on_its_way_while_time_passes_is_not_appended_before() {
        let state = tempfile::tempdir().unwrap();
        let (mut evidence, _) = open(state.path(), STATION);
        let passed = evidence.pass(STATION + Duration::from_secs(5));
        let (appended, _) = evidence.append(STATION, None, &Observation::Battery(80));
        assert_eq!(appended, passed);
    }

    #[test]
    fn after_a_reboot_the_boards_time_goes_on_from_where_it_was() {
        let state = tempfile::tempdir().unwrap();
        let (mut evidence, _) = open(state.path(), STATION);
        let late = STATION + Duration::from_secs(3_600);
        let (last, _) = evidence.append(late, None, &Observation::Battery(80));
        drop(evidence);
        // the station has booted, and its wall clock says that no time has passed
        let (evidence, past) = open(state.path(), Instant::ZERO);
        assert_eq!(past.observed.len(), 1);
        assert!(evidence.time(Instant::ZERO) >= last);
    }

    #[test]
    fn in_a_gap_the_board_was_not_heard() {
        let at = Instant::from_millis(5);
        let numbered = |observation| Numbered { at, since: None, number: 3, observation };
        let before = numbered(Observation::Battery(80));
        let gap = |after, before| Gap { at: 0, bytes: 1, after, before };
        let lost = numbered(Observation::Link(LinkState::Lost));
        assert_eq!(unheard(gap(3, 5), Some(&before)), Some(lost));
        assert_eq!(unheard(gap(3, 4), Some(&before)), None, "only what was told is lost");
    }

    #[test]
    fn a_wall_clock_that_jumped_back_does_not_take_the_boards_time_along() {
        let state = tempfile::tempdir().unwrap();
        let board = BoardView::unread(BoardId::of("dgt", "12345"), &recording::FAMILY, "12345");
        let path = state.path().join("dgt_12345.journal");
        let headers = first_headers(&board, "2040-01-01T00:00:00Z".parse().unwrap());
        let (mut journal, _) = Journal::open(&path, &headers).unwrap();
        let latest = Instant::from_millis(90_000);
        journal.append_record(latest, None, &Observation::Battery(80)).unwrap();
        drop(journal);
        let (mut evidence, past) = open(state.path(), STATION);
        assert_eq!(past.observed.len(), 1);
        let (at, _) = evidence.append(STATION, None, &Observation::Battery(80));
        assert_eq!(at, latest, "it goes on from where it was");
        let later = STATION + Duration::from_secs(5);
        let (at, _) = evidence.append(later, None, &Observation::Battery(80));
        assert_eq!(at, latest + Duration::from_secs(5));
    }

    #[test]
    fn what_was_told_before_a_restart_is_not_journaled_again() {
        let state = tempfile::tempdir().unwrap();
        let what = crate::game::conclusion::Conclusion::Standing { differs: Vec::new() };
        let told = Told { game: 1, seq: Some(1), at: Instant::ZERO, what };
        let size = || state.path().join("dgt_12345.journal").metadata().unwrap().len();
        let (mut evidence, _) = open(state.path(), STATION);
        evidence.append_game(1, GameId(7));
        evidence.append_told(&told);
        let before = size();
        drop(evidence);
        let (mut evidence, past) = open(state.path(), STATION);
        assert_eq!(past.games.get(&1), Some(&GameId(7)));
        evidence.append_told(&told);
        assert_eq!(size(), before);
    }
}
