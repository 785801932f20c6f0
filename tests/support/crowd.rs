//! Halls with dozens of simulated boards, one at a time.

use tokio::sync::{Mutex, MutexGuard};

/// More boards than one hall's are more than a small machine plays in time.
static CROWD: Mutex<()> = Mutex::const_new(());

/// Waits until no other test has dozens of boards.
pub(crate) async fn alone() -> MutexGuard<'static, ()> {
    CROWD.lock().await
}
