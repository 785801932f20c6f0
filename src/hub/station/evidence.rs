//! Publishes what a station keeps of its boards, part by part, so that another station can go on with it.

use async_nats::jetstream::Context;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::DirectGetErrorKind;
use tokio::time::Instant;
use touchmove_client::call_error::RefusalKind;
use touchmove_client::details::Details;
use touchmove_client::service::EVIDENCE_PART_BYTES;
use zbus::Connection;

use super::follow::BOARD;
use super::publish::Stopped;
use crate::message::EvidenceHead;
use crate::metrics;
use crate::server::send;
use crate::subject::{Aspect, Place};

/// The header by which a message takes the place of all before it under its subject.
const ROLLUP: &str = "Nats-Rollup";

/// How much of what is kept of a board is in the stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Copied {
    journal: String,
    bytes: u64,
    decisions: u32,
    /// Where the last part is in the stream; 0 before the first.
    sequence: u64,
}

impl Copied {
    /// Whether anything is there.
    pub(super) const fn is_begun(&self) -> bool {
        self.sequence > 0
    }

    fn is_followed_by(&self, part: &Part) -> bool {
        self.journal == part.journal && self.bytes == part.from
    }

    /// It ends with this part now.
    fn note(&mut self, head: &EvidenceHead, bytes: usize, sequence: u64) {
        let decisions = u32::try_from(head.decisions.len()).unwrap_or(u32::MAX);
        *self = Self {
            journal: head.journal.clone(),
            bytes: head.from + bytes as u64,
            decisions: head.decided + decisions,
            sequence,
        };
    }
}

/// A part, as the station gives it.
struct Part {
    journal: String,
    from: u64,
    bytes: Vec<u8>,
    decisions: Vec<String>,
}

impl Part {
    fn of(part: &Details) -> Option<Self> {
        Some(Self {
            journal: part.get("journal")?.try_clone().ok()?.try_into().ok()?,
            from: part.get("from")?.try_into().ok()?,
            bytes: part.get("bytes")?.try_clone().ok()?.try_into().ok()?,
            decisions: part.get("decisions")?.try_clone().ok()?.try_into().ok()?,
        })
    }
}

/// Publishes all that is kept of a board and is not in the stream. `copied` is how far that had got, where it is known.
pub(super) async fn publish_evidence(
    streams: &Context,
    connection: &Connection,
    place: &Place,
    copied: &mut Option<Copied>,
) -> Result<(), Stopped> {
    let mut known = match copied.take() {
        Some(known) => known,
        None => last_copied(streams, place).await?,
    };
    loop {
        let Some(part) = next_part(connection, place, &known).await? else { break };
        if part.bytes.is_empty() && part.decisions.is_empty() {
            break;
        }
        let is_last = part.bytes.len() < EVIDENCE_PART_BYTES;
        let follows = known.is_followed_by(&part);
        let Part { journal, from, bytes, decisions } = part;
        let decided = if follows { known.decisions } else { 0 };
        let head = EvidenceHead { journal, from, decided, decisions };
        let message = head.message(&bytes).map_err(|error| Stopped::Station(error.to_string()))?;
        let message = PublishMessage::build()
            .payload(message.into())
            .expected_last_subject_sequence(known.sequence);
        // Nobody needs the journal before this one: all that it said is over.
        let message = if follows { message } else { message.header(ROLLUP, "sub") };
        let begun = Instant::now();
        let sequence = send(streams, place.subject(Aspect::Evidence), message).await?;
        metrics::count_published(place.side, Aspect::Evidence, begun.elapsed());
        known.note(&head, bytes.len(), sequence);
        if is_last {
            break;
        }
    }
    *copied = Some(known);
    Ok(())
}

async fn last_copied(streams: &Context, place: &Place) -> Result<Copied, Stopped> {
    let stream = streams.get_stream_no_info(Aspect::Evidence.stream(place.side)).await;
    let stream = stream.map_err(Stopped::server)?;
    let last = stream.direct_get_last_for_subject(place.subject(Aspect::Evidence)).await;
    let mut copied = Copied::default();
    match last {
        Ok(last) => match EvidenceHead::read(&last.payload) {
            Ok((head, bytes)) => copied.note(&head, bytes.len(), last.sequence),
            // Whatever that is, what is kept takes its place.
            Err(_) => copied.sequence = last.sequence,
        },
        Err(error) if error.kind() == DirectGetErrorKind::NotFound => {}
        Err(error) => return Err(Stopped::server(error)),
    }
    Ok(copied)
}

/// What the station has behind that; `None` where it has no such board.
async fn next_part(
    connection: &Connection,
    place: &Place,
    known: &Copied,
) -> Result<Option<Part>, Stopped> {
    let asked = (known.journal.as_str(), known.bytes, known.decisions);
    let (name, path) = (Some(place.side.bus_name()), place.path.as_str());
    let answer = match connection.call_method(name, path, Some(BOARD), "Evidence", &asked).await {
        Ok(answer) => answer,
        Err(zbus::Error::MethodError(name, ..)) if is_of_the_board(name.as_str()) => {
            return Ok(None);
        }
        Err(error) => return Err(Stopped::Station(error.to_string())),
    };
    let body = answer.body();
    let part: Details = body.deserialize().map_err(|error| Stopped::Station(error.to_string()))?;
    let part = Part::of(&part);
    part.map(Some).ok_or_else(|| Stopped::Station("it gives no evidence of a board".to_owned()))
}

/// Whether an error is about this board alone: it is gone, it cannot be read, or an older touchmoved does not give it. What else
/// is told goes on.
fn is_of_the_board(error: &str) -> bool {
    error.ends_with("UnknownObject")
        || error.ends_with("UnknownMethod")
        || [RefusalKind::NoSuchBoard, RefusalKind::Impossible].iter().any(|of| of.name() == error)
}
