//! Answers calls from a hall: each is made once on the station's bus, however often it is asked for.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, Message};
use futures_util::StreamExt as _;
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::Instant;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::call_error::RefusalKind;
use touchmove_client::mirror::MirrorError;
use zbus::Connection;

use crate::message::{AnswerMessage, CallMessage};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject;
use crate::typed_json::TypedJson;

/// From one try to the next where the bus or the server is not there.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// An answer is kept for so long for who asks again, and no more than so many are.
const KEPT_FOR: Duration = Duration::from_secs(60);
const MAX_KEPT: usize = 1024;

/// So many calls are made side by side; the others wait.
const MAX_SIDE_BY_SIDE: usize = 16;

/// Answers until it is dropped.
pub(super) async fn answer(station: StationName, side: Side, bus: Bus, client: Client) {
    let subject = subject::calls(&station, side);
    let answers = Arc::new(Answers::new(side, bus));
    loop {
        match client.subscribe(subject.clone()).await {
            Ok(mut calls) => {
                while let Some(call) = calls.next().await {
                    let (answers, client) = (Arc::clone(&answers), client.clone());
                    tokio::spawn(async move { answers.answer(&client, call).await });
                }
            }
            Err(error) => tracing::warn!("calls cannot be heard: {error}"),
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
}

struct Answers {
    side: Side,
    bus: Bus,
    /// `None` before the first call, and once the bus was lost.
    connection: tokio::sync::Mutex<Option<Connection>>,
    /// The latest behind.
    kept: Mutex<VecDeque<Kept>>,
    turns: Semaphore,
}

/// The answer to a call, once it is there.
struct Kept {
    id: String,
    asked_at: Instant,
    answer: Arc<OnceCell<AnswerMessage>>,
}

impl Answers {
    fn new(side: Side, bus: Bus) -> Self {
        Self {
            side,
            bus,
            connection: tokio::sync::Mutex::default(),
            kept: Mutex::default(),
            turns: Semaphore::new(MAX_SIDE_BY_SIDE),
        }
    }

    async fn answer(&self, client: &Client, message: Message) {
        let Some(reply) = message.reply else { return };
        let answer = match serde_json::from_slice::<CallMessage>(&message.payload) {
            Ok(call) => self.answer_once(call).await,
            Err(error) => refused(RefusalKind::InvalidArgs, &error.to_string()),
        };
        if let Ok(text) = serde_json::to_string(&answer) {
            // Who gets no answer asks again.
            let _ = client.publish(reply, text.into()).await;
        }
    }

    async fn answer_once(&self, call: CallMessage) -> AnswerMessage {
        let Some(answer) = self.place_for(&call) else {
            let why = "nobody knows whether that was done, as the station's hub was started again in between: look, then \
                       decide again";
            return refused(RefusalKind::Timeout, why);
        };
        answer.get_or_init(|| self.call(call)).await.clone()
    }

    /// Where the answer to a call is or will be; `None` where it was asked for before, of another hub than this.
    fn place_for(&self, call: &CallMessage) -> Option<Arc<OnceCell<AnswerMessage>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        while kept.len() == MAX_KEPT
            || kept.front().is_some_and(|oldest| now.duration_since(oldest.asked_at) > KEPT_FOR)
        {
            kept.pop_front();
        }
        if let Some(known) = kept.iter().find(|known| known.id == call.id) {
            return Some(Arc::clone(&known.answer));
        }
        if call.asked_before > 0 {
            return None;
        }
        let answer = Arc::new(OnceCell::new());
        let id = call.id.clone();
        kept.push_back(Kept { id, asked_at: now, answer: Arc::clone(&answer) });
        Some(answer)
    }

    async fn connect(&self) -> Result<Connection, BusError> {
        let mut connection = self.connection.lock().await;
        if let Some(connection) = &*connection {
            return Ok(connection.clone());
        }
        Ok(connection.insert(self.bus.connect().await?).clone())
    }

    async fn call(&self, call: CallMessage) -> AnswerMessage {
        let is_below_root = call.path.strip_prefix(self.side.root());
        let is_below_root =
            is_below_root.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if !(is_below_root && self.side.has_interface(&call.interface)) {
            return refused(RefusalKind::InvalidArgs, "that is no object of this station");
        }
        let Ok(_turn) = self.turns.acquire().await else {
            return refused(RefusalKind::Stopping, "the station's hub is stopping");
        };
        let connection = match self.connect().await {
            Ok(connection) => connection,
            Err(error) => return refused(RefusalKind::NotConnected, &error.to_string()),
        };
        let arguments = match call.arguments.arguments() {
            Ok(arguments) => arguments,
            Err(error) => return refused(RefusalKind::InvalidArgs, &error.to_string()),
        };
        let (name, path) = (Some(self.side.bus_name()), call.path.as_str());
        let (interface, member) = (Some(call.interface.as_str()), call.member.as_str());
        let answered = match arguments {
            Some(arguments) => {
                connection.call_method(name, path, interface, member, &arguments).await
            }
            None => connection.call_method(name, path, interface, member, &()).await,
        };
        match answered {
            Ok(message) => match TypedJson::of_arguments(&message) {
                Ok(returned) => AnswerMessage::Returned(returned),
                Err(error) => refused(RefusalKind::NotSupported, &error.to_string()),
            },
            Err(zbus::Error::MethodError(error, why, _)) if !error.contains("ServiceUnknown") => {
                AnswerMessage::Refused { error: error.to_string(), why: why.unwrap_or_default() }
            }
            Err(error) => {
                *self.connection.lock().await = None;
                refused(RefusalKind::Timeout, &MirrorError::of(error, &self.bus).to_string())
            }
        }
    }
}

fn refused(refusal: RefusalKind, why: &str) -> AnswerMessage {
    AnswerMessage::Refused { error: refusal.name().to_owned(), why: why.to_owned() }
}
