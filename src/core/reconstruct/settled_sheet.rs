//! The scoresheet: all that is told of a game, from its first ply on. Decisions about plies that the
//! hypotheses have long forgotten are carried out on it.

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::plies::{Plies, Ply, PlyId, Step, Turn, Weighed};
use super::position;
use crate::account::{EvidenceSpan, MoveId, PositionWhy, Sight, position_after, replies};

/// All that is told of a game.
#[derive(Clone, Debug)]
pub(super) struct SettledSheet {
    root: Ply,
    lines: Vec<Scored>,
    /// What decisions have changed of it, the latest last.
    edits: Vec<Edit>,
}

/// A change of the scoresheet by a decision.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// The number of the decision.
    pub(super) number: u64,
    /// The first line that it changed.
    pub(super) at: usize,
    /// What stood from there on.
    pub(super) before: Vec<Scored>,
    /// How many lines stood there after it.
    pub(super) after: usize,
}

impl Edit {
    /// The line of the scoresheet after the last that it has written.
    pub(super) const fn end(&self) -> usize {
        self.at + self.after
    }
}

/// Why a change is not undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotUndone {
    /// No decision of this number has changed the scoresheet.
    Unknown,
    /// That of this number was made after it.
    Later(u64),
}

/// So many changes can be undone.
const MAX_EDITS: usize = 16;
/// So many lines that stood before are kept for that, but for those of the last change.
const MAX_EDITED_LINES: usize = 600;

/// Room is made for so many lines at a time: a vector that doubles would keep more than a long game needs.
const LINES_RESERVED: usize = 64;

/// A line of the scoresheet.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    /// Its number, if it is a move.
    pub(super) id: MoveId,
    pub(super) what: ScoredStep,
    /// Whether the side that moved had the move.
    pub(super) turn: Turn,
    /// Who is to move after it.
    pub(super) next: Color,
    pub(super) sight: Sight,
    pub(super) evidence: EvidenceSpan,
    pub(super) lifted: Option<Instant>,
    pub(super) landed: Instant,
}

/// What a line of the scoresheet says.
#[derive(Clone, Debug)]
pub(super) enum ScoredStep {
    /// A move.
    Move(Move),
    /// A position to which no move leads.
    Placed(Arc<Chess>, PositionWhy),
}

impl SettledSheet {
    /// The sheet of a game that begins at `root`.
    pub(super) fn new(root: Ply) -> Self {
        Self { root, lines: Vec::new(), edits: Vec::new() }
    }

    /// Writes down a ply that was told by this number.
    pub(super) fn push(&mut self, ply: &Ply, id: MoveId) {
        let what = match ply.step {
            Step::Root => return,
            Step::Move(mv) => ScoredStep::Move(mv),
            Step::Position(why) => ScoredStep::Placed(Arc::new(ply.after.clone()), why),
        };
        let Ply { turn, sight, evidence, lifted, landed, .. } = *ply;
        let next = ply.turn();
        if self.lines.len() == self.lines.capacity() {
            self.lines.reserve_exact(LINES_RESERVED);
        }
        self.lines.push(Scored { id, what, turn, next, sight, evidence, lifted, landed });
    }

    /// Strikes the last line out: it does not hold, and a decision about it cannot be undone any more.
    pub(super) fn strike_last(&mut self) {
        self.lines.pop();
        let left = self.lines.len();
        self.edits.retain(|edit| edit.end() <= left);
    }

    /// Keeps what a decision has changed, as long as it can be undone.
    pub(super) fn keep_edit(&mut self, edit: Edit) {
        self.edits.push(edit);
        while self.edits.len() > MAX_EDITS
            || self.edits.len() > 1 && self.edited_lines() > MAX_EDITED_LINES
        {
            self.edits.remove(0);
        }
    }

    /// How many lines are kept so that changes can be undone.
    fn edited_lines(&self) -> usize {
        self.edits.iter().map(|edit| edit.before.len()).sum()
    }

    /// Takes the change by decision `number` out, if it is the last.
    pub(super) fn take_edit(&mut self, number: u64) -> Result<Edit, NotUndone> {
        let is_known = self.edits.iter().any(|edit| edit.number == number);
        self.edits.pop_if(|edit| edit.number == number).ok_or_else(|| match self.edits.last() {
            Some(last) if is_known => NotUndone::Later(last.number),
            _ => NotUndone::Unknown,
        })
    }

