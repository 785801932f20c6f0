//! One game as reconstruction follows it: the line, what is told of it, and what waits.

use shakmaty::{Color, Move, Square};
use touchmove_drivers::Instant;

use super::line::{Line, Ply};
use super::seen::{Change, Seen};
use super::touches::Touches;
use crate::account::{Entry, LineMove, LineState, MoveId, Press, Sight, Standing, Start, What};

/// How many plies back the readings are compared with: takebacks and late corrections.
pub(super) const LOOKBACK: usize = 4;

/// Confidence in a move whose position the readings showed exactly, and no other move's.
const SEEN_CONFIDENCE: f32 = 0.999;

/// Confidence in a pair of moves that only their common result shows: in real games one pair of legal
/// moves fits in 99.7 % of gaps of two plies.
const BRIDGED_CONFIDENCE: f32 = 0.997;

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The moves that best explain the readings.
    pub(super) line: Line,
    /// The moves that are told as fact.
    pub(super) told: Line,
    /// The last number given to a move.
    ids: u64,
    /// The provisional move last passed on.
    provisional: Option<LineMove>,
    /// The differences last passed on, until the board is in step again.
    pub(super) standing: Option<Vec<Square>>,
    /// Whether the readings fit the head of the line.
    pub(super) in_step: bool,
    /// The last change after which pairs of moves were searched.
    pub(super) searched: Option<Change>,
    /// Presses that are not judged yet: White's, then Black's.
    pub(super) pressed: [Option<PendingPress>; 2],
    pub(super) touches: Touches,
}

/// A press that is judged when the board has been read once completely after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingPress {
    pub(super) press: Press,
    pub(super) at: Instant,
    pub(super) record: u64,
}

impl Game {
    pub(super) fn new(start: &Start) -> Self {
        Self {
            line: Line::new(start),
            told: Line::new(start),
            ids: 0,
            provisional: None,
            standing: None,
            in_step: true,
            searched: None,
            pressed: [None; 2],
            touches: Touches::NONE,
        }
    }

    /// Lets the line follow the readings, if a position near its end, or near the end of what is
    /// told, explains them.
    pub(super) fn follow(&mut self, seen: &Seen) {
        self.in_step = seen.shows(self.line.head().board())
            || (0..=LOOKBACK)
                .any(|back| self.follow_line(back, seen) || self.follow_told(back, seen));
    }

    /// Two moves that were seen only together.
    pub(super) fn follow_pair(&mut self, seen: &Seen) {
        self.searched = Some(seen.last());
        if let Some(pair) = self.line.head().two_replies_shown(seen) {
            for mv in pair {
                self.line.push(mv, Sight::Bridged, seen);
            }
            self.in_step = true;
        }
    }

    /// Tells the first `upto` plies of the line as fact; what was told otherwise is taken back.
    pub(super) fn settle(&mut self, upto: usize, entries: &mut Vec<What>) {
        let common = self.line.common(&self.told);
        if common >= upto {
            return;
        }
        self.take_back(common, entries);
        for index in common..upto {
            self.ids += 1;
            let ply = &mut self.line.plies[index];
            ply.id = Some(MoveId(self.ids));
            let told = line_move(ply, index, LineState::Settled);
            if self.provisional.as_ref().is_some_and(|p| p.ply == told.ply && p.mv == told.mv) {
                self.provisional = None;
            }
            entries.extend(self.touches.left(ply).into_iter().map(What::Touch));
            self.told.plies.push(ply.clone());
            entries.push(What::Move(told));
        }
    }

    /// Takes back what was told beyond the first `keep` plies, the last first.
    pub(super) fn take_back(&mut self, keep: usize, entries: &mut Vec<What>) {
        while self.told.plies.len() > keep
            && let Some(ply) = self.told.plies.pop()
        {
            let index = self.told.plies.len();
            entries.push(What::Move(line_move(&ply, index, LineState::Superseded)));
        }
    }

