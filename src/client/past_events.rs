//! What was told of a game, all of it.

use crate::call_error;
use crate::details::PastEvent;
use crate::proxy::GameProxy;

/// The events of a game with sequence numbers above `sequence`, as many as there are.
///
/// # Errors
/// [`CallError`](call_error::CallError) when the daemon does not answer.
pub async fn past_events(
    game: &GameProxy<'_>,
    sequence: u64,
) -> call_error::Result<Vec<PastEvent>> {
    let mut events = Vec::<PastEvent>::new();
    loop {
        let last = events.last().map_or(sequence, |(last, ..)| *last);
        let page = game.events_since(last).await?;
        // Numbers grow; otherwise this would never end.
        if page.last().is_none_or(|(newest, ..)| *newest <= last) {
            return Ok(events);
        }
        events.extend(page);
    }
}
