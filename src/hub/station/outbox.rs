//! What a station still has to publish. It grows with the objects that there are, not with the time for which nobody takes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::metrics::Backlog;
use crate::side::Side;
use crate::subject::Place;

/// What is to be published.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    pending: Mutex<Pending>,
    more: Notify,
    /// Counts how often all was asked for anew.
    renewals: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Pending {
    batch: Batch,
    /// What the trees have, of each side that was read.
    shown: BTreeMap<Side, BTreeSet<Place>>,
}

/// What is taken at once.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The state of objects; `None` of one that is gone.
    pub(super) objects: BTreeMap<Place, Option<String>>,
    /// The number of the last event of games.
    pub(super) games: BTreeMap<Place, u64>,
    /// The boards of which there may be more evidence.
    pub(super) boards: BTreeSet<Place>,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.games.is_empty() && self.boards.is_empty()
    }
}

impl Outbox {
    /// An object of the tree is so now.
    pub(super) fn put_object(&self, place: Place, state: String) {
        let mut pending = self.lock();
        pending.shown.entry(place.side).or_default().insert(place.clone());
        pending.batch.objects.insert(place, Some(state));
        self.more.notify_one();
    }

    /// An object is not in the tree any more.
    pub(super) fn put_end(&self, place: Place) {
        let mut pending = self.lock();
        pending.shown.entry(place.side).or_default().remove(&place);
        pending.batch.games.remove(&place);
        pending.batch.objects.insert(place, None);
        self.more.notify_one();
    }

    /// A game has got to this event.
    pub(super) fn put_game(&self, place: Place, number: u64) {
        self.lock().batch.games.insert(place, number);
        self.more.notify_one();
    }

    /// There may be more evidence of a board.
    pub(super) fn put_board(&self, place: Place) {
        self.lock().batch.boards.insert(place);
        self.more.notify_one();
    }

    /// The tree of this side was read, and has these objects.
    pub(super) fn mark_read(&self, side: Side, places: BTreeSet<Place>) {
        let mut pending = self.lock();
        let before = pending.shown.insert(side, places.clone()).unwrap_or_default();
        for gone in before.difference(&places) {
            pending.batch.games.remove(gone);
            pending.batch.objects.insert(gone.clone(), None);
        }
        self.more.notify_one();
    }

    /// The tree of this side is not there: nothing is known to be gone.
    pub(super) fn mark_absent(&self, side: Side) {
        self.lock().shown.remove(&side);
    }

    /// Whether both trees are there.
    pub(super) fn is_running(&self) -> bool {
        self.lock().shown.len() == Side::ALL.len()
    }

    /// What the tree of this side has; `None` while it is not there.
    pub(super) fn shown(&self, side: Side) -> Option<BTreeSet<Place>> {
        self.lock().shown.get(&side).cloned()
    }

    /// Waits for something to publish, and takes it.
    pub(super) async fn next(&self) -> Batch {
        loop {
            let batch = std::mem::take(&mut self.lock().batch);
            if !batch.is_empty() {
                return batch;
            }
            self.more.notified().await;
        }
    }

    /// How much waits.
    pub(super) fn backlog(&self) -> Backlog {
        let Batch { objects, games, boards } = &self.lock().batch;
        Backlog { objects: objects.len(), games: games.len(), boards: boards.len() }
    }

    /// Gives back what could not be published; what has become of it since holds.
    pub(super) fn put_back(&self, batch: Batch) {
        let mut pending = self.lock();
        for (place, state) in batch.objects {
            pending.batch.objects.entry(place).or_insert(state);
        }
        for (place, number) in batch.games {
            let latest = pending.batch.games.entry(place).or_default();
            *latest = number.max(*latest);
        }
        pending.batch.boards.extend(batch.boards);
        self.more.notify_one();
    }

    /// Has everything put in anew.
    pub(super) fn ask_for_all(&self) {
        self.renewals.send_modify(|renewals| *renewals += 1);
    }

    /// Says when everything is to be put in anew.
    pub(super) fn renewals(&self) -> watch::Receiver<u64> {
        self.renewals.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(element: &str) -> Place {
        Place {
            station: "blue".parse().unwrap(),
            side: Side::Live,
            path: format!("/org/touchmove/Hall1/games/{element}"),
        }
    }

    #[tokio::test]
    async fn of_an_object_the_last_state_is_taken() {
        let outbox = Outbox::default();
        outbox.put_object(place("a"), "1".into());
        outbox.put_object(place("a"), "2".into());
        let batch = outbox.next().await;
        assert_eq!(batch.objects, BTreeMap::from([(place("a"), Some("2".into()))]));
    }

    #[tokio::test]
    async fn what_is_given_back_makes_way_for_what_came_since() {
        let outbox = Outbox::default();
        outbox.put_object(place("a"), "1".into());
        outbox.put_game(place("a"), 3);
        let batch = outbox.next().await;
        outbox.put_object(place("a"), "2".into());
        outbox.put_game(place("a"), 5);
        outbox.put_back(batch);
        let batch = outbox.next().await;
        assert_eq!(batch.objects, BTreeMap::from([(place("a"), Some("2".into()))]));
        assert_eq!(batch.games, BTreeMap::from([(place("a"), 5)]));
    }

    #[tokio::test]
    async fn what_a_tree_has_no_more_is_gone_and_nothing_is_while_there_is_no_tree() {
        let outbox = Outbox::default();
        outbox.mark_read(Side::Live, BTreeSet::from([place("a"), place("b")]));
        outbox.mark_read(Side::Live, BTreeSet::from([place("b")]));
        assert_eq!(outbox.next().await.objects, BTreeMap::from([(place("a"), None)]));
        outbox.mark_absent(Side::Live);
        outbox.mark_read(Side::Live, BTreeSet::new());
        outbox.put_object(place("c"), "1".into());
        assert_eq!(outbox.next().await.objects.len(), 1);
    }
}
