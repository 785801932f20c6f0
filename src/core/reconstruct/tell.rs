//! What is told of the best line: settled, provisional, superseded.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Chess, Move, Position, Square};
use touchmove_drivers::Instant;

use super::ask::Doubt;
use super::game::{Game, Told};
use super::kings;
use super::line::Line;
use super::plies::{MAX_PLIES_BACK, Ply, PlyId, Step, Turn};
use super::press::ANSWERED;
use super::seen::Seen;
use crate::account::{
    Evidence, LineMove, LineState, MoveId, Placed, PositionWhy, QuestionKind, Sight, Standing,
    What, differing,
};

/// No move is surer than this.
const MOST_CONFIDENCE: f64 = 0.999;
/// No move is surer than this that was not seen when it was made: it counts as doubtful.
const MOST_UNWATCHED: f64 = 0.85;
/// What has changed so shortly before or after a move may be of that time.
const JUST: Duration = Duration::from_millis(1_000);
/// No illegal move is surer than this that does not explain all that was done then: rather, hands did more than was seen.
const MOST_UNEXPLAINED: f64 = 0.35;

impl Game {
    /// How sure it is what somebody has decided.
    pub(super) const CERTAIN: f32 = MOST_CONFIDENCE as f32;

    /// Tells the next `count` plies of the line as fact; what was told otherwise is taken back.
    pub(super) fn settle(
        &mut self,
        line: &Line,
        count: usize,
        now: Instant,
        seen: &Seen,
        out: &mut Vec<What>,
    ) {
        if count == 0 {
            return;
        }
        self.learn_halt(line);
        self.take_back(line.told, out);
        for (index, &id) in line.ahead.iter().enumerate().take(count) {
            self.tell(id, line.ahead.get(index + 1).copied(), now, seen, out);
        }
        let mut back = line.from;
        for told in self.told.iter_mut().take(line.told).rev() {
            if told.ply == back {
                break;
            }
            told.ply = back;
            back = self.beam.ply(back).parent.unwrap_or(back);
        }
        if let Some(told) = self.told.last() {
            self.beam.drop_deniers(told.ply, now);
        }
        if self.beam.is_full() {
            self.forget();
        }
    }

    /// A man that was told to have moved has gone on after its rest: men rest so long in this game.
    fn learn_halt(&mut self, line: &Line) {
        let (Some(told), Some(&now)) = (self.told.get(line.told), line.ahead.first()) else {
            return;
        };
        let (told, now) = (self.beam.ply(told.ply), self.beam.ply(now));
        if let (Some(before), Some(after)) = (told.mv(), now.mv())
            && before.from() == after.from()
        {
            self.pace.halted(now.landed.since(told.landed));
        }
    }

    /// Takes back all that was told after the first `keep` plies that are kept, the last first.
    pub(super) fn take_back(&mut self, keep: usize, out: &mut Vec<What>) {
        while self.told.len() > keep {
            let Some(told) = self.told.pop() else { return };
            self.strike_last();
            let ply = self.beam.ply(told.ply);
            if let Some(mut gone) = self.line_move(ply, Some(told.id)) {
                gone.state = LineState::Superseded;
                let (mv, side, landed) = (gone.mv, gone.before.turn(), gone.landed);
                out.push(What::Move(gone));
                if !self.has_gone_on_early(ply) {
                    out.extend(self.touches.taken_back(mv, side, (ply.number, landed)));
                }
            }
        }
    }

    /// Whether the man of a move that was pressed for has gone on while the opponent's was on its way: nobody replies so soon
    /// to a move made over, so it may be the next one, made too early.
    fn has_gone_on_early(&self, ply: &Ply) -> bool {
        let Some(before) = ply.parent.map(|parent| self.beam.ply(parent)) else {
            return false;
        };
        let mut line = self.beam.plies().back_from(self.beam.best().head).map(|(_, ply)| ply);
        let reply = line.find(|one| one.number == ply.number + 1);
        let (Some(reply), Some(instead)) = (reply, line.next()) else { return false };
        let side = before.turn();
        let pressed = [self.beam.pressed_at(side), self.pressed_before[side as usize]];
        let mut pressed = pressed.into_iter().flatten();
        pressed.any(|at| ply.landed <= at && at < instead.landed)
            && reply.landed < instead.landed + ANSWERED
    }

