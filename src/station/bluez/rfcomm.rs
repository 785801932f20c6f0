//! A serial line through the air as a link: BlueZ calls the board, and hands over the socket (Profile1).
//!
//! Nobody but BlueZ opens a Bluetooth socket, so the daemon needs no right to.

use std::collections::HashMap;
use std::io;
use std::os::unix::net;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use touchmove_drivers::family::{Rfcomm, Uuid};
use touchmove_drivers::{Channel, Packet};
use zbus::{Connection, ObjectPath, OwnedFd, OwnedVariant, Variant, interface};

use super::call::{CallError, Method};
use super::view::DEVICE;
use super::{Radio, refusal, trouble};
use crate::link::address::BluetoothAddress;
use crate::link::connector::Connector;
use crate::link::{Link, LinkError, LinkFuture, filled};

/// How long BlueZ may call a board, whose services it asks for before that.
const CALLED_WITHIN: Duration = Duration::from_secs(20);

/// How long any other call may take.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// The first call after a start of the machine fails.
const TRIES: usize = 2;

impl Connector<Rfcomm> for Radio {
    fn open<'a>(
        &'a self,
        address: &'a BluetoothAddress,
        rfcomm: Rfcomm,
    ) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async move {
            self.start();
            let path = self.classic(*address, rfcomm.service).await?;
            let _turn = self.0.turn.lock().await;
            let mut failed = None;
            for _ in 0..TRIES {
                match self.call(&path, rfcomm.service).await {
                    Ok(socket) => return RfcommLink::over(*address, socket),
                    Err(error) => failed = Some(error),
                }
            }
            let text = failed.map(|error| error.to_string()).unwrap_or_default();
            Err(refusal::meaning(*address, text))
        })
    }
}

impl Radio {
    /// The path of a paired board that has this service.
    async fn classic(&self, address: BluetoothAddress, service: Uuid) -> Result<String, LinkError> {
        self.look().await;
        let view = self.0.view.borrow();
        if let Some(error) = trouble(&view, address) {
            return Err(error);
        }
        let port = address.to_string();
        let Some((path, device)) = view.device(address).filter(|(_, device)| device.paired) else {
            return Err(LinkError::NotPaired { port });
        };
        let service = service.to_string();
        let has = device.services.iter().any(|one| one.eq_ignore_ascii_case(&service));
        if has { Ok(path.to_owned()) } else { Err(LinkError::NoWay { port }) }
    }

    /// Has BlueZ call a board, and takes the socket.
    async fn call(&self, path: &str, service: Uuid) -> Result<OwnedFd, CallError> {
        let (connection, socket) = self.expect_socket(path, service).await?;
        let method =
            Method { path, interface: DEVICE, name: "ConnectProfile", within: CALLED_WITHIN };
        method.call(&connection, &(service.to_string(),)).await?;
        let socket = timeout(ANSWERED_WITHIN, socket).await;
        socket.ok().and_then(Result::ok).ok_or(CallError::Silent(ANSWERED_WITHIN))
    }

    /// Sees to it that BlueZ knows whom to give the sockets of this service.
    async fn expect_socket(
        &self,
        path: &str,
        service: Uuid,
    ) -> Result<(Connection, oneshot::Receiver<OwnedFd>), CallError> {
        let start = self.0.view.borrow().starts();
        let mut lines = self.0.lines.lock().await;
        // A bluetoothd that was started anew knows nothing of what was told to the one before it.
        let lines = match &mut *lines {
            Some(lines) if lines.start == start => lines,
            other => other.insert(Lines::of(start).await?),
        };
        if !lines.services.contains(&service) {
            lines.register(service).await?;
        }
        let (give, socket) = oneshot::channel();
        lines.expected.put(path, give);
        Ok((lines.connection.clone(), socket))
    }
}

/// The services whose sockets BlueZ hands over, all to one client: of two with the same it would choose one for both.
pub(super) struct Lines {
    connection: Connection,
    start: u64,
    services: Vec<Uuid>,
    expected: Expected,
}

impl Lines {
    async fn of(start: u64) -> Result<Self, CallError> {
        let connection = Connection::system().await?;
        Ok(Self { connection, start, services: Vec::new(), expected: Expected::default() })
    }

    async fn register(&mut self, service: Uuid) -> Result<(), CallError> {
        let object = format!("/org/touchmove/line{}", self.services.len());
        let profile = Profile { expected: self.expected.clone() };
        self.connection.object_server().at(object.as_str(), profile).await?;
        let object = ObjectPath::try_from(object)?;
        let options = HashMap::from([
            ("Name", Variant::from("touchmove")),
            ("Role", Variant::from("client")),
            ("AutoConnect", Variant::from(false)),
        ]);
        let method = Method {
            path: "/org/bluez",
            interface: "org.bluez.ProfileManager1",
            name: "RegisterProfile",
            within: ANSWERED_WITHIN,
        };
        method.call(&self.connection, &(object, service.to_string(), options)).await?;
        self.services.push(service);
        Ok(())
    }
}

/// Who waits for the socket of a board, by the path of its object.
#[derive(Clone, Default)]
struct Expected(Arc<Mutex<HashMap<String, oneshot::Sender<OwnedFd>>>>);

impl Expected {
    fn put(&self, path: &str, give: oneshot::Sender<OwnedFd>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(path.to_owned(), give);
    }

    fn take(&self, path: &str) -> Option<oneshot::Sender<OwnedFd>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(path)
    }
}

struct Profile {
    expected: Expected,
}

#[interface(name = "org.bluez.Profile1")]
impl Profile {
    fn new_connection(
        &self,
        device: ObjectPath<'_>,
        socket: OwnedFd,
        _properties: HashMap<String, OwnedVariant>,
    ) {
        // A socket that nobody waits for any more is closed.
        if let Some(give) = self.expected.take(&device) {
            let _ = give.send(socket);
        }
    }

    fn request_disconnection(&self, _device: ObjectPath<'_>) {}

    fn release(&self) {}
}

/// An open serial line.
struct RfcommLink {
    address: BluetoothAddress,
    socket: UnixStream,
}

impl RfcommLink {
    fn over(address: BluetoothAddress, socket: OwnedFd) -> Result<Box<dyn Link>, LinkError> {
        // It is a socket of another kind, which is read and written like this one.
        let socket = net::UnixStream::from(std::os::fd::OwnedFd::from(socket));
        let opened = socket.set_nonblocking(true).and_then(|()| UnixStream::from_std(socket));
        match opened {
            Ok(socket) => Ok(Box::new(Self { address, socket })),
            Err(source) => Err(LinkError::Io { port: address.to_string(), source }),
        }
    }

    /// Whatever ends a link in the air, the board is no longer heard.
    fn failed(&self, error: &io::Error) -> LinkError {
        tracing::debug!("{}: the link has ended: {error}", self.address);
        LinkError::OutOfRange { port: self.address.to_string() }
    }
}

impl Link for RfcommLink {
    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            loop {
                self.socket.readable().await.map_err(|error| self.failed(&error))?;
                match self.socket.try_read(buffer) {
                    Ok(0) => return Err(self.failed(&io::ErrorKind::UnexpectedEof.into())),
                    Ok(count) => return Ok(Packet::stream(filled(buffer, count))),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(self.failed(&error)),
                }
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async move {
            let channel = packet.channel;
            if channel != Channel::STREAM {
                return Err(LinkError::NoChannel { port: self.address.to_string(), channel });
            }
            let written = timeout(ANSWERED_WITHIN, self.socket.write_all(packet.bytes)).await;
            let written = written.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
            written.map_err(|error| self.failed(&error))
        })
    }
}
