//! Of which presses nobody can say at once what they were for: hands are on the board, or the line may be wrong.

use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position, Role};

use super::beam::Beam;
use super::emitted_line::EmittedLine;
use super::lost_readings::LostReadings;
use super::presses::{ANSWERED, PendingPress, Unclear};
use super::readings::Readings;
use super::timing::Timing;
use crate::account::{BoardTrust, Sight};

/// So shortly after one press nobody decides to press once more.
const AT_ONCE: Duration = Duration::from_millis(300);

/// What a press is judged by.
#[derive(Clone, Copy, Debug)]
pub(super) struct PressScene<'a> {
    pub(super) beam: &'a Beam,
    pub(super) emitted: &'a EmittedLine,
    pub(super) seen: &'a Readings,
    pub(super) timing: &'a Timing,
    pub(super) lost: &'a LostReadings,
}

impl PressScene<'_> {
    /// Why it is not clear what a press was for of which no told move is, if it is not.
    pub(super) fn why_unclear(&self, pending: &PendingPress) -> Option<Unclear> {
        let Self { beam, emitted, seen, timing, lost } = *self;
        let side = pending.side();
        let (position, lag) = (emitted.after(beam), timing.reading_lag);
        let (then, shown) = (pending.then()?, pending.shown()?);
        if position.turn() != side || shown.shows_move_from(position) {
            return None;
        }
        if lost.trust(emitted.last_number(beam) + 1) == BoardTrust::Doubted {
            return Some(Unclear::Line);
        }
        // His own last move.
        let before = emitted.ply_before_last(beam);
        let wrong = emitted.wrong_before_last();
        let was_so_before = |square| {
            wrong.contains(square) || before.is_some_and(|ply| seen.change(square).at <= ply.landed)
        };
        // What he took up before his opponent pressed he may have moved then.
        let answered = beam.pressed_at(!side);
        let was_off = |square| answered.is_some_and(|at| seen.change(square).at + lag < at);
        let is_off_since = |square| position.us().contains(square) && was_off(square);
        // The piece that he moved last has come where it stands once more: perhaps from elsewhere, by a move of its own.
        let has_come_again = || {
            before.is_some_and(|ply| {
                let to = ply.mv().map(Move::to);
                to.is_some_and(|to| ply.landed < seen.change(to).at && position.us().contains(to))
            })
        };
        // Who has pressed just before has made two moves of which one was not seen: nobody decides so soon to press again.
        let pressed = beam.pressed_before(side);
        let is_at_once = pressed.is_some_and(|before| pending.at() < before + AT_ONCE);
        let differing = shown.differing(position.board());
        let last = emitted.last_ply(beam);
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
            || self.has_forgotten_to_press(side)
            || self.is_heard_among_moves(pending)
        {
            return Some(Unclear::Line);
        }
        // His opponent may have taken up a piece of his since, to answer.
        let answers = position.them() & differing & !seen.sets().occupied();
        let answers = answers.into_iter().filter(|at| seen.change(*at).record > pending.record());
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

    /// Whether his opponent has taken up a piece to answer a move of his that is not told yet: he had forgotten to press for
    /// that one, and presses for the next.
    fn has_forgotten_to_press(&self, side: Color) -> bool {
        let Self { beam, emitted, seen, .. } = *self;
        let line = beam.back().map(|(_, ply)| ply);
        let mut untold = line.take_while(|ply| ply.number > emitted.last_number(beam));
        let own = untold.find(|ply| ply.turn() != side && ply.mv().is_some());
        own.is_some_and(|own| {
            let theirs = own.after.us();
            theirs.into_iter().any(|square| own.landed + ANSWERED < seen.change(square).at)
        })
    }

    /// Whether a board that is heard late has the press beside what his opponent did: the move that is answered, or another
    /// one of his pieces since.
    fn is_heard_among_moves(&self, pending: &PendingPress) -> bool {
        let Self { beam, emitted, seen, timing, .. } = *self;
        let side = pending.side();
        let Some(last) = emitted.last_ply(beam) else {
            return false;
        };
        let own = seen.sets().pieces_of(side);
        let theirs = (last.after.them() | seen.sets().pieces_of(!side)) & !own;
        let has_changed = |square| last.evidence.to < seen.change(square).record;
        !timing.heard_after().is_zero()
            && (pending.at() < last.landed + timing.heard_after()
                || theirs.into_iter().any(has_changed))
    }
}
