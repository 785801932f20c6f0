//! How well boards read and are heard: nothing is said of hands, and what is planted is found.

#![cfg(test)]

mod boards;
mod hands;
mod patient;
#[path = "../support/mod.rs"]
mod support;
mod value;
