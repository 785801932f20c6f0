//! touchmove's D-Bus service as its clients see it, for programs that follow games, judge them or send them on.
//!
//! `touchmoved` tells what is played on electronic chess boards on a message bus. The bus has two trees of objects: the public
//! one (`org.touchmove.Public1`) has what is released, and everybody may read it; the live one (`org.touchmove.Hall1`) has
//! everything at once and takes decisions, for members of the group `touchmove` alone. Start with a mirror of either, which
//! copies the tree, follows it, and misses no event:
//!
//! ```no_run
//! use touchmove_client::{address::Bus, public::PublicMirror};
//!
//! # async fn follow() -> Result<(), Box<dyn std::error::Error>> {
//! let mut mirror = PublicMirror::connect(&Bus::System).await?;
//! loop {
//!     for game in mirror.games() {
//!         println!("table {}: {}", game.table, game.fen);
//!     }
//!     let signal = mirror.signal().await?;
//!     mirror.take(signal).await?;
//! }
//! # }
//! ```
//!
//! A message bus drops signals of a slow client without a word. Events are therefore numbered, and can be asked for again
//! (`EventsSince`): a mirror subscribes first, reads everything after that, asks wherever a number is missing, and reads anew
//! once the daemon was started again. Nothing of that is left to its user.
//!
//! | for | is |
//! |---|---|
//! | what is released, and who plays whom | [`public::PublicMirror`] |
//! | boards, clocks, games, rounds and sections as they are now | [`mirror::Mirror`], with the values of [`shown`] |
//! | what waits for an arbiter, by weight | [`waits::Waits`] |
//! | calls that change something, each typed | [`proxy`]; [`mirror::Mirror::decide`] has an error in words |
//! | why a call was refused, for a program and for a person | [`call_error`] |
//! | sentences about what happened, in the languages that there are | [`notices::Notices`] |
//! | where games are sent, and what becomes of them there | [`broadcast`] |
//! | numbers for Prometheus, with the feature `metrics` | `metrics` |
//!
//! `examples/` has whole programs: `follow_a_game` prints a scoresheet as it grows, `post_results` posts each result to a web
//! address, and `follow_a_game.py` does in Python, over nothing but the bus, what a mirror does. `docs/dbus/` has each interface
//! with its methods, signals and properties, and every key of every dictionary.
//!
//! What both sides of the bus must agree on has its only place here, and the service takes it from here, too: names in
//! [`service`], object paths in [`path`], forms of values in [`details`] and [`results`], errors in [`call_error`].

pub mod address;
pub mod arbiters;
pub mod broadcast;
pub mod calibration;
pub mod call_error;
pub mod decided;
pub mod desk_address;
pub mod details;
pub mod ending;
pub mod matters;
#[cfg(feature = "metrics")]
pub mod metrics;
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
