//! The command `touchmove`: each verb in a file of its own.

mod adjudicate;
mod arbiter;
mod bluetooth;
mod broadcast;
mod calibrate;
mod clock;
mod conformance;
mod decimal;
mod diagram;
mod doctor;
mod evidence;
mod export;
mod figure;
mod file;
mod game;
mod games;
mod hear;
mod help;
mod history;
mod known;
mod laws;
mod name;
mod notices;
mod notify;
mod past;
mod readjudicate;
mod record;
mod rehearse;
mod revised;
mod round;
mod rows;
mod score;
mod seated;
mod seats;
mod section;
mod setup;
mod simulate;
mod status;
mod stop;
#[cfg(test)]
mod told;
mod verify;
mod watch;

use std::future::Future;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use touchmove_client::address::Bus;
use touchmove_client::mirror::MirrorError;
use touchmove_core::words::{Saying, told};
use touchmove_station::sys::terminal;

use self::notices::Notices;

/// Follow, replay and simulate games on electronic chess boards.
#[derive(Debug, Parser)]
#[command(
    name = "touchmove",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    station: StationArgs,
}

/// Which station is meant. Every command takes both, so that they can be given alike to all.
#[derive(Debug, clap::Args)]
struct StationArgs {
    /// Bus that touchmoved is on: system, session or a D-Bus address
    #[arg(long, default_value = "system", global = true)]
    bus: Bus,
    /// The folder in which evidence is kept [default: the daemon's]
    #[arg(long, value_name = "DIR", global = true)]
    state: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Adjudicate(adjudicate::Adjudicate),
    /// Let arbiters use the desk in a browser, list them, let them in no more
    Arbiter(arbiter::Arguments),
    Bluetooth(bluetooth::Arguments),
    /// Send what is released elsewhere: to broadcasts on Lichess, or as events to a web address
    Broadcast(broadcast::Arguments),
    Calibrate(calibrate::Arguments),
    /// Set the clock of a board while it stands
    Clock(clock::Arguments),
    Conformance(conformance::Arguments),
    Doctor(doctor::Arguments),
    Export(export::Arguments),
    /// Show what was played and decided in a game, correct it, answer its questions
    Game(game::Arguments),
    Hear(hear::Arguments),
    Help(help::Arguments),
    History(history::Arguments),
    Laws(laws::Arguments),
    Notify(notify::Arguments),
    Readjudicate(readjudicate::Arguments),
    Record(record::RecordArgs),
    Rehearse(rehearse::Arguments),
    /// Load the pairings of a round, assign boards to tables, begin, pause and end it
    Round(round::Arguments),
    Score(score::Arguments),
    /// Set rulebook, policy and delay of each section of a tournament
    Section(section::Arguments),
    Setup(setup::Arguments),
    /// Play a game from a PGN file on a simulated board, on a port of its own
    Simulate(simulate::Arguments),
    /// Show the boards of this station and what is played on them
    Status(status::Arguments),
    Verify(verify::Arguments),
    /// Follow the games of this station live
    Watch(watch::Arguments),
}

impl Verb {
    fn run(self, StationArgs { bus, state }: &StationArgs) -> Result<(), Failure> {
        let state = state.as_deref();
        match self {
            Self::Adjudicate(arguments) => arguments.run(),
            Self::Arbiter(arguments) => arbiter::run(arguments),
            Self::Bluetooth(arguments) => bluetooth::run(&arguments),
            Self::Broadcast(arguments) => broadcast::run(arguments, bus),
            Self::Calibrate(arguments) => calibrate::run(&arguments, bus),
            Self::Clock(arguments) => clock::run(&arguments, bus),
            Self::Conformance(arguments) => conformance::run(&arguments),
            Self::Doctor(arguments) => doctor::run(&arguments, bus),
            Self::Export(arguments) => export::run(&arguments, state),
            Self::Game(arguments) => game::run(arguments, bus),
            Self::Hear(arguments) => hear::run(&arguments, bus),
            Self::Help(arguments) => help::run(&arguments),
            Self::History(arguments) => history::run(&arguments, state),
            Self::Laws(arguments) => laws::run(&arguments),
            Self::Notify(arguments) => notify::run(&arguments, bus),
            Self::Readjudicate(arguments) => readjudicate::run(&arguments, state),
            Self::Record(arguments) => arguments.run(),
            Self::Rehearse(arguments) => rehearse::run(&arguments, state),
            Self::Round(arguments) => round::run(arguments, bus),
            Self::Score(arguments) => score::run(&arguments),
            Self::Section(arguments) => section::run(arguments, bus),
            Self::Setup(arguments) => setup::run(&arguments, bus),
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Status(arguments) => status::run(arguments, bus),
            Self::Verify(arguments) => verify::run(&arguments),
            Self::Watch(arguments) => watch::run(&arguments, bus),
        }
    }
}

/// Why a command failed: what to tell the user, and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// One or more lines that say what is wrong and what to do.
    message: Saying,
    /// 2 for input that is malformed, 1 for everything else.
    exit: u8,
}

impl Failure {
    /// The input is malformed: exit code 2. What is known of it is told in the language of the reader.
    pub fn malformed(error: impl std::fmt::Display) -> Self {
        Self::misused(told(&error.to_string()))
    }

    /// The command could not be carried out: exit code 1. What is known of it is told in the language of the reader.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Self::because(told(&error.to_string()))
    }

    /// The same as [`Failure::malformed`], by a phrase.
    fn misused(message: impl Into<Saying>) -> Self {
        Self { message: message.into(), exit: 2 }
    }

    /// The same as [`Failure::failed`], by a phrase.
    fn because(message: impl Into<Saying>) -> Self {
        Self { message: message.into(), exit: 1 }
    }

    /// What to tell the user, in these words.
    fn text(self, notices: &Notices) -> String {
        notices.say(self.message)
    }
}

impl std::fmt::Display for Failure {
    /// In English.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Notices::default().say(self.message.clone()))
    }
}

impl From<MirrorError> for Failure {
    fn from(error: MirrorError) -> Self {
        match error {
            MirrorError::Malformed(why) => Self::malformed(why),
            error => Self::failed(error),
        }
    }
}

/// All that the command understands, for manual pages and completions.
#[must_use]
pub fn command_line() -> clap::Command {
    Cli::command()
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refused) => return terminal::refuse_arguments(&refused),
    };
    match cli.verb.run(&cli.station) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let exit = failure.exit;
            complain(failure.text(&Notices::of_environment()));
            ExitCode::from(exit)
        }
    }
}

/// Carries out a verb that waits for others.
fn block_on(verb: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::failed)?
        .block_on(verb)
}

/// Prints to standard output, as a terminal may show it. A reader that has gone, like `head`, is no failure.
fn print(text: &str) -> Result<(), Failure> {
    terminal::print(text).map_err(Failure::failed)
}

/// The same of JSON, which says the same afterwards.
fn print_json(json: &str) -> Result<(), Failure> {
    terminal::print_json(json).map_err(Failure::failed)
}

/// Puts a file out on standard output: byte by byte, unless that is a terminal.
fn print_file(bytes: &[u8]) -> Result<(), Failure> {
    terminal::print_file(bytes).map_err(Failure::failed)
}

/// Says something on standard error that is no result.
fn complain(what: impl std::fmt::Display) {
    terminal::complain(&format!("touchmove: {what}"));
}
