//! What is to be shown, what is, and what becomes of the one by the other.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;
use touchmove_client::waits::{Numbered, Urgency, Wait};

/// What is wrong with a board may be over by then: a cable that was touched is no trouble yet.
const TROUBLE_LASTS: Duration = Duration::from_secs(3);

/// By what a notification is found again: whose it is, and what it is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NoticeName {
    of: String,
    what: String,
}

/// How urgent a notification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// It can be seen to later.
    Low,
    /// Somebody should look.
    Normal,
    /// Somebody is to come.
    Critical,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    /// How urgent it is.
    pub(super) weight: Weight,
    /// Where: table and players, and the name of the board.
    pub(super) summary: String,
    /// What.
    pub(super) body: String,
    /// The game that a click opens, as the desk and `touchmove game` name it.
    pub(super) game: Option<OpenedGame>,
    /// Whether it is shown at once, or only if it lasts.
    pub(super) comes: Comes,
}

/// A game that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenedGame {
    /// As the desk has it in its addresses.
    pub(super) id: String,
    /// As people name it: by round and table, or by its number.
    pub(super) name: String,
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    /// At once.
    AtOnce,
    /// If it lasts.
    IfItLasts,
}

/// What is to be done on the desktop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// To show one, in the place of the one with this number.
    Show(NoticeName, Option<u32>),
    /// To take one away.
    Close(u32),
}

/// All that waits, with the numbers under which it is shown.
#[derive(Debug, Default)]
pub(super) struct Shown(BTreeMap<NoticeName, Entry>);

#[derive(Debug)]
struct Entry {
    notice: Notice,
    since: Instant,
    on_desktop: OnDesktop,
}

/// How it is with a notification on the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnDesktop {
    /// It is to be shown.
    NotYet,
    /// It is shown as it is.
    As(u32),
    /// It is shown as it was.
    Outdated(u32),
    /// Somebody has put it away.
    PutAway,
}

impl NoticeName {
    /// What waits in a game, or else at a board or a port.
    pub(super) fn of_wait(of: &str, wait: &Wait) -> Self {
        let what = match wait.number {
            Some((Numbered::Incident, number)) => format!("incident {number}"),
            Some((Numbered::Instruction, number)) => format!("instruction {number}"),
            None => wait.what.clone(),
        };
        Self { of: of.to_owned(), what }
    }

    /// That the daemon is not there.
    pub(super) fn of_daemon() -> Self {
        Self { of: String::new(), what: String::new() }
    }
}

impl Weight {
    /// Of what waits.
    pub(super) const fn of(urgency: Urgency) -> Self {
        match urgency {
            Urgency::Evidence | Urgency::Unheard | Urgency::Arbiter => Self::Critical,
            Urgency::Doubt => Self::Normal,
            Urgency::Later => Self::Low,
        }
    }
}

impl Shown {
    /// From now on this waits, and nothing else; the numbers of what is to be taken away.
    pub(super) fn renew(
        &mut self,
        waiting: BTreeMap<NoticeName, Notice>,
        now: Instant,
    ) -> Vec<Change> {
        let mut gone = Vec::new();
        self.0.retain(|name, entry| {
            let waits = waiting.contains_key(name);
            gone.extend(entry.on_desktop.number().filter(|_| !waits).map(Change::Close));
            waits
        });
        for (name, notice) in waiting {
            self.put(name, notice, now);
        }
        gone
    }

    /// This waits besides.
    pub(super) fn put(&mut self, name: NoticeName, notice: Notice, now: Instant) {
        let Some(entry) = self.0.get_mut(&name) else {
            let entry = Entry { notice, since: now, on_desktop: OnDesktop::NotYet };
            self.0.insert(name, entry);
            return;
        };
        if entry.notice != notice {
            entry.notice = notice;
            entry.on_desktop = match entry.on_desktop {
                OnDesktop::As(id) | OnDesktop::Outdated(id) => OnDesktop::Outdated(id),
                OnDesktop::NotYet | OnDesktop::PutAway => OnDesktop::NotYet,
            };
        }
    }

    /// What is to be shown now.
    pub(super) fn due(&self, now: Instant) -> Vec<Change> {
        let due = |(name, entry): (&NoticeName, &Entry)| {
            let lasts = now.duration_since(entry.since) >= TROUBLE_LASTS;
            match entry.on_desktop {
                OnDesktop::NotYet if lasts || entry.notice.comes == Comes::AtOnce => {
                    Some(Change::Show(name.clone(), None))
                }
                OnDesktop::Outdated(id) => Some(Change::Show(name.clone(), Some(id))),
                OnDesktop::NotYet | OnDesktop::As(_) | OnDesktop::PutAway => None,
            }
        };
        self.0.iter().filter_map(due).collect()
    }

