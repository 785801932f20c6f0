//! `touchmove help`: what a word that was told means, why it happens, and what to do.

use clap::CommandFactory as _;
use touchmove_core::help::{HELP, HelpPage, hyphenated};
use touchmove_core::words::phrases::OfHelp;

use super::notices::Notices;
use super::rows::table;
use super::{Cli, Failure, print};

/// So many words are named near one that there is not.
const MAX_NEAR: usize = 6;

/// Tell what an error, a finding or an incident means and what to do, by its word; or how a command is called
///
/// The words are those of `touchmove doctor --json`, of incidents, and of errors on the bus: out-of-step, touch-move-violation,
/// not-now. Without one it lists them.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The word, such as out-of-step or org.touchmove.Error.NotNow; or a command, such as round load
    word: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let words = &arguments.word;
    if words.is_empty() {
        return print(&everything());
    }
    if let Some(usage) = usage(words) {
        return print(&usage);
    }
    let word = words.join("-");
    match HelpPage::of(&word) {
        Some(page) => print(page.in_languages(&Notices::of_environment().codes()).text),
        None => {
            let near = near(&word);
            let word = word.into();
            Err(Failure::misused(if near.is_empty() {
                OfHelp::NothingNear { word }
            } else {
                OfHelp::NoSuchPage { word, near: near.join(", ").into() }
            }))
        }
    }
}

/// How the command is called, and every word that has a page.
fn everything() -> String {
    let notices = Notices::of_environment();
    let codes = notices.codes();
    let title = |page: &HelpPage| page.in_languages(&codes).title().to_owned();
    let rows: Vec<_> = HELP.iter().map(|page| [page.word.to_owned(), title(page)]).collect();
    let usage = Cli::command().render_long_help();
    format!("{usage}\n{}:\n{}", notices.say(OfHelp::Words), table(&rows))
}

/// How a command is called, where the words name one.
fn usage(words: &[String]) -> Option<String> {
    let mut command = Cli::command();
    command.build();
    let mut found = &mut command;
    for word in words {
        found = found.find_subcommand_mut(word)?;
    }
    Some(found.render_long_help().to_string())
}

/// The words that have most parts in common with this one, and then most of the first letters; none that has neither.
fn near(word: &str) -> Vec<&'static str> {
    let asked = hyphenated(word);
    let parts: Vec<_> = asked.split('-').collect();
    let likeness = |page: &&HelpPage| {
        let shared = page.word.split('-').filter(|part| parts.contains(part)).count();
        let begun =
            page.word.bytes().zip(asked.bytes()).take_while(|(one, other)| one == other).count();
        (shared, begun)
    };
    let mut all: Vec<_> = HELP.iter().filter(|page| likeness(page) > (0, 1)).collect();
    all.sort_by_key(|page| std::cmp::Reverse(likeness(page)));
    all.into_iter().take(MAX_NEAR).map(|page| page.word).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use touchmove_client::call_error::RefusalKind;
    use touchmove_core::health::Ail;
    use touchmove_core::words::{KINDS, KindFamily};

    use super::*;
    use crate::doctor::matter::Matter;

    /// What the bus itself says of a call that is not allowed.
    const OF_THE_BUS: &str = "org.freedesktop.DBus.Error.AccessDenied";

    #[test]
    fn every_error_finding_and_incident_has_a_page_and_no_page_is_about_anything_else() {
        let incidents = KINDS.iter().filter(|kind| kind.family == KindFamily::Incident);
        let told: BTreeSet<String> = incidents
            .map(|kind| kind.name.to_owned())
            .chain(Matter::OF_HALL.into_iter().map(|matter| matter.word().to_owned()))
            .chain(Ail::ALL.into_iter().map(|ail| Matter::Health(ail).word().to_owned()))
            .chain(RefusalKind::ALL.into_iter().map(|refusal| hyphenated(refusal.name())))
            .chain([hyphenated(OF_THE_BUS)])
            .collect();
        let pages: BTreeSet<String> = HELP.iter().map(|page| page.word.to_owned()).collect();
        assert_eq!(told, pages);
    }

    #[test]
    fn what_a_page_has_one_type_is_known() {
        for (page, text) in HELP.iter().flat_map(|page| page.all().map(move |text| (page, text))) {
            for part in text.text.split('`').skip(1).step_by(2) {
                let Some(said) = part.strip_prefix("touchmove ") else { continue };
                let words: Vec<_> = said.split(' ').map(str::to_owned).collect();
                if words[0] == "help" {
                    assert!(HelpPage::of(&words[1]).is_some(), "{}: {part}", page.word);
                } else if words[0] != "VERB" {
                    assert!(usage(&words[..1]).is_some(), "{}: {part}", page.word);
                }
            }
        }
    }

    #[test]
    fn words_that_are_near_are_named() {
        assert_eq!(near("out-of-stop")[0], "out-of-step");
        assert_eq!(near("xyz"), [""; 0]);
        assert_eq!(near("not-set")[..2], ["not-set-up", "clock-not-set"]);
    }

    #[test]
    fn a_command_is_told_how_it_is_called() {
        let usage = usage(&["round".to_owned(), "load".to_owned()]).unwrap();
        assert!(usage.contains("Usage: touchmove round load"), "{usage}");
    }
}
