//! `org.touchmove.Hall1.Clock`.

use zbus::{OwnedObjectPath, proxy};

/// `org.touchmove.Hall1.Clock`: the clock of one board.
#[proxy(
    interface = "org.touchmove.Hall1.Clock",
    default_service = "org.touchmove.Hall1",
    assume_defaults = false
)]
pub trait Clock {
    /// The board it is connected to.
    #[zbus(property(emits_changed_signal = "const"))]
    fn board(&self) -> zbus::Result<OwnedObjectPath>;

    /// White's time in milliseconds, as it was at `ReadAt`.
    #[zbus(property)]
    fn white(&self) -> zbus::Result<u32>;

    /// Black's time in milliseconds, as it was at `ReadAt`.
    #[zbus(property)]
    fn black(&self) -> zbus::Result<u32>;

    /// Whose time runs: `white`, `black` or `none`.
    #[zbus(property)]
    fn running(&self) -> zbus::Result<String>;

    /// When the clock was read, in microseconds of the time since boot (CLOCK_BOOTTIME).
    #[zbus(property)]
    fn read_at(&self) -> zbus::Result<u64>;

    /// The sides whose flags the clock shows as fallen: of `white` and `black`.
    #[zbus(property)]
    fn flags(&self) -> zbus::Result<Vec<String>>;

    /// The reading contradicts the passage of time and is not to be relied on.
    #[zbus(property)]
    fn doubtful(&self) -> zbus::Result<bool>;
}
