//! What a finding of the doctor may be about.

use touchmove_core::health::Ail;

/// What is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// The daemon cannot be asked.
    Daemon,
    /// There is little room for evidence.
    Disk,
    /// No board is connected.
    NoBoard,
    /// Nobody has said who he is.
    PortSearching,
    /// The port cannot be opened.
    PortClosed,
    /// The board is heard at another port already.
    BoardDoubled,
    /// The port cannot be used as it is.
    PortUnusable,
    /// No board of the family was ever tried.
    FamilyUntried,
    /// Boards of a line fell silent together.
    LineSilent,
    /// A link through the air breaks again and again.
    LinkBreaks,
    /// The board is not heard.
    BoardAway,
    /// The board does not show what the moves say.
    OutOfStep,
    /// Men are read wrongly before a game.
    StartPosition,
    /// The men are not set up.
    NotSetUp,
    /// No clock is heard.
    NoClock,
    /// What the clock says contradicts the passage of time.
    ClockDoubtful,
    /// The clock shows no time.
    ClockUnset,
    /// The board's battery is low.
    Battery,
    /// What the board says cannot be kept.
    Evidence,
    /// A switch holds the radio off.
    RadioBlocked,
    /// The adapter is switched off.
    RadioOff,
    /// There is an adapter, and no bluetoothd.
    NoBluetoothd,
    /// Boards are in the air, and there is no adapter.
    RadioMissing,
    /// The adapter knows no Low Energy.
    RadioClassic,
    /// The kernel may send the adapter to sleep.
    RadioSleeps,
    /// A board of this station in the air is not heard.
    BoardNotHeard,
    /// A board in the air is heard weakly.
    SignalWeak,
    /// ModemManager may try the ports of boards.
    ModemManager,
    /// brltty takes FTDI adapters.
    Braille,
    /// Nothing sets the clock of the machine.
    Time,
    /// The port's group may not use it, or it has no device.
    PortRights,
    /// What joins this station with others does not run.
    HubStopped,
    /// What shows all stations as one does not run.
    HallStopped,
    /// What shows all stations as one shows nothing.
    HallNotShown,
    /// What ails a board, by how it was played on.
    Health(Ail),
}

impl Matter {
    /// Each of them but what ails a board, which [`Ail::ALL`] lists.
    #[cfg(test)]
    pub(crate) const OF_HALL: [Self; 34] = [
        Self::Daemon,
        Self::Disk,
        Self::NoBoard,
        Self::PortSearching,
        Self::PortClosed,
        Self::BoardDoubled,
        Self::PortUnusable,
        Self::FamilyUntried,
        Self::LineSilent,
        Self::LinkBreaks,
        Self::BoardAway,
        Self::OutOfStep,
        Self::StartPosition,
        Self::NotSetUp,
        Self::NoClock,
        Self::ClockDoubtful,
        Self::ClockUnset,
        Self::Battery,
        Self::Evidence,
        Self::RadioBlocked,
        Self::RadioOff,
        Self::NoBluetoothd,
        Self::RadioMissing,
        Self::RadioClassic,
        Self::RadioSleeps,
        Self::BoardNotHeard,
        Self::SignalWeak,
        Self::ModemManager,
        Self::Braille,
        Self::Time,
        Self::PortRights,
        Self::HubStopped,
        Self::HallStopped,
        Self::HallNotShown,
    ];

    /// As a word for programs, under which `touchmove help` has a page.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Daemon => "daemon",
            Self::Disk => "disk",
            Self::NoBoard => "no-board",
            Self::PortSearching => "port-searching",
            Self::PortClosed => "port-closed",
            Self::BoardDoubled => "board-doubled",
            Self::PortUnusable => "port",
            Self::FamilyUntried => "family-untried",
            Self::LineSilent => "line-silent",
            Self::LinkBreaks => "link-breaks",
            Self::BoardAway => "board-away",
            Self::OutOfStep => "out-of-step",
            Self::StartPosition => "start-position",
            Self::NotSetUp => "not-set-up",
            Self::NoClock => "no-clock",
            Self::ClockDoubtful => "clock-doubtful",
            Self::ClockUnset => "clock-unset",
            Self::Battery => "battery",
            Self::Evidence => "evidence",
            Self::RadioBlocked => "radio-blocked",
            Self::RadioOff => "radio-off",
            Self::NoBluetoothd => "bluetoothd",
            Self::RadioMissing => "radio-missing",
            Self::RadioClassic => "radio-classic",
            Self::RadioSleeps => "radio-sleeps",
            Self::BoardNotHeard => "board-not-heard",
            Self::SignalWeak => "signal-weak",
            Self::ModemManager => "modem-manager",
            Self::Braille => "brltty",
            Self::Time => "time",
            Self::PortRights => "port-rights",
            Self::HubStopped => "hub-stopped",
            Self::HallStopped => "hall-stopped",
            Self::HallNotShown => "hall-not-shown",
            Self::Health(ail) => ail.word(),
        }
    }
}
