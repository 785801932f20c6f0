//! The pump: any driver over any link.

mod heard;
mod pace;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use touchmove_drivers::observation::{LinkState, Observation};
use touchmove_drivers::{Driver, Instant, Output, Packet, Request, Unit};

pub use heard::{Ended, Heard, HeardWhat, NoAnswer, PendingRequest, Requests};

use self::pace::Pace;
use crate::link::{Link, LinkError};
use crate::sys::boottime::TimeSource;

/// How a driver meets its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// It opens the device and asks.
    Start,
    /// The same, and waits to be told what was known of the board before: [`Request::GoOn`] is to be
    /// asked of it.
    Resume,
    /// It only listens.
    Listen,
}

/// How long a link may take to accept one message.
pub const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// Most bytes taken in one read: more than any packet has.
const READ_MAX: usize = 4096;

/// Runs `driver` over `link` until either ends it, telling everything that goes by to `hear`. At the
/// end every board that was there is told lost. May be dropped at any time.
pub async fn run<E: From<Heard>>(
    link: &mut dyn Link,
    driver: &mut dyn Driver,
    manner: Meeting,
    clock: &dyn TimeSource,
    requests: &mut mpsc::Receiver<PendingRequest>,
    hear: &mpsc::Sender<E>,
) -> Ended {
    let now = clock.now();
    let (pace, present) = (Pace::new(now), BTreeSet::new());
    let mut session = Session { link, driver, clock, now, hear, pace, present };
    let Err(ended) = session.pump(manner, requests).await;
    session.tell_rest().await;
    session.tell_lost().await;
    ended
}

struct Session<'a, E> {
    link: &'a mut dyn Link,
    driver: &'a mut dyn Driver,
    clock: &'a dyn TimeSource,
    /// Time of the last call of the driver: all that it puts out belongs to it.
    now: Instant,
    hear: &'a mpsc::Sender<E>,
    /// How fast the device may talk.
    pace: Pace,
    /// The boards that have been heard of and not told lost.
    present: BTreeSet<Option<Unit>>,
}

impl<E: From<Heard>> Session<'_, E> {
    async fn pump(
        &mut self,
        manner: Meeting,
        requests: &mut mpsc::Receiver<PendingRequest>,
    ) -> Result<Infallible, Ended> {
        let mut buffer = [0; READ_MAX];
        match manner {
            Meeting::Start => self.driver.start(self.now),
            Meeting::Resume => {
                self.driver.start(self.now);
                // A driver whose device remembers nothing has nothing to wait for.
                let _ = self.driver.request(self.now, None, Request::AwaitWord);
            }
            Meeting::Listen => self.driver.listen(self.now),
        }
        loop {
            self.drain().await?;
            let deadline = self.driver.deadline();
            let waits = self.pace.waits_until(self.clock.now());
            tokio::select! {
                biased;
                () = self.hear.closed() => return Err(Ended::Unheard),
                Some(PendingRequest { unit, request, answer }) = requests.recv() => {
                    self.now = self.clock.now();
                    let _ = answer.send(self.driver.request(self.now, unit.as_ref(), request));
                }
                packet = read_from(self.link, &mut buffer, waits, self.clock) => {
                    let packet = packet?;
                    self.now = self.clock.now();
                    self.pace.read(self.now, packet.bytes.len());
                    self.tell(HeardWhat::Received(packet.to_vec())).await?;
                    self.driver.receive(self.now, packet);
                }
                () = passed(deadline, self.clock) => self.now = self.clock.now(),
            }
            // A device that talks without pause must not keep a deadline from being met.
            if self.driver.deadline().is_some_and(|deadline| deadline <= self.now) {
                self.driver.timeout(self.now);
            }
        }
    }

    /// Takes everything from the driver.
    async fn drain(&mut self) -> Result<(), Ended> {
        while let Some(output) = self.driver.poll() {
            match output {
                Output::Observed { unit, since, observation } => {
                    self.observe(unit, since, observation).await?;
                }
                Output::Answer { unit, since, packet } => {
                    self.tell(HeardWhat::Answer { unit, since, packet }).await?;
                }
                Output::Send(packet) => {
                    let written = timeout(WRITE_LIMIT, self.link.write(packet.as_slice())).await;
                    written.map_err(|_| Ended::Stuck)??;
                    self.tell(HeardWhat::Sent(packet)).await?;
                }
                Output::Lost => return Err(Ended::Lost),
            }
        }
        Ok(())
    }

    async fn observe(
        &mut self,
        unit: Option<Unit>,
        since: Option<Instant>,
        observation: Observation,
    ) -> Result<(), Ended> {
        match observation {
            Observation::Link(LinkState::Lost) => self.present.remove(&unit),
            _ => self.present.insert(unit.clone()),
        };
        self.tell(HeardWhat::Observed { unit, since, observation }).await
    }

    /// What was read before the link failed is told, though an answer to it could not be sent.
    async fn tell_rest(&mut self) {
        while let Some(output) = self.driver.poll() {
            if let Output::Observed { unit, since, observation } = output {
                let _ = self.observe(unit, since, observation).await;
            }
        }
    }

    async fn tell_lost(&mut self) {
        self.now = self.clock.now();
        for unit in std::mem::take(&mut self.present) {
            let observation = Observation::Link(LinkState::Lost);
            let _ = self.tell(HeardWhat::Observed { unit, since: None, observation }).await;
        }
    }

    async fn tell(&mut self, what: HeardWhat) -> Result<(), Ended> {
        let heard = Heard { at: self.now, what };
        self.hear.send(heard.into()).await.map_err(|_| Ended::Unheard)
    }
}

