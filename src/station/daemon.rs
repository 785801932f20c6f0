//! The daemon `touchmoved`: the hall and the bus, from the first line to the last.

use std::convert::Infallible;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory as _, Parser};
use sd_notify::NotifyState;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, oneshot};
use touchmove_client::address::{Bus, BusError};
use tracing_subscriber::fmt;

use crate::bus::Service;
use crate::config::{Config, ConfigError, DEFAULT_PATH};
use crate::hall::{Clients, Discovery, Hall, StateError, Surroundings};
use crate::link::port::Port;
use crate::relay::{self, BroadcastFolder, Broadcaster, RelayError};
use crate::sys::terminal;

/// Listen to electronic chess boards and clocks, and tell what is played over D-Bus.
#[derive(Debug, Parser)]
#[command(name = "touchmoved", version)]
struct Cli {
    /// A port to keep open, as dgt:/dev/ttyUSB0 or replay:GAME.rec; may be given several times.
    #[arg(long, value_name = "PORT")]
    port: Vec<Port>,
    /// Open the given ports only: do not look for boards on USB.
    #[arg(long)]
    no_discovery: bool,
    /// The message bus: system, session, or an address.
    #[arg(long, value_name = "BUS")]
    bus: Option<Bus>,
    /// The folder in which evidence is kept [default: /var/lib/touchmove].
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// The folder in which the games of rounds are broadcast as PGN.
    #[arg(long, value_name = "DIR")]
    relay: Option<PathBuf>,
    /// The configuration [default: /etc/touchmove/touchmove.toml, if it is there].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check the configuration, say whether it is right, and end.
    #[arg(long)]
    check_config: bool,
}

/// Why the daemon ended.
#[derive(Debug, thiserror::Error)]
enum DaemonError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error("the folder of the broadcast: {0}")]
    Relay(#[from] RelayError),
    #[error("the hall has fallen over; what was heard is in the journals: {0:?}")]
    Hall(Option<tokio::task::JoinError>),
    #[error("cannot start: {0}")]
    System(#[from] std::io::Error),
}

/// How much time the daemon asks for at a start, how often, and for how long at most.
const MORE_TIME: Duration = Duration::from_secs(60);
const ASK_EVERY: Duration = Duration::from_secs(10);
const MAX_START: Duration = Duration::from_secs(15 * 60);

/// News that may wait for the bus before boards do.
const NEWS: usize = 4_096;

/// All that the daemon's command line understands, for manual pages and completions.
#[must_use]
pub fn command_line() -> clap::Command {
    Cli::command()
}

/// Runs the daemon with the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refused) => return terminal::refuse_arguments(&refused),
    };
    fmt().with_writer(|| terminal::Log).with_target(false).with_ansi(false).without_time().init();
    match start(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&format!("touchmoved: {error}"));
            ExitCode::from(if matches!(error, DaemonError::Config(_)) { 2 } else { 1 })
        }
    }
}

fn start(cli: &Cli) -> Result<(), DaemonError> {
    let config = cli.config()?;
    if cli.check_config {
        let ports = config.ports.len();
        let said = format!(
            "the configuration is right: {ports} port(s), {}, evidence in {}, {}",
            config.bus,
            config.state.display(),
            match config.discovery {
                Discovery::Usb => "boards on USB are looked for",
                Discovery::Off => "boards on USB are not looked for",
            },
        );
        terminal::print(&format!("{said}\n"))?;
        return Ok(());
    }
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(config))
}

