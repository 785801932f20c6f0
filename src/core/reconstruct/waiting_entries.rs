//! What is known of a move, or was done after it, and waits until the move is told.
//!
//! In: entries of the account, each with the ply that is told before it. Out: the same entries, when it is.

use crate::account::{Entry, LineMove, What};

/// So much waits at most.
const MAX_ENTRIES: usize = 64;

/// Entries of the account that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingEntries(Vec<Waiting>);

#[derive(Clone, Debug)]
struct Waiting {
    /// The number of the ply that is told before it.
    ply: u32,
    entry: Entry,
}

impl WaitingEntries {
    /// An entry that belongs after this ply, while the last one that is told is number `told`: it is handed back where
    /// nothing is to be waited for.
    pub(super) fn keep(&mut self, ply: u32, told: u32, entry: Entry) -> Option<Entry> {
        if ply <= told || self.0.len() == MAX_ENTRIES {
            return Some(entry);
        }
        self.0.push(Waiting { ply, entry });
        None
    }

    /// The entries that waited for plies up to this one, which is told now. That its piece was taken up before it
    /// came to rest is part of the move.
    pub(super) fn take_due_at(&mut self, told: &LineMove) -> Vec<Entry> {
        let mut due = self.take_up_to(told.ply);
        due.retain(|entry| !is_touch_of(told, entry));
        due
    }

    /// The presses that wait for plies after this one.
    pub(super) fn take_presses_after(&mut self, ply: u32) -> Vec<Entry> {
        let is_one = |one: &mut Waiting| one.ply > ply && matches!(one.entry.what, What::Press(_));
        self.0.extract_if(.., is_one).map(|one| one.entry).collect()
    }

    /// The entries that waited for plies up to this one.
    pub(super) fn take_up_to(&mut self, ply: u32) -> Vec<Entry> {
        self.0.extract_if(.., |one| one.ply <= ply).map(|one| one.entry).collect()
    }
}

fn is_touch_of(told: &LineMove, entry: &Entry) -> bool {
    let What::Touch(touch) = &entry.what else { return false };
    touch.square == told.mv.to() && entry.at <= told.landed
}
