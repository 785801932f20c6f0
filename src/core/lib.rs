//! What is played on electronic chess boards, held against the Laws of Chess: values and functions.
//!
//! Data's way: observations → `reconstruct` → `account` → `laws` → `game`, and from there to whoever shows it: `sheet` as
//! PGN, `words` in sentences. There is no I/O, no clock and no task here: time comes in with what was observed.

pub mod account;
pub mod decision;
pub mod evidence;
pub mod game;
pub mod health;
pub mod help;
pub mod laws;
pub mod lights;
pub mod names;
pub mod notation;
pub mod pairing;
pub mod points;
pub mod reconstruct;
pub mod sheet;
pub mod text;
pub mod tournament;
pub mod words;
