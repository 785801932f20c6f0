//! Games from PGN: what is to be played, and how long each player thought.

use std::fmt;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use pgn_reader::{RawComment, RawTag, Reader, Skip, Visitor};
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::san::{SanError, SanPlus};
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, Outcome, Position, PositionError};

use super::control::Control;

/// More plies than any game can have under the rule of 75 moves (Laws 9.6.2).
const MOST_PLIES: usize = 20_000;
/// Longest tag line that is sure to be read.
const TAG_LINE: usize = 4_096;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Game {
    /// White's name, `?` where the game gives none.
    pub white: String,
    /// Black's name, `?` where the game gives none.
    pub black: String,
    /// Where it starts.
    pub start: Chess,
    /// Whether it is Chess960.
    pub castling: CastlingMode,
    /// The time control, where its tag can be understood.
    pub control: Option<Control>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result; `None` where it is open or unknown.
    pub outcome: Option<KnownOutcome>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub play: Move,
    /// The move as it is written.
    pub san: SanPlus,
    /// How long the player took for it, from `%emt`, or else from two `%clk` of his.
    pub took: Option<Duration>,
}

/// Why a game cannot be played. Games are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The file cannot be read, or is no PGN.
    #[error("game {game}: {source}")]
    Read {
        /// The game.
        game: usize,
        /// What is wrong.
        source: io::Error,
    },
    /// The file has fewer games.
    #[error("there is no game {game}: the file has {games}")]
    Missing {
        /// The game that was asked for.
        game: usize,
        /// How many the file has.
        games: usize,
    },
    /// A variant other than chess and Chess960.
    #[error("game {game} is {variant}: only chess and Chess960 can be played")]
    Variant {
        /// The game.
        game: usize,
        /// Its variant.
        variant: String,
    },
    /// Its `FEN` tag is no FEN.
    #[error("game {game}: its FEN: {source}")]
    Fen {
        /// The game.
        game: usize,
        /// What is wrong.
        source: ParseFenError,
    },
    /// Its `FEN` tag is no position that chess can be played from.
    #[error("game {game}: its start: {source}")]
    Start {
        /// The game.
        game: usize,
        /// What is wrong.
        source: Box<PositionError<Chess>>,
    },
    /// A move cannot be played.
    #[error("game {game}: {number}{san} cannot be played: {source}")]
    Move {
        /// The game.
        game: usize,
        /// Where in the game.
        number: MoveNumber,
        /// The move as it is written.
        san: SanPlus,
        /// What is wrong.
        source: SanError,
    },
    /// There is nothing to play: a forfeit, or no PGN at all.
    #[error("game {game} has no moves")]
    Empty {
        /// The game.
        game: usize,
    },
    /// The game is longer than games can be.
    #[error("game {game} has more than {MOST_PLIES} plies")]
    TooLong {
        /// The game.
        game: usize,
    },
}

/// The number before a move: `12.` or `12...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// Number of the full move.
    pub full: u32,
    /// Who moves.
    pub turn: Color,
}

impl Game {
    /// Reads game `number` of a PGN file.
    ///
    /// Variations are passed over, and so is text that is no move in SAN.
    ///
    /// # Errors
    /// [`PgnError`] names the game and, where it is one of its moves, the move.
    pub fn read(pgn: impl Read, number: NonZeroUsize) -> Result<Self, PgnError> {
        let game = number.get();
        let mut reader = Reader::build(pgn).set_supported_tag_line_length(TAG_LINE).finish();
        let mut games = 0;
        while games + 1 < game && reader.skip_game().map_err(|source| read(games + 1, source))? {
            games += 1;
        }
        reader
            .read_game(&mut GameVisitor { game })
            .map_err(|source| read(game, source))?
            .unwrap_or(Err(PgnError::Missing { game, games }))
    }

    /// The number before ply `index`, counted from 0.
    pub fn number(&self, index: usize) -> MoveNumber {
        let plies = index + usize::from(self.start.turn().is_black());
        let moves = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        MoveNumber {
            full: self.start.fullmoves().get().saturating_add(moves),
            turn: Color::from_white(plies.is_multiple_of(2)),
        }
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Chess {
        let mut position = self.start.clone();
        for ply in &self.plies {
            position.play_unchecked(ply.play);
        }
        position
    }
}

fn read(game: usize, source: io::Error) -> PgnError {
    PgnError::Read { game, source }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.full, if self.turn.is_white() { ". " } else { "... " })
    }
}

/// Collects one game.
struct GameVisitor {
    game: usize,
}

#[derive(Default)]
struct Tags {
    white: Option<String>,
    black: Option<String>,
    fen: Option<String>,
    variant: Option<String>,
    control: Option<Control>,
    outcome: Option<KnownOutcome>,
}

struct Movetext {
    game: Game,
    position: Chess,
    /// The last `%clk` of each player.
    clocks: [Option<Duration>; 2],
}

