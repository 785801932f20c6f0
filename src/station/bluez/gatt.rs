//! A board's characteristics as a link, by btleplug.

use std::pin::Pin;
use std::time::Duration;

use btleplug::api::{
    self, CharPropFlags, Characteristic, Manager as _, Peripheral as _, ValueNotification,
    WriteType,
};
use btleplug::platform::Peripheral;
use futures_util::{Stream, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use touchmove_drivers::family::{Flow, Gatt, Way};
use touchmove_drivers::{Channel, Packet};

use super::view::View;
use super::{Radio, refusal, rows, trouble};
use crate::link::address::BluetoothAddress;
use crate::link::connector::Connector;
use crate::link::identity::own_number;
use crate::link::{Link, LinkError, LinkFuture, filled};

/// How long a connect may take, with what BlueZ asks the board about its services.
const CONNECTED_WITHIN: Duration = Duration::from_secs(25);

/// How long a link may take to be gone after a connect that failed, or after it was let go.
const GONE_WITHIN: Duration = Duration::from_secs(5);

/// How long after a connect that failed BlueZ may forget a board.
const FORGOTTEN_WITHIN: Duration = Duration::from_secs(1);

/// BlueZ may say that services are known before it shows them. It is asked again for so long ...
const SHOWN_WITHIN: Duration = Duration::from_secs(3);

/// ... as often as this.
const ASKED_AGAIN: Duration = Duration::from_millis(200);

/// When nothing has come for so long from a board that was let go, nothing more will.
const QUIET_FOR: Duration = Duration::from_millis(200);

/// How long that may take: another board may have to be connected first.
const QUIET_WITHIN: Duration = Duration::from_secs(30);

/// How long any other call may take.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// A first connect may fail where a second works (`le-connection-abort-by-local`).
const TRIES: usize = 2;

/// The Serial Number String of Device Information (Bluetooth SIG, Assigned Numbers, 3.8).
const SERIAL_NUMBER: u128 = 0x0000_2A25_0000_1000_8000_0080_5F9B_34FB;

/// How long a board may take to tell it. It is no part of its protocol, and some never answer.
const NUMBER_WITHIN: Duration = Duration::from_secs(1);

/// What a write needs of a packet in the air besides its bytes (Core Specification, Vol 3, Part F, 3.4.5).
const WRITE_HEADER: usize = 3;

impl Connector<Gatt> for Radio {
    fn open<'a>(
        &'a self,
        address: &'a BluetoothAddress,
        gatt: Gatt,
    ) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async move {
            self.start();
            self.hear(*address).await?;
            if self.is_classic(*address) {
                return Err(LinkError::NoWay { port: address.to_string() });
            }
            let _turn = self.0.turn.lock().await;
            let mut failed = None;
            for _ in 0..TRIES {
                match self.attempt(*address, gatt).await {
                    Ok(link) => return Ok(Box::new(link) as Box<dyn Link>),
                    Err(error) => failed = Some(error),
                }
            }
            let port = address.to_string();
            Err(failed.unwrap_or(LinkError::OutOfRange { port }))
        })
    }
}

impl Radio {
    /// Connects, looks for the characteristics and subscribes, all of it anew.
    async fn attempt(&self, address: BluetoothAddress, gatt: Gatt) -> Result<GattLink, LinkError> {
        let peripheral = self.peripheral(address).await?;
        // Where this ends early, by an error or because nobody waits for it any more, the board is let go.
        let mut connection = Connection {
            radio: self.clone(),
            drops: self.0.view.borrow().drops(address),
            attempt: self.0.count_attempt(address),
            address,
            peripheral,
            is_kept: false,
        };
        match connection.establish(gatt).await {
            Ok((said, channels)) => {
                let number = connection.number().await;
                connection.is_kept = true;
                let views = self.views();
                let mut link = GattLink { connection, said, channels, gatt, number, views };
                link.views.mark_changed();
                Ok(link)
            }
            Err(error) => {
                connection.release().await;
                Err(error)
            }
        }
    }

