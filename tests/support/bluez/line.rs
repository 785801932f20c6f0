//! Serial lines in the air: `org.bluez.ProfileManager1` and `org.bluez.AgentManager1`, and what a board says on its line.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::os::unix::net;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use touchmove_drivers::Packet;
use zbus::message::Header;
use zbus::{Fd, ObjectPath, OwnedObjectPath, OwnedVariant, interface};

use super::{Bluez, Peer};

/// An object of a client.
#[derive(Clone, Debug)]
pub(super) struct Client {
    name: String,
    object: OwnedObjectPath,
}

impl Client {
    fn of(header: &Header<'_>, object: ObjectPath<'_>) -> Self {
        Self { name: header.sender().unwrap().to_string(), object: object.into() }
    }
}

pub(super) struct Managers {
    bluez: Bluez,
}

impl Managers {
    pub(super) fn of(bluez: Bluez) -> Self {
        Self { bluez }
    }
}

#[interface(name = "org.bluez.ProfileManager1")]
impl Managers {
    async fn register_profile(
        &self,
        #[zbus(header)] header: Header<'_>,
        profile: ObjectPath<'_>,
        _service: &str,
        _options: HashMap<String, OwnedVariant>,
    ) {
        self.bluez.state().profile = Some(Client::of(&header, profile));
    }
}

pub(super) struct Agents {
    bluez: Bluez,
}

impl Agents {
    pub(super) fn of(bluez: Bluez) -> Self {
        Self { bluez }
    }
}

#[interface(name = "org.bluez.AgentManager1")]
impl Agents {
    async fn register_agent(
        &self,
        #[zbus(header)] header: Header<'_>,
        agent: ObjectPath<'_>,
        _capability: &str,
    ) {
        self.bluez.state().agent = Some(Client::of(&header, agent));
    }

    async fn unregister_agent(&self, _agent: ObjectPath<'_>) {
        self.bluez.state().agent = None;
    }
}

impl Bluez {
    /// Whether somebody answers for PINs.
    pub(crate) fn has_agent(&self) -> bool {
        self.state().agent.is_some()
    }

    /// The PIN that the agent gives for this board; `None` where there is no agent.
    pub(super) async fn ask_pin(&self, peer: &Peer) -> Option<String> {
        let Client { name, object } = self.state().agent.clone()?;
        let arguments = (ObjectPath::try_from(peer.path()).unwrap(),);
        let connection = self.connection();
        let agent = Some("org.bluez.Agent1");
        let call = connection.call_method(Some(name), object, agent, "RequestPinCode", &arguments);
        call.await.ok()?.body().deserialize().ok()
    }

    /// Calls a board, and gives the socket to whose profile it is.
    pub(super) async fn call_line(&self, peer: &Arc<Peer>) {
        let Client { name, object } = self.state().profile.clone().unwrap();
        let (ours, theirs) = net::UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        tokio::spawn(speak(Arc::clone(peer), UnixStream::from_std(ours).unwrap()));
        let device = ObjectPath::try_from(peer.path()).unwrap();
        let socket = Fd::from(OwnedFd::from(theirs));
        let arguments = (device, socket, HashMap::<String, OwnedVariant>::new());
        let profile = Some("org.bluez.Profile1");
        let connection = self.connection();
        let given =
            connection.call_method(Some(name), object, profile, "NewConnection", &arguments);
        given.await.unwrap();
    }
}

async fn speak(peer: Arc<Peer>, line: UnixStream) {
    let (mut read, mut write) = line.into_split();
    let mut buffer = [0; 256];
    loop {
        tokio::select! {
            packet = peer.next() => match packet {
                Some(packet) => if write.write_all(&packet.bytes).await.is_err() { return },
                None => return,
            },
            count = read.read(&mut buffer) => match count {
                Ok(0) | Err(_) => return,
                Ok(count) => peer.receive(Packet::stream(&buffer[..count])),
            },
        }
    }
}
