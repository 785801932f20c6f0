//! A simulated board on a port of its own, playing in real time.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant as RealInstant};

use rustix::event::{PollFd, PollFlags, Timespec};
use tokio::sync::watch;
use touchmove_drivers::Instant;

use super::player::{Player, Progress};
use super::port::Port;

/// How often a port is looked at for hosts that came or went.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long all must have been read before the end is told: bytes on their way through the kernel
/// are not seen.
const READ_FOR: Duration = Duration::from_millis(500);
/// More bytes than a host that reads at all leaves unread; then they are lost.
const MOST_UNREAD: usize = 1 << 16;

/// A simulated board. Hosts may come, go and come back; it plays on until it is dropped.
#[derive(Debug)]
pub struct VirtualBoard {
    path: PathBuf,
    progress: watch::Receiver<Progress>,
    cable: mpsc::Sender<Option<Port>>,
    /// Rung when something was done to the cable; the board ends when it is dropped.
    bell: Option<PipeWriter>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

/// How much faster than real time the simulation goes: play, scan and wire.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Speed(f64);

/// A text that is no speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a speed: give a factor from 0.1 to 1000")]
pub struct SpeedError;

impl VirtualBoard {
    /// Opens a port and starts to serve it, on a thread of its own.
    ///
    /// # Errors
    /// No pseudo-terminal or no thread can be had.
    pub fn start(player: Player, speed: Speed) -> io::Result<Self> {
        let port = Port::open()?;
        let path = port.path().to_owned();
        let (reporter, progress) = watch::channel(player.progress());
        let (cable, plugs) = mpsc::channel();
        let (bell, ringer) = io::pipe()?;
        let start = RealInstant::now();
        let table =
            Table { player, speed, start, port: Some(port), unread: Vec::new(), read_since: None };
        let thread = thread::Builder::new()
            .name(format!("board {}", path.display()))
            .spawn(move || table.serve(&plugs, bell, &reporter))?;
        Ok(Self { path, progress, cable, bell: Some(ringer), thread: Some(thread) })
    }

    /// The name by which hosts open the port.
    pub fn port(&self) -> &Path {
        &self.path
    }

    /// How far the play has come, and news of it.
    pub fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.clone()
    }

    /// Waits until the last game has been played and all bytes of it have been read.
    ///
    /// # Errors
    /// The port has failed.
    pub async fn over(&mut self) -> io::Result<()> {
        self.until(|progress| progress.over).await
    }

    /// Waits until `reached` holds of the progress.
    ///
    /// # Errors
    /// The port has failed.
    pub async fn until(&mut self, reached: impl FnMut(&Progress) -> bool) -> io::Result<()> {
        if self.progress.wait_for(reached).await.is_ok() {
            return Ok(());
        }
        Err(self.end().err().unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()))
    }

    /// Pulls the cable: the port is gone. The play goes on.
    ///
    /// # Errors
    /// The board has failed before.
    pub fn unplug(&self) -> io::Result<()> {
        self.plug(None)
    }

    /// Puts the cable into another port, whose name [`VirtualBoard::port`] gives from now on.
    ///
    /// # Errors
    /// No pseudo-terminal can be opened, or the board has failed before.
    pub fn plug_in(&mut self) -> io::Result<()> {
        let port = Port::open()?;
        port.path().clone_into(&mut self.path);
        self.plug(Some(port))
    }

    fn plug(&self, port: Option<Port>) -> io::Result<()> {
        self.cable.send(port).map_err(io::Error::other)?;
        self.bell.as_ref().map_or(Ok(()), |mut bell| bell.write_all(&[0]))
    }

    /// Stops the thread and returns what it ended with.
    fn end(&mut self) -> io::Result<()> {
        self.bell = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(ended)) => ended,
            Some(Err(_)) => Err(io::Error::other("the simulated board has panicked")),
            None => Ok(()),
        }
    }
}

