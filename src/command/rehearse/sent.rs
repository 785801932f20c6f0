//! What `adjudicate` makes of what a virtual board has sent: the measure of what the daemon told.

use std::sync::Arc;

use touchmove_client::shown::ShownGame;
use touchmove_core::game::view::GameView;
use touchmove_core::pairing::Pairing;
use touchmove_core::words::phrases::Rehearsed;
use touchmove_core::words::{Saying, told};
use touchmove_drivers::recording::{BoardName, Headers, RecordingError};
use touchmove_lab::score::{self, ObservedRecording, Unread};

use super::Arguments;
use super::cast::Seat;

/// Where what was told differs from what this recording is adjudicated, if it does.
pub(super) fn difference(recording: &str, game: Option<&ShownGame>) -> Option<Saying> {
    let adjudicated = match adjudicate(recording) {
        Ok(game) => game.unwrap_or_default(),
        Err(error) => return Some(told(&error.to_string())),
    };
    let moves: Vec<_> =
        adjudicated.moves.iter().map(|scored| scored.told.uci.to_string()).collect();
    let told_moves = game.map_or(&[][..], |game| &game.moves);
    let same = moves.iter().zip(told_moves).take_while(|(one, other)| one == other).count();
    if same < moves.len().max(told_moves.len()) {
        let told = or_nothing(told_moves.get(same).map(String::as_str));
        let adjudicated = or_nothing(moves.get(same).map(String::as_str));
        let ply = (same + 1).into();
        return Some(Rehearsed::ToldNotAdjudicated { ply, told, adjudicated }.into());
    }
    let result = adjudicated.result.map(|result| result.value.word());
    let told = game.and_then(|game| Some(game.result.as_ref()?.0.as_str()));
    (told != result).then(|| {
        let (told, adjudicated) = (or_nothing(told), or_nothing(result));
        Rehearsed::ResultNotAdjudicated { told, adjudicated }.into()
    })
}

/// What there is, or that nothing is.
pub(super) fn or_nothing(what: Option<&str>) -> Saying {
    what.map_or_else(|| Rehearsed::Nothing.into(), Saying::from)
}

/// All that a board has sent, as a recording.
///
/// # Errors
/// What cannot be written in one.
pub(super) fn recording(
    pairing: &Pairing,
    seat: &Seat,
    arguments: &Arguments,
) -> Result<String, RecordingError> {
    let mut headers = Headers::default();
    let family = seat.wire_of.name.to_owned();
    headers.board = Some(BoardName { family, serial: Some(seat.serial.to_string()) });
    headers.control.clone_from(&pairing.time_control);
    headers.rulebook = arguments.said_of_clocks().rulebook;
    headers.white = Some(pairing.white.name.clone());
    headers.black = Some(pairing.black.name.clone());
    seat.tape.recording(&headers, seat.speaks, arguments.speed)
}

fn adjudicate(recording: &str) -> Result<Option<Arc<GameView>>, Unread> {
    Ok(score::play(&ObservedRecording::read(recording.as_bytes())?).game)
}
