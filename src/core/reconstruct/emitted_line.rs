//! What was told of the best line: settled, provisional, superseded.
//!
//! In: plies of the best line that stand. Out: moves, positions and what stands wrong, each told once and taken back aloud.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Chess, Position, Square};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::confidence::Judging;
use super::doubts::doubt_about_rook;
use super::plies::{Plies, Ply, PlyId, Step, Turn};
use super::position;
use super::presses::ANSWERED;
use super::questions::{Doubt, Questions};
use super::readings::Readings;
use super::rewriting::{Rewriting, WrittenLines};
use super::settled_sheet::SettledSheet;
use super::touched_pieces::{Landed, Touches};
use crate::account::{
    BoardStanding, BoardTrust, EvidenceSpan, LineMove, LineState, MoveId, Placed, PositionWhy,
    QuestionKind, Sight, What, differing,
};

/// What was told of a game.
#[derive(Clone, Debug)]
pub(super) struct EmittedLine {
    /// The settled plies, from the first that the beam still keeps.
    settled: Vec<SettledPly>,
    /// The last number given to a move.
    last_id: u64,
    /// The provisional move last passed on, and the ply that it is.
    provisional: Option<(PlyId, LineMove)>,
    /// The differences last passed on, until the board is in step again.
    wrong: Option<Vec<Square>>,
    /// All that is settled.
    sheet: SettledSheet,
}

/// A ply that is settled.
#[derive(Clone, Copy, Debug)]
struct SettledPly {
    ply: PlyId,
    step: Step,
    id: MoveId,
    /// The squares that were wrong after it when it was told, and had been before its opponent's last move.
    wrong: Bitboard,
}

/// The end of the best line, as far as it is not settled yet.
#[derive(Clone, Debug)]
pub(super) struct UnsettledLine {
    /// So many of the plies that are settled are its own.
    pub(super) settled: usize,
    /// The last ply of those, or the first that is kept.
    pub(super) from: PlyId,
    /// The plies that follow it: they are not settled.
    pub(super) ahead: Vec<PlyId>,
}

impl UnsettledLine {
    /// The index of the first of the plies ahead that the line to `head` does not share.
    pub(super) fn shared_with(&self, plies: &Plies, head: PlyId) -> usize {
        let last_shared = plies.left_back_from(head).find_map(|(id, _)| {
            if id <= self.from { Some(0) } else { Some(self.ahead.binary_search(&id).ok()? + 1) }
        });
        last_shared.unwrap_or(0)
    }
}

/// What settling says besides, and to whom.
#[derive(Debug)]
pub(super) struct Emission<'a> {
    pub(super) judging: Judging<'a>,
    pub(super) touches: &'a mut Touches,
    pub(super) questions: &'a mut Questions,
    pub(super) out: &'a mut Vec<What>,
}

/// Whether the last ply of the line may be told as provisional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadOfLine {
    Shown,
    /// The game may be over, or a king may tell so.
    Withheld,
}

/// What is wrong for so long is not on its way any more.
const WRONG_FOR_LONG: Duration = Duration::from_secs(3);

impl EmittedLine {
    /// Nothing of a game that begins at `root`.
    pub(super) fn new(root: Ply) -> Self {
        let (settled, provisional, wrong) = (Vec::new(), None, None);
        Self { settled, last_id: 0, provisional, wrong, sheet: SettledSheet::new(root) }
    }

    /// Whether nothing is settled.
    pub(super) fn is_empty(&self) -> bool {
        self.settled.is_empty()
    }

    /// The scoresheet.
    pub(super) fn sheet(&self) -> &SettledSheet {
        &self.sheet
    }

    /// The same, where its edits change.
    pub(super) fn sheet_mut(&mut self) -> &mut SettledSheet {
        &mut self.sheet
    }

    /// The number of the last ply that is settled.
    pub(super) fn last_number(&self, beam: &Beam) -> u32 {
        self.last_ply(beam).map_or(0, |ply| ply.number)
    }

