//! What only a person can tell: which moves explain the board as well as those of the best line.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position, Role};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis};
use super::plies::{Ply, PlyId, Step, Turn, Weighed};
use super::position;
use super::questions::{Doubt, Questions};
use super::readings::Readings;
use super::settled_sheet::Hands;
use super::weights::Cost;
use crate::account::{KingsSign, Question, QuestionKind, Sight, position_after};

/// An open question about a ply further back than this is withdrawn.
const MAX_PLIES_BEHIND: u32 = 200;

/// A capture of which nobody knows what was taken is told all the same when so many plies followed.
const MAX_PLIES_UNDECIDED: u32 = 4;

/// Captures that differ by less than this in what they pay are told apart by nothing.
const SAME_COST: Cost = Cost::milli(100);

/// Whether what followed has answered a question about moves.
pub(super) fn is_moot(beam: &Beam, question: &Question, seen: &Readings) -> bool {
    if !beam.is_in_step() {
        return false;
    }
    if question.kind != QuestionKind::Hindsight && beam.len() > question.ply + MAX_PLIES_BEHIND {
        return true;
    }
    let line = plies_from(beam, question);
    match (question.kind, &line[..]) {
        (QuestionKind::GameOver | QuestionKind::ResultDiffers | QuestionKind::Hindsight, _) => {
            false
        }
        (QuestionKind::Gap, [_, next, ..]) if !question.lines.is_empty() => {
            beam.ply(*next).sight != Sight::Uncertain
        }
        (QuestionKind::Gap, [_, ..]) => false,
        (QuestionKind::WhichCapture | QuestionKind::PromotionPiece, [_, own, after @ ..]) => {
            let own = beam.ply(*own).mv();
            let fits = |line: &&Vec<Move>| {
                line.first().is_some_and(|&mv| {
                    Some(mv) == own || would_fit(beam, question, mv, after, seen)
                })
            };
            question.lines.iter().filter(fits).count() < 2
        }
        _ => true,
    }
}

/// The ply from whose position the lines of the question go, and those after it in the best line;
/// none if that position is not in it.
fn plies_from(beam: &Beam, question: &Question) -> Vec<PlyId> {
    let mut line = beam.plies().line(beam.best().head);
    let is_before = |id: &PlyId| {
        let ply = beam.ply(*id);
        ply.number + 1 == question.ply && ply.after == *question.before
    };
    let at = line.iter().rposition(is_before).unwrap_or(line.len());
    line.split_off(at)
}

/// Whether the same hands could have followed this move, and the board would show what it shows.
fn would_fit(beam: &Beam, question: &Question, mv: Move, after: &[PlyId], seen: &Readings) -> bool {
    let mut now = position_after(&question.before, mv);
    for &id in after {
        let ply = beam.ply(id);
        let Step::Move(_) = ply.step else { return true };
        let Some(same) = by_the_same_hands(beam, ply, &now) else { return false };
        now = position_after(&now, same);
    }
    let shown = seen.sets();
    let upside_down = shown.named().rooks() & now.board().queens();
    (shown.mismatch(now.board()) & !beam.best().mismatch & !upside_down).is_empty()
}

/// Whether a ply is held back because nobody knows what it took.
pub(super) fn waits_for_answer(beam: &Beam, questions: &Questions, ply: &Ply) -> bool {
    let mut open = questions.open();
    open.any(|question| {
        question.kind == QuestionKind::WhichCapture
            && ply.number >= question.ply
            && beam.len() < question.ply + MAX_PLIES_UNDECIDED
    })
}

/// The first ply of the best line that other moves explain as well, and when that is to be asked.
pub(super) fn doubt_of_line(
    beam: &Beam,
    doubt: Duration,
    seen: &Readings,
) -> Option<(Instant, Doubt)> {
    if seen.sets().unnamed().is_empty() || !beam.is_in_step() {
        return None;
    }
    let best = beam.best();
    let line = beam.plies().line(best.head);
    let others = beam.all()[1..].iter().filter(|other| other.mismatch == best.mismatch);
    let mut rivals: Vec<_> = others.filter_map(|other| rival(beam, &line, &best, other)).collect();
    rivals.sort_by_key(|rival| (rival.at, rival.kind == QuestionKind::WhichCapture));
    let &RivalMove { at, kind, .. } = rivals.first()?;
    let ply = beam.ply(line[at]);
    let same = rivals.iter().filter(|rival| (rival.at, rival.kind) == (at, kind));
    let mut moves: Vec<Move> = ply.mv().into_iter().chain(same.map(|rival| rival.mv)).collect();
    moves.sort_by_key(|mv| (std::cmp::Reverse(mv.promotion()), mv.to()));
    moves.dedup();
    let before = beam.ply(ply.parent?).after.clone();
    let lines = moves.into_iter().map(|mv| vec![mv]).collect();
    let doubted = Doubt { kind, ply: ply.number, lines, before: Arc::new(before) };
    Some((ply.landed + doubt, doubted))
}

/// Another move by the same hand.
struct RivalMove {
    /// Where in the line.
    at: usize,
    kind: QuestionKind,
    mv: Move,
}

