//! What becomes of a broadcast in its folder: what is out there, how late it came, and what was refused
//! and why. A value; whoever changes it says what time it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use touchmove_drivers::Instant;

use super::PgnPath;

/// The folder at one moment. It has an entry for each text that is published, and no more.
#[derive(Clone, Debug)]
pub struct FolderReport {
    folder: PathBuf,
    texts: BTreeMap<PgnPath, TextReport>,
    last: Option<Put>,
}

/// What became of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextReport {
    /// How often it was written since the start.
    pub times: u64,
    /// The last time; `None` where it stood there already.
    pub last: Option<Put>,
    /// Why it is not there as it should be.
    pub trouble: Option<Trouble>,
    /// Since when something of it is released that is not there yet.
    due: Option<Instant>,
}

/// A text that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// When readers could have it, in boot time.
    pub at: Instant,
    /// How long after the release of what is new in it.
    pub late: Duration,
}

/// Something that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Why, and what to do.
    pub why: String,
    /// When it was refused for the first time, in boot time.
    pub since: Instant,
}

/// The whole in a few figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many games are published.
    pub games: usize,
    /// How many of them are not there as they should be.
    pub behind: usize,
    /// The last text that was written.
    pub last: Option<Put>,
    /// What has been refused for longest.
    pub trouble: Option<Trouble>,
}

impl FolderReport {
    /// Nothing is published yet.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, texts: BTreeMap::new(), last: None }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The texts by their paths.
    pub fn texts(&self) -> impl Iterator<Item = (PgnPath, &TextReport)> {
        self.texts.iter().map(|(path, text)| (*path, text))
    }

    /// The whole in a few figures.
    pub fn summary(&self) -> Summary {
        let games = || self.texts().filter(|(path, _)| matches!(path, PgnPath::Game(..)));
        let troubles = self.texts.values().filter_map(|text| text.trouble.as_ref());
        let longest = troubles.min_by_key(|trouble| trouble.since);
        Summary {
            games: games().count(),
            behind: games().filter(|(_, text)| text.trouble.is_some()).count(),
            last: self.last,
            trouble: longest.cloned(),
        }
    }

    /// Something of a text is released at this moment.
    pub(super) fn release(&mut self, path: PgnPath, at: Instant) {
        self.texts.entry(path).or_default().due.get_or_insert(at);
    }

    /// A text is there, as of now.
    pub(super) fn put(&mut self, path: PgnPath, now: Instant) {
        let text = self.texts.entry(path).or_default();
        let due = text.due.take().unwrap_or(now);
        let put = Put { at: now, late: now.since(due) };
        *text = TextReport { times: text.times + 1, last: Some(put), ..TextReport::default() };
        self.last = Some(put);
    }

    /// A text cannot be put there.
    pub(super) fn refuse(&mut self, path: PgnPath, why: String, now: Instant) {
        refuse(&mut self.texts.entry(path).or_default().trouble, why, now);
    }

    /// A text was tried, if there was a need: where nothing is refused it is there.
    pub(super) fn settle(&mut self, path: PgnPath) {
        if let Some(text) = self.texts.get_mut(&path).filter(|text| text.trouble.is_none()) {
            text.due = None;
        }
    }
}

/// What is refused again is refused since the first time.
fn refuse(trouble: &mut Option<Trouble>, why: String, now: Instant) {
    let since = trouble.as_ref().map_or(now, |trouble| trouble.since);
    *trouble = Some(Trouble { why, since });
}
