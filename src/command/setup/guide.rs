//! Whoever leads a newcomer: says a step, what is missing, and asks.

use touchmove_core::words::Saying;
use touchmove_core::words::phrases::OfSetup;

use super::answers::Answers;
use super::change::Change;
use crate::notices::Notices;
use crate::rows::{columns, folded};
use crate::{Failure, print};

/// How far what belongs to a step is set in, in columns.
const INDENT: &str = "        ";

/// How many columns there are where nobody says.
const COLUMNS: usize = 80;

/// Leads through the steps.
pub(super) struct Guide {
    notices: Notices,
    /// `None` where nobody is there.
    answers: Option<Answers>,
    /// How many steps there are.
    steps: u64,
    begun: u64,
    missing: u64,
}

impl Guide {
    pub(super) const fn new(notices: Notices, answers: Option<Answers>, steps: u64) -> Self {
        Self { notices, answers, steps, begun: 0, missing: 0 }
    }

    /// The words in which it speaks.
    pub(super) const fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Whether somebody can answer.
    pub(super) const fn has_listener(&self) -> bool {
        self.answers.is_some()
    }

    /// How many steps are not done.
    pub(super) const fn missing(&self) -> u64 {
        self.missing
    }

    /// Begins the next step.
    pub(super) fn begin(&mut self, step: OfSetup) -> Result<(), Failure> {
        self.begun += 1;
        let (number, count, step) = (self.begun.into(), self.steps.into(), step.into());
        print(&format!("\n{}\n", self.notices.say(OfSetup::Head { number, count, step })))
    }

    /// Says something of the step.
    pub(super) fn say(&self, what: impl Into<Saying>) -> Result<(), Failure> {
        let room = columns().unwrap_or(COLUMNS).saturating_sub(INDENT.len());
        self.show(&folded(&self.notices.say(what), room, room).join("\n"))
    }

    /// The same of a text that is put together already.
    pub(super) fn show(&self, text: &str) -> Result<(), Failure> {
        print(&text.lines().map(|line| format!("{INDENT}{line}\n")).collect::<String>())
    }

    /// The step is not done.
    pub(super) const fn leave(&mut self) {
        self.missing += 1;
    }

    /// Asks; whether the answer is yes. Where nobody is there it is no.
    pub(super) async fn agrees(&mut self, question: OfSetup) -> Result<bool, Failure> {
        let Some(answers) = &mut self.answers else { return Ok(false) };
        print(&format!("{INDENT}{} ", self.notices.say(question)))?;
        let answer = answers.line().await.unwrap_or_default().to_lowercase();
        Ok(answer.starts_with(&self.notices.say(OfSetup::Yes)))
    }

    /// Waits until somebody presses Enter; for ever where nobody is there. Cancel-safe.
    pub(super) async fn enter(&mut self) {
        match &mut self.answers {
            Some(answers) => drop(answers.line().await),
            None => std::future::pending().await,
        }
    }

    /// Says how something is done by hand, and does it where that is wished. Whether it was done.
    pub(super) async fn offer(&mut self, change: &Change) -> Result<bool, Failure> {
        self.say(OfSetup::ByHand { command: format!("`{}`", change.text()).into() })?;
        if !self.agrees(OfSetup::DoItNow).await? {
            return Ok(false);
        }
        let is_done = change.carry_out();
        if !is_done {
            self.say(OfSetup::CommandFailed { command: change.text().into() })?;
        }
        Ok(is_done)
    }
}
