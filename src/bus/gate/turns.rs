//! Whose call is carried out next.
//!
//! Each client has a line of its own, and the lines take turns: whoever floods us waits behind himself. When there is
//! no room for more, the heaviest line gives way to a lighter one: one client with a hundred connections does not keep
//! another one out.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Calls of one client that are carried out at a time. Others of the same client wait.
pub(super) const AT_A_TIME: usize = 8;

/// Calls that are carried out at a time, of all clients.
pub(super) const ALL_AT_A_TIME: usize = 256;

/// Calls of one client that may wait. A client that looks at a hall of 100 boards object by object asks 400
/// times at once.
pub(super) const WAITING: usize = 1_000;

/// What all calls that wait may weigh.
const ALL_WEIGHT: usize = 32 << 20;

/// What a call weighs beside its bytes.
const WEIGHT: usize = 1 << 10;

/// A call that was not answered after this time never is.
const LONGEST: Duration = Duration::from_secs(60);

/// Nobody hears when a call is over that wants no answer: it is taken to last so long.
const UNANSWERED: Duration = Duration::from_millis(250);

/// The unique name of a client on the bus.
pub(super) type Client = String;

/// What is known of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Its number among those of its client.
    pub(super) serial: u32,
    /// How long it is.
    pub(super) bytes: usize,
    /// Whether an answer is wanted.
    pub(super) wants_answer: bool,
}

/// Why a call is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refused {
    #[error("{WAITING} of your calls wait already; wait for their answers before you call again")]
    TooMany,
    #[error("touchmoved has too many calls to answer; try again in a second")]
    Busy,
}

/// The lines, and what is being carried out. `C` is a call.
#[derive(Debug)]
pub(super) struct Turns<C> {
    lines: HashMap<Client, Line<C>>,
    /// Those who have a line, in the order of their turns.
    order: VecDeque<Client>,
    weight: usize,
    /// What is being carried out for whom: serial, and when that is given up.
    going_on: HashMap<Client, Vec<(u32, Instant)>>,
}

/// The calls of a client that wait.
#[derive(Debug)]
struct Line<C> {
    calls: VecDeque<(Kind, C)>,
    weight: usize,
}

impl<C> Default for Turns<C> {
    fn default() -> Self {
        Self { lines: HashMap::new(), order: VecDeque::new(), weight: 0, going_on: HashMap::new() }
    }
}

impl<C> Default for Line<C> {
    fn default() -> Self {
        Self { calls: VecDeque::new(), weight: 0 }
    }
}

impl Kind {
    const fn weight(self) -> usize {
        self.bytes + WEIGHT
    }
}

impl<C> Turns<C> {
    /// Puts a call at the end of its client's line; what is refused for that: calls that give way to it, or it itself.
    pub(super) fn arrive(&mut self, client: &str, kind: Kind, call: C) -> Vec<(C, Refused)> {
        let own = self.lines.get(client);
        if own.is_some_and(|line| line.calls.len() >= WAITING) {
            return vec![(call, Refused::TooMany)];
        }
        let own = own.map_or(0, |line| line.weight) + kind.weight();
        let mut refused = Vec::new();
        while self.weight + kind.weight() > ALL_WEIGHT {
            let heaviest = self.lines.iter().max_by_key(|(_, line)| line.weight);
            let Some((name, _)) = heaviest.filter(|(_, line)| line.weight > own) else {
                refused.push((call, Refused::Busy));
                return refused;
            };
            let name = name.clone();
            refused.extend(self.last_of(&name).map(|gone| (gone, Refused::Busy)));
        }
        self.weight += kind.weight();
        if !self.lines.contains_key(client) {
            self.order.push_back(client.to_owned());
        }
        let line = self.lines.entry(client.to_owned()).or_default();
        line.weight += kind.weight();
        line.calls.push_back((kind, call));
        refused
    }

    /// The next call to be carried out, if one may be.
    pub(super) fn next(&mut self, now: Instant) -> Option<C> {
        self.give_up(now);
        if self.going_on.values().map(Vec::len).sum::<usize>() >= ALL_AT_A_TIME {
            return None;
        }
        for _ in 0..self.order.len() {
            let client = self.order.pop_front()?;
            self.order.push_back(client.clone());
            if self.going_on.get(&client).is_some_and(|going_on| going_on.len() >= AT_A_TIME) {
                continue;
            }
            let (kind, call) = self.take(&client, VecDeque::pop_front)?;
            let until = now + if kind.wants_answer { LONGEST } else { UNANSWERED };
            self.going_on.entry(client).or_default().push((kind.serial, until));
            return Some(call);
        }
        None
    }

    fn last_of(&mut self, client: &str) -> Option<C> {
        self.take(client, VecDeque::pop_back).map(|(_, call)| call)
    }

    /// Takes a call out of a line, which ends with its last one.
    fn take(
        &mut self,
        client: &str,
        which: impl FnOnce(&mut VecDeque<(Kind, C)>) -> Option<(Kind, C)>,
    ) -> Option<(Kind, C)> {
        let line = self.lines.get_mut(client)?;
        let (kind, call) = which(&mut line.calls)?;
        line.weight -= kind.weight();
        self.weight -= kind.weight();
        if line.calls.is_empty() {
            self.lines.remove(client);
            self.order.retain(|other| other != client);
        }
        Some((kind, call))
    }

