//! The position that a game starts from.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use touchmove_drivers::recording::Variant;

use super::error::{Wrong, shown};

/// A position other than the usual one, from which a game can begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPosition {
    fen: String,
    variant: Variant,
}

impl StartPosition {
    /// The position as a FEN of six fields; castling rights name a rook by its file where `KQkq` would
    /// mean another.
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// Chess, or Chess960.
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

/// The start that a file's FEN and variant mean. Without a variant, castling rights that chess does
/// not have mean Chess960. `None` is the usual start of chess.
pub(super) fn read(
    fen: Option<&str>,
    variant: Option<&str>,
) -> Result<Option<StartPosition>, Wrong> {
    let named = variant.map(named_variant).transpose()?.flatten();
    let Some(text) = fen else {
        return match named {
            Some(Variant::Chess960) => Err(Wrong::NoStart),
            Some(Variant::Standard) | None => Ok(None),
        };
    };
    let fen: Fen = text.parse().map_err(|_| Wrong::Fen(shown(text)))?;
    let mode = match named {
        Some(Variant::Chess960) => CastlingMode::Chess960,
        Some(Variant::Standard) => CastlingMode::Standard,
        None => CastlingMode::detect(fen.as_setup()),
    };
    let illegal = |why: &str| Wrong::Start { fen: shown(text), why: why.to_owned() };
    let position: Chess = fen.into_position(mode).map_err(|error| illegal(&error.to_string()))?;
    if position.is_game_over() {
        return Err(illegal("the game is over there"));
    }
    if mode == CastlingMode::Standard && position == Chess::default() {
        return Ok(None);
    }
    let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    let variant = if mode.is_chess960() { Variant::Chess960 } else { Variant::Standard };
    Ok(Some(StartPosition { fen, variant }))
}

/// The variant that a word means; `None` where it leaves castling to the FEN.
fn named_variant(text: &str) -> Result<Option<Variant>, Wrong> {
    match text.to_ascii_lowercase().as_str() {
        "chess960" | "chess 960" | "fischerandom" | "fischer random" | "freestyle" => {
            Ok(Some(Variant::Chess960))
        }
        "standard" | "chess" | "normal" => Ok(Some(Variant::Standard)),
        "from position" => Ok(None),
        _ => Err(Wrong::Variant(shown(text))),
    }
}
