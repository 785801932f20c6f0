//! What changes on an open page: sent to it in pieces, each of which takes the place of the one with its id.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{once, unfold};
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};
use touchmove_client::arbiters::Arbiter;

use super::choice::Choice;
use super::game::Decided;
use super::open_pages::Opened;
use super::{Shared, broadcast_page, game, hall_page, waiting};
use crate::hall::HallView;
use crate::metrics::PAGE_DELAY;
use crate::pieces::{Piece, Sent, beat, word};
use crate::sendings::SendingView;
use crate::speech::Speech;

/// How often it is looked whether who reads a page may still do so, and word sent that it is up to date.
const LOOK: Duration = Duration::from_secs(1);

/// From one picture of the whole hall to the next: an eye sees no difference, and a hundred boards are drawn less often.
const BETWEEN_HALLS: Duration = Duration::from_millis(200);

/// The same of a page with less on it.
const BETWEEN_OTHERS: Duration = Duration::from_millis(10);

/// What a page shows that changes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "page", rename_all = "lowercase")]
pub(super) enum Followed {
    Waiting(Choice),
    Hall(Choice),
    Game { game: String },
    Broadcast,
}

/// Who looks at a page, and when.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) arbiter: &'a Arbiter,
    pub(super) speech: Speech,
    pub(super) view: &'a HallView,
}

impl Followed {
    /// Where its changes come from.
    pub(super) fn address(&self) -> String {
        match self {
            Self::Waiting(choice) => format!("/live?page=waiting&{}", choice.query()),
            Self::Hall(choice) => format!("/live?page=hall&{}", choice.query()),
            Self::Game { game } => format!("/live?page=game&game={game}"),
            Self::Broadcast => "/live?page=broadcast".to_owned(),
        }
    }

    /// The number of the view in which it was last different: a list of what waits says nothing of moves and clocks, and
    /// where games are sent nothing of boards.
    const fn number_in(&self, view: &HallView) -> u64 {
        match self {
            Self::Waiting(_) => view.matters,
            Self::Broadcast => view.outlets_since,
            Self::Hall(_) | Self::Game { .. } => view.number,
        }
    }

    /// All of it, in order.
    fn pieces<'a>(
        &self,
        desk: &'a Shared,
        reader: Reader<'a>,
        decided: &'a Decided,
        sendings: &'a SendingView,
    ) -> Vec<Piece<'a>> {
        match self {
            Self::Waiting(choice) => waiting::pieces(desk, reader, choice),
            Self::Hall(choice) => hall_page::pieces(reader, choice),
            Self::Game { game } => game::pieces(reader, game, decided),
            Self::Broadcast => broadcast_page::pieces(reader, sendings),
        }
    }
}

/// Follows a page for as long as it is open. A page whose device is let in no more is told that it is closed.
pub(super) async fn follow_page(
    State(desk): State<Shared>,
    speech: Speech,
    headers: HeaderMap,
    Query(followed): Query<Followed>,
) -> Response {
    let Some(arbiter) = desk.door.arbiter(&headers) else {
        return Sse::new(once(async { closed() })).into_response();
    };
    let Some(opened) = desk.open_pages.open(arbiter.name.as_str()) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (hall, going, ending) = (desk.hall.clone(), desk.going.changes(), desk.ending.clone());
    let sendings = desk.sendings.clone();
    let page = OpenPage {
        desk,
        arbiter,
        speech,
        headers,
        followed,
        hall,
        sendings,
        going,
        ending,
        look,
        decided: Decided::default(),
        sent: Sent::default(),
        number: 0,
        _opened: opened,
    };
    Sse::new(unfold(Some(page), |page| async { page?.next().await })).into_response()
}

/// Word that whoever reads the page is nobody any more.
fn closed() -> Result<Event, Infallible> {
    Ok(word("closed"))
}

/// An open page.
struct OpenPage {
    desk: Shared,
    arbiter: Arbiter,
    speech: Speech,
    headers: HeaderMap,
    followed: Followed,
    hall: watch::Receiver<Arc<HallView>>,
    sendings: watch::Receiver<Arc<SendingView>>,
    going: watch::Receiver<u64>,
    ending: watch::Receiver<bool>,
    look: Interval,
    /// About the game that it shows.
    decided: Decided,
    sent: Sent,
    /// [`Followed::number_in`] of what it was last told of.
    number: u64,
    _opened: Opened,
}

type Next = (Result<Event, Infallible>, Option<OpenPage>);

/// Why a page is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// There may be something new to tell it.
    News,
    /// It is to be told that it is up to date.
    Look,
}

impl OpenPage {
    /// The next thing that it is told; `None` where it is told nothing more.
    async fn next(mut self) -> Option<Next> {
        let mut cause = Cause::News;
        if self.sent.is_begun() {
            sleep(self.pause()).await;
        }
        loop {
            let Some(arbiter) = self.desk.door.arbiter(&self.headers) else {
                return Some((closed(), None));
            };
            self.arbiter = arbiter;
            let view = Arc::clone(&self.hall.borrow_and_update());
            let sendings = Arc::clone(&self.sendings.borrow_and_update());
            if !self.sent.is_begun() {
                self.renew_decided(&view).await;
            }
            let mut event = self.update(&view, &sendings);
            // What was decided about it is asked for once what was played is shown.
            if event.is_none() && self.renew_decided(&view).await {
                event = self.update(&view, &sendings);
            }
            if let Some(event) = event {
                return Some((Ok(event), Some(self)));
            }
            if cause == Cause::Look {
                return Some((Ok(beat()), Some(self)));
            }
            cause = self.until_different().await?;
        }
    }

    /// How long it stays as it is at least.
    const fn pause(&self) -> Duration {
        match self.followed {
            Followed::Hall(_) => BETWEEN_HALLS,
            _ => BETWEEN_OTHERS,
        }
    }

    /// Until there may be something new to tell it; `None` where the desk ends.
    async fn until_different(&mut self) -> Option<Cause> {
        let shows_sendings = matches!(self.followed, Followed::Broadcast);
        loop {
            tokio::select! {
                changed = self.hall.changed() => {
                    changed.ok()?;
                    if self.followed.number_in(&self.hall.borrow()) == self.number {
                        continue;
                    }
                }
                changed = self.sendings.changed(), if shows_sendings => changed.ok()?,
                changed = self.going.changed() => changed.ok()?,
                _ = self.ending.wait_for(|is_ending| *is_ending) => return None,
                _ = self.look.tick() => return Some(Cause::Look),
            }
            return Some(Cause::News);
        }
    }

    /// Asks anew for what was decided about the game that it shows; whether it did.
    async fn renew_decided(&mut self, view: &HallView) -> bool {
        let Followed::Game { game } = &self.followed else { return false };
        match view.game_seen_by(&self.arbiter, game) {
            Some((place, game)) => self.decided.renew(&self.desk, place, game).await,
            None => false,
        }
    }

    /// What is different on it now; `None` where nothing is.
    fn update(&mut self, view: &HallView, sendings: &SendingView) -> Option<Event> {
        let number = self.followed.number_in(view);
        let is_news = self.sent.is_begun() && self.number != number;
        self.number = number;
        let Self { desk, arbiter, speech, followed, decided, sent, .. } = self;
        let reader = Reader { arbiter, speech: *speech, view };
        let event = sent.update(followed.pieces(desk, reader, decided, sendings))?;
        view.heard.filter(|_| is_news).iter().for_each(|heard| PAGE_DELAY.measure(heard.elapsed()));
        Some(event)
    }
}
