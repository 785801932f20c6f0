//! Questions that only a person can answer: when they are asked, what withdraws them, and what their
//! answers do.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position, Role};
use touchmove_drivers::Instant;

use super::beam::Hypothesis;
use super::correct::CorrectionError;
use super::game::Game;
use super::plies::{Ply, PlyId, Step, Turn};
use super::position;
use super::seen::{Change, Seen};
use super::sheet::Hands;
use super::stage::Stage;
use super::weights::Cost;
use super::{Reconstruct, kings};
use crate::account::{
    KingsSign, Question, QuestionKind, QuestionState, Sight, What, position_after,
};

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
const MOST: usize = 32;

/// An open question about a ply further back than this is withdrawn.
const FURTHEST: u32 = 200;

/// A capture of which nobody knows what was taken is told all the same when so many plies followed.
const UNDECIDED: u32 = 4;

/// Captures that differ by less than this in what they pay are told apart by nothing.
const SAME: Cost = Cost::milli(100);

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
    fn knows(&self, doubt: &Doubt) -> bool {
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
        if self.asked.len() == MOST {
            let mut oldest = self.asked.remove(0);
            if oldest.state == QuestionState::Open {
                oldest.state = QuestionState::Withdrawn;
                out.push(What::Question(oldest));
            }
        }
        self.last += 1;
        let Doubt { kind, ply, lines, before } = doubt;
        let question =
            Question { id: self.last, kind, ply, lines, before, state: QuestionState::Open };
        self.asked.push(question.clone());
        out.push(What::Question(question));
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

    /// The open question of this number, answered by `word`; `None` if it has no such answer.
    fn answer(&mut self, id: u32, word: &str) -> Option<(Question, usize)> {
        let mut open = self.asked.iter_mut().filter(|asked| asked.state == QuestionState::Open);
        let question = open.find(|question| question.id == id)?;
        let choice = question.words().iter().position(|known| known == word)?;
        question.state = QuestionState::Answered(choice);
        Some((question.clone(), choice))
    }
}

impl Reconstruct {
    /// A question is answered.
    ///
    /// # Errors
    /// [`CorrectionError::NoSuchAnswer`].
    pub(super) fn answer(&mut self, number: u32, choice: String) -> Result<(), CorrectionError> {
        let answered = self.stage.game().and_then(|game| game.questions.answer(number, &choice));
        let Some((question, choice)) = answered else {
            return Err(CorrectionError::NoSuchAnswer { question: number, choice });
        };
        self.tell(What::Question(question.clone()));
        match (question.kind, choice) {
            (QuestionKind::GameOver, 0) => self.leave_game(None),
            (QuestionKind::GameOver, _) => {
                if let Some(game) = self.stage.game() {
                    game.goes_on();
                }
                self.tell_line();
            }
            (QuestionKind::ResultDiffers, _) => {}
            _ => self.choose(&question, choice),
        }
        Ok(())
    }

    /// What was played is the line of this choice. What was told otherwise is taken back.
    fn choose(&mut self, question: &Question, choice: usize) {
        let (now, sign) = (self.now, self.stage.told_sign());
        let (Some(game), Some(seen)) = (self.stage.game(), &mut self.seen) else { return };
        let Some(line) = question.lines.get(choice) else { return };
        let mut entries = Vec::new();
        if let [mv] = line[..]
            && mv.promotion() == Some(Role::Queen)
        {
            seen.take_rooks_for_queens(question.before.turn());
        }
        game.choose(question, line, now, seen, &mut entries);
        let retold = !entries.is_empty();
        // A result that was told by the kings holds for the line as it is now.
        entries.extend(sign.filter(|_| retold).map(What::Kings));
        self.tell_all(entries);
        self.tell_line();
    }
}

impl Reconstruct {
    /// The result that the kings tell now.
    pub(super) fn sign(&self, seen: &Seen) -> Option<(Change, KingsSign)> {
        let game = match &self.stage {
            Stage::NotBegun | Stage::Left(_) => None,
            Stage::Game(game) => Some(game),
            Stage::Over(over) => over.game.as_ref(),
        };
        let unnamed = || kings::sign_without_names(seen, game?.beam.head().after.board());
        kings::sign(seen).or_else(unnamed)
    }
}

impl Game {
    /// Withdraws the questions that what followed has answered.
    pub(super) fn review_questions(&mut self, seen: &Seen, out: &mut Vec<What>) {
        if self.questions.open().next().is_some() {
            let mut questions = std::mem::replace(&mut self.questions, Questions::NONE);
            questions.withdraw(|question| self.is_moot(question, seen), out);
            self.questions = questions;
        }
    }

