//! What callers have been answered and may not have read yet.
//!
//! A message bus keeps what a client does not read, and counts it as its sender's. Where that becomes too much it takes
//! nothing more from the sender, not even signals to others. So each client has an account of the bytes of its
//! answers. Now and then the bus is asked how much of it is unread; whoever owes too much waits for further answers until
//! it has read.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::turns::{AT_A_TIME, Client};

/// What one client may leave unread before its calls wait. Answers that are under way then come on top.
pub(super) const CREDIT: usize = 1 << 20;

/// Whoever owes less is not asked about, and goes on even where others owe too much.
const SHARE: usize = 64 << 10;

/// What all clients of one user may leave unread before those with more than a [`SHARE`] wait.
const OF_USER: usize = 16 << 20;

/// The same of all clients: a bus takes 127 MiB of a sender by default.
const OF_ALL: usize = 48 << 20;

/// More accounts are looked through for clients that have gone.
const MANY: usize = 1_024;

/// So many clients are asked about at once.
const LOOKS: usize = 64;

/// How long after one another the bus is asked about one client: soon at first, later as long as it does not read.
const SOONEST: Duration = Duration::from_millis(20);
const LATEST: Duration = Duration::from_secs(1);

/// Where a bus does not tell how much is unread, so much is taken to be read whenever it was asked.
const READ_UNHEARD: usize = 64 << 10;

/// What is not known to be read.
#[derive(Debug, Default)]
pub(super) struct Owed {
    accounts: HashMap<Client, Account>,
    /// The sums of the accounts.
    all: usize,
    of_users: HashMap<u32, usize>,
}

#[derive(Debug)]
struct Account {
    user: Option<u32>,
    bytes: usize,
    /// What of them had been sent when the bus was asked, while it has not answered.
    asked_at: Option<usize>,
    next_look: Instant,
    pause: Duration,
}

/// What the bus says of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// So many bytes lie there for it.
    Bytes(usize),
    /// It is on the bus no longer.
    Gone,
    /// This bus does not tell.
    Untold,
}

impl Owed {
    /// So many bytes are sent to a client, of this user as far as that is known.
    pub(super) fn add(&mut self, client: &str, user: Option<u32>, bytes: usize, now: Instant) {
        let new = || Account { user, bytes: 0, asked_at: None, next_look: now, pause: SOONEST };
        let account = self.accounts.entry(client.to_owned()).or_insert_with(new);
        let (user, before) = (account.user, account.bytes);
        account.bytes += bytes;
        let after = account.bytes;
        self.reckon(user, before, after);
    }

    /// How many of a client's calls may be carried out at a time.
    pub(super) fn room(&self, client: &str) -> usize {
        let Some(account) = self.accounts.get(client) else { return AT_A_TIME };
        match account.bytes {
            0..SHARE => AT_A_TIME,
            SHARE..CREDIT if !self.is_tight(account) => 1,
            _ => 0,
        }
    }

    /// About whom the bus is to be asked now. It is to be answered by [`Self::learn`].
    pub(super) fn take_looks(&mut self, now: Instant) -> Vec<Client> {
        let is_due = |(_, account): &(&Client, &Account)| {
            self.wants_look(account) && account.next_look <= now
        };
        let mut due: Vec<_> = self.accounts.iter().filter(is_due).collect();
        due.sort_unstable_by_key(|(_, account)| std::cmp::Reverse(account.bytes));
        let due: Vec<Client> = due.into_iter().take(LOOKS).map(|(name, _)| name.clone()).collect();
        for client in &due {
            if let Some(account) = self.accounts.get_mut(client) {
                account.asked_at = Some(account.bytes);
            }
        }
        due
    }

    /// The bus has been asked about a client.
    pub(super) fn learn(&mut self, client: &str, unread: Unread, now: Instant) {
        let Some(account) = self.accounts.get_mut(client) else { return };
        let asked_at = account.asked_at.take().unwrap_or(account.bytes);
        let (user, before) = (account.user, account.bytes);
        let since = before.saturating_sub(asked_at);
        account.bytes = match unread {
            Unread::Bytes(unread) => unread.saturating_add(since),
            Unread::Gone => 0,
            Unread::Untold => before.saturating_sub(READ_UNHEARD),
        };
        account.pause =
            if account.bytes < SHARE { SOONEST } else { (account.pause * 2).min(LATEST) };
        account.next_look = now + account.pause;
        let after = account.bytes;
        if after == 0 {
            self.accounts.remove(client);
        }
        self.reckon(user, before, after);
    }

