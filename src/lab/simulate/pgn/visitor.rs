//! One game, collected from what the PGN reader finds.

use std::ops::ControlFlow;
use std::time::Duration;

use pgn_reader::{RawComment, RawTag, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, KnownOutcome, Outcome, Position, PositionError};

use super::{PgnError, PgnGame, Ply};
use crate::simulate::control::Control;

/// More plies than any game can have under the rule of 75 moves (Laws 9.6.2).
pub(super) const MAX_PLIES: usize = 20_000;

/// Collects one game.
pub(super) struct GameVisitor {
    /// Its number in the file.
    pub(super) game: usize,
}

/// What the tags say.
#[derive(Default)]
pub(super) struct Tags {
    white: Option<String>,
    black: Option<String>,
    fen: Option<String>,
    variant: Option<String>,
    control: Option<Control>,
    outcome: Option<KnownOutcome>,
}

/// The game so far.
pub(super) struct Movetext {
    game: PgnGame,
    position: Chess,
    /// The last `%clk` of each player.
    clocks: [Option<Duration>; 2],
}

impl Visitor for GameVisitor {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = Result<PgnGame, PgnError>;

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
        game: PgnGame {
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
        if self.game.plies.len() == MAX_PLIES {
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
