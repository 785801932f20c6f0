//! What is held back of one game from one output, and what is released there already.

use std::collections::{BTreeSet, VecDeque};

use touchmove_drivers::Instant;

use super::delay::{Delay, Doubtful};
use super::log::Logged;
use super::{Release, Released};

/// Something that may be released of a game, sooner or later.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Number within the game, from 1, the same whatever is held back.
    pub(super) number: u64,
    /// The moment that it speaks of, by the station's clock.
    pub(super) at: Instant,
    /// How many moves stood with it, legal or not.
    pub(super) made: usize,
    /// How many legal moves stood with it.
    pub(super) legal: usize,
    /// What may be released.
    pub(super) what: Release,
}

/// How far the game has got.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// How many moves stand, legal or not.
    pub(super) made: usize,
    /// Whether no more moves are to come.
    pub(super) over: bool,
}

/// The way of one game to one output.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// What was released before a restart and is not heard again yet.
    logged: VecDeque<Logged>,
    /// What is not released, in order.
    waiting: VecDeque<Item>,
    /// What was released before a restart and is heard again.
    again: Vec<Released>,
    /// Number of the last release. There is a gap where what the log has no longer holds.
    seq: u64,
    /// The last number that was ever used.
    used: u64,
    /// The plies of the public moves that are marked as doubtful.
    marked: BTreeSet<u32>,
    /// Whether the public knows a result.
    has_result: bool,
}

impl Queue {
    /// Notes what was released before a restart. Where conclusions had changed at an earlier one, the log
    /// goes back and tells anew what became of them.
    pub(super) fn recall(&mut self, logged: Logged) {
        while self.logged.back().is_some_and(|last| last.item >= logged.item) {
            self.logged.pop_back();
        }
        self.used = self.used.max(logged.seq);
        self.logged.push_back(logged);
    }

    /// Takes the next item of the game. What is taken back before it was released never was.
    pub(super) fn push(&mut self, item: Item) {
        if let Some(logged) = self.logged.front()
            && logged.item <= item.number
        {
            let (was, seq) = (logged.as_released(&item), logged.seq);
            self.logged.pop_front();
            if let Some(was) = was {
                self.seq = self.seq.max(seq.saturating_sub(1));
                let released = self.release(was);
                self.again.push(released);
                return;
            }
            // What is concluded has changed since: what the log says of it holds no more.
            self.forget_log();
        }
        match &item.what {
            Release::TakenBack { ply, uci } if self.withdraw(*ply, uci) => {
                self.waiting.retain(|held| !held.is_beyond(item.legal));
            }
            Release::Confirmed { ply, uci } if !self.confirm(*ply, uci) => {}
            Release::Reopened if self.withdraw_waiting_result() => {}
            _ => self.waiting.push_back(item),
        }
    }

    /// What was released before a restart and is heard again since this was last asked.
    pub(super) fn take_again(&mut self) -> Vec<Released> {
        std::mem::take(&mut self.again)
    }

    /// Releases what is due, each with its number within the game.
    pub(super) fn take_due(
        &mut self,
        now: Instant,
        delay: Delay,
        reached: Reached,
    ) -> Vec<(u64, Released)> {
        let mut due = Vec::new();
        while self.deadline(delay, reached).is_some_and(|at| at <= now)
            && let Some(Item { number, what, .. }) = self.waiting.pop_front()
        {
            due.push((number, self.release(what)));
        }
        due
    }

    /// When something is released next, if nothing else happens until then.
    pub(super) fn deadline(&self, delay: Delay, reached: Reached) -> Option<Instant> {
        let head = self.waiting.front().filter(|head| !self.is_withheld(head, delay.doubtful))?;
        head.due(delay, reached)
    }

    /// Whether the first that waits is not sure enough, and nothing has followed that is.
    fn is_withheld(&self, head: &Item, doubtful: Doubtful) -> bool {
        let is_sure = |item: &Item| matches!(&item.what, Release::Move(made) if !made.is_doubtful);
        doubtful == Doubtful::Withheld
            && matches!(&head.what, Release::Move(made) if made.is_doubtful)
            && !self.waiting.iter().any(is_sure)
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.again.is_empty()
    }

    /// Whether nothing was released yet.
    pub(super) const fn has_released_nothing(&self) -> bool {
        self.seq == 0
    }

    /// What is not heard again by now never will be.
    pub(super) fn forget_log(&mut self) {
        self.logged.clear();
        self.seq = self.seq.max(self.used);
    }

    fn release(&mut self, what: Release) -> Released {
        match &what {
            Release::Ended(_) => self.has_result = true,
            Release::Reopened => self.has_result = false,
            Release::Move(made) if made.is_doubtful => {
                self.marked.insert(made.ply);
            }
            Release::Confirmed { ply, .. } | Release::TakenBack { ply, .. } => {
                self.marked.remove(ply);
            }
            _ => {}
        }
        self.seq += 1;
        Released { seq: self.seq, what }
    }

    /// The move that waits, if it does.
    fn position(&self, ply: u32, uci: &str) -> Option<usize> {
        let is_it = |held: &Item| matches!(&held.what, Release::Move(made) if made.ply == ply && made.uci == uci);
        self.waiting.iter().rposition(is_it)
    }

    /// Makes a move that waits a sure one; whether the public knows it already as a doubtful one, and is to be told.
    fn confirm(&mut self, ply: u32, uci: &str) -> bool {
        let waiting = self.position(ply, uci).and_then(|index| self.waiting.get_mut(index));
        if let Some(Item { what: Release::Move(made), .. }) = waiting {
            made.is_doubtful = false;
            return false;
        }
        self.marked.contains(&ply)
    }

    /// Withdraws a move that waits, with its time; whether there was one.
    fn withdraw(&mut self, ply: u32, uci: &str) -> bool {
        let Some(index) = self.position(ply, uci) else { return false };
        self.waiting.remove(index);
        self.waiting
            .retain(|held| !matches!(held.what, Release::Time { ply: timed, .. } if timed == ply));
        true
    }

    /// Withdraws a result that waits. Answers whether the game is open without it.
    fn withdraw_waiting_result(&mut self) -> bool {
        while let Some(index) = self.waiting.iter().rposition(Item::is_of_result)
            && matches!(self.waiting[index].what, Release::Ended(_))
        {
            self.waiting.remove(index);
        }
        let last = self.waiting.iter().rev().find(|held| held.is_of_result());
        last.map_or(!self.has_result, |held| matches!(held.what, Release::Reopened))
    }
}

impl Item {
    /// When it is to be released; `None` while moves are missing.
    fn due(&self, delay: Delay, reached: Reached) -> Option<Instant> {
        let moves = usize::from(delay.moves.get());
        let is_far_back = reached.over || reached.made >= self.made + moves;
        (moves == 0 || is_far_back).then(|| self.at + delay.time.duration())
    }

    /// Whether it is a position after more moves than these.
    fn is_beyond(&self, legal: usize) -> bool {
        matches!(self.what, Release::Position { .. }) && self.legal > legal
    }

    const fn is_of_result(&self) -> bool {
        matches!(self.what, Release::Ended(_) | Release::Reopened)
    }
}
