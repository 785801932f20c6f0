//! A machine of a test's own: a message bus as the system's, with the installed policy as it is, on which the user and
//! the group touchmove exist. Nothing of the real machine is changed: processes see other files in a mount namespace.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::PrivateBus;
use super::daemon::{Daemon, TOUCHMOVED};
use super::table::Table;

/// The user and the group touchmove.
pub(crate) const TOUCHMOVE: u32 = 64_901;

/// A member of the group.
pub(crate) const MEMBER: u32 = 64_902;

/// Somebody else.
pub(crate) const STRANGER: u32 = 64_903;

/// The user that polkit runs as: it is not root.
pub(crate) const POLKITD: u32 = 64_905;

/// The group of those who have none.
const NO_GROUP: u32 = 64_904;

const POLICY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/org.touchmove.Hall1.conf");

/// Calls and signals of polkit, and its name, as its own policy file has it.
const WITH_POLKIT: &str = r#"<busconfig><policy user="polkitd"><allow own="org.freedesktop.PolicyKit1"/></policy>
    <policy context="default"><allow send_destination="org.freedesktop.PolicyKit1"/></policy></busconfig>"#;

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// The superuser.
    Root,
    /// The daemon's user.
    Service,
    /// A member of the group.
    Member,
    /// Neither.
    Stranger,
}

/// The machine.
pub(crate) struct System {
    /// Its bus.
    pub(crate) bus: PrivateBus,
    /// A folder that everybody may enter.
    pub(crate) folder: TempDir,
}

impl System {
    /// A machine without a daemon; `None` where this process may not make one, which it says.
    pub(crate) fn new() -> Option<Self> {
        Self::with_bus("")
    }

    /// The same, with a bus that takes no more than so many bytes of a sender until they are read.
    pub(crate) fn narrow(bytes: usize) -> Option<Self> {
        let limits = ["incoming", "outgoing"]
            .map(|way| format!("<limit name=\"max_{way}_bytes\">{bytes}</limit>"));
        Self::with_bus(&limits.concat())
    }

    /// With a bus of which this is said besides the usual.
    fn with_bus(rules: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let root = "root:x:0:0::/root:/bin/sh";
        let nobody = "::/nonexistent:/bin/false";
        let users = format!(
            "{root}\ntouchmove:x:{TOUCHMOVE}:{TOUCHMOVE}{nobody}\nanna:x:{MEMBER}:{NO_GROUP}{nobody}\n\
             carl:x:{STRANGER}:{NO_GROUP}{nobody}\npolkitd:x:{POLKITD}:{NO_GROUP}{nobody}\n"
        );
        let groups = format!("root:x:0:\nnobodies:x:{NO_GROUP}:\ntouchmove:x:{TOUCHMOVE}:anna\n");
        fs::write(folder.path().join("passwd"), users).unwrap();
        fs::write(folder.path().join("group"), groups).unwrap();
        let can = inside(folder.path(), "true").output();
        if !can.is_ok_and(|output| output.status.success()) {
            touchmove_needs::skip(
                "root: nobody else can make a machine with other users (unshare --mount)",
            );
            return None;
        }
        let polkit = folder.path().join("polkit.conf");
        fs::write(&polkit, WITH_POLKIT).unwrap();
        let own = folder.path().join("own.conf");
        fs::write(&own, format!("<busconfig>{rules}</busconfig>")).unwrap();
        let policies = [Path::new(POLICY), &polkit, &own];
        let bus = PrivateBus::of_the_system(inside(folder.path(), "dbus-daemon"), &policies);
        Some(Self { bus, folder })
    }

    /// Starts the daemon as the user touchmove, with the board of this table.
    pub(crate) fn daemon(&self, table: &Table) -> Daemon {
        let state = self.folder.path().join("state");
        fs::create_dir(&state).unwrap();
        chown(&state, Some(TOUCHMOVE), Some(TOUCHMOVE)).unwrap();
        let port = table.port();
        let device = Path::new(port.split_once(':').unwrap().1);
        chown(device, Some(TOUCHMOVE), Some(TOUCHMOVE)).unwrap();
        let mut command = inside(self.folder.path(), "setpriv");
        command.args(Who::Service.as_words()).arg(self.program(TOUCHMOVED));
        command.args(["--bus", "system", "--no-discovery", "--port", &port, "--state"]).arg(state);
        Daemon::of(command.env("DBUS_SYSTEM_BUS_ADDRESS", self.bus.address()))
    }

    /// A command line as this user gives it.
    pub(crate) fn command(&self, who: Who, program: &str) -> Command {
        let mut command = inside(self.folder.path(), "setpriv");
        command.args(who.as_words()).arg(program);
        command.env("DBUS_SYSTEM_BUS_ADDRESS", self.bus.address());
        command
    }

    /// `dbus-send --print-reply` of this user with these words.
    pub(crate) fn sends(&self, who: Who, words: &[&str]) -> Output {
        let mut command = self.command(who, "dbus-send");
        command.arg(format!("--bus={}", self.bus.address()));
        command.args(["--print-reply", "--reply-timeout=20000"]).args(words).output().unwrap()
    }

    /// The program, where everybody may start it.
    fn program(&self, built: &str) -> PathBuf {
        let copy = self.folder.path().join("touchmoved");
        // Copied by this process, it would still be open for writing in others that are just being started by it, and
        // what is open for writing cannot be run.
        let copied = Command::new("install").args(["-m", "755", built]).arg(&copy).status();
        assert!(copied.unwrap().success());
        copy
    }
}

impl Who {
    /// Everybody.
    pub(crate) const ALL: [Self; 4] = [Self::Root, Self::Service, Self::Member, Self::Stranger];

    /// As `setpriv` is told it.
    fn as_words(self) -> [String; 3] {
        let [user, group] = match self {
            Self::Root => [0, 0],
            Self::Service => [TOUCHMOVE, TOUCHMOVE],
            Self::Member => [MEMBER, NO_GROUP],
            Self::Stranger => [STRANGER, NO_GROUP],
        };
        let groups = match self {
            Self::Member => format!("--groups={TOUCHMOVE}"),
            Self::Root | Self::Service | Self::Stranger => "--clear-groups".to_owned(),
        };
        [format!("--reuid={user}"), format!("--regid={group}"), groups]
    }
}

/// A command line in a mount namespace with the users and groups of this folder.
fn inside(folder: &Path, program: &str) -> Command {
    let mut command = Command::new("unshare");
    let bind = r#"mount --bind "$0/passwd" /etc/passwd && mount --bind "$0/group" /etc/group && exec "$@""#;
    command
        .args(["--mount", "--propagation", "private", "sh", "-c", bind])
        .arg(folder)
        .arg(program);
    command
}
