//! The scoresheet: all that is told of a game, from its first ply on. Decisions about plies that the
//! hypotheses have long forgotten are carried out on it.

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::plies::{Ply, PlyId, Step, Turn};
use super::position;
use crate::account::{Evidence, MoveId, PositionWhy, Sight, position_after, replies};

/// All that is told of a game.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    root: Ply,
    lines: Vec<Scored>,
}

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
    pub(super) evidence: Evidence,
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

impl Sheet {
    /// The sheet of a game that begins at `root`.
    pub(super) fn new(root: Ply) -> Self {
        Self { root, lines: Vec::new() }
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
        self.lines.push(Scored { id, what, turn, next, sight, evidence, lifted, landed });
    }

    /// Strikes the last line out.
    pub(super) fn pop(&mut self) {
        self.lines.pop();
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

    /// The ply that the same hands make after another one: the same man from the same square to the
    /// same, lawful or not; `None` where no such man stands.
    pub(super) fn by_the_same_hands(&self, before: &Ply) -> Option<Ply> {
        let ScoredStep::Move(mv) = self.what else { return self.as_written(before) };
        let (turn, mv, after) = Hands::of(mv)?.play(&before.after)?;
        Some(self.ply(Step::Move(mv), turn, after, before.number + 1))
    }

    fn ply(&self, step: Step, turn: Turn, after: Chess, number: u32) -> Ply {
        let Self { sight, evidence, lifted, landed, .. } = *self;
        Ply { parent: None, step, after, number, sight, turn, evidence, lifted, landed }
    }
}

/// What hands do: a man goes from one square to another, and may be exchanged.
pub(super) struct Hands {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
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
    pub(super) fn play(&self, before: &Chess) -> Option<(Turn, Move, Chess)> {
        if let Some(mv) = self.mv(before) {
            return Some((Turn::Own, mv, position_after(before, mv)));
        }
        let passed = position::passed(before)?;
        let mv = self.mv(&passed)?;
        Some((Turn::Others, mv, position_after(&passed, mv)))
    }

    fn mv(&self, before: &Chess) -> Option<Move> {
        let free = !before.us().contains(self.to);
        let relocation = || position::relocation(before, self.from, self.to).filter(|_| free);
        self.legal(before).or_else(relocation)
    }
}

/// A tree that only has this line, and its plies; `None` for no line at all.
pub(super) fn tree(line: &[Ply]) -> Option<(super::plies::Plies, Vec<PlyId>)> {
    let (first, rest) = line.split_first()?;
    let root = Ply { parent: None, ..first.clone() };
    let mut plies = super::plies::Plies::new(root);
    let mut ids = vec![plies.root()];
    for ply in rest {
        let parent = ids.last().copied();
        ids.push(plies.push(Ply { parent, ..ply.clone() }));
    }
    Some((plies, ids))
}
