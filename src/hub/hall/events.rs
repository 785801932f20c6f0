//! The events of games: the last ones at hand, those before in the stream.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use async_nats::jetstream::Context;

use super::kept::read_kept;
use crate::message::EventMessage;
use crate::station_name::StationName;
use crate::subject::{Aspect, Place};

/// So many events of a game are at hand.
const AT_HAND: usize = 16;

/// So many are answered at once.
const MAX_ANSWERED: usize = 1000;

/// The last events of each game, by its path in the hall.
#[derive(Debug, Default)]
pub(super) struct LastEvents(BTreeMap<String, LastOfGame>);

#[derive(Debug, Default)]
struct LastOfGame {
    /// Whose events they are, in the terms of that station: one that goes on with a game tells all of it anew.
    station: Option<StationName>,
    events: VecDeque<EventMessage>,
    /// The number of the last one that was told on.
    told: u64,
}

impl LastEvents {
    /// A game is shown that has got to this event: what was before is past.
    pub(super) fn begin(&mut self, path: &str, sequence: u64) {
        let game = self.0.entry(path.to_owned()).or_default();
        game.told = game.told.max(sequence);
    }

    /// Forgets a game.
    pub(super) fn end(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// Forgets all games but these.
    pub(super) fn forget_all_but(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.0.retain(|path, _| is_kept(path));
    }

    /// Takes what a station tells of a game.
    pub(super) fn take(&mut self, path: &str, station: &StationName, event: EventMessage) {
        let game = self.0.entry(path.to_owned()).or_default();
        if game.station.as_ref() != Some(station) {
            game.events.clear();
            game.station = Some(station.clone());
        }
        let is_next = game.events.back().is_none_or(|last| event.number == last.number + 1);
        if !is_next {
            if game.events.back().is_some_and(|last| event.number <= last.number) {
                return;
            }
            game.events.clear();
        }
        game.events.push_back(event);
        if game.events.len() > AT_HAND {
            game.events.pop_front();
        }
    }

    /// What is to be told on of a station's game whose object has got to this event, each once.
    pub(super) fn due(
        &mut self,
        path: &str,
        station: &StationName,
        sequence: u64,
    ) -> Vec<EventMessage> {
        let game = self.0.get_mut(path).filter(|game| game.station.as_ref() == Some(station));
        let Some(game) = game else { return Vec::new() };
        let is_due = |event: &&EventMessage| event.number > game.told && event.number <= sequence;
        let due: Vec<_> = game.events.iter().filter(is_due).cloned().collect();
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
        let game = self.0.get(path).filter(|game| game.station.as_ref() == Some(station))?;
        let events = &game.events;
        let are_all = events.front()?.number <= number + 1 && events.back()?.number >= sequence;
        let wanted = |event: &&EventMessage| event.number > number && event.number <= sequence;
        are_all.then(|| events.iter().filter(wanted).cloned().collect())
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

    fn event(number: u64) -> EventMessage {
        EventMessage { number, kind: "Moved".into(), details: TypedJson::nothing() }
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
        events.take("g", &blue(), event(3));
        events.take("g", &blue(), event(4));
        events.take("g", &blue(), event(4));
        assert!(events.due("g", &blue(), 3).is_empty());
        events.take("g", &blue(), event(5));
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
        events.take("g", &blue(), event(4));
        assert!(events.due("g", &blue(), 4).is_empty());
        events.take("g", &blue(), event(5));
        assert_eq!(numbers(&events.due("g", &blue(), 5)), [5]);
        assert_eq!(events.0.len(), 1);
    }

    #[test]
    fn a_station_that_goes_on_with_a_game_tells_its_past_in_its_own_terms_and_nothing_twice() {
        let (mut events, red) = (LastEvents::default(), "red".parse().unwrap());
        (1..=3).for_each(|number| events.take("g", &blue(), event(number)));
        assert_eq!(numbers(&events.due("g", &blue(), 3)), [1, 2, 3]);
        assert!(events.due("g", &red, 3).is_empty());
        (1..=4).for_each(|number| events.take("g", &red, event(number)));
        assert_eq!(numbers(&events.due("g", &red, 4)), [4]);
        assert_eq!(numbers(&events.since("g", &red, 0, 4).unwrap()), [1, 2, 3, 4]);
        assert_eq!(events.since("g", &blue(), 0, 3), None);
    }

    #[test]
    fn the_last_events_are_at_hand_and_no_gap_is_passed_over() {
        let mut events = LastEvents::default();
        (1..=20).for_each(|number| events.take("g", &blue(), event(number)));
        assert_eq!(numbers(&events.since("g", &blue(), 17, 20).unwrap()), [18, 19, 20]);
        assert_eq!(events.since("g", &blue(), 20, 20), Some(Vec::new()));
        assert_eq!(events.since("g", &blue(), 2, 20), None);
        events.take("g", &blue(), event(25));
        assert_eq!(events.since("g", &blue(), 20, 25), None);
        assert_eq!(numbers(&events.since("g", &blue(), 24, 25).unwrap()), [25]);
    }
}
