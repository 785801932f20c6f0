//! Values of rates, and how they are set.

use std::fmt;
use std::str::FromStr;

use super::Rate;

/// A value for each rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates([f64; Rate::ALL.len()]);

/// A rate with its value, as in `slide=0.3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateSetting(Rate, f64);

/// Why a text sets no rate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// It is not `NAME=VALUE`.
    #[error("not NAME=VALUE, as in slide=0.3")]
    Shape,
    /// There is no such rate.
    #[error("there is no rate `{0}`; there are: {names}", names = names())]
    Name(String),
    /// The value is out of bounds.
    #[error("{name}: `{value}` is not a number from {least} to {most}")]
    Value {
        /// The rate.
        name: &'static str,
        /// What was given.
        value: String,
        /// The least that it may be.
        least: f64,
        /// The most that it may be.
        most: f64,
    },
}

impl RateSetting {
    /// What is done on all occasions.
    pub const fn always(rate: Rate) -> Self {
        Self(rate, 1.0)
    }
}

impl Rates {
    /// The rates of clean play, with these differences.
    pub(in crate::simulate::hands) fn differing(differences: &[(Rate, f64)]) -> Self {
        let mut rates = Self([0.0; Rate::ALL.len()]);
        for &rate in Rate::ALL {
            rates.0[rate as usize] = rate.usual();
        }
        for &(rate, value) in differences {
            rates.0[rate as usize] = value;
        }
        rates
    }

    /// The value of a rate.
    pub const fn get(&self, rate: Rate) -> f64 {
        self.0[rate as usize]
    }

    /// Overrides a rate.
    pub const fn set(&mut self, RateSetting(rate, value): RateSetting) {
        self.0[rate as usize] = value;
    }
}

impl RateSetting {
    /// This rate with this value; `None` where it is out of bounds.
    pub fn new(rate: Rate, value: f64) -> Option<Self> {
        let (least, most) = rate.unit().bounds();
        (least..=most).contains(&value).then_some(Self(rate, value))
    }
}

impl FromStr for RateSetting {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let (name, value) = text.split_once('=').ok_or(SettingError::Shape)?;
        let rate = Rate::ALL.iter().find(|rate| rate.name() == name);
        let &rate = rate.ok_or_else(|| SettingError::Name(name.to_owned()))?;
        let (least, most) = rate.unit().bounds();
        value.parse().ok().and_then(|value| Self::new(rate, value)).ok_or_else(|| {
            SettingError::Value { name: rate.name(), value: value.to_owned(), least, most }
        })
    }
}

impl fmt::Display for RateSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.0.name(), self.1)
    }
}

fn names() -> String {
    Rate::ALL.iter().map(|rate| rate.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_set_by_its_name_within_its_bounds() {
        let mut rates = Rates::differing(&[]);
        for &rate in Rate::ALL {
            let (least, most) = rate.unit().bounds();
            assert!((least..=most).contains(&rates.get(rate)), "{}", rate.name());
            rates.set(format!("{}={most}", rate.name()).parse().unwrap());
            assert!((rates.get(rate) - most).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn what_sets_no_rate_is_refused_with_the_reason() {
        for (text, told) in [
            ("slide", "not NAME=VALUE"),
            ("glide=1", "no rate `glide`; there are: think-least,"),
            ("slide=1.1", "slide: `1.1` is not a number from 0 to 1"),
            ("slide=NaN", "`NaN` is not"),
            ("tempo=0", "from 0.05 to 20"),
            ("slide=", "slide: `` is not"),
        ] {
            let error = text.parse::<RateSetting>().unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
