//! When a role is to end.

use tokio::sync::watch;
use touchmove_client::ending::ended;

/// Whether the role is to end: becomes true once the system or a person wants it.
pub(crate) fn ending() -> watch::Receiver<bool> {
    let (end, ending) = watch::channel(false);
    tokio::spawn(async move {
        ended().await;
        end.send_replace(true);
        end.closed().await;
    });
    ending
}
