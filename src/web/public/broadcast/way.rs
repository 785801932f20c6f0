//! The way to a destination: its key, who posts and how fast, what is public, and whom it tells what becomes of it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};
use touchmove_client::broadcast::SendTrouble;

use super::book::Surroundings;
use super::destination::Destination;
use super::keys::{Key, Keys};
use super::pace::Pace;
use super::post::{Posted, Poster};
use super::report::{Failure, Report, SentGame};
use crate::public::view::PublicView;

/// The way to a destination.
pub(super) struct Way {
    destination: Destination,
    keys: Keys,
    poster: Poster,
    pace: Pace,
    views: watch::Receiver<Arc<PublicView>>,
    report: watch::Sender<Report>,
    again: Arc<Notify>,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Something may have to be sent.
    Look,
    /// Everything is to be sent once more.
    BeginAnew,
}

impl Way {
    /// The way to a destination, at this pace; everything is sent there once more whenever `again` says so.
    pub(super) fn new(
        surroundings: &Surroundings,
        destination: Destination,
        pace: Pace,
        report: watch::Sender<Report>,
        again: Arc<Notify>,
    ) -> Self {
        let Surroundings { keys, poster, views, .. } = surroundings;
        let (keys, poster, views) = (keys.clone(), poster.clone(), views.clone());
        Self { destination, keys, poster, pace, views, report, again }
    }

    /// Where it leads.
    pub(super) const fn destination(&self) -> &Destination {
        &self.destination
    }

    /// What is public now.
    pub(super) fn look(&mut self) -> Arc<PublicView> {
        Arc::clone(&self.views.borrow_and_update())
    }

    /// The key of the destination.
    ///
    /// # Errors
    /// [`Failure`] where there is none.
    pub(super) fn key(&self) -> Result<Key, Failure> {
        let key = self.keys.read(&self.destination.key);
        key.map_err(|error| Failure::new(SendTrouble::NoKey, error))
    }

    /// Posts `body` with these fields of a head.
    ///
    /// # Errors
    /// [`Failure`] where no answer comes.
    pub(super) async fn post(
        &self,
        address: &Uri,
        mut fields: HeaderMap,
        body: Bytes,
    ) -> Result<Posted, Failure> {
        fields.insert(header::USER_AGENT, HeaderValue::from_static(super::AGENT));
        self.poster.post(address, fields, body).await
    }

    /// Whether something may be sent now.
    pub(super) fn is_open(&self) -> bool {
        self.pace.next() <= Instant::now()
    }

    /// Waits as long as between two pushes: more may be told in a moment.
    pub(super) fn settle(&mut self) {
        self.pace.begin(Instant::now());
    }

    /// Something was taken, so long after it became public.
    pub(super) fn succeed(&mut self, late: Duration) {
        self.pace.succeed();
        self.report.send_modify(|report| report.succeed(late));
    }

    /// Nothing gets there.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.pace.fail(Instant::now(), failure.wait);
        self.report.send_modify(|report| report.fail(failure));
    }

    /// Shows what has become of the games.
    pub(super) fn show(&self, games: Vec<SentGame>) {
        self.report.send_if_modified(|report| report.show(games));
    }

    /// Waits for what comes next, where something `waits` also until it may be sent; `None` where nothing will ever come.
    pub(super) async fn next(&mut self, waits: Waits) -> Option<Turn> {
        tokio::select! {
            changed = self.views.changed() => changed.is_ok().then_some(Turn::Look),
            () = sleep_until(self.pace.next()), if waits == Waits::Something => Some(Turn::Look),
            () = self.again.notified() => Some(Turn::BeginAnew),
        }
    }
}

/// Whether anything waits to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Something,
    Nothing,
}

impl Waits {
    /// Whether it is so.
    pub(super) const fn of(is_behind: bool) -> Self {
        if is_behind { Self::Something } else { Self::Nothing }
    }
}
