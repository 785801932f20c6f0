//! Who a board says it is, and when it is clear that it says nothing.

use std::time::Duration;

use touchmove_drivers::observation::DeviceFact;
use touchmove_drivers::{Instant, Observation, Unit};

use crate::hall::boards::board::ToBoard;
use crate::link::identity;
use crate::link::port::Port;

/// What is kept of a board that has not said who it is. It says so before it is read out.
pub(super) const UNNAMED_MAX: usize = 256;

/// The serial number of a board that has none begins so; behind it stands by what its link is known.
const NAMELESS: &str = "unnamed";

/// A board that has not told its number so long after it was first heard has none: it was asked again and again.
const ASKED_FOR: Duration = Duration::from_secs(3);

/// The serial number that an observation tells; or, once pieces are shown, the one that is known otherwise.
pub(super) fn name_in(observation: &Observation, otherwise: Option<&str>) -> Option<String> {
    match observation {
        Observation::Device(DeviceFact::Serial(serial)) => Some(serial.clone()),
        Observation::Board(_) | Observation::Square { .. } => otherwise.map(ToOwned::to_owned),
        _ => None,
    }
}

/// Whether an observation names another board than the one with this serial number.
pub(super) fn is_another(observation: &Observation, serial: &str) -> bool {
    let other = name_in(observation, None);
    other.is_some_and(|other| other != serial) && !is_nameless(serial)
}

/// What stands for the serial number of a board that has none: two of them at two links never share it. What is replayed
/// has no link.
pub(super) fn nameless(port: &Port, unit: Option<&Unit>) -> String {
    let link = identity::of_link(&port.address).map(|link| format!("-{link}")).unwrap_or_default();
    let unit = unit.map(|unit| format!("-{unit}")).unwrap_or_default();
    format!("{NAMELESS}{link}{unit}")
}

/// Whether that stands for the serial number of a board.
pub(super) fn is_nameless(serial: &str) -> bool {
    serial.strip_prefix(NAMELESS).is_some_and(|link| link.is_empty() || link.starts_with('-'))
}

/// Whether a board keeps its number to itself. What it tells at first may be meant for a host before this one, which
/// it did not see go: that says nothing.
pub(super) fn is_mute(said: &[ToBoard]) -> bool {
    let span = heard(said).next().zip(heard(said).last());
    span.is_some_and(|((first, _), (last, _))| last.since(first) >= ASKED_FOR) && shows_pieces(said)
}

/// Whether a board that was read out whole has told no number by now: where nobody touches it, it may say nothing more.
pub(super) fn is_still(said: &[ToBoard], now: Instant) -> bool {
    let is_whole = |what: &Observation| matches!(what, Observation::Board(_));
    was_asked_for_long(said, now) && heard(said).any(|(_, what)| is_whole(what))
}

/// Whether a board was first heard so long ago that its number would be told by now. Boards that learn which chip is in
/// which piece are not read out before it is known what they have learned, so no more is waited for.
pub(super) fn was_asked_for_long(said: &[ToBoard], now: Instant) -> bool {
    heard(said).next().is_some_and(|(first, _)| now.since(first) >= ASKED_FOR)
}

/// Whether squares were told.
pub(super) fn shows_pieces(said: &[ToBoard]) -> bool {
    let is_of_squares =
        |what: &Observation| matches!(what, Observation::Board(_) | Observation::Square { .. });
    heard(said).any(|(_, observation)| is_of_squares(observation))
}

/// What was observed, without the bytes that went by.
pub(super) fn heard(said: &[ToBoard]) -> impl Iterator<Item = (Instant, &Observation)> {
    said.iter().filter_map(|message| match message {
        ToBoard::Heard { at, observation, .. } => Some((*at, observation)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_board_tells_before_its_number_is_no_sign_that_it_has_none() {
        let heard = |millis, line: &str| ToBoard::Heard {
            at: Instant::from_millis(millis),
            since: None,
            observation: line.parse().unwrap(),
        };
        let mut said = vec![heard(0, "square e2 ."), heard(400, "square e2 .")];
        assert!(!is_mute(&said), "a host before this one had asked for changes");
        said.push(heard(9_000, "board 8/8/8/8/8/8/8/8"));
        assert!(is_mute(&said), "it was asked for seconds");
        assert!(!is_mute(&[heard(0, "battery 1"), heard(9_000, "battery 1")]));
    }

    #[test]
    fn a_board_that_learns_is_not_waited_for_once_it_would_have_told_its_number() {
        let at = Instant::from_millis(1_000);
        let observation = "link up".parse().unwrap();
        let said = [ToBoard::Heard { at, since: None, observation }];
        assert!(!was_asked_for_long(&said, Instant::from_millis(3_999)));
        assert!(was_asked_for_long(&said, Instant::from_millis(4_000)));
        assert!(!was_asked_for_long(&[], Instant::from_millis(9_000)), "nobody is there");
    }

    #[test]
    fn a_board_that_was_read_out_and_stands_still_is_not_waited_for() {
        let heard = |line: &str| ToBoard::Heard {
            at: Instant::from_millis(1_000),
            since: None,
            observation: line.parse().unwrap(),
        };
        let read_out = [heard("link up"), heard("board 8/8/8/8/8/8/8/8")];
        assert!(!is_still(&read_out, Instant::from_millis(3_999)), "it is still asked");
        assert!(is_still(&read_out, Instant::from_millis(4_000)));
        let touched = [heard("square e2 ."), heard("battery 1")];
        assert!(!is_still(&touched, Instant::from_millis(9_000)), "nothing was asked of it yet");
    }
}
