//! Particulars of commands: how each is written, and read again from what people and programs write.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Color, Square};
use touchmove_drivers::observation::Decision;

use crate::laws::command::{
    AddedTime, ArbiterPresence, BeforeEnvelope, Ground, Identified, Incomplete, Misplaced, Penalty,
    Presence, Schedule, SealedMove, TimeChange, Verdict,
};
use crate::laws::ending::ResultValue;
use crate::laws::flag::BothIn;
use crate::laws::obligation::CastlingIntent;
use crate::laws::says::ClaimKind;
use crate::points::Points;

/// What stands behind a key.
pub(super) trait Particular: Sized {
    /// Its text.
    fn text(&self) -> String;

    /// What a text says; `None` where it says nothing such.
    fn parse(text: &str) -> Option<Self>;
}

/// What stands behind a key, or is meant where the key is missing.
pub(super) trait OrUsual: Particular {
    /// What is meant then.
    const USUAL: Self;
}

/// A particular without which a record makes no sense.
pub(super) mod needed {
    use super::{Decision, Particular};

    pub(in super::super) fn read<T: Particular>(record: &Decision, key: &str) -> Option<T> {
        T::parse(record.particular(key)?)
    }

    pub(in super::super) fn written<T: Particular>(
        key: &'static str,
        value: &T,
    ) -> Option<(&'static str, String)> {
        Some((key, value.text()))
    }
}

/// A particular that may be missing. One that cannot be read is missing too.
pub(super) mod given {
    use super::{Decision, Particular};

    #[expect(clippy::option_option, reason = "the outer one says whether the record makes sense")]
    pub(in super::super) fn read<T: Particular>(record: &Decision, key: &str) -> Option<Option<T>> {
        Some(record.particular(key).and_then(T::parse))
    }

    pub(in super::super) fn written<T: Particular>(
        key: &'static str,
        value: &Option<T>,
    ) -> Option<(&'static str, String)> {
        Some((key, value.as_ref()?.text()))
    }
}

/// A particular that has a usual value.
pub(super) mod or_usual {
    use super::{Decision, OrUsual};

    pub(in super::super) use super::needed::written;

    pub(in super::super) fn read<T: OrUsual>(record: &Decision, key: &str) -> Option<T> {
        record.particular(key).map_or(Some(T::USUAL), T::parse)
    }
}

/// A penalty, which is two particulars where it is of time or of points.
pub(super) mod penalty {
    use super::{Decision, Duration, Particular, Penalty, Points};

    /// How much time it is of.
    const TIME: &str = "ms";

    /// What the opponent gets of a game that is lost; a point, where nothing is said.
    const OPPONENT: &str = "opponent_score";

    /// What is left to the offender; nothing, where nothing is said.
    const OFFENDER: &str = "offender_score";

    pub(in super::super) fn read(record: &Decision, key: &str) -> Option<Penalty> {
        let time = || Duration::parse(record.particular(TIME)?);
        let points = |key, usual| record.particular(key).map_or(Some(usual), Points::read);
        match record.particular(key)? {
            "warning" => Some(Penalty::Warning),
            "add-opponent" => time().map(Penalty::AddOpponent),
            "reduce-offender" => time().map(Penalty::ReduceOffender),
            "opponent-points" => Some(Penalty::RaiseOpponent),
            "offender-points" => points(OFFENDER, Points::Nothing).map(Penalty::LowerOffender),
            "lose-game" => {
                points(OPPONENT, Points::Whole).map(|opponent| Penalty::LoseGame { opponent })
            }
            _ => None,
        }
    }

    pub(in super::super) fn written(
        key: &'static str,
        penalty: &Penalty,
    ) -> impl Iterator<Item = (&'static str, String)> {
        let more = match penalty {
            Penalty::AddOpponent(time) | Penalty::ReduceOffender(time) => Some((TIME, time.text())),
            Penalty::LowerOffender(points) if *points != Points::Nothing => {
                Some((OFFENDER, points.word().to_owned()))
            }
            Penalty::LoseGame { opponent } if *opponent != Points::Whole => {
                Some((OPPONENT, opponent.word().to_owned()))
            }
            _ => None,
        };
        [(key, penalty.word().to_owned())].into_iter().chain(more)
    }
}

/// What is in an envelope, which is another particular where it can be read in more than one way.
pub(super) mod sealed_move {
    use super::{Decision, SealedMove};

    const AMBIGUOUS: &str = "ambiguous";

    /// What stands in place of what is no move.
    const UNPLAYABLE: &str = "unplayable";

    pub(in super::super) fn read(record: &Decision, key: &str) -> Option<SealedMove> {
        if matches!(record.particular(AMBIGUOUS), Some("yes" | "true")) {
            return Some(SealedMove::Ambiguous);
        }
        let text = record.particular(key)?;
        Some(text.parse().map_or(SealedMove::Unplayable, SealedMove::Written))
    }

