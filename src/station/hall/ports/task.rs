//! The task of one port: the port is kept open, what is heard there goes to its boards, and when either has fallen over
//! both are started again.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::hall::boards::condition::Loss;
use crate::hall::news::News;
use crate::hall::ports::attend::{Attendance, Reports};
use crate::hall::ports::port::{KeptPort, Pause, PortEvent, keep};
use crate::hall::surroundings::Surroundings;
use crate::session::Meeting;

/// A port is given up when this is dropped.
pub(in crate::hall) type GiveUp = oneshot::Sender<Infallible>;

/// One port, and what looks after it.
pub(in crate::hall) struct PortTask {
    port: KeptPort,
    surroundings: Surroundings,
    reports: Reports,
    given_up: oneshot::Receiver<Infallible>,
}

impl PortTask {
    pub(in crate::hall) fn new(
        port: KeptPort,
        surroundings: Surroundings,
        reports: Reports,
    ) -> (Self, GiveUp) {
        let (give_up, given_up) = oneshot::channel();
        (Self { port, surroundings, reports, given_up }, give_up)
    }

    /// Looks after the port until it is given up, or has nothing more to tell. May be dropped at any time.
    pub(in crate::hall) async fn run(mut self) {
        let mut pause = Pause::of(self.port.approach);
        loop {
            let since = Instant::now();
            let (requests, requested) = mpsc::channel(8);
            let (events, happened) = mpsc::channel(64);
            let port = self.port.port.clone();
            let clock = self.surroundings.clock.clone();
            let mut attendance = Attendance::new(port, clock, requests, self.reports.clone());
            let keeping = keep(
                self.port.clone(),
                Meeting::Resume,
                self.surroundings.clone(),
                requested,
                events,
            );
            let attended = self.attend_while(keeping, &mut attendance, happened);
            // Whatever a driver does with what it hears, other ports and this port's boards do not fall with it.
            let loss = AssertUnwindSafe(attended).catch_unwind().await.unwrap_or_else(|panic| {
                let why = message_of(&*panic);
                tracing::error!(
                    "{}: what looks after it fell over and is started again: {why}",
                    self.port.port
                );
                Loss::FellOver
            });
            let is_over = loss != Loss::FellOver;
            attendance.leave(loss).await;
            if is_over {
                return;
            }
            pause.after(since.elapsed());
            tokio::select! {
                _ = &mut self.given_up => {
                    let gone = News::Port { place: self.reports.place, view: None };
                    let _ = self.reports.news.send(gone).await;
                    return;
                }
                () = tokio::time::sleep(pause.next()) => {}
            }
        }
    }

    /// Brings what happens at the port to its boards until it is kept no longer; why its boards are lost then. What had
    /// happened before the port was given up is brought to them still.
    async fn attend_while(
        &mut self,
        keeping: impl Future<Output = ()>,
        attendance: &mut Attendance,
        happened: mpsc::Receiver<PortEvent>,
    ) -> Loss {
        let keeping = async {
            tokio::select! {
                () = keeping => Loss::Unsaid,
                _ = &mut self.given_up => Loss::Unplugged,
            }
        };
        tokio::join!(keeping, attendance.attend(happened)).0
    }
}

