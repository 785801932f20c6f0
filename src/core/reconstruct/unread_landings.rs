//! Squares that report once more that they are empty: between the two a piece has landed there, and no update has told it.
//!
//! In: an update that says what was known. Out: lines in which nothing has stood on the square pay for what has left it, and the
//! board is known to lose readings.

use shakmaty::{Position, Square};
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
    pub(super) fn follow_unread_landing(&mut self, square: observation::Square, reading: Reading) {
        if self.hearing.is_late() || reading != Reading::Empty {
            return;
        }
        let Some((game, scene)) = self.playing() else { return };
        let square = scene.seen.orientation().in_game(square);
        let emptied = scene.seen.change(square);
        // As the board was read out first somebody may have held a piece.
        let has_anything_changed = scene.seen.last().record > emptied.record;
        if has_anything_changed && scene.now.since(emptied.at) > UPDATE_COMES {
            game.note_unread_landing(square);
            self.tell_line();
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
