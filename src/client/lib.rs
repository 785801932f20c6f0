//! The D-Bus service as its clients see it: what it is called, its objects and their forms, and a mirror of it that
//! misses no event.
//!
//! What both sides of the bus must agree on has its only place here: names in [`service`], object paths in [`path`],
//! forms of values in [`details`] and [`results`], errors in [`call_error`]. The service takes those from here, too.

pub mod address;
pub mod arbiters;
pub mod broadcast;
pub mod calibration;
pub mod call_error;
pub mod decided;
pub mod desk_address;
pub mod details;
pub mod matters;
pub mod mirror;
pub mod notices;
pub mod past_events;
pub mod path;
pub mod played;
pub mod proxy;
pub mod public;
pub mod results;
pub mod seats;
pub mod service;
pub mod shown;
pub mod sightings;
pub mod span;
pub mod waits;
pub mod words;
