//! A board is found at a port.

use touchmove_drivers::Request;
use touchmove_drivers::observation::LinkState;

use super::OpenBoard;
use super::asking::ask;
use crate::hall::news::BoardId;
use crate::session::Requests;
use crate::sys::boottime::Clock;

/// The board is heard at another port already: what comes from two would be no game.
#[derive(Debug, thiserror::Error)]
#[error("{board} is at {taken} already; unplug one of them, and the other is heard")]
pub(in crate::hall) struct AtAnotherPort {
    pub(in crate::hall) board: BoardId,
    pub(in crate::hall) taken: String,
}

impl OpenBoard {
    pub(super) fn attach(&mut self, port: String, requests: Requests) -> Result<(), AtAnotherPort> {
        if self.view.link != LinkState::Lost && self.view.port != port {
            let (board, taken) = (self.view.id.clone(), self.view.port.clone());
            return Err(AtAnotherPort { board, taken });
        }
        self.view.port = port;
        self.view.link = LinkState::Up;
        self.acquaintance.begin();
        let now = self.evidence.time(self.clock.now());
        let before = self.recall.before(now);
        tokio::spawn(ask(Some(requests.clone()), Request::GoOn(before)));
        self.requests = Some(requests);
        Ok(())
    }
}
