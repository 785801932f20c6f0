//! What is written on the envelope of an adjourned game (13.2 of 1995).

use std::time::Duration;

use serde_json::json;
use touchmove_client::shown::ShownGame;
use touchmove_core::game::pgn::h_mm_ss;
use touchmove_core::laws::json::Fields;
use touchmove_core::words::phrases::{Failed, Play};

use crate::notices::{Notices, number};
use crate::{Failure, print, print_json};

/// Prints it.
pub(super) fn envelope(game: &ShownGame, as_json: bool) -> Result<(), Failure> {
    let Some(adjourned) = &game.adjourned else {
        return Err(Failure::because(Failed::NotAdjourned { game: (&game.id).into() }));
    };
    if as_json {
        let players = json!({ "id": game.id, "white": game.white, "black": game.black });
        let mut shown = adjourned.clone();
        shown.extend(players.as_object().cloned().unwrap_or_default());
        return print_json(&format!("{}\n", json!(shown)));
    }
    print(&text(game, adjourned, &Notices::of_environment()))
}

fn text(game: &ShownGame, adjourned: &Fields, notices: &Notices) -> String {
    let word = |name: &str| adjourned.get(name).and_then(|value| value.as_str()).unwrap_or("");
    let named = |name: &str| if name.is_empty() { "–".to_owned() } else { name.to_owned() };
    let side = match word("side") {
        "black" => Play::Black,
        _ => Play::White,
    };
    let written = notices.say(Play::Envelope {
        white: named(&game.white).into(),
        black: named(&game.black).into(),
        side: side.into(),
        number: number(adjourned, "number").into(),
        fen: word("fen").into(),
    });
    let left = |name: &str| adjourned.get(name)?.as_u64().map(Duration::from_millis).map(h_mm_ss);
    let times = left("white_ms").zip(left("black_ms")).map(|(white, black)| {
        notices.say(Play::EnvelopeTimes { white: white.into(), black: black.into() }) + "\n"
    });
    format!("{written}\n{}", times.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use touchmove_client::shown::samples::a_game;

    use super::*;

    #[test]
    fn an_envelope_has_all_that_a_game_is_resumed_by() {
        let adjourned = json!({
            "side": "black", "fen": "4k3/8/8/8/8/8/8/4K2R b K - 3 41", "number": 41,
            "white_ms": 61_000, "black_ms": 3_600_000,
        });
        let adjourned: Fields = serde_json::from_value(adjourned).unwrap();
        let game = ShownGame { white: "Anna".into(), black: String::new(), ..a_game(&[]) };
        assert_eq!(
            text(&game, &adjourned, &Notices::default()),
            "Adjourned: Anna – –\nSealed by Black: move 41\n\
             Position before it: 4k3/8/8/8/8/8/8/4K2R b K - 3 41\n\
             Left: White 0:01:01, Black 1:00:00\n"
        );
    }
}