    /// A call was answered. Whether one was that went on.
    pub(super) fn answered(&mut self, client: &str, serial: u32) -> bool {
        let Some(going_on) = self.going_on.get_mut(client) else { return false };
        let before = going_on.len();
        going_on.retain(|(one, _)| *one != serial);
        let is_one = going_on.len() < before;
        if going_on.is_empty() {
            self.going_on.remove(client);
        }
        is_one
    }

    /// When, at the latest, to look for the next call again; `None` while none waits.
    pub(super) fn look_again(&self) -> Option<Instant> {
        if self.lines.is_empty() {
            return None;
        }
        self.going_on.values().flatten().map(|(_, until)| *until).min()
    }

    fn give_up(&mut self, now: Instant) {
        self.going_on.retain(|_, going_on| {
            going_on.retain(|(_, until)| *until > now);
            !going_on.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn kind(serial: u32) -> Kind {
        Kind { serial, bytes: 100, wants_answer: true }
    }

    #[test]
    fn who_floods_waits_behind_himself() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for serial in 0..WAITING as u32 {
            assert_eq!(turns.arrive("flood", kind(serial), ("flood", serial)), []);
        }
        let one_more = ("flood", 9_999);
        assert_eq!(turns.arrive("flood", kind(9_999), one_more), [(one_more, Refused::TooMany)]);
        let going_on = std::iter::from_fn(|| turns.next(now)).count();
        assert_eq!(going_on, AT_A_TIME);
        turns.arrive("other", kind(1), ("other", 1));
        assert_eq!(turns.next(now), Some(("other", 1)));
        assert!(turns.answered("flood", 3));
        assert!(!turns.answered("flood", 3), "answered twice");
        assert_eq!(turns.next(now), Some(("flood", AT_A_TIME as u32)));
    }

    #[test]
    fn lines_take_turns() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for serial in 0..3 {
            turns.arrive("a", kind(serial), "a");
        }
        turns.arrive("b", kind(0), "b");
        assert_eq!(
            std::iter::from_fn(|| turns.next(now)).collect::<Vec<_>>(),
            ["a", "b", "a", "a"]
        );
    }

    #[test]
    fn a_call_that_nobody_answers_does_not_stop_the_line_for_ever() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for serial in 0..=AT_A_TIME as u32 {
            let kind = Kind { wants_answer: false, ..kind(serial) };
            turns.arrive("a", kind, serial);
        }
        assert_eq!(std::iter::from_fn(|| turns.next(now)).count(), AT_A_TIME);
        let then = turns.look_again().unwrap();
        assert_eq!(then, now + UNANSWERED);
        assert_eq!(turns.next(then), Some(AT_A_TIME as u32));
    }

    #[test]
    fn whoever_takes_all_the_room_gives_way() {
        let mut turns = Turns::default();
        let large = |serial| Kind { bytes: ALL_WEIGHT / 8, ..kind(serial) };
        for (client, serial) in
            [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 1), ("b", 2), ("b", 3)]
        {
            assert_eq!(turns.arrive(client, large(serial), (client, serial)), []);
        }
        assert_eq!(turns.arrive("c", large(1), ("c", 1)), [(("a", 4), Refused::Busy)]);
        assert_eq!(turns.arrive("a", large(5), ("a", 5)), [(("a", 5), Refused::Busy)]);
        assert_eq!(turns.arrive("c", kind(2), ("c", 2)), []);
        assert!(turns.weight <= ALL_WEIGHT);
    }

    proptest! {
        #[test]
        fn bounds_hold_and_everything_comes_to_its_turn(
            deeds in prop::collection::vec((0_u8..6, 0_u32..40, any::<bool>()), 0..600),
        ) {
            let (mut turns, now) = (Turns::default(), Instant::now());
            let (mut arrived, mut told) = (0_i64, Vec::new());
            for (who, serial, is_call) in deeds {
                let client = format!(":1.{who}");
                if is_call {
                    let large = Kind { bytes: 1 << 20, ..kind(serial) };
                    let refused = turns.arrive(&client, large, (client.clone(), serial));
                    arrived += 1 - refused.len() as i64;
                } else {
                    turns.answered(&client, serial);
                }
                told.extend(turns.next(now));
                prop_assert!(turns.going_on.values().all(|calls| calls.len() <= AT_A_TIME));
                prop_assert!(turns.weight <= ALL_WEIGHT);
                prop_assert_eq!(turns.weight, turns.lines.values().map(|line| line.weight).sum::<usize>());
                prop_assert_eq!(turns.order.len(), turns.lines.len());
            }
            while !turns.lines.is_empty() {
                told.extend(turns.next(turns.look_again().unwrap_or(now)));
            }
            prop_assert_eq!(told.len() as i64, arrived);
            prop_assert_eq!(turns.weight, 0);
        }
    }
}
