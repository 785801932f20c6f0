//! `touchmove doctor`: what a venue looks at before the doors open, each finding with what to do about it.

mod finding;
mod hall;
mod joined;
mod machine;
pub(crate) mod matter;
mod radio;
mod sysfs;

use std::path::Path;

use serde_json::json;
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_core::words::phrases::Doctor;

use self::finding::{Finding, Gravity};
use self::joined::JoinedFacts;
use self::machine::Machine;
use self::matter::Matter;
use self::radio::{Need, RadioFacts};
use self::sysfs::Sysfs;
use super::notices::{Notices, Reader};
use super::{Failure, block_on, print, print_json};

/// Look at everything that could go wrong at this venue, before the round
///
/// Looks at ports and rights, at programs that take ports away, at boards and clocks, at the radio, the disk and
/// the time, at whether what joins this machine with others runs, and says what to do about each finding. Changes nothing. Ends with 1 where there is a fault.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// Looks, and tells what was found.
pub(super) fn run(arguments: &Arguments, bus: &Bus) -> Result<(), Failure> {
    let notices = Notices::for_reader(Reader::of(arguments.json));
    let mut findings = Machine::look().findings();
    let mut boards = 0;
    block_on(async {
        let radio = RadioFacts::look(&Sysfs::below(Path::new("/sys"))).await;
        findings.extend(JoinedFacts::look(Path::new("/")).await.findings());
        let mut need = Need::Nothing;
        match Mirror::connect(bus).await {
            Ok(mirror) => {
                boards = mirror.boards().len();
                need = hall::need_of_radio(&mirror).await?;
                findings.extend(hall::findings(&mirror, &notices).await?);
            }
            Err(
                error @ (MirrorError::NotRunning { .. }
                | MirrorError::Silent { .. }
                | MirrorError::Denied
                | MirrorError::Bus(_)),
            ) => {
                findings.push(Finding::unreachable(error, &notices));
            }
            Err(error) => return Err(error.into()),
        }
        findings.extend(radio.findings(need));
        Ok(())
    })?;
    findings.sort_by_key(|finding| finding.gravity);
    if arguments.json {
        print_json(&json(&findings, boards, &notices))
    } else {
        print(&text(&findings, boards, &notices))
    }?;
    match faults(&findings) {
        0 => Ok(()),
        count => Err(Failure::because(Doctor::Faults { count: count.into() })),
    }
}

/// Why boards at this machine may not be heard, for a person; nothing where nothing speaks against it.
///
/// # Errors
/// [`MirrorError`] where the daemon does not answer.
pub(super) async fn findings_of_ports(
    mirror: &Mirror,
    notices: &Notices,
) -> Result<String, MirrorError> {
    let ports = mirror.ports().await?;
    let machine = Machine::look().findings().into_iter();
    let machine = machine.filter(|finding| finding.kind != Matter::Time);
    let all = machine.chain(ports.iter().filter_map(hall::of_port));
    Ok(all.map(|finding| finding.text(notices)).collect())
}

fn faults(findings: &[Finding]) -> usize {
    findings.iter().filter(|finding| finding.gravity == Gravity::Fault).count()
}

fn text(findings: &[Finding], boards: usize, notices: &Notices) -> String {
    let looked = Doctor::Looked { count: boards.into() }.into();
    if findings.is_empty() {
        return notices.say(Doctor::NothingWrong { looked }) + "\n";
    }
    let all: String = findings.iter().map(|finding| finding.text(notices)).collect();
    format!("{}\n\n{all}", notices.say(Doctor::Found { looked }))
}

fn json(findings: &[Finding], boards: usize, notices: &Notices) -> String {
    let all: Vec<_> = findings.iter().map(|finding| finding.json(notices)).collect();
    format!("{}\n", json!({ "boards": boards, "faults": faults(findings), "findings": all }))
}
