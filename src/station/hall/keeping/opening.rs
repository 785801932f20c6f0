//! Opening a journal, and saying what of it is not as it was appended.

use std::path::Path;

use jiff::Timestamp;
use touchmove_drivers::recording::Headers;

use crate::hall::anchor::{jumped_back, span};
use crate::journal::{self, Cut, Journal, JournalError, PastEntry};

/// Opens a journal; what is not as it was appended is said, and the seal, so that others have it too.
pub(in crate::hall) fn open_journal(
    path: &Path,
    headers: &Headers,
    wall: Timestamp,
) -> Result<(Journal, journal::JournalPast), JournalError> {
    let (journal, past) = Journal::open(path, headers)?;
    say_opened(path, &journal, &past, wall);
    Ok((journal, past))
}

/// Says what of a journal is not as it was appended, and its seal.
pub(in crate::hall) fn say_opened(
    path: &Path,
    journal: &Journal,
    past: &journal::JournalPast,
    wall: Timestamp,
) {
    match &past.cut {
        Some(Cut { bytes, kept: Some(kept), .. }) => tracing::warn!(
            "{}: a torn end of {bytes} bytes was cut off and kept in {}",
            path.display(),
            kept.display(),
        ),
        Some(Cut { bytes, kept: None, .. }) => tracing::warn!(
            "{}: a torn end of {bytes} bytes is kept beside before anything is appended; the disk does not take it now",
            path.display(),
        ),
        None => {}
    }
    for entry in &past.entries {
        if let PastEntry::Gap(gap) = entry {
            tracing::error!("{}: {gap}; all else is kept, and they stay there", path.display());
        }
    }
    let latest = journal.latest().unwrap_or_default();
    if let Some(behind) = jumped_back(&past.headers, latest, wall) {
        tracing::warn!(
            "{}: the wall clock has jumped back, {} behind the last record; records go on from there, but set the \
             clock right (see `timedatectl`)",
            path.display(),
            span(behind),
        );
    }
    tracing::info!("{}: {} records, seal {}", path.display(), journal.records(), journal.seal());
}
