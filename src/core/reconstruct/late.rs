//! What is known of a move, or was done after it, and waits until the move is told.

use super::game::Game;
use crate::account::{Entry, LineMove, What};

/// So much waits at most.
const MOST: usize = 64;

/// Entries of the account, each with the number of the ply that is told before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Late(Vec<(u32, Entry)>);

impl Game {
    /// An entry that belongs after this ply: it is handed back where nothing is to be waited for.
    pub(super) fn after_ply(&mut self, number: u32, entry: Entry) -> Option<Entry> {
        if number <= self.last_told() || self.late.0.len() == MOST {
            return Some(entry);
        }
        self.late.0.push((number, entry));
        None
    }

    /// The entries that waited for plies up to this one, which is told now. That its man was taken up before it
    /// came to rest is part of the move.
    pub(super) fn late_after(&mut self, told: &LineMove) -> Vec<Entry> {
        let mut late = self.late_up_to(told.ply);
        late.retain(|entry| !is_touch_of(told, entry));
        late
    }

    /// The presses that wait for plies after this one.
    pub(super) fn late_presses_after(&mut self, number: u32) -> Vec<Entry> {
        let is_one =
            |(ply, entry): &mut (u32, Entry)| *ply > number && matches!(entry.what, What::Press(_));
        self.late.0.extract_if(.., is_one).map(|(_, entry)| entry).collect()
    }

    /// The entries that waited for plies up to this one.
    pub(super) fn late_up_to(&mut self, number: u32) -> Vec<Entry> {
        self.late.0.extract_if(.., |(ply, _)| *ply <= number).map(|(_, entry)| entry).collect()
    }
}

fn is_touch_of(told: &LineMove, entry: &Entry) -> bool {
    let What::Touch(touch) = &entry.what else { return false };
    touch.square == told.mv.to() && entry.at <= told.landed
}
