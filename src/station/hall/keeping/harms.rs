//! What others have done to the file of a journal that is open.

use crate::hall::keeping::blocking::blocking;
use crate::journal::{Journal, Rescue};

/// What others have done to a journal, to be told until the daemon starts again.
#[derive(Debug, Default)]
pub(in crate::hall) struct Harms {
    /// What was missing when it was opened.
    at_start: Option<String>,
    /// What is lost.
    cut: Option<String>,
    /// Where it is.
    place: Option<String>,
    /// Both.
    said: Option<String>,
}

impl Harms {
    /// What is to be told of them.
    pub(in crate::hall) fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Saves what can be saved of a journal, waits for the disk, and says aloud what came of it.
    pub(in crate::hall) fn save(&mut self, journal: &mut Journal) {
        let (is_cut, what) = match blocking(|| journal.rescue()) {
            Ok(None) => return,
            Ok(Some(rescue)) => {
                let is_cut = matches!(rescue, Rescue::Cut { .. } | Rescue::Mended(_));
                (is_cut, rescue.to_string())
            }
            Err(error) => (false, format!("somebody has changed a journal's file: {error}")),
        };
        let told = if is_cut { &mut self.cut } else { &mut self.place };
        // It is tried each second.
        if told.as_ref() != Some(&what) {
            tracing::error!("{what}");
            *told = Some(what);
        }
        self.renew();
    }

    /// It was not what the station has sealed when it was opened.
    pub(in crate::hall) fn note_at_start(&mut self, what: String) {
        self.at_start = Some(what);
        self.renew();
    }

    fn renew(&mut self) {
        let all = [&self.at_start, &self.cut, &self.place];
        let said: Vec<_> = all.into_iter().flatten().cloned().collect();
        self.said = Some(said.join("; "));
    }
}
