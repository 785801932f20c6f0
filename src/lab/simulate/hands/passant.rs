//! Pawns captured en passant that still stand when the clock is pressed.

use shakmaty::{Role, Square};
use touchmove_drivers::Instant;

use crate::simulate::timeline::{Action, Deed};
use crate::simulate::truth::Sin;

/// A pawn captured en passant that the player forgot to take off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forgotten {
    /// The sin that it becomes when the clock is pressed.
    pub(super) sin: Sin,
    /// Where it stands.
    pub(super) square: Square,
    /// Since when.
    pub(super) since: Instant,
}

/// Those of the forgotten pawns for which the capturer pressed the clock before they were taken off.
pub(super) fn pressed_for(forgotten: &[Forgotten], deeds: &[Deed]) -> Vec<Sin> {
    let is_sin = |forgotten: &&Forgotten| {
        let side = forgotten.sin.side;
        let own = |deed: &&Deed| deed.at > forgotten.since && deed.action == Action::Press(side);
        effective_presses(deeds).find(own).is_some_and(|press| forgotten.stands(press.at, deeds))
    };
    forgotten.iter().filter(is_sin).map(|forgotten| forgotten.sin).collect()
}

impl Forgotten {
    /// Whether it stands at a moment. A hurried reply may take it off before the capturer is down.
    fn stands(&self, at: Instant, deeds: &[Deed]) -> bool {
        let before = deeds.iter().take_while(|deed| deed.at <= at).map(|deed| deed.action);
        let last = before.filter(|&action| match action {
            Action::Lift(square) | Action::Place(square, _) => square == self.square,
            Action::Press(_) | Action::StartStop => false,
        });
        match last.last() {
            Some(Action::Place(_, piece)) => {
                piece.role == Role::Pawn && piece.color != self.sin.side
            }
            Some(_) => false,
            None => true,
        }
    }
}

/// The presses that change whose clock runs.
fn effective_presses(deeds: &[Deed]) -> impl Iterator<Item = &Deed> {
    let mut down = None;
    deeds.iter().filter(move |deed| match deed.action {
        Action::Press(side) => down.replace(side) != Some(side),
        _ => false,
    })
}