/// What was said by what fell over.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use tokio::task::JoinHandle;
    use touchmove_drivers::Observation;
    use touchmove_drivers::observation::LinkState;

    use super::*;
    use crate::hall::boards::board::ToBoard;
    use crate::hall::ports::call::Call;
    use crate::hall::ports::port_view::{PortPlace, PortState};
    use crate::hall::ports::seating::{Berth, Seating};
    use crate::link::fake::{self, Pty};
    use crate::link::port::{Port, PortSettings};

    /// A port that is looked after, with a board on it, and the hall's side of it.
    struct Bench {
        pty: Pty,
        calls: mpsc::Receiver<Call>,
        news: mpsc::Receiver<News>,
        give_up: Option<GiveUp>,
        task: JoinHandle<()>,
    }

    impl Bench {
        fn new() -> Self {
            let pty = Pty::new();
            let name = format!("fake:{}", pty.path.display());
            let port = Port::parse(&name, &[&fake::SERIAL]).unwrap();
            let (hall, calls) = mpsc::channel(8);
            let (tell, news) = mpsc::channel(64);
            let state = tempfile::tempdir().unwrap();
            let seating = Seating::in_folder(state.path());
            let reports = Reports { place: PortPlace(1), hall, news: tell, seating };
            let port = KeptPort::named(port, PortSettings::default());
            let (task, give_up) = PortTask::new(port, Surroundings::of_this_machine(), reports);
            Self { pty, calls, news, give_up: Some(give_up), task: tokio::spawn(task.run()) }
        }

        /// The board says who it is, and is let in; its side of it.
        async fn seat(&mut self) -> mpsc::Receiver<ToBoard> {
            self.until(|state| matches!(state, Some(PortState::Searching { tried, .. }) if !tried.is_empty()))
                .await;
            self.pty.board.write_all(b"US").unwrap();
            let call = self.calls.recv().await.unwrap();
            let (inbox, mut outbox) = mpsc::channel(64);
            call.answer.send(Ok(inbox)).unwrap();
            let Some(ToBoard::Attached { answer, .. }) = outbox.recv().await else { panic!() };
            answer.send(Ok(Berth::default())).unwrap();
            self.until(|state| matches!(state, Some(PortState::Serving))).await;
            outbox
        }

        async fn until(&mut self, is_so: impl Fn(Option<&PortState>) -> bool) {
            loop {
                let Some(News::Port { view, .. }) = self.news.recv().await else { panic!() };
                if is_so(view.as_ref().map(|view| &view.state)) {
                    return;
                }
            }
        }
    }

    /// Why a board is lost.
    async fn loss(outbox: &mut mpsc::Receiver<ToBoard>) -> Loss {
        let mut is_lost = false;
        loop {
            match outbox.recv().await.unwrap() {
                ToBoard::Left(loss) => {
                    assert!(is_lost, "first it is told lost");
                    return loss;
                }
                ToBoard::Heard { observation, .. } => {
                    is_lost = observation == Observation::Link(LinkState::Lost);
                }
                _ => {}
            }
        }
    }

    #[tokio::test]
    async fn a_port_whose_driver_falls_over_is_started_again_and_no_other_board_notices() {
        let (mut one, mut other) = (Bench::new(), Bench::new());
        let (mut falls, mut stays) = (one.seat().await, other.seat().await);
        one.pty.board.write_all(b"X").unwrap();
        assert_eq!(loss(&mut falls).await, Loss::FellOver);
        one.until(|state| matches!(state, Some(PortState::FellOver))).await;
        let mut again = one.seat().await;
        one.pty.board.write_all(b"\x07").unwrap();
        other.pty.board.write_all(b"\x08").unwrap();
        for (outbox, charge) in [(&mut again, 7), (&mut stays, 8)] {
            loop {
                match outbox.recv().await.unwrap() {
                    ToBoard::Heard { observation: Observation::Battery(heard), .. } => {
                        assert_eq!(heard, charge);
                        break;
                    }
                    ToBoard::Left(_) => panic!("it is there"),
                    _ => {}
                }
            }
        }
    }

    #[tokio::test]
    async fn a_port_that_is_given_up_is_told_gone_and_its_board_lost() {
        let mut bench = Bench::new();
        let mut outbox = bench.seat().await;
        bench.give_up = None;
        assert_eq!(loss(&mut outbox).await, Loss::Unplugged);
        bench.until(|state| state.is_none()).await;
        bench.task.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_port_that_fell_over_is_given_up_in_its_pause_too() {
        let mut bench = Bench::new();
        let _outbox = bench.seat().await;
        bench.pty.board.write_all(b"X").unwrap();
        bench.until(|state| matches!(state, Some(PortState::FellOver))).await;
        bench.give_up = None;
        bench.until(|state| state.is_none()).await;
        let ended = tokio::time::timeout(Duration::from_secs(60), bench.task).await;
        ended.unwrap().unwrap();
    }
}
