//! A board's evidence: its journal, its own time, and what it had told before.

mod before;
mod book;
mod keeping;
mod past;
mod rescue;
mod rollback;
mod succession;
mod waiting;

use std::collections::HashMap;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::json::{self, LinePlace};
use touchmove_core::game::setup::{self, SetupError};
use touchmove_core::game::sitting::Sitting;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::recording::{BoardName, Headers};
use touchmove_drivers::{Instant, Observation};

pub(in crate::hall) use self::keeping::Synced;
pub(in crate::hall) use self::past::{Numbered, Past, observed};
pub(in crate::hall) use self::succession::Carried;

use self::before::Before;
use self::book::{Book, Found};
use self::keeping::Keeping;
use self::past::unheard;
use self::rollback::Rollback;
use self::waiting::{Line, Waiting};
use crate::hall::anchor::{Anchor, Now, Stamp};
use crate::hall::keeping::harms::Harms;
use crate::hall::keeping::sealed::SealOf;
use crate::hall::keeping::wire::{self, Passed};
use crate::hall::news::BoardView;
use crate::journal::archive::Archived;
use crate::journal::{Journal, JournalError, PastEntry};
use crate::sys::boottime::TimeSource;

/// The journal of one board while the board is served.
#[derive(Debug)]
pub(in crate::hall) struct Evidence {
    board: BoardId,
    book: Book,
    /// What its journal was begun with, or will be.
    headers: Headers,
    anchor: Anchor,
    /// Number and time of the last record, be it in the journal or waiting.
    records: u64,
    latest: Instant,
    /// What was told, by game.
    told: HashMap<u32, Before>,
    keeping: Keeping,
    waiting: Waiting,
    harms: Harms,
}

const WIRE_IS_FULL: &str = "no more bytes of the wire are kept in this journal, as many as are allowed are in it; observations are";

/// Why a board's evidence cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(in crate::hall) enum EvidenceError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{path}: {source}")]
    Setup { path: String, source: SetupError },
}

/// A told line, as far as a restart needs it: of a conclusion, or of a game's number on the station.
#[derive(Default, Serialize, Deserialize)]
struct ToldLine {
    game: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    station: Option<u64>,
    #[serde(default, skip_serializing)]
    renewed: Option<u64>,
    /// When it was concluded, in the board's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_ms: Option<u64>,
    /// Until when the board's time had passed then, if that was later than the record before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    passed_us: Option<u64>,
}

impl ToldLine {
    /// That a game has got this number on the station.
    fn of_game(game: u32, id: GameId) -> Self {
        Self { game, station: Some(id.0), ..Self::default() }
    }

    /// Until when the board's time had passed when it was told.
    fn until(&self) -> Instant {
        let passed = self.passed_us.map(Instant::from_micros);
        // whole milliseconds are written
        passed.unwrap_or_else(|| {
            Instant::from_millis(self.at_ms.map_or(0, |at| at.saturating_add(1)))
        })
    }
}

impl Evidence {
    /// Opens the journal at `path`, begun for `board` where there is none, and reads it back. The
    /// board's time goes on from its last record by the wall clock. Where the disk takes no journal now, it
    /// begins later, and what is to be in it waits.
    pub(in crate::hall) fn open(
        path: &Path,
        board: &BoardView,
        clock: &dyn TimeSource,
        sealed: Option<&SealOf>,
    ) -> Result<(Self, Past), EvidenceError> {
        let now = Now::of(clock);
        let gone = sealed.and_then(|sealed| Rollback::of_place(path, sealed));
        let mut headers = first_headers(board, now.wall);
        if let Some(gone) = &gone {
            headers = gone.headers(headers);
        }
        let found = Book::open(path, &headers, now.wall)?;
        let last = found.book.journal().map_or(0, Journal::records);
        let past = &found.past;
        let of_past = || sealed.and_then(|sealed| Rollback::of_past(past, last, sealed));
        let rollback = gone.or_else(of_past);
        Self::of(found, path, board, now, rollback)
    }

