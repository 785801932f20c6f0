//! Another machine, as far as its clocks go: it was booted at another time, and its wall clock shows another time.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use tempfile::NamedTempFile;

/// What runs inside: the boot has another name, and the program takes the shell's place.
const INSIDE: &str = "mount --bind \"$0\" /proc/sys/kernel/random/boot_id && exec \"$@\"";

/// A machine of its own.
#[derive(Debug)]
pub(crate) struct Machine {
    /// The name of its boot.
    boot: NamedTempFile,
    /// So much longer ago than ours was its boot.
    booted_before: Duration,
    /// By so much its wall clock is ahead.
    ahead: Duration,
    /// What tells programs another time.
    faketime: PathBuf,
}

impl Machine {
    /// A machine that was booted so much earlier, and whose wall clock is ahead by this; `None` where there can be none, which is
    /// said. Both are whole seconds.
    pub(crate) fn booted_before(booted_before: Duration, ahead: Duration) -> Option<Self> {
        let Some(faketime) = faketime() else {
            touchmove_needs::skip("libfaketime (apt-get install libfaketime)");
            return None;
        };
        let mut boot = NamedTempFile::new().unwrap();
        writeln!(boot, "5d7c1f0a-0b1e-4c55-9a43-{:012x}", booted_before.as_secs()).unwrap();
        let machine = Self { boot, booted_before, ahead, faketime };
        let tried = machine.runs(&Command::new("true")).output();
        if !tried.is_ok_and(|tried| tried.status.success()) {
            touchmove_needs::skip("the right to have namespaces of its own (unshare(1))");
            return None;
        }
        Some(machine)
    }

    /// A command as it runs there.
    pub(crate) fn runs(&self, command: &Command) -> Command {
        let mut there = Command::new("unshare");
        there.args(["--map-current-user", "--keep-caps", "--mount", "--time", "--boottime"]);
        there.arg(self.booted_before.as_secs().to_string()).args(["sh", "-c", INSIDE]);
        there.arg(self.boot.path()).arg(command.get_program()).args(command.get_args());
        let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
        there.envs(set);
        there
            .env("LD_PRELOAD", &self.faketime)
            .env("FAKETIME", format!("+{}s", self.ahead.as_secs()));
        // What passes since a boot is the kernel's to say.
        there.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        there
    }
}

/// The library, where Debian or Fedora put it.
fn faketime() -> Option<PathBuf> {
    let below_lib = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let places = below_lib.map(|entry| entry.path()).chain([PathBuf::from("/usr/lib64")]);
    places.map(|place| place.join("faketime/libfaketime.so.1")).find(|file| file.exists())
}
