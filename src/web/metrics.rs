//! What a role counts, for Prometheus.

use touchmove_client::address::Bus;
use touchmove_client::metrics::{
    Histogram, LiveFigures, MetricsAddress, MetricsError, MetricsServer, MetricsText, family,
};

use crate::say;

/// From the first signal of a change to when an open page was told.
pub(crate) static PAGE_DELAY: Histogram = Histogram::new();

/// Tells what `write` writes from now on; without an address nobody.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(crate) async fn tell<W, T>(at: Option<MetricsAddress>, write: W) -> Result<(), MetricsError>
where
    W: Fn() -> T + Clone + Send + Sync + 'static,
    T: Future<Output = String> + Send + 'static,
{
    let Some(at) = at else { return Ok(()) };
    let server = MetricsServer::at(at).await?;
    say(&format!("numbers for Prometheus are at {}", server.url()));
    tokio::spawn(server.serve(write));
    Ok(())
}

/// Tells from now on how it is on this bus, and how long pages wait; without an address nobody.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(crate) async fn tell_of_live(
    at: Option<MetricsAddress>,
    bus: &Bus,
) -> Result<(), MetricsError> {
    if at.is_none() {
        return Ok(());
    }
    let live = LiveFigures::of(bus.clone());
    tell(at, move || {
        let live = live.clone();
        async move {
            let mut text = MetricsText::default();
            live.write(&mut text).await;
            text.histogram(family::PAGE_DELAY, &PAGE_DELAY);
            text.into_text()
        }
    })
    .await
}
