//! `org.bluez.GattService1` and `org.bluez.GattCharacteristic1`, and what a board says on them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use touchmove_drivers::Packet;
use touchmove_drivers::family::{Characteristic as Row, Flow, Uuid, Way};
use zbus::{ObjectPath, OwnedVariant, Variant, interface};

use super::device::Device;
use super::{Bluez, Peer};

/// What a packet in the air carries with an MTU of 23.
const LONGEST: usize = 20;

const CHARACTERISTIC: &str = "org.bluez.GattCharacteristic1";

struct Service {
    peer: Arc<Peer>,
    uuid: Uuid,
}

struct Characteristic {
    peer: Arc<Peer>,
    row: &'static Row,
}

/// The Serial Number String of Device Information.
struct Number {
    peer: Arc<Peer>,
}

fn information_path(peer: &Peer) -> String {
    format!("{}/service0060", peer.path())
}

fn number_path(peer: &Peer) -> String {
    format!("{}/char0061", information_path(peer))
}

fn service_path(peer: &Peer) -> String {
    format!("{}/service0010", peer.path())
}

fn characteristic_path(peer: &Peer, index: usize) -> String {
    format!("{}/char{:04x}", service_path(peer), 0x11 + 2 * index)
}

impl Bluez {
    /// Exports the board's services, and what it says on them.
    pub(super) async fn serve(&self, peer: &Arc<Peer>) {
        let connection = self.connection();
        let server = connection.object_server();
        if !peer.is_bare() {
            let service = Service { peer: Arc::clone(peer), uuid: peer.gatt().service };
            server.at(service_path(peer), service).await.unwrap();
            for (index, row) in peer.gatt().channels.iter().enumerate() {
                let characteristic = Characteristic { peer: Arc::clone(peer), row };
                server.at(characteristic_path(peer, index), characteristic).await.unwrap();
            }
        }
        if peer.number().is_some() {
            let information = Service { peer: Arc::clone(peer), uuid: Uuid::assigned(0x180A) };
            server.at(information_path(peer), information).await.unwrap();
            server.at(number_path(peer), Number { peer: Arc::clone(peer) }).await.unwrap();
        }
        tokio::spawn(self.clone().speak(Arc::clone(peer)));
    }

    /// The same, some time after it was said that they are there.
    pub(super) fn serve_late(&self, peer: Arc<Peer>) {
        let bluez = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(500)).await;
            bluez.serve(&peer).await;
        });
    }

    pub(super) async fn remove_services(&self, peer: &Arc<Peer>) {
        let connection = self.connection();
        let server = connection.object_server();
        for index in 0..peer.gatt().channels.len() {
            let _ = server.remove::<Characteristic, _>(characteristic_path(peer, index)).await;
        }
        let _ = server.remove::<Service, _>(service_path(peer)).await;
        let _ = server.remove::<Number, _>(number_path(peer)).await;
        let _ = server.remove::<Service, _>(information_path(peer)).await;
    }

    /// BlueZ removes a board that it could not connect to.
    pub(super) fn vanish_soon(&self, peer: Arc<Peer>) {
        let bluez = self.clone();
        tokio::spawn(async move { bluez.forget(&peer).await });
    }

    /// A board's object goes, and its link.
    pub(super) async fn forget(&self, peer: &Arc<Peer>) {
        self.drop_link(peer).await;
        peer.forget();
        peer.set_trusted(false);
        let connection = self.connection();
        let _ = connection.object_server().remove::<Device, _>(peer.path()).await;
    }

    async fn speak(self, peer: Arc<Peer>) {
        while let Some(Packet { channel, bytes }) = peer.next().await {
            let is_it = |row: &Row| row.channel == channel && row.way == Way::Notify;
            let gatt = peer.gatt();
            let index = gatt.channels.iter().position(is_it).unwrap();
            let longest = match gatt.flow {
                Flow::Stream => LONGEST,
                Flow::Packets => bytes.len(),
            };
            for part in bytes.chunks(longest.max(1)) {
                let path = characteristic_path(&peer, index);
                self.tell(&path, CHARACTERISTIC, "Value", Variant::from(part.to_vec())).await;
                if peer.count_packet() {
                    return self.go_away(peer.address()).await;
                }
            }
        }
    }
}

#[interface(name = "org.bluez.GattService1")]
impl Service {
    #[zbus(property, name = "UUID")]
    fn uuid(&self) -> String {
        self.uuid.to_string()
    }

    #[zbus(property)]
    fn primary(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn device(&self) -> ObjectPath<'_> {
        ObjectPath::try_from(self.peer.path()).unwrap()
    }
}

#[interface(name = "org.bluez.GattCharacteristic1")]
impl Characteristic {
    async fn start_notify(&self) {
        self.peer.subscribe(self.row.channel);
    }

    async fn stop_notify(&self) {}

    async fn write_value(&self, value: Vec<u8>, _options: HashMap<String, OwnedVariant>) {
        self.peer.receive(Packet { channel: self.row.channel, bytes: &value });
    }

    #[zbus(property, name = "UUID")]
    fn uuid(&self) -> String {
        self.row.uuid.to_string()
    }

    #[zbus(property)]
    fn service(&self) -> ObjectPath<'_> {
        ObjectPath::try_from(service_path(&self.peer)).unwrap()
    }

    #[zbus(property)]
    fn flags(&self) -> Vec<String> {
        let flag = match self.row.way {
            Way::Notify => "notify",
            Way::Write => "write",
            Way::WriteWithoutResponse => "write-without-response",
        };
        vec![flag.to_owned()]
    }

    #[zbus(property)]
    fn notifying(&self) -> bool {
        false
    }

    #[zbus(property)]
    fn value(&self) -> Vec<u8> {
        Vec::new()
    }

    #[zbus(property, name = "MTU")]
    fn mtu(&self) -> u16 {
        23
    }
}

#[interface(name = "org.bluez.GattCharacteristic1")]
impl Number {
    async fn read_value(&self, _options: HashMap<String, OwnedVariant>) -> Vec<u8> {
        self.peer.number().unwrap_or_default().into()
    }

    #[zbus(property, name = "UUID")]
    fn uuid(&self) -> String {
        Uuid::assigned(0x2A25).to_string()
    }

    #[zbus(property)]
    fn service(&self) -> ObjectPath<'_> {
        ObjectPath::try_from(information_path(&self.peer)).unwrap()
    }

    #[zbus(property)]
    fn flags(&self) -> Vec<String> {
        vec!["read".to_owned()]
    }
}
