//! What is kept: journals of boards and of the station, their seals, the archive, and the disk below them.

pub mod archive;
pub(super) mod beside;
pub mod decided;
pub(super) mod disk;
pub(super) mod evidence;
pub(super) mod folder;
pub(super) mod patrol;
pub mod seals;
pub(super) mod station_journal;
pub(super) mod wire;
