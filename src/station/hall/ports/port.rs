//! The task that keeps one port open.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use touchmove_drivers::family::Family;
use touchmove_drivers::recording::Headers;
use touchmove_drivers::{Approach, Driver};

use crate::hall::surroundings::Surroundings;
use crate::link::address::Address;
use crate::link::connector::{Connectors, OpenedLink};
use crate::link::port::{Port, PortSettings};
use crate::link::replay::Replay;
use crate::link::{Link, LinkError};
use crate::session::{self, Ended, Heard, Meeting, PendingRequest};
use crate::sys::boottime::TimeSource;

/// A port to be kept open.
#[derive(Clone, Debug)]
pub struct KeptPort {
    /// Where it is, and who is looked for there.
    pub port: Port,
    /// How it is set.
    pub settings: PortSettings,
    /// How sure it is that a device of the family is there.
    pub approach: Approach,
    /// What may be there as well: families that are looked for in this order, before that of `port`.
    pub sooner: Vec<&'static Family>,
}

/// What happens at a port.
#[derive(Debug)]
pub enum PortEvent {
    /// It cannot be opened; it is tried again and again. Told once, until the reason changes.
    Failed(LinkError),
    /// It is open, and a driver talks to what is there.
    Opened {
        /// Whose driver.
        family: &'static Family,
        /// At a replay, what the recording says before its first record: which board it was, and
        /// more that its bytes do not tell.
        headers: Option<Box<Headers>>,
        /// The serial number of the device, as [`Link::device_number`] says it.
        number: Option<String>,
    },
    /// Something went by.
    Heard(Heard),
    /// It is closed again, after every board on it was told lost.
    Closed(Ended),
}

impl From<Heard> for PortEvent {
    fn from(heard: Heard) -> Self {
        Self::Heard(heard)
    }
}

/// Keeps `port` open and tells what happens there. Requests that come while it is closed are dropped
/// with their answers unsent.
///
/// Returns when nobody hears the events any more, and after the end of a replay, which is played
/// once. May be dropped at any time. `manner` is how a driver meets a device; a replay is listened to.
pub async fn keep(
    port: KeptPort,
    manner: Meeting,
    Surroundings { clock, connectors, .. }: Surroundings,
    mut requests: mpsc::Receiver<PendingRequest>,
    events: mpsc::Sender<PortEvent>,
) {
    let mut pause = Pause::of(port.approach);
    let (mut told, mut turn) = (None, 0);
    loop {
        let opened = tokio::select! {
            biased;
            opened = port.open(&connectors, turn, manner) => opened,
            () = events.closed() => return,
            () = refuse(&mut requests) => return,
        };
        match opened {
            Ok(mut way) => {
                told = None;
                let since = Instant::now();
                let ended = way.run(&clock, &mut requests, &events).await;
                drop(way);
                pause.after(since.elapsed());
                turn = match ended {
                    Ended::Lost => (turn + 1) % (port.sooner.len() + 1),
                    _ => 0,
                };
                if events.send(PortEvent::Closed(ended)).await.is_err() {
                    return;
                }
                if turn > 0 {
                    continue;
                }
            }
            Err(error) => {
                let reason = error.to_string();
                if told.as_ref() != Some(&reason) {
                    told = Some(reason);
                    if events.send(PortEvent::Failed(error)).await.is_err() {
                        return;
                    }
                }
            }
        }
        if port.port.is_replay() {
            return;
        }
        tokio::select! {
            () = events.closed() => return,
            () = refuse(&mut requests) => {}
            () = sleep(pause.next()) => {}
        }
    }
}

/// An open port and who talks over it.
struct Way {
    link: Box<dyn Link>,
    driver: Box<dyn Driver>,
    family: &'static Family,
    manner: Meeting,
    headers: Option<Box<Headers>>,
}

impl KeptPort {
    /// A port of which a person says what is there.
    pub fn named(port: Port, settings: PortSettings) -> Self {
        Self { port, settings, approach: Approach::Known, sooner: Vec::new() }
    }

