//! The supervised task of one port: the port is kept open, what is heard there goes to its boards, and what has
//! fallen over is started again.

use std::convert::Infallible;
use std::ops::{Deref, DerefMut};

use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinError, JoinHandle};

use super::attend::{Attendance, Reports};
use super::condition::Loss;
use super::news::News;
use super::port::{Pause, Port, keep};
use crate::session::Manner;
use crate::sys::boottime::BootClock;

/// Looks after a port until it is given up, which is when the other end of `given_up` is dropped, or until it has
/// nothing more to tell. May be dropped at any time.
pub(super) async fn supervise(
    port: Port,
    clock: BootClock,
    reports: Reports,
    mut given_up: oneshot::Receiver<Infallible>,
) {
    let mut pause = Pause::of(port.approach);
    loop {
        let since = tokio::time::Instant::now();
        let (requests, requested) = mpsc::channel(8);
        let (events, happened) = mpsc::channel(64);
        let attendance = Attendance::new(port.spec.clone(), clock, requests, reports.clone());
        let mut attending = Guarded(tokio::spawn(attendance.attend(happened)));
        let keeping = keep(port.clone(), Manner::Resume, clock, requested, events);
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

fn say_fallen(port: &Port, error: &JoinError) {
    tracing::error!("{}: what looks after it fell over and is started again: {error}", port.spec);
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
