//! How a bus that takes nothing more of us is told from one that is slow.
//!
//! Time alone does not tell: on a busy machine, or while a hundred clients call at once, a bus may need a second for a turn
//! in which it reads a little of everybody. So whoever doubts has it answer somebody else: in each turn in which it
//! does, it would have read something of us as well.

use std::time::Duration;

use tokio::time::{sleep, timeout};
use zbus::fdo::DBusProxy;
use zbus::{Address, connection};

use super::ON_THE_WAY;

/// How long the bus may take before anybody doubts.
const DOUBTED_AFTER: Duration = Duration::from_millis(500);

/// In so many turns a bus reads what is on its way from us, and as much again: dbus-daemon reads 2 KiB of a client in one
/// (`dbus-transport-socket.c`, `max_bytes_read_per_iteration`), and a socket holds twice [`ON_THE_WAY`] (socket(7)).
const TURNS: usize = 4 * ON_THE_WAY / (2 << 10);

/// A bus that has not come to so many turns by then answers nobody.
const TURNS_WITHIN: Duration = Duration::from_secs(10);

/// How long the bus at an address may take for what is said to it.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    address: Address,
}

impl Patience {
    /// With the bus at this address.
    pub(super) const fn with(address: Address) -> Self {
        Self { address }
    }

    /// Waits until the bus has had time enough to take something, and the turns for it.
    pub(super) async fn end(&self) {
        sleep(DOUBTED_AFTER).await;
        // Whoever is refused another connection, or hears nothing, has no more to go by than the time.
        let _ = timeout(TURNS_WITHIN, self.see_turns()).await;
    }

    async fn see_turns(&self) -> zbus::Result<()> {
        let other = connection::Builder::address(self.address.clone()).build().await?;
        let bus = DBusProxy::new(&other).await?;
        for _ in 0..TURNS {
            bus.get_id().await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use tokio::time::Instant;

    use super::*;

    async fn end_with(path: &std::path::Path) -> Duration {
        let began = Instant::now();
        Patience::with(format!("unix:path={}", path.display()).parse().unwrap()).end().await;
        began.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_hears_nothing_of_the_bus_goes_by_the_time_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bus");
        let nobody = end_with(&path).await;
        assert!((DOUBTED_AFTER..TURNS_WITHIN).contains(&nobody), "{nobody:?}");
        let _silent = UnixListener::bind(&path).unwrap();
        let silent = end_with(&path).await;
        assert!(silent >= DOUBTED_AFTER + TURNS_WITHIN, "{silent:?}");
    }
}
