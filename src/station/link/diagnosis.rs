//! From what the system says about a port to what a person can do about it.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::termios::isatty;

use super::LinkError;
use crate::sys::accounts::{group_name, user_name};

/// Why the port at `path` could not be opened.
///
/// `serialport` keeps the system's error number only for some failures; for the others the port is
/// opened once more to learn it.
pub(super) fn of_open(path: &Path, error: tokio_serial::Error) -> LinkError {
    if error.kind() == tokio_serial::ErrorKind::NoDevice {
        return of_errno(path, Errno::BUSY);
    }
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match rustix::fs::open(path, flags, Mode::empty()) {
        Err(errno) => of_errno(path, errno),
        Ok(fd) if !isatty(&fd) => LinkError::NotSerial { port: name(path) },
        Ok(_) => LinkError::Io { port: name(path), source: error.into() },
    }
}

/// Why reading from or writing to the port at `path` failed.
pub(super) fn of_transfer(path: &Path, error: io::Error) -> LinkError {
    match Errno::from_io_error(&error) {
        Some(errno) => of_errno(path, errno),
        None => LinkError::Io { port: name(path), source: error },
    }
}

/// What the error number means for a port.
pub(super) fn of_errno(path: &Path, errno: Errno) -> LinkError {
    let port = name(path);
    match errno {
        Errno::NOENT | Errno::NOTDIR | Errno::NXIO | Errno::NODEV | Errno::IO => {
            LinkError::Gone { port }
        }
        Errno::BUSY => LinkError::Busy { port, holder: holder(path) },
        Errno::ACCESS => LinkError::Denied { port, remedy: remedy(path) },
        // permission bits give EACCES; EPERM comes from a cgroup or a security module
        Errno::PERM => LinkError::Denied {
            port,
            remedy: format!(
                "the service may open only the devices that its unit names: `sudo systemctl edit touchmove`, there \
                 `[Service]` and `DeviceAllow={} rw`, then `sudo systemctl restart touchmove`",
                path.display()
            ),
        },
        Errno::NOTTY | Errno::ISDIR => LinkError::NotSerial { port },
        _ => LinkError::Io { port, source: errno.into() },
    }
}

/// How the port is called in errors.
pub(super) fn name(path: &Path) -> String {
    path.display().to_string()
}

/// The program that holds the port, as `NAME (pid N)`: the one that has locked it, or else the first
/// that has it open. What programs of other users have open is visible to root only.
fn holder(path: &Path) -> String {
    match locker(path).or_else(|| opener(path)) {
        Some(pid) => format!("{} (pid {pid})", program(&Path::new("/proc").join(pid.to_string()))),
        None => "another program".into(),
    }
}

/// The process with a lock on the file behind `path` (proc_locks(5): number, kind, mode, access, pid,
/// `MAJOR:MINOR:INODE`).
fn locker(path: &Path) -> Option<u32> {
    let node = fs::metadata(path).ok()?;
    let (major, minor) = (rustix::fs::major(node.dev()), rustix::fs::minor(node.dev()));
    let file = format!("{major:02x}:{minor:02x}:{}", node.ino());
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let mut owners = locks.lines().filter_map(|lock| {
        let mut fields = lock.split_ascii_whitespace().skip(1);
        let (kind, pid) = (fields.next()?, fields.nth(2)?);
        (kind == "FLOCK" && fields.next()? == file).then(|| pid.parse().ok())?
    });
    owners.next()
}

/// The first process that has the file behind `path` open.
fn opener(path: &Path) -> Option<u32> {
    let node = path.canonicalize().ok()?;
    let processes = fs::read_dir("/proc").ok()?;
    processes.flatten().map(|process| process.path()).find_map(|process| {
        let pid = process.file_name()?.to_str()?.parse().ok()?;
        let mut open = fs::read_dir(process.join("fd")).ok()?.flatten();
        open.any(|fd| fs::read_link(fd.path()).is_ok_and(|target| target == node)).then_some(pid)
    })
}

/// Name of the program that the process folder in /proc belongs to.
fn program(process: &Path) -> String {
    fs::read_to_string(process.join("comm")).map_or_else(|_| "?".into(), |name| name.trim().into())
}

/// What to do about permission bits that do not admit us.
fn remedy(path: &Path) -> String {
    const SERVICE: &str =
        "run it as the service that `sudo make install` sets up, with its udev rules";
    let group =
        fs::metadata(path).ok().filter(|node| node.mode() & 0o060 == 0o060 && node.gid() != 0);
    let Some(gid) = group.map(|node| node.gid()) else {
        return SERVICE.into();
    };
    let group = name_or_number(group_name(gid), gid);
    let user = rustix::process::geteuid().as_raw();
    let user = name_or_number(user_name(user), user);
    format!(
        "add the user {user} to the group {group} (sudo usermod -aG {group} {user}, then log in \
         again), or {SERVICE}"
    )
}

fn name_or_number(name: Option<String>, number: u32) -> String {
    name.unwrap_or_else(|| number.to_string())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, chown};

    use super::*;

    #[test]
    fn a_denied_port_names_the_group_that_may_open_it() {
        let node = tempfile::NamedTempFile::new().unwrap();
        node.as_file().set_permissions(fs::Permissions::from_mode(0o660)).unwrap();
        // only root may give a file away; others see their own group
        let _ = chown(node.path(), None, Some(4711));
        let gid = node.as_file().metadata().unwrap().gid();
        let group = name_or_number(group_name(gid), gid);
        let denied = of_errno(node.path(), Errno::ACCESS).to_string();
        assert!(denied.contains(&format!("sudo usermod -aG {group} ")), "{denied}");
        assert!(denied.contains("sudo make install"), "{denied}");
    }

    #[test]
    fn a_port_that_the_unit_does_not_name_is_told_the_line_that_it_wants() {
        let denied = of_errno(Path::new("/dev/ttyS0"), Errno::PERM).to_string();
        assert!(denied.contains("systemctl edit touchmove"), "{denied}");
        assert!(denied.contains("`DeviceAllow=/dev/ttyS0 rw`"), "{denied}");
    }

    #[test]
    fn a_port_closed_to_every_group_asks_for_the_rules() {
        let node = tempfile::NamedTempFile::new().unwrap();
        node.as_file().set_permissions(fs::Permissions::from_mode(0o600)).unwrap();
        let denied = of_errno(node.path(), Errno::ACCESS).to_string();
        assert!(!denied.contains("usermod"), "{denied}");
        assert!(denied.contains("sudo make install"), "{denied}");
    }

    #[test]
    fn the_holder_of_a_file_is_found() {
        let node = tempfile::NamedTempFile::new().unwrap();
        let held = holder(node.path());
        assert!(held.ends_with(&format!("(pid {})", std::process::id())), "{held}");
        assert_eq!(holder(Path::new("/no/such/port")), "another program");
    }
}
