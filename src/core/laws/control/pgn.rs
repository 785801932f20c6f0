//! Time controls as PGN's tag `TimeControl` has them (PGN standard, 9.6.1): always in seconds.

use super::{
    Allowance, Extra, Mode, Period, Periods, Seconds, TimeControl, UnreadableControl, moves, number,
};

impl TimeControl {
    /// Reads the value of a tag: `40/5400+30:1800+30`, `300`, `*180`, `-`, `?`.
    ///
    /// # Errors
    /// [`UnreadableControl`] where it is not written as the standard says.
    pub fn from_pgn(tag: &str) -> Result<Self, UnreadableControl> {
        read(tag).ok_or(UnreadableControl)
    }

    /// The value of a tag; `None` where PGN has no form for it, as for a delay.
    pub fn pgn(&self) -> Option<String> {
        match self {
            Self::Unknown => Some("?".to_owned()),
            Self::Untimed => Some("-".to_owned()),
            Self::Hourglass(time) => Some(format!("*{}", time.get())),
            Self::Periods(periods) => {
                let fields = periods.written().map(|Period { moves, allowance }| {
                    let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
                    Some(moves + &field(allowance)?)
                });
                Some(fields.collect::<Option<Vec<_>>>()?.join(":"))
            }
        }
    }
}

fn read(tag: &str) -> Option<TimeControl> {
    match tag {
        "?" => return Some(TimeControl::Unknown),
        "-" => return Some(TimeControl::Untimed),
        _ => {}
    }
    if let Some(time) = tag.strip_prefix('*') {
        return seconds(time).map(TimeControl::Hourglass);
    }
    let periods = tag.split(':').map(|field| {
        let (count, time) = match field.split_once('/') {
            Some((count, time)) => (Some(moves(number(count)?)?), time),
            None => (None, field),
        };
        Some(Period { moves: count, allowance: allowance(time)? })
    });
    Periods::of(periods.collect::<Option<_>>()?).map(TimeControl::Periods)
}

/// `5400+30`; an increment of 0 is none.
fn allowance(text: &str) -> Option<Allowance> {
    let (main, extra) = match text.split_once('+') {
        Some((main, "0")) => (main, None),
        Some((main, time)) => (main, Some(Extra { mode: Mode::Increment, time: seconds(time)? })),
        None => (text, None),
    };
    Some(Allowance { main: seconds(main)?, extra })
}

fn seconds(text: &str) -> Option<Seconds> {
    Seconds::new(number(text)?)
}

fn field(Allowance { main, extra }: Allowance) -> Option<String> {
    let main = main.get();
    match extra {
        None => Some(main.to_string()),
        Some(Extra { mode: Mode::Increment, time }) => Some(format!("{main}+{}", time.get())),
        Some(Extra { mode: Mode::Bronstein | Mode::Delay, .. }) => None,
    }
}
