//! `touchmove watch` in a terminal: what it has taken over it gives back, however it is ended.

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

use crate::support::PrivateBus;
use crate::support::daemon::TOUCHMOVE;
use crate::support::looking::until;
use crate::support::patience::PATIENCE;
use crate::support::station::Station;

/// What takes the screen over and gives it back, hides the cursor and shows it (xterm's control sequences, `CSI ? h` and `l`).
const TAKE_SCREEN: &str = "\u{1b}[?1049h";
const LEAVE_SCREEN: &str = "\u{1b}[?1049l";
const HIDE_CURSOR: &str = "\u{1b}[?25l";
const SHOW_CURSOR: &str = "\u{1b}[?25h";

/// A terminal as a user has it, and the screen that runs in it.
struct Terminal {
    /// Whoever types there.
    keyboard: File,
    /// What the screen sees of it.
    own: File,
    before: Modes,
    written: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    child: Child,
}

/// How a terminal treats what is typed and written.
type Modes = [u32; 4];

impl Terminal {
    /// One of 80 columns and 24 rows, in which the screen is seen.
    fn with_screen(bus: &PrivateBus) -> Self {
        let (keyboard, own) = open_pair();
        let before = modes(&own);
        let child = Command::new(TOUCHMOVE)
            .args(["watch", "--bus", bus.address()])
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .stdin(own.try_clone().unwrap())
            .stdout(own.try_clone().unwrap())
            .stderr(own.try_clone().unwrap())
            .spawn()
            .unwrap();
        let written = listen(keyboard.try_clone().unwrap());
        let mut terminal = Self { keyboard, own, before, written, seen: Vec::new(), child };
        terminal.shows(TAKE_SCREEN);
        terminal.shows(HIDE_CURSOR);
        // Between its words the cursor is moved.
        terminal.shows("connected.");
        assert_ne!(modes(&terminal.own), terminal.before, "keys are read one by one");
        terminal
    }

    /// Waits until this is written there.
    fn shows(&mut self, what: &str) {
        let since = Instant::now();
        while !self.text().contains(what) {
            match self.written.recv_timeout(PATIENCE) {
                Ok(bytes) if since.elapsed() < PATIENCE => self.seen.extend(bytes),
                ended => panic!("{what:?}: {ended:?}; {:?}", self.text()),
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen has ended: everything is as it was.
    fn gives_back(mut self) {
        let status: ExitStatus = until(|| match self.child.try_wait() {
            Ok(Some(status)) => Ok(status),
            running => Err(format!("{running:?}")),
        });
        assert!(status.success(), "{status}");
        assert_eq!(modes(&self.own), self.before);
        // Who reads what is written learns of the end when nobody has the terminal open any more.
        self.own = self.keyboard.try_clone().unwrap();
        loop {
            match self.written.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("{:?}", self.text()),
            }
        }
        let text = self.text();
        assert!(text.rfind(LEAVE_SCREEN) > text.rfind(TAKE_SCREEN), "{text:?}");
        assert!(text.rfind(SHOW_CURSOR) > text.rfind(HIDE_CURSOR), "{text:?}");
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

#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_is_given_back_whichever_signal_ends_the_screen() {
    let station = Station::start().await;
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT] {
        let terminal = Terminal::with_screen(&station.bus);
        terminal.signal(signal);
        terminal.gives_back();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_terminal_is_given_back_where_a_key_leaves_the_screen() {
    let station = Station::start().await;
    for keys in ["q", "\u{3}"] {
        let mut terminal = Terminal::with_screen(&station.bus);
        terminal.types(keys);
        terminal.gives_back();
    }
}
