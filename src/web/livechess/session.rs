//! A client on a WebSocket: its calls are answered in their order, and what happens on the boards of its feeds is told.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::watch;
use tokio::time::timeout;

use super::Shared;
use super::answer;
use super::call::{self, Call, Id};
use super::crowd::Seat;
use super::feed::Feed;
use super::pace::Pace;
use super::view::View;

/// Feeds of one client at a time.
const MAX_FEEDS: usize = 256;

/// Who does not take what he is sent within this is gone.
const TAKEN_WITHIN: Duration = Duration::from_secs(20);

/// Why a call is not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    NotUnderstood(#[from] call::CallError),
    #[error("No eboard with serialnr {0}")]
    NoBoard(String),
    #[error("No feed with this id: subscribe first")]
    NoFeed,
    #[error("Too many feeds: unsubscribe from some first")]
    TooManyFeeds,
    #[error("Too many feeds of all clients: close some")]
    TooManyFeedsInAll,
}

/// A client.
pub(super) struct Session {
    served: Shared,
    seat: Arc<Seat>,
    view: watch::Receiver<Arc<View>>,
    feeds: Vec<Feed>,
    pace: Pace,
}

impl Session {
    pub(super) fn new(served: Shared, seat: Arc<Seat>) -> Self {
        let view = served.view.clone();
        Self { served, seat, view, feeds: Vec::new(), pace: Pace::default() }
    }

    /// Attends to the client until it goes, or its place is needed.
    pub(super) async fn attend(mut self, mut socket: WebSocket) {
        let (seat, mut ending) = (Arc::clone(&self.seat), self.served.ending.clone());
        tokio::select! {
            () = self.converse(&mut socket) => {}
            () = seat.wait_until_needed() => {}
            _ = ending.wait_for(|is_ending| *is_ending) => {}
        }
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
    }

    async fn converse(&mut self, socket: &mut WebSocket) {
        loop {
            let told = tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(said))) => self.answer_in_time(&said).await,
                    Some(Ok(Message::Binary(said))) => {
                        self.answer_in_time(&String::from_utf8_lossy(&said)).await
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                },
                changed = self.view.changed(), if !self.feeds.is_empty() => match changed {
                    Ok(()) => self.tell(),
                    Err(_) => return,
                },
            };
            for message in told {
                let sent = timeout(TAKEN_WITHIN, socket.send(Message::Text(message.into())));
                if !matches!(sent.await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }

    /// Answers a message, not sooner than is fair to others.
    async fn answer_in_time(&mut self, said: &str) -> Vec<String> {
        self.pace.wait().await;
        self.seat.mark_used();
        self.answer(said).await
    }

    /// What is answered to a message: first the answer, then what it has opened.
    async fn answer(&mut self, said: &str) -> Vec<String> {
        let (id, call) = call::read(said);
        let done = match call {
            Ok(call) => self.carry_out(&id, call).await,
            Err(error) => Err(error.into()),
        };
        done.unwrap_or_else(|refusal: Refusal| vec![answer::error(&id, &refusal)])
    }

    async fn carry_out(&mut self, id: &Id, call: Call) -> Result<Vec<String>, Refusal> {
        let view = Arc::clone(&self.view.borrow_and_update());
        let mut told = match call {
            Call::Eboards => vec![answer::to_call_written(id, view.listing())],
            Call::Sources => vec![answer::to_call(id, &*self.served.sources.list().await)],
            Call::Subscribe { feed, serial } => self.subscribe(id, feed, &serial, &view)?,
            Call::Unsubscribe { feed } => {
                let before = self.feeds.len();
                self.feeds.retain(|known| *known.id() != feed);
                if self.feeds.len() == before {
                    return Err(Refusal::NoFeed);
                }
                if self.feeds.is_empty() {
                    self.seat.mark_idle();
                }
                vec![answer::to_call(id, ())]
            }
            Call::Setup { feed, wanted } => {
                let feed = self.feed(&feed)?;
                let board = view.eboard_of(feed.board()).map(Arc::as_ref);
                feed.set_up(wanted, board);
                vec![answer::to_call(id, ())]
            }
            Call::Flip { feed, orientation } => {
                self.feed(&feed)?.flip(orientation);
                vec![answer::to_call(id, ())]
            }
        };
        // What happened meanwhile was marked as seen above.
        told.extend(self.tell_of(&view));
        Ok(told)
    }

    fn subscribe(
        &mut self,
        id: &Id,
        feed: Id,
        serial: &str,
        view: &View,
    ) -> Result<Vec<String>, Refusal> {
        let short = || serial.chars().take(80).collect();
        let eboard = view.board(serial).ok_or_else(|| Refusal::NoBoard(short()))?;
        self.feeds.retain(|known| *known.id() != feed);
        if self.feeds.len() >= MAX_FEEDS {
            return Err(Refusal::TooManyFeeds);
        }
        let place = Arc::clone(&self.served.feeds).try_acquire_owned();
        let place = place.map_err(|_| Refusal::TooManyFeedsInAll)?;
        let mut feed = Feed::new(feed, eboard, place);
        let begun = feed.begin(eboard);
        self.feeds.push(feed);
        self.seat.mark_following();
        Ok(vec![answer::to_call(id, ()), begun])
    }

    fn feed(&mut self, id: &Id) -> Result<&mut Feed, Refusal> {
        self.feeds.iter_mut().find(|feed| feed.id() == id).ok_or(Refusal::NoFeed)
    }

    /// What is different on the boards of its feeds.
    fn tell(&mut self) -> Vec<String> {
        let view = Arc::clone(&self.view.borrow_and_update());
        self.tell_of(&view)
    }

    fn tell_of(&mut self, view: &View) -> Vec<String> {
        let feeds = self.feeds.iter_mut();
        let told = feeds.filter_map(|feed| {
            let eboard = view.eboard_of(feed.board())?;
            Some(feed.tell(eboard))
        });
        told.flatten().collect()
    }
}
