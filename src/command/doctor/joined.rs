//! What can be told from outside of how this machine is joined with others: whether the hubs that it is set up for run, and
//! whether a hall's bus shows anything.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use touchmove_client::address::Bus;
use touchmove_client::service::LIVE_NAME;
use touchmove_core::words::phrases::Doctor;
use zbus::fdo::DBusProxy;

use super::finding::Finding;
use super::matter::Matter;

/// The program of both hubs.
const HUB: &str = "touchmove-hub";

/// Where what is started with the machine is listed.
const WANTED: &str = "etc/systemd/system/multi-user.target.wants";

/// The bus of a hall, as its service has it.
const HALL_BUS: &str = "run/touchmove-hall/bus";

/// How this machine is joined with others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct JoinedFacts {
    /// The hub of the station here.
    station: HubFacts,
    /// That which shows all stations.
    hall: HubFacts,
    /// Whether the hall's bus shows anything; `None` where that cannot be seen.
    is_hall_shown: Option<bool>,
}

/// What is seen of a hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HubFacts {
    /// Whether somebody has written what it needs to know.
    is_set_up: bool,
    /// Whether it is started with the machine.
    is_wanted: bool,
    is_running: bool,
}

impl JoinedFacts {
    /// Looks at the machine whose files are below this folder: `/`.
    pub(super) async fn look(root: &Path) -> Self {
        let running = hubs(&root.join("proc"));
        let of = |role: &str, unit: &str, settings: &str| HubFacts {
            is_set_up: root.join("etc/touchmove").join(settings).exists(),
            is_wanted: root.join(WANTED).join(unit).symlink_metadata().is_ok(),
            is_running: running.iter().any(|running| running == role),
        };
        let hall = of("hall", "touchmove-hall.service", "hall");
        let is_hall_shown = match hall.is_running && hall.is_meant() {
            true => is_shown(root.join(HALL_BUS)).await,
            false => None,
        };
        Self { station: of("station", "touchmove-hub.service", "hub"), hall, is_hall_shown }
    }

    /// What is wrong.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let station =
            self.station.stopped(Matter::HubStopped, Doctor::HubStopped, Doctor::HubStoppedAdvice);
        let hall =
            self.hall.stopped(Matter::HallStopped, Doctor::HallStopped, Doctor::HallStoppedAdvice);
        let unshown = (self.is_hall_shown == Some(false)).then(|| {
            let (seen, advice) = (Doctor::HallNotShown, Doctor::HallNotShownAdvice);
            Finding::fault(Doctor::ThisMachine, Matter::HallNotShown, seen, advice)
        });
        [station, hall, unshown].into_iter().flatten().collect()
    }
}

impl HubFacts {
    const fn is_meant(self) -> bool {
        self.is_set_up || self.is_wanted
    }

    /// That it does not run though it is meant to. What is set up and not started with the machine may be for another day.
    fn stopped(self, kind: Matter, seen: Doctor, advice: Doctor) -> Option<Finding> {
        (self.is_meant() && !self.is_running).then(|| {
            let finding = Finding::fault(Doctor::ThisMachine, kind, seen, advice);
            if self.is_wanted { finding } else { finding.hint() }
        })
    }
}

/// The roles of the hubs that run.
fn hubs(processes: &Path) -> Vec<String> {
    let Ok(processes) = fs::read_dir(processes) else { return Vec::new() };
    let role = |process: io::Result<fs::DirEntry>| {
        let line = fs::read(process.ok()?.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).into_owned();
        let mut words = line.split('\0');
        let is_hub = Path::new(words.next()?).file_name()?.to_str()? == HUB;
        is_hub.then(|| words.next().map(str::to_owned))?
    };
    processes.filter_map(role).collect()
}

/// Whether a bus shows a hall; `None` where it does not let us see that.
async fn is_shown(bus: PathBuf) -> Option<bool> {
    if let Err(error) = fs::metadata(&bus) {
        return (error.kind() == io::ErrorKind::NotFound).then_some(false);
    }
    let bus = Bus::Address(format!("unix:path={}", bus.display()));
    let connection = bus.connect().await.ok()?;
    let owners = DBusProxy::new(&connection).await.ok()?;
    owners.name_has_owner(LIVE_NAME.try_into().ok()?).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine with these files, each with its text.
    fn machine(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        root
    }

    async fn found(files: &[(&str, &str)]) -> Vec<(&'static str, bool)> {
        let root = machine(files);
        let facts = JoinedFacts::look(root.path()).await;
        let is_hint = |finding: &Finding| *finding == finding.clone().hint();
        facts.findings().iter().map(|finding| (finding.kind.word(), is_hint(finding))).collect()
    }

    const SET_UP: (&str, &str) = ("etc/touchmove/hub", "NAME=blue\n");
    const WANTED: (&str, &str) =
        ("etc/systemd/system/multi-user.target.wants/touchmove-hub.service", "");
    const STATION: (&str, &str) =
        ("proc/17/cmdline", "/usr/bin/touchmove-hub\0station\0--name\0blue\0");
    const HALL: (&str, &str) = ("proc/18/cmdline", "/usr/bin/touchmove-hub\0hall\0--bus\0x\0");

    #[tokio::test]
    async fn a_hub_that_is_meant_to_run_and_does_not_is_found_and_one_that_is_not_set_up_is_none() {
        assert!(found(&[]).await.is_empty());
        assert_eq!(found(&[SET_UP]).await, [("hub-stopped", true)]);
        assert_eq!(found(&[SET_UP, WANTED]).await, [("hub-stopped", false)]);
        assert!(found(&[SET_UP, WANTED, STATION]).await.is_empty());
        assert_eq!(found(&[SET_UP, WANTED, HALL]).await, [("hub-stopped", false)], "another role");
    }

    #[tokio::test]
    async fn a_hall_that_runs_without_its_bus_shows_nothing() {
        let set_up = ("etc/touchmove/hall", "SERVER=nats://10.0.0.5:4222\n");
        assert_eq!(found(&[set_up]).await, [("hall-stopped", true)]);
        assert_eq!(found(&[set_up, HALL]).await, [("hall-not-shown", false)]);
        assert!(found(&[HALL]).await.is_empty(), "it is somebody's own");
    }
}