    fn is_moot(&self, question: &Question, seen: &Seen) -> bool {
        if question.kind == QuestionKind::GameOver {
            return self.may_go_on();
        }
        if !self.in_step() {
            return false;
        }
        if self.len() > question.ply + FURTHEST {
            return true;
        }
        let line = self.plies_from(question);
        match (question.kind, &line[..]) {
            (QuestionKind::GameOver | QuestionKind::ResultDiffers, _) => false,
            (QuestionKind::Gap, [_, next, ..]) if !question.lines.is_empty() => {
                self.beam.ply(*next).sight != Sight::Uncertain
            }
            (QuestionKind::Gap, [_, ..]) => false,
            (QuestionKind::WhichCapture | QuestionKind::PromotionPiece, [_, own, after @ ..]) => {
                let own = self.beam.ply(*own).mv();
                let fits = |line: &&Vec<Move>| {
                    line.first().is_some_and(|&mv| {
                        Some(mv) == own || self.would_fit(question, mv, after, seen)
                    })
                };
                question.lines.iter().filter(fits).count() < 2
            }
            _ => true,
        }
    }

    /// The ply from whose position the lines of the question go, and those after it in the best line;
    /// none if that position is not in it.
    fn plies_from(&self, question: &Question) -> Vec<PlyId> {
        let mut line = self.beam.plies().line(self.beam.best().head);
        let is_before = |id: &PlyId| {
            let ply = self.beam.ply(*id);
            ply.number + 1 == question.ply && ply.after == *question.before
        };
        let at = line.iter().rposition(is_before).unwrap_or(line.len());
        line.split_off(at)
    }

    /// Whether the same hands could have followed this move, and the board would show what it shows.
    fn would_fit(&self, question: &Question, mv: Move, after: &[PlyId], seen: &Seen) -> bool {
        let mut now = position_after(&question.before, mv);
        for &id in after {
            let ply = self.beam.ply(id);
            let Step::Move(_) = ply.step else { return true };
            let Some(same) = self.by_the_same_hands(ply, &now) else { return false };
            now = position_after(&now, same);
        }
        let shown = seen.shown();
        let upside_down = shown.men().rooks() & now.board().queens();
        (shown.mismatch(now.board()) & !self.beam.best().mismatch & !upside_down).is_empty()
    }

    /// Whether a ply is held back because nobody knows what it took.
    pub(super) fn waits_for_answer(&self, ply: &Ply) -> bool {
        let mut open = self.questions.open();
        open.any(|question| {
            question.kind == QuestionKind::WhichCapture
                && ply.number >= question.ply
                && self.len() < question.ply + UNDECIDED
        })
    }

    /// The first ply of the best line that other moves explain as well, and when that is to be asked.
    pub(super) fn doubted(&self, doubt: Duration, seen: &Seen) -> Option<(Instant, Doubt)> {
        if seen.shown().unnamed().is_empty() || !self.in_step() {
            return None;
        }
        let best = self.beam.best();
        let line = self.beam.plies().line(best.head);
        let others = self.beam.all()[1..].iter().filter(|other| other.mismatch == best.mismatch);
        let mut rivals: Vec<_> =
            others.filter_map(|other| self.rival(&line, &best, other)).collect();
        rivals.sort_by_key(|&(at, kind, _)| (at, kind == QuestionKind::WhichCapture));
        let &(at, kind, _) = rivals.first()?;
        let ply = self.beam.ply(line[at]);
        let same = rivals.iter().filter(|rival| (rival.0, rival.1) == (at, kind));
        let mut moves: Vec<Move> = ply.mv().into_iter().chain(same.map(|rival| rival.2)).collect();
        moves.sort_by_key(|mv| (std::cmp::Reverse(mv.promotion()), mv.to()));
        moves.dedup();
        let before = self.beam.ply(ply.parent?).after.clone();
        let lines = moves.into_iter().map(|mv| vec![mv]).collect();
        let doubted = Doubt { kind, ply: ply.number, lines, before: Arc::new(before) };
        (!self.questions.knows(&doubted)).then_some((ply.landed + doubt, doubted))
    }

    /// Where in `line` another hypothesis has another move by the same hand, and which.
    fn rival(
        &self,
        line: &[PlyId],
        best: &Hypothesis,
        other: &Hypothesis,
    ) -> Option<(usize, QuestionKind, Move)> {
        let fork = self.beam.plies().fork(best.head, other.head);
        let at = line.iter().position(|&id| id == fork)? + 1;
        let own = self.beam.ply(*line.get(at)?).mv()?;
        let theirs =
            self.beam.plies().back_from(other.head).find(|(_, ply)| ply.parent == Some(fork))?;
        let theirs = theirs.1.mv()?;
        let pays = other.cost.minus(best.cost);
        if own.from() != theirs.from() {
            None
        } else if own.to() == theirs.to() && own.is_promotion() && theirs.is_promotion() {
            let kind = QuestionKind::PromotionPiece;
            (pays < self.beam.weights().beyond_doubt_last).then_some((at, kind, theirs))
        } else {
            let captures = own.is_capture() && theirs.is_capture() && own.to() != theirs.to();
            (captures && pays < SAME).then_some((at, QuestionKind::WhichCapture, theirs))
        }
    }

