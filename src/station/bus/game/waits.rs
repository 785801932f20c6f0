//! Since when what waits in a game does.

use std::collections::HashMap;

use touchmove_client::details::{Details, details};
use touchmove_core::game::conclusion::{Conclusion, IncidentState, InstructionState};
use touchmove_drivers::Instant;

/// The moments at which what waits for the arbiter happened, in the station's time.
#[derive(Debug, Default)]
pub(in crate::bus) struct Waits(HashMap<(&'static str, u32), Instant>);

impl Waits {
    /// Takes note of what is told. What was told before keeps its moment.
    pub(super) fn note(&mut self, what: &Conclusion, at: Instant) {
        let (key, waits) = match what {
            Conclusion::Incident(told) => {
                let waits = matches!(told.state, IncidentState::Raised | IncidentState::Confirmed);
                (("incident", told.id), waits)
            }
            Conclusion::Instruction(told) => {
                (("instruction", told.id), told.state == InstructionState::Open)
            }
            _ => return,
        };
        if waits {
            self.0.entry(key).or_insert(at);
        } else {
            self.0.remove(&key);
        }
    }

    /// The parts of an incident or an instruction, and since when it waits.
    pub(super) fn with_since(&self, mut told: Details) -> Details {
        let what = if told.contains_key("instruction") { "instruction" } else { "incident" };
        let id = told.get(what).and_then(|id| u32::try_from(id).ok());
        let since = id.and_then(|id| self.0.get(&(what, id)));
        told.extend(since.into_iter().flat_map(|at| details([("since", at.as_micros().into())])));
        told
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::laws::says::Act;

    use super::*;

    fn instruction(state: InstructionState) -> Conclusion {
        let told = touchmove_core::game::conclusion::Instruction {
            id: 3,
            state,
            act: Act::ClockPause,
            article: "6.11.2",
            incident: Some(1),
        };
        Conclusion::Instruction(told)
    }

    #[test]
    fn an_instruction_waits_from_when_it_was_first_told_until_it_is_done() {
        let mut waits = Waits::default();
        let parts = || details([("instruction", 3_u32.into()), ("incident", 1_u32.into())]);
        for second in [5, 9] {
            waits.note(&instruction(InstructionState::Open), Instant::from_millis(second * 1_000));
        }
        let since = waits.with_since(parts()).remove("since").unwrap();
        assert_eq!(u64::try_from(since).unwrap(), 5_000_000);
        waits.note(&instruction(InstructionState::Done), Instant::from_millis(11_000));
        assert!(!waits.with_since(parts()).contains_key("since"));
    }
}
