//! The health of a board, kept beside what is played on it.

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::game::sitting::Sitting;
use touchmove_core::health::{Finding, Health, HealthReport};
use touchmove_drivers::observation::Placement;
use touchmove_drivers::{Instant, Observation};

/// It is not looked at more often.
const LOOK: Duration = Duration::from_secs(1);
/// While nothing else is found, numbers are not told more often.
const TELL: Duration = Duration::from_secs(60);

/// The health of one board, and what was told of it.
#[derive(Debug)]
pub(super) struct Kept {
    health: Health,
    /// What the game has on the board, by its position and how the board lies.
    pieces: Option<Placement>,
    position: Option<(String, bool)>,
    now: Instant,
    looked: Option<Instant>,
    /// Whether something was observed since.
    is_news: bool,
    told: Arc<HealthReport>,
    told_at: Instant,
}

impl Kept {
    /// Of a board of which nothing was observed yet.
    pub(super) fn new() -> Self {
        Self {
            health: Health::new(),
            pieces: None,
            position: None,
            now: Instant::ZERO,
            looked: None,
            is_news: false,
            told: Arc::default(),
            told_at: Instant::ZERO,
        }
    }

    /// Takes an observation that the sitting has taken.
    pub(super) fn note(&mut self, at: Instant, observation: &Observation, sitting: &Sitting) {
        (self.now, self.is_news) = (at, true);
        self.follow(sitting);
        self.health.observe(at, observation, self.pieces.as_ref());
    }

    /// When it is to be looked at, however quiet the board is.
    pub(super) fn due(&self) -> Option<Instant> {
        self.looked.filter(|_| self.is_news).map(|looked| looked + LOOK)
    }

    /// It is so late now.
    pub(super) fn pass(&mut self, now: Instant) {
        self.now = self.now.max(now);
    }

    /// What is to be told of it now: anew only where something else is found, or the numbers have changed for a while.
    pub(super) fn report(&mut self) -> Arc<HealthReport> {
        if self.looked.is_none_or(|looked| self.now.since(looked) >= LOOK) {
            (self.looked, self.is_news) = (Some(self.now), false);
            let report = self.health.report();
            let is_due = self.now.since(self.told_at) >= TELL && report != *self.told;
            if is_due || !are_alike(&report.findings, &self.told.findings) {
                (self.told, self.told_at) = (Arc::new(report), self.now);
            }
        }
        Arc::clone(&self.told)
    }

    /// Positions are read only where another one stands.
    fn follow(&mut self, sitting: &Sitting) {
        let is_turned = sitting.is_turned() == Some(true);
        let view = sitting.view().filter(|view| view.result.is_none() && view.questions.is_empty());
        let Some(view) = view else {
            (self.pieces, self.position) = (None, None);
            return;
        };
        let is_same = |(fen, turned): &(String, bool)| fen == view.fen() && *turned == is_turned;
        if !self.position.as_ref().is_some_and(is_same) {
            self.pieces = view.pieces(is_turned);
            self.position = Some((view.fen().to_owned(), is_turned));
        }
    }
}

fn are_alike(some: &[Finding], others: &[Finding]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| one.is_like(other))
}
