//! Where messages come in from the bus.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use tokio::io::AsyncReadExt as _;
use tokio::net::unix::OwnedReadHalf;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use touchmove_core::pairing::MAX_BYTES;
use zbus::Message;
use zbus::connection::socket::ReadHalf;
use zbus::export::async_trait::async_trait;
use zbus::message::{Flags, Header, Type};

use super::exit::{Exit, Refusal};
use super::owed::Unread;
use super::turns::{Client, Kind};
use super::{Door, Shared, inquiries, over};
use crate::bus::access::Standing;
use crate::bus::polkit::{self, Question};

/// A longer call makes no sense, unless it brings a file.
const LONGEST_CALL: usize = 64 << 10;

/// The calls that bring a file, of pairings or of evidence.
const WITH_FILE: [&str; 5] =
    ["LoadRound", "LoadSection", "LoadPairings", "ReceiveEvidence", "TakeBoardOver"];

/// No object has a longer path. Answers that name it would be long, too.
const LONGEST_PATH: usize = 255;

/// So many calls may wait for polkit at a time; others are refused. They would keep other guests' calls waiting.
static WAITING_FOR_POLKIT: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(16)));

/// Where messages come in.
#[derive(Debug)]
pub(in crate::bus) struct Entry {
    shared: Arc<Shared>,
    exit: Exit,
    state: State,
    /// Calls that polkit has let in.
    let_in: mpsc::Receiver<Message>,
    let_them_in: mpsc::Sender<Message>,
    /// Calls that come through the hatch, where there is one and it is open.
    handed: mpsc::Receiver<Message>,
}

#[derive(Debug)]
enum State {
    /// Nothing but the handshake was read.
    Idle(Source),
    /// A task reads: messages that are no calls, and how reading ended.
    Reading(mpsc::Receiver<zbus::Result<Message>>, JoinHandle<()>),
    Over,
}

impl Entry {
    pub(super) fn new(
        read: OwnedReadHalf,
        shared: Arc<Shared>,
        exit: Exit,
        handed: mpsc::Receiver<Message>,
    ) -> Self {
        let (let_them_in, let_in) = mpsc::channel(1);
        Self { shared, exit, state: State::Idle(Source(read)), let_in, let_them_in, handed }
    }

    /// Lets a task read, if none does.
    fn begin(&mut self, seq: u64, bytes: Vec<u8>, fds: Vec<OwnedFd>) {
        if !matches!(self.state, State::Idle(_)) {
            return;
        }
        if let State::Idle(source) = std::mem::replace(&mut self.state, State::Over) {
            let (tell, others) = mpsc::channel(64);
            let (shared, exit) = (Arc::clone(&self.shared), self.exit.clone());
            let reader = Reader { shared, exit, tell };
            let reading = tokio::spawn(reader.read(source, seq, bytes, fds));
            self.state = State::Reading(others, reading);
        }
    }

    /// What becomes of a call whose turn it is: it is given back if it is to be carried out now.
    fn judge(&self, client: &str, call: Message) -> Option<Message> {
        match self.shared.callers.standing(client) {
            Some(Standing::Admitted) => Some(call),
            Some(Standing::AskedAbout) => {
                tokio::spawn(ask_polkit(self.exit.clone(), call, self.let_them_in.clone()));
                None
            }
            Some(Standing::Refused) | None => {
                self.exit.refuse(&call, Refusal::Denied);
                None
            }
        }
    }

    /// What becomes of a call that is let in: it is given back if the objects of this connection carry it out.
    async fn carry_out(&self, call: Message) -> Option<Message> {
        match &self.shared.door {
            Door::Own | Door::WithHatch(_) => Some(call),
            Door::Guests(hatch) => {
                hatch.hand(call, &self.exit).await;
                None
            }
        }
    }