    /// Passes on the last ply of the line while it is not settled, and its withdrawal; and that the
    /// board is right again, where it was told to be wrong.
    pub(super) fn tell_head(&mut self, out: &mut Vec<What>) {
        let best = self.beam.best().head;
        let held = self.hold.from().is_some_and(|held| self.len() >= held);
        let is_told = self.told.last().is_some_and(|told| told.ply == best)
            || best == self.beam.plies().root()
            || held
            || kings::may_become_sign(self.beam.head()) && !self.is_legal(self.beam.head())
            || self.questions.is_open(QuestionKind::GameOver);
        let known = self.provisional.as_ref().is_some_and(|(id, _)| *id == best);
        if is_told || !known {
            let ply = self.beam.ply(best);
            let now = if is_told { None } else { self.line_move(ply, None) };
            let same = match (&self.provisional, &now) {
                (Some((_, before)), Some(now)) => {
                    before.mv == now.mv && before.ply == now.ply && before.before == now.before
                }
                (None, None) => true,
                _ => false,
            };
            if same {
                if let (Some((id, _)), Some(_)) = (&mut self.provisional, now) {
                    *id = best;
                }
            } else {
                let now = now.map(|now| (best, now));
                let gone = std::mem::replace(&mut self.provisional, now.clone());
                if let Some((_, mut gone)) = gone {
                    gone.state = LineState::Superseded;
                    out.push(What::Move(gone));
                }
                out.extend(now.map(|(_, now)| What::Move(now)));
            }
        }
        let is_right = self.in_step() && self.beam.wrong_by_decision().is_empty();
        if is_right && self.standing.take().is_some() {
            out.push(What::Standing(Standing::InStep));
        }
    }

    /// Nothing is provisional or stands wrong any more.
    pub(super) fn withdraw(&mut self, out: &mut Vec<What>) {
        if let Some((_, mut gone)) = self.provisional.take() {
            gone.state = LineState::Superseded;
            out.push(What::Move(gone));
        }
        if self.standing.take().is_some() {
            out.push(What::Standing(Standing::InStep));
        }
    }

    /// How sure it is that the ply was played, by what the lines pay that deny it. What nobody watched
    /// is never certain: men may have gone and come back.
    fn confidence(&self, id: PlyId, now: Instant, seen: &Seen) -> f32 {
        let best = self.beam.cost(&self.beam.best(), now);
        let deny = self.beam.all().iter().filter(|one| self.beam.plies().fork(one.head, id) != id);
        let odds: f64 = deny.map(|one| self.beam.cost(one, now).minus(best).odds()).sum();
        let most = match (&self.gap, self.beam.ply(id).sight) {
            (_, Sight::Answered) => MOST_CONFIDENCE,
            (Some(gap), Sight::Uncertain) => 1.0 / gap.lines.len() as f64,
            _ if self.came_at_once(id) => 0.5,
            _ if self.leaves_unexplained(id, seen) => MOST_UNEXPLAINED,
            _ if self.was_unwatched(id, seen) || self.comes_unwatched(id, seen) => MOST_UNWATCHED,
            _ => MOST_CONFIDENCE,
        };
        (1.0 / (1.0 + odds)).min(most) as f32
    }

    /// Whether the ply came with two or more others in one read-out: then a side has made several moves,
    /// and nothing tells in which order.
    fn came_at_once(&self, id: PlyId) -> bool {
        let evidence = self.beam.ply(id).evidence;
        let line = self.beam.plies().back_from(self.beam.best().head).take(2 * MAX_PLIES_BACK);
        line.filter(|(_, ply)| ply.evidence.to == evidence.to).count() > 2
    }

