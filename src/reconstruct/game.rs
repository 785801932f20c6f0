//! One game as reconstruction follows it: the line, what is told of it, and what waits.

use shakmaty::{Color, Move, Square};
use touchmove_drivers::Instant;

use super::line::{Line, Ply};
use super::node::Node;
use super::seen::Seen;
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
    /// The last number given to a move.
    ids: u64,
    /// The provisional move last passed on.
    provisional: Option<LineMove>,
    /// The differences last passed on, until the board is in step again.
    pub(super) standing: Option<Vec<Square>>,
    /// Whether the readings fit the head of the line.
    pub(super) in_step: bool,
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
    /// A game whose start was shown by `record`.
    pub(super) fn new(start: &Start, record: u64) -> Self {
        Self {
            line: Line::new(start, record),
            ids: 0,
            provisional: None,
            standing: None,
            in_step: true,
            pressed: [None; 2],
            touches: Touches::NONE,
        }
    }

    /// Whether no move was made.
    pub(super) fn is_unplayed(&self) -> bool {
        self.line.len() == 0 && self.line.all_told() == 0
    }

    /// Lets the line follow the readings, if a position near its end, or near the end of what is
    /// told, explains them; or two moves that were seen only together. Where both explain them, what
    /// is told stands.
    pub(super) fn follow(&mut self, seen: &Seen) {
        self.in_step = seen.shows(self.line.head().board())
            || self.correct_pair(seen)
            || (0..=LOOKBACK)
                .any(|back| self.follow_told(back, seen) || self.follow_line(back, seen))
            || (0..=self.line.untold().len()).any(|back| self.follow_pair(back, seen));
    }

    /// Tells the first `upto` plies of the line as fact; what was told otherwise is taken back.
    pub(super) fn settle(&mut self, upto: usize, entries: &mut Vec<What>) {
        if upto <= self.line.told() {
            return;
        }
        self.take_back(entries);
        while self.line.told() < upto {
            let index = self.line.told();
            let Some(ply) = self.line.tell_next(MoveId(self.ids + 1)) else { return };
            self.ids += 1;
            let told = line_move(ply, index, LineState::Settled);
            if self.provisional.as_ref().is_some_and(|p| p.ply == told.ply && p.mv == told.mv) {
                self.provisional = None;
            }
            entries.extend(self.touches.left(ply).into_iter().map(What::Touch));
            entries.push(What::Move(told));
        }
    }

    /// Tells every ply that a reply has followed. Two moves that were seen only together do not
    /// settle one another: one of the men may not have come to rest.
    pub(super) fn settle_replied(&mut self, entries: &mut Vec<What>) {
        let waiting = match self.line.last().map(|ply| ply.sight) {
            Some(Sight::Bridged) => 2,
            Some(Sight::Seen) | None => 1,
        };
        self.settle(self.line.len().saturating_sub(waiting), entries);
    }

    /// Takes back what was told and the line no longer holds, the last first.
    pub(super) fn take_back(&mut self, entries: &mut Vec<What>) {
        while let Some(ply) = self.line.take_back_last() {
            let index = self.line.all_told();
            entries.push(What::Move(line_move(&ply, index, LineState::Superseded)));
        }
    }

    /// Passes on the head of the line while it is not settled, and its withdrawal; and that the
    /// board is right again, where it was told to be wrong.
    pub(super) fn tell_head(&mut self, entries: &mut Vec<What>) {
        let index = self.line.len().saturating_sub(1);
        let head = self.line.untold().last();
        let now = head.map(|ply| line_move(ply, index, LineState::Provisional));
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
    pub(super) fn stands_by_press(&mut self, side: Color, entries: &mut Vec<What>) {
        if let Some(index) = self.line.last_of(side) {
            self.settle(index + 1, entries);
            self.line.mark_pressed(side);
        }
    }

    /// The press that the head of the line answers: the opponent's move landed after it.
    pub(super) fn answered_press(&mut self, entries: &mut Vec<What>) -> Option<PendingPress> {
        let head = self.line.last()?;
        let side = head.mover().other();
        let landed = head.evidence.to;
        self.pressed[side_index(side)].filter(|pending| pending.record < landed)?;
        self.stands_by_press(side, entries);
        self.take_press(side)
    }

    /// Takes this side's pending press.
    pub(super) fn take_press(&mut self, side: Color) -> Option<PendingPress> {
        self.pressed[side_index(side)].take()
    }

    /// Ends it: presses that wait are handed out, earlier ones first, and nothing is provisional or
    /// stands wrong any more.
    pub(super) fn close(&mut self, entries: &mut Vec<What>) -> Vec<PendingPress> {
        if let Some(mut gone) = self.provisional.take() {
            gone.state = LineState::Superseded;
            entries.push(What::Move(gone));
        }
        if self.standing.take().is_some() {
            entries.push(What::Standing(Standing::InStep));
        }
        let mut pending: Vec<_> = self.pressed.iter_mut().filter_map(Option::take).collect();
        pending.sort_by_key(|pending| pending.record);
        pending
    }

    /// Lets the line follow to `back` plies before its head, or to a reply from there.
    fn follow_line(&mut self, back: usize, seen: &Seen) -> bool {
        let Some(keep) = self.line.len().checked_sub(back) else { return false };
        let Some(reply) = explained(self.line.node(keep), seen) else { return false };
        self.line.keep(keep);
        self.push_seen(reply, seen);
        true
    }

    /// The same, from the head of what is told.
    fn follow_told(&mut self, back: usize, seen: &Seen) -> bool {
        if !self.line.has_dropped() {
            return false;
        }
        let Some(keep) = self.line.all_told().checked_sub(back) else { return false };
        let Some(reply) = explained(self.line.told_node(keep), seen) else { return false };
        self.line.keep_told(keep);
        self.push_seen(reply, seen);
        true
    }

    fn push_seen(&mut self, reply: Option<Move>, seen: &Seen) {
        if let Some(mv) = reply {
            self.line.push(mv, Sight::Seen, seen);
        }
    }

    /// A man of two that were seen only together may still slide on: that is no move more.
    fn correct_pair(&mut self, seen: &Seen) -> bool {
        let untold = self.line.untold();
        let is_pair = untold.last().is_some_and(|ply| ply.sight == Sight::Bridged);
        is_pair && self.follow_pair(untold.len(), seen)
    }

    /// Lets the line follow to two moves from `back` plies before its head.
    fn follow_pair(&mut self, back: usize, seen: &Seen) -> bool {
        let Some(keep) = self.line.len().checked_sub(back) else { return false };
        let node = self.line.node(keep);
        if !seen.names_what_differs(node.board()) {
            return false;
        }
        let Some(pair) = node.two_replies_shown(seen) else { return false };
        self.line.keep(keep);
        for mv in pair {
            self.line.push(mv, Sight::Bridged, seen);
        }
        true
    }
}

impl PendingPress {
    pub(super) fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}

/// Whether the readings fit the position, or one reply from there, and which.
#[expect(clippy::option_option, reason = "the outer says whether, the inner by which reply")]
fn explained(node: &Node, seen: &Seen) -> Option<Option<Move>> {
    if seen.shows(node.board()) {
        return Some(None);
    }
    node.reply_shown(seen).map(Some)
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
