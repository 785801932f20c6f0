//! What stands between two separators: a period, or what each move has besides.

use std::num::NonZeroU16;

use super::token::{Token, Unit};
use crate::laws::control::{Extra, Mode, SECONDS_FROM, Seconds, moves};

/// Up to so many, a time for a number of moves may be hours: `40/2`, as Americans write it.
const PERHAPS_HOURS: u32 = 4;

/// A part of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Whether a plus stands before it.
    is_added: bool,
    time: Time,
    what_for: WhatFor,
}

/// What a part says its time is for.
#[derive(Clone, Copy, Debug, Default)]
struct WhatFor {
    /// For so many moves.
    moves: Option<NonZeroU16>,
    /// For each move.
    is_each: bool,
    /// For all moves that are left.
    is_rest: bool,
    /// For each move, given so.
    mode: Option<Mode>,
}

/// The time of a part, as it is told.
#[derive(Clone, Copy, Debug)]
enum Time {
    /// Without a unit.
    Bare(u32),
    /// Told in hours or minutes; here in seconds.
    Long(u32),
    /// Told in seconds.
    Short(u32),
}

/// What a part means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    Period(WrittenPeriod),
    Extra(Extra),
}

/// A period as it is told: what each move has besides comes later.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenPeriod {
    pub moves: Option<NonZeroU16>,
    pub main: Seconds,
}

impl Part {
    /// What these words say; `None` where that is no one time, or more than it can be.
    pub(super) fn of(words: &[Token]) -> Option<Self> {
        if words.first() == Some(&Token::Slash) || words.last() == Some(&Token::Slash) {
            return None;
        }
        let mut what_for = WhatFor::default();
        let (mut timed, mut bare) = (Vec::new(), Vec::new());
        let mut left = words.iter().copied().peekable();
        while let Some(word) = left.next() {
            match (word, left.peek().copied()) {
                (Token::Number(number), Some(Token::Unit(unit))) => {
                    timed.push((number, unit));
                    left.next();
                }
                (Token::Number(number), Some(Token::Moves)) if what_for.moves.is_none() => {
                    what_for.moves = Some(moves(number)?);
                    left.next();
                }
                (Token::Number(number), _) => bare.push(number),
                (Token::Moves, _) => what_for.is_each = true,
                (Token::Rest, _) => what_for.is_rest = true,
                // "Bronstein delay" is one thing
                (Token::Mode(Mode::Delay), _) => {
                    what_for.mode = what_for.mode.or(Some(Mode::Delay))
                }
                (Token::Mode(mode), _) => what_for.mode = Some(mode),
                (Token::Slash, _) => {}
                (Token::Unit(_) | Token::Plus | Token::Then | Token::From, _) => return None,
            }
        }
        let is_divided = words.contains(&Token::Slash);
        if let (true, None, [count, rest @ ..]) = (is_divided, what_for.moves, &*bare)
            && timed.len() + rest.len() == 1
        {
            what_for.moves = Some(moves(*count)?);
            bare.remove(0);
        }
        Some(Self { is_added: false, time: time(&timed, &bare)?, what_for })
    }

    /// The same, with a plus before it.
    pub(super) const fn after_plus(self) -> Self {
        Self { is_added: true, ..self }
    }

    /// What it means after `period`, with these parts after it; `None` where it has no meaning there, or more than one.
    pub(super) fn meaning(
        &self,
        period: Option<&WrittenPeriod>,
        parts_after: &[Self],
    ) -> Option<Meaning> {
        let WhatFor { moves, is_each, is_rest, mode } = self.what_for;
        let is_last = parts_after.is_empty();
        let is_for_moves = moves.is_some() || is_rest;
        // "for all moves" is said of the main time
        let is_for_each = mode.is_some() || (is_each && !is_rest);
        match (is_for_moves, is_for_each, period) {
            (true, true, _) | (_, true, None) => None,
            (_, true, Some(_)) => self.extra(),
            (true, false, _) | (_, _, None) => self.period(),
            (false, false, Some(period)) => match (self.time, period.moves) {
                (Time::Long(_), _) => self.period(),
                (Time::Short(_), _) => self.extra(),
                (Time::Bare(_), None) => (self.is_added && is_last).then(|| self.extra())?,
                // 40/90+30: another half hour, or half a minute with each move?
                (Time::Bare(_), Some(_)) if self.is_added && is_last => None,
                (Time::Bare(_), Some(_)) => self.period(),
            },
        }
    }

    fn period(&self) -> Option<Meaning> {
        let WhatFor { moves, is_rest, .. } = self.what_for;
        let main = match self.time {
            Time::Bare(time) if is_rest => time.checked_mul(60)?,
            Time::Bare(..=PERHAPS_HOURS) if moves.is_some() => return None,
            Time::Bare(time @ ..SECONDS_FROM) => time * 60,
            Time::Bare(time) | Time::Long(time) | Time::Short(time) => time,
        };
        Some(Meaning::Period(WrittenPeriod { moves, main: Seconds::new(main)? }))
    }

    fn extra(&self) -> Option<Meaning> {
        let (Time::Bare(time) | Time::Long(time) | Time::Short(time)) = self.time;
        let mode = self.what_for.mode.unwrap_or(Mode::Increment);
        Some(Meaning::Extra(Extra { mode, time: Seconds::new(time)? }))
    }
}

/// The time of a part. Minutes and seconds in one may be a main time and an increment: they are not read.
fn time(timed: &[(u32, Unit)], bare: &[u32]) -> Option<Time> {
    match (timed, bare) {
        ([], [time]) => Some(Time::Bare(*time)),
        ([(seconds, Unit::Seconds)], []) => Some(Time::Short(*seconds)),
        ([(minutes, Unit::Minutes)], []) => long(0, *minutes),
        ([(hours, Unit::Hours)], []) => long(*hours, 0),
        ([(hours, Unit::Hours), (minutes, Unit::Minutes)], [])
        | ([(hours, Unit::Hours)], [minutes]) => long(*hours, *minutes),
        _ => None,
    }
}

fn long(hours: u32, minutes: u32) -> Option<Time> {
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    Some(Time::Long(minutes.checked_mul(60)?))
}
