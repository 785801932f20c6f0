//! Where messages go out to the bus.
//!
//! Answers go through a line of their own, and are written one by one. All else, signals before all, is written at
//! once: it waits for no more than the one answer that is being written.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::mpsc;
use tokio::time::timeout;
use zbus::Message;
use zbus::connection::socket::WriteHalf;
use zbus::export::async_trait::async_trait;
use zbus::message::Type;

use super::{Door, Patience, Shared, stuck};
use crate::bus::access;

/// How long the bus may take for what the gate asks it.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);

/// What is said to a guest whose call was being carried out when the other connection was lost.
const LOST: &str = "touchmoved had to go on on another connection, and does not know whether this was carried \
                    out; look before you call again";

/// Where messages go out.
#[derive(Clone, Debug)]
pub(in crate::bus) struct Exit {
    writer: Writer,
    /// What goes out in its turn. It is bounded by what clients may owe, and by the calls that are carried out at a time.
    answers: mpsc::UnboundedSender<Message>,
}

/// Why a call is not carried out.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// Its sender may not call.
    Denied,
    /// It is too much, or too long.
    Limit(String),
    /// The connection whose objects were to carry it out was lost meanwhile.
    Lost,
}

impl Exit {
    /// Lets a task write answers as long as there is somebody who gives them.
    pub(super) fn begin(write: OwnedWriteHalf, patience: Patience, shared: Arc<Shared>) -> Self {
        let writer = Writer { write: Arc::new(tokio::sync::Mutex::new(write)), patience, shared };
        let (answers, line) = mpsc::unbounded_channel();
        tokio::spawn(writer.clone().write_answers(line));
        Self { writer, answers }
    }

    /// Refuses a call. Whoever has left too much unread hears nothing.
    pub(super) fn refuse(&self, call: &Message, refusal: Refusal) {
        let header = call.header();
        let Some(client) = header.sender() else { return };
        if self.writer.shared.owed().room(client.as_str()) == 0 {
            return self.note_over(call);
        }
        let (name, why) = match refusal {
            Refusal::Denied => ("AccessDenied", access::refusal()),
            Refusal::Limit(why) => ("LimitsExceeded", why),
            Refusal::Lost => ("NoReply", LOST.to_owned()),
        };
        let answer = Message::error(&header, format!("org.freedesktop.DBus.Error.{name}"));
        if let Ok(answer) = answer.build(&why) {
            let _ = self.answer(answer);
        }
    }

    /// A call is over, and nobody hears of it: another one may have its turn.
    pub(super) fn note_over(&self, call: &Message) {
        let header = call.header();
        if let Some(client) = header.sender() {
            let number = header.primary().serial_num().get();
            self.writer.shared.note_answered(client.as_str(), number);
        }
    }

    /// Asks something ahead of all answers that wait; `None` where nobody answers in time.
    pub(super) async fn ask(&self, question: &Message, patience: Duration) -> Option<Message> {
        let answer = self.writer.shared.inquiries.expect(question);
        let answered = async {
            self.writer.write(question.data().bytes()).await.ok()?;
            answer.await.ok()
        };
        timeout(patience, answered).await.ok().flatten()
    }

    /// Asks the bus ahead of all answers that wait.
    pub(super) async fn ask_bus(&self, question: &Message) -> Option<Message> {
        self.ask(question, ANSWERED_WITHIN).await
    }

    /// Asks the bus behind all answers that wait.
    pub(super) async fn ask_bus_in_turn(&self, question: Message) -> Option<Message> {
        let answer = self.writer.shared.inquiries.expect(&question);
        self.answers.send(question).ok()?;
        timeout(ANSWERED_WITHIN, answer).await.ok()?.ok()
    }

    /// Sends an answer in its turn, on this connection.
    ///
    /// # Errors
    /// [`io::Error`] where the bus takes nothing more.
    pub(super) fn answer(&self, answer: Message) -> io::Result<()> {
        if let Some(client) = answer.header().destination() {
            let (client, shared) = (client.as_str(), &self.writer.shared);
            let (user, bytes) = (shared.callers.user(client), answer.data().len());
            shared.owed().add(client, user, bytes, Instant::now());
        }
        self.answers.send(answer).map_err(|_| stuck())
    }
}

#[async_trait]
impl WriteHalf for Exit {
    async fn send_message(&mut self, message: &Message) -> zbus::Result<()> {
        if is_answer(message) {
            return match &self.writer.shared.door {
                Door::WithHatch(hatch) if hatch.answer(message) => Ok(()),
                _ => Ok(self.answer(message.clone())?),
            };
        }
        Ok(self.writer.write(message.data().bytes()).await?)
    }

    async fn sendmsg(&mut self, buffer: &[u8], _: &[BorrowedFd<'_>]) -> io::Result<usize> {
        self.writer.write(buffer).await?;
        Ok(buffer.len())
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.write.lock().await.shutdown().await
    }
}

/// Who writes.
#[derive(Clone, Debug)]
struct Writer {
    write: Arc<tokio::sync::Mutex<OwnedWriteHalf>>,
    patience: Patience,
    shared: Arc<Shared>,
}

impl Writer {
    async fn write_answers(self, mut answers: mpsc::UnboundedReceiver<Message>) {
        while let Some(answer) = answers.recv().await {
            if self.write(answer.data().bytes()).await.is_err() {
                return;
            }
            let header = answer.header();
            if let (Some(client), Some(serial)) = (header.destination(), header.reply_serial()) {
                self.shared.note_answered(client.as_str(), serial.get());
            }
        }
    }

    /// Writes all of it, as long as [`Patience`] lasts from one bite to the next.
    async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        let mut write = self.write.lock().await;
        if self.shared.is_stuck.load(Ordering::Acquire) {
            return Err(stuck());
        }
        while !bytes.is_empty() {
            let bite = tokio::select! {
                bite = write.write(bytes) => bite?,
                () = self.patience.end() => {
                    self.shared.is_stuck.store(true, Ordering::Release);
                    close(&write);
                    return Err(stuck());
                }
            };
            if bite == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            bytes = bytes.get(bite..).unwrap_or_default();
        }
        Ok(())
    }
}

fn is_answer(message: &Message) -> bool {
    matches!(message.message_type(), Type::MethodReturn | Type::Error)
}

/// Ends both directions, so that whoever reads hears of it.
fn close(write: &OwnedWriteHalf) {
    let _ = rustix::net::shutdown(write.as_ref(), rustix::net::Shutdown::Both);
}
