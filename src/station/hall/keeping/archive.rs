//! The archive of this station: which journals are over, which of them are read back at a start, and how they take
//! less space, or go.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::tournament::rounds::Rounds;

use crate::hall::keeping::station_journal::StationJournal;
use crate::journal::Entry;
use crate::journal::archive::{self, Archived};
use crate::sys::boottime::Clock;

/// For how long archived journals are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// For ever.
    #[default]
    Everything,
    /// For so long after they were archived, in whole days.
    Days(u32),
}

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// For how long archived journals are.
    pub archived: Keep,
    /// How many bytes of a journal may be bytes of the wire.
    pub wire: u64,
    /// How many bytes the station's own journal may be before another one goes on in its place.
    pub station: u64,
}

impl Default for Retention {
    /// Everything that was observed, 8 MiB of the wire, and 4 MiB of the station: about what is released of a round of a
    /// hundred boards on two outputs (`docs/journal.md`).
    fn default() -> Self {
        Self { archived: Keep::Everything, wire: 8 << 20, station: 4 << 20 }
    }
}

/// A line of the station's journal: a board's journal is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::hall) struct SealedLine {
    /// The board.
    pub(in crate::hall) sealed: String,
    /// Number of the last record before it.
    pub(in crate::hall) after: u64,
    /// Number of its last record.
    pub(in crate::hall) records: u64,
    /// The last link of its chain.
    pub(in crate::hall) seal: String,
    /// When, by the wall clock (RFC 3339).
    pub(in crate::hall) at: String,
    /// Its games, by their numbers on the board and on the station.
    pub(in crate::hall) games: Vec<(u32, u64)>,
}

/// A line of the station's journal: an archived journal was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::hall) struct DeletedLine {
    /// The board.
    pub(in crate::hall) deleted: String,
    /// Number of the last record before it.
    after: u64,
    /// Number of its last record.
    pub(in crate::hall) records: u64,
    /// The last link of its chain.
    seal: String,
    /// When, by the wall clock (RFC 3339).
    at: String,
    /// Why.
    why: String,
}

/// What the station's journal says about the archive.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Shelf {
    sealed: Vec<SealedLine>,
    /// Those of them that were deleted, by board and the record before.
    deleted: HashSet<(String, u64)>,
}

/// Where journals go that are over, and who is told of it.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Archive {
    /// The folder.
    pub(in crate::hall) folder: PathBuf,
    /// How many bytes of a journal may be bytes of the wire.
    pub(in crate::hall) wire: u64,
    sealed: mpsc::UnboundedSender<()>,
}

/// Compresses what is archived, and deletes what boards have said and is to be kept no longer. What the station's own
/// journal says stays: it is evidence of all boards.
#[derive(Debug)]
pub(in crate::hall) struct Archivist {
    folder: PathBuf,
    keep: Keep,
    station: StationJournal,
    clock: Arc<dyn Clock>,
    sealed: mpsc::UnboundedReceiver<()>,
}

/// How often it is looked whether something is to be deleted.
const LOOK_EVERY: Duration = Duration::from_secs(3_600);

const SECONDS_OF_A_DAY: i64 = 86_400;

impl SealedLine {
    /// As it stands in the journal.
    pub(in crate::hall) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether its games are read back: they are of loaded rounds, or one of them went on elsewhere.
    fn is_meant(&self, rounds: &Rounds, has_left: impl Fn(&BoardId, u64, u64) -> bool) -> bool {
        let board = BoardId(self.sealed.as_str().into());
        let is_of_round = self.games.iter().any(|(_, id)| rounds.has(GameId(*id)));
        is_of_round || has_left(&board, self.after, self.records)
    }

    /// Whether this is the journal that it tells of.
    fn is_of(&self, archived: &Archived) -> bool {
        (self.sealed.as_str(), self.after) == (archived.board.as_str(), archived.after)
    }
}

impl Shelf {
    /// What the past of the station's journal says.
    pub(in crate::hall) fn of_past(past: &[Entry]) -> Self {
        let mut shelf = Self::default();
        for entry in past {
            let Entry::Told(line) = entry else { continue };
            if let Ok(line) = serde_json::from_str(line) {
                shelf.add(line);
            } else if let Ok(DeletedLine { deleted, after, .. }) = serde_json::from_str(line) {
                shelf.deleted.insert((deleted, after));
            }
        }
        shelf
    }

