//! Conformance cases of the Laws (`docs/laws/vocabulary.md` 4): what happens at a board, and what the Laws must say
//! of it.
//!
//! The account is made by exact equality (`docs/laws/rules.md` 4), not from readings: `board` is the board and the
//! hands, with a clock that is set rightly; `case` the schema, `says` the outputs.

mod board;
mod case;
mod decision;
mod illegal_move;
mod says;
mod setup;

use serde_json::Value;
use touchmove_core::laws::rulebook::Edition;

pub use self::case::{Case, UnreadableCase};

use self::board::Exact;
use self::case::{Expected, Final};

/// What became of a case under one edition.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseOutcome {
    /// The edition.
    pub edition: Edition,
    /// What differs; none where it passed.
    pub failure: Option<CaseFailure>,
}

/// How a case failed.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFailure {
    /// What was expected, or forbidden.
    pub expected: Value,
    /// What was said.
    pub said: Vec<Value>,
}

impl Case {
    /// Runs the case under each of its editions.
    pub fn run(&self) -> Vec<CaseOutcome> {
        let run = |edition: &Edition| CaseOutcome {
            edition: *edition,
            failure: self.run_under(*edition),
        };
        self.editions().iter().map(run).collect()
    }

    /// Runs it under one edition; how it failed, if it did.
    pub fn run_under(&self, edition: Edition) -> Option<CaseFailure> {
        let Some(mut board) = Exact::set_up(self, edition) else {
            let expected = Value::from("a position that can be set up");
            return Some(CaseFailure { expected, said: Vec::new() });
        };
        self.events().iter().for_each(|event| board.hear(event));
        let shown = board.shown();
        let said = board.into_said();
        let expected = missing(self.expected(), &said)
            .or_else(|| forbidden(self.forbidden(), &said))
            .or_else(|| self.final_state().and_then(|wanted| wanted.differing(&shown)));
        expected.map(|expected| CaseFailure { expected, said })
    }
}

/// The first pattern that does not occur in its order.
fn missing(patterns: &[Expected], said: &[Value]) -> Option<Value> {
    let mut rest = said.iter();
    let missing = patterns.iter().find(|pattern| !rest.any(|one| pattern.fits(one)))?;
    Some(missing.as_value())
}

/// The first pattern that must not occur, and does.
fn forbidden(patterns: &[Expected], said: &[Value]) -> Option<Value> {
    let occurs = |pattern: &&Expected| said.iter().any(|one| pattern.fits(one));
    let found = patterns.iter().find(occurs)?;
    Some(serde_json::json!({ "forbidden": found.as_value() }))
}

impl Final {
    /// What of the last state is not as wanted.
    fn differing(&self, shown: &Final) -> Option<Value> {
        (!self.fits(shown)).then(|| serde_json::json!({ "final": self, "is": shown }))
    }
}

#[cfg(test)]
mod tests;
