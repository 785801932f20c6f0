//! The particulars of a record, read with an error that says what was expected.

use std::str::FromStr;

use touchmove_drivers::observation::Decision;

use super::DecisionError;

/// No more of a value than this is repeated in an error.
pub(super) const MAX_SHOWN_CHARACTERS: usize = 80;

/// Reads particulars of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(&'a Decision);

impl<'a> Reader<'a> {
    /// Those of this record.
    pub(super) const fn of(record: &'a Decision) -> Self {
        Self(record)
    }

    /// The text behind a key that the verb needs.
    pub(super) fn given(&self, key: &'static str) -> Result<&'a str, DecisionError> {
        self.0.particular(key).ok_or_else(|| self.missing(key))
    }

    /// The text behind a key that may be missing.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.0.particular(key)
    }

    /// What is to be said where a key is missing.
    pub(super) fn missing(&self, key: &'static str) -> DecisionError {
        DecisionError::Missing { verb: self.0.verb.clone(), key }
    }

    /// What stands behind a key that the verb needs.
    pub(super) fn parsed<T>(
        &self,
        key: &'static str,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, DecisionError> {
        let text = self.given(key)?;
        let value = || text.chars().take(MAX_SHOWN_CHARACTERS).collect();
        parse(text).ok_or_else(|| DecisionError::Malformed { key, value: value(), expected })
    }

    /// What stands behind a key that may be missing.
    pub(super) fn if_given<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, DecisionError> {
        let given = self.text(key);
        given.map(|_| self.parsed(key, expected, |text| text.parse().ok())).transpose()
    }

    /// The same, or what is usual where it is missing.
    pub(super) fn or<T: FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
        usual: T,
    ) -> Result<T, DecisionError> {
        self.if_given(key, expected).map(|given| given.unwrap_or(usual))
    }
}
