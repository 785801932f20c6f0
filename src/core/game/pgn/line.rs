//! What of a scoresheet a reader can replay, and what of it can only be told.

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, PositionError};

use super::{Score, Scored, Unanswered};
use crate::game::number::MoveNumber;

/// A scoresheet, cut where no reader can follow it.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The moves before `start`, as words of a text with move numbers.
    pub before: Vec<String>,
    /// The position that can be replayed from, as a FEN.
    pub start: String,
    /// The moves from there on, each with its SAN.
    pub moves: Vec<(String, &'a Scored<'a>)>,
    /// The illegal moves behind them that nobody has answered, as words.
    pub after: Vec<String>,
}

/// The last part of a scoresheet that can be replayed: from the first position after which every move is
/// legal.
///
/// A position that the Laws don't allow, as after a move that leaves the king in check, is not one to
/// start from: readers refuse it. Breaks that no move follows stay out: they may still be put right. The usual start
/// stands for a start that nobody can read.
pub(super) fn of<'a>(score: &'a Score<'_>) -> Line<'a> {
    let mode = score.castling;
    let mut walk = Walk::from(read(score.start, mode));
    let answered = score.moves.iter().rposition(|made| made.san.is_some()).map_or(0, |at| at + 1);
    let (answered, unanswered) = score.moves.split_at(answered);
    for (at, made) in answered.iter().enumerate() {
        let placed = score.breaks.iter().rfind(|placed| placed.after == at);
        if let Some(placed) = placed {
            walk.go_on_from(read(&placed.fen, mode));
        }
        let san = walk.follow(made);
        let is_legal = san.is_some();
        walk.entries.push(Entry { made, san, is_placed: placed.is_some() });
        if is_legal {
            walk.end = walk.entries.len();
        } else {
            walk.go_on_from(read(made.fen, mode));
        }
    }
    let illegal = |made| Entry { made, san: None, is_placed: false };
    let after = match score.unanswered {
        Unanswered::Withheld => Vec::new(),
        Unanswered::Written => words(&unanswered.iter().map(illegal).collect::<Vec<_>>()),
    };
    Line { after, ..walk.line() }
}

/// How far a scoresheet is read.
struct Walk<'a> {
    /// Where play stands, if that is a position of the Laws.
    position: Option<Chess>,
    /// The last position to start from, and after how many moves.
    start: (Chess, usize),
    /// After how many moves a reader can follow no further from there.
    end: usize,
    /// The moves so far.
    entries: Vec<Entry<'a>>,
}

/// A move, and what is found out about it.
struct Entry<'a> {
    made: &'a Scored<'a>,
    /// Its SAN where it is legal.
    san: Option<String>,
    /// Whether the position was set before it.
    is_placed: bool,
}

impl<'a> Walk<'a> {
    fn from(position: Option<Chess>) -> Self {
        let start = (position.clone().unwrap_or_default(), 0);
        Self { position, start, end: 0, entries: Vec::new() }
    }

    /// Plays `made` if it is legal; gives its SAN.
    fn follow(&mut self, made: &Scored<'_>) -> Option<String> {
        let mut position = self.position.take()?;
        let san: San = made.san?.parse::<SanPlus>().ok()?.san;
        let mv = san.to_move(&position).ok()?;
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        let told: Fen = made.fen.parse().ok()?;
        let is_told = *position.board() == told.as_setup().board && position.turn() != made.side;
        if !is_told {
            return None;
        }
        self.position = Some(position);
        Some(san.to_string())
    }

    fn go_on_from(&mut self, position: Option<Chess>) {
        if let Some(position) = &position {
            self.end = self.entries.len();
            self.start = (position.clone(), self.end);
        }
        self.position = position;
    }

    fn line(self) -> Line<'a> {
        let (start, at) = self.start;
        let before = words(&self.entries[..at]);
        let moves = self.entries.into_iter().take(self.end).skip(at);
        let moves = moves.filter_map(|entry| Some((entry.san?, entry.made))).collect();
        let start = Fen::from_position(&start, EnPassantMode::Legal).to_string();
        Line { before, start, moves, after: Vec::new() }
    }
}

/// The position of a FEN, if the Laws allow it; rights that nobody has don't matter.
fn read(fen: &str, mode: CastlingMode) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

/// Moves as a text: in SAN where they have one, the others by their squares.
fn words(entries: &[Entry<'_>]) -> Vec<String> {
    let mut words = Vec::new();
    let mut before = None;
    for Entry { made, san, is_placed } in entries {
        if *is_placed {
            words.push("(position set)".to_owned());
            before = None;
        }
        if made.side.is_white() || before != Some(Color::White) {
            words.push(MoveNumber::before(made.fen, made.side).to_string());
        }
        before = Some(made.side);
        let text = san.clone().or_else(|| told(made)).or_else(|| squares(made));
        words.push(text.unwrap_or_else(|| "?".to_owned()));
    }
    words
}

/// The SAN that the scoresheet has, if it is SAN at all.
fn told(made: &Scored<'_>) -> Option<String> {
    let san: SanPlus = made.san?.parse().ok()?;
    Some(san.to_string())
}

/// `e1-e3`, `e7-f8=Q`.
fn squares(made: &Scored<'_>) -> Option<String> {
    match made.uci? {
        UciMove::Normal { from, to, promotion: None } => Some(format!("{from}-{to}")),
        UciMove::Normal { from, to, promotion: Some(role) } => {
            Some(format!("{from}-{to}={}", role.upper_char()))
        }
        UciMove::Put { .. } | UciMove::Null => None,
    }
}
