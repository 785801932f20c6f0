//! Boards in the air, by BlueZ.
//!
//! One task follows what BlueZ tells (`follow`) and folds it into a value (`view`); another one scans, where a board is
//! missing (`scan`). Links over characteristics are btleplug's (`gatt`), serial lines are sockets from BlueZ (`rfcomm`).
//! btleplug says neither that bluetoothd died nor, on an open link, that the link dropped, and never that an object is gone,
//! so that is read from the value everywhere.

mod call;
mod follow;
mod gatt;
pub mod pairing;
mod refusal;
mod rfcomm;
mod rows;
mod scan;
mod source;
pub mod view;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use btleplug::platform::Manager;
use tokio::sync::{self, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use self::view::{BluetoothService, RadioCondition, View};
use crate::link::LinkError;
use crate::link::address::BluetoothAddress;

/// How long the first look at BlueZ may take.
const FIRST_LOOK: Duration = Duration::from_secs(5);

/// How long a board that is to be opened is listened for: one window of scanning, and the beginning of another.
const LISTENED_FOR: Duration = Duration::from_secs(8);

/// The radio of this machine. Nothing is done before it is watched or something is opened.
#[derive(Clone, Default)]
pub struct Radio(Arc<Shared>);

#[derive(Default)]
struct Shared {
    view: watch::Sender<View>,
    /// Who holds it may scan or connect. Two that connect at once disturb each other, and a scan disturbs both.
    turn: sync::Mutex<()>,
    /// Boards that are ours though BlueZ does not say so: a person named the port, or BlueZ forgot the board when it could
    /// not connect to it.
    ours: Mutex<HashSet<BluetoothAddress>>,
    /// How often each board was tried to be reached.
    attempts: Mutex<HashMap<BluetoothAddress, u64>>,
    /// btleplug's connections to the bus, one for each board: they never end.
    managers: sync::Mutex<HashMap<BluetoothAddress, Manager>>,
    /// The services of serial lines that BlueZ knows to be ours.
    lines: sync::Mutex<Option<rfcomm::Lines>>,
    tasks: OnceLock<JoinSet<()>>,
}

impl Radio {
    /// Begins to follow BlueZ, where that has not begun. Call it within a runtime.
    fn start(&self) {
        self.0.tasks.get_or_init(|| {
            let mut tasks = self.tasks();
            tasks.spawn(scan::scan(Arc::downgrade(&self.0)));
            tasks
        });
    }

    /// The same, without ever scanning.
    fn follow(&self) {
        self.0.tasks.get_or_init(|| self.tasks());
    }

    /// Tasks hold no radio, so that they end with the last one.
    fn tasks(&self) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        tasks.spawn(follow::follow(Arc::downgrade(&self.0)));
        tasks
    }

    /// What is known, as it changes.
    fn views(&self) -> watch::Receiver<View> {
        self.0.view.subscribe()
    }

    /// btleplug's way to BlueZ for this board. No other board shares it: asked to match a namespace of paths no longer,
    /// dbus-daemon (1.14) forgets the newest rule of the connection with a namespace, whichever that is.
    async fn manager(&self, address: BluetoothAddress) -> Result<Manager, btleplug::Error> {
        let mut managers = self.0.managers.lock().await;
        if let Some(manager) = managers.get(&address) {
            return Ok(manager.clone());
        }
        let new = Manager::new().await?;
        managers.insert(address, new.clone());
        Ok(new)
    }

    /// Waits until it is known what there is.
    async fn look(&self) {
        let mut views = self.views();
        let looked = views.wait_for(|view| view.service() != BluetoothService::Unknown);
        let _ = timeout(FIRST_LOOK, looked).await;
    }

    /// Waits until the board is connected, or near enough that it is worth to connect to it.
    async fn hear(&self, address: BluetoothAddress) -> Result<(), LinkError> {
        self.look().await;
        let mut views = self.views();
        let is_unknown = {
            let view = views.borrow();
            if let Some(error) = trouble(&view, address) {
                return Err(error);
            }
            // What was known and is no more, somebody has had BlueZ forget.
            !view.was_known(address)
        };
        if is_unknown {
            self.0.claim(address);
        }
        let heard = views.wait_for(|view| {
            let device = view.device(address);
            trouble(view, address).is_some()
                || device.is_some_and(|(_, device)| device.connected || device.signal.is_some())
        });
        match timeout(LISTENED_FOR, heard).await {
            Ok(Ok(view)) => trouble(&view, address).map_or(Ok(()), Err),
            Ok(Err(_)) | Err(_) => Err(LinkError::OutOfRange { port: address.to_string() }),
        }
    }
}

impl Shared {
    fn ours(&self) -> MutexGuard<'_, HashSet<BluetoothAddress>> {
        self.ours.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often a board was tried to be reached.
    fn attempts(&self, address: BluetoothAddress) -> u64 {
        let attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        attempts.get(&address).copied().unwrap_or_default()
    }

    /// Counts one more, and says how often it was now.
    fn count_attempt(&self, address: BluetoothAddress) -> u64 {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = attempts.entry(address).or_default();
        *count += 1;
        *count
    }

    /// A board is ours, whatever BlueZ remembers of it.
    fn claim(&self, address: BluetoothAddress) {
        if self.ours().insert(address) {
            // Whoever scans is to look again.
            self.view.send_modify(|_| {});
        }
    }
}

impl fmt::Debug for Radio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Radio").finish_non_exhaustive()
    }
}

/// Why nothing can be reached; `None` where an adapter is switched on.
fn trouble(view: &View, port: impl ToString) -> Option<LinkError> {
    let port = port.to_string();
    match view.condition() {
        RadioCondition::Usable => None,
        RadioCondition::NoService => Some(LinkError::NoBluetooth { port }),
        RadioCondition::NoAdapter => Some(LinkError::AdapterMissing { port }),
        RadioCondition::Off => Some(LinkError::AdapterOff { port }),
    }
}