    /// The last ply that is settled.
    pub(super) fn last_ply<'a>(&self, beam: &'a Beam) -> Option<&'a Ply> {
        self.settled.last().map(|last| beam.ply(last.ply))
    }

    /// The ply that is settled before the last one.
    pub(super) fn ply_before_last<'a>(&self, beam: &'a Beam) -> Option<&'a Ply> {
        self.settled.iter().rev().nth(1).map(|before| beam.ply(before.ply))
    }

    /// The squares that were wrong after the last settled ply, and had been before the one that it answers.
    pub(super) fn wrong_before_last(&self) -> Bitboard {
        self.settled.last().map_or(Bitboard::EMPTY, |last| last.wrong)
    }

    /// Whether squares were wrong after the last settled ply since before the one that it answers, and no ply explains them nor
    /// a piece that is taken up to answer it: the board has lost what was done there.
    pub(super) fn is_wrong_for_long(&self, beam: &Beam, seen: &Readings, now: Instant) -> bool {
        let in_hand = self.after(beam).us() & !seen.sets().occupied();
        let wrong = self.wrong_before_last() & beam.best().mismatch;
        let wrong = wrong & !in_hand & !beam.wrong_by_decision();
        wrong.into_iter().any(|square| seen.change(square).at + WRONG_FOR_LONG < now)
    }

    /// The last ply that is settled, or where the game began.
    pub(super) fn head(&self, beam: &Beam) -> PlyId {
        self.settled.last().map_or(beam.plies().root(), |last| last.ply)
    }

    /// The position after what is settled.
    pub(super) fn after<'a>(&self, beam: &'a Beam) -> &'a Chess {
        &beam.ply(self.head(beam)).after
    }

    /// Whether all of the best line is settled, and a ply of it is.
    pub(super) fn is_complete(&self, beam: &Beam) -> bool {
        self.settled.last().is_some_and(|last| last.ply == beam.best().head)
    }

    /// Whether plies are settled that the best line does not have.
    pub(super) fn is_denied_by(&self, line: &UnsettledLine) -> bool {
        self.settled.len() > line.settled
    }

    /// The end of the best line.
    pub(super) fn line(&self, beam: &Beam) -> UnsettledLine {
        let (plies, best, head) = (beam.plies(), beam.best().head, self.head(beam));
        if plies.is_on_line(head, best) {
            return unsettled(beam, self.settled.len(), head);
        }
        let line = plies.line(best);
        let own = self.settled.iter().zip(&line[1..]);
        let own = own.take_while(|(one, id)| one.step == plies.get(**id).step).count();
        unsettled(beam, own, line[own])
    }

    /// How long a piece rested that was told to have moved and has gone on: pieces rest so long in this game.
    pub(super) fn halt(&self, beam: &Beam, line: &UnsettledLine) -> Option<Duration> {
        let (told, now) = (self.settled.get(line.settled)?, line.ahead.first()?);
        let (told, now) = (beam.ply(told.ply), beam.ply(*now));
        let (before, after) = (told.mv()?, now.mv()?);
        (before.from() == after.from()).then(|| now.landed.since(told.landed))
    }

    /// Tells the next `count` plies of the line as fact; what was told otherwise is taken back. Returns the numbers of
    /// those that are moves.
    pub(super) fn settle(
        &mut self,
        line: &UnsettledLine,
        count: usize,
        emission: &mut Emission<'_>,
    ) -> Vec<u32> {
        self.take_back(line.settled, emission);
        let ahead = line.ahead.iter().enumerate().take(count);
        let moves = ahead.filter_map(|(index, &id)| {
            self.settle_ply(id, line.ahead.get(index + 1).copied(), emission)
        });
        let moves = moves.collect();
        let (beam, mut back) = (emission.judging.beam, line.from);
        for one in self.settled.iter_mut().take(line.settled).rev() {
            if one.ply == back {
                break;
            }
            one.ply = back;
            back = beam.ply(back).parent.unwrap_or(back);
        }
        moves
    }

    /// Takes back all that was settled after the first `keep` plies that are kept, the last first.
    pub(super) fn take_back(&mut self, keep: usize, emission: &mut Emission<'_>) {
        let beam = emission.judging.beam;
        while self.settled.len() > keep {
            let Some(last) = self.settled.pop() else { return };
            self.sheet.strike_last();
            let ply = beam.ply(last.ply);
            let Some(mut gone) = line_move(beam, ply, Some(last.id)) else { continue };
            gone.state = LineState::Superseded;
            let (mv, side) = (gone.mv, gone.before.turn());
            let landed = Landed { mv, ply: ply.number, at: gone.landed };
            let scan = beam.weights().scan;
            emission.out.push(What::Move(gone));
            if !has_gone_on_early(beam, ply) {
                emission.out.extend(emission.touches.release_taken_back(landed, side, scan));
            }
        }
    }

    /// Passes on the last ply of the line while it is not settled, and its withdrawal; and that the
    /// board is right again, where it was told to be wrong.
    pub(super) fn emit_head(&mut self, beam: &Beam, head: HeadOfLine, out: &mut Vec<What>) {
        let best = beam.best().head;
        let is_told =
            self.is_complete(beam) || best == beam.plies().root() || head == HeadOfLine::Withheld;
        let is_known = self.provisional.as_ref().is_some_and(|(id, _)| *id == best);
        if is_told || !is_known {
            let now = if is_told { None } else { line_move(beam, beam.ply(best), None) };
            self.replace_provisional(best, now, out);
        }
        let is_right = beam.is_in_step() && beam.wrong_by_decision().is_empty();
        if is_right && self.wrong.take().is_some() {
            out.push(What::Standing(BoardStanding::InStep));
        }
    }

    fn replace_provisional(&mut self, best: PlyId, now: Option<LineMove>, out: &mut Vec<What>) {
        let is_same = match (&self.provisional, &now) {
            (Some((_, before)), Some(now)) => {
                before.mv == now.mv && before.ply == now.ply && before.before == now.before
            }
            (None, None) => true,
            _ => false,
        };
        if is_same {
            if let (Some((id, _)), Some(_)) = (&mut self.provisional, now) {
                *id = best;
            }
            return;
        }
        let gone = std::mem::replace(&mut self.provisional, now.clone().map(|now| (best, now)));
        if let Some((_, mut gone)) = gone {
            gone.state = LineState::Superseded;
            out.push(What::Move(gone));
        }
        out.extend(now.map(What::Move));
    }

    /// Nothing is provisional or stands wrong any more.
    pub(super) fn withdraw(&mut self, out: &mut Vec<What>) {
        if let Some((_, mut gone)) = self.provisional.take() {
            gone.state = LineState::Superseded;
            out.push(What::Move(gone));
        }
        if self.wrong.take().is_some() {
            out.push(What::Standing(BoardStanding::InStep));
        }
    }

    /// Tells that the board differs on these squares.
    pub(super) fn emit_wrong(&mut self, differs: Vec<Square>, out: &mut Vec<What>) {
        self.wrong = Some(differs.clone());
        out.push(What::Standing(BoardStanding::Differs(differs)));
    }

    /// Whether it was told last that the board differs on these squares.
    pub(super) fn has_emitted_wrong(&self, differs: &Vec<Square>) -> bool {
        self.wrong.as_ref() == Some(differs)
    }

    /// What stood wrong does not any more, and nobody need be told.
    pub(super) fn forget_wrong(&mut self) {
        self.wrong = None;
    }

    /// Settles one ply; returns its number if it is a move.
    fn settle_ply(
        &mut self,
        id: PlyId,
        next: Option<PlyId>,
        emission: &mut Emission<'_>,
    ) -> Option<u32> {
        let Judging { beam, seen, .. } = emission.judging;
        let ply = beam.ply(id);
        let mut number = None;
        match ply.step {
            Step::Root => {
                self.last_id += 1;
                return None;
            }
            Step::Position(why) => settle_position(ply, why, emission),
            Step::Move(_) => {
                self.last_id += 1;
                number = Some(self.settle_move(id, next, emission)?);
            }
        }
        let move_id = MoveId(self.last_id + u64::from(number.is_none()));
        self.sheet.push(ply, move_id);
        let wrong = wrong_before(beam, ply, seen);
        self.settled.push(SettledPly { ply: id, step: ply.step, id: move_id, wrong });
        number
    }

    fn settle_move(
        &mut self,
        id: PlyId,
        next: Option<PlyId>,
        emission: &mut Emission<'_>,
    ) -> Option<u32> {
        let Judging { beam, seen, gap, .. } = emission.judging;
        let ply = beam.ply(id);
        let mut told = line_move(beam, ply, Some(MoveId(self.last_id)))?;
        told.state = LineState::Settled;
        told.confidence = emission.judging.confidence(id);
        told.trust = emission.judging.trust(id);
        complete_evidence(&mut told, ply, next.map(|next| beam.ply(next)), seen);
        self.provisional.take_if(|(_, one)| one.ply == told.ply && one.mv == told.mv);
        let landed = Landed { mv: told.mv, ply: told.ply, at: told.landed };
        emission.out.extend(emission.touches.take_left(landed, &told.before, &ply.after));
        let is_first = |gap: &&Doubt| gap.ply == told.ply && gap.before == told.before;
        if told.sight == Sight::Uncertain
            && let Some(gap) = gap.filter(is_first)
        {
            emission.questions.ask(gap.clone(), emission.out);
        }
        let (number, is_illegal) = (told.ply, !told.legal);
        emission.out.push(What::Move(told));
        if is_illegal && let Some(doubt) = doubt_about_rook(beam, id) {
            emission.questions.ask(doubt, emission.out);
        }
        Some(number)
    }

    /// The last settled ply before those that somebody was asked about.
    pub(super) fn last_to_forget(&self, beam: &Beam, questions: &Questions) -> Option<PlyId> {
        let asked = questions.open().map(|question| question.ply).min().unwrap_or(u32::MAX);
        let before = |one: &&SettledPly| beam.ply(one.ply).number < asked;
        self.settled.iter().rev().find(before).map(|one| one.ply)
    }

    /// The ply that is told as provisional.
    pub(super) fn provisional_ply(&self) -> Option<PlyId> {
        self.provisional.as_ref().map(|(id, _)| *id)
    }

    /// Settled plies up to `root` can't be taken back any more.
    pub(super) fn forget_up_to(&mut self, root: PlyId) {
        let first = self.settled.iter().position(|one| one.ply > root);
        self.settled.drain(..first.unwrap_or(self.settled.len()));
    }

    /// The plies that are kept for it, to be named anew.
    pub(super) fn plies_mut(&mut self) -> impl Iterator<Item = &mut PlyId> {
        let provisional = self.provisional.iter_mut().map(|(id, _)| id);
        self.settled.iter_mut().map(|one| &mut one.ply).chain(provisional)
    }

    /// Writes the scoresheet anew from line `at` on; what is not settled is withdrawn. What all lines of the sheet have
    /// become comes back.
    pub(super) fn rewrite(
        &mut self,
        at: usize,
        lines: WrittenLines,
        out: &mut Vec<What>,
    ) -> Vec<Ply> {
        self.withdraw(out);
        Rewriting { sheet: &mut self.sheet, last_id: &mut self.last_id, out }.rewrite(at, lines)
    }

    /// The plies after the first of these are the lines of the scoresheet from number `first` on.
    pub(super) fn settle_as_written(&mut self, first: usize, plies: &Plies, ids: &[PlyId]) {
        let numbers = self.sheet.lines()[first..].iter().map(|scored| scored.id);
        let written = ids.iter().skip(1).zip(numbers);
        let settled = written.map(|(&ply, id)| SettledPly {
            ply,
            step: plies.get(ply).step,
            id,
            wrong: Bitboard::EMPTY,
        });
        self.settled = settled.collect();
    }
}

