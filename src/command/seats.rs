//! Who sits where, for a command that fails where it is not told.

use touchmove_client::mirror::Mirror;
pub(super) use touchmove_client::seats::{Seats, ShownSeat as Seat};

use super::Failure;

/// Asks for them.
pub(super) async fn seats(mirror: &Mirror) -> Result<Seats, Failure> {
    Seats::of(mirror).await.map_err(Failure::failed)
}
