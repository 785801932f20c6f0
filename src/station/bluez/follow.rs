//! Follows what BlueZ tells of its objects.

use std::sync::Weak;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::{Select, select};
use tokio::time::sleep;
use zbus::fdo::{DBusProxy, InterfacesAdded, InterfacesRemoved, PropertiesChanged};
use zbus::fdo::{ManagedObjects, NameOwnerChanged};
use zbus::names::BusName;
use zbus::{Connection, MatchRule, Message, MessageStream, message};

use super::Shared;
use super::call::{BLUEZ, CallError, Method};
use super::view::{ADAPTER, BusProperties, DEVICE, View};

/// How long until a bus that is not there, or has ended, is tried again.
const TRIED_AGAIN: Duration = Duration::from_secs(30);

/// How long the list of objects may take.
const LISTED_WITHIN: Duration = Duration::from_secs(10);

/// Follows BlueZ until the radio is let go.
pub(super) async fn follow(radio: Weak<Shared>) {
    let mut said = None;
    while let Some(shared) = radio.upgrade() {
        let ended = match Follower::start().await {
            Ok(mut follower) => {
                drop(shared);
                follower.run(&radio).await
            }
            Err(error) => Err(error),
        };
        let Some(shared) = radio.upgrade() else { return };
        shared.view.send_modify(View::clear);
        drop(shared);
        let Err(error) = ended else { continue };
        let why = error.to_string();
        if said.as_ref() != Some(&why) {
            tracing::info!("no Bluetooth: {why}; it is tried again every 30 s");
            said = Some(why);
        }
        sleep(TRIED_AGAIN).await;
    }
}

struct Follower {
    connection: Connection,
    signals: Select<MessageStream, MessageStream>,
}

impl Follower {
    async fn start() -> Result<Self, CallError> {
        let connection = Connection::system().await?;
        let signal = || MatchRule::builder().msg_type(message::Type::Signal);
        let objects = signal().sender(BLUEZ).build()?;
        let owner = signal()
            .sender("org.freedesktop.DBus")
            .interface("org.freedesktop.DBus")
            .member("NameOwnerChanged")
            .arg(0, BLUEZ)
            .build()?;
        let objects = MessageStream::for_match_rule(objects, &connection, None).await?;
        let owner = MessageStream::for_match_rule(owner, &connection, None).await?;
        let signals = select(objects, owner);
        Ok(Self { connection, signals })
    }

    /// Ends with the bus, or, well, when the radio is let go.
    async fn run(&mut self, radio: &Weak<Shared>) -> Result<(), CallError> {
        let bus = DBusProxy::new(&self.connection).await?;
        if bus.name_has_owner(BusName::from_static_str(BLUEZ)?).await.map_err(zbus::Error::from)? {
            self.read(radio).await?;
        } else if let Some(shared) = radio.upgrade() {
            tracing::info!(
                "no Bluetooth: bluetoothd does not run; boards in the air are not looked for"
            );
            shared.view.send_modify(View::clear);
        }
        while let Some(signal) = self.signals.next().await {
            let signal = signal?;
            let Some(shared) = radio.upgrade() else { return Ok(()) };
            if let Some(changed) = NameOwnerChanged::from_message(signal.clone()) {
                let has_owner = changed.args()?.new_owner().is_some();
                shared.view.send_modify(View::clear);
                drop(shared);
                if has_owner {
                    self.read(radio).await?;
                }
                continue;
            }
            shared.view.send_if_modified(|view| take(view, signal));
        }
        Ok(())
    }

    /// Reads all objects. Signals that come meanwhile are folded in behind.
    async fn read(&self, radio: &Weak<Shared>) -> Result<(), CallError> {
        let method = Method {
            path: "/",
            interface: "org.freedesktop.DBus.ObjectManager",
            name: "GetManagedObjects",
            within: LISTED_WITHIN,
        };
        let objects = match method.call(&self.connection, &()).await {
            Ok(answer) => answer.body().deserialize::<ManagedObjects>()?,
            // It has died again, or is about to: that is told.
            Err(error) => {
                tracing::debug!("bluetoothd does not list its objects: {error}");
                return Ok(());
            }
        };
        let mut listed = Vec::new();
        for (path, interfaces) in objects {
            for (interface, properties) in interfaces {
                listed.push((path.to_string(), interface.to_string(), properties));
            }
        }
        if let Some(shared) = radio.upgrade() {
            shared.view.send_modify(|view| view.read(listed));
        }
        Ok(())
    }
}

/// Folds a signal into what is known. Whether it is about anything that matters.
fn take(view: &mut View, signal: Message) -> bool {
    fold(view, signal).unwrap_or_default()
}

fn fold(view: &mut View, signal: Message) -> Option<bool> {
    let path = signal.header().path()?.to_string();
    if let Some(changed) = PropertiesChanged::from_message(signal.clone()) {
        let changed = changed.args().ok()?;
        let interface = changed.interface_name().as_str();
        if ![ADAPTER, DEVICE].contains(&interface) {
            return None;
        }
        let owned = changed.changed_properties().iter();
        let owned = owned
            .filter_map(|(name, value)| Some(((*name).to_owned(), value.try_to_owned().ok()?)));
        view.update(&path, interface, &owned.collect::<BusProperties>());
    } else if let Some(added) = InterfacesAdded::from_message(signal.clone()) {
        let added = added.args().ok()?;
        for (interface, properties) in added.interfaces_and_properties() {
            let owned = properties
                .iter()
                .filter_map(|(name, value)| Some(((*name).to_owned(), value.try_to_owned().ok()?)));
            view.update(added.object_path(), interface, &owned.collect::<BusProperties>());
        }
    } else {
        let removed = InterfacesRemoved::from_message(signal)?;
        let removed = removed.args().ok()?;
        for interface in removed.interfaces().iter() {
            view.remove(removed.object_path(), interface);
        }
    }
    Some(true)
}
