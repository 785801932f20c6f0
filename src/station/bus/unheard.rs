//! Signals of which it is not known yet whether the bus has them. On another connection they are sent again.

use std::collections::{BTreeMap, VecDeque};

use tokio::sync::oneshot;
use zbus::Connection;
use zbus::fdo::PeerProxy;

/// The last signals of the objects of a tree, by what the tree calls them.
#[derive(Debug)]
pub(super) struct Unheard<K> {
    /// The object and the number of each, in the order in which they were sent.
    signals: VecDeque<(K, u64)>,
    question: Option<Question>,
}

/// The bus was asked something behind the first so many signals: once it answers, it has read them.
#[derive(Debug)]
struct Question {
    behind: usize,
    answered: oneshot::Receiver<()>,
}

impl<K: Ord> Unheard<K> {
    /// No signals.
    pub(super) const fn new() -> Self {
        Self { signals: VecDeque::new(), question: None }
    }

    /// A signal is about to be sent.
    pub(super) fn add(&mut self, object: K, number: u64) {
        self.signals.push_back((object, number));
    }

    /// Forgets what the bus has read, and asks about the rest, which was sent on this connection.
    pub(super) fn confirm(&mut self, connection: &Connection) {
        if let Some(mut question) = self.question.take() {
            match question.answered.try_recv() {
                Ok(()) => drop(self.signals.drain(..question.behind)),
                Err(oneshot::error::TryRecvError::Empty) => self.question = Some(question),
                Err(oneshot::error::TryRecvError::Closed) => {}
            }
        }
        if self.question.is_none() && !self.signals.is_empty() {
            let (tell, answered) = oneshot::channel();
            self.question = Some(Question { behind: self.signals.len(), answered });
            tokio::spawn(ask(connection.clone(), tell));
        }
    }

    /// What is to be sent again on another connection: of each object the number of the first signal.
    pub(super) fn take(&mut self) -> BTreeMap<K, u64> {
        self.question = None;
        let mut first = BTreeMap::new();
        for (object, number) in self.signals.drain(..) {
            first.entry(object).or_insert(number);
        }
        first
    }
}

/// Tells when the bus has answered.
async fn ask(connection: Connection, tell: oneshot::Sender<()>) {
    let bus = PeerProxy::new(&connection, "org.freedesktop.DBus", "/org/freedesktop/DBus").await;
    if let Ok(bus) = bus
        && bus.ping().await.is_ok()
    {
        let _ = tell.send(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_object_the_first_unheard_number_is_sent_again() {
        let mut unheard = Unheard::new();
        for (object, number) in [("b", 7), ("a", 3), ("b", 8), ("a", 4)] {
            unheard.add(object, number);
        }
        assert_eq!(unheard.take(), BTreeMap::from([("a", 3), ("b", 7)]));
        assert_eq!(unheard.take(), BTreeMap::new());
    }
}
