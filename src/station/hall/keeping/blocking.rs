//! Waiting for the disk.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Waits for the disk, while other tasks go on: only who asked waits.
pub(in crate::hall) fn blocking<T>(wait: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(wait),
        _ => wait(),
    }
}
