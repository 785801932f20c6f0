//! What hindsight changes, as it is printed.

use serde_json::json;
use touchmove_core::game::hindsight::Revision;
use touchmove_core::laws::json::Fields;

/// For reading, after the game that it is about: the ply, the moves, and how sure the least sure of them is.
pub(super) fn in_words(revision: &Revision) -> String {
    let Revision { ply, told, instead, confidence, .. } = revision;
    let moves = |moves: &[String]| match moves {
        [] => "nothing".to_owned(),
        moves => moves.join(" "),
    };
    let (told, instead) = (moves(told), moves(instead));
    format!("ply {ply}: {instead} instead of {told} ({confidence:.3})")
}

/// The same for a program.
pub(super) fn in_json(revision: &Revision) -> Fields {
    let Revision { ply, told, instead, confidence, .. } = revision;
    let confidence = (f64::from(*confidence) * 1_000.0).round() / 1_000.0;
    [
        ("ply", json!(ply)),
        ("told", json!(told)),
        ("instead", json!(instead)),
        ("confidence", json!(confidence)),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into_iter()
    .collect()
}