    /// Opens it for the family whose turn it is.
    async fn open(
        &self,
        connectors: &Connectors,
        turn: usize,
        manner: Meeting,
    ) -> Result<Way, LinkError> {
        if let Address::Recording(path) = &self.port.address {
            let replay = Replay::open(path)?;
            let family = replay.family();
            return Ok(Way {
                headers: Some(Box::new(replay.headers().clone())),
                link: Box::new(replay),
                driver: family.driver(Approach::Known),
                family,
                manner: Meeting::Listen,
            });
        }
        let family = *self.sooner.get(turn).unwrap_or(&self.port.family);
        let port = self.port.of_family(family);
        let OpenedLink { link, transport } = connectors.open(&port, self.settings).await?;
        let driver = (family.driver)(self.approach, transport);
        Ok(Way { link, driver, family, manner, headers: None })
    }
}

impl Way {
    async fn run(
        &mut self,
        clock: &impl TimeSource,
        requests: &mut mpsc::Receiver<PendingRequest>,
        events: &mpsc::Sender<PortEvent>,
    ) -> Ended {
        let (headers, number) = (self.headers.take(), self.link.device_number());
        let opened = PortEvent::Opened { family: self.family, headers, number };
        if events.send(opened).await.is_err() {
            return Ended::Unheard;
        }
        let (link, driver) = (&mut *self.link, &mut *self.driver);
        session::run(link, driver, self.manner, clock, requests, events).await
    }
}

/// Drops every request, for ever.
async fn refuse(requests: &mut mpsc::Receiver<PendingRequest>) {
    while requests.recv().await.is_some() {}
    std::future::pending().await
}

/// How long to wait before the port is tried again: longer each time, until it stayed open.
#[derive(Debug)]
pub(in crate::hall) struct Pause {
    next: Duration,
    longest: Duration,
}

impl Pause {
    const FIRST: Duration = Duration::from_millis(250);
    /// A port that was open for so long worked.
    const STEADY: Duration = Duration::from_secs(10);

    /// A port that is only probed may be somebody else's: it is left alone for a minute at a time.
    pub(in crate::hall) const fn of(approach: Approach) -> Self {
        let longest = match approach {
            Approach::Known => Duration::from_secs(5),
            Approach::Probe => Duration::from_secs(60),
        };
        Self { next: Self::FIRST, longest }
    }

    /// The next one.
    pub(in crate::hall) fn next(&mut self) -> Duration {
        let next = self.next;
        self.next = (next * 2).min(self.longest);
        next
    }