    fn of(
        Found { book, past: read, trouble }: Found,
        path: &Path,
        board: &BoardView,
        now: Now,
        rollback: Option<Rollback>,
    ) -> Result<(Self, Past), EvidenceError> {
        let sitting = sitting_of(&read.headers)
            .map_err(|source| EvidenceError::Setup { path: path.display().to_string(), source })?;
        let latest = book.journal().and_then(Journal::latest).unwrap_or_default();
        let stamp = Stamp::last_of(&read.entries);
        let mut evidence = Self {
            board: board.id.clone(),
            records: book.journal().map_or(0, Journal::records),
            book,
            anchor: Anchor::new(&read.headers, latest, stamp.as_ref(), &now),
            headers: read.headers,
            latest,
            told: HashMap::new(),
            keeping: Keeping::Kept,
            waiting: Waiting::default(),
            harms: Harms::default(),
        };
        if let Some(error) = trouble {
            evidence.suspend(&error);
        }
        if let Some(rollback) = &rollback {
            evidence.follow_rollback(rollback);
        }
        let (mut past, told_until) = evidence.sort(sitting, read.entries);
        if let Some(rollback) = &rollback {
            evidence.pass_over_told(rollback);
        }
        // To one that is over nothing is added.
        if Archived::of_path(path).is_none() {
            if evidence.records > 0 {
                evidence.go_on(&mut past, latest.max(told_until), now);
            }
            let stamp = evidence.anchor.stamp_after(stamp.as_ref());
            if let Some(stamp) = stamp {
                evidence.keep(Line::Told(stamp.line()));
            }
        }
        Ok((evidence, past))
    }

    /// Goes on after a journal's own gap in time: from `until` on the board was not heard, and it is so late now. What is
    /// appended about it is as much of the past as what was read back.
    fn go_on(&mut self, past: &mut Past, until: Instant, now: Now) {
        if past.is_heard() {
            self.anchor.go_on_from(until);
            self.note(past, until, Observation::Link(LinkState::Lost));
        }
        let at = self.anchor.pass(now.station);
        self.note(past, at, Observation::Wall(now.wall.to_string()));
    }

    fn note(&mut self, past: &mut Past, at: Instant, observation: Observation) {
        let at = self.append_at(at, None, &observation);
        past.observed.push(Numbered { at, since: None, number: self.records, observation });
    }

    /// A sitting at which nothing was observed yet, as the journal begins.
    pub(in crate::hall) fn sitting(&self) -> Result<Sitting, SetupError> {
        sitting_of(&self.headers)
    }

    /// Whose journal it is, as it was begun.
    pub(in crate::hall) const fn owner(&self) -> Option<&BoardName> {
        self.headers.board.as_ref()
    }

    /// Where its journal is, once it has begun.
    pub(in crate::hall) fn path(&self) -> Option<&Path> {
        self.book.journal().map(Journal::path)
    }

    /// Where its journal is, once it has begun, and how many bytes of it are whole.
    pub(in crate::hall) fn place(&self) -> Option<(&Path, u64)> {
        self.book.journal().map(|journal| (journal.path(), journal.length()))
    }

    /// Lets the board's time pass until a moment of the station's. An observation that is on its way
    /// meanwhile is not appended before it: what the passing of time has decided is decided again
    /// when the journal is read back.
    pub(in crate::hall) fn pass(&mut self, station: Instant) -> Instant {
        self.anchor.pass(station)
    }

    /// The board's time at a moment of the station's. Never before the last record.
    pub(in crate::hall) fn time(&self, station: Instant) -> Instant {
        self.anchor.time(station)
    }

    /// How the board's time lies to the station's.
    pub(in crate::hall) const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Number of the last record.
    pub(in crate::hall) const fn records(&self) -> u64 {
        self.records
    }

    /// Appends an observation made at a moment of the station's time, before anything acts on it. What
    /// happened before, though after `since` by the board's time, is only told then. Returns the
    /// board's time and the number of the record.
    pub(in crate::hall) fn append(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) -> (Instant, u64) {
        let at = self.anchor.pass(at);
        let at = self.append_at(at, since, observation);
        (at, self.records)
    }

