//! What can be asked of a driver while it runs.

use super::Before;
use crate::observation::{ClockTime, Hand, Square};

/// What can be asked of a driver while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Read the whole board out.
    ReadBoard,
    /// Read the clock.
    ReadClock,
    /// Asked before anything else: once the device has said who it is, wait for [`Request::GoOn`]
    /// before the board is read out. What was known of it is being looked up meanwhile; nobody waits
    /// for ever.
    AwaitWord,
    /// This was known of the board before the link came up. A driver whose device
    /// remembers more tells first what came between, where it is worth its time: a
    /// [`Memory::Begins`](crate::observation::Memory), what the device has written down, in order, a
    /// [`Memory::Ends`](crate::observation::Memory), and only then what the board shows. Where that says nothing, what happened
    /// while it was sent is told in the same way, and the word at its end says why.
    GoOn(Before),
    /// Light these squares and no others. Needs [`Ability::Lights`].
    Light(Squares),
    /// Set the clock. Needs [`Ability::ClockSetting`].
    SetClock(ClockOrder),
    /// Let the device make its sounds, or keep them off. Needs [`Ability::Sound`].
    Sound(Sound),
    /// Learn anew which chip is in which piece: the pieces are put into the start position. Needs
    /// [`Ability::Calibration`].
    Calibrate,
    /// Switch the device off. Needs [`Ability::PowerOff`].
    PowerOff,
}

/// The device cannot do what was requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the device cannot do {0:?}")]
pub struct Unsupported(pub Request);

/// What a device may be able to do beside telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ability {
    /// It can light squares.
    Lights,
    /// Its clock can be set.
    ClockSetting,
    /// Its sounds can be kept off.
    Sound,
    /// It can be switched off.
    PowerOff,
    /// It learns which chip is in which piece.
    Calibration,
}

impl Ability {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Lights, Self::ClockSetting, Self::Sound, Self::PowerOff, Self::Calibration];
}

impl Request {
    /// What a device must be able to do for it; `None` where it only has to tell.
    pub const fn needs(&self) -> Option<Ability> {
        match self {
            Self::ReadBoard | Self::ReadClock | Self::AwaitWord | Self::GoOn(_) => None,
            Self::Light(_) => Some(Ability::Lights),
            Self::SetClock(_) => Some(Ability::ClockSetting),
            Self::Sound(_) => Some(Ability::Sound),
            Self::PowerOff => Some(Ability::PowerOff),
            Self::Calibrate => Some(Ability::Calibration),
        }
    }
}

/// Squares in the board's own numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them, in their order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.has(*square))
    }

    /// Whether this is one of them.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// A bit for each square: that of a1 is the lowest, that of h8 the highest.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().fold(0, |bits, square| bits | 1 << square.index()))
    }
}

/// What a clock is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockOrder {
    /// The time on each side: left, then right.
    pub times: [ClockTime; 2],
    /// Whose time is to run; `None` where it is to stand.
    pub run: Option<Hand>,
}

/// Whether a device makes sounds. In tournaments it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// It does.
    On,
    /// It does not.
    Off,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_the_bits_of_their_numbers() {
        let squares: Squares =
            ["a1", "c1", "h8"].map(|name| name.parse().unwrap()).into_iter().collect();
        assert_eq!(squares.bits(), 1 | 1 << 2 | 1 << 63);
        assert!(squares.has("c1".parse().unwrap()) && !squares.has("b1".parse().unwrap()));
    }
}
