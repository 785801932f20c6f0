//! The sheet of a game as far as it is released.

use std::collections::HashMap;
use std::time::Duration;

use super::thinking::{self, Seen};
use super::{Sheet, SheetMove, SheetStart};
use crate::laws::control::TimeControl;
use crate::pairing::{Outcome, Pairing};
use crate::tournament::release::{IllegalMove, PublicMove, ReleasedGame};
use crate::tournament::rounds::GamePlace;

impl Sheet {
    /// The sheet of a pairing's game as far as it is released. `seen` is the position that it began from, a FEN that is empty
    /// where none was seen.
    pub fn of_released(place: &GamePlace, seen: &str, game: &ReleasedGame) -> Self {
        let GamePlace { pairing, event } = place;
        let start = SheetStart::of_pairing(pairing, seen);
        let spent = thinking_times(game, pairing, &start).unwrap_or_default();
        let made = |made: PublicMove<'_>| match made {
            PublicMove::Legal(made) => SheetMove {
                side: made.side,
                san: Some(made.san.clone()),
                uci: made.uci.clone(),
                fen: made.fen.clone(),
                left: game.times.get(&made.ply).copied(),
                spent: spent.get(&made.ply).copied(),
                is_doubtful: made.is_doubtful,
            },
            PublicMove::Illegal(IllegalMove { side, uci, fen }) => {
                let (uci, fen, is_doubtful) = (uci.clone(), fen.clone(), false);
                SheetMove { side: *side, san: None, uci, fen, left: None, spent: None, is_doubtful }
            }
        };
        Self {
            start,
            moves: game.scoresheet().map(made).collect(),
            breaks: game.breaks_of_scoresheet(),
            outcome: game.result.map(|result| Outcome::Played(result.value)),
            ..Self::of_pairing(pairing, event)
        }
    }
}

/// How long the players thought, by ply, as far as the clocks and the time control tell it.
fn thinking_times(
    game: &ReleasedGame,
    pairing: &Pairing,
    start: &SheetStart,
) -> Option<HashMap<u32, Duration>> {
    let control: TimeControl = pairing.time_control.as_ref()?.parse().ok()?;
    let is_start = pairing.start.is_some() || *start == SheetStart::usual();
    let is_whole = is_start && game.breaks.iter().all(|one| one.after > 0);
    let seen = if is_whole { Seen::Whole } else { Seen::Later };
    thinking::times(game, control.periods()?, seen)
}
