//! When sins are planted: seldom, and well apart.

use std::ops::RangeInclusive;

use fastrand::Rng;
use shakmaty::Color;

/// So many sins are planted in a game that is long enough.
const SINS: RangeInclusive<usize> = 1..=3;
/// Plies before the first sin, at least.
const OPENING: usize = 4;
/// Plies from one sin to the next, at least.
const APART: usize = 8;
/// Plies that follow the last sin, at least.
const CLOSING: usize = 4;
/// What is still to be planted in a game. Its chances are its own, so that hands without sins are the
/// same whatever is planned.
pub(super) struct Plan {
    rng: Rng,
    plies: usize,
    /// So many sins are left.
    left: usize,
    /// From this ply on, counted from 0, the next sin is due.
    due: usize,
    /// The ply of the last sin.
    last: Option<usize>,
    /// Who has been penalised under 7.5: the second offence loses the game (7.5.5).
    offended: [bool; 2],
    /// An illegal move stands.
    is_over: bool,
}

/// What is wanted of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Any sin.
    Any,
    /// None is due, but one that few moves allow would be welcome.
    Rare,
}

impl Plan {
    /// For a game of so many plies.
    pub(super) fn new(seed: u64, plies: usize) -> Self {
        let mut rng = Rng::with_seed(seed.rotate_left(32) ^ 0x5349_4e53);
        let left = rng.usize(SINS);
        let due = OPENING + rng.usize(0..=most_apart(plies));
        Self { rng, plies, left, due, last: None, offended: [false; 2], is_over: false }
    }

    /// What is wanted of ply number `ply`, counted from 0.
    pub(super) fn wants(&self, ply: usize) -> Option<Wanted> {
        let is_free = ply >= OPENING
            && ply + CLOSING < self.plies
            && self.last.is_none_or(|last| ply >= last + APART);
        let is_due = self.left > 0 && ply >= self.due;
        let wanted = if is_due { Wanted::Any } else { Wanted::Rare };
        (is_free && !self.is_over).then_some(wanted)
    }

    /// Whether the ply follows a sin, so that nobody is in a hurry.
    pub(super) fn is_calm(&self, ply: usize) -> bool {
        self.last.is_some_and(|last| ply <= last + 1)
    }

    /// Whether `side` may commit an offence of 7.5 without losing the game.
    pub(super) const fn may_offend(&self, side: Color) -> bool {
        !self.offended[side as usize]
    }

    /// Whether the next sin is the last one.
    pub(super) const fn is_last(&self) -> bool {
        self.left == 1
    }

    /// Whether there are more sins to come.
    pub(super) const fn has_more(&self) -> bool {
        self.left > 0
    }

    /// No more sins, not even rare ones.
    pub(super) const fn end(&mut self) {
        self.is_over = true;
    }

    pub(super) const fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    pub(super) fn chance(&mut self, share: f64) -> bool {
        self.rng.f64() < share
    }

    /// A sin was planted.
    pub(super) fn note(&mut self, ply: usize) {
        self.left = self.left.saturating_sub(1);
        self.last = Some(ply);
        self.due = ply + self.gap();
    }

    /// It was an offence of 7.5.
    pub(super) const fn note_offence(&mut self, side: Color) {
        self.offended[side as usize] = true;
    }

    fn gap(&mut self) -> usize {
        self.rng.usize(APART..=most_apart(self.plies))
    }
}

/// Plies from one sin to the next, at most, if one is possible there.
fn most_apart(plies: usize) -> usize {
    APART.max(plies / (SINS.end() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sins_are_few_and_well_apart() {
        for seed in 0..200 {
            let mut plan = Plan::new(seed, 80);
            let mut planted: Vec<usize> = Vec::new();
            for ply in 0..80 {
                if plan.wants(ply) == Some(Wanted::Any) {
                    plan.note(ply);
                    planted.push(ply);
                }
            }
            assert!((1..=3).contains(&planted.len()), "{planted:?}");
            assert!(planted.windows(2).all(|two| two[1] - two[0] >= APART), "{planted:?}");
            assert!(planted.iter().all(|ply| (OPENING..80 - CLOSING).contains(ply)));
        }
        assert!((0..10).all(|ply| Plan::new(1, 8).wants(ply).is_none()));
    }

    #[test]
    fn nobody_commits_a_second_offence() {
        let mut plan = Plan::new(1, 80);
        plan.note_offence(Color::White);
        assert!(!plan.may_offend(Color::White) && plan.may_offend(Color::Black));
    }
}
