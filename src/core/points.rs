//! What the players of a game get: a point, a half or nothing each.

use std::fmt;

use shakmaty::{Color, KnownOutcome};

/// The tag of a PGN that says what the players get where `Result` cannot: in the words of [`ResultValue`], or as pairing
/// files write games that nobody played. Readers of PGN pass a tag over that they do not know.
pub const PGN_TAG: &str = "Points";

/// What one player gets of a game (10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// 0.
    Nothing,
    /// ½.
    Half,
    /// 1.
    Whole,
}

/// The result of a game: what White and Black get of it.
///
/// There are no others: a player gets one of the [`Points`], and both together no more than one (10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultValue {
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// ½-½.
    Draw,
    /// 0-0: both have lost (11.8).
    BothLose,
    /// ½-0: Black has lost, and White gets half a point (11.7, 12.9.5).
    HalfForWhite,
    /// 0-½: White has lost, and Black gets half a point.
    HalfForBlack,
}

impl Points {
    /// All that there are, the fewest first.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Half, Self::Whole];

    /// How many half points.
    pub const fn halves(self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Half => 1,
            Self::Whole => 2,
        }
    }

    /// Its word in results: `0`, `1/2`, `1`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "0",
            Self::Half => "1/2",
            Self::Whole => "1",
        }
    }

    /// The points that a text means, as players and programs write them: `1/2`, `½`, `0.5`; `None` where it means none.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "0" | "0.0" => Some(Self::Nothing),
            "1/2" | "½" | "0.5" => Some(Self::Half),
            "1" | "1.0" => Some(Self::Whole),
            _ => None,
        }
    }
}

impl ResultValue {
    /// All that there are.
    pub const ALL: [Self; 6] = [
        Self::WhiteWins,
        Self::BlackWins,
        Self::Draw,
        Self::BothLose,
        Self::HalfForWhite,
        Self::HalfForBlack,
    ];

    /// This side wins.
    pub const fn win_of(side: Color) -> Self {
        match side {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The result of a game of which White and Black get this; `None` where there is no such (10.2).
    pub fn of_points(white: Points, black: Points) -> Option<Self> {
        let gives = |value: &Self| {
            value.points_of(Color::White) == white && value.points_of(Color::Black) == black
        };
        Self::ALL.into_iter().find(gives)
    }

    /// What this side gets.
    pub const fn points_of(self, side: Color) -> Points {
        match (self, side) {
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => Points::Whole,
            (Self::Draw, _)
            | (Self::HalfForWhite, Color::White)
            | (Self::HalfForBlack, Color::Black) => Points::Half,
            _ => Points::Nothing,
        }
    }

    /// The result where this side gets these points and the other what it had; `None` where that would be more than the
    /// game gives (10.2).
    pub fn with_points(self, side: Color, points: Points) -> Option<Self> {
        let others = self.points_of(side.other());
        match side {
            Color::White => Self::of_points(points, others),
            Color::Black => Self::of_points(others, points),
        }
    }

    /// The result that a text means, in the forms of PGN and of pairing programs: `1-0`, `1:0`, `½-½`, `1/2`, `0.5-0` …;
    /// `None` where it means none.
    pub fn read(text: &str) -> Option<Self> {
        if Points::read(text) == Some(Points::Half) {
            return Some(Self::Draw);
        }
        let (white, black) = text.split_once(['-', ':'])?;
        Self::of_points(Points::read(white)?, Points::read(black)?)
    }

    /// Its word: `1-0`, `1/2-1/2`, `0-1/2` …
    pub const fn word(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose => "0-0",
            Self::HalfForWhite => "1/2-0",
            Self::HalfForBlack => "0-1/2",
        }
    }

    /// The same among the results that PGN knows; `None` where it does not (PGN standard, 8.1.1.7).
    pub const fn known_to_pgn(self) -> Option<KnownOutcome> {
        match self {
            Self::WhiteWins => Some(KnownOutcome::Decisive { winner: Color::White }),
            Self::BlackWins => Some(KnownOutcome::Decisive { winner: Color::Black }),
            Self::Draw => Some(KnownOutcome::Draw),
            Self::BothLose | Self::HalfForWhite | Self::HalfForBlack => None,
        }
    }

    /// The result as PGN writes it: `*` where it has no word for it.
    pub const fn pgn(self) -> &'static str {
        match self.known_to_pgn() {
            Some(_) => self.word(),
            None => "*",
        }
    }
}

impl From<KnownOutcome> for ResultValue {
    fn from(outcome: KnownOutcome) -> Self {
        match outcome {
            KnownOutcome::Decisive { winner } => Self::win_of(winner),
            KnownOutcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for ResultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_back_from_its_word_and_from_its_points() {
        for value in ResultValue::ALL {
            assert_eq!(ResultValue::read(value.word()), Some(value));
            let [white, black] = [Color::White, Color::Black].map(|side| value.points_of(side));
            assert_eq!(ResultValue::of_points(white, black), Some(value));
            assert_eq!(value.word(), format!("{}-{}", white.word(), black.word()));
        }
        for text in ["½-½", "1/2", "0.5:0.5"] {
            assert_eq!(ResultValue::read(text), Some(ResultValue::Draw), "{text}");
        }
    }

    #[test]
    fn nobody_gets_more_than_the_game_gives() {
        let all = Points::ALL.into_iter();
        for (white, black) in all.flat_map(|white| Points::ALL.map(|black| (white, black))) {
            let is_too_much = white.halves() + black.halves() > 2;
            assert_eq!(ResultValue::of_points(white, black).is_none(), is_too_much);
        }
        for text in ["3/4-1/4", "1-1/2", "1-1", "2-0", "-", "1", ""] {
            assert_eq!(ResultValue::read(text), None, "{text}");
        }
        assert_eq!(ResultValue::Draw.with_points(Color::White, Points::Whole), None);
        let reduced = ResultValue::Draw.with_points(Color::White, Points::Nothing);
        assert_eq!(reduced, Some(ResultValue::HalfForBlack));
    }
}