impl Drop for VirtualBoard {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// The board with its players, its port, and what its host has yet to read.
struct Table {
    player: Player,
    speed: Speed,
    start: RealInstant,
    port: Option<Port>,
    unread: Vec<u8>,
    /// Since when the host has read all that was sent.
    read_since: Option<RealInstant>,
}

impl Table {
    /// Plays until the other end of the bell is dropped.
    fn serve(
        mut self,
        plugs: &mpsc::Receiver<Option<Port>>,
        mut bell: PipeReader,
        reporter: &watch::Sender<Progress>,
    ) -> io::Result<()> {
        let mut next_look = self.start;
        loop {
            if next_look <= RealInstant::now() {
                self.port.as_mut().map_or(Ok(()), Port::look)?;
                next_look = RealInstant::now() + LOOK_EVERY;
            }
            self.hear()?;
            self.player.timeout(self.now());
            self.tell()?;
            self.report(reporter)?;
            match self.wait(&bell, next_look)? {
                Wake::Board => {}
                Wake::Bell => {
                    if bell.read(&mut [0])? == 0 {
                        return Ok(());
                    }
                    self.port = plugs.try_recv().unwrap_or(None);
                    next_look = RealInstant::now();
                }
            }
        }
    }

    /// The present moment of the simulation.
    fn now(&self) -> Instant {
        Instant::ZERO + self.speed.simulated(self.start.elapsed())
    }

    /// When the player has something to do.
    fn deadline(&self) -> Option<RealInstant> {
        let simulated = self.player.deadline()?.since(Instant::ZERO);
        // Rounded up, so that the moment has come when the timer fires.
        let real = simulated.div_f64(self.speed.0) + Duration::from_micros(1);
        self.start.checked_add(real)
    }

    /// Hands what the host has sent to the player.
    fn hear(&mut self) -> io::Result<()> {
        let Some(port) = &mut self.port else { return Ok(()) };
        let now = Instant::ZERO + self.speed.simulated(self.start.elapsed());
        let mut buffer = [0; 256];
        while let Some(count) = port.read(&mut buffer)? {
            self.player.receive(now, &buffer[..count]);
        }
        Ok(())
    }

    /// Sends what has arrived to the host; to nobody it is lost.
    fn tell(&mut self) -> io::Result<()> {
        while let Some(message) = self.player.poll() {
            self.unread.extend(message);
        }
        let within = self.unread.len() <= MOST_UNREAD;
        match self.port.as_ref().filter(|port| port.is_attended() && within) {
            Some(port) => {
                let written = port.write(&self.unread)?;
                self.unread.drain(..written);
            }
            None => self.unread.clear(),
        }
        Ok(())
    }

    /// Tells of progress; of the end only when the host has read all.
    fn report(&mut self, reporter: &watch::Sender<Progress>) -> io::Result<()> {
        let mut progress = self.player.progress();
        if let Some(port) = &self.port {
            let is_read = self.unread.is_empty() && port.is_read()?;
            self.read_since = is_read.then(|| self.read_since.unwrap_or_else(RealInstant::now));
            progress.over &= self.read_since.is_some_and(|since| since.elapsed() >= READ_FOR);
        }
        reporter.send_if_modified(|told| std::mem::replace(told, progress) != progress);
        Ok(())
    }

    /// Waits until the port is ready, the bell rings, the player has something to do, or it is time
    /// to look at the port.
    fn wait(&self, bell: &PipeReader, next_look: RealInstant) -> io::Result<Wake> {
        let until = self.deadline().map_or(next_look, |deadline| deadline.min(next_look));
        let timeout = Timespec::try_from(until.saturating_duration_since(RealInstant::now()))
            .map_err(io::Error::other)?;
        let mut wanted = PollFlags::IN;
        wanted.set(PollFlags::OUT, !self.unread.is_empty());
        let bell = PollFd::new(bell, PollFlags::IN);
        let port = self.port.iter().map(|port| PollFd::new(port, wanted));
        let mut fds: Vec<_> = std::iter::once(bell).chain(port).collect();
        match rustix::event::poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(if fds[0].revents().is_empty() { Wake::Board } else { Wake::Bell })
    }
}

/// Why a wait has ended.
enum Wake {
    /// The board has something to do, or may have.
    Board,
    /// The bell has rung.
    Bell,
}

impl Speed {
    /// As in real life.
    pub const REAL: Self = Self(1.0);

    /// A factor from 0.1 to 1000; `None` outside.
    pub fn new(factor: f64) -> Option<Self> {
        (0.1..=1_000.0).contains(&factor).then_some(Self(factor))
    }

    /// How much simulated time passes in a span of real time.
    fn simulated(self, real: Duration) -> Duration {
        real.mul_f64(self.0)
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        text.parse().ok().and_then(Self::new).ok_or(SpeedError)
    }
}

#[cfg(test)]
mod tests;
