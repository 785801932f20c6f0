//! Who sits where and what waits, for a command that goes on looking.

use std::time::Duration;

use tokio::time::Instant;
use touchmove_client::mirror::{Mirror, since_boot};
use touchmove_client::shown::{ShownBoard, ShownPort, ShownRound};
use touchmove_client::waits::{Onlooker, Waits};

use super::Failure;
use super::notices::Notices;
use super::seats::Seats;
use super::status::questions;

/// How often it is asked what is the matter with ports.
const PORTS_ASKED_EVERY: Duration = Duration::from_secs(2);

/// Who sits where, and what waits at no board, asked for anew whenever a round has changed, and ports from time to time.
#[derive(Default)]
pub(super) struct Seated {
    seats: Seats,
    rounds: Option<Vec<ShownRound>>,
    results: Waits,
    ports: Vec<ShownPort>,
    asked: Option<Instant>,
}

impl Seated {
    /// Asks again where a round has changed.
    pub(super) async fn refresh(&mut self, mirror: &Mirror) -> Result<(), Failure> {
        let rounds = Some(mirror.rounds());
        if self.rounds == rounds {
            return Ok(());
        }
        // The daemon may be gone by now: then nothing is shown anyway, and it is asked again when it is back.
        match Seats::of(mirror).await {
            Ok(seats) => *self = Self { seats, rounds, ..Self::default() },
            Err(_) if !mirror.is_running() => *self = Self::default(),
            Err(error) => return Err(Failure::failed(error)),
        }
        Ok(())
    }

    /// Asks for what waits besides at tables and ports, too. What the daemon does not say now is asked again later.
    pub(super) async fn refresh_waits(
        &mut self,
        mirror: &Mirror,
        notices: &Notices,
    ) -> Result<(), Failure> {
        let before = self.rounds.clone();
        self.refresh(mirror).await?;
        let is_other = self.rounds != before;
        if is_other {
            let results = questions(mirror, &self.seats, notices, Waits::default()).await;
            self.results = results.unwrap_or_default();
        }
        if is_other || self.asked.is_none_or(|asked| asked.elapsed() > PORTS_ASKED_EVERY) {
            self.ports = mirror.ports().await.unwrap_or_default();
            self.asked = Some(Instant::now());
        }
        Ok(())
    }

    /// Who sits where.
    pub(super) const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// All that waits at these boards and elsewhere.
    pub(super) fn waits(&self, boards: &[ShownBoard], notices: &Notices) -> Waits {
        let onlooker = Onlooker {
            seats: &self.seats,
            notices,
            now: since_boot(),
            is_shared: &|_| false,
            more: &|_, _| None,
        };
        Waits::of(boards, onlooker).and(&self.results).and_ports(&self.ports, notices)
    }
}
