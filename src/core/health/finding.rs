//! What is found about a board, and what to do about it.

use touchmove_drivers::observation::Square;

use super::course::Trend;
use super::numbers::Numbers;

/// Something about a board that somebody should see to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub ail: Ail,
    /// On which squares, in the board's own numbering; none where it is of the whole board.
    pub squares: Vec<Square>,
    /// How often; of a battery, its charge in per cent.
    pub count: u32,
}

/// What ails a board; what is worst comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ail {
    /// It says more changes than hands can make.
    Flood,
    /// Several squares of one rank or file read no pieces that stand there.
    DeadLine,
    /// Pieces that were read elsewhere were never read on a square, time after time.
    DeadSquare,
    /// A square still shows a piece that has moved away, and is read where it went, too.
    Stuck,
    /// A piece of the game is not read on its square, move after move.
    NotRead,
    /// A piece of the game is read as another, move after move.
    Misread,
    /// A square reads its piece as one and as another in turn.
    Alternates,
    /// A square reads pieces where none stand.
    Ghosts,
    /// A square loses its piece for moments.
    Flickers,
    /// The same all over the board.
    Restless,
    /// What it says is damaged, or has to be asked for again.
    LineErrors,
    /// It gave no answer, again and again.
    Silences,
    /// Its battery does not last a round.
    Battery,
    /// The battery of its clock is low.
    ClockBattery,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    /// Swap the board at the next round.
    SwapBoard,
    /// Look at the squares: put the piece right, or exchange it.
    LookAtSquares,
    /// Look at the cable, its plugs and the hub.
    CheckCable,
    /// Charge the battery.
    Charge,
    /// Change the battery of the clock.
    ChangeClockBattery,
}

impl Finding {
    /// Of the whole board.
    pub(super) const fn of_board(ail: Ail, count: u32) -> Self {
        Self { ail, squares: Vec::new(), count }
    }

    /// Whether it has become more, where that is counted.
    pub fn trend(&self, numbers: &Numbers) -> Option<Trend> {
        let trends = |of: [Trend; 2]| of.into_iter().find(|trend| *trend != Trend::Steady);
        Some(match self.ail {
            Ail::Alternates | Ail::Ghosts | Ail::Flickers | Ail::Restless => numbers.flicker.trend,
            Ail::LineErrors => {
                trends([numbers.repeats.trend, numbers.damaged.trend]).unwrap_or_default()
            }
            Ail::Silences => numbers.silences.trend,
            _ => return None,
        })
    }

    /// Whether it says the same as another, but for how often.
    pub fn is_like(&self, other: &Self) -> bool {
        self.ail == other.ail && self.squares == other.squares
    }
}

impl Ail {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Flood,
        Self::DeadLine,
        Self::DeadSquare,
        Self::Stuck,
        Self::NotRead,
        Self::Misread,
        Self::Alternates,
        Self::Ghosts,
        Self::Flickers,
        Self::Restless,
        Self::LineErrors,
        Self::Silences,
        Self::Battery,
        Self::ClockBattery,
    ];

    /// As a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Flood => "board-floods",
            Self::DeadLine => "line-dead",
            Self::DeadSquare => "square-dead",
            Self::Stuck => "square-stuck",
            Self::NotRead => "man-not-read",
            Self::Misread => "man-misread",
            Self::Alternates => "man-alternates",
            Self::Ghosts => "square-ghosts",
            Self::Flickers => "square-flickers",
            Self::Restless => "board-flickers",
            Self::LineErrors => "line-errors",
            Self::Silences => "board-silences",
            Self::Battery => "battery-low",
            Self::ClockBattery => "clock-battery-low",
        }
    }

    /// What to do about it.
    pub const fn advice(self) -> Advice {
        match self {
            Self::Flood
            | Self::DeadLine
            | Self::DeadSquare
            | Self::Stuck
            | Self::Alternates
            | Self::Ghosts
            | Self::Flickers
            | Self::Restless => Advice::SwapBoard,
            Self::NotRead | Self::Misread => Advice::LookAtSquares,
            Self::LineErrors | Self::Silences => Advice::CheckCable,
            Self::Battery => Advice::Charge,
            Self::ClockBattery => Advice::ChangeClockBattery,
        }
    }
}

impl Advice {
    /// As a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::SwapBoard => "swap-board",
            Self::LookAtSquares => "look-at-squares",
            Self::CheckCable => "check-cable",
            Self::Charge => "charge",
            Self::ChangeClockBattery => "change-clock-battery",
        }
    }
}
