//! What a station still has to publish. It grows with the objects that there are, not with the time for which nobody takes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::message::EventMessage;
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
    /// The sides of which all that the tree has was put in since it is there.
    put: BTreeSet<Side>,
    /// The connection to the server on which all that the trees have was published.
    published_on: Option<Published>,
}

/// That all is in the streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Published {
    /// On which connection to the server: it may have lost what it was told on those before.
    pub(super) connection: u64,
    /// Where in its stream the last object of the live side is.
    pub(super) last_object: u64,
}

/// What comes within this time is taken at once: a move is told in several signals.
const TOGETHER: Duration = Duration::from_millis(1);

/// So many events of a game are kept as they were heard. Those before are asked for.
const MAX_HEARD: usize = 16;

/// What is taken at once.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The state of objects; `None` of one that is gone.
    pub(super) objects: BTreeMap<Place, Option<String>>,
    /// How far games have got.
    pub(super) games: BTreeMap<Place, Reached>,
    /// The boards of which there may be more evidence.
    pub(super) boards: BTreeSet<Place>,
    /// Whether with it all is published that the trees have.
    pub(super) is_whole: bool,
}

/// How far a game has got.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reached {
    /// The number of the last event.
    number: u64,
    /// The last events up to that one, each behind the one before, as far as they were heard and are kept.
    heard: Vec<EventMessage>,
}

impl Reached {
    /// The number of the last event.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The events behind the one of this number; `None` where they are to be asked for.
    pub(super) fn heard_behind(&self, number: u64) -> Option<&[EventMessage]> {
        let first = self.heard.iter().position(|event| event.number == number + 1)?;
        Some(&self.heard[first..])
    }

    /// It has got to this number.
    fn reach(&mut self, number: u64) {
        self.number = number;
        if self.heard.last().is_some_and(|last| last.number != number) {
            self.heard.clear();
        }
    }

    fn hear(&mut self, event: EventMessage) {
        if self.heard.last().is_some_and(|last| last.number + 1 != event.number) {
            self.heard.clear();
        }
        if self.heard.len() == MAX_HEARD {
            self.heard.remove(0);
        }
        self.number = event.number;
        self.heard.push(event);
    }

    /// It had got here before, and has got further since.
    fn follow(&mut self, before: Self) {
        let since = std::mem::replace(self, before);
        since.heard.into_iter().for_each(|event| self.hear(event));
        self.reach(since.number.max(self.number));
    }
}

impl Pending {
    fn is_put(&self) -> bool {
        self.put.len() == Side::ALL.len()
    }
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
        self.lock().batch.games.entry(place).or_default().reach(number);
        self.more.notify_one();
    }

    /// This has happened in a game.
    pub(super) fn put_event(&self, place: Place, event: EventMessage) {
        self.lock().batch.games.entry(place).or_default().hear(event);
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

    /// All that the tree of this side has was put in.
    pub(super) fn mark_put(&self, side: Side) {
        self.lock().put.insert(side);
    }

    /// The tree of this side is not there: nothing is known to be gone.
    pub(super) fn mark_absent(&self, side: Side) {
        let mut pending = self.lock();
        pending.shown.remove(&side);
        pending.put.remove(&side);
        pending.published_on = None;
    }

    /// All that the trees have is in the streams.
    pub(super) fn mark_published(&self, published: Published) {
        self.lock().published_on = Some(published);
    }

    /// What was published when all was; `None` since the daemon was started until then.
    pub(super) fn published(&self) -> Option<Published> {
        self.lock().published_on
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
        while self.lock().batch.is_empty() {
            self.more.notified().await;
        }
        sleep(TOGETHER).await;
        let mut pending = self.lock();
        let is_whole = pending.is_put();
        Batch { is_whole, ..std::mem::take(&mut pending.batch) }
    }

    /// How much waits.
    pub(super) fn backlog(&self) -> Backlog {
        let Batch { objects, games, boards, .. } = &self.lock().batch;
        Backlog { objects: objects.len(), games: games.len(), boards: boards.len() }
    }

    /// Gives back what could not be published; what has become of it since holds.
    pub(super) fn put_back(&self, batch: Batch) {
        let mut pending = self.lock();
        for (place, state) in batch.objects {
            pending.batch.objects.entry(place).or_insert(state);
        }
        for (place, before) in batch.games {
            pending.batch.games.entry(place).or_default().follow(before);
        }
        pending.batch.boards.extend(batch.boards);
        self.more.notify_one();
    }

    /// Has everything put in anew.
    pub(super) fn ask_for_all(&self) {
        self.lock().put.clear();
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
    use crate::typed_json::TypedJson;

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
        assert_eq!(batch.games[&place("a")].number(), 5);
    }

    #[tokio::test]
    async fn all_is_published_with_what_is_taken_once_both_trees_were_put_in() {
        let outbox = Outbox::default();
        outbox.put_object(place("a"), "1".into());
        outbox.mark_put(Side::Live);
        assert!(!outbox.next().await.is_whole, "the other one is to come");
        outbox.put_object(place("a"), "2".into());
        outbox.mark_put(Side::Public);
        assert!(outbox.next().await.is_whole);
        outbox.mark_published(Published { connection: 1, last_object: 2 });
        outbox.ask_for_all();
        outbox.put_object(place("a"), "3".into());
        assert!(!outbox.next().await.is_whole);
        assert!(outbox.published().is_some());
        outbox.mark_absent(Side::Live);
        assert_eq!(outbox.published(), None);
    }

    #[tokio::test]
    async fn events_are_kept_as_they_were_heard_while_each_follows_the_one_before() {
        let event = |number| EventMessage {
            number,
            kind: format!("e{number}"),
            details: TypedJson::of(&zbus::Variant::U8(0)).unwrap(),
        };
        let heard = |reached: &Reached, behind| {
            let events = reached.heard_behind(behind)?;
            Some(events.iter().map(|event| event.number).collect::<Vec<_>>())
        };
        let outbox = Outbox::default();
        (3..5).for_each(|number| outbox.put_event(place("a"), event(number)));
        outbox.put_game(place("a"), 4);
        let batch = outbox.next().await;
        assert_eq!(heard(&batch.games[&place("a")], 2), Some(vec![3, 4]));
        assert_eq!(heard(&batch.games[&place("a")], 1), None, "who knows what 2 was");
        outbox.put_event(place("a"), event(5));
        outbox.put_back(batch);
        let batch = outbox.next().await;
        assert_eq!(heard(&batch.games[&place("a")], 3), Some(vec![4, 5]));
        outbox.put_event(place("a"), event(7));
        outbox.put_back(batch);
        let batch = outbox.next().await;
        assert_eq!(heard(&batch.games[&place("a")], 3), None, "6 was not heard");
        assert_eq!(heard(&batch.games[&place("a")], 6), Some(vec![7]));
        (8..40).for_each(|number| outbox.put_event(place("a"), event(number)));
        outbox.put_back(batch);
        let reached = &outbox.next().await.games[&place("a")];
        assert_eq!(
            (reached.number(), heard(reached, 39 - MAX_HEARD as u64).unwrap().len()),
            (39, MAX_HEARD)
        );
        assert_eq!(heard(reached, 7), None);
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
