//! Who looks each second whether the journals are where they were, and all there.
//!
//! One thread looks at all of them, and waits for the disk alone; a board is woken only where somebody has had a hand in
//! its journal. Of 1,000 journals it costs some milliseconds a second (`docs/journal.md`).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;

use crate::journal::Sentry;

/// How often each journal is looked at.
const LOOKS: Duration = Duration::from_secs(1);

/// All posts of a hall.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Patrol(Arc<Mutex<Vec<Weak<Post>>>>);

/// Where whoever appends to a journal hears that somebody has had a hand in it.
#[derive(Debug, Default)]
pub(in crate::hall) struct Post {
    sentry: Mutex<Option<Arc<Sentry>>>,
    bell: Notify,
}

impl Patrol {
    /// A post that is passed each second, as long as somebody is there.
    pub(in crate::hall) fn post(&self) -> Arc<Post> {
        let post = Arc::<Post>::default();
        lock(&self.0).push(Arc::downgrade(&post));
        post
    }

    /// Walks for ever.
    pub(in crate::hall) async fn walk(self) {
        loop {
            tokio::time::sleep(LOOKS).await;
            let patrol = self.clone();
            if spawn_blocking(move || patrol.pass()).await.is_err() {
                return;
            }
        }
    }

    /// Passes all posts once.
    fn pass(&self) {
        let posts: Vec<_> = {
            let mut posts = lock(&self.0);
            posts.retain(|post| post.strong_count() > 0);
            posts.iter().filter_map(Weak::upgrade).collect()
        };
        posts.iter().for_each(|post| post.look());
    }
}

impl Post {
    /// This is the journal's sentry from now on.
    pub(in crate::hall) fn stand(&self, sentry: Option<Arc<Sentry>>) {
        let mut standing = lock(&self.sentry);
        let is_there = match (&*standing, &sentry) {
            (Some(there), Some(sentry)) => Arc::ptr_eq(there, sentry),
            (there, sentry) => there.is_none() && sentry.is_none(),
        };
        if !is_there {
            *standing = sentry;
        }
    }

    /// Waits until somebody has had a hand in the journal.
    pub(in crate::hall) async fn alarmed(&self) {
        self.bell.notified().await;
    }

    fn look(&self) {
        let sentry = lock(&self.sentry).clone();
        // What cannot be looked at is looked at by who appends to it, who says so.
        if sentry.is_some_and(|sentry| !matches!(sentry.look(), Ok(None))) {
            self.bell.notify_one();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
