//! A sync on its way: made by one thread, while another one goes on appending.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::store::Syncer;

/// A sync of a journal that has yet to be made. Whoever drops it has not made it.
pub struct Syncing {
    syncer: Option<Syncer>,
    flight: Arc<Flight>,
}

/// What becomes of it.
#[derive(Debug, Default)]
pub(super) struct Flight {
    outcome: Mutex<Option<io::Result<()>>>,
    landed: Condvar,
}

impl Syncing {
    pub(super) fn new(syncer: Syncer) -> (Self, Arc<Flight>) {
        let flight = Arc::<Flight>::default();
        (Self { syncer: Some(syncer), flight: Arc::clone(&flight) }, flight)
    }

    /// Makes it. Blocks as long as the disk does; what came of it is for [`super::Journal::end_sync`] to say.
    pub fn run(mut self) {
        if let Some(syncer) = self.syncer.take() {
            self.flight.land(syncer());
        }
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        if self.syncer.is_some() {
            self.flight.land(Err(io::ErrorKind::Interrupted.into()));
        }
    }
}

impl Flight {
    /// What came of it; `None` while it is on its way, and once it was taken.
    pub(super) fn outcome(&self) -> Option<io::Result<()>> {
        self.lock().take()
    }

    /// Waits until it is made.
    pub(super) fn wait(&self) -> io::Result<()> {
        let landed = self.landed.wait_while(self.lock(), |outcome| outcome.is_none());
        landed.unwrap_or_else(PoisonError::into_inner).take().unwrap_or(Ok(()))
    }

    fn land(&self, outcome: io::Result<()>) {
        *self.lock() = Some(outcome);
        self.landed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Option<io::Result<()>>> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Syncing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Syncing").finish_non_exhaustive()
    }
}
