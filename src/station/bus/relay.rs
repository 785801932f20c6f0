//! `org.touchmove.Hall1.Relay`: the folder of the broadcast, and what becomes of it there.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;
use touchmove_client::call_error;
use touchmove_client::details::{Details, details};
use touchmove_client::path;
use touchmove_core::text::on_one_line;
use zbus::{Connection, interface};

use super::object::Object;
use crate::relay::PgnPath;
use crate::relay::report::{FolderReport, Summary, TextReport};

/// Changes are told at most this often, however many files are written.
const BETWEEN_CHANGES: Duration = Duration::from_millis(100);

/// Shows the folder for as long as there are reports of it, always the newest.
pub(super) async fn follow(connection: Connection, report: watch::Receiver<FolderReport>) {
    if let Err(error) = show(&connection, report).await {
        tracing::error!(%error, "the bus did not take what becomes of the broadcast");
    }
}

async fn show(
    connection: &Connection,
    mut report: watch::Receiver<FolderReport>,
) -> zbus::Result<()> {
    let summary = report.borrow_and_update().summary();
    let relay = |shown| Relay { shown, report: report.clone() };
    let object = Object::serve(connection, path::relay(FOLDER), summary, relay).await?;
    while report.changed().await.is_ok() {
        let summary = report.borrow_and_update().summary();
        object.show(summary).await?;
        sleep(BETWEEN_CHANGES).await;
    }
    Ok(())
}

/// What kind of outlet it is, and the last part of its path.
const FOLDER: &str = "folder";

/// An outlet.
#[derive(Debug)]
pub(super) struct Relay {
    shown: watch::Receiver<Summary>,
    report: watch::Receiver<FolderReport>,
}

#[interface(name = "org.touchmove.Hall1.Relay")]
impl Relay {
    /// The texts by their paths, each by its particulars: `path` (s), `round` (q), and `table` (q) unless it
    /// is that of all games of a round; `times` (t), how often it was written since the start, and
    /// of the last time `at` (t) and `late` (t), as `At` and `Late` have them; where it is not there as it
    /// should be, `trouble` (s) and `since` (t), as `Trouble` and `Since`.
    ///
    /// Errors: `AccessDenied`.
    #[zbus(out_args("texts"))]
    async fn texts(&self) -> call_error::Result<Vec<Details>> {
        // a copy, because the relay waits while it is borrowed
        let report = self.report.borrow().clone();
        Ok(report.texts().map(|(path, text)| of_text(path, text)).collect())
    }

    /// What it is: `folder`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn kind(&self) -> String {
        FOLDER.to_owned()
    }

    /// Where the texts can be read: the path of the folder.
    #[zbus(property(emits_changed_signal = "const"))]
    fn place(&self) -> String {
        // What no text can show would make the whole tree unreadable.
        harmless(&self.report.borrow().folder().to_string_lossy())
    }

    /// How many games are published.
    #[zbus(property)]
    fn games(&self) -> u64 {
        self.shown.borrow().games as u64
    }

    /// How many of them are not there as they should be.
    #[zbus(property)]
    fn behind(&self) -> u64 {
        self.shown.borrow().behind as u64
    }

    /// When something was written last, in microseconds of the time since boot
    /// (CLOCK_BOOTTIME); 0 before the first time.
    #[zbus(property)]
    fn at(&self) -> u64 {
        self.shown.borrow().last.map_or(0, |put| put.at.as_micros())
    }

    /// How long that was after its release, in microseconds.
    #[zbus(property)]
    fn late(&self) -> u64 {
        self.shown.borrow().last.map_or(0, |put| micros(put.late))
    }

    /// What is refused, and what to do; empty while nothing is.
    #[zbus(property)]
    fn trouble(&self) -> String {
        let shown = self.shown.borrow();
        shown.trouble.as_ref().map(|trouble| harmless(&trouble.why)).unwrap_or_default()
    }

    /// Since when it has been refused, as `At`; 0 while nothing is.
    #[zbus(property)]
    fn since(&self) -> u64 {
        self.shown.borrow().trouble.as_ref().map_or(0, |trouble| trouble.since.as_micros())
    }
}

fn of_text(path: PgnPath, text: &TextReport) -> Details {
    let (round, table) = match path {
        PgnPath::Game(round, table) => (round, Some(table)),
        PgnPath::Games(round) => (round, None),
    };
    let mut all = details([
        ("path", path.to_string().into()),
        ("round", round.get().into()),
        ("times", text.times.into()),
    ]);
    if let Some(table) = table {
        all.extend(details([("table", table.get().into())]));
    }
    if let Some(put) = text.last {
        all.extend(details([("at", put.at.as_micros().into()), ("late", micros(put.late).into())]));
    }
    if let Some(trouble) = &text.trouble {
        let (why, since) = (harmless(&trouble.why), trouble.since.as_micros());
        all.extend(details([("trouble", why.into()), ("since", since.into())]));
    }
    all
}

fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

/// A text without control characters: a NUL could not be sent, an escape sequence would play tricks on a
/// terminal.
fn harmless(text: &str) -> String {
    on_one_line(text)
}
