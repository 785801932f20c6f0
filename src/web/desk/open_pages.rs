//! The pages that are open and follow the hall: so many that there is always room for those that don't.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Pages that follow at a time.
const MAX_PAGES: usize = 200;

/// Pages of one arbiter, on all his devices.
const MAX_PAGES_OF_ONE_ARBITER: usize = 30;

/// How many each arbiter has.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenPages {
    by_arbiter: Arc<Mutex<HashMap<String, usize>>>,
}

/// One of them, as long as it is open.
#[derive(Debug)]
pub(super) struct Opened {
    pages: OpenPages,
    arbiter: String,
}

impl OpenPages {
    /// Another one; `None` where there are too many.
    pub(super) fn open(&self, arbiter: &str) -> Option<Opened> {
        let mut by_arbiter = self.by_arbiter();
        let own = by_arbiter.get(arbiter).copied().unwrap_or_default();
        let all: usize = by_arbiter.values().sum();
        if own >= MAX_PAGES_OF_ONE_ARBITER || all >= MAX_PAGES {
            return None;
        }
        by_arbiter.insert(arbiter.to_owned(), own + 1);
        Some(Opened { pages: self.clone(), arbiter: arbiter.to_owned() })
    }

    fn by_arbiter(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.by_arbiter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut by_arbiter = self.pages.by_arbiter();
        if let Some(own) = by_arbiter.get_mut(&self.arbiter) {
            *own -= 1;
        }
        by_arbiter.retain(|_, own| *own > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arbiter_who_opens_very_many_pages_leaves_the_others_theirs() {
        let pages = OpenPages::default();
        let own: Vec<_> = (0..MAX_PAGES_OF_ONE_ARBITER).map(|_| pages.open("Anna")).collect();
        assert!(own.iter().all(Option::is_some));
        assert!(pages.open("Anna").is_none());
        assert!(pages.open("Ben").is_some());
        drop(own);
        assert!(pages.open("Anna").is_some());
        let names: Vec<_> = (0..MAX_PAGES).map(|number| number.to_string()).collect();
        let all: Vec<_> = names.iter().map(|name| pages.open(name)).collect();
        assert!(all.iter().all(Option::is_some));
        assert!(pages.open("Cleo").is_none());
    }
}
