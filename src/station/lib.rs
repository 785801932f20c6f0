//! One station: its ports, boards and games, their evidence, and how it tells of them: on D-Bus and as a broadcast.

pub mod bluez;
pub mod bus;
pub mod config;
pub mod daemon;
pub mod hall;
pub mod hotplug;
pub mod journal;
pub mod link;
pub mod relay;
pub mod session;
pub mod sys;