    /// Appends bytes that went by, which may be a while ago.
    pub(in crate::hall) fn append_wire(&mut self, passed: Passed) {
        let at = self.anchor.exact(passed.at).max(self.latest);
        let since = passed.since.map(|since| self.anchor.exact(since));
        self.keep_record(at, Line::Wire(Passed { at, since, ..passed }));
    }

    /// No more bytes that go by are kept in this journal: that is said, and stands in it.
    pub(in crate::hall) fn end_wire(&mut self) {
        tracing::warn!("{}: {WIRE_IS_FULL}", self.board);
        let line = serde_json::json!({ "wire": WIRE_IS_FULL }).to_string();
        self.keep(Line::Told(line));
    }

    /// Appends a conclusion, unless it was told before a restart.
    pub(in crate::hall) fn append_told(&mut self, told: &Told) {
        let Some(seq) = told.seq else { return };
        if self.told.entry(told.game).or_default().learn(seq) {
            let (place, passed) = (LinePlace { seq, recording: 0 }, self.anchor.passed());
            // What waiting has decided is decided again, before it is said that nothing was heard from there on.
            let line = match passed > self.latest {
                true => json::line_once_passed(told, place, passed),
                false => json::line(told, place),
            };
            self.keep(Line::Told(line));
        }
    }

    /// Where something else was told under the number of this conclusion: the number under which it is told that
    /// all from there on no longer holds. What is told next goes on behind it.
    pub(in crate::hall) fn renewal(&mut self, told: &Told) -> Option<(u64, u64)> {
        let seq = told.seq?;
        let line = json::line(told, LinePlace { seq, recording: 0 });
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
    pub(in crate::hall) fn rest(&mut self, game: u32) -> Option<(u64, u64)> {
        self.told.get_mut(&game)?.rest()
    }

    /// Appends the number that a game got on this station.
    pub(in crate::hall) fn append_game(&mut self, game: u32, id: GameId) {
        let line = ToldLine::of_game(game, id);
        self.keep(Line::Told(serde_json::to_string(&line).unwrap_or_default()));
    }

    /// How many games of the board came before this journal.
    pub(in crate::hall) fn games(&self) -> u32 {
        self.headers.continues.as_ref().map_or(0, |before| before.games)
    }

    /// Appends an observation at a moment of the board's time, or of the record before it where that is later.
    fn append_at(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) -> Instant {
        let at = at.max(self.latest);
        let observation = observation.clone();
        self.keep_record(at, Line::Observed { at, since, observation });
        at
    }

    /// Whether it is appended or waits, a record has its number, and the next one is not earlier.
    fn keep_record(&mut self, at: Instant, line: Line) {
        if self.keep(line) {
            (self.records, self.latest) = (self.records + 1, at);
        }
    }

    /// Tells what was observed from what was told, and says until when something was told.
    fn sort(&mut self, sitting: Sitting, entries: Vec<PastEntry>) -> (Past, Instant) {
        let mut past = Past { sitting, observed: Vec::new(), games: HashMap::new(), wire: 0 };
        let mut told_until = Instant::ZERO;
        for entry in entries {
            match entry {
                PastEntry::Record { number, record } => {
                    past.wire += wire::size(&record);
                    past.observed.extend(Numbered::of_record(number, record));
                }
                PastEntry::Gap(gap) => {
                    let unheard = unheard(gap, past.observed.last());
                    past.observed.extend(unheard);
                }
                PastEntry::Told(line) => {
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
                    told_until = told_until.max(told.until());
                }
            }
        }
        (past, told_until)
    }
}

fn sitting_of(headers: &Headers) -> Result<Sitting, SetupError> {
    let before = headers.continues.as_ref().map_or(0, |before| before.games);
    Ok(Sitting::new(setup::of_headers(headers)?).after_games(before))
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
mod tests;
