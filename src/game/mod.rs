//! One game: position, scoresheet, clock and result; and a sitting, which is game after game on one
//! board.

pub mod conclusion;
pub mod games;
pub mod json;
pub mod pgn;
pub mod setup;
pub mod sitting;
pub mod uci;
pub mod view;

use std::collections::VecDeque;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};
use touchmove_drivers::Instant;

use self::conclusion::{
    Asked, Conclusion, GameResult, MoveState, MoveTold, ResultReason, ResultValue, Told,
};
use self::view::{Break, GameView, ScoredMove};
use crate::account::{
    ClockState, Entry, KingsSign, LineMove, LineState, MoveId, Placed, Question, QuestionState,
    Standing, Start, What,
};
use crate::laws::{Ending, Laws, Ruling, Says};

/// One game: the account in, conclusions out.
#[derive(Clone, Debug)]
pub struct Game {
    number: u32,
    mode: CastlingMode,
    laws: Laws,
    view: GameView,
    out: VecDeque<Told>,
}

impl Game {
    /// Game number `number` of its board, from 1.
    pub fn new(number: u32, start: &Start) -> Self {
        let fen = fen_of(&start.position);
        let view = GameView { game: number, start: fen.clone(), fen, ..GameView::default() };
        Self { number, mode: start.mode, laws: Laws::new(), view, out: VecDeque::new() }
    }

    /// Takes an entry of the account.
    pub fn hear(&mut self, entry: &Entry) {
        match &entry.what {
            What::Move(mv) => self.hear_move(entry.at, mv),
            What::Clock(state) => self.show_clock(entry.at, *state),
            What::Standing(standing) => self.hear_standing(entry.at, standing),
            What::Position(placed) => self.hear_position(entry.at, placed),
            What::Question(question) => self.hear_question(entry.at, question),
            What::Begin(_)
            | What::Touch(_)
            | What::Press(_)
            | What::Kings(_)
            | What::Decision(_) => {}
        }
        for ruling in self.laws.hear(entry) {
            self.follow(ruling, entry);
        }
    }

    /// Shows what the clock said.
    pub fn show_clock(&mut self, at: Instant, state: ClockState) {
        self.view.clock = Some((at, state));
    }

    /// The next conclusion.
    pub fn poll(&mut self) -> Option<Told> {
        self.out.pop_front()
    }

    /// The game now.
    pub fn view(&self) -> &GameView {
        &self.view
    }

    fn hear_move(&mut self, at: Instant, mv: &LineMove) {
        match (mv.state, mv.id) {
            (LineState::Provisional, _) => {
                let told = self.told_move(mv, MoveState::Provisional);
                self.view.provisional = Some(told.clone());
                let what = Conclusion::Move(told);
                self.out.push_back(Told { game: self.number, seq: None, at, what });
            }
            _ => self.view.provisional = None,
        }
    }

    fn hear_standing(&mut self, at: Instant, standing: &Standing) {
        let differs = match standing {
            Standing::InStep => Vec::new(),
            Standing::Differs(squares) => squares.clone(),
        };
        self.view.differs = differs.iter().map(ToString::to_string).collect();
        self.conclude(at, Conclusion::Standing { differs });
    }

    fn hear_position(&mut self, at: Instant, placed: &Placed) {
        let fen = fen_of(&placed.position);
        self.view.fen.clone_from(&fen);
        self.view.breaks.push(Break { after: self.view.moves.len(), fen: fen.clone() });
        self.conclude(at, Conclusion::Position { fen, why: placed.why });
    }

    fn hear_question(&mut self, at: Instant, question: &Question) {
        let Question { id, kind, ply, state, .. } = *question;
        let lines =
            question.lines.iter().map(|line| self.uci(line)).chain(std::iter::repeat(Vec::new()));
        let choices = question.words().into_iter().zip(lines).collect();
        let asked = Asked { id, kind, ply, state, choices };
        self.view.questions.retain(|open| open.id != asked.id);
        if asked.state == QuestionState::Open {
            self.view.questions.push(asked.clone());
        }
        self.conclude(at, Conclusion::Question(asked));
    }

