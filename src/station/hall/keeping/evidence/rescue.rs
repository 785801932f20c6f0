//! Somebody has had a hand in a board's journal while it was open.

use std::sync::Arc;

use super::Evidence;
use crate::journal::{Journal, Sentry};

impl Evidence {
    /// Who looks after the journal's file.
    pub(in crate::hall) fn sentry(&self) -> Option<Arc<Sentry>> {
        self.book.journal().map(Journal::sentry)
    }

    /// Somebody has had a hand in the journal.
    pub(in crate::hall) fn rescue(&mut self) {
        if let Some(journal) = self.book.journal_mut() {
            self.harms.save(journal);
        }
    }
}
