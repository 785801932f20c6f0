//! The station's journal has grown long: it is sealed and archived, whole, and the next one goes on from it, with all
//! of it that a start or somebody who looks back still needs. So a start reads the live one alone.

use std::collections::HashSet;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_core::names::GameId;
use touchmove_core::tournament::release::LogLine;
use touchmove_core::tournament::rounds::Rounds;
use touchmove_drivers::recording::{Body, Continues, Record};
use touchmove_drivers::{Instant, Observation};

use super::taken::without_left;
use super::{Kept, StationJournal};
use crate::hall::keeping::sealed::SealsLine;
use crate::journal::{FRAME_HEAD, Journal, JournalError, PastEntry, archive};

/// What goes along into the next journal.
#[derive(Debug)]
pub(in crate::hall) struct Needs {
    /// The last game that has a number.
    pub(in crate::hall) last_game: GameId,
    /// The games of which nothing is told any more: what of them was released is known by the archive alone.
    pub(in crate::hall) at_rest: HashSet<GameId>,
}

/// A told line: a record of a journal before this one, under its number.
#[derive(Serialize, Deserialize)]
struct CarriedLine {
    carried: u64,
    record: String,
}

/// What such a line begins with.
const CARRIED: &str = r#"{"carried":"#;

impl StationJournal {
    /// What is needed of the past, when these rounds are loaded and journals are archived in this folder.
    pub(in crate::hall) fn needs(
        &self,
        rounds: &Rounds,
        last_game: GameId,
        folder: &Path,
    ) -> Needs {
        let has_left = |board: &_, after, until| self.has_left(board, after, until);
        let mut at_rest = self.shelf().at_rest(folder, rounds, has_left);
        // Such a game has parts in several journals.
        let moved = self.moved();
        at_rest.retain(|game| !moved.contains(game));
        Needs { last_game, at_rest }
    }

    /// How many bytes the journal is.
    pub(in crate::hall) fn length(&self) -> u64 {
        self.lock().journal.length()
    }

    /// Where at least half of the journal is needed no more, archives it in `folder` and begins the next one with the
    /// rest of its `past`. Where anything fails, the journal is what it was. Waits for the disk: the next one is on the
    /// disk, then this one in the archive, and then the next one takes its place at once.
    pub(in crate::hall) fn succeed(
        &self,
        (now, wall): (Instant, Timestamp),
        (past, needs): (&[PastEntry], &Needs),
        folder: &Path,
    ) -> Result<(), JournalError> {
        let mut kept = self.lock();
        // What is damaged is told at every start, and stays where it is.
        if !kept.is_whole {
            return Ok(());
        }
        let lines = carried(past, &needs.at_rest)?;
        let size: usize = lines.iter().map(|line| line.len() + FRAME_HEAD).sum();
        // Or it would be written again and again.
        if size as u64 > kept.journal.length() / 2 {
            return Ok(());
        }
        kept.journal.sync()?;
        let place = kept.journal.path().to_owned();
        let succeeded = kept.succeed((now, wall), lines, needs.last_game, folder);
        if !matches!(succeeded, Ok(true)) {
            // What has not taken its place is not to take its space.
            let _ = Journal::clear_beside(&place);
        }
        succeeded.map(drop)
    }
}

impl Kept {
    /// Whether the next one has taken its place.
    fn succeed(
        &mut self,
        (now, wall): (Instant, Timestamp),
        lines: Vec<String>,
        last_game: GameId,
        folder: &Path,
    ) -> Result<bool, JournalError> {
        let (records, seal) = (self.journal.records(), self.journal.seal().to_string());
        let place = self.journal.path().to_owned();
        let after = self.headers.continues.as_ref().map_or(0, |before| before.after);
        let mut headers = self.headers.clone();
        let games = u32::try_from(last_game.0).unwrap_or(u32::MAX);
        headers.continues = Some(Continues { after: records, games, seal: seal.clone() });
        let mut next = Journal::beside(&place, &headers)?;
        // Whoever runs the daemon this time is not to shut out who runs it always.
        if !next.has_owner_of_place()? {
            tracing::warn!("{}: it is not archived, as another user began it", place.display());
            return Ok(false);
        }
        // A record of its own, so that no two journals have the same number before them.
        let at = self.anchor.pass(now);
        next.append_record(at, None, &Observation::Wall(wall.to_string()))?;
        lines.iter().try_for_each(|line| next.append_told(line))?;
        if let Some(stamp) = self.anchor.stamp_after(None) {
            next.append_told(&stamp.line())?;
        }
        next.sync()?;
        archive::keep(&self.journal, folder, after)?;
        next.take_place()?;
        tracing::info!(
            "{}: archived up to record {records}, seal {seal}; {} of {} bytes go on in the next one",
            place.display(),
            next.length(),
            self.journal.length(),
        );
        (self.journal, self.headers) = (next, headers);
        Ok(true)
    }
}

/// The past of a station's journal, with the records of those before it, and of other stations, among its own, under their
/// numbers; without what no longer counts since a board was taken over.
pub(in crate::hall) fn unfold(past: Vec<PastEntry>) -> Vec<PastEntry> {
    let past = past.into_iter().map(|entry| of_carried(&entry).unwrap_or(entry)).collect();
    without_left(past)
}

/// A line that says a record of another journal, under its number there.
pub(super) fn carried_line(number: u64, record: &Record) -> Result<String, JournalError> {
    let line = CarriedLine { carried: number, record: record.line()? };
    Ok(serde_json::to_string(&line).unwrap_or_default())
}

/// The record of such a line.
pub(super) fn of_carried(entry: &PastEntry) -> Option<PastEntry> {
    let PastEntry::Told(line) = entry else { return None };
    if !line.starts_with(CARRIED) {
        return None;
    }
    let CarriedLine { carried, record } = serde_json::from_str(line).ok()?;
    Some(PastEntry::Record { number: carried, record: record.parse().ok()? })
}

/// The lines of the past that are needed: all but what was released of games at rest, and seals that others have followed.
/// One that says the last public number is, so that no other game is given it.
fn carried(past: &[PastEntry], at_rest: &HashSet<GameId>) -> Result<Vec<String>, JournalError> {
    let public = |(at, entry)| Some((released(entry)?.public()?, at));
    let last_public = past.iter().enumerate().filter_map(public).max().map(|(_, at)| at);
    let rests = |entry| released(entry).is_some_and(|log| at_rest.contains(&log.game()));
    let (mut lines, mut seals) = (Vec::new(), SealsLine::default());
    for (at, entry) in past.iter().enumerate() {
        match entry {
            // When a journal began, by the wall, says nothing of the next one.
            PastEntry::Record {
                record: Record { body: Body::Observed(Observation::Wall(_)), .. },
                ..
            } => {}
            PastEntry::Record { number, record } => lines.push(carried_line(*number, record)?),
            PastEntry::Told(line) => match SealsLine::of_told(line) {
                Some(later) => seals.merge(later),
                None if last_public == Some(at) || !rests(entry) => lines.push(line.clone()),
                None => {}
            },
            PastEntry::Gap(_) => {}
        }
    }
    if !seals.seals.is_empty() {
        lines.push(seals.line());
    }
    Ok(lines)
}

fn released(entry: &PastEntry) -> Option<LogLine> {
    match entry {
        PastEntry::Told(line) => serde_json::from_str(line).ok(),
        PastEntry::Record { .. } | PastEntry::Gap(_) => None,
    }
}

#[cfg(test)]
mod tests;
