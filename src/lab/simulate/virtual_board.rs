//! A simulated board on a port of its own, playing in real time.

mod pace;

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant as RealInstant};

use rustix::event::{PollFd, PollFlags, Timespec};
use tokio::sync::watch;
use touchmove_drivers::Instant;
use touchmove_drivers::device::line::OnLine;

use self::pace::Pace;
pub use self::pace::{Speed, SpeedError};
use super::player::{PlayedTable, Progress};
use super::port::SimulatedPort;

/// After the end of all games, before they are told to be over: a host that reads has read all by
/// then.
const SETTLED: Duration = Duration::from_secs(3);
/// More bytes than a host that reads at all leaves unread; then they are lost.
const MAX_UNREAD_BYTES: usize = 1 << 16;

/// A simulated board. Hosts may come, go and come back; it plays on until it is dropped.
#[derive(Debug)]
pub struct VirtualBoard {
    path: PathBuf,
    progress: watch::Receiver<Progress>,
    cable: mpsc::Sender<Option<SimulatedPort>>,
    /// Rung when something was done to the cable; the board ends when it is dropped.
    bell: Option<PipeWriter>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

/// What is played at a port: one board, or a line with many.
pub trait AtPort: OnLine + Send {
    /// How far the play has come.
    fn progress(&self) -> Progress;

    /// A host has the port open. Boards that are asked before they tell learn more of it by what is asked.
    fn attend(&mut self, _now: Instant) {}
}

impl AtPort for PlayedTable {
    fn attend(&mut self, now: Instant) {
        self.attend(now);
    }

    fn progress(&self) -> Progress {
        self.progress()
    }
}

impl VirtualBoard {
    /// Opens a port and starts to serve it, on a thread of its own.
    ///
    /// # Errors
    /// No pseudo-terminal or no thread can be had.
    pub fn start(player: impl AtPort + 'static, speed: Speed) -> io::Result<Self> {
        let port = SimulatedPort::open()?;
        let path = port.path().to_owned();
        let (reporter, progress) = watch::channel(player.progress());
        let (cable, plugs) = mpsc::channel();
        let (bell, ringer) = io::pipe()?;
        let table = Table {
            player: Box::new(player),
            pace: Pace::new(speed, RealInstant::now()),
            port: Some(port),
            unread: Vec::new(),
            ended: None,
            reporter,
        };
        let thread = thread::Builder::new()
            .name(format!("board {}", path.display()))
            .spawn(move || table.serve(&plugs, bell))?;
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

    /// Waits until the last game has been played and a host has had the time to read all of it.
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
        let port = SimulatedPort::open()?;
        port.path().clone_into(&mut self.path);
        self.plug(Some(port))
    }

    fn plug(&self, port: Option<SimulatedPort>) -> io::Result<()> {
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
    player: Box<dyn AtPort>,
    pace: Pace,
    port: Option<SimulatedPort>,
    unread: Vec<u8>,
    /// When the last game ended.
    ended: Option<RealInstant>,
    reporter: watch::Sender<Progress>,
}

impl Table {
    /// Plays until the other end of the bell is dropped.
    fn serve(
        mut self,
        plugs: &mpsc::Receiver<Option<SimulatedPort>>,
        mut bell: PipeReader,
    ) -> io::Result<()> {
        loop {
            let now = RealInstant::now();
            self.pace.forgive(self.player.deadline(), now);
            let now = self.pace.moment(now);
            self.hear(now)?;
            self.player.timeout(now);
            self.tell()?;
            self.report();
            match self.wait(&bell)? {
                Wake::Board => {}
                Wake::Bell if bell.read(&mut [0])? == 0 => return Ok(()),
                Wake::Bell => self.port = plugs.try_recv().unwrap_or(None),
            }
        }
    }

    /// When there is something to do for the player, or the end to tell.
    fn deadline(&self) -> Option<RealInstant> {
        let player = self.player.deadline().and_then(|at| self.pace.real(at));
        let end = self.ended.filter(|_| !self.reporter.borrow().over);
        player.into_iter().chain(end.map(|ended| ended + SETTLED)).min()
    }

    /// Hands what the host has sent to the player.
    fn hear(&mut self, now: Instant) -> io::Result<()> {
        let Some(port) = &mut self.port else { return Ok(()) };
        port.look()?;
        if port.is_attended() {
            self.player.attend(now);
        }
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
        let within = self.unread.len() <= MAX_UNREAD_BYTES;
        match self.port.as_ref().filter(|port| port.is_attended() && within) {
            Some(port) => {
                let sent = port.write(&self.unread)?;
                self.unread.drain(..sent);
            }
            None => self.unread.clear(),
        }
        Ok(())
    }

    /// Tells of progress; of the end only when the host has had the time to read all.
    fn report(&mut self) {
        let mut progress = self.player.progress();
        if progress.over {
            progress.over = self.ended.get_or_insert_with(RealInstant::now).elapsed() >= SETTLED;
        }
        self.reporter.send_if_modified(|told| std::mem::replace(told, progress) != progress);
    }

    /// Waits until the bell rings, the port has news or room, or there is something to do or to tell.
    fn wait(&self, bell: &PipeReader) -> io::Result<Wake> {
        let timeout = self.deadline().map(|at| at.saturating_duration_since(RealInstant::now()));
        let timeout = timeout.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
        let mut fds = vec![PollFd::new(bell, PollFlags::IN)];
        if let Some(port) = &self.port {
            fds.extend(port.news().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
            if !self.unread.is_empty() {
                fds.push(PollFd::new(port, PollFlags::OUT));
            }
        }
        match rustix::event::poll(&mut fds, timeout.as_ref()) {
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

#[cfg(test)]
mod tests;
