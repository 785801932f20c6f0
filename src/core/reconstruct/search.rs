//! How hypotheses go on when readings change: all the ways in which new ones arise.

use shakmaty::Bitboard;

use super::beam::Beam;
use super::seen::Seen;
use super::{branch, unseen};

/// The readings of `changed` are new.
pub(super) fn follow(beam: &mut Beam, seen: &Seen, changed: Bitboard) {
    beam.measure_change(seen, changed);
    let old = beam.count();
    for index in 0..old {
        branch::reply(beam, index, changed, seen);
    }
    branch::reply_on(beam, old, seen);
    branch::change_mind(beam, old, changed, seen);
    branch::take_back(beam, seen);
    unseen::go_on_unseen(beam, old, changed, seen);
    beam.rank(seen);
}

/// Adds the hypotheses that only quiet allows.
pub(super) fn consider(beam: &mut Beam, seen: &Seen, more: impl FnOnce(&mut Beam)) {
    beam.drop_worse_half();
    let old = beam.count();
    more(beam);
    branch::reply_on(beam, old, seen);
    beam.rank(seen);
}
