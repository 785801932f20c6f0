//! What the desk tells the public, and when.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::names::GameId;
use touchmove_core::tournament::release::decided::DecidedResult;
use touchmove_core::tournament::release::delay::PublicOutput;
use touchmove_core::tournament::release::{Publication, To};

use super::Desk;
use crate::hall::news::{Broadcast, News, PublicNews};
use crate::journal::JournalError;
use crate::sys::boottime::TimeSource;

/// What became public is on disk this long after it did, at the latest: what a loss of power takes is due
/// again after it.
pub(super) const SYNC_WITHIN: Duration = Duration::from_secs(5);

impl Desk {
    /// Releases what is due. It is logged before anybody is told, so that nothing is public of which the
    /// daemon does not know after its sudden end.
    pub(super) async fn release(&mut self) {
        for publication in self.publishing.take_due(self.clock.now()) {
            if let Err(error) = self.station.released(&publication, self.clock.wall()) {
                not_kept(&error);
            }
            self.publish(publication).await;
        }
        self.release_decided().await;
    }

    /// Releases the results that people decided, where they are due.
    pub(super) async fn release_decided(&mut self) {
        for result in self.publishing.take_decided(self.clock.now(), self.station.rounds()) {
            if let Err(error) = self.station.decided(&result, self.clock.wall()) {
                not_kept(&error);
            }
            let DecidedResult { at, output, outcome, .. } = result;
            match output {
                PublicOutput::Bus => {
                    let id = self.publishing.public_game_at(at, self.station.rounds());
                    self.tell(News::Public(PublicNews::Decided { at, id, outcome })).await;
                }
                PublicOutput::Files => self.broadcast(|| Broadcast::Decided { at, outcome }),
            }
        }
    }

    /// What was decided holds for games that are played already.
    pub(super) async fn follow(&mut self) {
        self.publishing.follow(self.station.rounds());
        self.release().await;
    }

    /// Waits until something is due; for ever where nothing will be by itself.
    pub(super) async fn until_due(&self) {
        match self.publishing.deadline(self.station.rounds()) {
            Some(due) => tokio::time::sleep(due.since(self.clock.now())).await,
            None => std::future::pending().await,
        }
    }

    pub(super) fn sync(&self) {
        if let Err(error) = self.station.sync() {
            not_kept(&error);
        }
    }

    /// The same, without waiting for it.
    pub(super) fn sync_soon(&self) {
        self.station.once_synced(|synced| {
            if let Err(error) = synced {
                not_kept(&error);
            }
        });
    }

    /// Tells the sections if they have changed since they were told.
    pub(super) async fn tell_sections(&mut self) {
        let sections: Arc<_> = self.station.rounds().section_views().into();
        if self.told_sections != sections {
            self.told_sections = Arc::clone(&sections);
            self.tell(News::Sections(sections)).await;
        }
    }

    /// Tells the public whose game it is, where that is new.
    pub(super) async fn tell_place(&mut self, game: GameId) {
        let Some(place) = self.station.rounds().place_of(game) else { return };
        if let Some((id, place)) = self.publishing.take_place(game, place) {
            self.tell(News::Public(PublicNews::Placed { id, place })).await;
        }
    }

    async fn publish(&mut self, publication: Publication) {
        let (all, released) = (publication.all(), publication.released());
        let Publication { game, to, start, again, .. } = publication;
        match to {
            To::Bus(id) => {
                self.tell(News::Public(PublicNews::Released { id, start, again, released })).await;
                self.tell_place(game).await;
            }
            To::Files => self.broadcast(|| Broadcast::Released { game, start, released: all }),
        }
    }
}

/// A journal that takes nothing stops no broadcast: what is due now is due after a restart as well.
fn not_kept(error: &JournalError) {
    tracing::error!("what became public is not kept: {error}");
}
