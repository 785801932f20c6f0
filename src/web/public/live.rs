//! What changes on an open page, as it becomes public.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use super::asked::{Asked, PageKind};
use super::view::PublicView;
use super::{Shared, card};
use crate::metrics::PAGE_DELAY;
use crate::pieces::{Sent, beat, word};
use crate::places::Place;
use crate::speech::Speech;

/// How often word is sent that a page is up to date.
const BEAT: Duration = Duration::from_secs(1);

/// From one picture of a whole round to the next: an eye sees no difference, and a hundred boards are drawn less often.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(100);

/// The same of a page with a few boards.
const BETWEEN_BOARDS: Duration = Duration::from_millis(10);

/// Which page follows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Followed {
    page: PageKind,
    /// The round that its heading names, 0 where none; `None` of a page without one.
    at: Option<u16>,
}

/// Follows a page for as long as it is open.
pub(super) async fn follow_page(
    State(public): State<Shared>,
    Query(Followed { page, at }): Query<Followed>,
    Query(asked): Query<Asked>,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
) -> Response {
    let Some(waiting) = public.waiting.take() else {
        let again = [(header::RETRY_AFTER, "10")];
        return (StatusCode::SERVICE_UNAVAILABLE, again, "Too many pages are open.\n")
            .into_response();
    };
    place.keep();
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let speech = asked.speech(&headers);
    let (views, ending) = (public.views.clone(), public.ending.clone());
    let sent = Sent::default();
    let open = OpenPage {
        page,
        at,
        asked,
        speech,
        views,
        ending,
        beat,
        sent,
        number: 0,
        is_closed: false,
        _waiting: waiting,
    };
    Sse::new(unfold(open, OpenPage::next)).into_response()
}

/// Whoever asks for the head alone follows nothing, and keeps no place.
pub(super) async fn refuse_head() -> StatusCode {
    StatusCode::METHOD_NOT_ALLOWED
}

/// An open page.
struct OpenPage {
    page: PageKind,
    at: Option<u16>,
    asked: Asked,
    speech: Speech,
    views: watch::Receiver<Arc<PublicView>>,
    ending: watch::Receiver<bool>,
    beat: Interval,
    sent: Sent,
    /// The number of the view of which it was last told.
    number: u64,
    /// Whether it was told to ask for another page.
    is_closed: bool,
    _waiting: OwnedSemaphorePermit,
}

/// Why a page is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// There may be something new to tell it.
    News,
    /// It is to be told that it is up to date.
    Beat,
}

impl OpenPage {
    /// The next thing that it is told; `None` where it is told nothing more.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        if self.is_closed {
            return None;
        }
        let mut cause = Cause::News;
        if self.sent.is_begun() {
            sleep(self.pause()).await;
        }
        loop {
            if let Some(event) = self.update() {
                return Some((Ok(event), self));
            }
            if cause == Cause::Beat {
                return Some((Ok(beat()), self));
            }
            cause = self.until_different().await?;
        }
    }

    /// How long it stays as it is at least.
    fn pause(&self) -> Duration {
        match self.page {
            PageKind::Round => BETWEEN_ROUNDS,
            _ => BETWEEN_BOARDS,
        }
    }

    /// Until there may be something new to tell it; `None` where the role ends.
    async fn until_different(&mut self) -> Option<Cause> {
        loop {
            tokio::select! {
                changed = self.views.changed() => {
                    changed.ok()?;
                    return Some(Cause::News);
                }
                _ = self.ending.wait_for(|is_ending| *is_ending) => return None,
                // Of what is the last that was known nobody says that it is up to date.
                _ = self.beat.tick() => if self.views.borrow().is_current() {
                    return Some(Cause::Beat);
                },
            }
        }
    }

    /// What is different on it now; `None` where nothing is.
    fn update(&mut self) -> Option<Event> {
        let view = Arc::clone(&self.views.borrow_and_update());
        let is_news = self.sent.is_begun() && self.number != view.number();
        self.number = view.number();
        if self.at.is_some_and(|at| at != self.asked.number_in(&view)) {
            self.is_closed = true;
            return Some(word("closed"));
        }
        let boards = self.asked.boards_in(self.page, &view);
        let pieces = boards.iter().map(|board| card::piece(board, self.speech)).collect();
        let start = self.asked.first_in(self.page, &view);
        let event = self.sent.update_starting(start, pieces)?;
        view.heard()
            .filter(|_| is_news)
            .iter()
            .for_each(|heard| PAGE_DELAY.measure(heard.elapsed()));
        Some(event)
    }
}
