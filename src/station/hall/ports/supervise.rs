//! The supervised task of one port: the port is kept open, what is heard there goes to its boards, and what has
//! fallen over is started again.

use std::convert::Infallible;
use std::ops::{Deref, DerefMut};

use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinError, JoinHandle};

use crate::hall::boards::condition::Loss;
use crate::hall::news::News;
use crate::hall::ports::attend::{Attendance, Reports};
use crate::hall::ports::port::{KeptPort, Pause, keep};
use crate::hall::surroundings::Surroundings;
use crate::session::Manner;

/// Looks after a port until it is given up, which is when the other end of `given_up` is dropped, or until it has
/// nothing more to tell. May be dropped at any time.
pub(in crate::hall) async fn supervise(
    port: KeptPort,
    surroundings: Surroundings,
    reports: Reports,
    mut given_up: oneshot::Receiver<Infallible>,
) {
    let mut pause = Pause::of(port.approach);
    loop {
        let since = tokio::time::Instant::now();
        let (requests, requested) = mpsc::channel(8);
        let (events, happened) = mpsc::channel(64);
        let attendance = Attendance::new(
            port.port.clone(),
            surroundings.clock.clone(),
            requests,
            reports.clone(),
        );
        let mut attending = Guarded(tokio::spawn(attendance.attend(happened)));
        let keeping = keep(port.clone(), Manner::Resume, surroundings.clone(), requested, events);
        let mut keeping = Guarded(tokio::spawn(keeping));
        let kept = tokio::select! {
            kept = &mut *keeping => kept,
            _ = &mut given_up => {
                keeping.abort();
                (&mut *keeping).await
            }
        };
        let attended = (&mut *attending).await;
        let loss = match (&kept, &attended) {
            (Err(error), _) | (_, Err(error)) if error.is_panic() => {
                say_fallen(&port, error);
                Loss::FellOver
            }
            (Err(_), _) | (_, Err(_)) => Loss::Unplugged,
            (Ok(()), Ok(_)) => Loss::Unsaid,
        };
        let has_fallen = loss == Loss::FellOver;
        if let Ok(attendance) = attended {
            attendance.leave(loss).await;
        }
        if !has_fallen {
            return;
        }
        pause.after(since.elapsed());
        tokio::select! {
            _ = &mut given_up => {
                let gone = News::Port { place: reports.place, view: None };
                let _ = reports.news.send(gone).await;
                return;
            }
            () = tokio::time::sleep(pause.next()) => {}
        }
    }
}

fn say_fallen(port: &KeptPort, error: &JoinError) {
    tracing::error!("{}: what looks after it fell over and is started again: {error}", port.port);
}

/// A task that ends with its value.
struct Guarded<T>(JoinHandle<T>);

impl<T> Deref for Guarded<T> {
    type Target = JoinHandle<T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use touchmove_drivers::Observation;
    use touchmove_drivers::observation::LinkState;

    use super::*;
    use crate::hall::boards::board::ToBoard;
    use crate::hall::ports::call::Call;
    use crate::hall::ports::port_view::{Place, PortState};
    use crate::hall::ports::seating::Berth;
    use crate::link::fake::{self, Pty};
    use crate::link::port::{Port, PortSettings};

    /// A port that is looked after, with a board on it, and the hall's side of it.
    struct Bench {
        pty: Pty,
        calls: mpsc::Receiver<Call>,
        news: mpsc::Receiver<News>,
        give_up: Option<oneshot::Sender<Infallible>>,
        task: JoinHandle<()>,
    }

    impl Bench {
        fn new() -> Self {
            let pty = Pty::new();
            let name = format!("fake:{}", pty.path.display());
            let port = Port::parse(&name, &[&fake::SERIAL]).unwrap();
            let (hall, calls) = mpsc::channel(8);
            let (tell, news) = mpsc::channel(64);
            let (give_up, given_up) = oneshot::channel();
            let reports = Reports { place: Place(1), hall, news: tell };
            let port = KeptPort::named(port, PortSettings::default());
            let task =
                tokio::spawn(supervise(port, Surroundings::of_this_machine(), reports, given_up));
            Self { pty, calls, news, give_up: Some(give_up), task }
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
