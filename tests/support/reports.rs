//! A board that exchanges reports, at a terminal in place of a hidraw node: one that reads line by line keeps each line
//! whole, as hidraw keeps each report, and a host has the same calls for both.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pty::OpenptFlags;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex};
use tokio::net::unix::pipe::Receiver;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use touchmove_drivers::{Instant, Packet};
use touchmove_lab::simulate::PlayedTable;

/// What ends a line, and is no part of it.
const END: u8 = 0x04;

/// What takes its meaning from the sign after it.
const LITERAL: u8 = 0x16;

/// A board with people at it; the node is gone when this is dropped.
#[derive(Debug)]
pub(crate) struct ReportBoard {
    node: PathBuf,
    /// The host's side, held open: the node is there whether a host has it open or not.
    _host: OwnedFd,
    talking: JoinHandle<()>,
}

impl ReportBoard {
    /// Begins to serve a node of its own. Call it within a tokio runtime.
    pub(crate) fn start(player: PlayedTable) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let device = rustix::pty::openpt(flags).unwrap();
        rustix::pty::grantpt(&device).unwrap();
        rustix::pty::unlockpt(&device).unwrap();
        rustix::io::ioctl_fionbio(&device, true).unwrap();
        read_by_lines(&device);
        let name = rustix::pty::ptsname(&device, Vec::new()).unwrap();
        let node = PathBuf::from(name.into_string().unwrap());
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let host = rustix::fs::open(&node, flags, Mode::empty()).unwrap();
        let talking = tokio::spawn(talk(device, player));
        Self { node, _host: host, talking }
    }

    /// The name by which hosts open it.
    pub(crate) fn node(&self) -> &Path {
        &self.node
    }
}

impl Drop for ReportBoard {
    fn drop(&mut self) {
        self.talking.abort();
    }
}

/// Nothing is echoed or translated, and no sign but two means anything.
fn read_by_lines(device: &OwnedFd) {
    let mut termios = rustix::termios::tcgetattr(device).unwrap();
    termios.make_raw();
    termios.local_modes |= LocalModes::ICANON | LocalModes::IEXTEN;
    for sign in [
        SpecialCodeIndex::VERASE,
        SpecialCodeIndex::VKILL,
        SpecialCodeIndex::VWERASE,
        SpecialCodeIndex::VREPRINT,
        SpecialCodeIndex::VEOL,
        SpecialCodeIndex::VEOL2,
    ] {
        termios.special_codes[sign] = 0;
    }
    termios.special_codes[SpecialCodeIndex::VEOF] = END;
    termios.special_codes[SpecialCodeIndex::VLNEXT] = LITERAL;
    rustix::termios::tcsetattr(device, OptionalActions::Now, &termios).unwrap();
}

/// Plays until it is aborted.
async fn talk(device: OwnedFd, mut player: PlayedTable) {
    let heard = Receiver::from_owned_fd_unchecked(device.try_clone().unwrap()).unwrap();
    let start = tokio::time::Instant::now();
    let now = || Instant::ZERO + start.elapsed();
    loop {
        player.timeout(now());
        while let Some(Packet { bytes, .. }) = player.poll() {
            // What nobody reads is lost.
            match rustix::io::write(&device, &line(&bytes)) {
                Ok(_) | Err(Errno::AGAIN) => {}
                Err(error) => panic!("{error}"),
            }
        }
        let wait = player.deadline().map_or(Duration::MAX, |due| due.since(now()));
        if timeout(wait, heard.readable()).await.is_err() {
            continue;
        }
        let mut room = [0; 256];
        let count = match heard.try_read(&mut room) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(error) => panic!("{error}"),
        };
        for order in orders(&room[..count]) {
            player.receive(now(), Packet::stream(order));
        }
    }
}

/// A report as a line.
fn line(report: &[u8]) -> Vec<u8> {
    let sign = |&byte: &u8| match byte {
        END | LITERAL | b'\n' => vec![LITERAL, byte],
        byte => vec![byte],
    };
    report.iter().flat_map(sign).chain([END]).collect()
}

/// The orders of which these bytes are: each says in its second byte how many follow.
fn orders(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut orders = Vec::new();
    while let [_, length, ..] = bytes {
        let (order, rest) = bytes.split_at(bytes.len().min(usize::from(*length) + 2));
        orders.push(order);
        bytes = rest;
    }
    orders
}
