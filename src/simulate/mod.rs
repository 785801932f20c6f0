//! Simulated play: human hands, their pace and the wire, in front of any family's device end.
//!
//! A [`pgn::Game`] becomes a [`Timeline`] of what hands do on the table ([`hands`]); a [`Player`]
//! does it on a device in simulated time; a [`VirtualBoard`] gives the device a pseudo-terminal as
//! its port, and [`rehearse`] plays it to a driver without one. All but the port is pure and, for
//! one seed, always the same.

pub mod control;
pub mod hands;
pub mod pgn;
mod player;
mod port;
mod rehearsal;
mod timeline;
mod virtual_board;
mod wire;

pub use control::Control;
pub use hands::{Ending, Manner, Rounds, Style};
pub use pgn::{Game, PgnError, Ply};
pub use player::{Cue, Orientation, Player, Progress};
pub use port::Port;
pub use rehearsal::{recording, rehearse};
pub use timeline::{Action, Deed, Timeline};
pub use virtual_board::{Speed, SpeedError, VirtualBoard};
pub use wire::Wire;
