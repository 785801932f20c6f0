//! What is asked of people, and waits for an answer.
//!
//! In: doubts, and what people answer. Out: questions that are opened, withdrawn and answered. When there is a doubt
//! is said in `doubts.rs`.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use crate::account::{Question, QuestionKind, QuestionState, What};

/// The questions of one game, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    last: u32,
    asked: Vec<Question>,
}

/// Moves of which nothing tells which one was played, and the ply that they are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Doubt {
    pub(super) kind: QuestionKind,
    pub(super) ply: u32,
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) before: Arc<Chess>,
}

/// So many questions are remembered.
const MAX_QUESTIONS: usize = 32;

/// A question, and the number of its answer.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    pub(super) question: Question,
    pub(super) choice: usize,
}

impl Doubt {
    /// Whether the game is over before this ply.
    pub(super) fn of_game_over(ply: u32, before: Chess) -> Self {
        let (kind, before) = (QuestionKind::GameOver, Arc::new(before));
        Self { kind, ply, lines: Vec::new(), before }
    }
}

impl Questions {
    pub(super) const NONE: Self = Self { last: 0, asked: Vec::new() };

    /// The questions that wait for an answer.
    pub(super) fn open(&self) -> impl Iterator<Item = &Question> {
        self.asked.iter().filter(|question| question.state == QuestionState::Open)
    }

    /// Whether a question of this kind waits for an answer.
    pub(super) fn is_open(&self, kind: QuestionKind) -> bool {
        self.open().any(|question| question.kind == kind)
    }

    /// Whether this was asked before. Only whether the game is over is asked again and again.
    pub(super) fn knows(&self, doubt: &Doubt) -> bool {
        self.asked.iter().any(|asked| {
            let again = doubt.kind == QuestionKind::GameOver && asked.state != QuestionState::Open;
            let fewer = doubt.kind != QuestionKind::Gap || asked.lines == doubt.lines;
            !again
                && fewer
                && asked.kind == doubt.kind
                && asked.ply == doubt.ply
                && asked.before == doubt.before
        })
    }

    /// Asks, if this was not asked before.
    pub(super) fn ask(&mut self, doubt: Doubt, out: &mut Vec<What>) {
        if self.knows(&doubt) {
            return;
        }
        self.open_one(doubt, None, out);
    }

    /// Asks whether other moves were played than were told, whether that was asked before or not.
    pub(super) fn propose(&mut self, doubt: Doubt, confidence: f32, out: &mut Vec<What>) {
        self.open_one(doubt, Some(confidence), out);
    }

    fn open_one(&mut self, doubt: Doubt, confidence: Option<f32>, out: &mut Vec<What>) {
        self.make_room(out);
        self.last += 1;
        let Doubt { kind, ply, lines, before } = doubt;
        let (id, state) = (self.last, QuestionState::Open);
        let question = Question { id, kind, ply, lines, before, confidence, state };
        self.asked.push(question.clone());
        out.push(What::Question(question));
    }

    fn make_room(&mut self, out: &mut Vec<What>) {
        if self.asked.len() == MAX_QUESTIONS {
            let mut oldest = self.asked.remove(0);
            if oldest.state == QuestionState::Open {
                oldest.state = QuestionState::Withdrawn;
                out.push(What::Question(oldest));
            }
        }
    }

    /// Withdraws the open questions that need no answer any more.
    pub(super) fn withdraw(&mut self, is_moot: impl Fn(&Question) -> bool, out: &mut Vec<What>) {
        for question in &mut self.asked {
            if question.state == QuestionState::Open && is_moot(question) {
                question.state = QuestionState::Withdrawn;
                out.push(What::Question(question.clone()));
            }
        }
    }

    /// Withdraws whether the game is over.
    pub(super) fn withdraw_game_over(&mut self, out: &mut Vec<What>) {
        self.withdraw(|question| question.kind == QuestionKind::GameOver, out);
    }

    /// The open question of this number.
    pub(super) fn open_of(&self, id: u32) -> Option<&Question> {
        self.open().find(|question| question.id == id)
    }

    /// The open question of this number, answered by `word`; `None` if it has no such answer.
    pub(super) fn answer(&mut self, id: u32, word: &str) -> Option<Answered> {
        let mut open = self.asked.iter_mut().filter(|asked| asked.state == QuestionState::Open);
        let question = open.find(|question| question.id == id)?;
        let choice = question.words().iter().position(|known| known == word)?;
        question.state = QuestionState::Answered(choice);
        Some(Answered { question: question.clone(), choice })
    }
}