    /// Asks what `ply`, an illegal move of a rook, says of the promotion by which that rook came: it
    /// moved like a queen, so perhaps it is one, put down upside down.
    pub(super) fn ask_about_rook(&mut self, id: PlyId, out: &mut Vec<What>) {
        let plies = self.beam.plies();
        let Some(Move::Normal { role: Role::Rook, from, to, .. }) = plies.get(id).mv() else {
            return;
        };
        let mut square = from;
        for (_, ply) in plies.back_from(id).skip(1) {
            let (Some(mv), Some(parent)) = (ply.mv(), ply.parent) else { return };
            if mv.to() != square {
                continue;
            }
            let before = &plies.get(parent).after;
            if mv.promotion() == Some(Role::Rook) {
                let queen =
                    shakmaty::attacks::queen_attacks(from, plies.get(id).after.board().occupied());
                if queen.contains(to) {
                    let Move::Normal { role, from, capture, to, .. } = mv else { return };
                    let of = |promotion| Move::Normal { role, from, capture, to, promotion };
                    let lines = [Role::Queen, Role::Rook].map(|role| vec![of(Some(role))]).to_vec();
                    let (kind, ply) = (QuestionKind::PromotionPiece, ply.number);
                    let before = Arc::new(before.clone());
                    self.questions.ask(Doubt { kind, ply, lines, before }, out);
                }
                return;
            }
            let Some(from) = mv.from() else { return };
            square = from;
        }
    }

    /// Asks about the result, if the game ended on the board by another one than the kings tell.
    pub(super) fn ask_about_result(&mut self, sign: KingsSign, out: &mut Vec<What>) {
        let head = self.beam.head();
        if self.ends_game(head) && result_of(&head.after) != sign {
            let (kind, ply, before) =
                (QuestionKind::ResultDiffers, head.number, Arc::new(head.after.clone()));
            self.questions.ask(Doubt { kind, ply, lines: Vec::new(), before }, out);
        }
    }

    /// From the position of the question the best line goes on by `moves`, and then by what the same
    /// hands did after them, as far as that can be.
    fn choose(
        &mut self,
        question: &Question,
        moves: &[Move],
        now: Instant,
        seen: &Seen,
        out: &mut Vec<What>,
    ) {
        let line = self.plies_from(question);
        let Some((&before, plies)) = line.split_first() else { return };
        let told = self.last_told();
        let mut head = before;
        for (index, &id) in plies.iter().enumerate() {
            let next = match moves.get(index) {
                Some(&mv) => self.instead(head, id, mv, Sight::Answered),
                None => self.go_on_by(head, id),
            };
            match next {
                Some(next) => head = next,
                None => break,
            }
        }
        self.cut(head, seen);
        let line = self.line();
        self.take_back(line.told, out);
        let last = told.max(question.ply + u32::try_from(moves.len()).unwrap_or(0) - 1);
        let is_told = |id: &&PlyId| self.beam.ply(**id).number <= last;
        let count = line.ahead.iter().take_while(is_told).count();
        self.settle(&line, count, now, seen, out);
    }

    /// The ply after `head` by `mv`, which was taken for `id` or is it.
    fn instead(&mut self, head: PlyId, id: PlyId, mv: Move, sight: Sight) -> Option<PlyId> {
        let ply = self.beam.ply(id);
        if ply.parent == Some(head) && ply.step == Step::Move(mv) {
            self.beam.set_sight(id, sight);
            return Some(id);
        }
        let after = position_after(&self.beam.ply(head).after, mv);
        let ply = Ply { parent: Some(head), step: Step::Move(mv), after, sight, ..ply.clone() };
        Some(self.beam.add_ply(ply))
    }

    fn go_on_by(&mut self, head: PlyId, id: PlyId) -> Option<PlyId> {
        let ply = self.beam.ply(id);
        if ply.parent == Some(head) {
            return Some(id);
        }
        let sight = ply.sight;
        let mv = self.by_the_same_hands(ply, &self.beam.ply(head).after)?;
        self.instead(head, id, mv, sight)
    }

    /// The move of the ply from another position: the same man from the same square to the same.
    fn by_the_same_hands(&self, ply: &Ply, now: &Chess) -> Option<Move> {
        let (Step::Move(mv), Turn::Own) = (ply.step, ply.turn) else { return None };
        let hands = Hands::of(mv)?;
        let stands = || position::relocation(now, hands.from, hands.to);
        hands.legal(now).or_else(|| if self.is_legal(ply) { None } else { stands() })
    }
}

fn result_of(ended: &Chess) -> KingsSign {
    match (ended.is_checkmate(), ended.turn()) {
        (true, Color::Black) => KingsSign::WhiteWins,
        (true, Color::White) => KingsSign::BlackWins,
        (false, _) => KingsSign::Draw,
    }
}
