//! Games played without a port and in no time, each written down as a recording.

use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use touchmove_drivers::observation::Sensing;
use touchmove_drivers::recording::{
    BoardName, Headers, Record, Recording, RecordingError, Turned, Variant,
};

use super::hands::{self, PlayStyle, Rate};
use super::pgn::PgnGame;
use super::player::BoardTurn;
use super::scanner::{Scanner, Sense};
use super::truth::Truth;

/// Family name of a board that is only simulated.
const FAMILY: &str = "simulated";

/// Plays games on a scanning board and writes them down.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// The board.
    pub scanner: Scanner,
    /// How the games are played.
    pub manner: PlayStyle,
    /// What the hands are called: a style and the rates that differ from it.
    pub hands: String,
    /// Serial number of the board.
    pub serial: u32,
}

impl Recorder {
    /// The recording of a game; the same seed gives the same.
    ///
    /// # Errors
    /// [`RecordingError`] where something in it cannot be written, such as a line break in a name.
    pub fn record(&self, game: &PgnGame, seed: u64) -> Result<String, RecordingError> {
        let timeline = hands::play(game, game.start.board(), &self.manner, seed);
        let headers = self.headers(game, &timeline.truth);
        let mut text = Recording::new(&headers)?.to_string();
        for (at, observation) in self.scanner.observe(&timeline, &self.manner.rates, seed) {
            // observations are always written so that they read back the same
            let _ = writeln!(text, "{}", Record::observed(at, None, observation));
        }
        Ok(text)
    }

    fn headers(&self, game: &PgnGame, truth: &Truth) -> Headers {
        let mut headers = Headers::default();
        headers.board =
            Some(BoardName { family: FAMILY.to_owned(), serial: Some(self.serial.to_string()) });
        headers.sensing = Some(match self.scanner.sense {
            Sense::Identity => Sensing::Identity,
            Sense::Occupancy => Sensing::Occupancy,
        });
        headers.turned = match self.scanner.orientation {
            BoardTurn::Usual => Turned::Auto,
            BoardTurn::Turned => Turned::Yes,
        };
        headers.start = start(game);
        headers.variant = match game.castling {
            CastlingMode::Standard => Variant::Standard,
            CastlingMode::Chess960 => Variant::Chess960,
        };
        headers.control = self.manner.clock.map(|control| control.period());
        headers.reading_lag = Some(self.scanner.scan);
        let lag = self.manner.rates.get(Rate::ClockLag);
        headers.clock_lag = Some(std::time::Duration::from_millis(lag.ceil() as u64));
        headers.white = Some(game.white.clone());
        headers.black = Some(game.black.clone());
        headers.comments = vec![format!(" truth: {truth}"), format!(" hands: {}", self.hands)];
        headers.comments.extend(truth.sins.iter().map(|sin| format!(" sin: {sin}")));
        headers
    }
}

/// The start position; `None` where it is the usual one.
fn start(game: &PgnGame) -> Option<String> {
    let fen = Fen::from_position(&game.start, EnPassantMode::Legal);
    (game.start != Chess::default()).then(|| fen.to_string())
}
