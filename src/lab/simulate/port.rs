//! A pseudo-terminal in place of a serial port.
//!
//! It behaves to hosts as a board on a cable does: they come and go, what is sent while nobody
//! listens is lost, and a host that was killed leaves the port free for the next. A host is there
//! from when it opens the port until it closes it: boards that nobody asks tell from then on.

mod visits;

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::inotify::{ReadFlags, WatchFlags};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pty::OpenptFlags;
use rustix::termios::{OptionalActions, QueueSelector};

use self::visits::Visits;

/// What hosts do with the port.
const OF_HOSTS: WatchFlags =
    WatchFlags::OPEN.union(WatchFlags::CLOSE_WRITE).union(WatchFlags::CLOSE_NOWRITE);

/// A port with its device side in our hands.
#[derive(Debug)]
pub struct SimulatedPort {
    /// Our side.
    device: OwnedFd,
    /// The hosts' side, kept open so that it can be cleaned up after a host that was killed.
    host: Option<OwnedFd>,
    /// Tells when a host opens or closes the port.
    visits: Visits,
    path: PathBuf,
    attended: bool,
}

impl SimulatedPort {
    /// Opens a new port.
    ///
    /// # Errors
    /// Those of the system: no more pseudo-terminals, or no inotify instance (`fs.inotify.max_user_instances`).
    pub fn open() -> io::Result<Self> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let device = rustix::pty::openpt(flags)?;
        rustix::pty::grantpt(&device)?;
        rustix::pty::unlockpt(&device)?;
        rustix::io::ioctl_fionbio(&device, true)?;
        set_raw(&device)?;
        let name = rustix::pty::ptsname(&device, Vec::new())?;
        let path = PathBuf::from(name.into_string().map_err(io::Error::other)?);
        let host = Some(open_host(&path)?);
        let visits = Visits::at(&path, OF_HOSTS)?;
        Ok(Self { device, host, visits, path, attended: false })
    }

    /// The name by which hosts open it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a host is there, as far as [`SimulatedPort::look`] and [`SimulatedPort::read`] have seen.
    pub const fn is_attended(&self) -> bool {
        self.attended
    }

    /// What becomes readable when there is something to [`SimulatedPort::read`] or to [`SimulatedPort::look`] after.
    pub fn news(&self) -> [BorrowedFd<'_>; 3] {
        let [kernel, bell] = self.visits.news();
        [self.device.as_fd(), kernel, bell]
    }

    /// Looks whether hosts have opened or closed the port. When the last one has closed it, what it did not read is
    /// thrown away, and its exclusive use of the port ends.
    ///
    /// # Errors
    /// Those of the system; none is expected.
    pub fn look(&mut self) -> io::Result<()> {
        let seen = self.visits.take()?;
        if seen.intersects(ReadFlags::CLOSE_WRITE | ReadFlags::CLOSE_NOWRITE) {
            // Our own opening and closing is not to be seen; only what writes is always looked for.
            self.visits.look_for(WatchFlags::CLOSE_WRITE)?;
            self.clean_up()?;
            self.visits.look_for(OF_HOSTS)?;
        } else if seen.contains(ReadFlags::OPEN) {
            self.attended = true;
        }
        Ok(())
    }

    fn clean_up(&mut self) -> io::Result<()> {
        if let Some(host) = self.host.take() {
            // A pseudo-terminal stays exclusive when its holder is killed; a serial port doesn't.
            rustix::termios::ioctl_tiocnxcl(&host)?;
        }
        self.attended = !hung_up(&self.device)?;
        match open_host(&self.path) {
            Ok(host) => {
                if !self.attended {
                    rustix::termios::tcflush(&host, QueueSelector::IFlush)?;
                }
                self.host = Some(host);
            }
            // Another host has just taken the port for itself.
            Err(_) if self.attended => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Reads what a host has sent; `None` where there is nothing.
    ///
    /// # Errors
    /// Those of the system; none is expected.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match rustix::io::read(&self.device, buffer) {
            Ok(count) => {
                self.attended = true;
                Ok(Some(count))
            }
            // EIO: the last host has just closed it.
            Err(Errno::AGAIN | Errno::INTR | Errno::IO) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends the first bytes of a message as far as there is room; how many.
    ///
    /// # Errors
    /// Those of the system; none is expected.
    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match rustix::io::write(&self.device, bytes) {
            Ok(count) => Ok(count),
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

impl AsFd for SimulatedPort {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.device.as_fd()
    }
}

/// Sets the line so that nothing is echoed or translated; for both sides, since a pseudo-terminal
/// has one setting.
fn set_raw(device: &OwnedFd) -> io::Result<()> {
    let mut termios = rustix::termios::tcgetattr(device)?;
    termios.make_raw();
    rustix::termios::tcsetattr(device, OptionalActions::Now, &termios)?;
    Ok(())
}

/// Opens the hosts' side for reading only, so that closing it is not taken for a host's.
fn open_host(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

/// Whether nobody has the hosts' side open.
fn hung_up(device: &OwnedFd) -> io::Result<bool> {
    let mut fds = [PollFd::new(device, PollFlags::empty())];
    rustix::event::poll(&mut fds, Some(&Timespec::default()))?;
    Ok(fds[0].revents().contains(PollFlags::HUP))
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io::{Read, Write};

    use super::*;

    fn host(port: &SimulatedPort) -> File {
        OpenOptions::new().read(true).write(true).open(port.path()).unwrap()
    }

    #[test]
    fn bytes_pass_unchanged_both_ways() {
        let mut port = SimulatedPort::open().unwrap();
        let mut host = host(&port);
        let all: Vec<u8> = (0..=255).collect();
        host.write_all(&all).unwrap();
        let mut heard = [0; 300];
        assert_eq!(port.read(&mut heard).unwrap(), Some(256));
        assert_eq!(heard[..256], all);
        assert_eq!(port.read(&mut heard).unwrap(), None);
        assert_eq!(port.write(&all).unwrap(), 256);
        let mut told = [0; 256];
        host.read_exact(&mut told).unwrap();
        assert_eq!(told[..], all);
    }

    #[test]
    fn hosts_are_seen_to_come_and_go() {
        let mut port = SimulatedPort::open().unwrap();
        for _ in 0..3 {
            port.look().unwrap();
            assert!(!port.is_attended());
            let mut host = host(&port);
            port.look().unwrap();
            assert!(port.is_attended(), "it has said nothing yet");
            host.write_all(b"!").unwrap();
            assert_eq!(port.read(&mut [0; 9]).unwrap(), Some(1));
            port.look().unwrap();
            assert!(port.is_attended());
        }
    }

    #[test]
    fn a_host_that_only_reads_comes_and_goes_too() {
        let mut port = SimulatedPort::open().unwrap();
        for _ in 0..3 {
            let reader = File::open(port.path()).unwrap();
            port.look().unwrap();
            assert!(port.is_attended());
            drop(reader);
            port.look().unwrap();
            assert!(!port.is_attended());
            port.look().unwrap();
            assert!(!port.is_attended(), "nobody but us has opened it");
        }
    }

    #[test]
    fn a_second_host_that_leaves_does_not_take_the_first_with_it() {
        let mut port = SimulatedPort::open().unwrap();
        let mut first = host(&port);
        first.write_all(b"!").unwrap();
        assert_eq!(port.read(&mut [0; 9]).unwrap(), Some(1));
        drop(host(&port));
        port.look().unwrap();
        assert!(port.is_attended());
        drop(first);
        port.look().unwrap();
        assert!(!port.is_attended());
    }

    #[test]
    fn what_a_host_left_unread_is_not_read_by_the_next() {
        let mut port = SimulatedPort::open().unwrap();
        let first = host(&port);
        port.look().unwrap();
        port.write(b"old").unwrap();
        rustix::event::poll(&mut [PollFd::new(&first, PollFlags::IN)], None).unwrap();
        drop(first);
        port.look().unwrap();
        let mut second = host(&port);
        port.write(b"new").unwrap();
        let mut told = [0; 3];
        second.read_exact(&mut told).unwrap();
        assert_eq!(&told, b"new");
    }

    #[test]
    fn a_killed_host_leaves_the_port_free() {
        let mut port = SimulatedPort::open().unwrap();
        let killed = host(&port);
        rustix::termios::ioctl_tiocexcl(&killed).unwrap();
        drop(killed);
        port.look().unwrap();
        assert!(!port.is_attended());
        host(&port);
    }
}
