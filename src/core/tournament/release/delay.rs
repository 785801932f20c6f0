//! How long what is played is held back, and from whom.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A way in which the public hears of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PublicOutput {
    /// The public bus name.
    Bus,
    /// The relay.
    Files,
}

impl PublicOutput {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Bus, Self::Files];

    /// Its name in journals, on the bus and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bus => "bus",
            Self::Files => "files",
        }
    }

    /// The output of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|output| output.word() == word)
    }
}

impl fmt::Display for PublicOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How long an event may be held back: a day. Lichess's broadcaster allows an hour.
const MAX_SECONDS: u32 = 24 * 60 * 60;

/// How many moves may be held back: more than the longest games have.
const MAX_MOVES: u16 = 1_000;

/// A time by which something is held back, in whole seconds up to a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldFor(u32);

/// A number of moves by which something is held back, up to 1,000. A move is one player's, as in the
/// Laws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldMoves(u16);

impl HeldFor {
    /// This many seconds; `None` beyond a day.
    pub const fn seconds(seconds: u32) -> Option<Self> {
        if seconds <= MAX_SECONDS { Some(Self(seconds)) } else { None }
    }

    /// How many seconds.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// How long it is.
    pub const fn duration(self) -> Duration {
        Duration::from_secs(self.0 as u64)
    }
}

impl HeldMoves {
    /// This many; `None` beyond 1,000.
    pub const fn new(moves: u16) -> Option<Self> {
        if moves <= MAX_MOVES { Some(Self(moves)) } else { None }
    }

    /// How many.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// What becomes of moves of which it is not sure that they were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doubtful {
    /// They are released like any other, and marked.
    #[default]
    Marked,
    /// They wait until a sure move has followed them, or a person has said what was played.
    Withheld,
}

impl Doubtful {
    /// Its name in journals, on the bus and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Marked => "marked",
            Self::Withheld => "withheld",
        }
    }
}

impl fmt::Display for Doubtful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Doubtful {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = [Self::Marked, Self::Withheld];
        known.into_iter().find(|one| one.word() == word).ok_or("write marked or withheld")
    }
}

/// How long what is played is held back from an output. Where several are given, all must be met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// What is released is at least this old.
    pub time: HeldFor,
    /// So many moves were made after it, unless the game is over.
    pub moves: HeldMoves,
    /// What becomes of moves that are not sure.
    pub doubtful: Doubtful,
}

impl Delay {
    /// Nothing is held back.
    pub const NONE: Self =
        Self { time: HeldFor(0), moves: HeldMoves(0), doubtful: Doubtful::Marked };

    /// Whether a sure move is held back.
    pub const fn holds_sure_moves(self) -> bool {
        self.time.0 > 0 || self.moves.0 > 0
    }
}

impl fmt::Display for Delay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.time.0, self.moves.0) {
            (0, 0) => f.write_str("none"),
            (0, moves) => write!(f, "{}", Moves(moves)),
            (seconds, 0) => write!(f, "{}", Time(seconds)),
            (seconds, moves) => write!(f, "{} and {}", Time(seconds), Moves(moves)),
        }?;
        match self.doubtful {
            Doubtful::Marked => Ok(()),
            Doubtful::Withheld => f.write_str(", doubtful withheld"),
        }
    }
}

/// The delay of each output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// Of the public bus name.
    pub bus: Delay,
    /// Of the relay.
    pub files: Delay,
}

impl Delays {
    /// The delay of an output.
    pub const fn of(&self, output: PublicOutput) -> Delay {
        match output {
            PublicOutput::Bus => self.bus,
            PublicOutput::Files => self.files,
        }
    }
}

struct Time(u32);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            seconds if seconds % 60 == 0 => write!(f, "{} min", seconds / 60),
            seconds => write!(f, "{seconds} s"),
        }
    }
}

struct Moves(u16);

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "move" } else { "moves" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_told_in_minutes_and_moves() {
        let delay = |seconds, moves| {
            let (time, moves) = (HeldFor::seconds(seconds), HeldMoves::new(moves));
            Delay { time: time.unwrap(), moves: moves.unwrap(), ..Delay::NONE }
        };
        let told = |seconds, moves| delay(seconds, moves).to_string();
        assert_eq!(told(0, 0), "none");
        assert_eq!(told(900, 0), "15 min");
        assert_eq!(told(90, 1), "90 s and 1 move");
        let withheld = Delay { doubtful: Doubtful::Withheld, ..delay(900, 0) };
        assert_eq!(withheld.to_string(), "15 min, doubtful withheld");
        assert_eq!((HeldFor::seconds(86_401), HeldMoves::new(1_001)), (None, None));
    }
}
