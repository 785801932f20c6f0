//! `org.bluez.Device1`.

use std::sync::Arc;
use std::time::Duration;

use zbus::{ObjectPath, Variant, fdo, interface};

use super::{ADAPTER, Bluez, Peer, Trap};

/// How long a board and an adapter take to meet.
const TIME_OF_A_CONNECT: Duration = Duration::from_millis(100);

pub(super) struct Device {
    bluez: Bluez,
    peer: Arc<Peer>,
}

impl Device {
    pub(super) fn of(bluez: Bluez, peer: Arc<Peer>) -> Self {
        Self { bluez, peer }
    }

    async fn link(&self) -> Result<(), Error> {
        let (bluez, peer) = (&self.bluez, &self.peer);
        if peer.is_connected() {
            bluez.state().disturbed += 1;
            return Err(aborted());
        }
        if !peer.is_near() {
            return Err(aborted());
        }
        match peer.spring() {
            Some(Trap::Abort) => {
                peer.connect();
                self.changed("Connected", true).await;
                return Err(aborted());
            }
            Some(Trap::Vanish) => {
                bluez.vanish_soon(Arc::clone(peer));
                return Err(aborted());
            }
            Some(Trap::LateServices) => {
                peer.connect();
                self.changed("Connected", true).await;
                self.changed("ServicesResolved", true).await;
                bluez.serve_late(Arc::clone(peer));
                return Ok(());
            }
            Some(Trap::WrongBearer) => {
                peer.connect();
                self.changed("Connected", true).await;
                self.changed("ServicesResolved", true).await;
                return Ok(());
            }
            None => {}
        }
        peer.connect();
        self.changed("Connected", true).await;
        bluez.serve(peer).await;
        self.changed("ServicesResolved", true).await;
        Ok(())
    }

    async fn changed(&self, name: &str, value: bool) {
        let path = self.peer.path();
        self.bluez.tell(&path, "org.bluez.Device1", name, Variant::from(value)).await;
    }
}

#[derive(Debug, zbus::DBusError)]
#[zbus(prefix = "org.bluez.Error")]
pub(super) enum Error {
    #[zbus(error)]
    ZBus(zbus::Error),
    Failed(String),
    AuthenticationFailed(String),
}

fn aborted() -> Error {
    Error::Failed("le-connection-abort-by-local".to_owned())
}

#[interface(name = "org.bluez.Device1")]
impl Device {
    async fn connect(&self) -> Result<(), Error> {
        {
            let mut state = self.bluez.state();
            state.connecting += 1;
            state.disturbed += usize::from(state.connecting > 1);
        }
        tokio::time::sleep(TIME_OF_A_CONNECT).await;
        let connected = self.link().await;
        self.bluez.state().connecting -= 1;
        connected
    }

    async fn connect_profile(&self, _service: &str) -> Result<(), Error> {
        if !self.peer.is_near() || self.peer.spring().is_some() {
            return Err(Error::Failed("br-connection-page-timeout".to_owned()));
        }
        self.peer.connect();
        self.changed("Connected", true).await;
        self.bluez.call_line(&self.peer).await;
        Ok(())
    }

    async fn pair(&self) -> Result<(), Error> {
        match self.bluez.ask_pin(&self.peer).await {
            Some(pin) if pin == "0000" => {
                self.peer.pair();
                self.changed("Paired", true).await;
                Ok(())
            }
            answer => Err(Error::AuthenticationFailed(format!("{answer:?}"))),
        }
    }

    async fn disconnect(&self) {
        self.bluez.drop_link(&self.peer).await;
    }

    #[zbus(property)]
    fn adapter(&self) -> ObjectPath<'_> {
        ObjectPath::from_static_str(ADAPTER).unwrap()
    }

    #[zbus(property)]
    fn address(&self) -> String {
        self.peer.address().to_string()
    }

    #[zbus(property)]
    fn address_type(&self) -> &str {
        "random"
    }

    #[zbus(property)]
    fn name(&self) -> &str {
        self.peer.name()
    }

    #[zbus(property)]
    fn alias(&self) -> &str {
        self.peer.name()
    }

    #[zbus(property)]
    fn paired(&self) -> bool {
        self.peer.is_paired()
    }

    #[zbus(property)]
    fn trusted(&self) -> bool {
        self.peer.is_trusted()
    }

    #[zbus(property)]
    fn set_trusted(&self, trusted: bool) -> fdo::Result<()> {
        self.peer.set_trusted(trusted);
        Ok(())
    }

    #[zbus(property)]
    fn blocked(&self) -> bool {
        false
    }

    #[zbus(property)]
    fn legacy_pairing(&self) -> bool {
        false
    }

    #[zbus(property)]
    fn connected(&self) -> bool {
        self.peer.is_connected()
    }

    #[zbus(property)]
    fn services_resolved(&self) -> bool {
        self.peer.is_connected()
    }

    #[zbus(property, name = "UUIDs")]
    fn uuids(&self) -> Vec<String> {
        self.peer.services()
    }
}
