//! The command `touchmove`: each verb in a file of its own.

mod adjudicate;
mod record;
mod simulate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Follow, replay and simulate games on electronic chess boards.
#[derive(Debug, Parser)]
#[command(name = "touchmove", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Adjudicate(adjudicate::Adjudicate),
    /// Play a game from a PGN file on a simulated board, on a port of its own.
    Simulate(simulate::Arguments),
    Record(record::RecordArgs),
}

/// Why a command failed: what to tell the user, and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// One or more lines that say what is wrong and what to do.
    pub message: String,
    /// 2 for input that is malformed, 1 for everything else.
    pub exit: u8,
}

impl Failure {
    /// The input is malformed: exit code 2.
    pub fn malformed(error: impl std::fmt::Display) -> Self {
        Self { message: error.to_string(), exit: 2 }
    }

    /// The command could not be carried out: exit code 1.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Self { message: error.to_string(), exit: 1 }
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome: Result<(), Failure> = match cli.verb {
        Verb::Adjudicate(adjudicate) => adjudicate.run(),
        Verb::Simulate(arguments) => simulate::run(&arguments),
        Verb::Record(args) => args.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = std::io::Write::write_fmt(
                &mut std::io::stderr(),
                format_args!("touchmove: {}\n", failure.message),
            );
            ExitCode::from(failure.exit)
        }
    }
}
