//! Proxies: the interfaces as a client calls them. Each is made from the interface itself.

pub use super::board::BoardProxy;
pub use super::clock::ClockProxy;
pub use super::game::GameProxy;
pub use super::public_game::PublicGameProxy;
pub use super::relay::RelayProxy;
pub use super::round::RoundProxy;
pub use super::sections::SectionsProxy;
pub use super::station::StationProxy;
