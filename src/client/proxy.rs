//! The interfaces as a client calls them. The introspection of the service says at length what each member does.

pub mod board;
pub mod clock;
pub mod destinations;
pub mod game;
pub mod public_game;
pub mod public_round;
pub mod relay;
pub mod round;
pub mod sections;
pub mod station;

pub use self::board::BoardProxy;
pub use self::clock::ClockProxy;
pub use self::destinations::DestinationsProxy;
pub use self::game::GameProxy;
pub use self::public_game::PublicGameProxy;
pub use self::public_round::PublicRoundProxy;
pub use self::relay::RelayProxy;
pub use self::round::RoundProxy;
pub use self::sections::SectionsProxy;
pub use self::station::StationProxy;