/// Where in `line` another hypothesis has another move by the same hand, and which.
fn rival(beam: &Beam, line: &[PlyId], best: &Hypothesis, other: &Hypothesis) -> Option<RivalMove> {
    let fork = beam.plies().fork(best.head, other.head);
    let at = line.iter().position(|&id| id == fork)? + 1;
    let own = beam.ply(*line.get(at)?).mv()?;
    let theirs = beam.plies().back_from(other.head).find(|(_, ply)| ply.parent == Some(fork))?;
    let theirs = theirs.1.mv()?;
    let pays = other.cost.minus(best.cost);
    if own.from() != theirs.from() {
        None
    } else if own.to() == theirs.to() && own.is_promotion() && theirs.is_promotion() {
        let kind = QuestionKind::PromotionPiece;
        (pays < beam.weights().beyond_doubt_last).then_some(RivalMove { at, kind, mv: theirs })
    } else {
        let captures = own.is_capture() && theirs.is_capture() && own.to() != theirs.to();
        (captures && pays < SAME_COST).then_some(RivalMove {
            at,
            kind: QuestionKind::WhichCapture,
            mv: theirs,
        })
    }
}

/// What `ply`, an illegal move of a rook, says of the promotion by which that rook came: it
/// moved like a queen, so perhaps it is one, put down upside down.
pub(super) fn doubt_about_rook(beam: &Beam, id: PlyId) -> Option<Doubt> {
    let plies = beam.plies();
    let Some(Move::Normal { role: Role::Rook, from, to, .. }) = plies.get(id).mv() else {
        return None;
    };
    let mut square = from;
    for (_, ply) in plies.back_from(id).skip(1) {
        let (mv, parent) = (ply.mv()?, ply.parent?);
        if mv.to() != square {
            continue;
        }
        let before = &plies.get(parent).after;
        if mv.promotion() == Some(Role::Rook) {
            let queen =
                shakmaty::attacks::queen_attacks(from, plies.get(id).after.board().occupied());
            if queen.contains(to) {
                let Move::Normal { role, from, capture, to, .. } = mv else { return None };
                let of = |promotion| Move::Normal { role, from, capture, to, promotion };
                let lines = [Role::Queen, Role::Rook].map(|role| vec![of(Some(role))]).to_vec();
                let (kind, ply) = (QuestionKind::PromotionPiece, ply.number);
                let before = Arc::new(before.clone());
                return Some(Doubt { kind, ply, lines, before });
            }
            return None;
        }
        square = mv.from()?;
    }
    None
}

/// What is asked about the result, if the game ended on the board by another one than the kings tell.
pub(super) fn doubt_about_result(beam: &Beam, sign: KingsSign) -> Option<Doubt> {
    let head = beam.head();
    (beam.plies().ends_game(head) && result_of(&head.after) != sign).then(|| Doubt {
        kind: QuestionKind::ResultDiffers,
        ply: head.number,
        lines: Vec::new(),
        before: Arc::new(head.after.clone()),
    })
}

/// The line that goes on from the position of the question by `moves`, and then by what the same hands did after them, as
/// far as that can be; `None` where the best line has no such position.
pub(super) fn line_by_answer(
    beam: &mut Beam,
    question: &Question,
    moves: &[Move],
) -> Option<PlyId> {
    let line = plies_from(beam, question);
    let (&before, plies) = line.split_first()?;
    let mut head = before;
    for (index, &id) in plies.iter().enumerate() {
        let next = match moves.get(index) {
            Some(&mv) => instead(beam, head, id, mv, Sight::Answered),
            None => go_on_by(beam, head, id),
        };
        match next {
            Some(next) => head = next,
            None => break,
        }
    }
    Some(head)
}

/// The ply after `head` by `mv`, which was taken for `id` or is it.
fn instead(beam: &mut Beam, head: PlyId, id: PlyId, mv: Move, sight: Sight) -> Option<PlyId> {
    let ply = beam.ply(id);
    if ply.parent == Some(head) && ply.step == Step::Move(mv) {
        beam.ply_mut(id).sight = sight;
        return Some(id);
    }
    let after = position_after(&beam.ply(head).after, mv);
    let (step, weighed) = (Step::Move(mv), Weighed::default());
    let ply = Ply { parent: Some(head), step, after, sight, weighed, ..ply.clone() };
    Some(beam.add_ply(ply))
}

fn go_on_by(beam: &mut Beam, head: PlyId, id: PlyId) -> Option<PlyId> {
    let ply = beam.ply(id);
    if ply.parent == Some(head) {
        return Some(id);
    }
    let sight = ply.sight;
    let mv = by_the_same_hands(beam, ply, &beam.ply(head).after)?;
    instead(beam, head, id, mv, sight)
}

/// The move of the ply from another position: the same piece from the same square to the same.
fn by_the_same_hands(beam: &Beam, ply: &Ply, now: &Chess) -> Option<Move> {
    let (Step::Move(mv), Turn::Own) = (ply.step, ply.turn) else { return None };
    let hands = Hands::of(mv)?;
    let stands = || position::relocation(now, hands.from, hands.to);
    hands.legal(now).or_else(|| if beam.plies().is_legal(ply) { None } else { stands() })
}
fn result_of(ended: &Chess) -> KingsSign {
    match (ended.is_checkmate(), ended.turn()) {
        (true, Color::Black) => KingsSign::WhiteWins,
        (true, Color::White) => KingsSign::BlackWins,
        (false, _) => KingsSign::Draw,
    }
}
