//! The scoresheet is written anew from one of its lines on: what stood there is superseded, and told as it is now.

use std::sync::Arc;

use shakmaty::{Bitboard, Chess, Position};

use super::confidence::CERTAIN;
use super::emitted_line::line_move_of;
use super::plies::{Ply, Step};
use super::readings::Readings;
use super::settled_sheet::{Scored, ScoredStep, SettledSheet};
use crate::account::{LineState, MoveId, Placed, PositionWhy, What};

/// A line to be written anew.
#[derive(Clone, Debug)]
pub(super) struct WrittenLine {
    pub(super) scored: Scored,
    /// The position to which it led before.
    pub(super) led_to: Option<Arc<Chess>>,
}

impl WrittenLine {
    /// A line that did not stand there before.
    pub(super) fn new(scored: Scored) -> Self {
        Self { scored, led_to: None }
    }
}

/// WrittenLines to be written anew, in order.
pub(super) type WrittenLines = Vec<WrittenLine>;

/// The lines of the scoresheet from `at` on, to be written anew; `plies` are all of its plies.
pub(super) fn lines_from(
    sheet: &SettledSheet,
    at: usize,
    plies: &[Ply],
) -> impl Iterator<Item = WrittenLine> {
    let after = plies.iter().skip(at + 1).map(|ply| Some(Arc::new(ply.after.clone())));
    let lines = sheet.lines().iter().skip(at).cloned();
    lines.zip(after).map(|(scored, led_to)| WrittenLine { scored, led_to })
}

/// The squares that were wrong before the line is written anew: a move may be under way there. Where play
/// stands by decision at a position, nothing is.
pub(super) fn under_way(lines: &[WrittenLine], told: Option<&Ply>, seen: &Readings) -> Bitboard {
    let is_placed = match lines {
        [WrittenLine { scored, led_to: None }] => matches!(scored.what, ScoredStep::Placed(..)),
        _ => false,
    };
    let told = told.filter(|_| !is_placed);
    told.map_or(Bitboard::EMPTY, |told| seen.sets().mismatch(told.after.board()))
}

/// A scoresheet while it is written anew.
pub(super) struct Rewriting<'a> {
    pub(super) sheet: &'a mut SettledSheet,
    /// The last number given to a move.
    pub(super) last_id: &'a mut u64,
    pub(super) out: &'a mut Vec<What>,
}

impl Rewriting<'_> {
    /// Writes it anew from line `at` on; returns the start and the ply of every line, as they are then.
    pub(super) fn rewrite(mut self, at: usize, lines: WrittenLines) -> Vec<Ply> {
        let before = self.sheet.plies();
        let gone = self.sheet.cut(at);
        for (scored, pair) in gone.iter().zip(before[at..].windows(2)).rev() {
            self.strike(scored, pair);
        }
        let mut line: Vec<Ply> = before.into_iter().take(at + 1).collect();
        if gone.iter().any(|scored| matches!(scored.what, ScoredStep::Placed(..))) {
            self.out.extend(line.last().map(placed));
        }
        for written in lines {
            let Some(last) = line.last() else { break };
            let Some(ply) = written_anew(written, last) else { break };
            self.write_down(last, &ply);
            line.push(ply);
        }
        line
    }

    fn strike(&mut self, scored: &Scored, pair: &[Ply]) {
        let [before, ply] = pair else { return };
        if let Some(mut gone) = line_move_of(&before.after, ply, Some(scored.id)) {
            gone.state = LineState::Superseded;
            self.out.push(What::Move(gone));
        }
    }

    fn write_down(&mut self, before: &Ply, ply: &Ply) {
        if ply.is_position() {
            self.out.push(placed(ply));
        } else {
            *self.last_id += 1;
        }
        let id = MoveId(*self.last_id);
        if let Some(mut told) = line_move_of(&before.after, ply, Some(id)) {
            told.state = LineState::Settled;
            told.confidence = CERTAIN;
            told.rewritten = true;
            self.out.push(What::Move(told));
        }
        self.sheet.push(ply, id);
    }
}

/// The ply of a line after another one than before: what the same hands did, or the same as before where
/// that leads to the same pieces, or else the position that it led to.
fn written_anew(WrittenLine { scored, led_to }: WrittenLine, before: &Ply) -> Option<Ply> {
    scored.by_the_same_hands(before).or_else(|| {
        let same = scored.as_written(before);
        let Some(led_to) = led_to else { return same };
        let same = same.filter(|ply| ply.after.board() == led_to.board());
        Some(same.unwrap_or_else(|| reached(&scored, led_to, before)))
    })
}

/// A position to which no move leads any more, where the move stood that led there.
fn reached(scored: &Scored, position: Arc<Chess>, before: &Ply) -> Ply {
    let step = Step::Position(PositionWhy::Decision);
    let (evidence, landed) = (scored.evidence, scored.landed);
    Ply { step, after: position.as_ref().clone(), evidence, landed, ..before.clone() }
}

fn placed(ply: &Ply) -> What {
    let position = Arc::new(ply.after.clone());
    What::Position(Placed { position, why: PositionWhy::Decision })
}