    /// How many lines it has.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Its lines.
    pub(super) fn lines(&self) -> &[Scored] {
        &self.lines
    }

    /// Strikes out all lines from number `at` on, from 0.
    pub(super) fn cut(&mut self, at: usize) -> Vec<Scored> {
        self.lines.split_off(at.min(self.lines.len()))
    }

    /// The start, and the ply of every line.
    pub(super) fn plies(&self) -> Vec<Ply> {
        let mut plies = vec![self.root.clone()];
        for scored in &self.lines {
            let next = plies.last().and_then(|before| scored.as_written(before));
            plies.extend(next);
        }
        plies
    }
}

impl Scored {
    /// The ply as it was written down, after the one before it; `None` where it cannot be done there.
    pub(super) fn as_written(&self, before: &Ply) -> Option<Ply> {
        match &self.what {
            ScoredStep::Placed(position, why) => {
                let after = position.as_ref().clone();
                Some(self.ply(Step::Position(*why), Turn::Own, after, before.number))
            }
            ScoredStep::Move(mv) => {
                let after = match self.turn {
                    Turn::Own => position::done_again(&before.after, *mv)?,
                    Turn::Others => position::done_again(&position::passed(&before.after)?, *mv)?,
                };
                let after = match after.turn() == self.next {
                    true => after,
                    false => position::passed(&after)?,
                };
                Some(self.ply(Step::Move(*mv), self.turn, after, before.number + 1))
            }
        }
    }

    /// The ply that the same hands make after another one: the same piece from the same square to the
    /// same, lawful or not; `None` where no such piece stands.
    pub(super) fn by_the_same_hands(&self, before: &Ply) -> Option<Ply> {
        let ScoredStep::Move(mv) = self.what else { return self.as_written(before) };
        let Played { turn, mv, after } = Hands::of(mv)?.play(&before.after)?;
        Some(self.ply(Step::Move(mv), turn, after, before.number + 1))
    }

    fn ply(&self, step: Step, turn: Turn, after: Chess, number: u32) -> Ply {
        let Self { sight, evidence, lifted, landed, .. } = *self;
        let weighed = Weighed::default();
        Ply { parent: None, step, after, number, sight, turn, evidence, lifted, landed, weighed }
    }
}

/// What hands do: a piece goes from one square to another, and may be exchanged.
pub(super) struct Hands {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// A move that hands have made, and the position after it.
pub(super) struct Played {
    /// Whether the side that moved had the move.
    pub(super) turn: Turn,
    pub(super) mv: Move,
    pub(super) after: Chess,
}

impl Hands {
    /// What they do by a move.
    pub(super) fn of(mv: Move) -> Option<Self> {
        Some(Self { from: mv.from()?, to: mv.to(), promotion: mv.promotion() })
    }

    /// The legal move that this is.
    pub(super) fn legal(&self, before: &Chess) -> Option<Move> {
        let same = |mv: &&Move| {
            mv.from() == Some(self.from) && mv.to() == self.to && mv.promotion() == self.promotion
        };
        replies(before).iter().find(same).copied()
    }

    /// The move that this is, by the side that has the move or the other one, and the position after it.
    pub(super) fn play(&self, before: &Chess) -> Option<Played> {
        if let Some(mv) = self.mv(before) {
            return Some(Played { turn: Turn::Own, mv, after: position_after(before, mv) });
        }
        let passed = position::passed(before)?;
        let mv = self.mv(&passed)?;
        Some(Played { turn: Turn::Others, mv, after: position_after(&passed, mv) })
    }

    fn mv(&self, before: &Chess) -> Option<Move> {
        let free = !before.us().contains(self.to);
        let relocation = || position::relocation(before, self.from, self.to).filter(|_| free);
        self.legal(before).or_else(relocation)
    }
}

/// A tree of one line.
pub(super) struct Tree {
    pub(super) plies: Plies,
    /// The plies of the line, the first first.
    pub(super) ids: Vec<PlyId>,
}

/// A tree that only has this line, and its plies; `None` for no line at all.
pub(super) fn tree(line: &[Ply]) -> Option<Tree> {
    let (first, rest) = line.split_first()?;
    let root = Ply { parent: None, ..first.clone() };
    let mut plies = Plies::new(root);
    let mut ids = vec![plies.root()];
    for ply in rest {
        let parent = ids.last().copied();
        ids.push(plies.push(Ply { parent, ..ply.clone() }));
    }
    Some(Tree { plies, ids })
}
