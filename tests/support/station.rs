//! A station with nothing but the bus: the test is its hall.

use std::sync::Mutex;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::mirror::Mirror;
use touchmove_core::tournament::release::{Publication, Releases, To};
use touchmove_drivers::Instant;
use touchmove_station::bus::Service;
use touchmove_station::hall::news::{News, PublicNews};
use touchmove_station::hall::orders::{Order, OrderError};
use zbus::Connection;

use super::{PrivateBus, script};

/// The service on a private bus.
pub(crate) struct Station {
    /// Its bus.
    pub(crate) bus: PrivateBus,
    /// Where the test tells its news.
    pub(crate) news: mpsc::Sender<News>,
    /// What clients ask of the hall.
    pub(crate) orders: mpsc::Receiver<Order>,
    /// The service.
    pub(crate) running: JoinHandle<Result<(), BusError>>,
    releases: Mutex<Releases>,
}

impl Station {
    /// Starts on an open bus.
    pub(crate) async fn start() -> Self {
        Self::start_on(PrivateBus::open_to_all()).await
    }

    /// Starts on an open bus as a daemon that has not read back yet what it kept.
    pub(crate) async fn start_unread() -> Self {
        let bus = PrivateBus::open_to_all();
        let (news, orders, running) = serve(bus.bus()).await;
        Self { bus, news, orders, running, releases: Mutex::default() }
    }

    /// Starts on this bus.
    pub(crate) async fn start_on(bus: PrivateBus) -> Self {
        let (news, orders, running) = serve(bus.bus()).await;
        news.send(News::Ready).await.unwrap();
        Self { bus, news, orders, running, releases: Mutex::default() }
    }

    /// Ends the service; the bus goes on.
    pub(crate) async fn stop(&mut self) {
        self.news = mpsc::channel(1).0;
        (&mut self.running).await.unwrap().unwrap();
    }

    /// Starts the service anew, ending it first if it runs.
    pub(crate) async fn restart(&mut self) {
        if !self.running.is_finished() {
            self.stop().await;
        }
        (self.news, self.orders, self.running) = serve(self.bus.bus()).await;
        self.tell(News::Ready).await;
        self.releases = Mutex::default();
    }

    /// Tells news, and what is released of them.
    pub(crate) async fn tell(&self, news: News) {
        let released = match &news {
            News::Game { id, told, view, .. } => {
                let mut releases = self.releases.lock().unwrap();
                releases.take(*id, &view.start, told.iter().map(|told| (Instant::ZERO, told)));
                releases.take_due(Instant::ZERO)
            }
            _ => Vec::new(),
        };
        self.news.send(news).await.unwrap();
        for publication in released {
            let released = publication.released();
            let Publication { to, start, again, .. } = publication;
            let To::Bus(id) = to else { panic!("no relay is there") };
            let news = PublicNews::Released { id, start, again, released };
            self.news.send(News::Public(news)).await.unwrap();
        }
    }

    /// Answers the next order.
    pub(crate) async fn answer(&mut self, outcome: Result<(), OrderError>) {
        let Some(Order::ReadBoard { board, answer }) = self.orders.recv().await else { panic!() };
        assert_eq!(board, script::board_id(12345));
        answer.send(outcome).unwrap();
    }

    /// Waits until all news so far are on the bus: the channel holds one only, so it is empty when
    /// two more have gone in.
    pub(crate) async fn settled(&self) {
        for _ in 0..2 {
            self.tell(News::Board(Box::new(script::board(1, None)))).await;
        }
    }

    /// A client's connection, once all news so far are on the bus.
    pub(crate) async fn client(&self) -> Connection {
        self.settled().await;
        self.bus.bus().connect().await.unwrap()
    }

    /// A client's copy of the tree.
    pub(crate) async fn mirror(&self) -> Mirror {
        self.mirror_to_be().await
    }

    /// The same, for a task of its own.
    pub(crate) fn mirror_to_be(&self) -> impl Future<Output = Mirror> + Send + 'static {
        let bus = self.bus.bus();
        async move { Mirror::connect(&bus).await.unwrap() }
    }
}

async fn serve(
    bus: Bus,
) -> (mpsc::Sender<News>, mpsc::Receiver<Order>, JoinHandle<Result<(), BusError>>) {
    let (news, told) = mpsc::channel(1);
    let (ordered, orders) = mpsc::channel(1);
    let service = Service::start(bus, ordered).await.unwrap();
    let served = tokio::spawn(service.run(told, None, oneshot::channel().0));
    (news, orders, served)
}
