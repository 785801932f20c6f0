//! The disk on which evidence is kept: who waits for it, and who does not.
//!
//! Syncs take as long as the disk likes. They are made by threads that have nothing else to do, several at a time: a
//! file system writes the syncs of many files at once.

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::spawn_blocking;

use crate::hall::keeping::beside;
use crate::hall::keeping::harms::Harms;
use crate::hall::keeping::patrol::{Patrol, Post};
use crate::hall::keeping::seals::Seals;
use crate::hall::keeping::station_journal::StationJournal;
use crate::hall::news::News;
use crate::journal::Syncing;

/// So many syncs are made at a time. Of 2 to 100 this was the best on a busy disk (`docs/journal.md`).
const AT_A_TIME: usize = 16;

/// How often it is looked how much space is left.
const LOOKS: Duration = Duration::from_secs(10);

/// Bytes of a MiB.
const MIB: u64 = 1024 * 1024;

/// A sync that takes longer than so many steps of a tenth of a second is said aloud: so much later than promised is
/// what was played safe. Where the whole machine stands still for seconds, one step passes.
const SLOW_STEPS: usize = 10;
const STEP: Duration = Duration::from_millis(100);

/// The disk, shared by all boards.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Disk {
    turns: Arc<Semaphore>,
    /// Whether it was said that it is slow.
    is_slow: Arc<AtomicBool>,
    patrol: Patrol,
    seals: Seals,
}

impl Default for Disk {
    fn default() -> Self {
        let turns = Arc::new(Semaphore::new(AT_A_TIME));
        Self { turns, is_slow: Arc::default(), patrol: Patrol::default(), seals: Seals::default() }
    }
}

impl Disk {
    /// The seals of what is on it.
    pub(in crate::hall) const fn seals(&self) -> &Seals {
        &self.seals
    }

    /// A disk that never answers.
    #[cfg(test)]
    pub(in crate::hall) fn stalled() -> Self {
        let turns = Arc::new(Semaphore::new(0));
        Self { turns, is_slow: Arc::default(), patrol: Patrol::default(), seals: Seals::default() }
    }

    #[cfg(test)]
    pub(in crate::hall) fn is_slow(&self) -> bool {
        self.is_slow.load(Ordering::Relaxed)
    }

    /// Looks for ever whether journals are as they were left.
    pub(in crate::hall) async fn patrol(self) {
        self.patrol.walk().await;
    }

    /// Where somebody hears that others have had a hand in a journal.
    pub(in crate::hall) fn post(&self) -> Arc<Post> {
        self.patrol.post()
    }

    /// Makes a sync, and rings when it is over.
    pub(in crate::hall) fn make(&self, syncing: Syncing, over: Arc<Notify>) {
        let disk = self.clone();
        tokio::spawn(async move {
            let made = disk.in_turn(syncing);
            tokio::pin!(made);
            if drags_on(made.as_mut()).await {
                if !disk.is_slow.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        "the disk of the evidence does not answer; until it does, a loss of power may lose what is played"
                    );
                }
                made.await;
                if disk.is_slow.swap(false, Ordering::Relaxed) {
                    tracing::warn!("the disk of the evidence answers again");
                }
            }
            over.notify_one();
        });
    }

    async fn in_turn(&self, syncing: Syncing) {
        // it is never closed
        let _turn = self.turns.acquire().await;
        let _ = spawn_blocking(move || syncing.run()).await;
    }
}

/// Whether a sync is slow; if it is not, it is over.
async fn drags_on(mut made: Pin<&mut impl Future<Output = ()>>) -> bool {
    for _ in 0..SLOW_STEPS {
        if tokio::time::timeout(STEP, &mut made).await.is_ok() {
            return false;
        }
    }
    true
}

/// Says in time when less than so many MiB are left where evidence is kept, and when there are more again; where evidence
/// lies beside the journals that somebody has to look into; and when
/// somebody has had a hand in the station's journal, of which it saves what can be saved.
pub(in crate::hall) async fn watch(
    folder: PathBuf,
    least_mib: u64,
    (station, post): (StationJournal, Arc<Post>),
    news: mpsc::Sender<News>,
) {
    let (mut told, mut harms) = (None, Harms::default());
    post.stand(Some(station.sentry()));
    loop {
        let look = folder.clone();
        let looked = spawn_blocking(move || (free_mib(&look), beside::said(&look))).await;
        let Ok((free, beside)) = looked else { return };
        let space = trouble(&folder, least_mib, free);
        let harm = harms.said().map(ToOwned::to_owned);
        let trouble =
            [space, harm, beside].into_iter().flatten().reduce(|one, other| one + "; " + &other);
        if told != trouble {
            match &trouble {
                Some(trouble) => tracing::warn!("{trouble}"),
                None => tracing::info!("{}: nothing is wrong any more", folder.display()),
            }
            told.clone_from(&trouble);
            if news.send(News::Disk(trouble)).await.is_err() {
                return;
            }
        }
        if tokio::time::timeout(LOOKS, post.alarmed()).await.is_ok() {
            station.rescue(&mut harms);
        }
    }
}

/// What is to be seen to at a disk with so much space left.
fn trouble(folder: &Path, least_mib: u64, free_mib: io::Result<u64>) -> Option<String> {
    let folder = folder.display();
    match free_mib {
        Ok(free) if free >= least_mib => None,
        Ok(free) => Some(format!(
            "{folder}: {free} MiB are left for evidence, less than {least_mib}; make room, or nothing more can be \
             recorded soon"
        )),
        Err(error) => Some(format!("{folder}: how much space is left cannot be told: {error}")),
    }
}

/// How many MiB whoever runs this may still write there.
fn free_mib(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize) / MIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_space_is_said_before_there_is_none() {
        let folder = Path::new("/var/lib/touchmove");
        assert_eq!(trouble(folder, 512, Ok(512)), None);
        let said = trouble(folder, 512, Ok(511)).unwrap();
        let words = "/var/lib/touchmove: 511 MiB are left for evidence, less than 512; make room, or nothing more \
                     can be recorded soon";
        assert_eq!(said, words);
        assert!(trouble(folder, 0, Err(io::ErrorKind::NotFound.into())).is_some());
    }
}
