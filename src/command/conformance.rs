//! `touchmove conformance`: holds the Laws against cases.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use touchmove_core::laws::rulebook::{Edition, UnknownEdition};
use touchmove_core::words::phrases::Conformance;
use touchmove_core::words::{Saying, told};
use touchmove_lab::conformance::{Case, CaseFailure as Differs};

use super::notices::Notices;
use super::{Failure, print};

/// Hold the Laws against conformance cases, and print those that fail
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Cases, a JSON object a line
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run the cases of these editions only, as in fide-2023
    #[arg(long, value_parser = edition)]
    edition: Vec<Edition>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let notices = Notices::of_environment();
    let (mut passed, mut failed) = (0_usize, 0_usize);
    for file in &arguments.files {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::failed(format!("{name}: {error}")))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let case = Case::read(line)
                .map_err(|error| Failure::malformed(format!("{name}:{}: {error}", number + 1)))?;
            let wanted = |edition: &&Edition| {
                arguments.edition.is_empty() || arguments.edition.contains(edition)
            };
            for edition in case.editions().iter().filter(wanted) {
                match case.run_under(*edition) {
                    None => passed += 1,
                    Some(differs) => {
                        failed += 1;
                        let differs = report(&case.id, *edition, &differs);
                        print(&format!("{}\n", notices.say(differs)))?;
                    }
                }
            }
        }
    }
    let counted = Conformance::Counted { passed: passed.into(), failed: failed.into() };
    print(&format!("{}\n", notices.say(counted)))?;
    if failed == 0 { Ok(()) } else { Err(Failure::because(Conformance::LawsSayOtherwise)) }
}

fn report(id: &str, edition: Edition, Differs { expected, said }: &Differs) -> Saying {
    let expected = match expected {
        Value::String(words) => Saying::All(vec!["\"".into(), told(words), "\"".into()]),
        pattern => pattern.to_string().into(),
    };
    let said: Vec<_> = said.iter().map(Value::to_string).collect();
    let said = match &said[..] {
        [] => Conformance::NothingSaid.into(),
        all => all.join(" ").into(),
    };
    Conformance::Differs { case: id.into(), edition: edition.name().into(), expected, said }.into()
}

fn edition(name: &str) -> Result<Edition, UnknownEdition> {
    Edition::by_name(name)
}