    /// Whether what BlueZ knows there is of the other kind of radio, where a connect would open all that it has.
    fn is_classic(&self, address: BluetoothAddress) -> bool {
        let view = self.0.view.borrow();
        view.device(address).is_some_and(|(_, device)| rows::way(device) == rows::Way::Rfcomm)
    }

    /// BlueZ may forget what it could not connect to. It is to be looked for all the same.
    async fn claim_if_forgotten(&self, address: BluetoothAddress) {
        let mut views = self.views();
        let forgotten = views.wait_for(|view| {
            let is_usable = trouble(view, address).is_none();
            is_usable && view.device(address).is_none()
        });
        if matches!(timeout(FORGOTTEN_WITHIN, forgotten).await, Ok(Ok(_))) {
            self.0.claim(address);
        }
    }

    /// The board as btleplug knows it, at the adapter that hears it.
    async fn peripheral(&self, address: BluetoothAddress) -> Result<Peripheral, LinkError> {
        let id = {
            let view = self.0.view.borrow();
            if let Some(error) = trouble(&view, address) {
                return Err(error);
            }
            let device = view.device(address);
            device.map(|(path, _)| path.trim_start_matches("/org/bluez/").to_owned())
        };
        let out_of_range = || LinkError::OutOfRange { port: address.to_string() };
        let id = id.ok_or_else(out_of_range)?;
        let ask = async {
            for adapter in self.manager(address).await?.adapters().await? {
                let all = api::Central::peripherals(&adapter).await?;
                if let Some(one) = all.into_iter().find(|one| one.id().to_string() == id) {
                    return Ok(Some(one));
                }
            }
            Ok::<_, btleplug::Error>(None)
        };
        answered(address, ANSWERED_WITHIN, ask).await?.ok_or_else(out_of_range)
    }
}

/// What a board says. bluez-async (0.9) panics where something comes between the end of its stream and the end of the rule
/// that the bus has for it, so the stream of a board that was let go is heard until it is quiet.
struct Said(Option<Pin<Box<dyn Stream<Item = ValueNotification> + Send>>>);

impl Said {
    async fn next(&mut self) -> Option<ValueNotification> {
        self.0.as_mut()?.next().await
    }
}

impl Drop for Said {
    fn drop(&mut self) {
        let (Some(mut values), Ok(runtime)) = (self.0.take(), Handle::try_current()) else {
            return;
        };
        runtime.spawn(timeout(QUIET_WITHIN, async move {
            while let Ok(Some(_)) = timeout(QUIET_FOR, values.next()).await {}
        }));
    }
}

/// A connection to a board, which is let go with the value.
struct Connection {
    radio: Radio,
    address: BluetoothAddress,
    peripheral: Peripheral,
    /// How often the link to this address had been lost before.
    drops: u64,
    /// How often the board had been tried to be reached, this time included.
    attempt: u64,
    /// Whether it has become a link.
    is_kept: bool,
}

/// A channel and the characteristic that it is.
struct Wired {
    channel: Channel,
    way: Way,
    characteristic: Characteristic,
}

impl Connection {
    async fn establish(&self, gatt: Gatt) -> Result<(Said, Vec<Wired>), LinkError> {
        let Self { peripheral, address, .. } = self;
        answered(*address, CONNECTED_WITHIN, peripheral.connect()).await?;
        // What btleplug has been told may not have been told here yet.
        let mut views = self.radio.views();
        let linked = views.wait_for(|view| {
            let is_connected = view.device(*address).is_some_and(|(_, device)| device.connected);
            is_connected || view.drops(*address) > self.drops
        });
        let _ = timeout(ANSWERED_WITHIN, linked).await;
        self.look()?;
        let channels = self.discover(gatt).await?;
        let said = answered(*address, ANSWERED_WITHIN, peripheral.notifications()).await?;
        let said = Said(Some(said));
        for one in channels.iter().filter(|one| one.way == Way::Notify) {
            let subscribed = peripheral.subscribe(&one.characteristic);
            answered(*address, ANSWERED_WITHIN, subscribed).await?;
        }
        self.look()?;
        Ok((said, channels))
    }

