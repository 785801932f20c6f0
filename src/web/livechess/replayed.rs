//! The positions of a game, each with the move that led there in English SAN.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup as _, Position as _, Setup};

use super::eboard::Line;

/// What stands where, and whose turn it is: all by which LiveChess tells positions apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) board: Board,
    pub(super) turn: Color,
}

/// A game move by move.
#[derive(Clone, Debug, Default)]
pub(super) struct Replayed {
    /// From the first position to the last; `None` where it is not known.
    positions: Vec<Option<Standing>>,
    sans: Vec<String>,
}

impl Standing {
    /// That of a FEN.
    pub(super) fn of_fen(fen: &str) -> Option<Self> {
        let setup = fen.parse::<Fen>().ok()?.into_setup();
        Some(Self { board: setup.board, turn: setup.turn })
    }
}

impl Replayed {
    /// Plays a game again. What does not follow by legal moves is not known, but for the last position.
    pub(super) fn of(line: &Line) -> Self {
        let mut at = line.start.parse::<Fen>().ok().map(Fen::into_setup);
        let mut replayed = Self::default();
        replayed.positions.push(at.as_ref().map(standing));
        for (uci, san) in line.moves.iter().zip(&line.sans) {
            let (after, written) = match at.take() {
                Some(before) => play(before, uci),
                None => (None, uci.clone()),
            };
            replayed.sans.push(if san.is_empty() { written } else { san.clone() });
            replayed.positions.push(after.as_ref().map(standing));
            at = after;
        }
        if let Some(last) = replayed.positions.last_mut() {
            *last = Standing::of_fen(&line.fen).or_else(|| last.take());
        }
        replayed
    }

    /// How many moves it has.
    pub(super) const fn plies(&self) -> usize {
        self.sans.len()
    }

    /// Whether it stands so after so many moves.
    pub(super) fn stands_at(&self, ply: usize, wanted: &Standing) -> bool {
        self.positions.get(ply).and_then(Option::as_ref) == Some(wanted)
    }

    /// The position after the last move.
    pub(super) fn last(&self) -> Option<&Standing> {
        self.positions.last()?.as_ref()
    }

    /// The moves from a position on.
    pub(super) fn sans_from(&self, ply: usize) -> &[String] {
        self.sans.get(ply..).unwrap_or_default()
    }
}

fn standing(setup: &Setup) -> Standing {
    Standing { board: setup.board.clone(), turn: setup.turn }
}

/// Plays a move, legal or not; what stands then, and how the move is written.
fn play(before: Setup, uci: &str) -> (Option<Setup>, String) {
    let unknown = (None, uci.to_owned());
    let Ok(uci) = uci.parse::<UciMove>() else { return unknown };
    let mode = CastlingMode::detect(&before);
    let position = Chess::from_setup(before.clone(), mode).ok();
    let legal = position.and_then(|position| Some((uci.to_move(&position).ok()?, position)));
    if let Some((legal, mut position)) = legal {
        let san = SanPlus::from_move_and_play_unchecked(&mut position, legal);
        return (Some(position.to_setup(shakmaty::EnPassantMode::Legal)), san.to_string());
    }
    let UciMove::Normal { from, to, promotion } = uci else { return unknown };
    let mut after = before;
    let Some(piece) = after.board.remove_piece_at(from) else { return unknown };
    let takes = if after.board.piece_at(to).is_some() { "x" } else { "" };
    let letter = match piece.role {
        shakmaty::Role::Pawn if takes.is_empty() => String::new(),
        shakmaty::Role::Pawn => from.file().char().to_string(),
        role => role.upper_char().to_string(),
    };
    let role = promotion.unwrap_or(piece.role);
    after.board.set_piece_at(to, shakmaty::Piece { role, ..piece });
    let rooks = after.board.rooks();
    after.castling_rights &= rooks;
    after.ep_square = None;
    after.turn = piece.color.other();
    (Some(after), format!("{letter}{takes}{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &[(&str, &str)], fen: &str) -> Line {
        Line {
            game: "g1".into(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            moves: moves.iter().map(|(uci, _)| (*uci).into()).collect(),
            sans: moves.iter().map(|(_, san)| (*san).into()).collect(),
            fen: fen.into(),
        }
    }

    #[test]
    fn an_illegal_move_that_stands_is_written_like_others_and_the_game_goes_on_behind_it() {
        let fen = "rnbqkbnr/1ppppppp/p7/8/R7/P7/1PPPPPPP/1NBQKBNR b Kkq - 0 2";
        let moves = [("a2a3", "a3"), ("a7a6", "a6"), ("a1a4", ""), ("b7b5", "b5")];
        let replayed = Replayed::of(&line(&moves, "what is no FEN"));
        assert_eq!(replayed.sans_from(0), ["a3", "a6", "Ra4", "b5"]);
        assert!(replayed.stands_at(3, &Standing::of_fen(fen).unwrap()));
        let after = "rnbqkbnr/2pppppp/p7/1p6/R7/P7/1PPPPPPP/1NBQKBNR w - - 0 1";
        assert_eq!(replayed.last(), Standing::of_fen(after).as_ref());
    }

    #[test]
    fn behind_a_gap_the_position_now_is_known_alone() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";
        let replayed = Replayed::of(&line(&[("h7h1", "Rh1")], fen));
        assert!(replayed.stands_at(1, &Standing::of_fen(fen).unwrap()));
        assert_eq!((replayed.plies(), replayed.sans_from(2)), (1, &[][..]));
    }
}