/// Serves until the service manager or a person ends it. Names are taken only once the roots are
/// served, and readiness is told once all that was kept is shown.
async fn run(config: Config) -> Result<(), DaemonError> {
    let mut end = End::listen()?;
    let (news, told) = mpsc::channel(NEWS);
    let (orders, ordered) = mpsc::channel(64);
    let folder = config.relay_folder.as_ref().map(BroadcastFolder::open).transpose()?;
    let broadcaster = folder.map(Broadcaster::new);
    let report = broadcaster.as_ref().map(Broadcaster::report);
    let (relay, writing) = broadcaster.map(relay::start).unzip();
    let Config { state, least_free_mib, retention, .. } = &config;
    let clients = Clients { news, relay };
    let (ready, is_ready) = oneshot::channel();
    let place = format!("{}; evidence in {}", config.bus, config.state.display());
    ask_for_more();
    let watching = tokio::spawn(async move {
        let is_ready = tokio::select! {
            is_ready = is_ready => is_ready,
            never = ask_for_time() => match never {},
        };
        if is_ready.is_ok() {
            let _ = sd_notify::notify(&[NotifyState::Ready]);
            tracing::info!("ready on {place}");
            feed_watchdog().await;
        }
    });
    let hall =
        Hall::open(state, *least_free_mib, *retention, Surroundings::of_this_machine(), clients)?;
    let service = tokio::select! {
        // A bus that does not answer keeps nobody from ending the daemon.
        biased;
        () = end.told() => return Ok(()),
        service = Service::start(config.bus.clone(), orders) => service?,
    };
    let (leave, left) = oneshot::channel();
    let mut serving = tokio::spawn(hall.serve(config.ports, config.discovery, ordered, left));
    let ended = tokio::select! {
        // While nobody has left, news only end when the desk has fallen over.
        ended = service.run(told, report, ready) => ended.map_err(DaemonError::from).and(Err(DaemonError::Hall(None))),
        ended = &mut serving => return Err(DaemonError::Hall(ended.err())),
        () = end.told() => Ok(()),
    };
    let _ = sd_notify::notify(&[NotifyState::Stopping]);
    let _ = leave.send(());
    let _ = serving.await;
    watching.abort();
    if let Some(writing) = writing {
        let _ = tokio::task::spawn_blocking(|| writing.join()).await;
    }
    ended
}

/// The signals by which the service manager or a person ends the daemon.
struct End {
    terminate: Signal,
    interrupt: Signal,
}

impl End {
    fn listen() -> std::io::Result<Self> {
        let (terminate, interrupt) = (SignalKind::terminate(), SignalKind::interrupt());
        Ok(Self { terminate: signal(terminate)?, interrupt: signal(interrupt)? })
    }

    /// Waits for one of them.
    async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Asks the service manager for time while journals are read back, as long as that may take at all. Where the runtime
/// does not turn, it does not ask either.
async fn ask_for_time() -> Infallible {
    for _ in 0..MAX_START.as_secs() / ASK_EVERY.as_secs() {
        tokio::time::sleep(ASK_EVERY).await;
        ask_for_more();
    }
    tracing::error!(
        "journals are still being read back; the service manager is not asked for more time"
    );
    std::future::pending().await
}

fn ask_for_more() {
    let time = MORE_TIME.as_micros().try_into().unwrap_or(u32::MAX);
    let _ = sd_notify::notify(&[NotifyState::ExtendTimeoutUsec(time)]);
}

/// Tells the service manager, twice in each of its periods, that the runtime still turns.
async fn feed_watchdog() {
    let Some(period) = sd_notify::watchdog_enabled() else { return };
    let mut ticks = tokio::time::interval((period / 2).max(Duration::from_millis(10)));
    loop {
        ticks.tick().await;
        let _ = sd_notify::notify(&[NotifyState::Watchdog]);
    }
}

impl Cli {
    /// The file's configuration, with what the command line says put in its place.
    fn config(&self) -> Result<Config, ConfigError> {
        let default = PathBuf::from(DEFAULT_PATH);
        let mut config = match &self.config {
            Some(path) => Config::read(path)?,
            None if default.exists() => Config::read(&default)?,
            None => Config::default(),
        };
        if let Some(bus) = &self.bus {
            config.bus = bus.clone();
        }
        if let Some(state) = &self.state {
            config.state.clone_from(state);
        }
        if let Some(relay) = &self.relay {
            config.relay_folder = Some(relay.clone());
        }
        if self.no_discovery {
            config.discovery = Discovery::Off;
        }
        for port in &self.port {
            config.add_port(port.clone());
        }
        Ok(config)
    }
}
