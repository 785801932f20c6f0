//! Presses of which nobody can say at once what they were for: hands are on the board, or the line may be wrong. They are
//! kept back until the men rest, the move is told, or the opponent presses.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position, Role};
use touchmove_drivers::Instant;

use super::game::Game;
use super::press::{ANSWERED, PendingPress};
use super::seen::Seen;
use super::silence::Watch;
use super::timing::Timing;
use super::{Reconstruct, Stage};
use crate::account::{Purpose, Sight};

/// A press that is kept back, and why.
#[derive(Clone, Debug)]
pub(super) struct UnclearPress {
    pub(super) pending: PendingPress,
    why: Unclear,
}

/// Why it is not clear what a press was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unclear {
    /// Hands are on the board, and nobody knows whose.
    Hands,
    /// The board differed from what is told before the player's turn began.
    Line,
}

/// A press is kept back for so long at most.
const MOST: Duration = Duration::from_secs(2);

/// So shortly after one press nobody decides to press once more.
const AT_ONCE: Duration = Duration::from_millis(300);

/// So many readings of the board without a change are rest: one in which the last change was heard, and two in which lines
/// that explain it are weighed.
const READINGS: u32 = 3;

impl Unclear {
    const fn purpose(self) -> Purpose {
        match self {
            Self::Hands => Purpose::Open,
            Self::Line => Purpose::Astray,
        }
    }
}

impl Reconstruct {
    /// Keeps a judged press back where it is not clear what it was for; hands it back where it is.
    pub(super) fn keep_unclear(&mut self, pending: PendingPress) -> Option<PendingPress> {
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else {
            return Some(pending);
        };
        let timing = &self.setup.timing;
        let Some(why) = game.is_unclear(&pending, seen, timing) else { return Some(pending) };
        let kept = &mut game.unclear[pending.press.side as usize];
        kept.replace(UnclearPress { pending, why }).map(UnclearPress::give_up)
    }

    /// The men have rested since a press that was not clear, or it was kept back for long enough.
    pub(super) fn look_again(&mut self, side: Color) {
        self.tell_line();
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let Some(mut kept) = game.unclear[side as usize].take() else { return };
        let rests = seen.last().at + self.setup.timing.reading_lag < self.now;
        if let (Watch::Seen, Unclear::Hands, true) = (kept.pending.watch, kept.why, rests) {
            // What rests there is judged now, whether it will be told or not.
            kept.pending.press.shown = Some(Arc::new(seen.shown().told()));
            return self.out.push_back(kept.pending.entry());
        }
        self.pass_on(Some(kept.give_up()));
    }

    /// Passes on this side's press that is kept back: what it was for is told, or play has gone on.
    pub(super) fn pass_on_unclear(&mut self, side: Color) {
        let Stage::Game(game) = &mut self.stage else { return };
        let kept = game.unclear[side as usize].take();
        self.pass_on(kept.map(UnclearPress::give_up));
    }

    /// Passes on the presses that are kept back for a move that is told by now.
    pub(super) fn pass_on_cleared(&mut self) {
        for side in Color::ALL {
            if let Stage::Game(game) = &self.stage
                && game.unclear[side as usize].is_some()
                && game.told_after().turn() != side
            {
                self.pass_on_unclear(side);
            }
        }
    }
}

impl UnclearPress {
    /// The press, of which it is not seen any more what it was for.
    pub(super) fn give_up(self) -> PendingPress {
        let Self { mut pending, why } = self;
        match pending.watch {
            Watch::Missed => pending.press.shown = None,
            Watch::Seen => pending.press.purpose = why.purpose(),
        }
        pending
    }
}