fn unsettled(beam: &Beam, settled: usize, from: PlyId) -> UnsettledLine {
    let mut ahead: Vec<PlyId> = beam.back().map(|(id, _)| id).take_while(|&id| id > from).collect();
    ahead.reverse();
    UnsettledLine { settled, from, ahead }
}

/// Whether the piece of a move that was pressed for has gone on while the opponent's was on its way: nobody replies so soon
/// to a move made over, so it may be the next one, made too early.
fn has_gone_on_early(beam: &Beam, ply: &Ply) -> bool {
    let Some(before) = ply.parent.map(|parent| beam.ply(parent)) else { return false };
    let mut line = beam.back().map(|(_, ply)| ply);
    let reply = line.find(|one| one.number == ply.number + 1);
    let (Some(reply), Some(instead)) = (reply, line.next()) else { return false };
    let side = before.turn();
    let mut pressed = [beam.pressed_at(side), beam.pressed_before(side)].into_iter().flatten();
    pressed.any(|at| ply.landed <= at && at < instead.landed)
        && reply.landed < instead.landed + ANSWERED
}

fn settle_position(ply: &Ply, why: PositionWhy, emission: &mut Emission<'_>) {
    let position = Arc::new(ply.after.clone());
    let (kind, ply, before) = (QuestionKind::Gap, ply.number + 1, position.clone());
    emission.out.push(What::Position(Placed { position, why }));
    if why == PositionWhy::Gap {
        let doubt = Doubt { kind, ply, lines: Vec::new(), before };
        emission.questions.ask(doubt, emission.out);
    }
}

