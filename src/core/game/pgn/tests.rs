use std::sync::Arc;

use pgn_reader::{RawComment, Reader, SanPlus, Visitor};
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Move, Position};

use super::*;
use crate::account::{EvidenceSpan, MoveId, Sight};
use crate::game::conclusion::{MoveState, MoveTexts, MoveTold};

/// A game from `start` with these moves in SAN, each with the mover's time in seconds where he had pressed; `!e1e3` is an
/// illegal one.
fn played(start: &str, moves: &[(&str, Option<u32>)]) -> GameView {
    let mut position: Chess =
        start.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut view = GameView { start: start.to_owned(), ..GameView::default() };
    for (ply, (text, secs)) in (1..).zip(moves) {
        let side = position.turn();
        let (mv, san) = match text.strip_prefix('!') {
            Some(uci) => (by_force(&position, uci), None),
            None => (text.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap(), Some(text)),
        };
        position.play_unchecked(mv);
        let told = MoveTold {
            id: Some(MoveId(u64::from(ply))),
            state: MoveState::Made,
            ply,
            side,
            uci: mv.to_uci(CastlingMode::Standard),
            texts: MoveTexts::known(
                san.map(|san| (*san).to_owned()),
                Fen::from_position(&position, EnPassantMode::Legal).to_string(),
            ),
            sight: Sight::Seen,
            confidence: 1.0,
            evidence: EvidenceSpan { from: 1, to: 1 },
        };
        let left = secs.and_then(|secs| ClockTime::from_millis(secs * 1_000));
        view.moves.push(Arc::new(ScoredMove { told, left }));
    }
    view
}

fn by_force(position: &Chess, uci: &str) -> Move {
    let Ok(UciMove::Normal { from, to, promotion }) = uci.parse() else { panic!("{uci}") };
    let role = position.board().role_at(from).unwrap();
    Move::Normal { role, from, capture: position.board().role_at(to), to, promotion }
}

#[test]
fn a_game_with_clocks_is_written_in_full() {
    let view = played(STANDARD_START, &[("e4", Some(5_425)), ("e5", None), ("Nf3", Some(61))]);
    let score = Score { result: Some(ResultValue::WhiteWins), ..Score::of(&view) };
    assert_eq!(
        write(&score, &Tags::default()),
        concat!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
            "[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n",
            "1. e4 {[%clk 1:30:25]} 1... e5 2. Nf3 {[%clk 0:01:01]} 1-0\n",
        )
    );
}

#[test]
fn a_start_position_of_its_own_is_named_and_numbers_go_on_from_it() {
    let start = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 60";
    let view = played(start, &[("Kd3", None)]);
    let pgn =
        write(&Score { result: Some(ResultValue::Draw), ..Score::of(&view) }, &Tags::default());
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n")), "{pgn}");
    assert!(pgn.ends_with("\n60... Kd3 1/2-1/2\n"), "{pgn}");
}

#[test]
fn the_game_starts_anew_after_an_illegal_move_so_that_readers_can_go_on() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "!e1e3", "Bc5+", "Kd3", "d5"];
    let view = played(STANDARD_START, &moves.map(|san| (san, None)));
    let pgn = write(&Score::of(&view), &Tags::default());
    let (_, text) = pgn.split_once("\n\n").unwrap();
    let told = "{1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. e1-e3} 4... Bc5+ 5. Kd3 d5 *";
    assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), told);
    assert_eq!(replayed(&pgn), ["Bc5+", "Kd3", "d5"]);
}

#[test]
fn illegal_moves_that_nobody_has_answered_stand_behind_the_last_move_where_they_may_be_known() {
    let view = played(STANDARD_START, &["e4", "e5", "!g1e2", "!a7a4"].map(|san| (san, None)));
    let whole = Score::of(&view);
    let pgn = write(&whole, &Tags::default());
    assert!(pgn.ends_with("\n\n1. e4 e5 {2. g1-e2 a7-a4} *\n"), "{pgn}");
    assert_eq!(replayed(&pgn), ["e4", "e5"]);
    let broadcast = Score { unanswered: Unanswered::Withheld, ..whole };
    let pgn = write(&broadcast, &Tags::default());
    assert!(pgn.ends_with("\n\n1. e4 e5 *\n"), "{pgn}");
}

#[test]
fn a_game_that_castles_from_elsewhere_is_one_of_chess960() {
    let start = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    assert_eq!(castling_from(start), CastlingMode::Chess960);
    assert_eq!(castling_from(STANDARD_START), CastlingMode::Standard);
    assert_eq!(castling_from("nonsense"), CastlingMode::Standard);
}

#[test]
fn lines_stay_below_80_columns_and_a_reader_finds_every_move_again() {
    let sans = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<_> =
        sans.iter().cycle().zip((0..400).rev()).map(|(san, left)| (*san, Some(left))).collect();
    let view = played(STANDARD_START, &moves);
    let pgn = write(&Score::of(&view), &Tags::default());
    assert!(pgn.lines().all(|line| line.len() < 80));

    let read = Reader::new(pgn.as_bytes()).read_game(&mut Moves).unwrap().unwrap();
    assert_eq!(read.0, moves.iter().map(|(san, _)| *san).collect::<Vec<_>>());
    assert_eq!(read.1, moves.len());
}

#[test]
fn a_hostile_start_position_is_not_written() {
    let view = GameView { start: "\"]\\".to_owned(), ..GameView::default() };
    let pgn = write(&Score::of(&view), &Tags::default());
    assert!(!pgn.contains("FEN"), "{pgn}");
}

/// The moves that a strict reader finds, each legal.
fn replayed(pgn: &str) -> Vec<String> {
    let fen = pgn.lines().find_map(|line| line.strip_prefix("[FEN \"")?.strip_suffix("\"]"));
    let fen: Fen = fen.unwrap_or(STANDARD_START).parse().unwrap();
    let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let (sans, _) = Reader::new(pgn.as_bytes()).read_game(&mut Moves).unwrap().unwrap();
    for san in &sans {
        let mv = san.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
        position.play_unchecked(mv);
    }
    sans
}

/// Collects the moves, and counts the clock comments.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Vec<String>, usize);
    type Output = (Vec<String>, usize);

    fn begin_tags(&mut self) -> std::ops::ControlFlow<Self::Output, Self::Tags> {
        std::ops::ControlFlow::Continue(())
    }

    fn begin_movetext(
        &mut self,
        (): Self::Tags,
    ) -> std::ops::ControlFlow<Self::Output, Self::Movetext> {
        std::ops::ControlFlow::Continue((Vec::new(), 0))
    }

    fn san(
        &mut self,
        read: &mut Self::Movetext,
        san: SanPlus,
    ) -> std::ops::ControlFlow<Self::Output> {
        read.0.push(san.to_string());
        std::ops::ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        read: &mut Self::Movetext,
        comment: RawComment<'_>,
    ) -> std::ops::ControlFlow<Self::Output> {
        read.1 += usize::from(comment.as_bytes().starts_with(b"[%clk "));
        std::ops::ControlFlow::Continue(())
    }

    fn end_game(&mut self, read: Self::Movetext) -> Self::Output {
        read
    }
}
