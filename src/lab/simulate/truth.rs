//! What was really played, for those who measure how well it is found again.

use std::fmt;

use shakmaty::uci::UciMove;
use shakmaty::{Color, KnownOutcome};

/// What was played on the table, and what was planted. Its text form is that of `# truth:` in a
/// recording: the moves in UCI, `!` behind one that is illegal and stands, and the result if the
/// board shows it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    /// The moves that stand at the end.
    pub moves: Vec<Played>,
    /// The result, where the board itself shows it: mate, stalemate or a dead position by a move that ends the game at once,
    /// or the kings in the centre.
    pub result: Option<KnownOutcome>,
    /// The sins, in the order of the moves.
    pub sins: Vec<Sin>,
}

impl Truth {
    /// Whether the last move ends the game at once if it mates or leaves nobody to mate: it is legal, and its player was
    /// bound to no other one (5.1.1, 5.2.1 and 5.2.2 ask that it was in accordance with articles 3 and 4.2 to 4.7).
    pub fn is_last_move_in_accordance(&self) -> bool {
        let is_legal = self.moves.last().is_none_or(|last| last.legality == Legality::Legal);
        let breaches = |sin: &Sin| sin.ply == self.moves.len() && sin.kind.is_of_touch();
        is_legal && !self.sins.iter().any(breaches)
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub uci: UciMove,
    /// The move for people: SAN, or UCI where it is illegal.
    pub text: String,
    /// Whether it is legal.
    pub legality: Legality,
}

/// Whether a move is legal where it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// It is.
    Legal,
    /// It is not, and it stands.
    Illegal,
}

/// Something that the Laws do not allow. Its text form is that of `# sin:` in a recording:
/// `KIND ARTICLE SIDE PLY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sin {
    /// What, as alerts call it.
    pub kind: SinKind,
    /// By whom.
    pub side: Color,
    /// In which ply of the truth, counted from 1.
    pub ply: usize,
}

/// What the Laws do not allow, as far as simulated hands do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SinKind {
    /// An illegal move was completed: it stands, was put right, or lacked only that a pawn captured en
    /// passant was taken off.
    IllegalMove,
    /// A pawn stays on the eighth.
    PawnNotReplaced,
    /// A piece that could move was touched, and another one moved.
    TouchMove,
    /// An enemy piece that could be captured was touched, and not captured.
    TouchedEnemy,
    /// An own piece and an enemy piece that it could capture were touched, and that was not played.
    TouchedBoth,
    /// The rook was touched first in castling.
    RookFirst,
    /// The clock was pressed without a move.
    PressOnly,
    /// A move was made with two hands.
    TwoHands,
    /// A piece was put down in a legal move, and taken back or exchanged.
    ReleasedPiece,
    /// Pieces were knocked over.
    Displaced,
}

impl SinKind {
    /// Its name among the alerts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move-completed",
            Self::PawnNotReplaced => "promotion-not-replaced",
            Self::TouchMove | Self::TouchedEnemy | Self::TouchedBoth | Self::RookFirst => {
                "touch-move-violation"
            }
            Self::PressOnly => "press-without-move",
            Self::TwoHands => "two-hands",
            Self::ReleasedPiece => "released-piece-moved",
            Self::Displaced => "displaced-pieces",
        }
    }

    /// Whether another move was due, by what the player had touched or released (4.3 to 4.7).
    const fn is_of_touch(self) -> bool {
        match self {
            Self::TouchMove
            | Self::TouchedEnemy
            | Self::TouchedBoth
            | Self::RookFirst
            | Self::ReleasedPiece => true,
            Self::IllegalMove
            | Self::PawnNotReplaced
            | Self::PressOnly
            | Self::TwoHands
            | Self::Displaced => false,
        }
    }

    /// The article that forbids it (FIDE Laws 2023).
    pub const fn article(self) -> &'static str {
        match self {
            Self::IllegalMove => "7.5.1",
            Self::PawnNotReplaced => "7.5.2",
            Self::PressOnly => "7.5.3",
            Self::TouchMove => "4.3.1",
            Self::TouchedEnemy => "4.3.2",
            Self::TouchedBoth => "4.3.3",
            Self::RookFirst => "4.4.2",
            Self::TwoHands => "7.5.4",
            Self::ReleasedPiece => "4.7",
            Self::Displaced => "7.4.1",
        }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, played) in self.moves.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            let mark = if played.legality == Legality::Illegal { "!" } else { "" };
            write!(f, "{blank}{}{mark}", played.uci)?;
        }
        match self.result {
            Some(result) if self.moves.is_empty() => f.write_str(result.as_str()),
            Some(result) => write!(f, " {}", result.as_str()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Sin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, side, ply } = self;
        let side = if side.is_white() { "white" } else { "black" };
        write!(f, "{} {} {side} {ply}", kind.name(), kind.article())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(uci: &str, legality: Legality) -> Played {
        Played { uci: uci.parse().unwrap(), text: uci.to_owned(), legality }
    }

    #[test]
    fn the_truth_marks_what_is_illegal_and_ends_in_the_result() {
        let mut truth = Truth::default();
        assert_eq!(truth.to_string(), "");
        truth.moves = vec![played("e2e4", Legality::Legal), played("a8a4", Legality::Illegal)];
        assert_eq!(truth.to_string(), "e2e4 a8a4!");
        truth.result = Some(KnownOutcome::Draw);
        assert_eq!(truth.to_string(), "e2e4 a8a4! 1/2-1/2");
        truth.moves.clear();
        assert_eq!(truth.to_string(), "1/2-1/2");
    }

    #[test]
    fn only_a_legal_move_to_which_nothing_else_bound_ends_the_game_at_once() {
        let sin = |kind, ply| Sin { kind, side: Color::White, ply };
        let mut truth = Truth { moves: vec![played("f3f7", Legality::Legal)], ..Truth::default() };
        assert!(truth.is_last_move_in_accordance());
        truth.sins = vec![sin(SinKind::TwoHands, 1), sin(SinKind::TouchMove, 2)];
        assert!(truth.is_last_move_in_accordance());
        truth.sins.push(sin(SinKind::ReleasedPiece, 1));
        assert!(!truth.is_last_move_in_accordance());
        truth.sins.clear();
        truth.moves.push(played("a8a4", Legality::Illegal));
        assert!(!truth.is_last_move_in_accordance());
    }

    #[test]
    fn a_sin_has_its_kind_article_side_and_ply() {
        let sin = Sin { kind: SinKind::PawnNotReplaced, side: Color::Black, ply: 80 };
        assert_eq!(sin.to_string(), "promotion-not-replaced 7.5.2 black 80");
    }
}
