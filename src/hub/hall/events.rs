//! The events of games: the last ones at hand, those before in the stream.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use async_nats::jetstream::Context;

use super::kept::read_kept;
use super::shares::{Share, Shares, TooMuch};
use crate::message::{EventMessage, Received};
use crate::station_name::StationName;
use crate::subject::{Aspect, Place};

/// So many events of a game are at hand.
const AT_HAND: usize = 16;

/// The events of a station's games that are at hand take no more: a message is some 600 bytes.
const MAX_BYTES: usize = 16 << 20;

/// So many are answered at once.
const MAX_ANSWERED: usize = 1000;

/// The last events of each game.
#[derive(Debug)]
pub(super) struct LastEvents {
    /// By its path in the hall.
    games: BTreeMap<String, LastOfGame>,
    shares: Shares,
}

#[derive(Debug, Default)]
struct LastOfGame {
    /// Whose events they are, in the terms of that station: one that goes on with a game tells all of it anew.
    station: Option<StationName>,
    events: VecDeque<Received<EventMessage>>,
    /// The number of the last one that was told on.
    told: u64,
}

impl LastOfGame {
    /// The events after this number up to that one.
    fn between(&self, after: u64, until: u64) -> Vec<EventMessage> {
        let events = self.events.iter().map(|event| &event.message);
        let wanted = events.filter(|event| event.number > after && event.number <= until);
        wanted.cloned().collect()
    }

    /// What its events take of its station's share.
    fn share(&self) -> Share {
        Share::of_all(self.events.iter().map(|event| Share::of_message(event.bytes)))
    }
}

impl Default for LastEvents {
    fn default() -> Self {
        Self { games: BTreeMap::new(), shares: Shares::of_at_most(MAX_BYTES) }
    }
}

impl LastEvents {
    /// A game is shown that has got to this event: what was before is past.
    pub(super) fn begin(&mut self, path: &str, sequence: u64) {
        let game = self.games.entry(path.to_owned()).or_default();
        game.told = game.told.max(sequence);
    }

    /// Forgets a game.
    pub(super) fn end(&mut self, path: &str) {
        self.clear(path);
        self.games.remove(path);
    }

    /// Forgets all games but these.
    pub(super) fn forget_all_but(&mut self, is_kept: impl Fn(&str) -> bool) {
        let gone: Vec<_> = self.games.keys().filter(|path| !is_kept(path)).cloned().collect();
        gone.iter().for_each(|path| self.end(path));
    }

    /// Takes what a station tells of a game.
    ///
    /// # Errors
    /// [`TooMuch`]: the event is not at hand, nor are those before it.
    pub(super) fn take(
        &mut self,
        path: &str,
        station: &StationName,
        event: Received<EventMessage>,
    ) -> Result<(), TooMuch> {
        let game = self.games.entry(path.to_owned()).or_default();
        let last = game.events.back().map(|last| last.message.number);
        let is_another = game.station.as_ref() != Some(station);
        if !is_another && last.is_some_and(|last| event.message.number <= last) {
            return Ok(());
        }
        let is_next = last.is_none_or(|last| event.message.number == last + 1);
        if is_another || !is_next {
            self.clear(path);
        }
        let game = self.games.entry(path.to_owned()).or_default();
        game.station = Some(station.clone());
        let before = game.share();
        if game.events.len() == AT_HAND {
            game.events.pop_front();
        }
        game.events.push_back(event);
        let now = game.share();
        let taken = self.shares.replace(station, before, now);
        if taken.is_err() {
            game.events.clear();
            self.shares.replace(station, before, Share::default())?;
        }
        taken
    }

    /// Forgets the events of a game.
    fn clear(&mut self, path: &str) {
        let Some(game) = self.games.get_mut(path) else { return };
        let before = game.share();
        game.events.clear();
        if let Some(station) = &game.station {
            // Less is never too much.
            let _ = self.shares.replace(station, before, Share::default());
        }
    }

    /// What is to be told on of a station's game whose object has got to this event, each once.
    pub(super) fn due(
        &mut self,
        path: &str,
        station: &StationName,
        sequence: u64,
    ) -> Vec<EventMessage> {
        let game = self.games.get_mut(path).filter(|game| game.station.as_ref() == Some(station));
        let Some(game) = game else { return Vec::new() };
        let due = game.between(game.told, sequence);
        if let Some(last) = due.last() {
            game.told = last.number;
        }
        due
    }

    /// A station's events after the one of this number up to `sequence`; `None` where not all of them are at hand.
    pub(super) fn since(
        &self,
        path: &str,
        station: &StationName,
        number: u64,
        sequence: u64,
    ) -> Option<Vec<EventMessage>> {
        if number >= sequence {
            return Some(Vec::new());
        }
        let game = self.games.get(path).filter(|game| game.station.as_ref() == Some(station))?;
        let [first, last] = [game.events.front()?, game.events.back()?];
        let are_all = first.message.number <= number + 1 && last.message.number >= sequence;
        are_all.then(|| game.between(number, sequence))
    }
}

