//! A clock as clients see it.

use std::time::Duration;

use shakmaty::Color;

use super::Properties;

/// A reading of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// White's time, then Black's, when it was read.
    pub times: [Duration; 2],
    /// Whose time runs.
    pub running: Option<Color>,
    /// When it was read, since boot.
    pub read_at: Duration,
    /// Whose flags are shown as fallen: White's, then Black's.
    pub flags: [bool; 2],
    /// The reading is not to be relied on.
    pub doubtful: bool,
}

impl ClockFace {
    /// Reads a clock.
    pub(super) fn new(clock: &Properties) -> Self {
        let millis = |name| Duration::from_millis(clock.get::<u32>(name).into());
        let flags: Vec<String> = clock.get("Flags");
        Self {
            times: [millis("White"), millis("Black")],
            running: clock.get::<String>("Running").parse().ok(),
            read_at: Duration::from_micros(clock.get("ReadAt")),
            flags: ["white", "black"].map(|side| flags.iter().any(|flag| flag == side)),
            doubtful: clock.get("Doubtful"),
        }
    }

    /// The reading as it goes on until the moment `now` since boot.
    pub(super) fn counted(&self, now: Duration) -> Self {
        let mut clock = self.clone();
        if let Some(side) = self.running {
            let time = &mut clock.times[side.fold_wb(0, 1)];
            *time = time.saturating_sub(now.saturating_sub(self.read_at));
        }
        clock
    }
}
