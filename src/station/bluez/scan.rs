//! When the radio listens for boards.
//!
//! A scan takes the antenna from the links that are open, and power from a machine on batteries. So it listens only where
//! a board is missing: one that somebody has trusted, or whose port somebody has named, and that is not connected. It does
//! so for a window at a time, ends the window when a missing board is heard, and pauses before the next one, longer where
//! boards are being played on. Boards that nobody has trusted are looked for by `touchmove bluetooth`, while a person
//! waits.

use std::collections::HashMap;
use std::sync::Weak;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use zbus::{Connection, Variant};

use super::Shared;
use super::call::{CallError, Method};
use super::rows::{self, Way};
use super::view::{ADAPTER, RadioCondition, View};
use crate::link::address::BluetoothAddress;

/// How long a window is: boards show themselves every second or two.
pub(super) const WINDOW: Duration = Duration::from_secs(6);

/// Time between two windows.
const PAUSE: Duration = Duration::from_secs(4);

/// The same, where boards are connected.
const PAUSE_BESIDE_LINKS: Duration = Duration::from_secs(24);

/// How long a call may take.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// Scans until the radio is let go.
pub(super) async fn scan(radio: Weak<Shared>) {
    let Some(mut views) = radio.upgrade().map(|shared| shared.view.subscribe()) else { return };
    loop {
        // Who is ours may change while the value does not; it is sent all the same then.
        let missing = loop {
            let Some(shared) = radio.upgrade() else { return };
            let missing = missing(&shared, &views.borrow_and_update());
            drop(shared);
            if !missing.is_empty() {
                break missing;
            }
            if views.changed().await.is_err() {
                return;
            }
        };
        let Some(shared) = radio.upgrade() else { return };
        if let Err(error) = window(&shared, &mut views, &missing).await {
            tracing::debug!("no scan: {error}");
        }
        drop(shared);
        pause(&radio, &mut views, &missing).await;
    }
}

/// The boards that are to be there and are not connected. Classic ones are called without having been heard.
fn missing(shared: &Shared, view: &View) -> Vec<BluetoothAddress> {
    if view.condition() != RadioCondition::Usable {
        return Vec::new();
    }
    let ours = shared.ours();
    let known = view.devices().map(|(_, device)| device).filter(|device| {
        device.trusted && !rows::families(device).is_empty() && rows::way(device) == Way::Gatt
    });
    let mut all: Vec<_> = known.map(|device| device.address).chain(ours.iter().copied()).collect();
    all.sort_by_key(|address| address.0);
    all.dedup();
    all.retain(|address| !view.device(*address).is_some_and(|(_, device)| device.connected));
    all
}

/// Listens until one of `missing` is heard, at most for a window.
async fn window(
    shared: &Shared,
    views: &mut watch::Receiver<View>,
    missing: &[BluetoothAddress],
) -> Result<(), CallError> {
    let _turn = shared.turn.lock().await;
    let connection = Connection::system().await?;
    let adapters: Vec<_> = views.borrow().powered().map(str::to_owned).collect();
    let begun = Instant::now();
    let was_heard = |view: &View| {
        missing.iter().filter_map(|address| view.device(*address)).any(|(_, device)| {
            device.connected || device.signal.is_some_and(|signal| signal.at >= begun)
        })
    };
    for adapter in &adapters {
        let filter = HashMap::from([
            ("Transport", Variant::from("le")),
            // A board that has been heard is to be heard again.
            ("DuplicateData", Variant::from(true)),
        ]);
        call(&connection, adapter, "SetDiscoveryFilter", &(filter,)).await?;
        call(&connection, adapter, "StartDiscovery", &()).await?;
    }
    shared.view.send_modify(View::begin_window);
    let heard =
        views.wait_for(|view| was_heard(view) || view.condition() != RadioCondition::Usable);
    let is_full = timeout(WINDOW, heard).await.is_err();
    shared.view.send_modify(if is_full { View::end_window } else { View::cut_window_short });
    // What was begun by this connection ends with it; a controller that hangs is not waited for long.
    for adapter in &adapters {
        call(&connection, adapter, "StopDiscovery", &()).await?;
    }
    Ok(())
}

/// Waits until it is time for the next window, or another board is missing.
async fn pause(
    radio: &Weak<Shared>,
    views: &mut watch::Receiver<View>,
    before: &[BluetoothAddress],
) {
    let is_linked = views
        .borrow()
        .devices()
        .any(|(_, device)| device.connected && !rows::families(device).is_empty());
    let pause = sleep(if is_linked { PAUSE_BESIDE_LINKS } else { PAUSE });
    let others = views.wait_for(|view| {
        let Some(shared) = radio.upgrade() else { return true };
        missing(&shared, view).iter().any(|address| !before.contains(address))
    });
    tokio::select! {
        () = pause => {}
        _ = others => {}
    }
}

async fn call<B>(
    connection: &Connection,
    adapter: &str,
    name: &str,
    arguments: &B,
) -> Result<(), CallError>
where
    B: serde::Serialize + zbus::wire::Type,
{
    let method = Method { path: adapter, interface: ADAPTER, name, within: ANSWERED_WITHIN };
    method.call(connection, arguments).await.map(drop)
}
