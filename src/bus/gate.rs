//! The gate between a message bus and what we serve there: no client holds up another one, or us.
//!
//! * Calls are taken in turns, a bounded number at a time (see [`turns`]); what is too much, or too long, is
//!   refused with `LimitsExceeded`.
//! * A bus may stop taking what we say: dbus-daemon does it when what one of its clients has left unread makes up the
//!   bytes that a sender may have under way (`max_incoming_bytes`; a stopped subscriber is enough). The gate waits for
//!   [`PATIENCE`] and then closes the connection, which [`Watch::is_stuck`] tells from a bus that has gone. On
//!   another connection nothing of ours is under way.

mod turns;

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixStream as StdStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use zbus::address::transport::{Transport, UnixSocket};
use zbus::connection::socket::{ReadHalf, Socket, Split, WriteHalf};
use zbus::export::async_trait::async_trait;
use zbus::message::{Flags, Header, Type};
use zbus::{Address, Message};

use self::turns::{Kind, Turns};
use crate::pairing::MOST_BYTES;

/// How long the bus may take for what we say.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);

/// A longer call makes no sense, unless it brings a file.
const LONGEST_CALL: usize = 64 << 10;

/// The calls that bring a file of pairings.
const WITH_FILE: [&str; 3] = ["LoadRound", "LoadSection", "LoadPairings"];

/// Refusals that may wait to be sent. The rest are not: such a client does not read them anyway.
const REFUSALS: usize = 256;

/// The socket of a connection to a bus, with the gate.
#[derive(Debug)]
pub(super) struct Gate {
    stream: UnixStream,
    shared: Arc<Shared>,
}

/// Tells why the connection of a gate was closed.
#[derive(Clone, Debug)]
pub(super) struct Watch(Arc<Shared>);

impl Gate {
    /// Connects to the bus at `address`, which must be that of a unix socket.
    ///
    /// # Errors
    /// [`zbus::Error`] when nobody is there, or it is another kind of address.
    pub(super) fn connect(address: &Address) -> zbus::Result<(Self, Watch)> {
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
        let shared = Arc::<Shared>::default();
        Ok((Self { stream, shared: Arc::clone(&shared) }, Watch(shared)))
    }
}

impl Watch {
    /// Whether the gate has closed the connection because the bus took nothing more.
    pub(super) fn is_stuck(&self) -> bool {
        self.0.is_stuck.load(Ordering::Acquire)
    }
}

impl Socket for Gate {
    type ReadHalf = Entry;
    type WriteHalf = Exit;

    fn split(self) -> Split<Entry, Exit> {
        let (read, write) = self.stream.into_split();
        let write = Arc::new(tokio::sync::Mutex::new(write));
        let exit = Exit { write: Arc::clone(&write), shared: Arc::clone(&self.shared) };
        let idle = Idle { source: Source(read), refuser: exit.clone() };
        Split::new(Entry { shared: self.shared, state: State::Idle(idle) }, exit)
    }
}

/// What both halves know.
#[derive(Debug, Default)]
struct Shared {
    turns: Mutex<Turns<Message>>,
    /// Somebody's turn may have come.
    changed: Notify,
    is_stuck: AtomicBool,
}

impl Shared {
    fn turns(&self) -> MutexGuard<'_, Turns<Message>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where messages come in.
#[derive(Debug)]
pub(super) struct Entry {
    shared: Arc<Shared>,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Nothing but the handshake was read.
    Idle(Idle),
    /// A task reads: messages that are no calls, and how reading ended.
    Reading(mpsc::Receiver<zbus::Result<Message>>, JoinHandle<()>),
    Over,
}

#[derive(Debug)]
struct Idle {
    source: Source,
    refuser: Exit,
}

#[async_trait]
impl ReadHalf for Entry {
    async fn receive_message(
        &mut self,
        seq: u64,
        bytes: &mut Vec<u8>,
        fds: &mut Vec<OwnedFd>,
    ) -> zbus::Result<Message> {
        self.begin(seq, std::mem::take(bytes), std::mem::take(fds));
        let State::Reading(others, _) = &mut self.state else { return Err(over().into()) };
        loop {
            let (next, look_again) = {
                let mut turns = self.shared.turns();
                (turns.next(Instant::now()), turns.look_again())
            };
            if let Some(call) = next {
                return Ok(call);
            }
            let until = look_again.map(|then| then.saturating_duration_since(Instant::now()));
            tokio::select! {
                other = others.recv() => return other.unwrap_or_else(|| Err(over().into())),
                () = self.shared.changed.notified() => {}
                () = sleep(until.unwrap_or(PATIENCE)), if until.is_some() => {}
            }
        }
    }

    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        match &mut self.state {
            State::Idle(idle) => idle.source.recvmsg(buffer).await,
            State::Reading(..) | State::Over => Err(over()),
        }
    }
}