    /// The characteristics of the family's row, which all have to be there.
    async fn discover(&self, gatt: Gatt) -> Result<Vec<Wired>, LinkError> {
        let find = async {
            loop {
                let discovered = self.peripheral.discover_services();
                answered(self.address, ANSWERED_WITHIN, discovered).await?;
                if let Some(all) = self.wired(gatt) {
                    return Ok(all);
                }
                self.look()?;
                sleep(ASKED_AGAIN).await;
            }
        };
        let port = self.address.to_string();
        timeout(SHOWN_WITHIN, find).await.unwrap_or(Err(LinkError::NoWay { port }))
    }

    fn wired(&self, gatt: Gatt) -> Option<Vec<Wired>> {
        let all = self.peripheral.characteristics();
        let find = |uuid: u128| all.iter().find(|one| one.uuid.as_u128() == uuid).cloned();
        let wired = gatt.channels.iter().map(|row| {
            let characteristic = find(row.uuid.0)?;
            let way = offered(row.way, characteristic.properties);
            Some(Wired { channel: row.channel, way, characteristic })
        });
        wired.collect()
    }

    /// The serial number that the board tells of itself beside its protocol, where it tells one of its own.
    async fn number(&self) -> Option<String> {
        let all = self.peripheral.characteristics();
        let characteristic = all.iter().find(|one| one.uuid.as_u128() == SERIAL_NUMBER)?;
        let asked = timeout(NUMBER_WITHIN, self.peripheral.read(characteristic));
        own_number(std::str::from_utf8(&asked.await.ok()?.ok()?).ok()?)
    }

    /// Whether the link that was made is still there.
    fn look(&self) -> Result<(), LinkError> {
        lost(&self.radio.0.view.borrow(), self.address, self.drops).map_or(Ok(()), Err)
    }

    /// Lets the board go, and waits until it is gone: who connects before that disturbs it.
    async fn release(mut self) {
        self.is_kept = false;
        let mut views = self.radio.views();
        let address = self.address;
        let is_connected =
            |view: &View| view.device(address).is_some_and(|(_, device)| device.connected);
        let _ = timeout(GONE_WITHIN, self.peripheral.disconnect()).await;
        let _ = timeout(GONE_WITHIN, views.wait_for(|view| !is_connected(view))).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let is_lost = lost(&self.radio.0.view.borrow(), self.address, self.drops).is_some();
        let Ok(runtime) = Handle::try_current() else { return };
        let (radio, peripheral) = (self.radio.clone(), self.peripheral.clone());
        let (address, attempt, is_kept) = (self.address, self.attempt, self.is_kept);
        // Who waited for the board may be gone.
        runtime.spawn(async move {
            if !is_kept {
                radio.claim_if_forgotten(address).await;
            }
            if is_lost {
                return;
            }
            let _turn = radio.0.turn.lock().await;
            // A later link to the same board is another one's.
            if radio.0.attempts(address) == attempt {
                let _ = timeout(GONE_WITHIN, peripheral.disconnect()).await;
            }
        });
    }
}

/// A board's characteristics.
struct GattLink {
    connection: Connection,
    said: Said,
    channels: Vec<Wired>,
    gatt: Gatt,
    number: Option<String>,
    views: watch::Receiver<View>,
}

impl GattLink {
    fn wired(&self, channel: Channel) -> Option<&Wired> {
        self.channels.iter().find(|one| one.channel == channel && one.way != Way::Notify)
    }

    /// How much goes into one packet: all of it where its end means something, else what surely fits.
    fn longest(&self, length: usize) -> usize {
        match self.gatt.flow {
            Flow::Packets => length,
            Flow::Stream => usize::from(self.connection.peripheral.mtu()) - WRITE_HEADER,
        }
        .max(1)
    }
}