    /// When something that lasts is to be shown, if nothing happens before.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let is_held = |entry: &&Entry| entry.on_desktop == OnDesktop::NotYet;
        self.0.values().filter(is_held).map(|entry| entry.since + TROUBLE_LASTS).min()
    }

    /// What waits under this name.
    pub(super) fn notice(&self, name: &NoticeName) -> Option<&Notice> {
        self.0.get(name).map(|entry| &entry.notice)
    }

    /// What is shown under this number, and its name.
    pub(super) fn numbered(&self, id: u32) -> Option<(&NoticeName, &Notice)> {
        let found = self.0.iter().find(|(_, entry)| entry.on_desktop.number() == Some(id));
        found.map(|(name, entry)| (name, &entry.notice))
    }

    /// It is shown under this number.
    pub(super) fn note_shown(&mut self, name: &NoticeName, id: u32) {
        if let Some(entry) = self.0.get_mut(name) {
            entry.on_desktop = OnDesktop::As(id);
        }
    }

    /// It is shown no more: who has put it away does not want to see it again.
    pub(super) fn note_closed(&mut self, id: u32) {
        for entry in self.0.values_mut() {
            if entry.on_desktop.number() == Some(id) {
                entry.on_desktop = OnDesktop::PutAway;
            }
        }
    }

    /// The server is another one, and knows none of the numbers.
    pub(super) fn forget_numbers(&mut self) {
        for entry in self.0.values_mut() {
            if entry.on_desktop.number().is_some() {
                entry.on_desktop = OnDesktop::NotYet;
            }
        }
    }

    /// The numbers of all that is shown.
    pub(super) fn numbers(&self) -> Vec<u32> {
        self.0.values().filter_map(|entry| entry.on_desktop.number()).collect()
    }
}

impl OnDesktop {
    const fn number(self) -> Option<u32> {
        match self {
            Self::As(id) | Self::Outdated(id) => Some(id),
            Self::NotYet | Self::PutAway => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(what: &str) -> NoticeName {
        NoticeName { of: "game".into(), what: what.into() }
    }

    fn notice(body: &str, comes: Comes) -> Notice {
        let (summary, body) = ("3.12 Anna – Ben".into(), body.into());
        Notice { weight: Weight::Critical, summary, body, game: None, comes }
    }

    fn waiting(all: &[(&str, &str)]) -> BTreeMap<NoticeName, Notice> {
        all.iter().map(|(what, body)| (name(what), notice(body, Comes::AtOnce))).collect()
    }

    #[test]
    fn what_begins_to_wait_is_shown_once_and_taken_away_when_it_is_done() {
        let (mut shown, now) = (Shown::default(), Instant::now());
        assert_eq!(shown.renew(waiting(&[("a", "press")]), now), []);
        assert_eq!(shown.due(now), [Change::Show(name("a"), None)]);
        shown.note_shown(&name("a"), 7);
        assert_eq!(shown.renew(waiting(&[("a", "press")]), now), []);
        assert_eq!(shown.due(now), []);
        assert_eq!(shown.renew(waiting(&[]), now), [Change::Close(7)]);
        assert_eq!(shown.due(now), []);
    }

    #[test]
    fn what_is_told_otherwise_takes_the_place_of_what_was_told() {
        let (mut shown, now) = (Shown::default(), Instant::now());
        shown.renew(waiting(&[("a", "press (to be checked)")]), now);
        shown.note_shown(&name("a"), 7);
        shown.renew(waiting(&[("a", "press")]), now);
        assert_eq!(shown.due(now), [Change::Show(name("a"), Some(7))]);
    }

    #[test]
    fn what_was_put_away_stays_away_until_something_else_is_told() {
        let (mut shown, now) = (Shown::default(), Instant::now());
        shown.renew(waiting(&[("a", "press")]), now);
        shown.note_shown(&name("a"), 7);
        shown.note_closed(7);
        shown.renew(waiting(&[("a", "press")]), now);
        shown.forget_numbers();
        assert_eq!(shown.due(now), []);
        shown.renew(waiting(&[("a", "illegal move")]), now);
        assert_eq!(shown.due(now), [Change::Show(name("a"), None)]);
    }

    #[test]
    fn another_server_is_told_all_that_waits() {
        let (mut shown, now) = (Shown::default(), Instant::now());
        shown.renew(waiting(&[("a", "press"), ("b", "lost")]), now);
        shown.note_shown(&name("a"), 7);
        shown.note_shown(&name("b"), 8);
        shown.forget_numbers();
        assert_eq!(shown.numbers(), [0; 0]);
        assert_eq!(shown.due(now).len(), 2);
    }

    #[test]
    fn trouble_that_is_over_at_once_is_not_told() {
        let (mut shown, now) = (Shown::default(), Instant::now());
        shown.put(name("lost"), notice("unplugged", Comes::IfItLasts), now);
        assert_eq!(shown.due(now), []);
        let later = shown.deadline().unwrap();
        assert_eq!(shown.due(later), [Change::Show(name("lost"), None)]);
        assert_eq!(shown.renew(waiting(&[]), later), []);
        assert_eq!(shown.deadline(), None);
    }
}