    /// It was open for so long.
    pub(in crate::hall) fn after(&mut self, open: Duration) {
        if open >= Self::STEADY {
            self.next = Self::FIRST;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::path::Path;
    use std::sync::Arc;

    use tokio::sync::oneshot;
    use touchmove_drivers::observation::{LinkState, Observation};
    use touchmove_drivers::{Packet, Request, Unsupported};

    use super::*;
    use crate::link::fake::{self, Pty, TokioClock};
    use crate::session::HeardWhat;

    struct Kept {
        requests: mpsc::Sender<PendingRequest>,
        events: mpsc::Receiver<PortEvent>,
        task: tokio::task::JoinHandle<()>,
    }

    impl Kept {
        fn new(path: &Path) -> Self {
            let port = Port::parse(&format!("fake:{}", path.display()), &[&fake::SERIAL]);
            Self::of(port.unwrap())
        }

        fn of(port: Port) -> Self {
            let port = KeptPort::named(port, PortSettings::default());
            let (requests, requested) = mpsc::channel(1);
            let (tell, events) = mpsc::channel(64);
            let clock = Arc::new(TokioClock::start());
            let surroundings = Surroundings { clock, ..Surroundings::of_this_machine() };
            let task = tokio::spawn(keep(port, Meeting::Start, surroundings, requested, tell));
            Self { requests, events, task }
        }

        async fn next(&mut self) -> PortEvent {
            self.events.recv().await.expect("the port is kept")
        }

        /// Waits until `what` is heard; everything before it is passed over.
        async fn hears(&mut self, what: HeardWhat) {
            while !matches!(self.next().await, PortEvent::Heard(heard) if heard.what == what) {}
        }

        async fn ask(&self, request: Request) -> Option<Result<(), Unsupported>> {
            let (answer, answered) = oneshot::channel();
            self.requests.send(PendingRequest { unit: None, request, answer }).await.unwrap();
            answered.await.ok()
        }
    }

    fn link(state: LinkState) -> HeardWhat {
        HeardWhat::Observed { unit: None, since: None, observation: Observation::Link(state) }
    }

    #[tokio::test]
    async fn a_port_that_comes_back_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board");
        let mut pty = Pty::new();
        symlink(&pty.path, &path).unwrap();
        let mut kept = Kept::new(&path);
        assert!(
            matches!(kept.next().await, PortEvent::Opened { family, .. } if family.name == "fake")
        );
        pty.board.write_all(b"U").unwrap();
        kept.hears(link(LinkState::Up)).await;

        std::fs::remove_file(&path).unwrap();
        drop(pty);
        kept.hears(link(LinkState::Lost)).await;
        let closed = kept.next().await;
        assert!(matches!(closed, PortEvent::Closed(Ended::Link(LinkError::Gone { .. }))));
        assert!(matches!(kept.next().await, PortEvent::Failed(LinkError::Gone { .. })));

        let mut pty = Pty::new();
        symlink(&pty.path, &path).unwrap();
        assert!(matches!(kept.next().await, PortEvent::Opened { .. }));
        pty.board.write_all(b"U").unwrap();
        kept.hears(link(LinkState::Up)).await;
        assert_eq!(kept.ask(Request::ReadBoard).await, Some(Ok(())));
        kept.hears(HeardWhat::Sent(Packet::stream(b"b".to_vec()))).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_is_told_once_until_the_reason_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board");
        let mut kept = Kept::new(&path);
        assert!(matches!(kept.next().await, PortEvent::Failed(LinkError::Gone { .. })));
        sleep(Duration::from_secs(3_600)).await;
        assert!(kept.events.try_recv().is_err());
        symlink("/dev/null", &path).unwrap();
        assert!(matches!(kept.next().await, PortEvent::Failed(LinkError::NotSerial { .. })));
    }

    #[tokio::test(start_paused = true)]
    async fn a_replay_is_played_once() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "touchmove-recording 1\nboard dgt 12345\n0.0 link up\n9.0 end cut\n";
        std::fs::write(file.path(), text).unwrap();
        let mut kept = Kept::of(Port::replay(file.path()));
        let PortEvent::Opened { headers: Some(headers), .. } = kept.next().await else {
            panic!("a replay opens with its headers")
        };
        assert_eq!(headers.board.unwrap().to_string(), "dgt 12345");
        kept.hears(link(LinkState::Up)).await;
        assert_eq!(kept.ask(Request::ReadBoard).await, Some(Err(Unsupported(Request::ReadBoard))));
        kept.hears(link(LinkState::Lost)).await;
        let closed = kept.next().await;
        assert!(matches!(closed, PortEvent::Closed(Ended::Link(LinkError::Over { .. }))));
        kept.task.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn requests_to_a_closed_port_are_dropped() {
        let mut kept = Kept::new(Path::new("/dev/no-such-port"));
        assert!(matches!(kept.next().await, PortEvent::Failed(_)));
        assert_eq!(kept.ask(Request::ReadBoard).await, None);
        assert_eq!(kept.ask(Request::ReadBoard).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_port_that_nobody_hears_is_given_up() {
        let mut kept = Kept::new(Path::new("/dev/no-such-port"));
        assert!(matches!(kept.next().await, PortEvent::Failed(_)));
        drop(kept.events);
        kept.task.await.unwrap();
    }

    #[test]
    fn pauses_grow_to_five_seconds_until_the_port_stays_open() {
        let mut pause = Pause::of(Approach::Known);
        let millis: Vec<_> = (0..7).map(|_| pause.next().as_millis()).collect();
        assert_eq!(millis, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        pause.after(Duration::from_secs(9));
        let longest = pause.longest;
        assert_eq!(pause.next(), longest);
        pause.after(Duration::from_secs(10));
        assert_eq!(pause.next(), Pause::FIRST);
    }
}