    /// Whether the ply, or its beginning, was not seen when it was made.
    fn was_unwatched(&self, id: PlyId, seen: &Seen) -> bool {
        let ply = self.beam.ply(id);
        match ply.sight {
            Sight::Answered => false,
            Sight::Bridged | Sight::Uncertain => true,
            Sight::Seen => seen.was_lost_within(ply.evidence),
        }
    }

    /// Whether it is illegal, and more than one square that changed when it was made is not explained by it: hands may have done
    /// more than was seen.
    fn leaves_unexplained(&self, id: PlyId, seen: &Seen) -> bool {
        let ply = self.beam.ply(id);
        if self.is_legal(ply) {
            return false;
        }
        let since = ply.lifted.unwrap_or(ply.landed).min(ply.landed);
        let is_of_then = |square: &Square| {
            let at = seen.change(*square).at;
            since <= at + JUST && at <= ply.landed + JUST
        };
        self.beam.best().mismatch.into_iter().filter(is_of_then).count() > 1
    }

    /// Whether nobody saw its man come to where it set out from.
    fn comes_unwatched(&self, id: PlyId, seen: &Seen) -> bool {
        let from = self.beam.ply(id).mv().and_then(Move::from);
        let before = self.beam.plies().back_from(id).skip(1).take(MAX_PLIES_BACK);
        let mut came = before.filter(|(_, ply)| ply.mv().map(Move::to) == from);
        from.is_some() && came.next().is_some_and(|(id, _)| self.was_unwatched(id, seen))
    }

    fn tell(
        &mut self,
        id: PlyId,
        next: Option<PlyId>,
        now: Instant,
        seen: &Seen,
        out: &mut Vec<What>,
    ) {
        let ply = self.beam.ply(id);
        let step = ply.step;
        self.ids += 1;
        let number = MoveId(self.ids);
        match step {
            Step::Root => return,
            Step::Position(why) => {
                self.ids -= 1;
                let position = Arc::new(ply.after.clone());
                let (kind, ply, before) = (QuestionKind::Gap, ply.number + 1, position.clone());
                out.push(What::Position(Placed { position, why }));
                if why == PositionWhy::Gap {
                    self.questions.ask(Doubt { kind, ply, lines: Vec::new(), before }, out);
                }
            }
            Step::Move(_) => {
                let Some(mut told) = self.line_move(ply, Some(number)) else { return };
                told.state = LineState::Settled;
                told.confidence = self.confidence(id, now, seen);
                let next = next.map(|next| self.beam.ply(next));
                self.complete_evidence(&mut told, ply, next, seen);
                if self
                    .provisional
                    .as_ref()
                    .is_some_and(|(_, p)| p.ply == told.ply && p.mv == told.mv)
                {
                    self.provisional = None;
                }
                let (before, after) = (told.before.clone(), ply.after.clone());
                out.extend(self.touches.left((told.mv, told.landed), &before, &after));
                self.journeys.arrived(told.ply);
                self.pace.told();
                if told.ply <= self.vouched {
                    self.told_vouched = self.told_vouched.max(told.ply);
                }
                let illegal = !told.legal;
                self.ask_about_gap(&told, out);
                out.push(What::Move(told));
                if illegal {
                    self.ask_about_rook(id, out);
                }
            }
        }
        self.sheet.push(self.beam.ply(id), number);
        let wrong = self.wrong_before(id, seen);
        self.told.push(Told { ply: id, step, id: number, wrong });
    }

    /// The squares that are wrong after this ply, and have been since before the one that it answers.
    fn wrong_before(&self, id: PlyId, seen: &Seen) -> Bitboard {
        let ply = self.beam.ply(id);
        let answered = ply.parent.map_or(Instant::ZERO, |parent| self.beam.ply(parent).landed);
        let wrong = seen.shown().mismatch(ply.after.board());
        wrong.into_iter().filter(|square| seen.change(*square).at <= answered).collect()
    }

