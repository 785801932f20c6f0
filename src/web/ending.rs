//! When a role is to end.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

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

/// Returns once the system or a person wants it.
pub(crate) async fn ended() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
