//! `org.touchmove.Hall1.Station`: the root of the live tree.

use zbus::interface;

/// This station. Its boards, clocks and games are the objects below it, which
/// `org.freedesktop.DBus.ObjectManager` lists.
#[derive(Debug)]
pub(super) struct Station;

#[interface(
    name = "org.touchmove.Hall1.Station",
    proxy(default_service = "org.touchmove.Hall1", default_path = "/org/touchmove/Hall1")
)]
impl Station {
    /// Version of touchmove.
    #[zbus(property(emits_changed_signal = "const"))]
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
}