/// The squares that are wrong after this ply, and have been since before the one that it answers.
fn wrong_before(beam: &Beam, ply: &Ply, seen: &Readings) -> Bitboard {
    let answered = ply.parent.map_or(Instant::ZERO, |parent| beam.ply(parent).landed);
    let wrong = seen.sets().mismatch(ply.after.board());
    wrong.into_iter().filter(|square| seen.change(*square).at <= answered).collect()
}

fn line_move(beam: &Beam, ply: &Ply, number: Option<MoveId>) -> Option<LineMove> {
    line_move_of(&beam.ply(ply.parent?).after, ply, number)
}

/// The move of a ply that was made in the position `before`, or with the other side to move.
pub(super) fn line_move_of(before: &Chess, ply: &Ply, number: Option<MoveId>) -> Option<LineMove> {
    let mv = ply.mv()?;
    let before = match ply.turn {
        Turn::Own => before.clone(),
        Turn::Others => position::passed(before)?,
    };
    let legal = ply.turn == Turn::Own && position::is_legal(&before, mv);
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
        trust: BoardTrust::Trusted,
    })
}

/// Pieces that left, or were taken off, after the move was first seen show it too.
fn complete_evidence(told: &mut LineMove, ply: &Ply, next: Option<&Ply>, seen: &Readings) {
    let after = ply.after.board();
    let touched_next = next.map_or(Bitboard::EMPTY, |next| differing(after, next.after.board()));
    let touched = differing(told.before.board(), after) & !touched_next;
    let late = touched & !seen.sets().mismatch(after);
    let until = next.map_or(u64::MAX, |next| next.evidence.to);
    let EvidenceSpan { from, to } = &mut told.evidence;
    for change in late.into_iter().map(|square| seen.change(square)) {
        if change.record > *to && change.record <= until {
            *to = change.record;
            told.landed = told.landed.max(change.at);
        }
    }
    *from = (*from).min(*to);
}
