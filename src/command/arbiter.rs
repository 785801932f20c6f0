//! `touchmove arbiter`: who may use the arbiters' desk.

use std::path::PathBuf;

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;
use touchmove_client::arbiters::{Arbiter, ArbiterName, FOLDER, Roll, RollError};
use touchmove_client::desk_address::DeskAddress;
use touchmove_core::words::phrases::OfArbiters;

use super::notices::Notices;
use super::{Failure, complain, print, print_json};

/// Where a desk is if nobody says otherwise.
const USUAL_DESK: &str = "http://127.0.0.1:7070";

/// Options of `touchmove arbiter`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// The folder in which the desk keeps who may use it
    #[arg(long, global = true, value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,
}

/// What to do.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Let somebody use the desk: print a link that is good once, for one device
    Add {
        /// Who: what he decides bears this name
        name: ArbiterName,
        /// The sections that he sees to, with commas between them [default: all]
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        sections: Vec<String>,
        /// Where his browser finds the desk [default: where it runs]
        #[arg(long, value_name = "URL")]
        desk: Option<String>,
    },
    /// List who may use it
    List {
        /// Print JSON for a program to read
        #[arg(long)]
        json: bool,
    },
    /// Let somebody in no more, at once
    Revoke {
        /// Who
        name: ArbiterName,
    },
}

/// An arbiter as a program reads him.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    name: &'a str,
    sections: &'a [String],
    devices: usize,
    has_open_link: bool,
}

/// Carries the command out.
pub(super) fn run(Arguments { verb, folder }: Arguments) -> Result<(), Failure> {
    let (roll, notices) = (Roll::in_folder(&folder), Notices::of_environment());
    match verb {
        Verb::Add { name, sections, desk } => {
            let link = roll.add(&name, &sections).map_err(failed)?;
            let known = roll.address();
            if known.is_none() && desk.is_none() {
                complain(notices.say(OfArbiters::NoDesk { address: USUAL_DESK.into() }));
            }
            let known = known.unwrap_or_else(|| DeskAddress::new(USUAL_DESK, None));
            let desk = match desk {
                Some(url) => known.called(&url),
                None => known,
            };
            let link = desk.link(&format!("/enter/{link}"));
            let heading = notices.say(OfArbiters::LinkOf { name: name.as_str().into() });
            let certificate = certificate(&desk, &notices);
            print(&format!("{heading}\n\n  {link}\n\n{certificate}{}", picture(&link)))
        }
        Verb::List { json } => {
            let arbiters = roll.arbiters().map_err(failed)?;
            if json {
                print_json(&as_json(&arbiters))
            } else {
                print(&as_text(&arbiters, &notices))
            }
        }
        Verb::Revoke { name } => {
            roll.revoke(&name).map_err(failed)?;
            let name = name.as_str().into();
            print(&format!("{}\n", notices.say(OfArbiters::Revoked { name })))
        }
    }
}

fn failed(error: RollError) -> Failure {
    Failure::failed(error)
}

/// By what the desk is known where a browser does not know its certificate; nothing where it has none.
fn certificate(desk: &DeskAddress, notices: &Notices) -> String {
    let Some(fingerprint) = desk.fingerprint() else { return String::new() };
    format!("{}\n\n  {}\n\n", notices.say(OfArbiters::Certificate), fingerprint.in_pairs())
}

/// A link for the camera of a phone; nothing where it is too long for one.
fn picture(link: &str) -> String {
    // A screen is never torn or dirty, and a small picture fits a small terminal.
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) else {
        return String::new();
    };
    // A terminal is dark, and a camera wants dark on light.
    let mut drawn = code.render::<Dense1x2>();
    drawn.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).quiet_zone(true);
    format!("{}\n", drawn.build())
}

fn as_text(arbiters: &[Arbiter], notices: &Notices) -> String {
    if arbiters.is_empty() {
        return format!("{}\n", notices.say(OfArbiters::NoArbiter));
    }
    let line = |arbiter: &Arbiter| {
        let sections = match arbiter.sections.as_slice() {
            [] => notices.say(OfArbiters::AllSections),
            some => some.join(", "),
        };
        let devices = notices.say(OfArbiters::Devices { count: arbiter.devices().into() });
        let link = arbiter.has_open_link().then(|| notices.say(OfArbiters::LinkWaits));
        let more: Vec<_> = [sections, devices].into_iter().chain(link).collect();
        format!("{}: {}\n", arbiter.name, more.join("; "))
    };
    arbiters.iter().map(line).collect()
}

fn as_json(arbiters: &[Arbiter]) -> String {
    let listed = arbiters.iter().map(|arbiter| Listed {
        name: arbiter.name.as_str(),
        sections: &arbiter.sections,
        devices: arbiter.devices(),
        has_open_link: arbiter.has_open_link(),
    });
    let listed: Vec<_> = listed.collect();
    format!("{}\n", serde_json::json!(listed))
}
