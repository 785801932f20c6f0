//! What the gate itself asks others on the bus, and is answered, beside all that goes through it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use zbus::fdo::ConnectionCredentials;
use zbus::message::Type;
use zbus::{Message, OwnedVariant};

use super::owed::Unread;

/// The name of the bus itself.
const BUS: &str = "org.freedesktop.DBus";

/// What waits for its answer.
#[derive(Debug, Default)]
pub(super) struct Inquiries(Mutex<HashMap<u32, Waiting>>);

/// Who waits for the answer to a question.
#[derive(Debug)]
struct Waiting {
    /// Whether the bus itself was asked: nobody else's word counts then.
    is_for_bus: bool,
    tell: oneshot::Sender<Message>,
}

impl Inquiries {
    /// To be called before a question is sent: its answer comes here.
    pub(super) fn expect(&self, question: &Message) -> oneshot::Receiver<Message> {
        let (tell, told) = oneshot::channel();
        let mut waiting = self.waiting();
        // Nobody waits for those any more.
        waiting.retain(|_, waiting| !waiting.tell.is_closed());
        let is_for_bus = question.header().destination().is_some_and(|name| name.as_str() == BUS);
        let number = question.primary_header().serial_num().get();
        waiting.insert(number, Waiting { is_for_bus, tell });
        told
    }

    /// Takes a message if it is such an answer; gives it back if not.
    pub(super) fn take(&self, message: Message) -> Option<Message> {
        if !matches!(message.message_type(), Type::MethodReturn | Type::Error) {
            return Some(message);
        }
        let Some(answered) = message.header().reply_serial() else { return Some(message) };
        let mut waiting = self.waiting();
        match waiting.entry(answered.get()) {
            Entry::Occupied(asked) if !asked.get().is_for_bus || is_of_bus(&message) => {
                let _ = asked.remove().tell.send(message);
                None
            }
            _ => Some(message),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u32, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the bus who a client is.
pub(super) fn who_is(client: &str) -> zbus::Result<Message> {
    to_bus(BUS, "GetConnectionCredentials", client)
}

/// What it said; `None` where it could not.
pub(super) fn credentials(answer: &Message) -> Option<ConnectionCredentials> {
    answer.body().deserialize().ok()
}

/// Asks the bus what lies there for a client. dbus-daemon and dbus-broker tell it.
pub(super) fn what_is_unread(client: &str) -> zbus::Result<Message> {
    to_bus("org.freedesktop.DBus.Debug.Stats", "GetConnectionStats", client)
}

/// What it said.
pub(super) fn unread(answer: &Message) -> Unread {
    let header = answer.header();
    if header.error_name().is_some_and(|name| name.as_str().ends_with(".NameHasNoOwner")) {
        return Unread::Gone;
    }
    let body = answer.body();
    let stats = body.deserialize::<HashMap<String, OwnedVariant>>().unwrap_or_default();
    let bytes = stats.get("OutgoingBytes").and_then(|bytes| u32::try_from(bytes).ok());
    bytes.map_or(Unread::Untold, |bytes| Unread::Bytes(bytes as usize))
}

fn to_bus(interface: &str, method: &str, client: &str) -> zbus::Result<Message> {
    Message::method_call("/org/freedesktop/DBus", method)
        .destination(BUS)
        .interface(interface)
        .build(&client)
}

fn is_of_bus(answer: &Message) -> bool {
    answer.header().sender().is_some_and(|sender| sender.as_str() == BUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_the_bus_is_asked_nobody_else_answers() {
        let (inquiries, question) = (Inquiries::default(), who_is(":1.7").unwrap());
        let mut told = inquiries.expect(&question);
        let answer = |sender: &str| {
            let answer = Message::method_return(&question.header()).sender(sender);
            answer.build(&0_u32).unwrap()
        };
        assert!(inquiries.take(answer(":1.7")).is_some(), "a client poses as the bus");
        assert!(told.try_recv().is_err());
        assert!(inquiries.take(answer(BUS)).is_none());
        assert!(told.try_recv().is_ok());
    }
}
