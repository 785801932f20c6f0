//! When a program is to end.

use tokio::signal::unix::{SignalKind, signal};

/// Returns once the system or a person wants it. Where the system's wish cannot be heard, that is at once.
pub async fn ended() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
