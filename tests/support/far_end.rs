//! The far end of a serial line: a pseudo-terminal and what answers there.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::pty::OpenptFlags;
use rustix::termios::OptionalActions;

use super::cable::Cable;
use super::patience::PATIENCE;

/// A pseudo-terminal whose far end answers each byte that the host sends. The port is gone when this
/// is dropped.
#[derive(Debug)]
pub(crate) struct FarEnd {
    cable: Cable,
    path: PathBuf,
    /// The pseudo-terminal's own name.
    device: PathBuf,
    /// The host's side, held open: the port is there whether a host has it open or not.
    host: OwnedFd,
    line: Arc<Line>,
    bell: Option<PipeWriter>,
    answering: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Line {
    device: OwnedFd,
    /// Held while a message is written, so that none is cut by another.
    writing: Mutex<()>,
    commands: Mutex<Vec<u8>>,
    asked: Condvar,
}

impl FarEnd {
    /// Opens a port at which `answer` gives the answer to each byte of the host.
    pub(crate) fn new(answer: impl FnMut(u8) -> Vec<u8> + Send + 'static) -> Self {
        let (device, host, name) = open_pair();
        let cable = Cable::new();
        cable.plug_into(&name);
        let (commands, asked) = (Mutex::default(), Condvar::new());
        let line = Arc::new(Line { device, writing: Mutex::default(), commands, asked });
        let (ringing, bell) = io::pipe().unwrap();
        let answering = thread::spawn({
            let line = Arc::clone(&line);
            move || line.answer_until(&ringing, answer)
        });
        let (path, bell, answering) = (cable.port(), Some(bell), Some(answering));
        Self { cable, path, device: name, host, line, bell, answering }
    }

    /// The name by which hosts open it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name by which everybody can open it.
    pub(crate) fn device(&self) -> &Path {
        &self.device
    }

    /// Waits until the host has sent `command`.
    pub(crate) fn is_asked(&self, command: u8) {
        let commands = self.line.commands.lock().unwrap();
        let unasked = |commands: &mut Vec<u8>| !commands.contains(&command);
        let waited = self.line.asked.wait_timeout_while(commands, PATIENCE, unasked);
        let (commands, outcome) = waited.unwrap();
        assert!(!outcome.timed_out(), "no {command:02x} after {PATIENCE:?}, but {commands:02x?}");
    }

    /// Sends bytes to the host, as fast as it reads them.
    pub(crate) fn send(&self, bytes: &[u8]) {
        self.line.write(bytes);
    }

    /// Sends a message in pieces, each after the time that the line takes for its bytes. No answer comes
    /// between them: a board never interrupts itself.
    pub(crate) fn send_in_pieces(&self, pieces: &[Vec<u8>], time_of_a_byte: Duration) {
        let alone = self.line.writing.lock().unwrap();
        for piece in pieces {
            thread::sleep(time_of_a_byte * u32::try_from(piece.len()).unwrap());
            self.line.write_alone(&alone, piece);
        }
    }

    /// Frees the port for the next host after one that was killed. A pseudo-terminal stays exclusive
    /// then; a serial port doesn't.
    pub(crate) fn free(&self) {
        rustix::termios::ioctl_tiocnxcl(&self.host).unwrap();
    }
}

impl Drop for FarEnd {
    fn drop(&mut self) {
        self.cable.pull();
        self.bell = None;
        let _ = self.answering.take().map(JoinHandle::join);
    }
}

impl Line {
    /// Answers until the other end of `bell` is dropped.
    fn answer_until(&self, bell: &PipeReader, mut answer: impl FnMut(u8) -> Vec<u8>) {
        while self.is_heard_before(bell) {
            let mut bytes = [0; 256];
            let count = match rustix::io::read(&self.device, &mut bytes) {
                Ok(count) => count,
                Err(Errno::AGAIN | Errno::INTR) => 0,
                Err(error) => panic!("{error}"),
            };
            for &byte in &bytes[..count] {
                self.write(&answer(byte));
                self.commands.lock().unwrap().push(byte);
                self.asked.notify_all();
            }
        }
    }

    /// Waits for the host or the bell; whether it was the host alone.
    fn is_heard_before(&self, bell: &PipeReader) -> bool {
        let mut fds = [PollFd::new(bell, PollFlags::IN), PollFd::new(&self.device, PollFlags::IN)];
        match rustix::event::poll(&mut fds, None) {
            Ok(_) => fds[0].revents().is_empty(),
            Err(Errno::INTR) => true,
            Err(error) => panic!("{error}"),
        }
    }

    fn write(&self, bytes: &[u8]) {
        self.write_alone(&self.writing.lock().unwrap(), bytes);
    }

    fn write_alone(&self, _alone: &MutexGuard<'_, ()>, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let mut fds = [PollFd::new(&self.device, PollFlags::OUT)];
            let limit = Timespec::try_from(PATIENCE).unwrap();
            let ready = rustix::event::poll(&mut fds, Some(&limit));
            assert_ne!(ready, Ok(0), "the host reads nothing");
            match rustix::io::write(&self.device, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// Both ends of a new pseudo-terminal that neither echoes nor translates, and its name.
fn open_pair() -> (OwnedFd, OwnedFd, PathBuf) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let device = rustix::pty::openpt(flags).unwrap();
    rustix::pty::grantpt(&device).unwrap();
    rustix::pty::unlockpt(&device).unwrap();
    rustix::io::ioctl_fionbio(&device, true).unwrap();
    let path: PathBuf =
        rustix::pty::ptsname(&device, Vec::new()).unwrap().into_string().unwrap().into();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let host = rustix::fs::open(&path, flags, Mode::empty()).unwrap();
    let mut termios = rustix::termios::tcgetattr(&host).unwrap();
    termios.make_raw();
    rustix::termios::tcsetattr(&host, OptionalActions::Now, &termios).unwrap();
    (device, host, path)
}

/// What a DGT board answers to the opening and the keep-alive: reset, serial number 12345, version
/// 1.8, bus address 12345 (`drivers/dgt/README.md`, Messages). It keeps its squares and its clock to itself.
pub(crate) fn opening(command: u8) -> Vec<u8> {
    match command {
        0x45 => b"\x91\x00\x0812345".to_vec(),
        0x4D => vec![0x93, 0x00, 0x05, 0x01, 0x08],
        0x46 => vec![0x90, 0x00, 0x05, 0x60, 0x39],
        _ => Vec::new(),
    }
}

/// What is answered by a board that knows no question but that for its serial number.
pub(crate) fn serial_alone(command: u8) -> Vec<u8> {
    if command == 0x45 { opening(command) } else { Vec::new() }
}
