//! Who opens and closes ports, by one watch of the kernel's for all of them: a user may have few
//! (`fs.inotify.max_user_instances`).

use std::collections::HashMap;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::event::{EventfdFlags, eventfd};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

/// What is done with one port, from the moment that this is made.
#[derive(Debug)]
pub(super) struct Visits {
    watch: Arc<Watch>,
    path: PathBuf,
    /// The watch's own number of the port.
    number: i32,
    /// Readable when another port has heard of something that was done with this one.
    bell: Arc<OwnedFd>,
}

/// The watch for all ports of this process, while there are any.
static WATCH: Mutex<Option<Arc<Watch>>> = Mutex::new(None);

#[derive(Debug)]
struct Watch {
    kernel: OwnedFd,
    /// What was done with each port and not yet taken.
    ports: Mutex<HashMap<i32, Watched>>,
}

#[derive(Debug)]
struct Watched {
    done: ReadFlags,
    bell: Arc<OwnedFd>,
}

impl Visits {
    /// Looks for these things that are done with the port at `path`.
    ///
    /// # Errors
    /// Those of the system: no more descriptors, no inotify instance, no more watches.
    pub(super) fn at(path: &Path, what: WatchFlags) -> io::Result<Self> {
        let watch = Watch::of_process()?;
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let mut ports = watch.ports();
        let number = inotify::add_watch(&watch.kernel, path, what)?;
        let port = Watched { done: ReadFlags::empty(), bell: Arc::clone(&bell) };
        ports.insert(number, port);
        drop(ports);
        Ok(Self { watch, path: path.to_owned(), number, bell })
    }

    /// Looks for these things from now on, and no others.
    ///
    /// # Errors
    /// Those of the system; none is expected.
    pub(super) fn look_for(&self, what: WatchFlags) -> io::Result<()> {
        inotify::add_watch(&self.watch.kernel, &self.path, what)?;
        Ok(())
    }

    /// What was done since it was taken last.
    ///
    /// # Errors
    /// Those of the system; none is expected.
    pub(super) fn take(&self) -> io::Result<ReadFlags> {
        let mut ports = self.watch.ports();
        self.watch.read(&mut ports, self.number)?;
        match rustix::io::read(&self.bell, &mut [0; 8]) {
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let port = ports.get_mut(&self.number);
        Ok(port.map_or(ReadFlags::empty(), |port| {
            std::mem::replace(&mut port.done, ReadFlags::empty())
        }))
    }

    /// What becomes readable when there is something to take.
    pub(super) fn news(&self) -> [BorrowedFd<'_>; 2] {
        [self.watch.kernel.as_fd(), self.bell.as_fd()]
    }
}

impl Drop for Visits {
    fn drop(&mut self) {
        self.watch.ports().remove(&self.number);
        // The kernel has forgotten a port that is gone.
        let _ = inotify::remove_watch(&self.watch.kernel, self.number);
    }
}

impl Watch {
    fn of_process() -> io::Result<Arc<Self>> {
        let mut watch = WATCH.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watch) = &*watch {
            return Ok(Arc::clone(watch));
        }
        let kernel = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
        let new = Arc::new(Self { kernel, ports: Mutex::default() });
        Ok(Arc::clone(watch.insert(new)))
    }

    fn ports(&self) -> MutexGuard<'_, HashMap<i32, Watched>> {
        self.ports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what the kernel tells, and rings for the ports that it tells of, but for the one that asks.
    fn read(&self, ports: &mut HashMap<i32, Watched>, asks: i32) -> io::Result<()> {
        let mut buffer = [MaybeUninit::uninit(); 1_024];
        let mut events = Reader::new(&self.kernel, &mut buffer);
        loop {
            let event = match events.next() {
                Ok(event) => event,
                Err(Errno::AGAIN | Errno::INTR) => return Ok(()),
                Err(error) => return Err(error.into()),
            };
            let Some(port) = ports.get_mut(&event.wd()) else { continue };
            port.done |= event.events();
            if event.wd() != asks {
                // A bell that is full rings already.
                let _ = rustix::io::write(&port.bell, &1_u64.to_ne_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use rustix::event::{PollFd, PollFlags, Timespec};

    use super::super::SimulatedPort;
    use super::*;

    fn has_news(visits: &Visits) -> bool {
        let mut fds = visits.news().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        rustix::event::poll(&mut fds, Some(&Timespec::default())).unwrap() > 0
    }

    #[test]
    fn each_port_takes_what_was_done_with_it_whoever_asks_first() {
        let [one, other] = [(); 2].map(|()| SimulatedPort::open().unwrap());
        let host = File::open(other.path()).unwrap();
        assert_eq!(one.visits.take().unwrap(), ReadFlags::empty());
        assert!(has_news(&other.visits), "though the kernel has told it already");
        assert_eq!(other.visits.take().unwrap(), ReadFlags::OPEN);
        assert_eq!(other.visits.take().unwrap(), ReadFlags::empty());
        drop(host);
        assert_eq!(other.visits.take().unwrap(), ReadFlags::CLOSE_NOWRITE);
    }

    #[test]
    fn a_port_that_is_gone_keeps_no_news_from_the_others() {
        let [one, other] = [(); 2].map(|()| SimulatedPort::open().unwrap());
        let host = File::open(one.path()).unwrap();
        drop(one);
        drop(host);
        let host = File::open(other.path()).unwrap();
        assert_eq!(other.visits.take().unwrap(), ReadFlags::OPEN);
        drop(host);
    }
}
