//! How calls that came in at one connection are carried out by the objects of another one.
//!
//! The gate of the guests hands each call that it lets in through the hatch, and the gate in front of the objects gives
//! it to them as if it had come in there. Its answer goes back through the hatch, and out where the call came in. Either
//! connection may be made anew meanwhile.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use zbus::Message;
use zbus::message::Flags;

use super::exit::{Exit, Refusal};
use super::forwarded::forwarded;
use super::turns::{Client, Refused};

/// The hatch between two gates.
#[derive(Clone, Debug, Default)]
pub(in crate::bus) struct Hatch(Arc<Mutex<Passage>>);

#[derive(Default)]
struct Passage {
    /// To the gate in front of the objects, once they stand.
    way: Option<mpsc::Sender<Message>>,
    /// What went through and is not answered yet.
    guests: HashMap<Key, Guest>,
}

/// By what an answer tells its call.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    client: Client,
    /// The number among the calls of that client.
    serial: u32,
}

/// A call that came in at another connection.
struct Guest {
    call: Message,
    /// Where its answer goes out.
    exit: Exit,
}

impl Hatch {
    /// Opens it on the side of the objects, which stand: calls that are handed through go this way from now on. What those
    /// of an earlier connection have not answered they never will.
    pub(super) fn open(&self, way: mpsc::Sender<Message>) {
        let left: Vec<Guest> = {
            let mut passage = self.passage();
            passage.way = Some(way);
            passage.guests.drain().map(|(_, guest)| guest).collect()
        };
        left.iter().for_each(|guest| guest.refuse(Refusal::Lost));
    }

    /// Hands a call through, which came in where `exit` goes out. It is refused where nobody takes it.
    pub(super) async fn hand(&self, call: Message, exit: &Exit) {
        let guest = Guest { call, exit: exit.clone() };
        let refused = match (guest.key(), forwarded(&guest.call).await) {
            (Some(key), Ok(forwarded)) => self.passage().take(key, guest, forwarded),
            _ => Some(guest),
        };
        let busy = || Refusal::Limit(Refused::Busy.to_string());
        refused.iter().for_each(|guest| guest.refuse(busy()));
    }

    /// Takes an answer to a call that was handed through, and sends it to where that came in. Whether it is one.
    pub(super) fn answer(&self, answer: &Message) -> bool {
        let header = answer.header();
        let (Some(client), Some(serial)) = (header.destination(), header.reply_serial()) else {
            return false;
        };
        let guest = {
            let mut passage = self.passage();
            if passage.guests.is_empty() {
                return false;
            }
            passage.guests.remove(&Key { client: client.to_string(), serial: serial.get() })
        };
        guest.inspect(|guest| guest.answer(answer)).is_some()
    }

    fn passage(&self) -> MutexGuard<'_, Passage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Passage {
    /// Takes a call, to be carried out as it is `forwarded`; it is given back where that cannot be. No bus passes on two
    /// calls of a client with the same number before the first is answered: their answers could not be told apart.
    fn take(&mut self, key: Key, guest: Guest, forwarded: Message) -> Option<Guest> {
        let Some(way) = &self.way else { return Some(guest) };
        if self.guests.contains_key(&key) || way.try_send(forwarded).is_err() {
            return Some(guest);
        }
        self.guests.insert(key, guest);
        None
    }
}

impl Guest {
    fn key(&self) -> Option<Key> {
        let header = self.call.header();
        let client = header.sender()?.to_string();
        Some(Key { client, serial: header.primary().serial_num().get() })
    }

    fn answer(&self, answer: &Message) {
        if self.call.primary_header().flags().contains(Flags::NO_REPLY_EXPECTED) {
            self.exit.note_over(&self.call);
        } else {
            // Where that connection takes nothing more, its clients hear from the bus that their calls are lost.
            let _ = self.exit.answer(answer.clone());
        }
    }

    fn refuse(&self, refusal: Refusal) {
        self.exit.refuse(&self.call, refusal);
    }
}

impl fmt::Debug for Passage {
    /// Without what is on its way, which leads back to the gates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passage").field("guests", &self.guests.len()).finish_non_exhaustive()
    }
}
