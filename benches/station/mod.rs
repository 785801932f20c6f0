//! The daemon and a message bus, each a process of its own.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A daemon that serves, and what it says from then on.
pub(crate) struct Daemon {
    process: Child,
    _log: Lines<BufReader<ChildStderr>>,
}

impl Daemon {
    /// Starts it with these arguments, its evidence in `state`, and waits until it is ready.
    pub(crate) fn start(bus: &Bus, state: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmoved"));
        command.args(["--bus", &bus.address, "--state"]).arg(state).args(arguments);
        let mut process = command.stderr(Stdio::piped()).spawn().expect("the daemon");
        let mut log = BufReader::new(process.stderr.take().expect("its log")).lines();
        let mut said = log.by_ref().map_while(Result::ok);
        said.find(|line| line.contains("ready on")).expect("a daemon that gets ready");
        Self { process, _log: log }
    }

    /// Number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

/// A message bus.
pub(crate) struct Bus {
    process: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Bus {
    /// Starts one.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = folder.path().join("bus.conf");
        let listen = folder.path().display();
        let rules = r#"<type>session</type>
            <policy context="default">
              <allow user="*"/>
              <allow own="*"/>
              <allow send_destination="*" eavesdrop="true"/>
              <allow eavesdrop="true"/>
            </policy>"#;
        let text = format!("<busconfig><listen>unix:dir={listen}</listen>{rules}</busconfig>");
        std::fs::write(&config, text).expect("a file");
        let mut process = Command::new("dbus-daemon")
            .arg(format!("--config-file={}", config.display()))
            .args(["--nofork", "--nopidfile", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon is needed: apt-get install dbus");
        let mut address = String::new();
        let mut said = BufReader::new(process.stdout.take().expect("its address"));
        said.read_line(&mut address).expect("its address");
        Self { process, address: address.trim().to_owned(), _folder: folder }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}
