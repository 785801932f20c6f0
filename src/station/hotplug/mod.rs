//! What is plugged in, and what came and went.

pub mod hid;
mod netlink;
pub mod source;
pub mod sysfs;
mod uevent;
mod watch;

pub use self::watch::UsbSource;