/// Reads the events of a game after the one of this number out of the stream, as many as are answered at once.
///
/// # Errors
/// What the server says, in words.
pub(super) async fn read_since(
    streams: &Context,
    place: &Place,
    number: u64,
) -> Result<Vec<EventMessage>, String> {
    let mut events = Vec::new();
    read_kept(streams, place, Aspect::Events, |message| {
        let event: EventMessage = serde_json::from_slice(message)?;
        if event.number > number {
            events.push(event);
        }
        Ok(if events.len() < MAX_ANSWERED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    })
    .await?;
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed_json::TypedJson;

    fn event(number: u64) -> Received<EventMessage> {
        let details = TypedJson::nothing();
        let message = EventMessage { number, kind: "Moved".into(), details };
        Received { message, bytes: 600 }
    }

    fn blue() -> StationName {
        "blue".parse().unwrap()
    }

    fn numbers(events: &[EventMessage]) -> Vec<u64> {
        events.iter().map(|event| event.number).collect()
    }

    #[test]
    fn an_event_is_told_once_its_object_shows_it_and_only_once() {
        let mut events = LastEvents::default();
        events.begin("g", 3);
        events.take("g", &blue(), event(3)).unwrap();
        events.take("g", &blue(), event(4)).unwrap();
        events.take("g", &blue(), event(4)).unwrap();
        assert!(events.due("g", &blue(), 3).is_empty());
        events.take("g", &blue(), event(5)).unwrap();
        assert_eq!(numbers(&events.due("g", &blue(), 5)), [4, 5]);
        assert!(events.due("g", &blue(), 5).is_empty());
    }

    #[test]
    fn what_was_told_before_the_hall_began_is_not_told_when_the_object_shows_it_late() {
        let mut events = LastEvents::default();
        events.begin("g", 4);
        events.begin("other", 9);
        events.forget_all_but(|path| path == "g");
        events.begin("g", 3);
        events.take("g", &blue(), event(4)).unwrap();
        assert!(events.due("g", &blue(), 4).is_empty());
        events.take("g", &blue(), event(5)).unwrap();
        assert_eq!(numbers(&events.due("g", &blue(), 5)), [5]);
        assert_eq!(events.games.len(), 1);
    }

    #[test]
    fn a_station_that_goes_on_with_a_game_tells_its_past_in_its_own_terms_and_nothing_twice() {
        let (mut events, red) = (LastEvents::default(), "red".parse().unwrap());
        (1..=3).for_each(|number| events.take("g", &blue(), event(number)).unwrap());
        assert_eq!(numbers(&events.due("g", &blue(), 3)), [1, 2, 3]);
        assert!(events.due("g", &red, 3).is_empty());
        (1..=4).for_each(|number| events.take("g", &red, event(number)).unwrap());
        assert_eq!(numbers(&events.due("g", &red, 4)), [4]);
        assert_eq!(numbers(&events.since("g", &red, 0, 4).unwrap()), [1, 2, 3, 4]);
        assert_eq!(events.since("g", &blue(), 0, 3), None);
    }

    #[test]
    fn the_last_events_are_at_hand_and_no_gap_is_passed_over() {
        let mut events = LastEvents::default();
        (1..=20).for_each(|number| events.take("g", &blue(), event(number)).unwrap());
        assert_eq!(numbers(&events.since("g", &blue(), 17, 20).unwrap()), [18, 19, 20]);
        assert_eq!(events.since("g", &blue(), 20, 20), Some(Vec::new()));
        assert_eq!(events.since("g", &blue(), 2, 20), None);
        events.take("g", &blue(), event(25)).unwrap();
        assert_eq!(events.since("g", &blue(), 20, 25), None);
        assert_eq!(numbers(&events.since("g", &blue(), 24, 25).unwrap()), [25]);
    }

    #[test]
    fn who_tells_too_much_has_less_at_hand_and_others_lose_nothing() {
        let (mut events, red) = (LastEvents::default(), "red".parse().unwrap());
        let large = |number| Received { bytes: MAX_BYTES / 3, ..event(number) };
        events.take("g", &red, event(1)).unwrap();
        (1..=2).for_each(|number| events.take("large", &blue(), large(number)).unwrap());
        assert!(events.take("large", &blue(), large(3)).is_err());
        assert_eq!(events.since("large", &blue(), 0, 2), None);
        events.take("large", &blue(), large(4)).unwrap();
        assert_eq!(numbers(&events.due("large", &blue(), 4)), [4]);
        events.take("g", &red, event(2)).unwrap();
        assert_eq!(numbers(&events.since("g", &red, 0, 2).unwrap()), [1, 2]);
        events.end("large");
        (5..=6).for_each(|number| events.take("other", &blue(), large(number)).unwrap());
    }
}