    pub(in super::super) fn written(
        key: &'static str,
        sealed: &SealedMove,
    ) -> Option<(&'static str, String)> {
        Some(match sealed {
            SealedMove::Written(uci) => (key, uci.to_string()),
            SealedMove::Ambiguous => (AMBIGUOUS, "yes".to_owned()),
            SealedMove::Unplayable => (key, UNPLAYABLE.to_owned()),
        })
    }
}

impl Particular for Color {
    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "white" => Some(Self::White),
            "black" => Some(Self::Black),
            _ => None,
        }
    }
}

/// Milliseconds.
impl Particular for Duration {
    fn text(&self) -> String {
        self.as_millis().to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_millis)
    }
}

/// Milliseconds, less than 0 where time is taken.
impl Particular for TimeChange {
    fn text(&self) -> String {
        match self {
            Self::Add(time) => time.text(),
            Self::Take(time) => format!("-{}", time.text()),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('-') {
            Some(taken) => Duration::parse(taken).map(Self::Take),
            None => Duration::parse(text).map(Self::Add),
        }
    }
}

/// A side, or `both`.
impl Particular for Incomplete {
    fn text(&self) -> String {
        match self {
            Self::Of(side) => side.text(),
            Self::Both => "both".to_owned(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "both" { Some(Self::Both) } else { Color::parse(text).map(Self::Of) }
    }
}

/// `king`, or the square where the piece belongs: `e1` is the king's.
impl Particular for Misplaced {
    fn text(&self) -> String {
        match self {
            Self::King(None) => "king".to_owned(),
            Self::King(Some(Color::White)) => Square::E1.to_string(),
            Self::King(Some(Color::Black)) => Square::E8.to_string(),
            Self::Rook(square) => square.to_string(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if text.contains("king") {
            return Some(Self::King(None));
        }
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        words.find_map(|word| word.parse().ok()).map(|square| match square {
            Square::E1 => Self::King(Some(Color::White)),
            Square::E8 => Self::King(Some(Color::Black)),
            square => Self::Rook(square),
        })
    }
}

impl Particular for ClaimKind {
    fn text(&self) -> String {
        self.word().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Threefold, Self::Fifty].into_iter().find(|kind| kind.word() == text)
    }
}

/// Makes particulars of values that have a word each.
macro_rules! words {
    ($($of:ty: $($variant:ident = $word:literal),+;)*) => {$(
        impl Particular for $of {
            fn text(&self) -> String {
                match self {
                    $(Self::$variant => $word,)+
                }
                .to_owned()
            }

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )*};
}

words! {
    Ground: CannotWin = "cannot-win", NoEffort = "no-effort", Both = "both";
    BeforeEnvelope: AgreeDraw = "agree-draw", Resign = "resign";
    Verdict: Agree = "agree", Deny = "deny", Postpone = "postpone", Reject = "reject";
}

impl OrUsual for Ground {
    const USUAL: Self = Self::CannotWin;
}

/// A result as its word.
impl Particular for ResultValue {
    fn text(&self) -> String {
        self.word().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::BothLose]
            .into_iter()
            .find(|value| value.word() == text)
    }
}

impl OrUsual for ClaimKind {
    const USUAL: Self = Self::Threefold;
}

/// Makes particulars of types that are written and read as the rest of the world does it.
macro_rules! as_written {
    ($($of:ty),*) => {$(
        impl Particular for $of {
            fn text(&self) -> String {
                self.to_string()
            }

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}

as_written!(Square, Fen, UciMove, u32);

/// Makes particulars of answers: the one that `yes` says, and the one that `no` says. A program may write `true` and
/// `false`; what says neither, and nothing at all, is the usual answer.
macro_rules! yes_or_no {
    ($($of:ty: $yes:ident, $no:ident, else $usual:ident;)*) => {$(
        impl Particular for $of {
            fn text(&self) -> String {
                if *self == Self::$yes { "yes" } else { "no" }.to_owned()
            }

            fn parse(text: &str) -> Option<Self> {
                Some(match text {
                    "yes" | "true" => Self::$yes,
                    "no" | "false" => Self::$no,
                    _ => Self::$usual,
                })
            }
        }

        impl OrUsual for $of {
            const USUAL: Self = Self::$usual;
        }
    )*};
}

yes_or_no! {
    CastlingIntent: Meant, Denied, else Denied;
    Presence: Present, Absent, else Present;
    Schedule: Suffers, Kept, else Kept;
    Identified: Known, Unknown, else Known;
    ArbiterPresence: Missing, There, else There;
    AddedTime: Given, No, else No;
    BothIn: Last, Earlier, else Earlier;
}
