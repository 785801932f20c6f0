//! Commands: what the host says to the board.

use super::Id;

/// What a host may ask of a board. Codes that change a board's memory, start its boot loader or its
/// bus mode, are missing on purpose: what has no name here is never sent. What is said to the clock has
/// a form of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::dgt) enum Command {
    /// Stop all messages that come by themselves. No reboot.
    Reset = 0x40,
    /// Tell the clock once.
    ReadClock = 0x41,
    /// Tell the whole board once.
    ReadBoard = 0x42,
    /// From now on tell changes, and the clock each second.
    Update = 0x43,
    /// From now on tell changes of squares only.
    UpdateBoard = 0x44,
    /// Tell the serial number.
    Serial = 0x45,
    /// Tell the address on a shared line.
    BusAddress = 0x46,
    /// Send the whole log, which takes eight seconds. The board notes that it did.
    ReadLog = 0x49,
    /// From now on tell changes of squares and of the clock.
    UpdateNice = 0x4B,
    /// Tell the battery's charge; Bluetooth and newer boards only.
    Battery = 0x4C,
    /// Tell the version of the firmware.
    Version = 0x4D,
    /// Tell the long serial number; Bluetooth and newer boards only.
    LongSerial = 0x55,
}

impl Command {
    /// All commands.
    pub(in crate::dgt) const ALL: [Self; 12] = [
        Self::Reset,
        Self::ReadClock,
        Self::ReadBoard,
        Self::Update,
        Self::UpdateBoard,
        Self::Serial,
        Self::BusAddress,
        Self::ReadLog,
        Self::UpdateNice,
        Self::Battery,
        Self::Version,
        Self::LongSerial,
    ];

    /// The byte that is sent.
    pub(in crate::dgt) const fn code(self) -> u8 {
        self as u8
    }

    /// The command of a byte; `None` for every other byte.
    pub(in crate::dgt) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.code() == code)
    }

    /// The message that answers it; `None` where the board answers nothing, or does so for ever.
    pub(in crate::dgt) const fn answer(self) -> Option<Id> {
        match self {
            Self::Reset | Self::Update | Self::UpdateBoard | Self::UpdateNice => None,
            Self::ReadClock => Some(Id::Clock),
            Self::ReadBoard => Some(Id::Board),
            Self::Serial => Some(Id::Serial),
            Self::BusAddress => Some(Id::BusAddress),
            Self::ReadLog => Some(Id::Log),
            Self::Battery => Some(Id::Battery),
            Self::Version => Some(Id::Version),
            Self::LongSerial => Some(Id::LongSerial),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_their_codes_belong_together() {
        for code in 0..=0xFF {
            if let Some(command) = Command::from_code(code) {
                assert_eq!(command.code(), code);
            }
        }
        assert_eq!(
            Command::ALL.map(|command| Command::from_code(command.code())),
            Command::ALL.map(Some)
        );
    }
}
