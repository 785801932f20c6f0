//! Which games are to be looked at, and when: whoever waits for nothing now costs nothing.

use std::collections::{BTreeSet, HashMap};

use touchmove_drivers::Instant;

use crate::names::GameId;

/// The games of which something may be due.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// Something of them has changed since they were looked at.
    changed: BTreeSet<GameId>,
    /// When something of the others is due next.
    due: BTreeSet<(Instant, GameId)>,
    /// The same by game.
    dates: HashMap<GameId, Instant>,
}

impl Agenda {
    /// Something of a game has changed: it is to be looked at.
    pub(super) fn change(&mut self, id: GameId) {
        self.changed.insert(id);
    }

    /// The games that have changed and are not looked at yet.
    pub(super) fn changed(&self) -> impl Iterator<Item = GameId> {
        self.changed.iter().copied()
    }

    /// When something of the others is due next.
    pub(super) fn next(&self) -> Option<Instant> {
        self.due.first().map(|(at, _)| *at)
    }

    /// The games that are to be looked at now, in their order. Each is [set](Self::set) anew after that.
    pub(super) fn take(&mut self, now: Instant) -> BTreeSet<GameId> {
        let mut games = std::mem::take(&mut self.changed);
        while let Some((_, id)) = self.due.first().copied().filter(|(at, _)| *at <= now) {
            self.set(id, None);
            games.insert(id);
        }
        games
    }

    /// When something of a game is due next, unless it changes.
    pub(super) fn set(&mut self, id: GameId, at: Option<Instant>) {
        let before = match at {
            Some(at) => self.dates.insert(id, at),
            None => self.dates.remove(&id),
        };
        if let Some(before) = before {
            self.due.remove(&(before, id));
        }
        self.due.extend(at.map(|at| (at, id)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(agenda: &mut Agenda, millis: u64) -> Vec<u64> {
        agenda.take(Instant::from_millis(millis)).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn a_game_is_looked_at_when_it_changes_and_when_something_is_due() {
        let mut agenda = Agenda::default();
        let at = |millis| Some(Instant::from_millis(millis));
        agenda.change(GameId(2));
        agenda.set(GameId(1), at(500));
        agenda.set(GameId(3), at(700));
        assert_eq!((agenda.next(), taken(&mut agenda, 499)), (at(500), vec![2]));
        assert_eq!(taken(&mut agenda, 499), [0; 0]);
        agenda.change(GameId(3));
        assert_eq!(taken(&mut agenda, 500), [1, 3]);
        agenda.set(GameId(3), at(600));
        assert_eq!((agenda.next(), taken(&mut agenda, 700)), (at(600), vec![3]));
        assert_eq!((agenda.next(), taken(&mut agenda, 9_999)), (None, vec![]));
    }
}
