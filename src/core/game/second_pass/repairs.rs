//! Moves that make an illegal one legal.
//!
//! A man whose landing nobody saw may be taken to stand where he never stood. Long afterwards what he or others do from there on
//! looks illegal. By then no line is left that had him elsewhere; but what stands on the scoresheet tells where he must
//! have been.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, Square};

use super::is_doubtful;
use crate::game::pgn::castling_from;
use crate::game::view::{GameView, ScoredMove};
use crate::reconstruct::PlacedMove;

/// Moves of the same man, each in the place of one before the first illegal move of the game, with which that one is legal and so is
/// all between; or, where he went on after the answer, the move that brings him there at once, without the two. Those in the place
/// of doubtful ones first, and of these the latest.
pub(super) fn repairs(view: &GameView) -> Vec<PlacedMove> {
    let Some(illegal) = view.moves.iter().position(|scored| !scored.told.is_legal()) else {
        return Vec::new();
    };
    let goes_on_elsewhere = view.breaks.iter().any(|placed| placed.after <= illegal);
    let mode = castling_from(&view.start);
    let start = view.start.parse::<Fen>().ok().and_then(|fen| fen.into_position(mode).ok());
    let Some(start) = start.filter(|_| !goes_on_elsewhere) else { return Vec::new() };
    let moves: Vec<_> = view.moves[..=illegal].iter().map(AsRef::as_ref).collect();
    let before = positions(start, &moves[..illegal]);
    let mut places: Vec<_> = (0..before.len()).rev().collect();
    places.sort_by_key(|at| !is_doubtful(moves[*at]));
    places.into_iter().flat_map(|at| others(&before[at], mode, &moves[at..])).collect()
}

/// The positions before each of these moves, as far as they are legal.
fn positions(start: Chess, moves: &[&ScoredMove]) -> Vec<Chess> {
    let mut position = start;
    let mut before = Vec::with_capacity(moves.len());
    for scored in moves {
        let Ok(mv) = scored.told.uci.to_move(&position) else { break };
        before.push(position.clone());
        position.play_unchecked(mv);
    }
    before
}

/// The moves that may stand in the place of the first of `moves`.
fn others(before: &Chess, mode: CastlingMode, moves: &[&ScoredMove]) -> Vec<PlacedMove> {
    let Some((told, rest)) = moves.split_first() else { return Vec::new() };
    let UciMove::Normal { from, to, .. } = told.told.uci else { return Vec::new() };
    // After the answer to it he went on.
    let went_on = rest.get(1).and_then(|next| match next.told.uci {
        UciMove::Normal { from, to: goal, .. } if from == to => Some(goal),
        _ => None,
    });
    let ways = before.legal_moves().into_iter().filter(|mv| has_left(*mv, from));
    let placed = ways.map(|mv| (mv, PlacedMove { ply: told.told.ply, uci: mv.to_uci(mode) }));
    let repairs = placed.filter(|(mv, placed)| {
        let is_direct = went_on == Some(mv.to());
        placed.uci != told.told.uci
            && (are_legal_after(before, *mv, rest)
                || is_direct && are_legal_after(before, *mv, &rest[2..]))
    });
    repairs.map(|(_, placed)| placed).collect()
}

/// Whether a man leaves this square with the move.
fn has_left(mv: Move, square: Square) -> bool {
    mv.from() == Some(square) || matches!(mv, Move::Castle { rook, .. } if rook == square)
}

/// Whether all of `rest` are legal after the move.
fn are_legal_after(before: &Chess, mv: Move, rest: &[&ScoredMove]) -> bool {
    let mut position = before.clone();
    position.play_unchecked(mv);
    rest.iter().all(|scored| {
        let legal = scored.told.uci.to_move(&position).ok();
        legal.inspect(|mv| position.play_unchecked(*mv)).is_some()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::account::{EvidenceSpan, Sight};
    use crate::game::conclusion::{MoveState, MoveTexts, MoveTold};
    use crate::game::uci::ILLEGAL;
    use crate::game::view::Break;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// A game of these moves: an illegal one with `!` behind it, one that nobody saw with `?`.
    fn game(start: &str, words: &str) -> GameView {
        let told = |(ply, word): (u32, &str)| MoveTold {
            id: None,
            ply,
            state: MoveState::Made,
            uci: word.trim_end_matches([ILLEGAL, '?']).parse().unwrap(),
            texts: MoveTexts::known((!word.ends_with(ILLEGAL)).then(String::new), String::new()),
            side: shakmaty::Color::from_white(ply % 2 == 1),
            sight: if word.ends_with('?') { Sight::Uncertain } else { Sight::Seen },
            confidence: 0.99,
            evidence: EvidenceSpan { from: ply.into(), to: ply.into() },
        };
        let scored = |numbered| Arc::new(ScoredMove { told: told(numbered), left: None });
        let moves = (1..).zip(words.split(' ')).map(scored).collect();
        GameView { start: start.to_owned(), moves, ..GameView::default() }
    }

    /// The repairs of a game, each as its ply and its move.
    fn found(game: &GameView) -> Vec<String> {
        repairs(game).iter().map(|placed| format!("{} {}", placed.ply, placed.uci)).collect()
    }

    #[test]
    fn another_landing_of_a_man_clears_the_way() {
        let told = game(START, "e2e4 e7e5 f1e2? b8c6 g1f3 f8c5 e1e2!");
        assert_eq!(found(&told), ["3 f1d3", "3 f1c4", "3 f1b5", "3 f1a6"]);
        let told = game(START, "e2e4 e7e5 f1e2? b8c6 g1f3 f8c5 e1f1");
        assert!(found(&told).is_empty(), "nothing is illegal");
    }

    #[test]
    fn a_castling_is_found_where_its_rook_or_its_king_was_told_to_go() {
        let told = game(
            START,
            "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 h1f1 a7a6 d2d3 b7b6 c1e3 c8b7 d1d2 d7d6 b1c3 b8d7 a1e1!",
        );
        assert_eq!(found(&told), ["7 e1g1"]);
    }

    #[test]
    fn a_man_who_went_on_may_have_gone_there_at_once() {
        let told = game(START, "e2e4 e7e5 f1e2? a7a6 e2c4 a7a5!");
        assert_eq!(found(&told), ["3 f1c4"]);
    }

    #[test]
    fn nothing_is_found_behind_a_position_to_which_no_move_leads_or_in_no_position_at_all() {
        let mut told = game(START, "e2e4 e7e5 f1e2? b8c6 g1f3 f8c5 e1e2!");
        told.breaks = vec![Break { after: 2, fen: START.to_owned() }];
        assert!(found(&told).is_empty());
        told.breaks[0].after = 7;
        assert_eq!(found(&told).len(), 4);
        told.start = "nonsense".to_owned();
        assert!(found(&told).is_empty());
    }
}