    fn uci(&self, line: &[Move]) -> Vec<String> {
        line.iter().map(|mv| mv.to_uci(self.mode).to_string()).collect()
    }

    fn follow(&mut self, ruling: Ruling, entry: &Entry) {
        match (ruling.what, &entry.what) {
            (Says::Made(_), What::Move(mv)) => {
                let told = self.told_move(mv, MoveState::Made);
                self.view.fen.clone_from(&told.fen);
                self.view.moves.push(ScoredMove { told: told.clone(), left: None });
                self.conclude(ruling.at, Conclusion::Move(told));
            }
            (Says::Made(_), _) => {}
            (Says::Completed(id, by, left), _) => {
                let Some(scored) = self.scored(id) else { return };
                scored.told.state = MoveState::Completed { by, left };
                scored.left = left;
                let told = scored.told.clone();
                self.conclude(ruling.at, Conclusion::Move(told));
            }
            (Says::Undone(id), _) => self.undo(ruling.at, id),
            (Says::Ended(ending), _) => self.end(ruling.at, Some(result_of(ending))),
            (Says::NotEnded, _) => self.end(ruling.at, None),
        }
    }

    fn undo(&mut self, at: Instant, id: MoveId) {
        let Some(index) = self.view.moves.iter().position(|m| m.told.id == Some(id)) else {
            return;
        };
        let mut told = self.view.moves.remove(index).told;
        told.state = MoveState::Superseded;
        self.view.breaks.retain(|told| told.after <= index);
        self.view.fen = self.view.last_fen().to_owned();
        self.conclude(at, Conclusion::Move(told));
    }

    fn end(&mut self, at: Instant, result: Option<GameResult>) {
        self.view.result = result;
        let withdrawn = GameResult { value: ResultValue::Open, reason: ResultReason::Withdrawn };
        self.conclude(at, Conclusion::Result(result.unwrap_or(withdrawn)));
    }

    fn conclude(&mut self, at: Instant, what: Conclusion) {
        self.view.seq += 1;
        self.out.push_back(Told { game: self.number, seq: Some(self.view.seq), at, what });
    }

    fn scored(&mut self, id: MoveId) -> Option<&mut ScoredMove> {
        self.view.moves.iter_mut().rfind(|scored| scored.told.id == Some(id))
    }

    fn told_move(&self, mv: &LineMove, state: MoveState) -> MoveTold {
        let mut after = mv.before.as_ref().clone();
        let san = if mv.legal {
            Some(SanPlus::from_move_and_play_unchecked(&mut after, mv.mv).to_string())
        } else {
            after.play_unchecked(mv.mv);
            None
        };
        MoveTold {
            id: mv.id,
            ply: mv.ply,
            state,
            uci: mv.mv.to_uci(self.mode).to_string(),
            san,
            fen: fen_of(&after),
            side: mv.before.turn(),
            sight: mv.sight,
            confidence: mv.confidence,
            evidence: mv.evidence,
        }
    }
}

/// A position as a FEN; the en passant square stands in it only where the capture is legal (9.2.2).
fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn result_of(ending: Ending) -> GameResult {
    let (value, reason) = match ending {
        Ending::Checkmate(Color::White) => (ResultValue::WhiteWins, ResultReason::Checkmate),
        Ending::Checkmate(Color::Black) => (ResultValue::BlackWins, ResultReason::Checkmate),
        Ending::Stalemate => (ResultValue::Draw, ResultReason::Stalemate),
        Ending::DeadPosition => (ResultValue::Draw, ResultReason::DeadPosition),
        Ending::Told(KingsSign::WhiteWins) => (ResultValue::WhiteWins, ResultReason::Kings),
        Ending::Told(KingsSign::BlackWins) => (ResultValue::BlackWins, ResultReason::Kings),
        Ending::Told(KingsSign::Draw) => (ResultValue::Draw, ResultReason::Kings),
    };
    GameResult { value, reason }
}

#[cfg(test)]
mod tests;
