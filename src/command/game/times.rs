//! What the clock showed after each move, from what was told of a game.

use std::collections::HashMap;
use std::time::Duration;

use crate::bus::{Details, Event};

/// The mover's time after each completed ply that stands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Times(HashMap<u32, Duration>);

impl Times {
    /// From the events of a game, in order: a later one of a ply overrides an earlier one, and what is told anew from
    /// an event on (`Renewed`) forgets what was told there.
    pub(super) fn of(events: &[Event]) -> Self {
        let mut told: Vec<(u64, u32, Option<Duration>)> = Vec::new();
        for (sequence, name, arguments) in events {
            match name.as_str() {
                "Renewed" => {
                    let first = number(arguments, "first").unwrap_or_default();
                    told.retain(|(sequence, ..)| *sequence < first);
                }
                "Moved" => {
                    told.extend(of_move(arguments).map(|(ply, left)| (*sequence, ply, left)))
                }
                _ => {}
            }
        }
        let mut times = HashMap::new();
        for (_, ply, left) in told {
            match left {
                Some(left) => times.insert(ply, left),
                None => times.remove(&ply),
            };
        }
        Self(times)
    }

    /// The mover's time after a ply, from 1; `None` where it is not completed, or no clock was read.
    pub(super) fn after(&self, ply: u32) -> Option<Duration> {
        self.0.get(&ply).copied()
    }

    /// The same of so many plies in order, in milliseconds.
    pub(super) fn by_ply(&self, plies: usize) -> Vec<Option<u64>> {
        let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        (1..).take(plies).map(|ply| self.after(ply).map(millis)).collect()
    }
}

/// The ply of a move, and its player's time; a move that is made, or taken back, has none.
fn of_move(arguments: &Details) -> Option<(u32, Option<Duration>)> {
    let ply = u32::try_from(number(arguments, "ply")?).ok()?;
    let state = arguments.get("state").and_then(|state| <&str>::try_from(state).ok())?;
    let left = number(arguments, "clk_ms").map(Duration::from_millis);
    Some((ply, left.filter(|_| state == "completed")))
}

fn number(arguments: &Details, name: &str) -> Option<u64> {
    let value = arguments.get(name)?;
    u64::try_from(value).or_else(|_| u32::try_from(value).map(u64::from)).ok()
}

#[cfg(test)]
mod tests {
    use zbus::Variant;

    use super::*;

    fn event(sequence: u64, name: &str, arguments: &[(&str, Variant<'static>)]) -> Event {
        let owned = arguments
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.try_to_owned().unwrap()));
        (sequence, name.to_owned(), owned.collect())
    }

    fn completed(sequence: u64, ply: u32, millis: u64) -> Event {
        let arguments =
            [("ply", ply.into()), ("state", "completed".into()), ("clk_ms", millis.into())];
        event(sequence, "Moved", &arguments)
    }

    fn a_move(sequence: u64, ply: u32, state: &'static str) -> Event {
        event(sequence, "Moved", &[("ply", ply.into()), ("state", state.into())])
    }

    #[test]
    fn a_completed_move_has_the_time_that_its_player_had_left() {
        let events = [a_move(1, 1, "made"), completed(2, 1, 83_000), a_move(3, 2, "made")];
        assert_eq!(Times::of(&events).by_ply(2), [Some(83_000), None]);
    }

    #[test]
    fn a_move_that_was_taken_back_leaves_no_time_to_the_one_in_its_place() {
        let events = [completed(1, 1, 83_000), a_move(2, 1, "superseded"), a_move(3, 1, "made")];
        assert_eq!(Times::of(&events).after(1), None);
    }

    #[test]
    fn what_no_longer_holds_has_no_times() {
        let renewed = event(3, "Renewed", &[("first", 2_u64.into())]);
        let events = [completed(1, 1, 83_000), completed(2, 2, 70_000), renewed];
        assert_eq!(Times::of(&events).by_ply(2), [Some(83_000), None]);
    }
}
