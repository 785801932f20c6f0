//! What is released, from the form in which the bus has it.

use shakmaty::Color;
use touchmove_core::tournament::release::{IllegalMove, Release, ReleasedMove};
use touchmove_drivers::observation::ClockTime;

use crate::details::Details;
use crate::shown::Properties;

/// Reads what is released. `None` for the result, which properties have with what people decided, and for what another version
/// may tell.
pub(super) fn read_release(kind: &str, details: Details) -> Option<Release> {
    let details = Properties(details);
    let (ply, uci) = (details.get("ply"), details.get::<String>("uci"));
    Some(match kind {
        "Moved" => Release::Move(ReleasedMove {
            ply,
            uci,
            san: details.get("san"),
            fen: details.get("fen"),
            side: details.get::<String>("side").parse().unwrap_or(Color::White),
            is_doubtful: details.get("doubtful"),
            led_by: (details.get::<Vec<String>>("led_by").iter())
                .filter_map(|text| read_illegal(text))
                .collect(),
        }),
        "TakenBack" => Release::TakenBack { ply, uci },
        "Confirmed" => Release::Confirmed { ply, uci },
        "Timed" => Release::Time { ply, left: ClockTime::from_millis(details.get("left"))? },
        "PositionSet" => Release::Position { fen: details.get("fen") },
        _ => return None,
    })
}

/// An illegal move in UCI, and behind a blank the position after it. Whose turn it is there has not made it.
fn read_illegal(text: &str) -> Option<IllegalMove> {
    let (uci, fen) = text.split_once(' ')?;
    let side = match fen.split(' ').nth(1)? {
        "w" => Color::Black,
        _ => Color::White,
    };
    Some(IllegalMove { side, uci: uci.to_owned(), fen: fen.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::details::details;

    #[test]
    fn a_move_is_read_with_the_illegal_ones_before_it() {
        let led_by = vec!["e1e3 8/8/8/8/8/4K3/8/k7 b - - 1 4".to_owned()];
        let told = details([
            ("ply", 8_u32.into()),
            ("uci", "f8c5".into()),
            ("san", "Bc5".into()),
            ("fen", "fen".into()),
            ("side", "black".into()),
            ("led_by", led_by.into()),
        ]);
        let Some(Release::Move(made)) = read_release("Moved", told) else { panic!() };
        assert_eq!((made.ply, made.side, made.is_doubtful), (8, Color::Black, false));
        assert_eq!(made.led_by[0].side, Color::White);
        assert_eq!(made.from(), Some("8/8/8/8/8/4K3/8/k7 b - - 1 4"));
    }

    #[test]
    fn what_another_version_tells_is_passed_over() {
        assert_eq!(read_release("Applauded", Details::new()), None);
        let absurd = details([("ply", 1_u32.into()), ("left", u32::MAX.into())]);
        assert_eq!(read_release("Timed", absurd), None);
    }
}
