//! The gate between a message bus and what we serve there: no client holds up another one, or us.
//!
//! * The bus is asked who a client is (see [`Callers`]), and whoever may not call is refused before anything that he
//!   names is looked up.
//! * Calls are taken in turns, a bounded number at a time (see [`turns`]); what is too much, or too long, is
//!   refused with `LimitsExceeded`. Whoever does not read his answers gets no more of them (see [`owed`]).
//! * Answers wait in a line of their own: a signal waits for one of them at most (see [`exit`]).
//! * Strangers whom polkit may let in call at a gate of their own, and are answered there; what it lets in goes through a
//!   hatch to the objects (see [`Hatch`]).
//! * A bus may stop taking what we say: dbus-daemon does it when what one of its clients has left unread makes up the
//!   bytes that a sender may have under way (`max_incoming_bytes`; a stopped subscriber is enough). The gate has
//!   [`Patience`] and then closes the connection, which [`Watch::is_stuck`] tells from a bus that has gone. On
//!   another connection nothing of ours is under way.

mod entry;
mod exit;
mod forwarded;
mod hatch;
mod inquiries;
mod owed;
mod patience;
mod turns;

use std::io;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixStream as StdStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::net::UnixStream;
use tokio::sync::{Notify, mpsc};
use zbus::address::transport::{Transport, UnixSocket};
use zbus::connection::socket::{Socket, Split};
use zbus::{Address, Message};

use self::entry::Entry;
use self::exit::Exit;
use self::inquiries::Inquiries;
use self::owed::Owed;
use self::patience::Patience;
use self::turns::{ALL_AT_A_TIME, Client, Room, Turns};
use super::callers::Callers;

pub(super) use self::hatch::Hatch;

/// What may be on its way to the bus. A signal comes behind it, and a bus reads little of each client at a time.
const ON_THE_WAY: usize = 16 << 10;

/// The socket of a connection to a bus, with the gate.
#[derive(Debug)]
pub(super) struct Gate {
    stream: UnixStream,
    patience: Patience,
    shared: Arc<Shared>,
    handed: mpsc::Receiver<Message>,
}

/// What becomes of the calls that a gate lets in.
#[derive(Clone, Debug)]
pub(super) enum Door {
    /// The objects of the connection carry them out.
    Own,
    /// So they do, and what others hand through the hatch too.
    WithHatch(Hatch),
    /// They are handed through the hatch, to the objects behind it.
    Guests(Hatch),
}

/// Tells why the connection of a gate was closed, and opens its hatch.
#[derive(Clone, Debug)]
pub(super) struct Watch(Arc<Shared>);

impl Gate {
    /// Connects to the bus at `address`, which must be that of a unix socket, for these callers at this door.
    ///
    /// # Errors
    /// [`zbus::Error`] when nobody is there, or it is another kind of address.
    pub(super) fn connect(
        address: &Address,
        callers: Arc<Callers>,
        door: Door,
    ) -> zbus::Result<(Self, Watch)> {
        let of_path = |path: &std::path::Path| StdStream::connect(path);
        let stream = match address.transport() {
            Transport::Unix(unix) => match unix.path() {
                UnixSocket::File(path) => of_path(path),
                UnixSocket::Abstract(name) => {
                    SocketAddr::from_abstract_name(name.as_encoded_bytes())
                        .and_then(|name| StdStream::connect_addr(&name))
                }
                _ => return Err(zbus::Error::Unsupported),
            },
            _ => {
                return Err(zbus::Error::Address(
                    "touchmoved serves at unix: addresses only".into(),
                ));
            }
        };
        let failed = |error| zbus::Error::Connection(Arc::new(error), Box::new(address.clone()));
        let stream = stream
            .and_then(|stream| stream.set_nonblocking(true).map(|()| stream))
            .and_then(UnixStream::from_std)
            .map_err(failed)?;
        rustix::net::sockopt::set_socket_send_buffer_size(&stream, ON_THE_WAY)
            .map_err(|error| failed(error.into()))?;
        let (way, handed) = mpsc::channel(ALL_AT_A_TIME);
        let shared = Arc::new(Shared::new(callers, door, way));
        let patience = Patience::with(address.clone());
        Ok((Self { stream, patience, shared: Arc::clone(&shared), handed }, Watch(shared)))
    }
}

impl Watch {
    /// Whether the gate has closed the connection because the bus took nothing more.
    pub(super) fn is_stuck(&self) -> bool {
        self.0.is_stuck.load(Ordering::Acquire)
    }

    /// Lets calls come through the hatch, where there is one. Before the connection stands and has its objects, they would
    /// be taken for something else or be lost.
    pub(super) fn open_hatch(&self) {
        if let Door::WithHatch(hatch) = &self.0.door {
            hatch.open(self.0.way.clone());
        }
    }
}

impl Socket for Gate {
    type ReadHalf = Entry;
    type WriteHalf = Exit;

    fn split(self) -> Split<Entry, Exit> {
        let (read, write) = self.stream.into_split();
        let exit = Exit::begin(write, self.patience, Arc::clone(&self.shared));
        Split::new(Entry::new(read, self.shared, exit.clone(), self.handed), exit)
    }
}

/// What both directions know.
#[derive(Debug)]
struct Shared {
    callers: Arc<Callers>,
    door: Door,
    /// How calls come here from the hatch.
    way: mpsc::Sender<Message>,
    turns: Mutex<Turns<Message>>,
    owed: Mutex<Owed>,
    inquiries: Inquiries,
    /// Somebody's turn may have come.
    changed: Notify,
    is_stuck: AtomicBool,
}

impl Shared {
    fn new(callers: Arc<Callers>, door: Door, way: mpsc::Sender<Message>) -> Self {
        Self {
            callers,
            door,
            way,
            turns: Mutex::default(),
            owed: Mutex::default(),
            inquiries: Inquiries::default(),
            changed: Notify::new(),
            is_stuck: AtomicBool::new(false),
        }
    }

    /// The next call to be carried out, and whose it is.
    fn next(&self, now: Instant) -> Option<(Client, Message)> {
        let owed = self.owed();
        self.turns().next(now, |client| Room {
            // Until the bus has said who it is, it waits.
            calls: self.callers.standing(client).map_or(0, |_| owed.room(client)),
            user: self.callers.user(client),
        })
    }

    /// A call was answered, or never will be: another one may have its turn.
    fn note_answered(&self, client: &str, serial: u32) {
        if self.turns().answered(client, serial) {
            self.changed.notify_one();
        }
    }

    /// When a turn may have come without anything happening.
    fn look_again(&self) -> Option<Instant> {
        let looks = [self.turns().look_again(), self.owed().look_again()];
        looks.into_iter().flatten().min()
    }

    fn turns(&self) -> MutexGuard<'_, Turns<Message>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owed(&self) -> MutexGuard<'_, Owed> {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn over() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

fn stuck() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the message bus takes nothing more")
}
