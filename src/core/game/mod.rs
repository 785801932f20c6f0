//! One game: position, scoresheet, clock and result; and a sitting, which is game after game on one
//! board.

pub mod conclusion;
mod decided;
pub mod games;
pub mod handover;
pub mod hindsight;
pub mod json;
mod kept_position;
mod left;
pub mod number;
pub mod pgn;
pub mod refused;
pub mod second_pass;
pub mod setup;
pub mod sightings;
pub mod sitting;
pub mod uci;
pub mod view;
mod written;

use std::collections::VecDeque;
use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use touchmove_drivers::Instant;

use self::conclusion::{
    AskedQuestion, Conclusion, GameResult, Incident, IncidentState, Instruction, InstructionState,
    MoveState, MoveTold, Told,
};
use self::view::{Break, GameView, ScoredMove, ShownClock};
use self::written::LastTold;
use crate::account::{
    BoardStanding, BoardTrust, Entry, GameStart, LineMove, LineState, MoveId, Placed, Question,
    QuestionState, Sight, What,
};
use crate::laws::rulebook::Rulebook;
use crate::laws::says::Says;
use crate::laws::{Laws, Ruling, Touching};

/// So many incidents, and instructions, stand in a view of a game; older ones were told.
const MAX_SHOWN: usize = 256;

/// One game: the account in, conclusions out.
#[derive(Clone, Debug)]
pub struct Game {
    number: u32,
    mode: CastlingMode,
    laws: Laws,
    view: Arc<GameView>,
    clock: Option<ShownClock>,
    /// Decisions that can be undone, by their numbers.
    decided: Vec<(u64, decided::Before)>,
    /// Number of the last record heard of.
    record: u64,
    last_told: LastTold,
    out: VecDeque<Told>,
}

impl Game {
    /// Game number `number` of its board, from 1, under this rulebook.
    pub fn new(
        number: u32,
        start: &GameStart,
        (rulebook, touching): (Arc<Rulebook>, Touching),
    ) -> Self {
        let fen = fen_of(&start.position);
        let view = GameView { game: number, start: fen, ..GameView::default() };
        let view = Arc::new(view);
        let laws = Laws::new(rulebook, touching, Arc::clone(&start.position));
        let (mode, clock, last_told) = (start.mode, None, LastTold::default());
        let (decided, record, out) = (Vec::new(), 0, VecDeque::new());
        Self { number, mode, laws, view, clock, decided, record, last_told, out }
    }

    /// The same as game number `number` of another board.
    fn renumbered(mut self, number: u32) -> Self {
        self.number = number;
        self.change().game = number;
        self
    }

    /// Takes an entry of the account.
    pub fn hear(&mut self, entry: &Entry) {
        match &entry.what {
            What::Move(mv) => self.hear_move(entry.at, mv),
            What::Clock(state) => self.show_clock(ShownClock { at: entry.at, state: *state }),
            What::Standing(standing) => self.hear_standing(entry.at, standing),
            What::Position(placed) => self.hear_position(entry.at, placed),
            What::Question(question) => self.hear_question(entry.at, question),
            What::Decision(decided) => self.hear_decision(entry, decided),
            What::Begin(_)
            | What::Touch(_)
            | What::Release(_)
            | What::Press(_)
            | What::Kings(_)
            | What::LinkLost
            | What::ClockAway => {}
        }
        for ruling in self.laws.hear(entry) {
            self.follow(ruling, Some(entry));
        }
        if matches!(entry.what, What::Decision(_) | What::Move(_)) {
            self.show_adjourned();
        }
        self.record = entry.record;
    }

    fn show_adjourned(&mut self) {
        let adjourned = self.laws.adjourned();
        if self.view.adjourned.as_ref() != adjourned {
            let adjourned = adjourned.cloned();
            self.change().adjourned = adjourned;
        }
    }

    /// Whether its move is sealed, and nobody has resumed it: it stands on no board.
    pub(super) const fn is_sealed(&self) -> bool {
        self.laws.is_sealed()
    }

    /// The pieces leave the board, as the game is adjourned.
    pub(super) const fn leave_board(&mut self) {
        self.laws.leave_board();
    }

    /// The adjourned position stands on a board at this moment.
    pub(super) fn come_on_board(&mut self, at: Instant) {
        for ruling in self.laws.come_on_board(at, self.record) {
            self.follow(ruling, None);
        }
    }

    /// Time passes until `at` without an entry.
    pub fn advance(&mut self, at: Instant) {
        for ruling in self.laws.advance(at, self.record) {
            self.follow(ruling, None);
        }
    }

