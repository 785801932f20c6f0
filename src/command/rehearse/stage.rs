//! The stage: a message bus and a daemon of the rehearsal's own, in a folder that goes when it is over.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{Instant, sleep};
use touchmove_client::address::Bus;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_core::words::phrases::Rehearse;
use touchmove_core::words::{Saying, told};

use super::Failure;

/// What does not start within this time never does; what does not end is killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// From one look to the next whether the daemon is there.
const LOOK: Duration = Duration::from_millis(50);

/// So many lines of the daemon's log are told when it fails.
const LAST_LINES: usize = 20;

/// What everything takes place on. Dropped, it is struck.
pub(super) struct Stage {
    folder: PathBuf,
    address: String,
    bus: Bus,
    dbus: Child,
    daemon: Child,
}

/// Where the daemon shows its broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlet {
    /// Nowhere.
    None,
    /// In a folder of the stage.
    Folder,
}

/// How much time of a core the daemon had had at a moment.
#[derive(Debug)]
pub(super) struct Meter {
    spent: Duration,
    at: Instant,
}

/// What the daemon had of a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    spent: Duration,
    of: Duration,
}

impl Stage {
    /// Sets it: the daemon keeps `ports` open, and its evidence in `state`, or where it goes with the rest.
    ///
    /// # Errors
    /// [`Failure`] with what is missing, or what the daemon said.
    pub(super) async fn set(
        ports: &[String],
        state: Option<&Path>,
        outlet: Outlet,
    ) -> Result<Self, Failure> {
        let folder =
            std::env::temp_dir().join(format!("touchmove-rehearsal.{}", std::process::id()));
        DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .map_err(|error| Failure::failed(format_args!("{}: {error}", folder.display())))?;
        let set = Self::in_folder(&folder, ports, state, outlet);
        let mut stage = set.inspect_err(|_| drop(fs::remove_dir_all(&folder)))?;
        stage.until_served().await?;
        Ok(stage)
    }

    fn in_folder(
        folder: &Path,
        ports: &[String],
        state: Option<&Path>,
        outlet: Outlet,
    ) -> Result<Self, Failure> {
        let (mut dbus, address) = start_bus(folder)
            .map_err(|error| Failure::because(Rehearse::NoBus { why: told(&error.to_string()) }))?;
        let own = folder.join("state");
        let state = state.unwrap_or(&own);
        let started = prepare(folder, outlet)
            .and_then(|()| start_daemon(folder, &address, ports, (state, outlet)));
        let daemon = started.inspect_err(|_| end(&mut dbus)).map_err(|error| {
            Failure::because(Rehearse::NoDaemon { why: error.to_string().into() })
        })?;
        let bus = Bus::Address(address.clone());
        Ok(Self { folder: folder.to_owned(), address, bus, dbus, daemon })
    }

    /// The bus.
    pub(super) const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Its address, for a command line.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Checks that the daemon is still there.
    ///
    /// # Errors
    /// [`Failure`] with what it said last.
    pub(super) fn lives(&mut self) -> Result<(), Failure> {
        match self.daemon.try_wait() {
            Ok(None) => Ok(()),
            _ => Err(self.failed(Rehearse::DaemonEnded)),
        }
    }

    /// A failure, with what the daemon said last.
    pub(super) fn failed(&self, what: impl Into<Saying>) -> Failure {
        let log = fs::read_to_string(self.folder.join(LOG)).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
        Failure::because(Saying::All(vec![what.into(), "\n".into(), last.into()]))
    }

    /// The meter of the daemon's time.
    ///
    /// # Errors
    /// [`Failure`] where the daemon is gone.
    pub(super) fn meter(&mut self) -> Result<Meter, Failure> {
        Ok(Meter { spent: self.spent()?, at: Instant::now() })
    }

    /// What the daemon has had of a core since then.
    ///
    /// # Errors
    /// [`Failure`] where the daemon is gone.
    pub(super) fn since(&mut self, before: &Meter) -> Result<Share, Failure> {
        let Meter { spent, at } = self.meter()?;
        Ok(Share { spent: spent.saturating_sub(before.spent), of: at - before.at })
    }

