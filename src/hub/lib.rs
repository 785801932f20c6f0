//! Joins the stations of an event in one hall, over NATS with JetStream.
//!
//! A station is complete alone, and a hall speaks D-Bus as a station does: `touchmove-hub station` publishes what the bus of
//! its station tells, and `touchmove-hub hall` tells it again on a bus of its own, that of all stations as one. Whatever is a
//! client of a station, as the desk, the pages and the command are, is a client of a hall without knowing it.

mod check;
mod hall;
mod init;
mod message;
mod metrics;
mod owner;
mod permissions;
mod server;
mod side;
mod station;
mod station_name;
mod subject;
mod typed_json;

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Joins the stations of an event in one hall
#[derive(Debug, Parser)]
#[command(name = "touchmove-hub", version)]
struct Arguments {
    #[command(subcommand)]
    role: Role,
}

/// What it does.
#[derive(Debug, clap::Subcommand)]
enum Role {
    /// Writes the server's configuration, and the certificates of all who connect to it
    Init(init::InitArguments),
    /// Looks whether a station can join, and says what is wrong. Options as of `station`
    Check(station::StationArguments),
    /// Publishes what the station on this machine tells, and carries decisions to it
    Station(station::StationArguments),
    /// Shows all stations as one on a message bus, for the desk, pages and broadcasts of the event
    Hall(hall::HallArguments),
}

/// Why it ended.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    Init(#[from] init::InitError),
    #[error(transparent)]
    Server(#[from] server::ServerError),
    #[error(transparent)]
    Hall(#[from] hall::HallError),
    #[error(transparent)]
    Join(#[from] station::JoinError),
    #[error("the station cannot join yet: see above")]
    Wrong,
    #[error("no runtime: {0}")]
    Runtime(std::io::Error),
}

impl Role {
    async fn run(self) -> Result<(), Ended> {
        match self {
            Self::Check(arguments) => {
                let checked = check::check(&arguments).await?;
                for line in checked.lines() {
                    say(line);
                }
                if checked.has_failed() { Err(Ended::Wrong) } else { Ok(()) }
            }
            Self::Init(arguments) => {
                let written = init::init(&arguments)?;
                say(&written);
                Ok(())
            }
            Self::Station(arguments) => Ok(station::join(arguments).await?),
            Self::Hall(arguments) => Ok(hall::show(arguments).await?),
        }
    }
}

/// All that the program understands, for manual pages and completions.
#[must_use]
pub fn command_line() -> clap::Command {
    Arguments::command()
}

/// The program.
#[must_use]
pub fn main() -> ExitCode {
    let Arguments { role } = Arguments::parse();
    begin_log();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let ended = runtime.map_err(Ended::Runtime).and_then(|runtime| {
        runtime.block_on(async {
            tokio::select! {
                ended = role.run() => ended,
                () = touchmove_client::ending::ended() => Ok(()),
            }
        })
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Has what is done and seen said on standard error, without what libraries say of it, too.
fn begin_log() {
    let lines = tracing_subscriber::fmt::layer()
        .without_time()
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let ours = Targets::new().with_target(env!("CARGO_CRATE_NAME"), tracing::Level::INFO);
    tracing_subscriber::registry().with(lines.with_filter(ours)).init();
}

/// Says something to whoever asked for it.
fn say(what: &str) {
    // Who has gone does not read it.
    let _ = writeln!(std::io::stdout(), "{}", touchmove_core::text::for_terminal(what));
}
