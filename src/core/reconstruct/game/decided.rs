//! What people decide of a game: by the kings, by answers, by corrections.

use std::time::Duration;

use shakmaty::{Bitboard, Move};
use touchmove_drivers::Instant;

use super::{FollowedGame, Scene};
use crate::account::{KingsSign, Question, QuestionKind, What};
use crate::reconstruct::bridge;
use crate::reconstruct::doubts;
use crate::reconstruct::hearing::Telling;
use crate::reconstruct::kings::{self, Journeys};
use crate::reconstruct::plies::{Ply, PlyId};
use crate::reconstruct::questions::{Answered, Doubt, Questions};
use crate::reconstruct::readings::Readings;
use crate::reconstruct::rewriting::{WrittenLines, under_way};
use crate::reconstruct::settled_sheet::{Tree, tree};
use crate::reconstruct::weights::Cost;

impl FollowedGame {
    /// Takes off the line what the kings did on their way to tell the result, which they did at `put_down`.
    /// A log has not told all that they covered.
    pub(in crate::reconstruct) fn cut_kings(
        &mut self,
        put_down: Instant,
        lone_king: Duration,
        telling: Telling,
        seen: &Readings,
    ) {
        let vouched = self.presses.vouched();
        let first = self.journeys.first(&self.beam, put_down, lone_king);
        let mut head = first.unwrap_or(self.beam.best().head);
        loop {
            let ply = self.beam.ply(head);
            let part_of_sign = kings::may_become_sign(ply)
                && ply.number > vouched
                && !self.journeys.is_move(ply.number)
                && put_down.since(ply.landed) < lone_king;
            let made_room = kings::has_made_room(ply, seen) || kings::has_gone_nowhere(ply, seen);
            match ply.parent.filter(|_| part_of_sign || made_room && ply.number > vouched) {
                Some(parent) => head = parent,
                None => break,
            }
        }
        self.beam.hold_only(head, seen);
        let in_log =
            || bridge::capture_under_kings(&self.beam, seen).filter(|_| telling == Telling::Late);
        if let Some(bridge) = bridge::bridge_under_kings(&self.beam, seen).or_else(in_log) {
            bridge::add_bridge(&mut self.beam, &bridge, Cost::NONE, seen);
            let head = self.beam.all().last().map_or(head, |last| last.head);
            self.beam.hold_only(head, seen);
        }
    }

    /// Withdraws the questions that what followed has answered.
    pub(in crate::reconstruct) fn review_questions(
        &mut self,
        seen: &Readings,
        out: &mut Vec<What>,
    ) {
        if self.questions.open().next().is_some() {
            let mut questions = std::mem::replace(&mut self.questions, Questions::NONE);
            questions.withdraw(|question| self.is_moot(question, seen), out);
            self.questions = questions;
        }
    }

    fn is_moot(&self, question: &Question, seen: &Readings) -> bool {
        match question.kind {
            // Nothing speaks for the game being over.
            QuestionKind::GameOver => self.hold.from().is_none() && !self.is_unpressed(),
            _ => doubts::is_moot(&self.beam, question, seen),
        }
    }

    /// The open question of this number, answered by `word`; `None` if it has no such answer.
    pub(in crate::reconstruct) fn answer(&mut self, id: u32, word: &str) -> Option<Answered> {
        self.questions.answer(id, word)
    }

    /// The open question of this number, where it is whether other moves were played than were told.
    pub(in crate::reconstruct) fn proposed(&self, id: u32) -> Option<&Question> {
        self.questions.open_of(id).filter(|question| question.kind == QuestionKind::Hindsight)
    }

    /// Asks whether other moves were played than were told.
    pub(in crate::reconstruct) fn propose(
        &mut self,
        doubt: Doubt,
        confidence: f32,
        out: &mut Vec<What>,
    ) {
        self.questions.propose(doubt, confidence, out);
    }

    /// Asks about the result, if the game ended on the board by another one than the kings tell.
    pub(in crate::reconstruct) fn ask_about_result(
        &mut self,
        sign: KingsSign,
        out: &mut Vec<What>,
    ) {
        if let Some(doubt) = doubts::doubt_about_result(&self.beam, sign) {
            self.questions.ask(doubt, out);
        }
    }

    /// From the position of the question the best line goes on by `moves`, and then by what the same
    /// hands did after them, as far as that can be.
    pub(in crate::reconstruct) fn choose(
        &mut self,
        question: &Question,
        moves: &[Move],
        scene: Scene<'_>,
        out: &mut Vec<What>,
    ) {
        let told = self.last_told();
        let Some(head) = doubts::line_by_answer(&mut self.beam, question, moves) else { return };
        self.beam.hold_only(head, scene.seen);
        let line = self.emitted.line(&self.beam);
        self.take_back(&line, scene, out);
        let last = told.max(question.ply + u32::try_from(moves.len()).unwrap_or(0) - 1);
        let is_told = |id: &&PlyId| self.beam.ply(**id).number <= last;
        let count = line.ahead.iter().take_while(is_told).count();
        self.settle(&line, count, scene, out);
    }

    /// Writes the scoresheet anew from line `at` on; what is not told yet is forgotten. Returns how many
    /// lines stand there then.
    pub(in crate::reconstruct) fn rewrite(
        &mut self,
        at: usize,
        lines: WrittenLines,
        seen: &Readings,
        out: &mut Vec<What>,
    ) -> usize {
        let open = under_way(&lines, self.sheet().plies().last(), seen);
        let line = self.emitted.rewrite(at, lines, out);
        let first = self.sheet().plies().get(at).map_or(1, |ply| ply.number + 1);
        self.questions.withdraw(|question| question.last_ply() >= first, out);
        self.go_on_from(&line, open, seen, out);
        self.sheet().len() - at
    }

    /// All hypotheses give way to this line, all of which is told.
    fn go_on_from(&mut self, line: &[Ply], open: Bitboard, seen: &Readings, out: &mut Vec<What>) {
        let kept = line.len().saturating_sub(2);
        let Some(Tree { plies, ids }) = tree(&line[kept..]) else { return };
        self.emitted.settle_as_written(kept, &plies, &ids);
        self.beam.restart(plies, ids.last().copied(), open, seen);
        self.journeys = Journeys::NONE;
        self.thinking.forget(&self.beam);
        self.presses.restart_at(self.beam.len());
        let differs: Vec<_> = self.beam.wrong_by_decision().into_iter().collect();
        if !differs.is_empty() {
            self.emitted.emit_wrong(differs, out);
        }
        if !self.is_in_step() {
            self.follow(seen, open);
        }
    }
}
