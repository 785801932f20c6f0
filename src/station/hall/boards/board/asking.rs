//! What a board is asked for, by way of its driver.

use touchmove_drivers::Request;

use crate::hall::orders::OrderError;
use crate::session::{NoAnswer, Requests};

/// Asks the driver for a whole read-out.
pub(super) async fn read_out(requests: Option<Requests>) -> Result<(), OrderError> {
    ask(requests, Request::ReadBoard).await
}

/// Asks the driver.
pub(super) async fn ask(requests: Option<Requests>, request: Request) -> Result<(), OrderError> {
    let requests = requests.ok_or(OrderError::NotConnected)?;
    match requests.ask(request).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(OrderError::Unsupported),
        Err(NoAnswer) => Err(OrderError::NotConnected),
    }
}