impl Game {
    /// Why it is not clear what a press was for of which no told move is, if it is not.
    fn is_unclear(&self, pending: &PendingPress, seen: &Seen, timing: &Timing) -> Option<Unclear> {
        let (position, lag) = (self.told_after(), timing.reading_lag);
        let (then, shown) = (pending.then.as_deref()?, pending.press.shown.as_deref()?);
        if position.turn() != pending.press.side || shown.shows_move_from(position) {
            return None;
        }
        // His own last move.
        let before = self.told.iter().rev().nth(1).map(|told| self.beam.ply(told.ply));
        let wrong = self.told.last().map_or(Bitboard::EMPTY, |told| told.wrong);
        let was_so_before = |square| {
            wrong.contains(square) || before.is_some_and(|ply| seen.change(square).at <= ply.landed)
        };
        // What he took up before his opponent pressed he may have moved then.
        let answered = self.beam.pressed_at(!pending.press.side);
        let was_off = |square| answered.is_some_and(|at| seen.change(square).at + lag < at);
        let is_off_since = |square| position.us().contains(square) && was_off(square);
        // The man that he moved last has come where it stands once more: perhaps from elsewhere, by a move of its own.
        let has_come_again = || {
            before.is_some_and(|ply| {
                let to = ply.mv().map(Move::to);
                to.is_some_and(|to| ply.landed < seen.change(to).at && position.us().contains(to))
            })
        };
        // Who has pressed just before has made two moves of which one was not seen: nobody decides so soon to press again.
        let pressed = self.pressed_before[pending.press.side as usize];
        let is_at_once = pressed.is_some_and(|before| pending.at < before + AT_ONCE);
        let differing = shown.differing(position.board());
        let last = self.told.last().map(|told| self.beam.ply(told.ply));
        let is_denied = last.is_some_and(|ply| {
            ply.sight != Sight::Seen && ply.mv().is_some_and(|mv| differing.contains(mv.to()))
        });
        let is_line = match differing.is_empty() {
            true => has_come_again(),
            false => differing.into_iter().any(|at| was_so_before(at) || is_off_since(at)),
        };
        if is_line
            || is_at_once
            || is_denied
            || self.has_forgotten_to_press(pending, seen)
            || self.is_heard_among_moves(pending, seen, timing)
        {
            return Some(Unclear::Line);
        }
        // His opponent may have taken up a man of his since, to answer.
        let answers = position.them() & differing & !seen.shown().occupied();
        let answers = answers.into_iter().filter(|at| seen.change(*at).record > pending.record);
        let own = differing & !answers.collect::<Bitboard>();
        // A castling shows on four squares of a rank; nothing else does that one hand has done.
        let is_castling = position.our(Role::King).into_iter().any(|king| {
            own.contains(king)
                && (own & !Bitboard::from(king.rank())).is_empty()
                && own.count() == 4
        });
        (own.count() > 2 && !is_castling || then.shows_move_from(position))
            .then_some(Unclear::Hands)
    }

    /// Whether his opponent has taken up a man to answer a move of his that is not told yet: he had forgotten to press for
    /// that one, and presses for the next.
    fn has_forgotten_to_press(&self, pending: &PendingPress, seen: &Seen) -> bool {
        let line = self.beam.plies().back_from(self.beam.best().head).map(|(_, ply)| ply);
        let mut untold = line.take_while(|ply| ply.number > self.last_told());
        let own = untold.find(|ply| ply.turn() != pending.press.side && ply.mv().is_some());
        own.is_some_and(|own| {
            let theirs = own.after.us();
            theirs.into_iter().any(|square| own.landed + ANSWERED < seen.change(square).at)
        })
    }

    /// Whether a board that is heard late has the press beside what his opponent did: the move that is answered, or another
    /// one of his men since.
    fn is_heard_among_moves(&self, pending: &PendingPress, seen: &Seen, timing: &Timing) -> bool {
        let Some(last) = self.told.last().map(|told| self.beam.ply(told.ply)) else {
            return false;
        };
        let own = seen.shown().men_of(pending.press.side);
        let theirs = (last.after.them() | seen.shown().men_of(!pending.press.side)) & !own;
        let has_changed = |square| last.evidence.to < seen.change(square).record;
        !timing.heard_after.is_zero()
            && (pending.at < last.landed + timing.heard_after
                || theirs.into_iter().any(has_changed))
    }

    /// The presses that are not judged yet, and those that are kept back.
    pub(super) fn waiting_presses(&mut self) -> impl Iterator<Item = &mut PendingPress> {
        let kept = self.unclear.iter_mut().flatten().map(|kept| &mut kept.pending);
        self.pressed.iter_mut().flatten().chain(kept)
    }

    /// When a press that is kept back is looked at again, if no man moves before.
    pub(super) fn looked_at_again(kept: &UnclearPress, seen: &Seen, timing: &Timing) -> Instant {
        let UnclearPress { pending, why } = kept;
        let lag = timing.reading_lag + timing.heard_after;
        let judged = pending.read_from + lag;
        let most = pending.at + MOST;
        match why {
            Unclear::Hands => (seen.last().at.max(pending.read_from) + lag * READINGS).min(most),
            Unclear::Line => most,
        }
        .max(judged)
    }
}
