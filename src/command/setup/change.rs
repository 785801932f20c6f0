//! A command that changes the machine, as a newcomer would type it.

use std::process::Command;

use rustix::process::geteuid;

/// A command that changes the machine.
pub(super) struct Change(Vec<String>);

impl Change {
    /// One that root alone may carry out.
    pub(super) fn of_root(words: &[&str]) -> Self {
        let sudo = (!geteuid().is_root()).then_some("sudo");
        Self(sudo.into_iter().chain(words.iter().copied()).map(ToOwned::to_owned).collect())
    }

    /// As it is typed by hand.
    pub(super) fn text(&self) -> String {
        self.0.join(" ")
    }

    /// Whether it was carried out.
    pub(super) fn carry_out(&self) -> bool {
        let [program, words @ ..] = self.0.as_slice() else { return false };
        Command::new(program).args(words).status().is_ok_and(|status| status.success())
    }
}
