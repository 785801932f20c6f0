//! `touchmove conformance`: holds the Laws against cases.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use touchmove_core::laws::rulebook::{Edition, UnknownEdition};
use touchmove_lab::conformance::{Case, Failure as Differs};

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
                        print(&report(&case.id, *edition, &differs))?;
                    }
                }
            }
        }
    }
    print(&format!("{passed} passed, {failed} failed\n"))?;
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::failed("the Laws say otherwise than these cases"))
    }
}

fn report(id: &str, edition: Edition, Differs { expected, said }: &Differs) -> String {
    let mut line = format!("{id} {}: expected {expected}, got", edition.name());
    for one in said {
        let _ = write!(line, " {one}");
    }
    if said.is_empty() {
        line.push_str(" nothing");
    }
    line.push('\n');
    line
}

fn edition(name: &str) -> Result<Edition, UnknownEdition> {
    Edition::by_name(name)
}
