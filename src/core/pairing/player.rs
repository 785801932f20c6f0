//! A player as a pairing file tells of him.

use std::fmt;
use std::num::{NonZeroU16, NonZeroU64};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name as the file has it, usually `Last, First`; never empty.
    pub name: String,
    /// The number in FIDE's list.
    pub fide_id: Option<FideId>,
    /// FIDE's title.
    pub title: Option<Title>,
    /// The rating; `None` where there is none.
    pub rating: Option<Rating>,
    /// The federation, usually FIDE's three letters.
    pub federation: Option<String>,
    /// The team.
    pub team: Option<String>,
}

/// A number in FIDE's list of players: positive, at most ten digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FideId(NonZeroU64);

/// A rating, 1 to 4,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating(NonZeroU16);

/// A title that FIDE gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// Grandmaster.
    Gm,
    /// International master.
    Im,
    /// FIDE master.
    Fm,
    /// Candidate master.
    Cm,
    /// Woman grandmaster.
    Wgm,
    /// Woman international master.
    Wim,
    /// Woman FIDE master.
    Wfm,
    /// Woman candidate master.
    Wcm,
}

impl FideId {
    /// The player with `number`; `None` for 0 and for more than ten digits.
    pub const fn new(number: u64) -> Option<Self> {
        match NonZeroU64::new(number) {
            Some(number) if number.get() <= 9_999_999_999 => Some(Self(number)),
            _ => None,
        }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0.get()
    }
}

impl Rating {
    /// A rating of `points`; `None` outside of 1 to 4,000.
    pub const fn new(points: u16) -> Option<Self> {
        match NonZeroU16::new(points) {
            Some(points) if points.get() <= 4_000 => Some(Self(points)),
            _ => None,
        }
    }

    /// The points.
    pub const fn get(self) -> u16 {
        self.0.get()
    }
}

impl Title {
    /// The title as FIDE's lists write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gm => "GM",
            Self::Im => "IM",
            Self::Fm => "FM",
            Self::Cm => "CM",
            Self::Wgm => "WGM",
            Self::Wim => "WIM",
            Self::Wfm => "WFM",
            Self::Wcm => "WCM",
        }
    }

    /// The title that `text` means, in FIDE's letters or in the short ones of older report files (`g`,
    /// `m`, `f`, `c`, `wg` …), in either case; `None` where it is no title of FIDE's.
    pub fn of(text: &str) -> Option<Self> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "gm" | "g" => Self::Gm,
            "im" | "m" => Self::Im,
            "fm" | "f" => Self::Fm,
            "cm" | "c" => Self::Cm,
            "wgm" | "wg" => Self::Wgm,
            "wim" | "wm" => Self::Wim,
            "wfm" | "wf" => Self::Wfm,
            "wcm" | "wc" => Self::Wcm,
            _ => return None,
        })
    }
}

impl fmt::Display for FideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
