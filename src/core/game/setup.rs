//! What the headers of a recording say about a sitting.

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use touchmove_drivers::observation::Hand;
use touchmove_drivers::recording::{ClockSides, Headers, Turned, Variant};

use crate::account::GameStart;
use crate::decision::regulations::Regulations;
use crate::laws::control::TimeControl;
use crate::laws::rulebook::{Rulebook, UnknownEdition};
use crate::laws::{Exactness, Touching};
use crate::reconstruct::{Costs, Effort, Orientation, Setup, Timing, WhiteSide};

/// On what terms a sitting is played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What is known of the board.
    pub board: Setup,
    /// The Laws under which games are played.
    pub rulebook: Arc<Rulebook>,
}

impl Terms {
    /// How touches are told apart that this board tells.
    pub(super) const fn touching(&self) -> Touching {
        Touching { together: self.board.timing.reading_lag, account: Exactness::Read }
    }
}

impl Terms {
    /// The same where so many lines are followed.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { board: Setup { effort, ..self.board }, ..self }
    }
}

impl From<Setup> for Terms {
    /// The usual Laws.
    fn from(board: Setup) -> Self {
        Self { board, rulebook: Arc::default() }
    }
}

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
    /// Nobody knows the edition of the Laws.
    #[error("rulebook: {0}")]
    Edition(#[from] UnknownEdition),
}

/// The terms that `headers` describe. A time control that cannot be read is none.
///
/// # Errors
/// [`SetupError`] where the start position is no position, or the rulebook has no such edition.
pub fn of_headers(headers: &Headers) -> Result<Terms, SetupError> {
    let control = headers.control.as_deref().and_then(|control| control.parse().ok());
    let control = control.unwrap_or(TimeControl::Unknown);
    let regulations = Regulations::of_lines(&headers.regulations);
    let rulebook = Rulebook::of(&headers.rulebook, headers.policy, control, regulations)?;
    Ok(Terms { board: board(headers)?, rulebook: Arc::new(rulebook) })
}

fn board(headers: &Headers) -> Result<Setup, SetupError> {
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
        witness: headers.sensing().into(),
        effort: Effort::Live,
        costs: Costs::of(headers.sensing()),
    })
}

fn start(headers: &Headers) -> Result<GameStart, SetupError> {
    let mode = match headers.variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let Some(text) = &headers.start else {
        return Ok(GameStart { position: Arc::new(Chess::default()), mode });
    };
    let fen: Fen = text.parse().map_err(|_| SetupError::Fen(text.clone()))?;
    let position = fen
        .into_position(mode)
        .map_err(|error| SetupError::Illegal { fen: text.clone(), why: error.to_string() })?;
    Ok(GameStart { position: Arc::new(position), mode })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn start_of(fen: &str, variant: Variant) -> Result<Setup, SetupError> {
        let mut headers = Headers::default();
        headers.start = Some(fen.to_owned());
        headers.variant = variant;
        of_headers(&headers).map(|terms| terms.board)
    }

    #[test]
    fn without_headers_a_game_begins_from_the_usual_start() {
        let setup = of_headers(&Headers::default()).unwrap().board;
        assert_eq!(*setup.start.position, Chess::default());
        assert_eq!((setup.orientation, setup.white_side), (None, WhiteSide::Auto));
    }

    #[test]
    fn headers_say_how_board_and_clock_stand() {
        let mut headers = Headers::default();
        headers.turned = Turned::Yes;
        headers.clock_sides = ClockSides::LeftIsBlack;
        let setup = of_headers(&headers).unwrap().board;
        assert_eq!(setup.orientation, Some(Orientation::Turned));
        assert_eq!(setup.white_side, WhiteSide::At(Hand::Right));
    }

    #[test]
    fn chess960_is_read_in_shredder_fen() {
        let fen = "k7/8/8/8/8/8/8/5K1R w H - 0 1";
        let setup = start_of(fen, Variant::Chess960).unwrap();
        assert_eq!(setup.start.mode, CastlingMode::Chess960);
        assert!(setup.start.position.castles().any());
    }

    #[test]
    fn what_is_no_position_is_refused_with_a_reason() {
        let no_fen = start_of("e4", Variant::Standard).unwrap_err();
        assert_eq!(no_fen, SetupError::Fen("e4".to_owned()));
        let no_king = start_of("8/8/8/8/8/8/8/6KR w - - 0 1", Variant::Standard).unwrap_err();
        assert!(no_king.to_string().contains("king"), "{no_king}");
    }
}
