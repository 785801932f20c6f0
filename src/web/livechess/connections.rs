//! The connections of clients: each is answered by a task of its own, and everything that it may be waited for has an end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, watch};
use tokio::time::{sleep, timeout};

use super::crowd::{Crowd, Seat};
use super::pace::Pace;
use crate::connections::{AFTER_FAILURE, bounded_http, is_of_one_connection, set_bounds};
use crate::say;

/// What is being answered in the end has so long.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);

/// What answers each connection.
#[derive(Clone)]
pub(super) struct Answering {
    pub(super) routes: Router,
    pub(super) crowd: Crowd,
    pub(super) ending: watch::Receiver<bool>,
}

/// Takes connections until it ends, as many at a time as there is room for.
pub(super) async fn welcome(listener: TcpListener, answering: Answering) {
    let mut ending = answering.ending.clone();
    let taking = async {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let Some(seat) = answering.crowd.take() else { continue };
                    tokio::spawn(answering.clone().attend(stream, seat));
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    say(&format!("no client can be let in ({error}); it is tried again"));
                    sleep(AFTER_FAILURE).await;
                }
            }
        }
    };
    tokio::select! {
        () = taking => {}
        _ = ending.wait_for(|is_ending| *is_ending) => {}
    }
}

impl Answering {
    /// Attends to a connection until it ends, becomes a WebSocket, or its place is needed.
    async fn attend(self, stream: TcpStream, seat: Seat) {
        set_bounds(&stream);
        let seat = Arc::new(seat);
        let needed = Arc::clone(&seat);
        tokio::select! {
            () = self.answer(stream, seat) => {}
            () = needed.wait_until_needed() => {}
        }
    }

    async fn answer(self, stream: TcpStream, seat: Arc<Seat>) {
        let Self { routes, mut ending, .. } = self;
        let routes = TowerToHyperService::new(routes);
        let pace = Mutex::<Pace>::default();
        let (pace, seat, routes) = (&pace, &seat, &routes);
        let answer = service_fn(move |mut request: Request<Incoming>| async move {
            pace.lock().await.wait().await;
            seat.mark_used();
            request.extensions_mut().insert(Arc::clone(seat));
            routes.call(request).await
        });
        let mut connection = std::pin::pin!(
            bounded_http().serve_connection(TokioIo::new(stream), answer).with_upgrades()
        );
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = ending.wait_for(|is_ending| *is_ending) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = timeout(ANSWERED_WITHIN, connection).await;
    }
}
