//! A device behind USB that exchanges reports, as a link: each report is a packet.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use rustix::io::Errno;
use tokio::net::unix::pipe::{Receiver, Sender};
use touchmove_drivers::family::Hid;
use touchmove_drivers::{Channel, Packet};

use super::connector::Connector;
use super::{Link, LinkError, LinkFuture, diagnosis, filled};
use crate::link::identity;

/// An open hidraw device, ours alone. Where its reports have numbers, a packet begins with that of its report; where they
/// have none, the kernel wants a zero there in what is written (Documentation/hid/hidraw.rst).
#[derive(Debug)]
pub struct HidrawLink {
    path: PathBuf,
    /// The device as tokio waits for any descriptor that it does not own the kind of.
    reports: Receiver,
    orders: Sender,
}

/// The hidraw devices of this machine.
#[derive(Clone, Copy, Debug)]
pub struct HidrawDevices;

impl Connector<Hid> for HidrawDevices {
    fn open<'a>(&'a self, path: &'a Path, _: Hid) -> LinkFuture<'a, Box<dyn Link>> {
        Box::pin(async move {
            let link = HidrawLink::open(path)?;
            Ok(Box::new(link) as Box<dyn Link>)
        })
    }
}

impl HidrawLink {
    /// Opens the device at `path`. Call it within a tokio runtime.
    ///
    /// # Errors
    /// Each [`LinkError`], by what can be done about it.
    pub fn open(path: &Path) -> Result<Self, LinkError> {
        let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let device = rustix::fs::open(path, flags, Mode::empty())
            .map_err(|errno| diagnosis::of_errno(path, errno))?;
        Self::of(path, device)
    }

    /// A device that is open.
    fn of(path: &Path, device: OwnedFd) -> Result<Self, LinkError> {
        // The kernel gives every reader all reports, so programs that would share a board have to agree.
        flock(&device, FlockOperation::NonBlockingLockExclusive).map_err(|errno| match errno {
            Errno::WOULDBLOCK => diagnosis::of_errno(path, Errno::BUSY),
            errno => diagnosis::of_errno(path, errno),
        })?;
        let failed = |error| diagnosis::of_transfer(path, error);
        let again = device.try_clone().map_err(failed)?;
        let reports = Receiver::from_owned_fd_unchecked(device).map_err(failed)?;
        let orders = Sender::from_owned_fd_unchecked(again).map_err(failed)?;
        Ok(Self { path: path.to_owned(), reports, orders })
    }

    fn failed(&self, error: io::Error) -> LinkError {
        diagnosis::of_transfer(&self.path, error)
    }
}

impl Link for HidrawLink {
    fn device_number(&self) -> Option<String> {
        identity::number_of_hid(&self.path)
    }

    fn read<'link, 'buffer: 'link>(
        &'link mut self,
        buffer: &'buffer mut [u8],
    ) -> LinkFuture<'link, Packet<&'buffer [u8]>> {
        Box::pin(async {
            // Not `AsyncRead`, which takes a short read for the last one: here each is a report.
            loop {
                self.reports.readable().await.map_err(|error| self.failed(error))?;
                match self.reports.try_read(buffer) {
                    Ok(0) => return Err(LinkError::Gone { port: diagnosis::name(&self.path) }),
                    Ok(count) => return Ok(Packet::stream(filled(buffer, count))),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(self.failed(error)),
                }
            }
        })
    }

    fn write<'a>(&'a mut self, packet: Packet<&'a [u8]>) -> LinkFuture<'a, ()> {
        Box::pin(async move {
            if packet.channel != Channel::STREAM {
                let (port, channel) = (diagnosis::name(&self.path), packet.channel);
                return Err(LinkError::NoChannel { port, channel });
            }
            loop {
                self.orders.writable().await.map_err(|error| self.failed(error))?;
                match self.orders.try_write(packet.bytes) {
                    Ok(count) if count < packet.bytes.len() => {
                        return Err(self.failed(io::ErrorKind::WriteZero.into()));
                    }
                    Ok(_) => return Ok(()),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(self.failed(error)),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

    use super::*;

    /// A link and the device's end: sockets that keep packets whole, as hidraw does with reports.
    fn pair() -> (HidrawLink, OwnedFd) {
        let (ours, device) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::NONBLOCK | SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        (HidrawLink::of(Path::new("/dev/hidraw7"), ours).unwrap(), device)
    }

    #[tokio::test]
    async fn each_report_is_a_packet_until_the_device_is_gone() {
        let (mut link, device) = pair();
        for report in [b"\x01\x3D\x58".as_slice(), b"\x2A\x02\x64\x01"] {
            rustix::io::write(&device, report).unwrap();
        }
        let mut buffer = [0; 64];
        assert_eq!(link.read(&mut buffer).await.unwrap().bytes, b"\x01\x3D\x58");
        assert_eq!(link.read(&mut buffer).await.unwrap().bytes, b"\x2A\x02\x64\x01");
        link.write(Packet::stream(b"\x21\x01\x00")).await.unwrap();
        let mut heard = [0; 64];
        assert_eq!(rustix::io::read(&device, &mut heard), Ok(3));
        drop(device);
        assert!(matches!(link.read(&mut buffer).await, Err(LinkError::Gone { .. })));
    }

    #[tokio::test]
    async fn a_report_goes_out_on_the_only_channel() {
        let (mut link, _device) = pair();
        let packet = Packet { channel: Channel(2), bytes: b"\x21".as_slice() };
        let refused = link.write(packet).await;
        assert!(matches!(refused, Err(LinkError::NoChannel { .. })), "{refused:?}");
    }

    #[tokio::test]
    async fn a_device_has_one_user() {
        let node = tempfile::NamedTempFile::new().unwrap();
        let open = || rustix::fs::open(node.path(), OFlags::RDWR, Mode::empty()).unwrap();
        let held = open();
        flock(&held, FlockOperation::NonBlockingLockExclusive).unwrap();
        let error = HidrawLink::of(node.path(), open()).unwrap_err();
        let own = format!("(pid {})", std::process::id());
        assert!(
            matches!(&error, LinkError::Busy { holder, .. } if holder.ends_with(&own)),
            "{error}"
        );
        let missing = HidrawLink::open(Path::new("/dev/no-such-hidraw"));
        assert!(matches!(missing, Err(LinkError::Gone { .. })));
    }
}
