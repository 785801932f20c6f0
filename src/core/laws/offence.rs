//! Offences of article 7.5: what each is, and which of them count together (`docs/laws/rules.md` 5.2).

use shakmaty::{Color, Square};

use super::edition::{OffenceGroup, Rule};
use super::says::IncidentKind;

/// The offences that count: an incident that falls takes its own along.
#[derive(Clone, Debug, Default)]
pub struct Offences {
    /// Those of which no incident is known: Black's, White's.
    earlier: [[u8; 4]; 2],
    /// The others, the oldest first.
    known: Vec<Committed>,
}

/// An offence that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Committed {
    pub(super) incident: u32,
    pub(super) side: Color,
    pub(super) offence: Offence,
    pub(super) group: OffenceGroup,
}

/// An offence that counted, with the number of those known before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffencePlace {
    pub(super) index: usize,
    pub(super) committed: Committed,
}

/// So many offences are known by their incidents; older ones count for ever.
const MAX_KNOWN: usize = 64;

impl Offences {
    /// Counts one of which no incident is known.
    pub fn count(&mut self, side: Color, group: OffenceGroup) {
        let count = &mut self.earlier[usize::from(side)][group as usize];
        *count = count.saturating_add(1);
    }

    /// An offence is committed.
    pub(super) fn commit(&mut self, committed: Committed) {
        if self.known.len() == MAX_KNOWN {
            let oldest = self.known.remove(0);
            self.count(oldest.side, oldest.group);
        }
        self.known.push(committed);
    }

    /// The incident of this number did not happen, or does not count.
    pub(super) fn forgive(&mut self, incident: u32) {
        self.known.retain(|known| known.incident != incident);
    }

    /// The offence of this incident, if it counts, with its place.
    pub(super) fn known(&self, incident: u32) -> Option<OffencePlace> {
        let index = self.known.iter().position(|known| known.incident == incident)?;
        Some(OffencePlace { index, committed: self.known[index] })
    }

    /// An offence that was forgiven counts after all, in its place.
    pub(super) fn count_again(&mut self, place: OffencePlace) {
        let OffencePlace { index, committed } = place;
        if self.known.len() == MAX_KNOWN {
            return self.commit(committed);
        }
        self.known.insert(index.min(self.known.len()), committed);
    }

    /// The offence that counts together with this one and follows it.
    pub(super) fn next_like(&self, incident: u32) -> Option<Committed> {
        let OffencePlace { index, committed: it } = self.known(incident)?;
        let is_like = |known: &&Committed| (known.side, known.group) == (it.side, it.group);
        self.known[index + 1..].iter().find(is_like).copied()
    }

    /// The offence of this incident, if it counts and is the first of those that count together.
    pub(super) fn first(&self, incident: u32) -> Option<Committed> {
        let OffencePlace { index, committed: it } = self.known(incident)?;
        let is_like = |known: &Committed| (known.side, known.group) == (it.side, it.group);
        let has_earlier = self.earlier[usize::from(it.side)][it.group as usize] > 0
            || self.known[..index].iter().any(is_like);
        (!has_earlier).then_some(it)
    }
}

/// An offence of article 7.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offence {
    /// An illegal move (7.5.1).
    IllegalMove,
    /// A pawn that was not replaced, on this square (7.5.2).
    PawnNotReplaced(Square),
    /// The clock pressed without a move (7.5.3).
    PressWithoutMove,
    /// Two hands (7.5.4).
    TwoHands,
}

impl Offence {
    pub(super) const fn kind(self) -> IncidentKind {
        match self {
            Self::IllegalMove => IncidentKind::IllegalMoveCompleted,
            Self::PawnNotReplaced(_) => IncidentKind::PromotionNotReplaced,
            Self::PressWithoutMove => IncidentKind::PressWithoutMove,
            Self::TwoHands => IncidentKind::TwoHands,
        }
    }

    pub(super) const fn rule(self) -> Rule {
        match self {
            Self::IllegalMove => Rule::IllegalMove,
            Self::PawnNotReplaced(_) => Rule::PawnNotReplaced,
            Self::PressWithoutMove => Rule::PressWithoutMove,
            Self::TwoHands => Rule::TwoHands,
        }
    }

    pub(super) const fn penalty(self) -> Rule {
        match self {
            Self::IllegalMove | Self::PawnNotReplaced(_) => Rule::IllegalPenalty,
            Self::PressWithoutMove => Rule::PressPenalty,
            Self::TwoHands => Rule::HandsPenalty,
        }
    }

    pub(super) const fn group(self) -> OffenceGroup {
        match self {
            Self::IllegalMove | Self::PawnNotReplaced(_) => OffenceGroup::Illegal,
            Self::PressWithoutMove => OffenceGroup::Press,
            Self::TwoHands => OffenceGroup::Hands,
        }
    }
}
