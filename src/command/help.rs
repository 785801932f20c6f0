//! `touchmove help`: what a word that was told means, why it happens, and what to do.

mod pages;

use clap::CommandFactory as _;
use touchmove_core::words::phrases::OfHelp;

use self::pages::{PAGES, Page};
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
    match Page::of(&word) {
        Some(page) => print(page.text),
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
    let rows: Vec<_> =
        PAGES.iter().map(|page| [page.word.to_owned(), page.title().to_owned()]).collect();
    let usage = Cli::command().render_long_help();
    format!("{usage}\n{}:\n{}", Notices::of_environment().say(OfHelp::Words), table(&rows))
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
    let asked = pages::hyphenated(word);
    let parts: Vec<_> = asked.split('-').collect();
    let likeness = |page: &&Page| {
        let shared = page.word.split('-').filter(|part| parts.contains(part)).count();
        let begun =
            page.word.bytes().zip(asked.bytes()).take_while(|(one, other)| one == other).count();
        (shared, begun)
    };
    let mut all: Vec<_> = PAGES.iter().filter(|page| likeness(page) > (0, 1)).collect();
    all.sort_by_key(|page| std::cmp::Reverse(likeness(page)));
    all.into_iter().take(MAX_NEAR).map(|page| page.word).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

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
            .chain(RefusalKind::ALL.into_iter().map(|refusal| pages::hyphenated(refusal.name())))
            .chain([pages::hyphenated(OF_THE_BUS)])
            .collect();
        let pages: BTreeSet<String> = PAGES.iter().map(|page| page.word.to_owned()).collect();
        assert_eq!(told, pages);
    }

    #[test]
    fn every_page_of_the_folder_is_compiled_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/help");
        let files = fs::read_dir(folder).unwrap();
        let mut files: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        let mut pages: Vec<_> = PAGES.iter().map(|page| format!("{}.md", page.word)).collect();
        pages.sort();
        assert_eq!(files, pages);
    }

    #[test]
    fn every_page_says_what_it_means_why_it_happens_and_what_to_do() {
        for page in PAGES {
            let mut rest = page.text;
            for heading in ["# ", "What it means:\n", "Why it happens:\n", "What to do:\n"] {
                let (before, after) = rest.split_once(heading).unwrap();
                assert!(heading == "# " || !before.trim().is_empty(), "{}: {heading}", page.word);
                rest = after;
            }
            assert!(!rest.trim().is_empty(), "{} says nothing about what to do", page.word);
        }
    }

    #[test]
    fn what_a_page_has_one_type_is_known() {
        for page in PAGES {
            for part in page.text.split('`').skip(1).step_by(2) {
                let Some(said) = part.strip_prefix("touchmove ") else { continue };
                let words: Vec<_> = said.split(' ').map(str::to_owned).collect();
                if words[0] == "help" {
                    assert!(Page::of(&words[1]).is_some(), "{}: {part}", page.word);
                } else if words[0] != "VERB" {
                    assert!(usage(&words[..1]).is_some(), "{}: {part}", page.word);
                }
            }
        }
    }

    #[test]
    fn a_page_is_found_by_its_word_and_by_the_name_of_an_error() {
        let page = Page::of("not-now").unwrap();
        for name in ["NotNow", "org.touchmove.Error.NotNow", " not_now"] {
            assert_eq!(Page::of(name), Some(page), "{name}");
        }
        assert_eq!(Page::of("out"), None);
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
