//! What is kept: journals of boards and of the station, their seals, the archive, and the disk below them.

pub mod archive;
pub(super) mod beside;
pub(super) mod blocking;
pub mod decided;
pub(super) mod decisions;
pub(super) mod disk;
pub(super) mod evidence;
pub(super) mod folder;
pub(super) mod harms;
pub(super) mod opening;
pub(super) mod patrol;
pub mod sealed;
pub mod seals;
pub(super) mod shelf;
pub(super) mod station_journal;
pub(super) mod wire;