    /// Time of a core that the daemon has had so far.
    fn spent(&mut self) -> Result<Duration, Failure> {
        self.lives()?;
        let stat = fs::read_to_string(self.proc("stat")).map_err(Failure::failed)?;
        // The name in brackets may hold anything. utime and stime are 14 and 15 of proc_pid_stat(5).
        let fields = stat.rsplit_once(')').map(|(_, fields)| fields).unwrap_or_default();
        let ticks = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok());
        let a_second = rustix::param::clock_ticks_per_second().max(1);
        Ok(Duration::from_millis(ticks.sum::<u64>() * 1_000 / a_second))
    }

    /// Most memory that the daemon has had, in KiB.
    ///
    /// # Errors
    /// [`Failure`] where the daemon is gone.
    pub(super) fn memory_kib(&mut self) -> Result<u64, Failure> {
        self.lives()?;
        let status = fs::read_to_string(self.proc("status")).map_err(Failure::failed)?;
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = most.and_then(|most| most.trim().strip_suffix("kB")?.trim().parse().ok());
        Ok(kib.unwrap_or_default())
    }

    fn proc(&self, file: &str) -> PathBuf {
        format!("/proc/{}/{file}", self.daemon.id()).into()
    }

    async fn until_served(&mut self) -> Result<(), Failure> {
        let since = Instant::now();
        loop {
            self.lives()?;
            match Mirror::connect(&self.bus).await {
                Ok(_) => return Ok(()),
                Err(MirrorError::NotRunning { .. }) if since.elapsed() < PATIENCE => {
                    sleep(LOOK).await;
                }
                Err(error) => return Err(self.failed(told(&error.to_string()))),
            }
        }
    }
}

impl Share {
    /// In per cent of a core.
    pub(super) fn percent(&self) -> Option<f64> {
        (!self.of.is_zero()).then(|| 100.0 * self.spent.as_secs_f64() / self.of.as_secs_f64())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        end(&mut self.daemon);
        end(&mut self.dbus);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const LOG: &str = "touchmoved.log";
const CONFIG: &str = "touchmove.toml";
const BROADCAST: &str = "broadcast";

/// Who may come onto the bus: whoever may enter its folder.
const POLICY: &str = r#"<type>session</type><auth>EXTERNAL</auth><policy context="default"><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy>"#;

fn start_bus(folder: &Path) -> io::Result<(Child, String)> {
    let config = folder.join("bus.conf");
    let listen = format!("<listen>unix:path={}/bus</listen>", folder.display());
    fs::write(&config, format!("<busconfig>{listen}{POLICY}</busconfig>"))?;
    let mut dbus = Command::new("dbus-daemon")
        .arg(format!("--config-file={}", config.display()))
        .args(["--nofork", "--nopidfile", "--print-address=1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut address = String::new();
    if let Some(out) = dbus.stdout.take() {
        BufReader::new(out).read_line(&mut address)?;
    }
    // What is behind the comma only tells this bus from the next one there.
    match address.trim().split(',').next().unwrap_or_default() {
        "" => Err(io::Error::other("it has not started")),
        address => Ok((dbus, address.to_owned())),
    }
}

/// What the daemon is to find: a configuration that says nothing, whatever this machine's says, and the folder of its broadcast.
fn prepare(folder: &Path, outlet: Outlet) -> io::Result<()> {
    fs::write(folder.join(CONFIG), "")?;
    match outlet {
        Outlet::None => Ok(()),
        Outlet::Folder => fs::create_dir(folder.join(BROADCAST)),
    }
}

fn start_daemon(
    folder: &Path,
    bus: &str,
    ports: &[String],
    (state, outlet): (&Path, Outlet),
) -> io::Result<Child> {
    let broadcast = (outlet == Outlet::Folder).then(|| folder.join(BROADCAST));
    let log = File::create(folder.join(LOG))?;
    Command::new(std::env::current_exe()?.with_file_name("touchmoved"))
        .arg("--config")
        .arg(folder.join(CONFIG))
        .args(["--no-discovery", "--bus", bus, "--state"])
        .arg(state)
        .args(ports.iter().flat_map(|port| ["--port", port]))
        .args(broadcast.iter().flat_map(|broadcast| [OsStr::new("--relay"), broadcast.as_os_str()]))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
}

/// Asks a process to end, and waits for it.
fn end(child: &mut Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    let since = std::time::Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if since.elapsed() > PATIENCE {
            let _ = child.kill();
        }
        std::thread::sleep(LOOK);
    }
}
