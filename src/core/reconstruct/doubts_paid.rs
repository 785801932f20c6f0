//! What lines pay for what chess says against them, where readings do not tell them apart.

use super::beam::{Beam, Hypothesis};
use super::plies::{Plies, PlyId};
use super::weights::Cost;

/// What a line owes for its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwedForDoubts {
    pub(super) line: Hypothesis,
    /// What it is to have paid in all, from where the lines part.
    pub(super) owed: Cost,
    /// What it has paid.
    pub(super) paid: Cost,
}

/// Lines pay what they owe; and as much less, all of them, as leaves the cheapest at what it had paid for all else: chess only
/// tells them apart.
pub(super) fn charge_for_doubts(beam: &mut Beam, lines: &[OwedForDoubts]) {
    let otherwise = |one: &OwedForDoubts| one.line.cost.minus(one.paid);
    let cheapest = lines.iter().map(otherwise).min().unwrap_or_default();
    let with_owed = lines.iter().map(|one| otherwise(one).plus(one.owed)).min();
    let spared = with_owed.unwrap_or_default().minus(cheapest);
    // A line that goes on from another one's last ply pays what that pays.
    let mut lines = lines.to_vec();
    lines.sort_by_key(|one| one.line.head);
    let mut charges: Vec<(PlyId, Cost)> = Vec::with_capacity(lines.len());
    for OwedForDoubts { line: Hypothesis { head, .. }, owed, paid } in lines {
        let charged = paid.plus(charged(beam.plies(), head, &charges));
        let charge = owed.minus(spared).minus(charged);
        let weighed = &mut beam.ply_mut(head).weighed;
        weighed.paid = weighed.paid.plus(charge);
        charges.push((head, charge));
    }
    beam.charge(|plies, one| charged(plies, one.head, &charges));
}

/// What of these charges the line to this head pays.
fn charged(plies: &Plies, head: PlyId, charges: &[(PlyId, Cost)]) -> Cost {
    let on_line = charges.iter().filter(|(id, _)| plies.is_on_line(*id, head));
    on_line.fold(Cost::NONE, |sum, (_, charge)| sum.plus(*charge))
}
