//! Whose call is carried out next.
//!
//! Each client has a line of its own, and the lines take turns: whoever floods us waits behind himself. When there is
//! no room for more, the heaviest line gives way to a lighter one: one client with a hundred connections does not keep
//! another one out.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Calls of one client that are carried out at a time. Others of the same client wait.
pub(super) const AT_A_TIME: usize = 8;

/// The same of all clients of one user.
pub(super) const OF_USER_AT_A_TIME: usize = 32;

/// The same of all clients. Their answers are in memory at the same time.
pub(super) const ALL_AT_A_TIME: usize = 64;

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

/// What a client may have now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// So many of its calls are carried out at a time.
    pub(super) calls: usize,
    /// The user whose client it is, where the bus has said so.
    pub(super) user: Option<u32>,
}

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
    /// What is being carried out for whom.
    going_on: HashMap<Client, GoingOn>,
}

/// The calls of a client that are carried out.
#[derive(Debug, Default)]
struct GoingOn {
    user: Option<u32>,
    /// Serial, and when that is given up.
    calls: Vec<(u32, Instant)>,
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

    /// The next call to be carried out, and whose it is, if one may be. `room` knows what a client may have.
    pub(super) fn next(
        &mut self,
        now: Instant,
        room: impl Fn(&str) -> Room,
    ) -> Option<(Client, C)> {
        self.give_up(now);
        if self.count(|_| true) >= ALL_AT_A_TIME {
            return None;
        }
        for _ in 0..self.order.len() {
            let client = self.order.pop_front()?;
            self.order.push_back(client.clone());
            let Room { calls, user } = room(&client);
            let of_client = self.going_on.get(&client).map_or(0, |going_on| going_on.calls.len());
            let is_same = |going_on: &&GoingOn| user.is_some() && going_on.user == user;
            if of_client >= calls || self.count(is_same) >= OF_USER_AT_A_TIME {
                continue;
            }
            let (kind, call) = self.take(&client, VecDeque::pop_front)?;
            let until = now + if kind.wants_answer { LONGEST } else { UNANSWERED };
            let going_on = self.going_on.entry(client.clone()).or_default();
            going_on.user = user;
            going_on.calls.push((kind.serial, until));
            return Some((client, call));
        }
        None
    }

    /// How many calls are carried out for those.
    fn count(&self, which: impl Fn(&&GoingOn) -> bool) -> usize {
        self.going_on.values().filter(which).map(|going_on| going_on.calls.len()).sum()
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
        let before = going_on.calls.len();
        going_on.calls.retain(|(one, _)| *one != serial);
        let is_one = going_on.calls.len() < before;
        if going_on.calls.is_empty() {
            self.going_on.remove(client);
        }
        is_one
    }

    /// A client has gone: nobody wants what waits in its line.
    pub(super) fn leave(&mut self, client: &str) {
        if let Some(line) = self.lines.remove(client) {
            self.weight -= line.weight;
            self.order.retain(|other| other != client);
        }
    }

    /// When, at the latest, to look for the next call again; `None` while none waits.
    pub(super) fn look_again(&self) -> Option<Instant> {
        if self.lines.is_empty() {
            return None;
        }
        self.going_on.values().flat_map(|going_on| &going_on.calls).map(|(_, until)| *until).min()
    }

    fn give_up(&mut self, now: Instant) {
        self.going_on.retain(|_, going_on| {
            going_on.calls.retain(|(_, until)| *until > now);
            !going_on.calls.is_empty()
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

    /// What a client of nobody in particular may have.
    fn room(_: &str) -> Room {
        Room { calls: AT_A_TIME, user: None }
    }

    fn next<C>(turns: &mut Turns<C>, now: Instant) -> Option<C> {
        turns.next(now, room).map(|(_, call)| call)
    }

    #[test]
    fn who_floods_waits_behind_himself() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for serial in 0..WAITING as u32 {
            assert_eq!(turns.arrive("flood", kind(serial), ("flood", serial)), []);
        }
        let one_more = ("flood", 9_999);
        assert_eq!(turns.arrive("flood", kind(9_999), one_more), [(one_more, Refused::TooMany)]);
        let going_on = std::iter::from_fn(|| next(&mut turns, now)).count();
        assert_eq!(going_on, AT_A_TIME);
        turns.arrive("other", kind(1), ("other", 1));
        assert_eq!(next(&mut turns, now), Some(("other", 1)));
        assert!(turns.answered("flood", 3));
        assert!(!turns.answered("flood", 3), "answered twice");
        assert_eq!(next(&mut turns, now), Some(("flood", AT_A_TIME as u32)));
    }

    #[test]
    fn lines_take_turns() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for serial in 0..3 {
            turns.arrive("a", kind(serial), "a");
        }
        turns.arrive("b", kind(0), "b");
        assert_eq!(
            std::iter::from_fn(|| next(&mut turns, now)).collect::<Vec<_>>(),
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
        assert_eq!(std::iter::from_fn(|| next(&mut turns, now)).count(), AT_A_TIME);
        let then = turns.look_again().unwrap();
        assert_eq!(then, now + UNANSWERED);
        assert_eq!(next(&mut turns, then), Some(AT_A_TIME as u32));
    }

    #[test]
    fn a_user_with_many_clients_leaves_places_to_others() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        for client in 0..20 {
            for serial in 0..AT_A_TIME as u32 {
                turns.arrive(&format!(":1.{client}"), kind(serial), "his");
            }
        }
        turns.arrive(":2.1", kind(1), "another's");
        let of =
            |client: &str| Room { calls: AT_A_TIME, user: Some(client.starts_with(":2").into()) };
        let going_on: Vec<_> = std::iter::from_fn(|| turns.next(now, of)).collect();
        assert_eq!(going_on.len(), OF_USER_AT_A_TIME + 1);
        assert!(going_on.contains(&(":2.1".to_owned(), "another's")));
    }

    #[test]
    fn whoever_has_gone_leaves_nothing_behind() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        turns.arrive("a", kind(1), "a");
        turns.arrive("b", kind(1), "b");
        turns.leave("a");
        assert_eq!((next(&mut turns, now), next(&mut turns, now)), (Some("b"), None));
        assert_eq!(turns.weight, 0);
    }

    #[test]
    fn whoever_may_have_nothing_now_waits() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        turns.arrive("a", kind(1), "a");
        turns.arrive("b", kind(1), "b");
        let of = |client: &str| Room { calls: usize::from(client == "b"), user: None };
        assert_eq!(turns.next(now, of), Some(("b".to_owned(), "b")));
        assert_eq!(turns.next(now, of), None);
        assert_eq!(next(&mut turns, now), Some("a"));
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
                told.extend(next(&mut turns, now));
                prop_assert!(turns.going_on.values().all(|one| one.calls.len() <= AT_A_TIME));
                prop_assert!(turns.weight <= ALL_WEIGHT);
                prop_assert_eq!(turns.weight, turns.lines.values().map(|line| line.weight).sum::<usize>());
                prop_assert_eq!(turns.order.len(), turns.lines.len());
            }
            while !turns.lines.is_empty() {
                let then = turns.look_again().unwrap_or(now);
                told.extend(next(&mut turns, then));
            }
            prop_assert_eq!(told.len() as i64, arrived);
            prop_assert_eq!(turns.weight, 0);
        }
    }
}
