//! A board that says more than can happen on it: what it says is kept from its evidence.

use touchmove_drivers::observation::{DeviceFact, Flood};
use touchmove_drivers::{Instant, Observation};

use super::{OpenBoard, read_out};
use crate::hall::boards::flood::{Due, Passage};
use crate::sys::boottime::TimeSource;

impl OpenBoard {
    /// The board, or its clock, has said something.
    pub(super) async fn hear(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: Observation,
    ) {
        match self.gate.hear(self.evidence.time(at), &observation) {
            Passage::Taken => self.take_in(at, since, observation).await,
            Passage::LeftOut => {}
            Passage::Shut(flood) => {
                tracing::error!(
                    "{} at {}: it says more changes than hands can make; they are counted and left out until it is quiet \
                     and has been read out",
                    self.view.id,
                    self.view.port
                );
                self.take_flood(at, flood).await;
            }
            Passage::Opened(flood) => {
                self.take_end(at, flood).await;
                self.take_in(at, since, observation).await;
            }
        }
    }

    /// Does what is due about a board that says too much, without a word of it.
    pub(super) async fn look_at_flood(&mut self) {
        let at = self.clock.now();
        match self.gate.due(self.evidence.time(at)) {
            Some(Due::ReadOut) => drop(tokio::spawn(read_out(self.requests.clone()))),
            Some(Due::Count(flood)) => self.take_flood(at, flood).await,
            Some(Due::Take(flood, shown)) => {
                self.take_end(at, flood).await;
                self.take_in(at, None, Observation::Board(shown)).await;
            }
            None => {}
        }
    }

    async fn take_end(&mut self, at: Instant, flood: Flood) {
        tracing::warn!(
            "{}: it is quiet again, and play goes on from where the men stand",
            self.view.id
        );
        self.take_flood(at, flood).await;
    }

    async fn take_flood(&mut self, at: Instant, flood: Flood) {
        self.take_in(at, None, Observation::Device(DeviceFact::Flood(flood))).await;
    }
}
