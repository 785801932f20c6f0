//! Signs of life: whether a board is there, has gone quiet, or is gone.

use std::time::Duration;

use crate::observation::LinkState;
use crate::time::Instant;

/// Silence after which a board that answered is stale.
const STALE: Duration = Duration::from_secs(2);
/// Silence after which a board is gone.
const GONE: Duration = Duration::from_secs(5);

/// When a board was last heard.
#[derive(Debug)]
pub(super) struct Pulse {
    heard: Instant,
    link: Option<LinkState>,
}

impl Pulse {
    /// Begins to listen for a board.
    pub(super) const fn new(now: Instant) -> Self {
        Self { heard: now, link: None }
    }

    /// Takes note that a byte came.
    pub(super) const fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// Takes note that a valid message came; gives the link's state if that changed it.
    pub(super) fn answer(&mut self) -> Option<LinkState> {
        (self.link.replace(LinkState::Up) != Some(LinkState::Up)).then_some(LinkState::Up)
    }

    /// Does not count `late` as silence: nobody was there to hear.
    pub(super) fn excuse(&mut self, late: Duration) {
        self.heard = self.heard + late;
    }

    /// The link's state, if silence has changed it.
    pub(super) fn check(&mut self, now: Instant) -> Option<LinkState> {
        if self.deadline() > now {
            return None;
        }
        let state = if now.since(self.heard) < GONE { LinkState::Stale } else { LinkState::Lost };
        self.link = Some(state);
        Some(state)
    }

    /// When [`Pulse::check`] is due.
    pub(super) fn deadline(&self) -> Instant {
        match self.link {
            Some(LinkState::Up) => self.heard + STALE,
            _ => self.heard + GONE,
        }
    }
}
