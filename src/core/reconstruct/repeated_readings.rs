//! Squares that report once more what was known: between the two something has happened there that no update has told.
//!
//! In: an update that says what was known. Out: on a square that is empty again a piece has landed, so lines in which nothing
//! has stood there pay for what has left it; a piece that is there again, or another one like it, has landed on a square that
//! was empty. And the board is known to lose readings.

use shakmaty::{Bitboard, Position, Square};
use touchmove_drivers::observation::{self, Reading};

use super::Reconstruct;
use super::beam::Beam;
use super::lost_readings::UPDATE_COMES;
use super::plies::{Plies, Ply, PlyId};
use super::weights::Cost;

/// Whoever has left the square may have been read first where he went: the last moves of a line may have begun there.
const LAST_PLIES: usize = 2;

impl Reconstruct {
    /// An update says of this square what was known.
    pub(super) fn follow_repeated_reading(
        &mut self,
        square: observation::Square,
        reading: Reading,
    ) {
        if self.hearing.is_late() || reading == Reading::Unknown {
            return;
        }
        let Some((game, scene)) = self.playing() else { return };
        let in_game = scene.seen.orientation().in_game(square);
        let told = scene.seen.change(in_game);
        // As the board was read out first somebody may have held a piece.
        let has_anything_changed = scene.seen.last().record > told.record;
        if !has_anything_changed || scene.now.since(told.at) <= UPDATE_COMES {
            return;
        }
        game.note_lost_reading();
        if reading == Reading::Empty {
            game.charge_unread_landing(in_game);
            return self.tell_line();
        }
        for reading in [Reading::Empty, reading] {
            if let Some(square) = self.see(square, reading) {
                self.follow(Bitboard::from(square));
            }
        }
    }
}

/// Charges the lines in which nothing has stood on `square`.
pub(super) fn charge_unread_landing(beam: &mut Beam, square: Square) {
    let unread = beam.costs().unread_landing;
    beam.charge(|plies, one| if has_stood(plies, one.head, square) { Cost::NONE } else { unread });
}

fn has_stood(plies: &Plies, head: PlyId, square: Square) -> bool {
    let leaves = |ply: &Ply| ply.mv().is_some_and(|mv| mv.from() == Some(square));
    plies.get(head).after.board().piece_at(square).is_some()
        || plies.back_from(head).take(LAST_PLIES).any(|(_, ply)| leaves(ply))
}
