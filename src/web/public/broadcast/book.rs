//! The destinations: kept over restarts, each with a task that sends what changes.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;
use touchmove_client::address::Bus;
use touchmove_client::broadcast::ShownDestination;

use super::destination::{Destination, Place};
use super::keys::{KeyName, Keys};
use super::lichess::{Feed, LichessServer};
use super::pace::Pace;
use super::post::Poster;
use super::report::Report;
use super::way::Way;
use super::webhook::Hook;
use crate::kept;
use crate::public::figures::SendingFigures;
use crate::public::view::PublicView;

/// Most destinations.
const MOST: usize = 64;

/// What every task needs.
#[derive(Debug)]
pub(super) struct Surroundings {
    pub(super) server: LichessServer,
    pub(super) keys: Keys,
    pub(super) poster: Poster,
    pub(super) bus: Bus,
    /// The folder in which everything is kept.
    pub(super) folder: PathBuf,
    pub(super) views: watch::Receiver<Arc<PublicView>>,
    /// Is told whenever something may be different.
    pub(super) changes: Arc<Notify>,
}

/// The destinations.
#[derive(Debug)]
pub(in crate::public) struct Book {
    surroundings: Surroundings,
    entries: Vec<Entry>,
    /// The number of the last one that was added.
    last: u32,
}

/// A destination that is served.
#[derive(Debug)]
struct Entry {
    destination: Destination,
    report: watch::Receiver<Report>,
    again: Arc<Notify>,
    tasks: [AbortHandle; 2],
}

/// The file of destinations.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    last: u32,
    destinations: Vec<Destination>,
}

/// Why a destination is not served.
#[derive(Debug, thiserror::Error)]
pub(super) enum BookError {
    /// There are too many.
    #[error("{MOST} destinations are the most; remove one")]
    Full,
    /// It is there already.
    #[error("this is destination {0} already")]
    Double(u32),
    /// There is none of that number.
    #[error("there is no destination {0}; `touchmove broadcast status` lists them")]
    Unknown(u32),
    /// It cannot be kept, so it is not done.
    #[error("it cannot be kept in {0}: {1}")]
    Unkept(String, std::io::Error),
}

impl Book {
    /// Serves those that were kept.
    pub(super) fn open(surroundings: Surroundings) -> Self {
        let Kept { last, destinations } = kept::read(&surroundings.file());
        let mut book = Self { surroundings, entries: Vec::new(), last };
        destinations.into_iter().take(MOST).for_each(|destination| book.serve(destination));
        book
    }

    /// Serves one more; its number.
    ///
    /// # Errors
    /// [`BookError`].
    pub(super) fn add(
        &mut self,
        place: Place,
        section: Option<String>,
        key: KeyName,
    ) -> Result<u32, BookError> {
        let is_it = |entry: &&Entry| {
            let known = &entry.destination;
            known.place == place && known.section == section
        };
        if let Some(known) = self.entries.iter().find(is_it) {
            return Err(BookError::Double(known.destination.id));
        }
        if self.entries.len() >= MOST {
            return Err(BookError::Full);
        }
        let id = self.last.saturating_add(1);
        let destination = Destination { id, place, section, key };
        let all = self.destinations().chain([&destination]).cloned().collect();
        self.keep(id, all)?;
        self.last = id;
        self.serve(destination);
        Ok(id)
    }

    /// Serves one no more.
    ///
    /// # Errors
    /// [`BookError`].
    pub(super) fn remove(&mut self, id: u32) -> Result<(), BookError> {
        self.entry(id)?;
        let others = self.destinations().filter(|known| known.id != id).cloned().collect();
        self.keep(self.last, others)?;
        // Dropping an entry ends its tasks.
        self.entries.retain(|entry| entry.destination.id != id);
        let _ = std::fs::remove_file(self.surroundings.positions(id));
        self.surroundings.changes.notify_one();
        Ok(())
    }

    /// Sends everything there once more.
    ///
    /// # Errors
    /// [`BookError::Unknown`].
    pub(super) fn send_again(&self, id: u32) -> Result<(), BookError> {
        self.entry(id).map(|entry| entry.again.notify_one())
    }

    /// Each destination, and what has become of the games there.
    pub(super) fn all(&self) -> Vec<(&Destination, Report)> {
        let one = |entry: &'_ Entry| entry.report.borrow().clone();
        self.entries.iter().map(|entry| (&entry.destination, one(entry))).collect()
    }

    /// What has become of the games at a destination.
    ///
    /// # Errors
    /// [`BookError::Unknown`].
    pub(super) fn report(&self, id: u32) -> Result<Report, BookError> {
        self.entry(id).map(|entry| entry.report.borrow().clone())
    }

    /// The same in numbers.
    pub(in crate::public) fn figures(&self) -> Vec<SendingFigures> {
        let figures = |(destination, report): (&Destination, Report)| {
            let mut told = destination.details();
            told.extend(report.status());
            SendingFigures { destination: ShownDestination::new(told), refused: report.refused() }
        };
        self.all().into_iter().map(figures).collect()
    }

    fn entry(&self, id: u32) -> Result<&Entry, BookError> {
        let entry = self.entries.iter().find(|entry| entry.destination.id == id);
        entry.ok_or(BookError::Unknown(id))
    }

    fn destinations(&self) -> impl Iterator<Item = &Destination> {
        self.entries.iter().map(|entry| &entry.destination)
    }

    fn keep(&self, last: u32, destinations: Vec<Destination>) -> Result<(), BookError> {
        let file = self.surroundings.file();
        let kept = kept::try_to_write(&file, &Kept { last, destinations });
        kept.map_err(|error| BookError::Unkept(file.display().to_string(), error))
    }

    /// Has a task send what changes, and another one tell that it was sent.
    fn serve(&mut self, destination: Destination) {
        let (report, mut reports) = watch::channel(Report::default());
        let (again, changes) = (Arc::<Notify>::default(), Arc::clone(&self.surroundings.changes));
        let entry = (destination.clone(), reports.clone());
        let sending = self.surroundings.send(destination, report, Arc::clone(&again));
        let telling = tokio::spawn(async move {
            changes.notify_one();
            while reports.changed().await.is_ok() {
                changes.notify_one();
            }
        });
        let tasks = [sending, telling.abort_handle()];
        let (destination, report) = entry;
        self.entries.push(Entry { destination, report, again, tasks });
    }
}

impl Surroundings {
    /// Starts what sends to a destination.
    fn send(
        &self,
        destination: Destination,
        report: watch::Sender<Report>,
        again: Arc<Notify>,
    ) -> AbortHandle {
        let id = destination.id;
        let way = |destination, pace| Way::new(self, destination, pace, report, again);
        match destination.place.clone() {
            Place::Lichess { lichess, round } => {
                let way = way(destination, Pace::of_pushes(Instant::now()));
                let feed = Feed { server: self.server.clone(), lichess, round, way };
                tokio::spawn(feed.run()).abort_handle()
            }
            Place::Webhook { url, .. } => {
                let way = way(destination, Pace::of_events(Instant::now()));
                let hook = Hook { url, bus: self.bus.clone(), file: self.positions(id), way };
                tokio::spawn(hook.run()).abort_handle()
            }
        }
    }

    /// Where the destinations are kept.
    fn file(&self) -> PathBuf {
        self.folder.join("destinations.json")
    }

    /// Where is kept how far each game has got at a web address.
    fn positions(&self, id: u32) -> PathBuf {
        self.folder.join(format!("webhook-{id}.json"))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}
