//! What the headers of a recording say about a sitting.

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use touchmove_drivers::observation::Hand;
use touchmove_drivers::recording::{ClockSides, Headers, Turned, Variant};

use crate::account::Start;
use crate::reconstruct::{Orientation, Setup, Timing, WhiteSide};

/// Why headers describe no sitting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The start position is not written as a FEN.
    #[error("start: `{0}` is no FEN; write all six fields, Chess960 as Shredder-FEN")]
    Fen(String),
    /// No game can begin from the start position.
    #[error("start: no game can begin from `{fen}`: {why}")]
    Illegal {
        /// The position.
        fen: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The setup that `headers` describe.
///
/// # Errors
/// [`SetupError`] where the start position is no position.
pub fn of_headers(headers: &Headers) -> Result<Setup, SetupError> {
    Ok(Setup {
        start: start(headers)?,
        orientation: match headers.turned {
            Turned::No => Some(Orientation::Straight),
            Turned::Yes => Some(Orientation::Turned),
            Turned::Auto => None,
        },
        white_side: match headers.clock_sides {
            ClockSides::LeftIsWhite => WhiteSide::At(Hand::Left),
            ClockSides::LeftIsBlack => WhiteSide::At(Hand::Right),
            ClockSides::Auto => WhiteSide::Auto,
        },
        timing: Timing::of_lag(headers.lags().reading),
    })
}

fn start(headers: &Headers) -> Result<Start, SetupError> {
    let mode = match headers.variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let Some(text) = &headers.start else {
        return Ok(Start { position: Arc::new(Chess::default()), mode });
    };
    let fen: Fen = text.parse().map_err(|_| SetupError::Fen(text.clone()))?;
    let position = fen
        .into_position(mode)
        .map_err(|error| SetupError::Illegal { fen: text.clone(), why: error.to_string() })?;
    Ok(Start { position: Arc::new(position), mode })
}