    /// When [`Game::advance`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        self.laws.deadline()
    }

    /// Shows what the clock said.
    pub fn show_clock(&mut self, clock: ShownClock) {
        self.clock = Some(clock);
    }

    /// These Laws hold for the game, unless a move was made in it.
    fn play_under(&mut self, rulebook: &Arc<Rulebook>) {
        if self.view.moves.is_empty() {
            self.laws.play_under(Arc::clone(rulebook));
        }
    }

    /// The next conclusion.
    pub fn poll(&mut self) -> Option<Told> {
        self.out.pop_front()
    }

    /// The game now.
    pub fn view(&self) -> &Arc<GameView> {
        &self.view
    }

    /// What its clock showed last.
    pub fn clock(&self) -> Option<ShownClock> {
        self.clock
    }

    /// The view, to be changed; whoever holds it keeps it as it was.
    fn change(&mut self) -> &mut GameView {
        Arc::make_mut(&mut self.view)
    }

    fn hear_move(&mut self, at: Instant, mv: &LineMove) {
        match (mv.state, mv.id) {
            (LineState::Provisional, _) => {
                let told = self.told_move(mv, MoveState::Provisional);
                if self.view.provisional.as_ref() != Some(&told) {
                    self.change().provisional = Some(told.clone());
                }
                let what = Conclusion::Move(told);
                self.out.push_back(Told { game: self.number, seq: None, at, what });
            }
            _ if self.view.provisional.is_some() => self.change().provisional = None,
            _ => {}
        }
    }

    fn hear_standing(&mut self, at: Instant, standing: &BoardStanding) {
        let differs = match standing {
            BoardStanding::InStep => Vec::new(),
            BoardStanding::Differs(squares) => squares.clone(),
        };
        self.change().differs = differs.iter().map(ToString::to_string).collect();
        self.conclude(at, Conclusion::Standing { differs });
    }

    fn hear_position(&mut self, at: Instant, placed: &Placed) {
        let fen = fen_of(&placed.position);
        let view = self.change();
        let after = view.moves.len();
        view.breaks.retain(|told| told.after != after);
        if view.fen() != fen {
            view.breaks.push(Break { after, fen: fen.clone() });
        }
        self.conclude(at, Conclusion::Position { fen, why: placed.why });
    }

    fn hear_question(&mut self, at: Instant, question: &Question) {
        let Question { id, kind, ply, state, confidence, .. } = *question;
        let lines =
            question.lines.iter().map(|line| self.uci(line)).chain(std::iter::repeat(Vec::new()));
        let choices = question.words().into_iter().zip(lines).collect();
        let asked = AskedQuestion { id, kind, ply, state, choices, confidence };
        let questions = &mut self.change().questions;
        questions.retain(|open| open.id != asked.id);
        if asked.state == QuestionState::Open {
            questions.push(asked.clone());
        }
        self.conclude(at, Conclusion::Question(asked));
    }

    fn uci(&self, line: &[Move]) -> Vec<String> {
        line.iter().map(|mv| mv.to_uci(self.mode).to_string()).collect()
    }

    fn follow(&mut self, ruling: Ruling, entry: Option<&Entry>) {
        match (ruling.what, entry.map(|entry| &entry.what)) {
            (Says::Made(_), Some(What::Move(mv))) => {
                let told = self.told_move(mv, MoveState::Made);
                let is_doubted = mv.sight == Sight::Seen && mv.trust == BoardTrust::Doubted;
                let view = self.change();
                view.doubted = view.doubted.saturating_add(is_doubted.into());
                view.moves.push(Arc::new(ScoredMove { told: told.clone(), left: None }));
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
            (Says::Ended(ending), _) => self.end(ruling.at, Some(ending)),
            (Says::NotEnded, _) => self.end(ruling.at, None),
            (Says::Incident(incident), _) => self.raise(ruling.at, incident),
            (Says::Instruction(given), _) => self.instruct(ruling.at, given),
            (Says::Holds(holds), _) => self.conclude(ruling.at, Conclusion::Holds(holds)),
        }
    }

    fn undo(&mut self, at: Instant, id: MoveId) {
        let Some(index) = self.view.moves.iter().position(|m| m.told.id == Some(id)) else {
            return;
        };
        let view = self.change();
        let mut told = Arc::unwrap_or_clone(view.moves.remove(index)).told;
        told.state = MoveState::Superseded;
        view.breaks.retain(|told| told.after <= index);
        self.conclude(at, Conclusion::Move(told));
    }

    fn end(&mut self, at: Instant, result: Option<GameResult>) {
        self.change().result = result;
        self.conclude(at, result.map_or(Conclusion::Reopened, Conclusion::Result));
    }

    fn raise(&mut self, at: Instant, incident: Incident) {
        let incidents = &mut self.change().incidents;
        incidents.retain(|known| known.id != incident.id);
        if matches!(incident.state, IncidentState::Raised | IncidentState::Confirmed) {
            if incidents.len() == MAX_SHOWN {
                incidents.remove(0);
            }
            incidents.push(incident.clone());
        }
        self.conclude(at, Conclusion::Incident(incident));
    }

    fn instruct(&mut self, at: Instant, instruction: Instruction) {
        let instructions = &mut self.change().instructions;
        instructions.retain(|known| known.id != instruction.id);
        if instruction.state == InstructionState::Open {
            if instructions.len() == MAX_SHOWN {
                instructions.remove(0);
            }
            instructions.push(instruction.clone());
        }
        self.conclude(at, Conclusion::Instruction(instruction));
    }

    /// So many numbers are passed over: others were told under them.
    pub(super) fn pass_over(&mut self, numbers: u64) {
        self.change().seq += numbers;
    }

    fn conclude(&mut self, at: Instant, what: Conclusion) {
        self.change().seq += 1;
        self.out.push_back(Told { game: self.number, seq: Some(self.view.seq), at, what });
    }

    fn scored(&mut self, id: MoveId) -> Option<&mut ScoredMove> {
        let index = self.view.moves.iter().rposition(|scored| scored.told.id == Some(id))?;
        self.change().moves.get_mut(index).map(Arc::make_mut)
    }

    fn told_move(&mut self, mv: &LineMove, state: MoveState) -> MoveTold {
        MoveTold {
            id: mv.id,
            ply: mv.ply,
            state,
            uci: mv.mv.to_uci(self.mode),
            texts: self.last_told.texts_of(mv),
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

#[cfg(test)]
mod tests;
