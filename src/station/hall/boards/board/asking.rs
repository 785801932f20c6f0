//! What a board is asked for, by way of its driver.

use tokio::sync::mpsc;
use touchmove_core::game::view::GameView;
use touchmove_drivers::families::by_name;
use touchmove_drivers::{Ability, Request};

use super::OpenBoard;
use crate::hall::orders::{Asked, OrderError};
use crate::session::{NoAnswer, Requests};

/// Asks the driver for a whole read-out.
pub(super) async fn read_out(requests: Option<Requests>) -> Result<(), OrderError> {
    ask(requests, Request::ReadBoard).await
}

/// What became of a request to the driver.
pub(super) type Answered = Result<(), OrderError>;

/// Asks the driver.
pub(super) async fn ask(requests: Option<Requests>, request: Request) -> Result<(), OrderError> {
    let requests = requests.ok_or(OrderError::NotConnected)?;
    match requests.ask(request).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(OrderError::Unsupported),
        Err(NoAnswer) => Err(OrderError::NotConnected),
    }
}

impl OpenBoard {
    /// Whether boards of its family can do it.
    pub(super) fn may(&self, ability: Ability) -> bool {
        by_name(self.view.family).is_some_and(|family| family.may(ability))
    }

    /// Asks the driver while the board is served on; `answers` hears what became of it.
    pub(super) fn ask_driver(&self, request: Request, answers: Option<mpsc::Sender<Answered>>) {
        let requests = self.requests.clone();
        tokio::spawn(async move {
            let answered = ask(requests, request).await;
            if let Some(answers) = answers {
                let _ = answers.send(answered).await;
            }
        });
    }

    /// Has the board learn anew which chip is in which piece; nothing that it reads is told meanwhile, so not while somebody
    /// plays on it.
    pub(super) fn calibrate(&self, answer: Asked) {
        let refusal = if !self.may(Ability::Calibration) {
            Some(OrderError::Unsupported)
        } else if self.sitting.view().is_some_and(|view| is_under_way(view)) {
            Some(OrderError::BeingPlayed)
        } else {
            None
        };
        let requests = self.requests.clone();
        tokio::spawn(async move {
            let _ = answer.send(match refusal {
                Some(refusal) => Err(refusal),
                None => ask(requests, Request::Calibrate).await,
            });
        });
    }
}

/// Whether a game has moves and no result.
fn is_under_way(view: &GameView) -> bool {
    !view.moves.is_empty() && view.result.is_none()
}
