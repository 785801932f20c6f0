//! A bluetoothd of a test's own, on a private bus: adapters, devices and characteristics as BlueZ exports them, and boards
//! behind them that people play on. Programs reach it by DBUS_SYSTEM_BUS_ADDRESS.

mod adapter;
mod device;
mod gatt;
mod line;
mod peer;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use touchmove_station::link::address::BluetoothAddress;
use zbus::connection::Builder;
use zbus::fdo::ObjectManager;
use zbus::{Connection, Variant};

use super::PrivateBus;

use self::adapter::Adapter;
use self::device::Device;
pub(crate) use self::peer::{Peer, Trap};

/// The path of its only adapter.
const ADAPTER: &str = "/org/bluez/hci0";

const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// The radio of a simulated machine.
#[derive(Clone)]
pub(crate) struct Bluez(Arc<Inner>);

struct Inner {
    bus: String,
    peers: Mutex<Vec<Arc<Peer>>>,
    state: Mutex<State>,
    /// While bluetoothd runs.
    connection: Mutex<Option<Connection>>,
}

#[derive(Debug)]
struct State {
    is_plugged_in: bool,
    is_powered: bool,
    is_discovering: bool,
    /// How often a scan was begun.
    scans: usize,
    /// Connects that came while another one was under way, or before the link of the last one was gone.
    disturbed: usize,
    /// How many connects are under way.
    connecting: usize,
    /// Who takes the sockets of serial lines, and who answers for PINs.
    profile: Option<line::Client>,
    agent: Option<line::Client>,
}

impl Bluez {
    /// bluetoothd starts on `bus`, with an adapter that is switched on and with these boards, which it has seen before.
    pub(crate) async fn start(bus: &PrivateBus, peers: Vec<Peer>) -> Self {
        let state = State {
            is_plugged_in: true,
            is_powered: true,
            is_discovering: false,
            scans: 0,
            disturbed: 0,
            connecting: 0,
            profile: None,
            agent: None,
        };
        let bluez = Self(Arc::new(Inner {
            bus: bus.address().to_owned(),
            peers: Mutex::new(peers.into_iter().map(Arc::new).collect()),
            state: Mutex::new(state),
            connection: Mutex::default(),
        }));
        bluez.revive().await;
        bluez
    }

    /// bluetoothd dies, and all links with it.
    pub(crate) async fn die(&self) {
        let connection = self.0.connection.lock().unwrap().take().unwrap();
        for peer in self.peers() {
            peer.cut();
        }
        connection.close().await.unwrap();
    }

    /// It starts again.
    pub(crate) async fn revive(&self) {
        let connection = Builder::address(self.0.bus.as_str())
            .serve_at("/", ObjectManager)
            .build()
            .await
            .unwrap();
        *self.0.connection.lock().unwrap() = Some(connection.clone());
        (self.state().is_discovering, self.state().profile) = (false, None);
        let server = connection.object_server();
        server.at("/org/bluez", line::Managers::of(self.clone())).await.unwrap();
        server.at("/org/bluez", line::Agents::of(self.clone())).await.unwrap();
        if self.state().is_plugged_in {
            self.export().await;
        }
        connection.request_name("org.bluez").await.unwrap();
    }

    /// The adapter is pulled out: the kernel switches it off before it is gone.
    pub(crate) async fn pull_adapter(&self) {
        self.state().is_powered = false;
        self.tell(ADAPTER, "org.bluez.Adapter1", "Powered", Variant::from(false)).await;
        self.state().is_plugged_in = false;
        let server = self.connection();
        let server = server.object_server();
        for peer in self.peers() {
            self.drop_link(&peer).await;
            let _ = server.remove::<Device, _>(peer.path()).await;
        }
        server.remove::<Adapter, _>(ADAPTER).await.unwrap();
    }

    /// It is plugged in again.
    pub(crate) async fn plug_adapter_in(&self) {
        {
            let mut state = self.state();
            (state.is_plugged_in, state.is_powered, state.is_discovering) = (true, true, false);
        }
        self.export().await;
    }

    async fn export(&self) {
        let server = self.connection();
        let server = server.object_server();
        server.at(ADAPTER, Adapter::of(self.clone())).await.unwrap();
        for peer in self.peers().into_iter().filter(|peer| peer.is_remembered()) {
            self.export_device(&peer).await;
        }
    }

    /// A board is switched on, or comes near.
    pub(crate) async fn come_near(&self, address: BluetoothAddress) {
        let peer = self.peer(address);
        peer.set_near();
        if self.state().is_discovering {
            self.advertise(&peer).await;
        }
    }

    /// A board goes out of range: its link drops.
    pub(crate) async fn go_away(&self, address: BluetoothAddress) {
        let peer = self.peer(address);
        peer.set_away();
        self.drop_link(&peer).await;
    }

    /// How often a scan was begun.
    pub(crate) fn scans(&self) -> usize {
        self.state().scans
    }

    /// How often a connect disturbed another one.
    pub(crate) fn disturbed(&self) -> usize {
        self.state().disturbed
    }

    /// The board at this address.
    pub(crate) fn peer(&self, address: BluetoothAddress) -> Arc<Peer> {
        self.peers().into_iter().find(|peer| peer.address() == address).unwrap()
    }

    fn peers(&self) -> Vec<Arc<Peer>> {
        self.0.peers.lock().unwrap().clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap()
    }

    fn connection(&self) -> Connection {
        self.0.connection.lock().unwrap().clone().unwrap()
    }

    async fn export_device(&self, peer: &Arc<Peer>) {
        let server = self.connection();
        let device = Device::of(self.clone(), Arc::clone(peer));
        server.object_server().at(peer.path(), device).await.unwrap();
        peer.remember();
    }

    /// A board shows itself to an adapter that listens.
    async fn advertise(&self, peer: &Arc<Peer>) {
        if !peer.is_near() || peer.is_connected() {
            return;
        }
        if !peer.is_remembered() {
            self.export_device(peer).await;
        }
        self.tell(&peer.path(), "org.bluez.Device1", "RSSI", Variant::from(-58_i16)).await;
    }

    /// The link to a board ends: its services go with it.
    async fn drop_link(&self, peer: &Arc<Peer>) {
        if !peer.cut() {
            return;
        }
        if peer.has_characteristics() {
            self.remove_services(peer).await;
        }
        let device = "org.bluez.Device1";
        self.tell(&peer.path(), device, "ServicesResolved", Variant::from(false)).await;
        self.tell(&peer.path(), device, "Connected", Variant::from(false)).await;
    }

    async fn tell(&self, path: &str, interface: &str, name: &str, value: Variant<'_>) {
        let changed = (interface, HashMap::from([(name, value)]), Vec::<&str>::new());
        let connection = self.connection();
        connection
            .emit_signal(None::<&str>, path, PROPERTIES, "PropertiesChanged", &changed)
            .await
            .unwrap();
    }
}
