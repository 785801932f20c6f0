//! Decisions about a game that no move depends on: its times and its players.

use std::sync::Arc;

use shakmaty::Color;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{ClockTime, Decision};

use super::Game;
use super::conclusion::{Conclusion, MoveState};
use super::view::{DecidedOfGame, ScoredMove};
use crate::account::{Entry, MoveId};
use crate::decision::{self, GameDecision};
use crate::laws::command::{Command, NotSaid};

/// What stood before a decision, to be restored.
#[derive(Clone, Debug)]
pub(super) enum Before {
    /// The times after moves.
    Times(Vec<(MoveId, Option<ClockTime>)>),
    /// The players' names, White's and Black's.
    Players([Option<String>; 2]),
}

/// So many decisions about a game are shown.
const MAX_SHOWN_DECISIONS: usize = 1_000;

/// So many decisions can be undone.
const MAX_UNDOABLE_DECISIONS: usize = 16;

impl Game {
    /// Carries out a decision about times or players, or undoes one.
    pub(super) fn hear_decision(&mut self, entry: &Entry, decided: &Decision) {
        let number = decision::number(decided, entry.record);
        let read = GameDecision::of_record(decided);
        if !self.view.moves.is_empty() && matches!(read, Ok(Some(GameDecision::Laws(_)))) {
            return;
        }
        self.note_decision(entry.at, number, decided);
        let before = match read {
            Ok(Some(GameDecision::Clock(times))) => self.set_times(entry.at, times),
            Ok(Some(GameDecision::Players(names))) => self.name_players(names),
            Ok(Some(GameDecision::Undo { record })) => return self.undo_decision(entry.at, record),
            _ => return,
        };
        if self.decided.len() == MAX_UNDOABLE_DECISIONS {
            self.decided.remove(0);
        }
        self.decided.push((number, before));
    }

    /// Whether the decision of this number, about times or players, can be undone.
    pub fn can_undo(&self, number: u64) -> bool {
        self.undoable(number).is_some() || self.laws.can_undo(number)
    }

    /// Whether the decision of this number is one that the Laws alone know: what somebody said.
    pub fn was_said(&self, number: u64) -> bool {
        let is_it = |one: &DecidedOfGame| {
            one.number == number && Command::of_record(&one.decision).is_some()
        };
        self.view.decided.iter().any(is_it)
    }

    /// Whether this can be said now.
    ///
    /// # Errors
    /// [`NotSaid`]: why not.
    pub fn check(&self, command: &Command) -> Result<(), NotSaid> {
        self.laws.check(command)
    }

    /// The place of a decision that no later one of its kind stands on, and whose moves still stand.
    fn undoable(&self, number: u64) -> Option<usize> {
        let index = self.decided.iter().position(|(known, _)| *known == number)?;
        let kind = |before: &Before| matches!(before, Before::Players(_));
        let own = &self.decided[index].1;
        let is_last = !self.decided[index + 1..].iter().any(|(_, later)| kind(later) == kind(own));
        let stands = |(id, _): &(MoveId, _)| {
            self.view.moves.iter().any(|scored| scored.told.id == Some(*id))
        };
        let all_stand = match own {
            Before::Times(times) => times.iter().all(stands),
            Before::Players(_) => true,
        };
        (is_last && all_stand).then_some(index)
    }

    fn note_decision(&mut self, at: Instant, number: u64, decision: &Decision) {
        if let Ok(Some(GameDecision::Undo { record })) = GameDecision::of_record(decision) {
            let undone = self.change().decided.iter_mut().filter(|one| one.number == record);
            undone.for_each(|one| one.is_undone = true);
        }
        if self.view.decided.len() == MAX_SHOWN_DECISIONS {
            self.change().decided.remove(0);
        }
        let (decision, is_undone) = (decision.clone(), false);
        self.change().decided.push(DecidedOfGame { number, at, decision, is_undone });
    }

    /// Sets each side's time after its last completed move, and what the clock shows until it is read
    /// again.
    fn set_times(&mut self, at: Instant, times: [Option<ClockTime>; 2]) -> Before {
        if let Some(clock) = &mut self.clock {
            for (shown, given) in clock.state.times.iter_mut().zip(times) {
                *shown = given.unwrap_or(*shown);
            }
        }
        let last = |side: Color| {
            let is_own = |scored: &&Arc<ScoredMove>| {
                scored.told.side == side && matches!(scored.told.state, MoveState::Completed { .. })
            };
            self.view.moves.iter().rev().find(is_own)?.told.id
        };
        let given = [Color::White, Color::Black].map(last).into_iter().zip(times);
        let before = given.filter_map(|(id, time)| self.retime(at, id?, Some(time?)));
        Before::Times(before.collect())
    }

    /// Tells a completed move with another time; gives what it was.
    fn retime(
        &mut self,
        at: Instant,
        id: MoveId,
        time: Option<ClockTime>,
    ) -> Option<(MoveId, Option<ClockTime>)> {
        let scored = self.scored(id)?;
        let MoveState::Completed { left, .. } = &mut scored.told.state else { return None };
        let before = std::mem::replace(left, time);
        scored.left = time;
        let told = scored.told.clone();
        self.laws.retime(id, time);
        self.conclude(at, Conclusion::Move(told));
        Some((id, before))
    }

    fn name_players(&mut self, names: [Option<String>; 2]) -> Before {
        let before = self.view.players.clone();
        for (known, given) in self.change().players.iter_mut().zip(names) {
            *known = given.or(known.take());
        }
        Before::Players(before)
    }

    fn undo_decision(&mut self, at: Instant, number: u64) {
        let Some(index) = self.undoable(number) else { return };
        match self.decided.remove(index).1 {
            Before::Times(times) => {
                for (id, time) in times {
                    self.retime(at, id, time);
                }
            }
            Before::Players(names) => self.change().players = names,
        }
    }
}