/// Reads what comes, from that moment on.
async fn read_from<'buffer>(
    link: &mut dyn Link,
    buffer: &'buffer mut [u8],
    from: Option<Instant>,
    clock: &dyn TimeSource,
) -> Result<Packet<&'buffer [u8]>, LinkError> {
    if from.is_some() {
        passed(from, clock).await;
    }
    link.read(buffer).await
}

/// Waits until `deadline` has passed; for ever where there is none.
async fn passed(deadline: Option<Instant>, clock: &dyn TimeSource) {
    match deadline {
        Some(deadline) => sleep(deadline.since(clock.now())).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
    use tokio::sync::oneshot;
    use touchmove_drivers::Unsupported;

    use super::*;
    use crate::link::fake::{ASKS_EVERY, FakeDriver, FakeLink, TokioClock};

    /// A session in a task of its own, and all that reaches it.
    struct Bench {
        device: DuplexStream,
        requests: mpsc::Sender<PendingRequest>,
        heard: mpsc::Receiver<Heard>,
        session: tokio::task::JoinHandle<Ended>,
    }

    impl Bench {
        fn new(manner: Meeting) -> Self {
            let (ours, device) = tokio::io::duplex(64);
            let (requests, mut requested) = mpsc::channel(1);
            let (hear, heard) = mpsc::channel(64);
            let session = tokio::spawn(async move {
                let (mut link, mut driver) = (FakeLink(ours), FakeDriver::default());
                let clock = TokioClock::start();
                run(&mut link, &mut driver, manner, &clock, &mut requested, &hear).await
            });
            Self { device, requests, heard, session }
        }

        async fn next(&mut self) -> HeardWhat {
            self.heard.recv().await.expect("the session goes on").what
        }

        async fn ask(&self, request: Request) -> Result<(), Unsupported> {
            let (answer, answered) = oneshot::channel();
            self.requests.send(PendingRequest { unit: None, request, answer }).await.unwrap();
            answered.await.unwrap()
        }
    }

    fn received(bytes: &[u8]) -> HeardWhat {
        HeardWhat::Received(Packet::stream(bytes.to_vec()))
    }

    fn sent(bytes: &[u8]) -> HeardWhat {
        HeardWhat::Sent(Packet::stream(bytes.to_vec()))
    }

    fn observed(observation: Observation) -> HeardWhat {
        HeardWhat::Observed { unit: None, since: None, observation }
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_is_told_before_what_follows_from_it_and_with_its_time() {
        let mut bench = Bench::new(Meeting::Start);
        assert_eq!(bench.next().await, sent(b"?"));
        tokio::time::advance(Duration::from_millis(400)).await;
        bench.device.write_all(b"U\x07").await.unwrap();
        let at = Instant::from_millis(400);
        for what in [
            received(b"U\x07"),
            observed(Observation::Link(LinkState::Up)),
            observed(Observation::Battery(7)),
        ] {
            assert_eq!(bench.heard.recv().await, Some(Heard { at, what }));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn deadlines_are_met_at_their_time_and_the_driver_ends_it() {
        let mut bench = Bench::new(Meeting::Start);
        for (second, bytes) in [(0, b"?"), (1, b"."), (2, b"."), (3, b".")] {
            let at = Instant::ZERO + ASKS_EVERY * second;
            let what = sent(bytes);
            assert_eq!(bench.heard.recv().await, Some(Heard { at, what }));
        }
        assert_eq!(bench.heard.recv().await, None, "it was never there, so it is not told lost");
        assert!(matches!(bench.session.await.unwrap(), Ended::Lost));
    }

    #[tokio::test(start_paused = true)]
    async fn a_listening_driver_sends_nothing_and_waits_for_ever() {
        let mut bench = Bench::new(Meeting::Listen);
        tokio::time::advance(Duration::from_secs(86_400)).await;
        bench.device.write_all(b"\x09").await.unwrap();
        assert_eq!(bench.next().await, received(b"\x09"));
        assert_eq!(bench.next().await, observed(Observation::Battery(9)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_reaches_the_device_or_is_refused() {
        let mut bench = Bench::new(Meeting::Start);
        assert_eq!(bench.ask(Request::ReadBoard).await, Ok(()));
        let refused = Unsupported(Request::ReadClock);
        assert_eq!(bench.ask(Request::ReadClock).await, Err(refused));
        let mut heard = [0; 2];
        bench.device.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"?b");
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_without_requesters_goes_on() {
        let mut bench = Bench::new(Meeting::Start);
        bench.requests = mpsc::channel(1).0;
        bench.device.write_all(b"U").await.unwrap();
        assert_eq!(bench.next().await, sent(b"?"));
        assert_eq!(bench.next().await, received(b"U"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_board_that_was_there_is_told_lost_when_the_link_fails() {
        let mut bench = Bench::new(Meeting::Listen);
        bench.device.write_all(b"U").await.unwrap();
        drop(bench.device);
        let lost = observed(Observation::Link(LinkState::Lost));
        let up = observed(Observation::Link(LinkState::Up));
        assert_eq!(bench.heard.recv().await.unwrap().what, received(b"U"));
        assert_eq!(bench.heard.recv().await.unwrap().what, up);
        assert_eq!(bench.heard.recv().await.unwrap().what, lost);
        let ended = bench.session.await.unwrap();
        assert!(matches!(ended, Ended::Link(LinkError::Gone { .. })), "{ended}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_read_is_told_though_it_cannot_be_answered() {
        let mut bench = Bench::new(Meeting::Listen);
        bench.device.write_all(b"?U\x07").await.unwrap();
        drop(bench.device);
        let states = [LinkState::Up, LinkState::Lost].map(Observation::Link);
        let [up, lost] = states.map(observed);
        let battery = observed(Observation::Battery(7));
        for what in [received(b"?U\x07"), up, battery, lost] {
            assert_eq!(bench.heard.recv().await.unwrap().what, what);
        }
        let ended = bench.session.await.unwrap();
        assert!(matches!(ended, Ended::Link(LinkError::Gone { .. })), "{ended}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_link_that_takes_no_bytes_ends_the_session() {
        let bench = Bench::new(Meeting::Start);
        // 64 bytes fit into the link, and nobody reads them
        while !bench.session.is_finished() {
            let (answer, _) = oneshot::channel();
            let _ = bench
                .requests
                .send(PendingRequest { unit: None, request: Request::ReadBoard, answer })
                .await;
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        assert!(matches!(bench.session.await.unwrap(), Ended::Stuck));
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_that_nobody_hears_ends() {
        let bench = Bench::new(Meeting::Listen);
        drop(bench.heard);
        assert!(matches!(bench.session.await.unwrap(), Ended::Unheard));
    }
}
