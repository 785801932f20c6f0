//! What is looked at without the daemon: ports and rights, programs in the way, the clock of the machine.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use touchmove_core::words::phrases::Doctor;
use touchmove_drivers::FAMILIES;
use touchmove_station::hotplug::hid::{hid_devices, matching_hid};
use touchmove_station::hotplug::sysfs::{matching, usb_ports};
use touchmove_station::link::address::Address;

use super::finding::Finding;
use super::matter::Matter;

/// Where rules of udev are looked for, the system's own last.
const RULES: [&str; 4] = [
    "/etc/udev/rules.d",
    "/run/udev/rules.d",
    "/usr/local/lib/udev/rules.d",
    "/usr/lib/udev/rules.d",
];

/// The file with ours.
const OUR_RULES: &str = "60-touchmove.rules";

/// It is there once systemd has set the clock of the machine by a server.
const SYNCHRONIZED: &str = "/run/systemd/timesync/synchronized";

/// Programs that keep the clock of a machine right.
const KEEP_TIME: [&str; 4] = ["chronyd", "ntpd", "ntpsec", "openntpd"];

/// No more of a process's name is kept by the kernel, in bytes.
const MAX_NAME_BYTES: usize = 15;

/// What was seen.
#[derive(Debug, Default)]
pub(super) struct Machine {
    /// Names of the programs that run, as the kernel cuts them off.
    programs: Vec<String>,
    has_rules: bool,
    is_on_time: bool,
    /// Ports on which boards may be.
    ports: Vec<PortNode>,
}

/// The node of a port.
#[derive(Debug)]
struct PortNode {
    path: PathBuf,
    /// Whether its group may read and write it; `None` where there is no such device.
    lets_group_in: Option<bool>,
}

impl Machine {
    /// Looks at this machine. What cannot be seen is not found wrong.
    pub(super) fn look() -> Self {
        let serial = matching(&usb_ports().unwrap_or_default(), FAMILIES);
        let hid = matching_hid(&hid_devices().unwrap_or_default(), FAMILIES);
        let ports = serial.into_iter().chain(hid).filter_map(|found| match found.address {
            Address::Serial(path) | Address::Hid(path) => Some(PortNode::look(path)),
            Address::Bluetooth(_) | Address::Recording(_) => None,
        });
        Self {
            programs: programs(),
            has_rules: RULES.iter().any(|folder| Path::new(folder).join(OUR_RULES).exists()),
            is_on_time: Path::new(SYNCHRONIZED).exists(),
            ports: ports.collect(),
        }
    }

    /// What is wrong.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let of_ports = self.ports.iter().filter_map(PortNode::finding);
        let of_machine = [self.modem_manager(), self.braille(), self.time()];
        of_machine.into_iter().flatten().chain(of_ports).collect()
    }

    /// To a board its `AT` commands are others, some of which rewrite its memory or start its boot loader.
    fn modem_manager(&self) -> Option<Finding> {
        let is_in_the_way = self.runs("ModemManager") && !self.has_rules;
        is_in_the_way.then(|| {
            let advice = Doctor::ModemManagerAdvice { rules: OUR_RULES.into() };
            let (about, kind) = (Doctor::ThisMachine, Matter::ModemManager);
            Finding::fault(about, kind, Doctor::ModemManager, advice)
        })
    }

    /// It takes every FTDI adapter for a braille display.
    fn braille(&self) -> Option<Finding> {
        self.runs("brltty").then(|| {
            let (about, kind) = (Doctor::ThisMachine, Matter::Braille);
            Finding::fault(about, kind, Doctor::Braille, Doctor::BrailleAdvice)
        })
    }

    fn time(&self) -> Option<Finding> {
        let is_kept = self.is_on_time || KEEP_TIME.iter().any(|program| self.runs(program));
        (!is_kept).then(|| {
            Finding::fault(Doctor::ThisMachine, Matter::Time, Doctor::Time, Doctor::TimeAdvice)
                .hint()
        })
    }

    fn runs(&self, program: &str) -> bool {
        let kept = &program[..program.len().min(MAX_NAME_BYTES)];
        self.programs.iter().any(|running| running == kept)
    }
}

impl PortNode {
    fn look(path: PathBuf) -> Self {
        let device = fs::metadata(&path).ok().filter(|node| node.file_type().is_char_device());
        let lets_group_in = device.map(|node| node.mode() & 0o060 == 0o060 && node.gid() != 0);
        Self { path, lets_group_in }
    }

    fn finding(&self) -> Option<Finding> {
        let (seen, advice) = match self.lets_group_in {
            Some(true) => return None,
            Some(false) => (Doctor::PortRights, Doctor::PortRightsAdvice),
            None => (Doctor::PortWithout, Doctor::PortWithoutAdvice),
        };
        Some(Finding::fault(self.path.display().to_string(), Matter::PortRights, seen, advice))
    }
}

fn programs() -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let names = processes.filter_map(|entry| {
        let entry = entry.ok()?;
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        Some(fs::read_to_string(entry.path().join("comm")).ok()?.trim_end().to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(machine: &Machine) -> Vec<&'static str> {
        machine.findings().iter().map(|finding| finding.kind.word()).collect()
    }

    fn with(programs: &[&str]) -> Machine {
        let programs = programs.iter().map(|&program| program.to_owned()).collect();
        Machine { programs, is_on_time: true, ..Machine::default() }
    }

    #[test]
    fn modem_manager_is_in_the_way_unless_a_rule_keeps_it_off() {
        let mut machine = with(&["ModemManager"]);
        assert_eq!(kinds(&machine), ["modem-manager"]);
        machine.has_rules = true;
        assert!(kinds(&machine).is_empty());
    }

    #[test]
    fn whatever_sets_the_clock_is_enough() {
        let mut machine = with(&["chronyd"]);
        machine.is_on_time = false;
        assert!(kinds(&machine).is_empty());
        machine.programs = vec!["brltty".into()];
        assert_eq!(kinds(&machine), ["brltty", "time"]);
    }

    #[test]
    fn a_port_that_only_root_may_use_is_a_fault() {
        let port = |lets_group_in| PortNode { path: "/dev/ttyUSB0".into(), lets_group_in };
        let machine =
            Machine { ports: vec![port(Some(true)), port(Some(false)), port(None)], ..with(&[]) };
        assert_eq!(kinds(&machine), ["port-rights"; 2]);
    }

    #[test]
    fn the_test_itself_runs() {
        let name = fs::read_to_string("/proc/self/comm").unwrap();
        assert!(programs().contains(&name.trim_end().to_owned()));
    }
}
