//! What integration tests share: a private message bus, and commands run as another user.

pub(crate) mod begun;
pub(crate) mod between;
pub(crate) mod bluez;
pub(crate) mod boards_by_way;
pub(crate) mod broadcaster;
pub(crate) mod browser;
pub(crate) mod cable;
pub(crate) mod capture;
pub(crate) mod client;
pub(crate) mod crowd;
pub(crate) mod daemon;
pub(crate) mod desk;
pub(crate) mod dictionaries;
pub(crate) mod drawn;
pub(crate) mod encrypted;
pub(crate) mod far_end;
pub(crate) mod followed_page;
pub(crate) mod games;
pub(crate) mod http;
pub(crate) mod joint;
pub(crate) mod kept;
pub(crate) mod lichess;
pub(crate) mod livechess;
pub(crate) mod looking;
pub(crate) mod machine;
pub(crate) mod made;
pub(crate) mod network;
pub(crate) mod onlooker;
pub(crate) mod patience;
pub(crate) mod played;
pub(crate) mod players;
pub(crate) mod process;
pub(crate) mod proxy;
pub(crate) mod raw;
pub(crate) mod readers;
pub(crate) mod receiver;
pub(crate) mod rehearsal;
pub(crate) mod reports;
pub(crate) mod script;
pub(crate) mod seat;
pub(crate) mod signals;
pub(crate) mod simulation;
pub(crate) mod spectators;
pub(crate) mod station;
pub(crate) mod stations;
pub(crate) mod system;
pub(crate) mod table;
pub(crate) mod terminal;
pub(crate) mod tournament;
pub(crate) mod venue;
pub(crate) mod ways;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;
use touchmove_client::address::Bus;

/// What every system bus allows and denies by default.
const SYSTEM_BUS: &str = r#"<type>system</type>
    <policy context="default">
      <allow user="*"/>
      <deny own="*"/>
      <deny send_type="method_call"/>
      <allow send_type="signal"/>
      <allow send_requested_reply="true" send_type="method_return"/>
      <allow send_requested_reply="true" send_type="error"/>
      <allow receive_type="method_call"/>
      <allow receive_type="method_return"/>
      <allow receive_type="error"/>
      <allow receive_type="signal"/>
      <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
    </policy>"#;

/// A dbus-daemon of its own, which ends with the value.
pub(crate) struct PrivateBus {
    daemon: Child,
    address: String,
    _folder: TempDir,
}

impl PrivateBus {
    /// A bus on which every user may do everything.
    pub(crate) fn open_to_all() -> Self {
        Self::start(
            r#"<type>session</type>
               <policy context="default">
                 <allow user="*"/>
                 <allow own="*"/>
                 <allow send_destination="*" eavesdrop="true"/>
                 <allow eavesdrop="true"/>
               </policy>"#,
        )
    }

    /// The same, which takes no more than so many bytes of a sender until they are read: the limits of a real
    /// bus are 127 MiB, or 1 GB.
    pub(crate) fn narrow(bytes: usize) -> Self {
        Self::start(&format!(
            r#"<type>session</type>
               <limit name="max_incoming_bytes">{bytes}</limit>
               <limit name="max_outgoing_bytes">{bytes}</limit>
               <policy context="default">
                 <allow user="*"/>
                 <allow own="*"/>
                 <allow send_destination="*" eavesdrop="true"/>
                 <allow eavesdrop="true"/>
               </policy>"#
        ))
    }

    /// A bus with the default policy of a system bus and `policy`, a configuration file, on top.
    pub(crate) fn like_the_system_bus(policy: &str) -> Self {
        let folder = readable_folder();
        let file = folder.path().join("policy.conf");
        fs::write(&file, policy).unwrap();
        Self::start(&format!("{SYSTEM_BUS}<include>{}</include>", file.display()))
    }

    /// A bus with the default policy of a system bus and these policy files as they are, run by `dbus_daemon`.
    pub(crate) fn of_the_system(dbus_daemon: Command, policies: &[&Path]) -> Self {
        let included = policies.iter().map(|file| format!("<include>{}</include>", file.display()));
        Self::run(dbus_daemon, &format!("{SYSTEM_BUS}{}", included.collect::<String>()))
    }

    fn start(rules: &str) -> Self {
        Self::run(Command::new("dbus-daemon"), rules)
    }

    fn run(mut dbus_daemon: Command, rules: &str) -> Self {
        let folder = readable_folder();
        let config = folder.path().join("bus.conf");
        let listen = folder.path().display();
        fs::write(
            &config,
            format!("<busconfig><listen>unix:dir={listen}</listen>{rules}</busconfig>"),
        )
        .unwrap();
        let mut daemon = dbus_daemon
            .arg(format!("--config-file={}", config.display()))
            .args(["--nofork", "--nopidfile", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon is needed: apt-get install dbus");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        assert!(address.starts_with("unix:"), "dbus-daemon did not start: {address:?}");
        Self { daemon, address, _folder: folder }
    }

    /// The bus, for who is to connect to it.
    pub(crate) fn bus(&self) -> Bus {
        Bus::Address(self.address.clone())
    }

    /// Its address, for a command line.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Ends the bus now.
    pub(crate) fn stop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

impl Drop for PrivateBus {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A folder that other users may enter.
fn readable_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// A user whom the system gives no rights: `nobody`, and groups besides.
pub(crate) struct Stranger<'a> {
    /// Supplementary groups, by name; none when empty.
    pub(crate) groups: &'a str,
}

impl Stranger<'_> {
    /// Whether this process may act as another user; says so when it may not.
    pub(crate) fn can_act() -> bool {
        let is_root = Path::new("/proc/self").metadata().is_ok_and(|it| is_owned_by_root(&it));
        if !is_root {
            touchmove_needs::skip("root: nobody else can act as another user");
        }
        is_root
    }

    /// Runs `dbus-send --print-reply` on `bus`.
    pub(crate) fn dbus_send(&self, bus: &PrivateBus, arguments: &[&str]) -> Output {
        self.command("dbus-send")
            .arg(format!("--bus={}", bus.address()))
            .args(["--print-reply", "--reply-timeout=5000"])
            .args(arguments)
            .output()
            .expect(NEEDED)
    }

    /// Everything that `dbus-monitor` prints of what this match rule lets through, until two lines
    /// hold `mark`.
    pub(crate) fn overhears(&self, bus: &PrivateBus, rule: &str, mark: &str) -> String {
        let mut monitor = self
            .command("dbus-monitor")
            .args(["--address", bus.address()])
            .arg(rule)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(NEEDED);
        let mut heard = String::new();
        let mut lines = BufReader::new(monitor.stdout.take().unwrap());
        while heard.matches(mark).count() < 2 {
            assert_ne!(lines.read_line(&mut heard).unwrap(), 0, "dbus-monitor ended: {heard}");
        }
        let _ = monitor.kill();
        let _ = monitor.wait();
        heard
    }

    /// A command line of `program`, to be run as this stranger.
    pub(crate) fn command(&self, program: &str) -> Command {
        let groups = match self.groups {
            "" => "--clear-groups".to_owned(),
            groups => format!("--groups={groups}"),
        };
        let mut command = Command::new("setpriv");
        command.args(["--reuid=nobody", "--regid=nogroup", &groups, program]);
        command
    }
}

const NEEDED: &str = "setpriv, dbus-send and dbus-monitor are needed: \
                      apt-get install util-linux dbus-bin";

fn is_owned_by_root(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(file) == 0
}
