//! Which games of a file.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Games of a file, counted from 1: `N`, `N..M` with both ends, or `all`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selection(RangeInclusive<usize>);

/// A text that names no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game is counted from 1; give its number, the first and last as in 1..20, or `all`")]
pub(super) struct SelectionError;

impl Selection {
    /// The game, if it is one alone.
    pub(super) fn single(&self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(*self.0.start()).filter(|_| self.0.start() == self.0.end())
    }

    /// Number of the first and the last one.
    pub(super) const fn numbers(&self) -> &RangeInclusive<usize> {
        &self.0
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let number = |text: &str| text.parse().map(NonZeroUsize::get).map_err(|_| SelectionError);
        let numbers = match text.split_once("..") {
            None if text == "all" => 1..=usize::MAX,
            None => number(text)?..=number(text)?,
            Some((first, last)) => number(first)?..=number(last)?,
        };
        if numbers.is_empty() { Err(SelectionError) } else { Ok(Self(numbers)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_by_number_range_or_all() {
        for (text, numbers) in [("3", 3..=3), ("2..5", 2..=5), ("all", 1..=usize::MAX)] {
            assert_eq!(text.parse(), Ok(Selection(numbers)), "{text}");
        }
        assert_eq!("3".parse::<Selection>().unwrap().single(), NonZeroUsize::new(3));
        assert_eq!("1..2".parse::<Selection>().unwrap().single(), None);
        for text in ["", "0", "-1", "5..2", "1..", "..3", "0..3", "every"] {
            assert_eq!(text.parse::<Selection>(), Err(SelectionError), "{text}");
        }
    }
}
