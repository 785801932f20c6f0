//! A board is found at a port.

use touchmove_drivers::observation::LinkState;
use touchmove_drivers::{Observation, Request};

use super::OpenBoard;
use super::asking::ask;
use crate::hall::ports::port_view::Refusal;
use crate::hall::ports::seating::Berth;
use crate::session::Requests;
use crate::sys::boottime::TimeSource;

impl OpenBoard {
    /// Lets the board be heard at this port, if it may be.
    ///
    /// # Errors
    /// [`Refusal`]: it is heard at another port, or may be there.
    pub(super) async fn attach(
        &mut self,
        port: String,
        requests: Requests,
    ) -> Result<Berth, Refusal> {
        let now = self.clock.now();
        let may_be_elsewhere = self.may_be_elsewhere(&port);
        let is_told =
            may_be_elsewhere.is_some() && self.seating.take_word(&self.view.id, &port, now);
        match may_be_elsewhere {
            Some(refusal) if !is_told => return Err(refusal),
            Some(_) if self.view.link != LinkState::Lost => {
                self.hear(now, None, Observation::Link(LinkState::Lost)).await;
            }
            _ => {}
        }
        self.berth.give_to(&port);
        self.berth = Berth::default();
        self.view.port = port;
        self.view.link = LinkState::Up;
        self.acquaintance.begin();
        let now = self.evidence.time(now);
        let before = self.recall.before(now);
        tokio::spawn(ask(Some(requests.clone()), Request::GoOn(before)));
        self.requests = Some(requests);
        self.lighting.connect();
        Ok(self.berth.clone())
    }

    /// Why it is not to be heard at this port without a person's word: what comes from two boards would be no game, and
    /// whoever says a serial number in the middle of a round need not be the board that has gone silent.
    fn may_be_elsewhere(&self, port: &str) -> Option<Refusal> {
        let (board, at) = (self.view.id.clone(), self.view.port.clone());
        if at == port || at.is_empty() {
            return None;
        }
        if self.view.link != LinkState::Lost {
            return Some(Refusal::Doubled { board, at });
        }
        let is_doubtful = !self.acquaintance.has_left() && self.seating.is_in_round(&board);
        is_doubtful.then_some(Refusal::Unsure { board, at })
    }
}
