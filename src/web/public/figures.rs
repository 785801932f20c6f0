//! What is counted of what is public, and of where it is sent.

use std::sync::Arc;

use tokio::sync::{Mutex, watch};
use touchmove_client::broadcast::ShownDestination;
use touchmove_client::metrics::{
    MetricLabel, MetricsAddress, MetricsError, MetricsText, Samples, family,
};

use super::broadcast::Book;
use super::view::PublicView;
use crate::metrics::{PAGE_DELAY, tell};

/// Tells from now on what is public, and how long pages wait; without an address nobody.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(super) async fn tell_of_pages(
    at: Option<MetricsAddress>,
    views: watch::Receiver<Arc<PublicView>>,
) -> Result<(), MetricsError> {
    tell(at, move || {
        let view = Arc::clone(&views.borrow());
        async move {
            let mut text = MetricsText::default();
            write_view(&mut text, &view);
            text.histogram(family::PAGE_DELAY, &PAGE_DELAY);
            text.into_text()
        }
    })
    .await
}

/// Tells from now on what is public, and what has become of it where it is sent; without an address nobody.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(super) async fn tell_of_sendings(
    at: Option<MetricsAddress>,
    views: watch::Receiver<Arc<PublicView>>,
    book: Arc<Mutex<Book>>,
) -> Result<(), MetricsError> {
    tell(at, move || {
        let (view, book) = (Arc::clone(&views.borrow()), Arc::clone(&book));
        async move {
            let mut text = MetricsText::default();
            write_view(&mut text, &view);
            let sendings = book.lock().await.figures();
            write_sendings(&mut text, &sendings);
            text.into_text()
        }
    })
    .await
}

/// A destination, and how many of its games were refused there.
#[derive(Clone, Debug)]
pub(super) struct SendingFigures {
    pub(super) destination: ShownDestination,
    pub(super) refused: u64,
}

fn write_view(text: &mut MetricsText, view: &PublicView) {
    let count = |all: usize| u64::try_from(all).unwrap_or(u64::MAX);
    text.number(family::PUBLIC_IS_CURRENT, view.is_current().into());
    text.number(family::PUBLIC_ROUNDS, count(view.rounds().len()));
    text.number(family::PUBLIC_GAMES, count(view.games().len()));
}

/// A destination is told by its number and its kind: an address may be a secret.
fn write_sendings(text: &mut MetricsText, sendings: &[SendingFigures]) {
    let write = |mut samples: Samples<'_>, number: fn(&SendingFigures) -> u64| {
        for sending in sendings {
            let ShownDestination { id, kind, .. } = &sending.destination;
            let id = id.to_string();
            let labels = [MetricLabel::new("destination", &id), MetricLabel::new("kind", kind)];
            samples.number(&labels, number(sending));
        }
    };
    write(text.family(family::SENT), |sending| sending.destination.taken);
    write(text.family(family::SENT_BEHIND), |sending| sending.destination.behind);
    write(text.family(family::SENT_REFUSED), |sending| sending.refused);
    write(text.family(family::SEND_TROUBLE), |sending| {
        sending.destination.trouble.is_some().into()
    });
}

#[cfg(test)]
mod tests {
    use touchmove_client::details::details;

    use super::*;

    #[test]
    fn a_destination_is_told_by_its_number_and_never_by_its_address() {
        let destination = ShownDestination::new(details([
            ("id", 3_u32.into()),
            ("kind", "webhook".into()),
            ("place", "https://example.org/secret".into()),
            ("taken", 7_u64.into()),
            ("behind", 2_u64.into()),
            ("trouble", "unreachable".into()),
        ]));
        let mut text = MetricsText::default();
        write_sendings(&mut text, &[SendingFigures { destination, refused: 1 }]);
        let text = text.into_text();
        for (name, number) in [
            ("touchmove_sent_total", 7),
            ("touchmove_sent_behind", 2),
            ("touchmove_sent_refused", 1),
            ("touchmove_send_trouble", 1),
        ] {
            let line = format!("{name}{{destination=\"3\",kind=\"webhook\"}} {number}\n");
            assert!(text.contains(&line), "{line} in {text}");
        }
        assert!(!text.contains("secret"), "{text}");
    }
}
