//! Who waits for changes: so many that there is always room for those who do not.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Pages that follow and requests that wait, at a time.
const MAX_WAITING: usize = 192;

/// The places of those who wait.
#[derive(Clone, Debug)]
pub(super) struct Waiting(Arc<Semaphore>);

impl Default for Waiting {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_WAITING)))
    }
}

impl Waiting {
    /// A place for as long as it is kept; `None` where all are taken.
    pub(super) fn take(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }
}
