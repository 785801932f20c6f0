//! `touchmove doctor`: what a venue looks at before the doors open, each finding with what to do about it.

mod finding;
mod hall;
mod machine;

use serde_json::json;
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError};

use self::finding::{Finding, Gravity};
use self::machine::Machine;
use super::{Failure, block_on, print, print_json};

/// Look at everything that could go wrong at this venue, before the round
///
/// Looks at ports and rights, at programs that take ports away, at boards and clocks, at the disk and the
/// time, and says what to do about each finding. Changes nothing. Ends with 1 where there is a fault.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// Looks, and tells what was found.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    let mut findings = Machine::look().findings();
    let mut boards = 0;
    block_on(async {
        match Mirror::connect(bus).await {
            Ok(mirror) => {
                boards = mirror.boards().len();
                findings.extend(hall::findings(&mirror).await?);
            }
            Err(
                error @ (MirrorError::NotRunning { .. }
                | MirrorError::Silent { .. }
                | MirrorError::Denied
                | MirrorError::Bus(_)),
            ) => {
                findings.push(Finding::unreachable(&error));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    })?;
    findings.sort_by_key(|finding| finding.gravity);
    if arguments.json {
        print_json(&json(&findings, boards))
    } else {
        print(&text(&findings, boards))
    }?;
    match faults(&findings) {
        0 => Ok(()),
        1 => Err(Failure::failed("there is a fault to be mended")),
        faults => Err(Failure::failed(format_args!("there are {faults} faults to be mended"))),
    }
}

fn faults(findings: &[Finding]) -> usize {
    findings.iter().filter(|finding| finding.gravity == Gravity::Fault).count()
}

fn text(findings: &[Finding], boards: usize) -> String {
    let looked = match boards {
        1 => "1 board was looked at".to_owned(),
        boards => format!("{boards} boards were looked at"),
    };
    if findings.is_empty() {
        return format!("{looked}: nothing is wrong.\n");
    }
    let all: String = findings.iter().map(ToString::to_string).collect();
    format!("{looked}.\n\n{all}")
}

fn json(findings: &[Finding], boards: usize) -> String {
    let all: Vec<_> = findings.iter().map(Finding::json).collect();
    format!("{}\n", json!({ "boards": boards, "faults": faults(findings), "findings": all }))
}