    /// A journal is over. One of which nothing came before the end of the daemon is over later.
    pub(in crate::hall) fn add(&mut self, line: SealedLine) {
        self.sealed.retain(|one| (&one.sealed, one.after) != (&line.sealed, line.after));
        self.sealed.push(line);
    }

    /// The last game that is archived.
    pub(in crate::hall) fn last_game(&self) -> u64 {
        let games = self.sealed.iter().flat_map(|line| &line.games);
        games.map(|(_, id)| *id).max().unwrap_or_default()
    }

    /// The archived journals that hold games of loaded rounds, or of which a game went on elsewhere: the board, the
    /// file, and the number of the last record. Of one that is not there it is said.
    pub(in crate::hall) fn to_read(
        &self,
        folder: &Path,
        rounds: &Rounds,
        has_left: impl Fn(&BoardId, u64, u64) -> bool,
    ) -> Vec<(BoardId, PathBuf, u64)> {
        let there = archive::archived(folder).unwrap_or_default();
        let mut meant = Vec::new();
        for line in &self.sealed {
            let board = BoardId(line.sealed.as_str().into());
            if !line.is_meant(rounds, &has_left) || self.is_deleted(line) {
                continue;
            }
            match there.iter().find(|one| line.is_of(one)) {
                Some(found) => meant.push((board, found.path.clone(), line.records)),
                None => tracing::warn!(
                    "{board}: its archived journal after record {} is not in {}: the games in it are not shown",
                    line.after,
                    folder.display()
                ),
            }
        }
        meant
    }

    /// The games of which all that boards have kept is over, and not read back any more: nothing more is told of them.
    pub(in crate::hall) fn at_rest(
        &self,
        folder: &Path,
        rounds: &Rounds,
        has_left: impl Fn(&BoardId, u64, u64) -> bool,
    ) -> HashSet<GameId> {
        let there = archive::archived(folder).unwrap_or_default().into_iter();
        let there: HashSet<_> = there.map(|archived| (archived.board, archived.after)).collect();
        // A journal may have been sealed and not have been succeeded; then it is live.
        let is_over = |line: &SealedLine| {
            self.is_deleted(line) || there.contains(&(line.sealed.clone(), line.after))
        };
        let rests = |line: &SealedLine| is_over(line) && !line.is_meant(rounds, &has_left);
        let (resting, others): (Vec<_>, Vec<_>) = self.sealed.iter().partition(|line| rests(line));
        let games = |lines: Vec<&SealedLine>| -> HashSet<_> {
            lines.into_iter().flat_map(|line| &line.games).map(|(_, id)| GameId(*id)).collect()
        };
        &games(resting) - &games(others)
    }

    fn is_deleted(&self, line: &SealedLine) -> bool {
        self.deleted.contains(&(line.sealed.clone(), line.after))
    }
}

impl Archive {
    /// The archive in a folder, and who looks after it.
    pub(in crate::hall) fn in_folder(
        folder: PathBuf,
        Retention { archived: keep, wire, .. }: Retention,
        station: StationJournal,
        clock: Arc<dyn Clock>,
    ) -> (Self, Archivist) {
        let (telling, sealed) = mpsc::unbounded_channel();
        let archivist = Archivist { folder: folder.clone(), keep, station, clock, sealed };
        (Self { folder, wire, sealed: telling }, archivist)
    }

    /// A journal has been archived.
    pub(in crate::hall) fn has_grown(&self) {
        let _ = self.sealed.send(());
    }
}

impl Archivist {
    /// Looks after the archive for as long as anything can be archived.
    pub(in crate::hall) async fn serve(mut self) {
        loop {
            let (folder, keep, now) = (self.folder.clone(), self.keep, self.clock.wall());
            let station = self.station.clone();
            let looked_after = spawn_blocking(move || look_after(&folder, keep, &station, now));
            if let Ok(Err(error)) = looked_after.await {
                tracing::error!(
                    "{}: {error}; what is archived stays as it is",
                    self.folder.display()
                );
            }
            let waited = tokio::time::timeout(LOOK_EVERY, self.sealed.recv()).await;
            if waited == Ok(None) {
                return;
            }
        }
    }
}

