//! A finding: what is not as it should be, and what to do about it.

use serde_json::{Value, json};
use touchmove_client::mirror::MirrorError;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::Doctor;

use super::matter::Matter;
use crate::Failure;
use crate::notices::Notices;
use crate::rows::padded;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) gravity: Gravity,
    /// What it is about: a board, a port, or the machine.
    pub(super) about: Saying,
    /// What it is.
    pub(super) kind: Matter,
    /// What was seen.
    pub(super) seen: Saying,
    /// What to do.
    pub(super) advice: Saying,
}

/// How grave it is; the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gravity {
    /// A game would suffer from it.
    Fault,
    /// It may be as it is meant to be.
    Hint,
}

impl Finding {
    /// A game would suffer from this.
    pub(super) fn fault(
        about: impl Into<Saying>,
        kind: Matter,
        seen: impl Into<Saying>,
        advice: impl Into<Saying>,
    ) -> Self {
        let (about, seen, advice) = (about.into(), seen.into(), advice.into());
        Self { gravity: Gravity::Fault, about, kind, seen, advice }
    }

    /// The same, where it may be meant.
    pub(super) fn hint(self) -> Self {
        Self { gravity: Gravity::Hint, ..self }
    }

    /// The daemon cannot be asked.
    pub(super) fn unreachable(error: MirrorError, notices: &Notices) -> Self {
        let error = Failure::from(error).text(notices);
        let (seen, advice) = error.split_once('\n').unwrap_or((&error, ""));
        Self::fault(Doctor::ThisMachine, Matter::Daemon, seen, advice)
    }

    /// What was seen, what to do, and where more is said, a line each, for a person.
    pub(super) fn text(&self, notices: &Notices) -> String {
        let Self { gravity, about, kind, seen, advice } = self;
        let gravity = notices.say(match gravity {
            Gravity::Fault => Doctor::Fault,
            Gravity::Hint => Doctor::Hint,
        });
        let [about, seen, advice] = [about, seen, advice].map(|said| notices.say(said.clone()));
        let advice = if advice.is_empty() { advice } else { format!("      {advice}\n") };
        let more = notices.say(Doctor::More { word: kind.word().into() });
        format!("{} {about}: {seen}\n{advice}      {more}\n", padded(&gravity, 5))
    }

    /// For a program.
    pub(super) fn json(&self, notices: &Notices) -> Value {
        let Self { gravity, about, kind, seen, advice } = self;
        let [about, seen, advice] = [about, seen, advice].map(|said| notices.say(said.clone()));
        json!({ "gravity": gravity.word(), "about": about, "kind": kind.word(), "seen": seen, "advice": advice })
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
