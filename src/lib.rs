//! touchmove: what is played on electronic chess boards, held against the Laws of Chess.
//!
//! Data's way: bytes → driver → observation → journal → reconstruct → account → laws → game → bus and
//! command. `ARCHITECTURE.md` shows the floors.

pub mod account;
pub mod bus;
pub mod command;
pub mod config;
pub mod conformance;
pub mod daemon;
pub mod decision;
pub mod evidence;
pub mod game;
pub mod hall;
pub mod health;
pub mod hotplug;
pub mod journal;
pub mod laws;
pub mod link;
pub mod notation;
pub mod pairing;
pub mod reconstruct;
pub mod relay;
pub mod score;
pub mod session;
pub mod sheet;
pub mod simulate;
pub mod sys;
pub mod text;
pub mod words;
