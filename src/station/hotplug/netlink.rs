//! Word of devices that come and go, from the kernel or from udev, on a thread of its own.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::netlink::{KOBJECT_UEVENT, SocketAddrNetlink};
use rustix::net::{
    AddressFamily, RecvFlags, SocketAddrAny, SocketFlags, SocketType, bind, recvfrom, socket_with,
};
use tokio::sync::mpsc;

use super::uevent::{About, about};

/// Name of the thread that listens.
const THREAD: &str = "hotplug";

/// No message is longer: udev's own limit, and four times the kernel's.
const LONGEST: usize = 8_192;

/// There while udev runs.
const UDEV: &str = "/run/udev/control";

/// Whose messages are listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// The kernel's, sent as soon as a device is there.
    Kernel = 1,
    /// udev's, sent once its rules have run: then the port may be opened.
    Udev = 2,
}

/// Listens until it is dropped.
#[derive(Debug)]
pub(super) struct Listener {
    _bell: PipeWriter,
}

impl Listener {
    /// Rings `changed` when ports may have come or gone. One ring stands for any number of changes. The
    /// bell is dropped when nothing can be heard any more.
    ///
    /// # Errors
    /// No socket or no thread can be had.
    pub(super) fn start(changed: mpsc::Sender<()>) -> io::Result<Self> {
        let group = if Path::new(UDEV).exists() { Group::Udev } else { Group::Kernel };
        let socket = open(group)?;
        let (ended, bell) = io::pipe()?;
        thread::Builder::new()
            .name(THREAD.to_owned())
            .spawn(move || listen(&socket, group, &ended, &changed))?;
        Ok(Self { _bell: bell })
    }
}

fn open(group: Group) -> io::Result<OwnedFd> {
    let socket = socket_with(
        AddressFamily::NETLINK,
        SocketType::DGRAM,
        SocketFlags::CLOEXEC | SocketFlags::NONBLOCK,
        Some(KOBJECT_UEVENT),
    )?;
    bind(&socket, &SocketAddrNetlink::new(0, group as u32))?;
    Ok(socket)
}

/// Listens until the other end of `ended` is dropped or the socket fails.
fn listen(socket: &OwnedFd, group: Group, ended: &PipeReader, changed: &mpsc::Sender<()>) {
    let mut buffer = [0; LONGEST];
    loop {
        let mut fds = [PollFd::new(ended, PollFlags::IN), PollFd::new(socket, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return,
        }
        if !fds[0].revents().is_empty() {
            return;
        }
        let is_changed = match recvfrom(socket, &mut buffer, RecvFlags::TRUNC) {
            Ok((_, length, sender)) if is_from(group, sender.as_ref()) => {
                match buffer.get(..length) {
                    Some(message) => about(message) != About::Others,
                    None => true,
                }
            }
            Ok(_) | Err(Errno::INTR | Errno::AGAIN) => false,
            // Messages were lost: what they were about is not known.
            Err(Errno::NOBUFS) => true,
            Err(_) => return,
        };
        if is_changed && let Err(mpsc::error::TrySendError::Closed(())) = changed.try_send(()) {
            return;
        }
    }
}

/// Whether a message was sent to the group, which only the kernel and who administers the network may do, and by
/// whom it is to be. A message to this socket alone is nobody's business.
fn is_from(group: Group, sender: Option<&SocketAddrAny>) -> bool {
    let sender = sender.map(|sender| SocketAddrNetlink::try_from(sender.clone()));
    let Some(Ok(sender)) = sender else { return false };
    let is_kernel = sender.pid() == 0;
    sender.groups() & group as u32 != 0 && is_kernel == (group == Group::Kernel)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use touchmove_needs::skip;

    use super::*;

    #[test]
    fn only_messages_to_the_group_count_and_of_the_kernel_where_it_is_the_kernels() {
        let from = |pid, groups| Some(SocketAddrAny::from(SocketAddrNetlink::new(pid, groups)));
        assert!(is_from(Group::Kernel, from(0, 1).as_ref()));
        assert!(is_from(Group::Udev, from(317, 2).as_ref()));
        for (group, sender) in [
            (Group::Kernel, from(317, 1)),
            (Group::Kernel, from(0, 0)),
            (Group::Udev, from(317, 0)),
            (Group::Udev, from(317, 1)),
            (Group::Udev, from(0, 2)),
            (Group::Kernel, None),
        ] {
            assert!(!is_from(group, sender.as_ref()), "{group:?} {sender:?}");
        }
    }

    #[tokio::test]
    async fn what_the_kernel_says_of_a_terminal_rings_the_bell() {
        let (changed, mut rings) = mpsc::channel(1);
        let (ended, bell) = io::pipe().unwrap();
        let Ok(socket) = open(Group::Kernel) else {
            return skip("netlink");
        };
        let thread = thread::spawn(move || listen(&socket, Group::Kernel, &ended, &changed));
        // Only root may have the kernel say something.
        let terminal = "/sys/class/tty/tty/uevent";
        if fs::write(terminal, "change").is_ok() {
            let rung = tokio::time::timeout(Duration::from_secs(60), rings.recv()).await;
            assert_eq!(rung, Ok(Some(())));
        } else {
            skip("root: nobody else can have the kernel say something");
        }
        drop(bell);
        thread.join().unwrap();
        while rings.recv().await.is_some() {}
    }

    #[tokio::test]
    async fn a_listener_that_is_dropped_ends_its_thread() {
        let (changed, mut rings) = mpsc::channel(1);
        match Listener::start(changed) {
            Ok(listener) => drop(listener),
            Err(error) => skip(&format!("netlink: {error}")),
        }
        while rings.recv().await.is_some() {}
    }
}
