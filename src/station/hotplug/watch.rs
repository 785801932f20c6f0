//! Ports on USB that come and go, serial lines and devices that exchange reports: listed when something has changed, and from time to time in any case.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use touchmove_drivers::families::FAMILIES;

use super::hid::{hid_devices, matching_hid};
use super::netlink::Listener;
use super::source::{AddressChange, FoundAddress, Source, Watching, differences};
use super::sysfs::{matching, usb_ports};

/// Time between two listings where nothing tells of changes.
const LISTED_EVERY: Duration = Duration::from_secs(2);

/// The same where something does: it may be wrong.
const LISTED_ANYWAY: Duration = Duration::from_secs(30);

/// Changes come in flocks: a hub brings all that is behind it.
const FLOCK: Duration = Duration::from_millis(100);

/// The ports on USB of this machine.
#[derive(Clone, Copy, Debug)]
pub struct UsbSource;

impl Source for UsbSource {
    fn watch(&self, changes: mpsc::Sender<AddressChange>) -> Watching {
        Box::pin(watch(changes))
    }
}

async fn watch(changes: mpsc::Sender<AddressChange>) {
    let (changed, rings) = mpsc::channel(1);
    let listener = Listener::start(changed);
    if let Err(error) = &listener {
        tracing::info!(
            "no word of devices that come and go ({error}); ports are listed every 2 s instead"
        );
    }
    let list = async || tokio::task::spawn_blocking(listed).await.ok()?;
    follow(changes, rings, list).await;
}

/// All that are there; `None` where the system does not say.
fn listed() -> Option<Vec<FoundAddress>> {
    let mut found = matching(&usb_ports().ok()?, FAMILIES);
    found.extend(matching_hid(&hid_devices().ok()?, FAMILIES));
    Some(found)
}

async fn follow(
    changes: mpsc::Sender<AddressChange>,
    rings: mpsc::Receiver<()>,
    list: impl AsyncFn() -> Option<Vec<FoundAddress>>,
) {
    let (mut known, mut bell) = (Vec::new(), Some(rings));
    loop {
        let listed = Instant::now();
        // After a failed listing nothing is known to have changed.
        if let Some(now) = list().await {
            for change in differences(&known, &now) {
                if changes.send(change).await.is_err() {
                    return;
                }
            }
            known = now;
        }
        tokio::select! {
            () = changes.closed() => return,
            () = next(&mut bell, listed) => {}
        }
    }
}

/// Waits until it is time for the next listing.
async fn next(bell: &mut Option<mpsc::Receiver<()>>, listed: Instant) {
    if let Some(rings) = bell {
        tokio::select! {
            rung = rings.recv() => match rung {
                Some(()) => return sleep(FLOCK).await,
                // Nothing can be heard any more.
                None => *bell = None,
            },
            () = sleep_until(listed + LISTED_ANYWAY) => return,
        }
    }
    sleep_until(listed + LISTED_EVERY).await;
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::hotplug::sysfs::UsbPort;

    /// What is plugged in, and word of it.
    struct Bench {
        ports: Arc<Mutex<Vec<UsbPort>>>,
        bell: Option<mpsc::Sender<()>>,
        told: mpsc::Receiver<AddressChange>,
        start: Instant,
    }

    impl Bench {
        fn new() -> Self {
            let ports = Arc::<Mutex<Vec<UsbPort>>>::default();
            let (bell, rings) = mpsc::channel(1);
            let (changes, told) = mpsc::channel(8);
            let listed = Arc::clone(&ports);
            let list = async move || Some(matching(&listed.lock().unwrap(), FAMILIES));
            tokio::spawn(follow(changes, rings, list));
            Self { ports, bell: Some(bell), told, start: Instant::now() }
        }

        fn plug_in(&self, node: &str) {
            let port = UsbPort { path: node.into(), vendor: 0x0403, product: 0x6001 };
            self.ports.lock().unwrap().push(port);
        }

        /// How long after the start the next change is told, and which.
        async fn next(&mut self) -> (Duration, String) {
            let told = match self.told.recv().await.unwrap() {
                AddressChange::Appeared(found) => format!("+{}", found.address),
                AddressChange::Vanished(address) => format!("-{address}"),
            };
            (self.start.elapsed(), told)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_port_is_told_at_once_when_something_rings_and_else_within_half_a_minute() {
        let mut bench = Bench::new();
        sleep(Duration::from_secs(5)).await;
        bench.plug_in("/dev/ttyUSB0");
        bench.bell.as_ref().unwrap().try_send(()).unwrap();
        assert_eq!(bench.next().await, (Duration::from_millis(5_100), "+/dev/ttyUSB0".into()));
        bench.ports.lock().unwrap().clear();
        assert_eq!(bench.next().await, (Duration::from_millis(35_100), "-/dev/ttyUSB0".into()));
    }

    #[tokio::test(start_paused = true)]
    async fn where_nothing_rings_any_more_ports_are_listed_every_two_seconds() {
        let mut bench = Bench::new();
        sleep(Duration::from_secs(5)).await;
        bench.bell = None;
        bench.plug_in("/dev/ttyUSB0");
        assert_eq!(bench.next().await.1, "+/dev/ttyUSB0");
        assert!(bench.start.elapsed() <= Duration::from_secs(7));
    }

    #[tokio::test(start_paused = true)]
    async fn many_rings_are_few_listings() {
        let (changes, _told) = mpsc::channel(8);
        let (bell, rings) = mpsc::channel(1);
        let listings = Arc::<Mutex<u32>>::default();
        let listed = Arc::clone(&listings);
        let list = async move || {
            *listed.lock().unwrap() += 1;
            None
        };
        tokio::spawn(follow(changes, rings, list));
        for _ in 0..1_000 {
            let _ = bell.try_send(());
            sleep(Duration::from_millis(1)).await;
        }
        assert!(*listings.lock().unwrap() <= 12, "{listings:?}");
    }

    #[tokio::test]
    async fn watching_ends_when_nobody_listens() {
        let (changes, listener) = mpsc::channel(1);
        drop(listener);
        UsbSource.watch(changes).await;
    }
}
