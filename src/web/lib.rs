//! What touchmove shows in a browser. It is no part of the daemon, and a client of it like any other.
//!
//! Each role is a process of its own with no more rights than it needs. Pages are HTML from the server; small scripts of our
//! own put in what changes, and nothing is loaded from elsewhere.

mod assets;
mod chess960;
mod connections;
mod desk;
mod ending;
mod hall;
mod kept;
mod line;
mod livechess;
mod metrics;
mod named_player;
mod picture;
mod pieces;
mod places;
mod public;
mod reel;
mod sendings;
mod speech;
mod tag;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};
use touchmove_client::address::Bus;
use touchmove_client::arbiters::FOLDER;
use touchmove_client::metrics::{MetricsAddress, MetricsError};

/// Shows the hall in a browser
#[derive(Debug, Parser)]
#[command(name = "touchmove-web", version)]
struct Arguments {
    #[command(subcommand)]
    role: Role,
}

/// What is served.
#[derive(Debug, clap::Subcommand)]
enum Role {
    /// The arbiters' desk: what waits, the hall, each game, and decisions. Let arbiters in with `touchmove arbiter add NAME`
    Arbiter(DeskArguments),
    /// Sends what is released elsewhere: to broadcasts on Lichess, and as events to web addresses (`touchmove broadcast`)
    Broadcast(public::broadcast::BroadcastArguments),
    /// LiveChess' interfaces for programs and board pages on this machine: what speaks to LiveChess speaks to this, too
    Livechess(LiveChessArguments),
    /// What is released, for everybody: boards for spectators, overlays, Cloud JSON, PGN
    Public(public::PublicArguments),
}

/// Options of the arbiters' desk.
#[derive(Debug, clap::Args)]
struct DeskArguments {
    /// Address and port at which it is served; what others than this machine are sent is encrypted
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    /// The names by which browsers call this machine, beside its address [default: localhost where that is meant]
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// The certificate to encrypt with, and those that lead to it, as PEM [default: one that is made and kept in DIR]
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "trusted_network")]
    certificate: Option<PathBuf>,
    /// Its private key, as PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
    /// Serve other machines without encryption: whoever is in this network can read and change what is sent
    #[arg(long)]
    trusted_network: bool,
    /// Which message bus: system, session, or its address
    #[arg(long, value_name = "BUS", default_value = "system")]
    bus: Bus,
    /// The folder in which it keeps who may use it
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    state: PathBuf,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// Options of LiveChess' interfaces.
#[derive(Debug, clap::Args)]
struct LiveChessArguments {
    /// The port of this machine at which they are served, over IPv4 and IPv6
    #[arg(long, value_name = "PORT", default_value_t = 1982)]
    port: u16,
    /// Web sites whose pages may read, in place of these; programs and pages of this machine always may
    #[arg(long, value_name = "ORIGIN", default_values = livechess::KNOWN_SITES)]
    origin: Vec<livechess::Origin>,
    /// Which message bus: system, session, or its address
    #[arg(long, value_name = "BUS", default_value = "system")]
    bus: Bus,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// Why it ended.
#[derive(Debug, thiserror::Error)]
enum Ended {
    /// No browser calls it by this address.
    #[error(
        "{0} is every address of this machine: name one, or say with --name what browsers call it"
    )]
    Nameless(SocketAddr),
    /// Nothing can be encrypted.
    #[error(transparent)]
    Certificate(#[from] desk::CertificateError),
    /// The port is taken, or may not be used.
    #[error("{0}: {1}; name another one with --listen")]
    Unserved(SocketAddr, std::io::Error),
    /// Another program has the port: LiveChess itself, as a rule.
    #[error("{0}: {1}; end the program that has it (LiveChess?), or name another one with --port")]
    PortTaken(SocketAddr, std::io::Error),
    /// Prometheus cannot be told anything.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// The arbiters cannot be read.
    #[error(transparent)]
    Roll(#[from] touchmove_client::arbiters::RollError),
    /// No server can be believed.
    #[error("no certificates are known ({0}); install ca-certificates")]
    NoCertificates(std::io::Error),
    /// Nobody can be reached.
    #[error(transparent)]
    NoProxy(#[from] public::broadcast::NoProxy),
    /// Nothing can be kept.
    #[error("{0}: {1}; name another folder with --state")]
    NoFolder(PathBuf, std::io::Error),
    /// No thread can be had.
    #[error("no runtime: {0}")]
    Runtime(std::io::Error),
}

impl Role {
    /// Serves it until somebody ends it.
    async fn serve(self) -> Result<(), Ended> {
        match self {
            Self::Arbiter(arguments) => desk::serve(arguments).await,
            Self::Broadcast(arguments) => public::broadcast::serve(arguments).await,
            Self::Livechess(arguments) => livechess::serve(arguments).await,
            Self::Public(arguments) => public::serve(arguments).await,
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
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let ended = runtime.map_err(Ended::Runtime).and_then(|runtime| runtime.block_on(role.serve()));
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Says something to whoever started it, or to the system's log.
fn say(what: &str) {
    use std::io::Write as _;
    let what = touchmove_core::text::for_terminal(what);
    let _ = writeln!(std::io::stderr(), "touchmove-web: {what}");
}
