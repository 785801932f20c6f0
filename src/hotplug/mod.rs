//! What is plugged in, and what came and went.

pub mod sysfs;
