//! Whose hand has touched a piece.

use shakmaty::{Color, Square};

use super::beam::Beam;
use super::plies::Ply;
use super::presses::ANSWERED;
use super::readings::Readings;

/// Whose hand has changed this square: that of the player on move, but for a piece of the other's that has hardly come there.
pub(super) fn hand_at(beam: &Beam, square: Square, seen: &Readings) -> Color {
    let at = seen.change(square).at;
    let line = beam.back().map(|(_, ply)| ply);
    let came = |ply: &&Ply| ply.mv().is_some_and(|mv| mv.to() == square);
    let came = line.take(3).find(came).filter(|ply| at < ply.landed + ANSWERED);
    came.map_or(beam.head().turn(), |ply| !ply.turn())
}

/// Whether the piece that was lifted here after that ply has moved, and was answered: what comes now is another.
pub(super) fn has_moved_on(beam: &Beam, square: Square, lifted_after: u32) -> bool {
    let line = beam.back().map(|(_, ply)| ply);
    let mut answered = line.skip(1).take_while(|ply| ply.number > lifted_after);
    answered.any(|ply| ply.mv().is_some_and(|mv| mv.from() == Some(square)))
}
