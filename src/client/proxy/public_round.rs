//! `org.touchmove.Public1.Round`.

use zbus::proxy;

use crate::details::Details;

/// `org.touchmove.Public1.Round`: a round that has begun, as everybody may know it.
#[proxy(
    interface = "org.touchmove.Public1.Round",
    default_service = "org.touchmove.Public1",
    assume_defaults = false
)]
pub trait PublicRound {
    /// Its number.
    #[zbus(property(emits_changed_signal = "const"))]
    fn number(&self) -> zbus::Result<u16>;

    /// The tournament; empty where it has no name.
    #[zbus(property)]
    fn event(&self) -> zbus::Result<String>;

    /// How far it has got: `running`, `paused` or `ended`.
    #[zbus(property)]
    fn stage(&self) -> zbus::Result<String>;

    /// Its pairings by table, each by its particulars.
    #[zbus(property)]
    fn pairings(&self) -> zbus::Result<Vec<Details>>;
}