    /// Passes on the head of the line while it is not settled, and its withdrawal; and that the
    /// board is right again, where it was told to be wrong.
    pub(super) fn tell_head(&mut self, entries: &mut Vec<What>) {
        let length = self.line.plies.len();
        let now = match self.line.plies.last() {
            Some(ply) if self.line.common(&self.told) < length => {
                Some(line_move(ply, length - 1, LineState::Provisional))
            }
            _ => None,
        };
        if self.provisional != now {
            if let Some(mut gone) = std::mem::replace(&mut self.provisional, now.clone()) {
                gone.state = LineState::Superseded;
                entries.push(What::Move(gone));
            }
            entries.extend(now.map(What::Move));
        }
        if self.in_step && self.standing.take().is_some() {
            entries.push(What::Standing(Standing::InStep));
        }
    }

    /// Keeps a press until it can be judged; hands out an earlier one of the same side.
    pub(super) fn press(&mut self, pending: PendingPress) -> Option<PendingPress> {
        self.pressed[side_index(pending.press.side)].replace(pending)
    }

    /// The board has been read once after this side's press: its last move stands.
    pub(super) fn judge_press(
        &mut self,
        side: Color,
        entries: &mut Vec<What>,
    ) -> Option<PendingPress> {
        if let Some(index) = self.line.plies.iter().rposition(|ply| ply.mover() == side) {
            self.settle(index + 1, entries);
        }
        self.take_press(side)
    }

    /// The press that the head of the line answers: the opponent's move landed after it.
    pub(super) fn answered_press(&mut self) -> Option<PendingPress> {
        let head = self.line.plies.last()?;
        let side = head.mover().other();
        let landed = head.evidence.to;
        self.pressed[side_index(side)].filter(|pending| pending.record < landed)?;
        self.take_press(side)
    }

    /// Lets the line follow to `back` plies before its head, or to a reply from there.
    fn follow_line(&mut self, back: usize, seen: &Seen) -> bool {
        let Some((keep, reply)) = explained(&self.line, back, seen) else { return false };
        self.line.plies.truncate(keep);
        if let Some(mv) = reply {
            self.line.push(mv, Sight::Seen, seen);
        }
        true
    }

    /// The same, from the head of what is told.
    fn follow_told(&mut self, back: usize, seen: &Seen) -> bool {
        if explained(&self.told, back, seen).is_none() {
            return false;
        }
        self.line = self.told.clone();
        self.follow_line(back, seen)
    }

    /// Takes this side's pending press, and marks its last move as pressed for.
    fn take_press(&mut self, side: Color) -> Option<PendingPress> {
        for line in [&mut self.line, &mut self.told] {
            if let Some(ply) = line.plies.iter_mut().rfind(|ply| ply.mover() == side) {
                ply.pressed = true;
            }
        }
        self.pressed[side_index(side)].take()
    }
}

impl PendingPress {
    pub(super) fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}

/// Whether the readings fit the position `back` plies before the head of `line`, or one reply from
/// there: how many plies that keeps, and the reply.
fn explained(line: &Line, back: usize, seen: &Seen) -> Option<(usize, Option<Move>)> {
    let keep = line.plies.len().checked_sub(back)?;
    let node = line.node(keep);
    if seen.shows(node.board()) {
        return Some((keep, None));
    }
    node.reply_shown(seen).map(|mv| (keep, Some(mv)))
}

const fn side_index(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 1,
    }
}

fn line_move(ply: &Ply, index: usize, state: LineState) -> LineMove {
    LineMove {
        id: ply.id,
        ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
        state,
        mv: ply.mv,
        before: ply.before.clone(),
        evidence: ply.evidence,
        landed: ply.landed,
        sight: ply.sight,
        confidence: match ply.sight {
            Sight::Seen => SEEN_CONFIDENCE,
            Sight::Bridged => BRIDGED_CONFIDENCE,
        },
    }
}
