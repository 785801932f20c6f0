//! What a person entered: an observation like any other.

/// A decision: who, what, and the particulars, in the order given.
///
/// The verbs and their keys are those of the recording format; a reader that does not know a verb
/// keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who decided.
    pub by: String,
    /// What was decided: `adjust`, `result`, `orientation` …
    pub verb: String,
    /// The particulars as `key=value`.
    pub particulars: Vec<(String, String)>,
}

impl Decision {
    /// The value of the particular `key`, if it was given.
    pub fn particular(&self, key: &str) -> Option<&str> {
        let (_, value) = self.particulars.iter().find(|(k, _)| k == key)?;
        Some(value)
    }
}
