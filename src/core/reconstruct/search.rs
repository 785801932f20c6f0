//! How hypotheses go on when readings change: all the ways in which new ones arise.

use shakmaty::Bitboard;

use super::beam::Beam;
use super::readings::Readings;
use super::rival_captures::Due;
use super::{landed_moves, missed_landings, rival_captures, rival_squares};
use crate::account::BoardTrust;

/// The readings of `changed` are new.
pub(super) fn follow(beam: &mut Beam, seen: &Readings, changed: Bitboard, trust: BoardTrust) {
    beam.measure_change(seen, changed);
    let old = beam.count();
    for index in 0..old {
        landed_moves::add_replies(beam, index, changed, seen);
    }
    landed_moves::add_replies_to_new(beam, old, seen);
    landed_moves::add_changed_minds(beam, old, changed, seen);
    landed_moves::add_take_backs(beam, seen);
    missed_landings::add_missed_landings(beam, old, changed, trust, seen);
    rival_captures::weigh(beam, Due::Followed, seen);
    rival_squares::weigh(beam, seen);
    beam.rank(seen);
}

/// Adds the hypotheses that only quiet allows.
pub(super) fn consider(beam: &mut Beam, seen: &Readings, more: impl FnOnce(&mut Beam)) {
    beam.drop_worse_half();
    let old = beam.count();
    more(beam);
    landed_moves::add_replies_to_new(beam, old, seen);
    rival_captures::weigh(beam, Due::All, seen);
    beam.rank(seen);
}