impl Entry {
    /// Lets a task read, if none does.
    fn begin(&mut self, seq: u64, bytes: Vec<u8>, fds: Vec<OwnedFd>) {
        if !matches!(self.state, State::Idle(_)) {
            return;
        }
        if let State::Idle(idle) = std::mem::replace(&mut self.state, State::Over) {
            let (tell, others) = mpsc::channel(64);
            let (refuse, refused) = mpsc::channel(REFUSALS);
            let reader = Reader { shared: Arc::clone(&self.shared), tell, refuse };
            tokio::spawn(idle.refuser.refuse(refused));
            let reading = tokio::spawn(reader.read(idle.source, seq, bytes, fds));
            self.state = State::Reading(others, reading);
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let State::Reading(_, reading) = &self.state {
            reading.abort();
        }
    }
}

/// Who reads, without ever waiting for what is done with it.
struct Reader {
    shared: Arc<Shared>,
    tell: mpsc::Sender<zbus::Result<Message>>,
    refuse: mpsc::Sender<(Message, String)>,
}

impl Reader {
    async fn read(
        self,
        mut source: Source,
        mut seq: u64,
        mut bytes: Vec<u8>,
        mut fds: Vec<OwnedFd>,
    ) {
        loop {
            let message = source.receive_message(seq, &mut bytes, &mut fds).await;
            seq += 1;
            let is_over = message.is_err();
            match message {
                Ok(message) if message.message_type() == Type::MethodCall => self.take(message),
                Ok(message) if is_unasked(&message) => {}
                message => {
                    if self.tell.send(message).await.is_err() {
                        return;
                    }
                }
            }
            if is_over {
                return;
            }
        }
    }

    fn take(&self, call: Message) {
        let (bytes, header) = (call.data().len(), call.header());
        let most = if brings_file(&header) { LONGEST_CALL + MOST_BYTES } else { LONGEST_CALL };
        let Some(client) = header.sender().map(ToString::to_string) else { return };
        if bytes > most {
            let why = format!("the call has {bytes} bytes; no more than {most} make sense here");
            let _ = self.refuse.try_send((call, why));
            return;
        }
        let primary = call.primary_header();
        let kind = Kind {
            serial: primary.serial_num().get(),
            bytes,
            wants_answer: !primary.flags().contains(Flags::NO_REPLY_EXPECTED),
        };
        let refused = self.shared.turns().arrive(&client, kind, call);
        self.shared.changed.notify_one();
        for (call, why) in refused {
            let _ = self.refuse.try_send((call, why.to_string()));
        }
    }
}

fn brings_file(call: &Header<'_>) -> bool {
    call.member().is_some_and(|member| WITH_FILE.contains(&member.as_str()))
}

/// Whether it is a signal that somebody thought of sending to us. The bus's own are of use.
fn is_unasked(message: &Message) -> bool {
    let sender = message.header().sender().map(|sender| sender.to_string());
    message.message_type() == Type::Signal && sender.as_deref() != Some("org.freedesktop.DBus")
}

/// The bytes of the bus.
#[derive(Debug)]
struct Source(OwnedReadHalf);

#[async_trait]
impl ReadHalf for Source {
    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        Ok((self.0.read(buffer).await?, Vec::new()))
    }
}

/// Where messages go out.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    write: Arc<tokio::sync::Mutex<OwnedWriteHalf>>,
    shared: Arc<Shared>,
}

#[async_trait]
impl WriteHalf for Exit {
    async fn send_message(&mut self, message: &Message) -> zbus::Result<()> {
        self.write(message.data().bytes()).await?;
        if matches!(message.message_type(), Type::MethodReturn | Type::Error) {
            let header = message.header();
            if let (Some(client), Some(serial)) = (header.destination(), header.reply_serial())
                && self.shared.turns().answered(client.as_str(), serial.get())
            {
                self.shared.changed.notify_one();
            }
        }
        Ok(())
    }

    async fn sendmsg(&mut self, buffer: &[u8], _: &[BorrowedFd<'_>]) -> io::Result<usize> {
        self.write(buffer).await?;
        Ok(buffer.len())
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.lock().await.shutdown().await
    }
}

impl Exit {
    /// Writes all of it; the bus may take [`PATIENCE`] from one bite to the next.
    async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        let mut write = self.write.lock().await;
        if self.shared.is_stuck.load(Ordering::Acquire) {
            return Err(stuck());
        }
        while !bytes.is_empty() {
            match timeout(PATIENCE, write.write(bytes)).await {
                Ok(Ok(0)) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => bytes = bytes.get(written?..).unwrap_or_default(),
                Err(_) => {
                    self.shared.is_stuck.store(true, Ordering::Release);
                    close(&write);
                    return Err(stuck());
                }
            }
        }
        Ok(())
    }

    async fn refuse(self, mut refused: mpsc::Receiver<(Message, String)>) {
        while let Some((call, why)) = refused.recv().await {
            let answer =
                Message::error(&call.header(), "org.freedesktop.DBus.Error.LimitsExceeded");
            let Ok(answer) = answer.build(&why) else { continue };
            if self.write(answer.data().bytes()).await.is_err() {
                return;
            }
        }
    }
}

/// Ends both directions, so that whoever reads hears of it.
fn close(write: &OwnedWriteHalf) {
    let _ = rustix::net::shutdown(write.as_ref(), rustix::net::Shutdown::Both);
}

fn over() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

fn stuck() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the message bus takes nothing more")
}
