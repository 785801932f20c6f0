//! Halls with dozens of simulated boards, one at a time.

use tokio::sync::{Mutex, MutexGuard};

/// A user may have 128 instances of inotify (`fs.inotify.max_user_instances`), and each simulated board takes one.
static CROWD: Mutex<()> = Mutex::const_new(());

/// Waits until no other test has dozens of boards.
pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    CROWD.lock().await
}
