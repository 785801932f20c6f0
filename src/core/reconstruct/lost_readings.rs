//! What shows that a board loses readings: then what it shows is no proof of what hands did.
//!
//! In: what read-outs find, readings, and plies that are told. Out: until which ply nobody is accused by what the board shows.

use std::time::Duration;

use shakmaty::{Bitboard, Square};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::emitted_line::UnsettledLine;
use super::readings::Readings;
use crate::account::{BoardTrust, Sight};

/// The readings of one game that were lost, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct LostReadings {
    /// Up to this ply the board is not trusted.
    doubted_up_to: u32,
    /// What a read-out has found that no update has told yet.
    found: Option<FoundLate>,
}

#[derive(Clone, Copy, Debug)]
struct FoundLate {
    squares: Bitboard,
    at: Instant,
    /// The last ply then.
    ply: u32,
}

/// A board that has lost a reading is not trusted for so many plies more: it loses others.
const DOUBTED_AFTER_LOSS: u32 = 60;

/// So late an update may still come that a read-out was ahead of.
pub(super) const UPDATE_COMES: Duration = Duration::from_millis(500);

/// Whoever has lifted a piece puts it down before so long: a landing that was not seen until then was lost.
const IN_HAND: Duration = Duration::from_millis(1_200);

impl LostReadings {
    pub(super) const NONE: Self = Self { doubted_up_to: 0, found: None };

    /// Whether what the board shows of this ply may be held against its player.
    pub(super) const fn trust(&self, ply: u32) -> BoardTrust {
        if self.found.is_some() || ply <= self.doubted_up_to {
            BoardTrust::Doubted
        } else {
            BoardTrust::Trusted
        }
    }

    /// A reading was lost after this ply.
    pub(super) fn note_loss(&mut self, ply: u32) {
        self.doubted_up_to = self.doubted_up_to.max(ply + DOUBTED_AFTER_LOSS);
    }

    /// A read-out has found these squares otherwise than updates had told them, after this ply.
    pub(super) fn note_found(&mut self, squares: Bitboard, at: Instant, ply: u32) {
        self.give_up_updates(at);
        if squares.any() {
            self.found = Some(FoundLate { squares, at, ply });
        }
    }

    /// What the last read-out has found, and no update has told since.
    pub(super) fn found_late(&self) -> Bitboard {
        self.found.map_or(Bitboard::EMPTY, |found| found.squares)
    }

    /// An update tells this square.
    pub(super) fn note_update(&mut self, square: Square, at: Instant) {
        self.give_up_updates(at);
        if let Some(found) = &mut self.found {
            found.squares.discard(square);
        }
        self.found.take_if(|found| found.squares.is_empty());
    }

    /// The first `count` plies of a line are told: of one whose piece was never seen to land, though its player had long put
    /// it down, the landing was lost; and what was only inferred from what a silence has left may be otherwise.
    pub(super) fn note_told(
        &mut self,
        beam: &Beam,
        line: &UnsettledLine,
        count: usize,
        seen: &Readings,
    ) {
        for (index, &id) in line.ahead.iter().enumerate().take(count) {
            let ply = beam.ply(id);
            let next =
                line.ahead.get(index + 1).map_or(beam.changed_at(), |next| beam.ply(*next).landed);
            let was_long = ply.lifted.is_some_and(|lifted| lifted + IN_HAND < next);
            let may_stand_for_it = ply.mv().is_some_and(|mv| mv.is_promotion());
            let was_silent = seen.was_lost_within(ply.evidence);
            let is_inferred = match ply.sight {
                Sight::Bridged => was_silent || was_long && !may_stand_for_it,
                Sight::Uncertain => true,
                Sight::Seen | Sight::Answered => ply.is_position(),
            };
            if is_inferred {
                self.note_loss(ply.number);
            }
        }
    }

    /// What a read-out was ahead of has not come.
    fn give_up_updates(&mut self, now: Instant) {
        if let Some(found) = self.found.take_if(|found| found.at + UPDATE_COMES < now) {
            self.note_loss(found.ply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: Bitboard = Bitboard(1 << Square::E4 as u64);

    fn after(millis: u64) -> Instant {
        Instant::ZERO + Duration::from_millis(millis)
    }

    #[test]
    fn a_read_out_that_is_ahead_of_the_update_has_found_nothing_lost() {
        let mut lost = LostReadings::NONE;
        lost.note_found(FOUND, after(0), 10);
        assert_eq!(lost.trust(11), BoardTrust::Doubted);
        lost.note_update(Square::E4, after(300));
        assert_eq!(lost.trust(11), BoardTrust::Trusted);
    }

    #[test]
    fn what_only_a_read_out_tells_was_lost_and_others_may_be_for_a_while() {
        let mut lost = LostReadings::NONE;
        lost.note_found(FOUND, after(0), 10);
        lost.note_update(Square::A1, after(600));
        lost.note_update(Square::E4, after(700));
        for (ply, trust) in
            [(11, BoardTrust::Doubted), (70, BoardTrust::Doubted), (71, BoardTrust::Trusted)]
        {
            assert_eq!(lost.trust(ply), trust, "{ply}");
        }
    }
}
