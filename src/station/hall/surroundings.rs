//! What a station stands in: its time and its ports. Those of the machine, or simulated ones.

use std::fmt;
use std::sync::Arc;

use crate::link::Ports;
use crate::link::serial::SerialPorts;
use crate::sys::boottime::{BootClock, Clock};

/// Where a hall takes the time from, and who opens its ports.
#[derive(Clone)]
pub struct Surroundings {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The ports.
    pub ports: Arc<dyn Ports>,
}

impl Surroundings {
    /// Those of this machine.
    pub fn of_this_machine() -> Self {
        Self { clock: Arc::new(BootClock::since_boot()), ports: Arc::new(SerialPorts) }
    }
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}
