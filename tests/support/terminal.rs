//! A terminal as a user has it, and a command that runs in it.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::OpenptFlags;
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use super::looking::until;
use super::patience::PATIENCE;

/// A terminal of 80 columns and 24 rows, and what runs in it.
pub(crate) struct Terminal {
    /// Whoever types there.
    keyboard: File,
    /// What the command sees of it.
    own: File,
    before: Modes,
    written: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    child: Child,
}

/// How a terminal treats what is typed and written.
type Modes = [u32; 4];

impl Terminal {
    /// Starts a command there, in English.
    pub(crate) fn run(command: &mut Command) -> Self {
        let (keyboard, own) = open_pair();
        let before = modes(&own);
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command.stdin(own.try_clone().unwrap()).stdout(own.try_clone().unwrap());
        let child = command.stderr(own.try_clone().unwrap()).spawn().unwrap();
        let written = listen(keyboard.try_clone().unwrap());
        Self { keyboard, own, before, written, seen: Vec::new(), child }
    }

    /// Waits until this is written there.
    pub(crate) fn shows(&mut self, what: &str) {
        let since = Instant::now();
        while !self.text().contains(what) {
            match self.written.recv_timeout(PATIENCE) {
                Ok(bytes) if since.elapsed() < PATIENCE => self.seen.extend(bytes),
                ended => panic!("{what:?}: {ended:?}; {:?}", self.text()),
            }
        }
    }

    /// Whether it treats what is typed as it did before.
    pub(crate) fn is_as_it_was(&self) -> bool {
        modes(&self.own) == self.before
    }

    /// What was written so far.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }

    /// Sends the command a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Types.
    pub(crate) fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the command has ended: how, and all that was written. The terminal is as it was.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let status = until(|| match self.child.try_wait() {
            Ok(Some(status)) => Ok(status),
            running => Err(format!("{running:?}")),
        });
        assert!(self.is_as_it_was());
        // Who reads what is written learns of the end when nobody has the terminal open any more.
        self.own = self.keyboard.try_clone().unwrap();
        loop {
            match self.written.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("{:?}", self.text()),
            }
        }
        (status, self.text())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Both ends of a new pseudo-terminal as a shell finds it.
fn open_pair() -> (File, File) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let far = rustix::pty::openpt(flags).unwrap();
    rustix::pty::grantpt(&far).unwrap();
    rustix::pty::unlockpt(&far).unwrap();
    let path = rustix::pty::ptsname(&far, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let own = rustix::fs::open(path, flags, Mode::empty()).unwrap();
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&own, size).unwrap();
    (far.into(), own.into())
}

fn modes(terminal: &File) -> Modes {
    let Termios { input_modes, output_modes, control_modes, local_modes, .. } =
        tcgetattr(terminal).unwrap();
    [input_modes.bits(), output_modes.bits(), control_modes.bits(), local_modes.bits()]
}

/// Reads what is written to a terminal until nobody has it open any more.
fn listen(mut far: File) -> Receiver<Vec<u8>> {
    let (send, written) = channel();
    thread::spawn(move || {
        let mut bytes = vec![0; 4_096];
        while let Ok(count) = far.read(&mut bytes) {
            if send.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    written
}