    /// Asks the bus about those who may have left too much unread.
    fn look_at_unread(&self, now: Instant) {
        for client in self.shared.owed().take_looks(now) {
            let (shared, exit) = (Arc::clone(&self.shared), self.exit.clone());
            tokio::spawn(async move {
                let Ok(question) = inquiries::what_is_unread(&client) else { return };
                let answer = exit.ask_bus_in_turn(question).await;
                let unread = answer.map_or(Unread::Untold, |it| inquiries::unread(&it));
                if unread == Unread::Gone {
                    shared.turns().leave(&client);
                }
                shared.owed().learn(&client, unread, Instant::now());
                shared.changed.notify_one();
            });
        }
    }
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
        loop {
            let now = Instant::now();
            self.look_at_unread(now);
            let next = self.shared.next(now);
            if let Some((client, call)) = next {
                if let Some(call) = self.judge(&client, call)
                    && let Some(call) = self.carry_out(call).await
                {
                    return Ok(call);
                }
                continue;
            }
            let State::Reading(others, _) = &mut self.state else { return Err(over().into()) };
            let until = self.shared.look_again();
            let until = until.map(|then| then.saturating_duration_since(Instant::now()));
            tokio::select! {
                other = others.recv() => return other.unwrap_or_else(|| Err(over().into())),
                Some(call) = self.let_in.recv() => {
                    if let Some(call) = self.carry_out(call).await {
                        return Ok(call);
                    }
                }
                Some(call) = self.handed.recv() => return Ok(call),
                () = self.shared.changed.notified() => {}
                () = sleep(until.unwrap_or_default()), if until.is_some() => {}
            }
        }
    }

    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        match &mut self.state {
            State::Idle(source) => source.recvmsg(buffer).await,
            State::Reading(..) | State::Over => Err(over()),
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

/// Lets a call in if polkit does.
async fn ask_polkit(exit: Exit, call: Message, let_in: mpsc::Sender<Message>) {
    let is_let = match WAITING_FOR_POLKIT.try_acquire() {
        Ok(_permit) => match Question::about(&call.header()) {
            Some(question) => exit.ask(&question.call, question.patience).await,
            None => None,
        }
        .is_some_and(|answer| polkit::is_yes(&answer)),
        Err(_) => false,
    };
    if is_let {
        let _ = let_in.send(call).await;
    } else {
        exit.refuse(&call, Refusal::Denied);
    }
}

/// Who reads, without ever waiting for what is done with it.
struct Reader {
    shared: Arc<Shared>,
    exit: Exit,
    tell: mpsc::Sender<zbus::Result<Message>>,
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
                Ok(message) => {
                    if let Some(message) = self.shared.inquiries.take(message)
                        && self.tell.send(Ok(message)).await.is_err()
                    {
                        return;
                    }
                }
                Err(error) => drop(self.tell.send(Err(error)).await),
            }
            if is_over {
                return;
            }
        }
    }

    fn take(&self, call: Message) {
        let (bytes, header) = (call.data().len(), call.header());
        let Some(client) = header.sender().map(ToString::to_string) else { return };
        let primary = call.primary_header();
        let kind = Kind {
            serial: primary.serial_num().get(),
            bytes,
            wants_answer: !primary.flags().contains(Flags::NO_REPLY_EXPECTED),
        };
        if let Some(why) = too_long(bytes, &header) {
            self.exit.refuse(&call, Refusal::Limit(why));
            return;
        }
        if self.shared.callers.take_question(&client) {
            tokio::spawn(meet(Arc::clone(&self.shared), self.exit.clone(), client.clone()));
        }
        let refused = self.shared.turns().arrive(&client, kind, call);
        self.shared.changed.notify_one();
        for (call, why) in refused {
            self.exit.refuse(&call, Refusal::Limit(why.to_string()));
        }
    }
}

/// Asks the bus who a client is.
async fn meet(shared: Arc<Shared>, exit: Exit, client: Client) {
    let answer = match inquiries::who_is(&client) {
        Ok(question) => exit.ask_bus(&question).await,
        Err(_) => None,
    };
    let credentials = answer.and_then(|answer| inquiries::credentials(&answer));
    shared.callers.learn(&client, credentials.as_ref());
    shared.changed.notify_one();
}

/// What is said of a call that is longer than any that makes sense.
fn too_long(bytes: usize, call: &Header<'_>) -> Option<String> {
    let most = if brings_file(call) { LONGEST_CALL + MAX_BYTES } else { LONGEST_CALL };
    let path = call.path().map_or(0, |path| path.len());
    if bytes > most {
        return Some(format!("the call has {bytes} bytes; no more than {most} make sense here"));
    }
    (path > LONGEST_PATH)
        .then(|| format!("the path has {path} bytes; no more than {LONGEST_PATH} make sense here"))
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
