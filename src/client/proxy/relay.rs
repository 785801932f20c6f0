//! `org.touchmove.Hall1.Relay`.

use zbus::proxy;

use crate::call_error;
use crate::details::Details;

/// `org.touchmove.Hall1.Relay`: an outlet of the broadcast, and what becomes of it there.
#[proxy(
    interface = "org.touchmove.Hall1.Relay",
    default_service = "org.touchmove.Hall1",
    assume_defaults = false
)]
pub trait Relay {
    /// The texts by their paths, each by its particulars: `path` (s), `round` (q), and `table` (q) unless it
    /// is that of all games of a round; `times` (t), how often it was written since the start, and
    /// of the last time `at` (t) and `late` (t), as `At` and `Late` have them; where it is not there as it
    /// should be, `trouble` (s) and `since` (t), as `Trouble` and `Since`.
    fn texts(&self) -> call_error::Result<Vec<Details>>;

    /// What it is: `folder`.
    #[zbus(property(emits_changed_signal = "const"))]
    fn kind(&self) -> zbus::Result<String>;

    /// Where the texts can be read: the path of the folder.
    #[zbus(property(emits_changed_signal = "const"))]
    fn place(&self) -> zbus::Result<String>;

    /// How many games are published.
    #[zbus(property)]
    fn games(&self) -> zbus::Result<u64>;

    /// How many of them are not there as they should be.
    #[zbus(property)]
    fn behind(&self) -> zbus::Result<u64>;

    /// When something was written last, in microseconds of the time since boot (CLOCK_BOOTTIME); 0
    /// before the first time.
    #[zbus(property)]
    fn at(&self) -> zbus::Result<u64>;

    /// How long that was after its release, in microseconds.
    #[zbus(property)]
    fn late(&self) -> zbus::Result<u64>;

    /// What is refused, and what to do; empty while nothing is.
    #[zbus(property)]
    fn trouble(&self) -> zbus::Result<String>;

    /// Since when it has been refused, as `At`; 0 while nothing is.
    #[zbus(property)]
    fn since(&self) -> zbus::Result<u64>;
}
