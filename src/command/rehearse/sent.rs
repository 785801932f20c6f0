//! What `adjudicate` makes of what a virtual board has sent: the measure of what the daemon told.

use touchmove_client::shown::Game;
use touchmove_core::game::view::GameView;
use touchmove_core::pairing::Pairing;
use touchmove_drivers::recording::{BoardName, Headers, RecordingError};
use touchmove_lab::score::{self, Evidence, Unread};
use touchmove_lab::simulate::Speed;

use super::cast::Seat;

/// Where what was told differs from what this recording is adjudicated, if it does.
pub(super) fn difference(recording: &str, told: Option<&Game>) -> Option<String> {
    let adjudicated = match adjudicate(recording) {
        Ok(game) => game.unwrap_or_default(),
        Err(error) => return Some(error.to_string()),
    };
    let moves: Vec<_> = adjudicated.moves.iter().map(|scored| scored.told.uci.as_str()).collect();
    let told_moves = told.map_or(&[][..], |game| &game.moves);
    let same = moves.iter().zip(told_moves).take_while(|(one, other)| one == other).count();
    let word = |mv: Option<&str>| mv.unwrap_or("nothing").to_owned();
    if same < moves.len().max(told_moves.len()) {
        let (told, adjudicated) = (told_moves.get(same), moves.get(same));
        let (told, adjudicated) = (word(told.map(String::as_str)), word(adjudicated.copied()));
        return Some(format!("ply {}: {told} told, {adjudicated} adjudicated", same + 1));
    }
    let result = adjudicated.result.and_then(|result| result.value.outcome());
    let result = result.map(|outcome| outcome.as_str());
    let told = told.and_then(|game| Some(game.result.as_ref()?.0.as_str()));
    (told != result).then(|| format!("{} told, {} adjudicated", word(told), word(result)))
}

/// All that a board has sent, as a recording.
///
/// # Errors
/// What cannot be written in one.
pub(super) fn recording(
    pairing: &Pairing,
    seat: &Seat,
    speed: Speed,
) -> Result<String, RecordingError> {
    let mut headers = Headers::default();
    let family = seat.wire_of.name.to_owned();
    headers.board = Some(BoardName { family, serial: Some(seat.serial.to_string()) });
    headers.control.clone_from(&pairing.time_control);
    headers.white = Some(pairing.white.name.clone());
    headers.black = Some(pairing.black.name.clone());
    seat.tape.recording(&headers, seat.speaks, speed)
}

fn adjudicate(recording: &str) -> Result<Option<GameView>, Unread> {
    Ok(score::play(&Evidence::read(recording.as_bytes())?).game)
}
