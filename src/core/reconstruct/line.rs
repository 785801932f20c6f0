//! The best line, as far as it is not told yet.

use super::game::Game;
use super::plies::{Plies, PlyId};

/// The end of the best line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// So many of the plies that are told are its own.
    pub(super) told: usize,
    /// The last ply of those, or the first that is kept.
    pub(super) from: PlyId,
    /// The plies that follow it: they are not told.
    pub(super) ahead: Vec<PlyId>,
}

impl Line {
    /// The index of the first of the plies ahead that the line to `head` does not share.
    pub(super) fn shared_with(&self, plies: &Plies, head: PlyId) -> usize {
        let last_shared = plies.back_from(head).find_map(|(id, _)| {
            if id <= self.from { Some(0) } else { Some(self.ahead.binary_search(&id).ok()? + 1) }
        });
        last_shared.unwrap_or(0)
    }
}

impl Game {
    /// The end of the best line.
    pub(super) fn line(&self) -> Line {
        let plies = self.beam.plies();
        let best = self.beam.best().head;
        let last_told = self.told_head();
        if plies.is_on_line(last_told, best) {
            return self.line_from(self.told.len(), last_told);
        }
        let line = plies.line(best);
        let told = self.told.iter().zip(&line[1..]);
        let told = told.take_while(|(told, id)| told.step == plies.get(**id).step).count();
        self.line_from(told, line[told])
    }

    fn line_from(&self, told: usize, from: PlyId) -> Line {
        let back = self.beam.plies().back_from(self.beam.best().head);
        let mut ahead: Vec<PlyId> = back.map(|(id, _)| id).take_while(|&id| id > from).collect();
        ahead.reverse();
        Line { told, from, ahead }
    }
}
