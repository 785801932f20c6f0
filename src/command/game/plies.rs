//! What was told of each move that stands: what the clock showed after it, and whether it is sure.

use std::collections::HashMap;
use std::time::Duration;

use touchmove_client::details::{Details, PastEvent};
use touchmove_core::game::conclusion::DOUBTFUL_BELOW;

/// What was told of the plies that stand.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plies(HashMap<u32, Told>);

/// What was told last of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    /// The mover's time; `None` where it is not completed, or no clock was read.
    left: Option<Duration>,
    /// Whether another move may have been played.
    is_doubtful: bool,
}

impl Plies {
    /// From the events of a game, in order: a later one of a ply overrides an earlier one.
    pub(super) fn of(events: &[PastEvent]) -> Self {
        let moves = holding(events).into_iter().filter(|(_, name, _)| name == "Moved");
        Self(moves.filter_map(|(.., arguments)| of_move(arguments)).collect())
    }

    /// The mover's time after a ply, from 1.
    pub(super) fn time_after(&self, ply: u32) -> Option<Duration> {
        self.0.get(&ply)?.left
    }

    /// Whether another move than the one that was told may have been played as this ply, from 1.
    pub(super) fn is_doubtful(&self, ply: u32) -> bool {
        self.0.get(&ply).is_some_and(|told| told.is_doubtful)
    }

    /// The times after so many plies in order, in milliseconds.
    pub(super) fn times(&self, plies: usize) -> Vec<Option<u64>> {
        let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        (1..).take(plies).map(|ply| self.time_after(ply).map(millis)).collect()
    }

    /// Those of so many plies that are doubtful, in order.
    pub(super) fn doubtful(&self, plies: usize) -> Vec<u32> {
        (1..).take(plies).filter(|&ply| self.is_doubtful(ply)).collect()
    }
}

/// What still holds of what was told of a game: what is told anew from an event on (`Renewed`) no longer does.
pub(super) fn holding(told: &[PastEvent]) -> Vec<&PastEvent> {
    let mut holding: Vec<&PastEvent> = Vec::new();
    for event in told {
        if event.1 == "Renewed" {
            let first = number(&event.2, "first").unwrap_or_default();
            holding.retain(|(sequence, ..)| *sequence < first);
        }
        holding.push(event);
    }
    holding
}

/// The ply of a move, and what is told of it; a move that is made, or taken back, has no time.
fn of_move(arguments: &Details) -> Option<(u32, Told)> {
    let ply = u32::try_from(number(arguments, "ply")?).ok()?;
    let state = arguments.get("state").and_then(|state| <&str>::try_from(state).ok())?;
    let left = number(arguments, "clk_ms").map(Duration::from_millis);
    let confidence = arguments.get("confidence").and_then(|value| f64::try_from(value).ok());
    let is_doubtful = confidence.is_some_and(|confidence| confidence < f64::from(DOUBTFUL_BELOW));
    Some((ply, Told { left: left.filter(|_| state == "completed"), is_doubtful }))
}

fn number(arguments: &Details, name: &str) -> Option<u64> {
    let value = arguments.get(name)?;
    u64::try_from(value).or_else(|_| u32::try_from(value).map(u64::from)).ok()
}

#[cfg(test)]
mod tests {
    use zbus::Variant;

    use super::*;

    fn event(sequence: u64, name: &str, arguments: &[(&str, Variant<'static>)]) -> PastEvent {
        let owned = arguments
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.try_to_owned().unwrap()));
        (sequence, name.to_owned(), owned.collect())
    }

    fn completed(sequence: u64, ply: u32, millis: u64) -> PastEvent {
        let arguments =
            [("ply", ply.into()), ("state", "completed".into()), ("clk_ms", millis.into())];
        event(sequence, "Moved", &arguments)
    }

    fn a_move(sequence: u64, ply: u32, state: &'static str) -> PastEvent {
        event(sequence, "Moved", &[("ply", ply.into()), ("state", state.into())])
    }

    #[test]
    fn a_completed_move_has_the_time_that_its_player_had_left() {
        let events = [a_move(1, 1, "made"), completed(2, 1, 83_000), a_move(3, 2, "made")];
        assert_eq!(Plies::of(&events).times(2), [Some(83_000), None]);
    }

    #[test]
    fn a_move_that_was_taken_back_leaves_no_time_to_the_one_in_its_place() {
        let events = [completed(1, 1, 83_000), a_move(2, 1, "superseded"), a_move(3, 1, "made")];
        assert_eq!(Plies::of(&events).time_after(1), None);
    }

    #[test]
    fn what_no_longer_holds_has_no_times() {
        let renewed = event(3, "Renewed", &[("first", 2_u64.into())]);
        let events = [completed(1, 1, 83_000), completed(2, 2, 70_000), renewed];
        assert_eq!(Plies::of(&events).times(2), [Some(83_000), None]);
    }
    #[test]
    fn a_move_is_doubtful_until_a_sure_one_takes_its_place() {
        let doubtful = |sequence, confidence: f64| {
            let arguments = [
                ("ply", 1_u32.into()),
                ("state", "made".into()),
                ("confidence", confidence.into()),
            ];
            event(sequence, "Moved", &arguments)
        };
        let events = [doubtful(1, 0.85), a_move(2, 2, "made")];
        assert_eq!(Plies::of(&events).doubtful(2), [1]);
        let events = [doubtful(1, 0.85), doubtful(2, 0.999)];
        assert_eq!(Plies::of(&events).doubtful(1), [0; 0]);
    }
}
