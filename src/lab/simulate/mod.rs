//! Simulated play: human hands, their pace and the wire, in front of any family's device end.
//!
//! A [`pgn::PgnGame`] becomes a [`Timeline`] of what hands do on the table ([`hands`]); a [`PlayedTable`]
//! does it on a device in simulated time; a [`VirtualBoard`] gives the device a pseudo-terminal as
//! its port, and a [`PlayerLine`] puts many on one line; a [`Tape`] holds what a board has
//! sent. A [`Scanner`] makes observations of a timeline without a device, and a [`Recorder`] writes them
//! down. All but the port is pure and, for one seed, always the same.

pub mod control;
mod faulty;
pub mod hands;
mod line;
pub mod pgn;
mod player;
mod port;
mod recorder;
mod scanner;
mod tape;
mod timeline;
mod truth;
mod virtual_board;
mod wire;

pub use control::Control;
pub use faulty::{BoardFault, FaultError, Faulty};
pub use hands::{
    PlayStyle, Rate, RateSetting, RateUnit, Rates, RepeatedGames, SettingError, Sins, SinsError,
    Style, StyleError,
};
pub use line::{PlayerLine, Plugs};
pub use pgn::{PgnError, PgnGame, PgnGames, Ply};
pub use player::{BoardTurn, Cue, Gong, PlayedTable, Progress};
pub use port::SimulatedPort;
pub use recorder::Recorder;
pub use scanner::{Scanner, Sense};
pub use tape::{Speaks, Tape, Taped};
pub use timeline::{Action, Deed, Timeline};
pub use truth::{Legality, Played, Sin, SinKind, Truth};
pub use virtual_board::{AtPort, Speed, SpeedError, VirtualBoard};
pub use wire::Wire;
