//! The archive of this station: which journals are over, which of them are read back at a start, and how they take
//! less space, or go.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::hall::keeping::sealed::{DeletedLine, SealedLine};
use crate::hall::keeping::station_journal::StationJournal;
use crate::journal::archive::{self};
use crate::sys::boottime::TimeSource;

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
    clock: Arc<dyn TimeSource>,
    sealed: mpsc::UnboundedReceiver<()>,
}

/// How often it is looked whether something is to be deleted.
const LOOK_EVERY: Duration = Duration::from_secs(3_600);

const SECONDS_OF_A_DAY: i64 = 86_400;

impl Archive {
    /// The archive in a folder, and who looks after it.
    pub(in crate::hall) fn in_folder(
        folder: PathBuf,
        Retention { archived: keep, wire, .. }: Retention,
        station: StationJournal,
        clock: Arc<dyn TimeSource>,
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
    let shelf = station.shelf();
    let boards = archive::archived(folder)?.into_iter().filter(|one| !one.is_of_station());
    for archived in boards {
        let line = shelf.line_of(&archived);
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

    use touchmove_core::tournament::rounds::Rounds;

    use super::*;
    use crate::journal::PastEntry;
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
            PastEntry::Told(line) => serde_json::from_str::<DeletedLine>(line).ok(),
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
}