    /// Asks which of several lines was played when the first of them is told.
    fn ask_about_gap(&mut self, told: &LineMove, out: &mut Vec<What>) {
        let is_first = |gap: &&Doubt| gap.ply == told.ply && gap.before == told.before;
        if told.sight == Sight::Uncertain
            && let Some(gap) = self.gap.as_ref().filter(is_first).cloned()
        {
            self.questions.ask(gap, out);
        }
    }

    fn line_move(&self, ply: &Ply, number: Option<MoveId>) -> Option<LineMove> {
        Self::line_move_of(&self.beam.ply(ply.parent?).after, ply, number)
    }

    /// The move of a ply that was made in the position `before`, or with the other side to move.
    pub(super) fn line_move_of(
        before: &Chess,
        ply: &Ply,
        number: Option<MoveId>,
    ) -> Option<LineMove> {
        let mv = ply.mv()?;
        let before = match ply.turn {
            Turn::Own => before.clone(),
            Turn::Others => super::position::passed(before)?,
        };
        let legal = ply.turn == Turn::Own && super::position::is_legal(&before, mv);
        Some(LineMove {
            id: number,
            ply: ply.number,
            state: LineState::Provisional,
            mv,
            before: Arc::new(before),
            evidence: ply.evidence,
            landed: ply.landed,
            sight: ply.sight,
            confidence: 0.5,
            legal,
            rewritten: false,
        })
    }

    /// The last line of the scoresheet does not hold; a decision about it cannot be undone any more.
    fn strike_last(&mut self) {
        self.sheet.pop();
        let left = self.sheet.len();
        self.edits.retain(|edit| edit.end() <= left);
    }

    /// Men that left, or were taken off, after the move was first seen show it too.
    fn complete_evidence(&self, told: &mut LineMove, ply: &Ply, next: Option<&Ply>, seen: &Seen) {
        let after = ply.after.board();
        let touched_next =
            next.map_or(Bitboard::EMPTY, |next| differing(after, next.after.board()));
        let touched = differing(told.before.board(), after) & !touched_next;
        let late = touched & !seen.shown().mismatch(after);
        let until = next.map_or(u64::MAX, |next| next.evidence.to);
        let Evidence { from, to } = &mut told.evidence;
        for change in late.into_iter().map(|square| seen.change(square)) {
            if change.record > *to && change.record <= until {
                *to = change.record;
                told.landed = told.landed.max(change.at);
            }
        }
        *from = (*from).min(*to);
    }

    /// The last told ply before those that somebody was asked about.
    fn last_to_forget(&self) -> Option<PlyId> {
        let asked = self.questions.open().map(|question| question.ply).min().unwrap_or(u32::MAX);
        let before = |told: &&Told| self.beam.ply(told.ply).number < asked;
        self.told.iter().rev().find(before).map(|told| told.ply)
    }

    /// Forgets what is settled for good; keeps what may still be taken back or told.
    fn forget(&mut self) {
        let mut kept: Vec<PlyId> = self.journeys.plies().map(|id| *id).collect();
        kept.extend(self.provisional.iter().map(|(id, _)| *id));
        let root = self.last_to_forget().and_then(|told| self.beam.forgettable(told, &kept));
        let Some(root) = root else { return };
        let gone = self.told.iter().position(|told| told.ply > root).unwrap_or(self.told.len());
        self.told.drain(..gone);
        self.forget_before(root);
    }

    /// Forgets the lines that were given up, however long nothing is settled.
    pub(super) fn prune(&mut self) {
        if self.beam.plies().are_overgrown() {
            self.forget_before(self.beam.plies().root());
        }
    }

    fn forget_before(&mut self, root: PlyId) {
        let told = self.told.iter_mut().map(|told| &mut told.ply);
        let provisional = self.provisional.iter_mut().map(|(id, _)| id);
        self.beam.forget(root, told.chain(self.journeys.plies()).chain(provisional));
    }
}
