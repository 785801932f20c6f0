//! What a stream has of one object, from its beginning on.

use std::ops::ControlFlow;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use futures_util::StreamExt as _;
use tokio::time::timeout;

use crate::server::ANSWERED_WITHIN;
use crate::subject::{Aspect, Place};

/// The server forgets who asked after this time.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(5);

/// No more than so much of a stream is on its way at once, in bytes: a message is 1 MiB at most.
const MAX_ON_THE_WAY: usize = 8 * 1024 * 1024;

/// So many messages are asked for at once.
const AT_ONCE: usize = 1000;

/// Reads all messages of one aspect of an object, in their order, until told to stop.
///
/// # Errors
/// What the server says, or who reads, in words.
pub(super) async fn read_kept(
    streams: &Context,
    place: &Place,
    aspect: Aspect,
    mut each: impl FnMut(&[u8]) -> serde_json::Result<ControlFlow<()>>,
) -> Result<(), String> {
    let words = |error: &dyn std::error::Error| error.to_string();
    let stream = streams.get_stream_no_info(aspect.stream(place.side)).await;
    let stream = stream.map_err(|error| words(&error))?;
    let config = pull::Config {
        filter_subject: place.subject(aspect),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::None,
        inactive_threshold: FORGOTTEN_AFTER,
        memory_storage: true,
        ..pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(|error| words(&error))?;
    let mut left = consumer.cached_info().num_pending;
    while left > 0 {
        let fetch = consumer.fetch().max_messages(AT_ONCE).max_bytes(MAX_ON_THE_WAY);
        let mut fetched = fetch.messages().await.map_err(|error| words(&error))?;
        let mut count = 0;
        // A server that is lost says nothing more, and nobody may wait for it for ever.
        let late = |_| "the server does not answer".to_owned();
        while let Some(message) = timeout(ANSWERED_WITHIN, fetched.next()).await.map_err(late)? {
            let message = message.map_err(|error| error.to_string())?;
            count += 1;
            if each(&message.payload).map_err(|error| words(&error))?.is_break() {
                return Ok(());
            }
        }
        if count == 0 {
            break;
        }
        left = left.saturating_sub(count);
    }
    Ok(())
}