impl Visitor for GameVisitor {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = Result<Game, PgnError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let value = value.decode_utf8_lossy();
        match name {
            b"White" => tags.white = Some(value.into_owned()),
            b"Black" => tags.black = Some(value.into_owned()),
            b"FEN" => tags.fen = Some(value.into_owned()),
            b"Variant" => tags.variant = Some(value.into_owned()),
            b"TimeControl" => tags.control = Control::from_tag(&value),
            b"Result" => tags.outcome = KnownOutcome::from_ascii(value.as_bytes()).ok(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Movetext> {
        match begin(self.game, tags) {
            Ok(movetext) => ControlFlow::Continue(movetext),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        match movetext.play(self.game, san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn comment(
        &mut self,
        movetext: &mut Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        movetext.note_times(&String::from_utf8_lossy(comment.as_bytes()));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, movetext: &mut Movetext, outcome: Outcome) -> ControlFlow<Self::Output> {
        if let Outcome::Known(known) = outcome {
            movetext.game.outcome = Some(known);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Movetext) -> Self::Output {
        if movetext.game.plies.is_empty() {
            return Err(PgnError::Empty { game: self.game });
        }
        Ok(movetext.game)
    }
}

fn begin(number: usize, tags: Tags) -> Result<Movetext, PgnError> {
    let (start, castling) = start(number, tags.fen.as_deref(), tags.variant)?;
    let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    Ok(Movetext {
        position: start.clone(),
        clocks: [None; 2],
        game: Game {
            white: name(tags.white),
            black: name(tags.black),
            start,
            castling,
            control: tags.control,
            plies: Vec::new(),
            outcome: tags.outcome,
        },
    })
}

/// The start position and the kind of castling: as the variant says, else as the FEN looks.
fn start(
    game: usize,
    fen: Option<&str>,
    variant: Option<String>,
) -> Result<(Chess, CastlingMode), PgnError> {
    let named = match variant {
        Some(variant) => named_castling(&variant).ok_or(PgnError::Variant { game, variant })?,
        None => None,
    };
    let Some(fen) = fen else {
        return Ok((Chess::default(), named.unwrap_or(CastlingMode::Standard)));
    };
    let fen = Fen::from_ascii(fen.as_bytes()).map_err(|source| PgnError::Fen { game, source })?;
    let castling = named.unwrap_or_else(|| CastlingMode::detect(fen.as_setup()));
    let start = fen
        .into_position(castling)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|source| PgnError::Start { game, source: Box::new(source) })?;
    Ok((start, castling))
}

/// The castling that a `Variant` tag means: some leave it to the FEN; `None` for other games.
fn named_castling(variant: &str) -> Option<Option<CastlingMode>> {
    match variant.to_ascii_lowercase().as_str() {
        "chess960" | "fischerandom" | "fischer random" | "freestyle" => {
            Some(Some(CastlingMode::Chess960))
        }
        "" | "standard" | "chess" | "normal" | "from position" => Some(None),
        _ => None,
    }
}

impl Movetext {
    fn play(&mut self, game: usize, san: SanPlus) -> Result<(), PgnError> {
        if self.game.plies.len() == MOST_PLIES {
            return Err(PgnError::TooLong { game });
        }
        let number = self.game.number(self.game.plies.len());
        let play = san.san.to_move(&self.position).map_err(|source| PgnError::Move {
            game,
            number,
            san,
            source,
        })?;
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, play);
        self.game.plies.push(Ply { play, san, took: None });
        Ok(())
    }

    /// Takes `%emt` and `%clk` of a comment behind the last move.
    fn note_times(&mut self, comment: &str) {
        let mover = self.position.turn().other();
        let Some(ply) = self.game.plies.last_mut() else { return };
        if let Some(left) = command(comment, "%clk") {
            let increment = self.game.control.map_or(Duration::ZERO, Control::increment);
            let before = self.clocks[mover as usize].replace(left);
            let took = before.map(|before| before.saturating_add(increment).saturating_sub(left));
            ply.took = ply.took.or(took);
        }
        ply.took = command(comment, "%emt").or(ply.took);
    }
}

/// The time that a comment gives as `[%name h:mm:ss]`.
fn command(comment: &str, name: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once(name)?;
    let (time, _) = rest.split_once(']')?;
    duration(time.trim())
}

/// A time as `h:mm:ss`, `mm:ss` or `ss`, the seconds with or without a fraction.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = Duration::ZERO;
    for field in text.split(':') {
        let field: f64 = field.parse().ok()?;
        let field = Duration::try_from_secs_f64(field).ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(field)?;
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, number: usize) -> Result<Game, PgnError> {
        Game::read(text.as_bytes(), NonZeroUsize::new(number).unwrap())
    }

    fn error(text: &str, number: usize) -> String {
        read(text, number).unwrap_err().to_string()
    }

    const TWO_GAMES: &str = "[White \"Carlsen, M.\"]\n[Black \"Caruana, F.\"]\n[Result \"1-0\"]\n\
        [TimeControl \"5400+30\"]\n\n\
        1. e4 {[%clk 1:30:25]} e5 {[%clk 1:30:10.5]} 2. Nf3 {best by test} (2. f4 exf4) 2... Nc6\n\
        {[%clk 1:29:40]} 3. Bb5 {[%clk 1:30:50]} 1-0\n\n\
        [White \"A\"]\n\n1. d4 {[%emt\n00:00:07]} 1... d5 *\n";

    #[test]
    fn a_game_is_read_with_names_moves_result_and_control() {
        let game = read(TWO_GAMES, 1).unwrap();
        assert_eq!((game.white.as_str(), game.black.as_str()), ("Carlsen, M.", "Caruana, F."));
        assert_eq!(game.outcome, Some(KnownOutcome::Decisive { winner: Color::White }));
        assert_eq!(game.control.unwrap().to_string(), "1:30:00+30");
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.san.to_string()).collect();
        assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    }

    #[test]
    fn clocks_and_elapsed_times_say_how_long_a_move_took() {
        let took = |number: usize| {
            let plies = read(TWO_GAMES, number).unwrap().plies;
            plies.iter().map(|ply| ply.took.map(|took| took.as_millis())).collect::<Vec<_>>()
        };
        assert_eq!(took(1), [None, None, None, Some(60_500), Some(5_000)]);
        assert_eq!(took(2), [Some(7_000), None]);
    }

    #[test]
    fn a_game_beyond_the_last_is_missing() {
        assert_eq!(read(TWO_GAMES, 2).unwrap().white, "A");
        assert_eq!(error(TWO_GAMES, 3), "there is no game 3: the file has 2");
        assert_eq!(error("", 1), "there is no game 1: the file has 0");
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        assert_eq!(
            error("1. e4 e5 2. Nf3 Nc6 3. Bb6 *", 1),
            "game 1: 3. Bb6 cannot be played: illegal san"
        );
        assert_eq!(
            error("1. e4 e5\n\n1. e4 Ke6 *", 2),
            "game 2: 1... Ke6 cannot be played: illegal san"
        );
        assert_eq!(error("1. d4 Nf6 2. -- *", 1), "game 1: 2. -- cannot be played: illegal san");
        let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 40\"]\n\n1... Kd8 41. O-O-O+ *";
        assert_eq!(error(text, 1), "game 1: 41. O-O-O+ cannot be played: illegal san");
    }

    #[test]
    fn a_game_can_start_anywhere() {
        let game = read("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n\n40... Kf7 41. O-O-O *", 1);
        let game = game.unwrap();
        assert_eq!(game.castling, CastlingMode::Standard);
        assert_eq!([game.number(0), game.number(1)].map(|n| n.to_string()), ["40... ", "41. "]);
    }

    #[test]
    fn chess960_is_known_by_its_name_or_by_its_fen() {
        let moves = "1. O-O Ke7 *";
        let fen = "[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]";
        for tags in [fen.to_owned(), format!("[Variant \"Fischerandom\"]\n{fen}")] {
            let game = read(&format!("{tags}\n\n{moves}"), 1).unwrap();
            assert_eq!(game.castling, CastlingMode::Chess960);
            let board = game.last_position().board().board_fen().to_string();
            assert_eq!(board, "8/4k3/8/8/8/8/8/5RK1");
        }
    }

    #[test]
    fn what_is_no_chess_is_refused() {
        assert_eq!(
            error("[Variant \"Atomic\"]\n\n1. e4 *", 1),
            "game 1 is Atomic: only chess and Chess960 can be played"
        );
        assert!(matches!(read("[FEN \"x\"]\n\n*", 1), Err(PgnError::Fen { game: 1, .. })));
        assert_eq!(error("[package]\nname = \"touchmove\"\n", 1), "game 1 has no moves");
        let no_kings = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*";
        assert!(matches!(read(no_kings, 1), Err(PgnError::Start { game: 1, .. })));
    }

    #[test]
    fn a_game_without_end_is_cut_off() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(MOST_PLIES / 4);
        assert_eq!(read(&moves, 1).unwrap().plies.len(), MOST_PLIES);
        assert!(matches!(read(&(moves + "e4"), 1), Err(PgnError::TooLong { game: 1 })));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\]{}()%;a-h1-8KQRBNOx=+#. \\n\"-]{0,200}") {
            let _ = read(&text, 1);
        }

        #[test]
        fn any_time_is_read_or_passed_over(time in "[0-9:.eE+-]{0,40}") {
            let _ = read(&format!("1. e4 {{[%clk {time}]}} e5 2. d4 {{[%clk {time}]}} *"), 1);
        }
    }
}
