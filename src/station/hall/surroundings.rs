//! What a station stands in: its time, its ports, and what comes and goes there. Those of the machine, or simulated ones.

use std::fmt;
use std::sync::Arc;

use crate::bluez::Radio;
use crate::hotplug::UsbSource;
use crate::hotplug::source::Source;
use crate::link::connector::Connectors;
use crate::sys::boottime::{BootClock, TimeSource};

/// Where a hall takes the time from, and who opens its ports.
#[derive(Clone)]
pub struct Surroundings {
    /// The time.
    pub clock: Arc<dyn TimeSource>,
    /// Who opens its ports.
    pub connectors: Connectors,
    /// Who tells of boards that come and go.
    pub sources: Vec<Arc<dyn Source>>,
}

impl Surroundings {
    /// Those of this machine.
    pub fn of_this_machine() -> Self {
        let radio = Arc::new(Radio::default());
        Self {
            clock: Arc::new(BootClock::since_boot()),
            connectors: Connectors {
                rfcomm: Some(radio.clone()),
                gatt: Some(radio.clone()),
                ..Connectors::of_this_machine()
            },
            sources: vec![Arc::new(UsbSource), radio],
        }
    }
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}
