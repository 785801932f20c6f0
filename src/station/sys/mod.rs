//! What the standard library and the crates above it leave out of the operating system.

pub mod accounts;
pub mod boottime;
pub mod folder;
pub mod replace;
pub mod terminal;
pub mod tty;
