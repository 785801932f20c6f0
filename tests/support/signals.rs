//! The numbered signals of games as they came, in both trees, whoever sent them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::StreamExt;
use touchmove_client::path::{LIVE, PUBLIC};
use zbus::{MatchRule, Message, MessageStream, message};

use super::PrivateBus;

/// It tells once more what the signal of the same number has told.
const EVENT: &str = "Event";

/// What was signalled of games since somebody listens, over any number of daemons.
#[derive(Clone, Default)]
pub(crate) struct Signals(Arc<Mutex<Heard>>);

#[derive(Default)]
struct Heard {
    /// The name of each signal, by game and number.
    names: HashMap<(String, u64), String>,
    count: usize,
    twice: Vec<(String, u64)>,
}

impl Signals {
    /// Begins to listen on a bus.
    pub(crate) async fn on(bus: &PrivateBus) -> Self {
        Self::listen(bus, |name| name != EVENT).await
    }

    /// The same to the one signal that tells anything, which is all that a hall of several stations sends.
    pub(crate) async fn of_events_on(bus: &PrivateBus) -> Self {
        Self::listen(bus, |name| name == EVENT).await
    }

    async fn listen(bus: &PrivateBus, is_meant: fn(&str) -> bool) -> Self {
        let signals = Self::default();
        for (tree, interface) in
            [(LIVE, "org.touchmove.Hall1.Game"), (PUBLIC, "org.touchmove.Public1.Game")]
        {
            let connection = bus.bus().connect().await.unwrap();
            let rule = MatchRule::builder().msg_type(message::Type::Signal).path_namespace(tree);
            let rule = rule.interface(interface).build().unwrap();
            let mut stream = MessageStream::for_match_rule(rule, &connection, None).await.unwrap();
            let heard = signals.clone();
            tokio::spawn(async move {
                let _connection = connection;
                while let Some(Ok(signal)) = stream.next().await {
                    heard.lock().take(&signal, is_meant);
                }
            });
        }
        signals
    }

    /// How many came.
    pub(crate) fn count(&self) -> usize {
        self.lock().count
    }

    /// Those that came more than once: the path of the game, and the number.
    pub(crate) fn repeats(&self) -> Vec<(String, u64)> {
        self.lock().twice.clone()
    }

    /// The name of each, by the path of the game and the number.
    pub(crate) fn names(&self) -> HashMap<(String, u64), String> {
        self.lock().names.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heard {
    fn take(&mut self, signal: &Message, is_meant: fn(&str) -> bool) {
        let header = signal.header();
        let (Some(path), Some(name)) = (header.path(), header.member()) else { return };
        if !is_meant(name.as_str()) {
            return;
        }
        let Ok(seq) = signal.body().deserialize_ignore_signature::<u64>() else { return };
        let event = (path.to_string(), seq);
        self.count += 1;
        if self.names.insert(event.clone(), name.to_string()).is_some() {
            self.twice.push(event);
        }
    }
}
