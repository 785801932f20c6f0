//! A finding: what is not as it should be, and what to do about it.

use std::fmt;

use serde_json::{Value, json};
use touchmove_client::mirror::MirrorError;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) gravity: Gravity,
    /// What it is about: a board, a port, or the machine.
    pub(super) about: String,
    /// What it is, as a word for programs.
    pub(super) kind: &'static str,
    /// What was seen.
    pub(super) seen: String,
    /// What to do.
    pub(super) advice: String,
}

/// How grave it is; the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gravity {
    /// A game would suffer from it.
    Fault,
    /// It may be as it is meant to be.
    Hint,
}

/// What findings about the machine itself are about.
pub(super) const MACHINE: &str = "this machine";

impl Finding {
    /// A game would suffer from this.
    pub(super) fn fault(
        about: impl Into<String>,
        kind: &'static str,
        seen: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        let (about, seen, advice) = (about.into(), seen.into(), advice.into());
        Self { gravity: Gravity::Fault, about, kind, seen, advice }
    }

    /// The same, where it may be meant.
    pub(super) fn hint(self) -> Self {
        Self { gravity: Gravity::Hint, ..self }
    }

    /// The daemon cannot be asked.
    pub(super) fn unreachable(error: &MirrorError) -> Self {
        let error = error.to_string();
        let (seen, advice) = error.split_once('\n').unwrap_or((&error, ""));
        Self::fault(MACHINE, "daemon", seen, advice)
    }

    /// For a program.
    pub(super) fn json(&self) -> Value {
        let Self { gravity, about, kind, seen, advice } = self;
        json!({ "gravity": gravity.word(), "about": about, "kind": kind, "seen": seen, "advice": advice })
    }
}

impl Gravity {
    const fn word(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::Hint => "hint",
        }
    }
}

impl fmt::Display for Finding {
    /// Two lines for a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { gravity, about, seen, advice, .. } = self;
        writeln!(f, "{:<5} {about}: {seen}", gravity.word())?;
        if advice.is_empty() { Ok(()) } else { writeln!(f, "      {advice}") }
    }
}
