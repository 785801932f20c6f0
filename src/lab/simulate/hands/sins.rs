//! Which sins are planted: nothing that the Laws name, what the style does by itself, or more.

use std::str::FromStr;

use super::rate::Rate::{self, *};
use super::rate::{RateSetting, Rates};

/// Which sins are planted in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Sins {
    /// Nothing that the Laws name is done; whatever the rates say of it counts as 0.
    None,
    /// What the style and its rates do by themselves.
    #[default]
    Usual,
    /// What the Laws name is done on purpose: one to three times a game, where the game is long
    /// enough, and once more where a promotion or a capture en passant comes, at least eight plies
    /// apart; the rest of the game is played as with [`Sins::None`].
    Planted,
}

/// A name that no choice of sins has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are sins `none`, `usual` and `planted`")]
pub struct SinsError;

/// What the Laws name, where it is a share or a weight of what hands do by themselves.
const NAMED: &[Rate] = &[
    PassantLate,
    CastleRookFirst,
    CastleTwoHanded,
    PromoteWrongFirst,
    PromoteRookForQueen,
    PutBack,
    TakeBack,
    ChangeMind,
    TakeBackLater,
    Knock,
    IllegalCheck,
    IllegalPin,
    IllegalKing,
    IllegalCastle,
    IllegalPromotion,
    IllegalElsewhere,
];

impl Sins {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::None, Self::Usual, Self::Planted];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Usual => "usual",
            Self::Planted => "planted",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::None => "nothing that the Laws name, whatever the rates say",
            Self::Usual => "what the style does by itself",
            Self::Planted => "one to three a game, well apart, and no others",
        }
    }

    /// The rates that are left of `rates`.
    pub(super) fn leave(self, mut rates: Rates) -> Rates {
        if self != Self::Usual {
            let never = NAMED.iter().filter_map(|&rate| RateSetting::new(rate, 0.0));
            never.for_each(|setting| rates.set(setting));
        }
        rates
    }
}

impl FromStr for Sins {
    type Err = SinsError;

    fn from_str(name: &str) -> Result<Self, SinsError> {
        Self::ALL.into_iter().find(|sins| sins.name() == name).ok_or(SinsError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::hands::Style;

    #[test]
    fn each_choice_has_a_name_of_its_own() {
        for sins in Sins::ALL {
            assert_eq!(sins.name().parse(), Ok(sins));
        }
        assert_eq!("many".parse::<Sins>(), Err(SinsError));
    }

    #[test]
    fn what_the_laws_name_is_switched_off_and_the_rest_of_the_style_stays() {
        for style in Style::ALL {
            assert_eq!(Sins::Usual.leave(style.rates()), style.rates());
            let left = Sins::None.leave(style.rates());
            for &rate in Rate::ALL {
                let wanted = if NAMED.contains(&rate) { 0.0 } else { style.rates().get(rate) };
                assert!((left.get(rate) - wanted).abs() < f64::EPSILON, "{}", rate.name());
            }
        }
    }
}