impl Link for GattLink {
    fn device_number(&self) -> Option<String> {
        self.number.clone()
    }

    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async move {
            let Self { connection, said, channels, views, .. } = self;
            let (address, drops) = (connection.address, connection.drops);
            loop {
                let value = tokio::select! {
                    biased;
                    Some(value) = said.next() => value,
                    view = views.wait_for(|view| view.drops(address) > drops) => {
                        let lost = view.ok().and_then(|view| lost(&view, address, drops));
                        let port = address.to_string();
                        return Err(lost.unwrap_or(LinkError::OutOfRange { port }));
                    }
                };
                let is_it =
                    |one: &&Wired| one.way == Way::Notify && one.characteristic.uuid == value.uuid;
                let Some(Wired { channel, .. }) = channels.iter().find(is_it) else { continue };
                let count = value.value.len().min(buffer.len());
                if count == 0 {
                    continue;
                }
                if let Some((room, bytes)) = buffer.get_mut(..count).zip(value.value.get(..count)) {
                    room.copy_from_slice(bytes);
                }
                return Ok(Packet { channel: *channel, bytes: filled(buffer, count) });
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async move {
            let (Connection { address, drops, radio, peripheral, .. }, channel) =
                (&self.connection, packet.channel);
            let Some(Wired { way, characteristic, .. }) = self.wired(channel) else {
                return Err(LinkError::NoChannel { port: address.to_string(), channel });
            };
            let kind = match way {
                Way::WriteWithoutResponse => WriteType::WithoutResponse,
                Way::Write | Way::Notify => WriteType::WithResponse,
            };
            for bytes in packet.bytes.chunks(self.longest(packet.bytes.len())) {
                let written = peripheral.write(characteristic, bytes, kind);
                if let Err(error) = answered(*address, ANSWERED_WITHIN, written).await {
                    let lost = lost(&radio.0.view.borrow(), *address, *drops);
                    return Err(lost.unwrap_or(error));
                }
            }
            Ok(())
        })
    }
}

/// Which way of writing a board offers. Boards of one maker differ; where the row's is missing, the other is taken.
fn offered(way: Way, properties: CharPropFlags) -> Way {
    match way {
        Way::Write if !properties.contains(CharPropFlags::WRITE) => Way::WriteWithoutResponse,
        Way::WriteWithoutResponse
            if !properties.contains(CharPropFlags::WRITE_WITHOUT_RESPONSE) =>
        {
            Way::Write
        }
        way => way,
    }
}

/// Why a link that was made when the address had been lost so often is no longer there; `None` where it is.
fn lost(view: &View, address: BluetoothAddress, drops: u64) -> Option<LinkError> {
    let is_lost = view.drops(address) > drops;
    let port = address.to_string();
    is_lost.then(|| trouble(view, address).unwrap_or(LinkError::OutOfRange { port }))
}

/// What btleplug answers in time.
async fn answered<T>(
    address: BluetoothAddress,
    within: Duration,
    call: impl Future<Output = Result<T, impl Into<Refusal>>>,
) -> Result<T, LinkError> {
    match timeout(within, call).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(refusal)) => Err(refusal.into().about(address)),
        Err(_) => Err(LinkError::OutOfRange { port: address.to_string() }),
    }
}

/// Why btleplug does not do something.
enum Refusal {
    /// By a text alone: it has no types for what BlueZ says.
    Bluez(String),
    /// It is known already.
    Known(LinkError),
}

impl From<btleplug::Error> for Refusal {
    fn from(error: btleplug::Error) -> Self {
        Self::Bluez(error.to_string())
    }
}

impl From<LinkError> for Refusal {
    fn from(error: LinkError) -> Self {
        Self::Known(error)
    }
}

impl Refusal {
    fn about(self, address: BluetoothAddress) -> LinkError {
        match self {
            Self::Bluez(text) => refusal::meaning(address, text),
            Self::Known(error) => error,
        }
    }
}
