//! How often links may be tried in vain. Nobody guesses 128 bits: it is for the work that each try makes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Within this time.
const WITHIN: Duration = Duration::from_secs(60);

/// So many from one address.
const MAX_TRIES_OF_ONE_ADDRESS: u32 = 20;

/// So many by all together.
const MAX_TRIES: u32 = 1_000;

/// What was tried of late.
#[derive(Debug)]
pub(super) struct Tries {
    counted: Mutex<Counted>,
}

/// No more addresses than tries.
#[derive(Debug)]
struct Counted {
    since: Instant,
    by_address: HashMap<IpAddr, u32>,
    count: u32,
}

impl Default for Tries {
    fn default() -> Self {
        let counted = Counted { since: Instant::now(), by_address: HashMap::new(), count: 0 };
        Self { counted: Mutex::new(counted) }
    }
}

impl Tries {
    /// Whether whoever is at this address may try a link now.
    pub(super) fn may_try(&self, from: IpAddr) -> bool {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.since.elapsed() >= WITHIN {
            *counted = Counted { since: Instant::now(), by_address: HashMap::new(), count: 0 };
        }
        let own = counted.by_address.get(&from).copied().unwrap_or_default();
        counted.count < MAX_TRIES && own < MAX_TRIES_OF_ONE_ADDRESS
    }

    /// He has tried one in vain.
    pub(super) fn count(&self, from: IpAddr) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.count = counted.count.saturating_add(1);
        let own = counted.by_address.entry(from).or_default();
        *own = own.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_tries_too_often_locks_nobody_else_out() {
        let (tries, [stranger, arbiter]) =
            (Tries::default(), [1, 2].map(|it| IpAddr::from([10, 0, 0, it])));
        for _ in 0..MAX_TRIES_OF_ONE_ADDRESS {
            assert!(tries.may_try(stranger));
            tries.count(stranger);
        }
        assert!(!tries.may_try(stranger));
        assert!(tries.may_try(arbiter));
    }

    #[test]
    fn all_together_have_a_limit_and_with_it_what_is_kept_of_them() {
        let tries = Tries::default();
        for number in 0..MAX_TRIES {
            let [_, _, high, low] = number.to_be_bytes();
            tries.count(IpAddr::from([10, 0, high, low]));
        }
        assert!(!tries.may_try(IpAddr::from([10, 1, 0, 0])));
    }
}