    /// When somebody is to be asked about next, if anybody is.
    pub(super) fn look_again(&self) -> Option<Instant> {
        let waiting = self.accounts.values().filter(|account| self.wants_look(account));
        waiting.map(|account| account.next_look).min()
    }

    fn wants_look(&self, account: &Account) -> bool {
        account.asked_at.is_none()
            && (account.bytes >= SHARE || self.is_tight(account) || self.accounts.len() > MANY)
    }

    /// Whether those who owe the most have to wait.
    fn is_tight(&self, account: &Account) -> bool {
        let of_user = account.user.and_then(|user| self.of_users.get(&user));
        self.all > OF_ALL || of_user.is_some_and(|bytes| *bytes > OF_USER)
    }

    fn reckon(&mut self, user: Option<u32>, before: usize, after: usize) {
        self.all = self.all + after - before;
        if let Some(user) = user {
            let sum = self.of_users.entry(user).or_default();
            *sum = *sum + after - before;
            if *sum == 0 {
                self.of_users.remove(&user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const USER: Option<u32> = Some(1_000);

    #[test]
    fn whoever_reads_goes_on_and_whoever_does_not_waits() {
        let (mut owed, now) = (Owed::default(), Instant::now());
        assert_eq!(owed.room(":1.1"), AT_A_TIME);
        owed.add(":1.1", USER, SHARE, now);
        assert_eq!((owed.room(":1.1"), owed.take_looks(now)), (1, vec![":1.1".to_owned()]));
        assert_eq!(owed.take_looks(now), [""; 0], "it is being asked about");
        owed.add(":1.1", USER, CREDIT, now);
        assert_eq!(owed.room(":1.1"), 0);
        owed.learn(":1.1", Unread::Bytes(0), now);
        assert_eq!(owed.room(":1.1"), 0, "what was sent since it was asked about may be unread");
        let then = owed.look_again().unwrap();
        assert_eq!(owed.take_looks(then), [":1.1"]);
        owed.learn(":1.1", Unread::Bytes(10), then);
        assert_eq!((owed.room(":1.1"), owed.look_again()), (AT_A_TIME, None));
        owed.add(":1.1", USER, CREDIT, then);
        assert_eq!(owed.take_looks(then + LATEST).len(), 1);
        owed.learn(":1.1", Unread::Gone, then);
        assert!(owed.accounts.is_empty() && owed.all == 0 && owed.of_users.is_empty());
    }

    #[test]
    fn a_users_many_clients_wait_together_and_small_ones_of_his_do_not() {
        let (mut owed, now) = (Owed::default(), Instant::now());
        for client in 0..20 {
            owed.add(&format!(":1.{client}"), USER, CREDIT - 1, now);
        }
        owed.add(":2.1", USER, SHARE - 1, now);
        owed.add(":3.1", Some(7), CREDIT - 1, now);
        assert_eq!([":1.1", ":2.1", ":3.1"].map(|client| owed.room(client)), [0, AT_A_TIME, 1]);
        assert_eq!(owed.take_looks(now).len(), 22, "small ones too may have read");
    }

    #[test]
    fn where_a_bus_tells_nothing_answers_go_on_slowly() {
        let (mut owed, mut now) = (Owed::default(), Instant::now());
        owed.add(":1.1", USER, CREDIT, now);
        let mut looks = 0;
        while owed.room(":1.1") == 0 {
            now = owed.look_again().unwrap();
            owed.take_looks(now);
            owed.learn(":1.1", Unread::Untold, now);
            looks += 1;
        }
        assert_eq!(looks, 1);
        assert!(owed.look_again().unwrap() > now);
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_accounts(
            deeds in prop::collection::vec((0_u32..6, 0_usize..2_000_000, 0_u8..4), 0..300),
        ) {
            let (mut owed, mut now) = (Owed::default(), Instant::now());
            for (client, bytes, deed) in deeds {
                let name = format!(":1.{client}");
                now += SOONEST;
                match deed {
                    0 => drop(owed.take_looks(now)),
                    1 => owed.learn(&name, Unread::Bytes(bytes), now),
                    2 => owed.learn(&name, Unread::Untold, now),
                    _ => owed.add(&name, Some(client % 2), bytes, now),
                }
                let sum = |user: Option<u32>| -> usize {
                    let of = |account: &&Account| user == account.user || user.is_none();
                    owed.accounts.values().filter(of).map(|account| account.bytes).sum()
                };
                prop_assert_eq!(owed.all, sum(None));
                for user in 0..2 {
                    prop_assert_eq!(owed.of_users.get(&user).copied().unwrap_or(0), sum(Some(user)));
                }
            }
        }
    }
}