fn look_after(
    folder: &Path,
    keep: Keep,
    station: &StationJournal,
    now: Timestamp,
) -> io::Result<()> {
    for archived in archive::archived(folder)? {
        if let Some((was, is)) = archive::compress(&archived)? {
            tracing::info!("{}: {was} bytes compressed to {is}", archived.path.display());
        }
    }
    let Keep::Days(days) = keep else { return Ok(()) };
    let until = now.as_second() - i64::from(days) * SECONDS_OF_A_DAY;
    let sealed = station.shelf().sealed;
    let boards = archive::archived(folder)?.into_iter().filter(|one| !one.is_of_station());
    for archived in boards {
        let line = sealed.iter().find(|line| line.is_of(&archived));
        let at = line.and_then(|line| line.at.parse::<Timestamp>().ok());
        if let (Some(line), Some(at)) = (line, at)
            && at.as_second() < until
        {
            delete(&archived.path, line, (days, now), station)?;
        }
    }
    Ok(())
}

/// Says aloud that a journal goes, and removes it.
fn delete(
    path: &Path,
    line: &SealedLine,
    (days, now): (u32, Timestamp),
    station: &StationJournal,
) -> io::Result<()> {
    let SealedLine { sealed, after, records, seal, at, .. } = line;
    let why = format!("archived at {at}, and kept for {days} days");
    tracing::warn!("{}: deleted: {why}; its seal was {seal}", path.display());
    let deleted = DeletedLine {
        deleted: sealed.clone(),
        after: *after,
        records: *records,
        seal: seal.clone(),
        at: now.to_string(),
        why,
    };
    let line = serde_json::to_string(&deleted).unwrap_or_default();
    station.tell(line).map_err(io::Error::other)?;
    archive::remove(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sys::boottime::BootClock;

    fn line(after: u64, days_ago: i64) -> SealedLine {
        let at = Timestamp::from_second(Timestamp::now().as_second() - days_ago * SECONDS_OF_A_DAY);
        SealedLine {
            sealed: "dgt_1".to_owned(),
            after,
            records: after + 9,
            seal: "00".repeat(16),
            at: at.unwrap().to_string(),
            games: vec![(1, after + 1)],
        }
    }

    #[test]
    fn what_is_kept_long_enough_is_deleted_aloud_and_nothing_else() {
        let state = tempfile::tempdir().unwrap();
        let folder = state.path().join("archive");
        fs::create_dir(&folder).unwrap();
        let path = state.path().join("station.journal");
        let now = BootClock::since_boot();
        let (station, _) = StationJournal::open(&path, &now).unwrap();
        for (after, days_ago) in [(0, 11), (9, 9)] {
            station.seal(line(after, days_ago)).unwrap();
        }
        let names = || {
            let there = archive::archived(&folder).unwrap();
            let boards = there.iter().filter(|one| !one.is_of_station());
            assert!(there.len() > boards.clone().count(), "the station's own is kept");
            boards.map(|one| (one.after, one.is_compressed())).collect::<Vec<_>>()
        };
        for after in [0, 9, 18] {
            fs::write(folder.join(format!("dgt_1.{after}.journal")), "journal").unwrap();
        }
        fs::write(folder.join("station.0.journal"), "journal").unwrap();
        look_after(&folder, Keep::Everything, &station, now.wall()).unwrap();
        assert_eq!(names(), [(0, true), (9, true), (18, true)]);
        look_after(&folder, Keep::Days(10), &station, now.wall()).unwrap();
        assert_eq!(names(), [(9, true), (18, true)], "one of which nobody knows when stays");
        drop(station);
        let (station, past) = StationJournal::open(&path, &now).unwrap();
        let told = past.iter().filter_map(|entry| match entry {
            Entry::Told(line) => serde_json::from_str::<DeletedLine>(line).ok(),
            _ => None,
        });
        let told: Vec<_> = told.collect();
        assert_eq!((told.len(), told[0].after, told[0].records), (1, 0, 9));
        assert!(told[0].why.ends_with("kept for 10 days"), "{}", told[0].why);
        let shelf = station.shelf();
        assert_eq!(shelf.last_game(), 10, "no game gets the number of one that was deleted");
        let read = shelf.to_read(&folder, &Rounds::default(), |_, _, _| true);
        assert_eq!(read.iter().map(|(.., until)| *until).collect::<Vec<_>>(), [18]);
    }

    #[test]
    fn a_journal_that_was_not_over_after_all_is_over_later() {
        let mut shelf = Shelf::default();
        shelf.add(line(0, 2));
        shelf.add(SealedLine { records: 99, ..line(0, 1) });
        assert_eq!(shelf.sealed.iter().map(|line| line.records).collect::<Vec<_>>(), [99]);
    }
}
