//! The D-Bus service: what the hall tells, as objects.
//!
//! Two names on two connections, because a bus policy can tell names apart but not paths:
//!
//! * `org.touchmove.Hall1`, the live tree at [`LIVE`](touchmove_client::path::LIVE): for those who run and judge the games.
//! * `org.touchmove.Public1`, the public tree at [`PUBLIC`](touchmove_client::path::PUBLIC): open to all, handed released events
//!   only.
//!
//! State is properties with change signals; events are signals with the sequence numbers of their
//! object. The roots are served before the names are requested, so nobody finds a name without
//! them. Boards and games are added only afterwards, because what is signalled without the name
//! would get past the bus policy.

mod access;
mod board;
mod callers;
mod clock;
mod decide;
mod desk;
mod events;
mod game;
mod gate;
mod health;
mod live;
mod object;
mod polkit;
mod public;
mod public_game;
mod relay;
mod round;
mod sections;
mod station;
mod switchboard;
mod unheard;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinError, JoinSet};
use touchmove_client::address::{Bus, BusError};
use touchmove_client::service::{LIVE_NAME, PUBLIC_NAME};
use zbus::Connection;
use zbus::fdo::{self, DBusProxy, RequestNameFlags};
use zbus::names::{BusName, WellKnownName};

use self::access::Access;
use self::callers::Callers;
use self::desk::Desk;
use self::live::{Live, Makings};
use self::object::Object;
use self::public::Publisher;
use self::station::Station;
use self::switchboard::{Line, Switchboard};
use crate::hall::news::News;
use crate::hall::orders::Order;
use crate::relay::report::Report;

/// The service, on the bus and with both names, but with nothing to show yet.
pub struct Service {
    switchboard: Arc<Switchboard>,
    live: Line,
    public: Line,
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
    station: Object<Station, station::Shown>,
}

/// News that may wait for the public tree before the live one does.
const RELEASED: usize = 4_096;

impl Service {
    /// Gets onto the bus and takes both names. Once this returns, clients find the service, and their
    /// orders are passed on.
    ///
    /// # Errors
    /// [`BusError`]: the bus is not there, the names are taken, or the policy denies them.
    pub async fn start(bus: Bus, orders: mpsc::Sender<Order>) -> Result<Self, BusError> {
        let callers = Arc::new(Callers::new(Access::to_members(&bus)));
        let switchboard = Arc::new(Switchboard::new(bus.clone())?);
        let live = switchboard.connect(Arc::clone(&callers)).await?;
        let public = switchboard.connect(Arc::new(Callers::new(Access::Open))).await?;
        let desk = Desk::new(Arc::clone(&callers), orders.clone());
        let other = |source| BusError::Other { bus: bus.clone(), source };
        let station = Station::serve(&live.connection, station::Shown::default(), desk);
        let station = station.await.map_err(other)?;
        public::serve_root(&public.connection).await.map_err(other)?;
        take_name(&bus, &live.connection, LIVE_NAME).await?;
        take_name(&bus, &public.connection, PUBLIC_NAME).await?;
        Ok(Self { switchboard, live, public, callers, orders, station })
    }

    /// Shows the news until there are no more, and meanwhile what the outlets of the broadcast report.
    ///
    /// News of what is known already (after a restart of the hall) are shown, not told again; `ready`
    /// hears when they all are. Each tree goes on without the other: a client that stops one of them does not
    /// delay the other one's clients.
    ///
    /// # Errors
    /// [`BusError::Lost`] when the bus closes a connection.
    pub async fn run(
        self,
        mut news: mpsc::Receiver<News>,
        reports: Vec<watch::Receiver<Report>>,
        ready: oneshot::Sender<()>,
    ) -> Result<(), BusError> {
        let (release, released) = mpsc::channel(RELEASED);
        let public = Publisher::new(Arc::clone(&self.switchboard), self.public);
        let mut public = tokio::spawn(public.run(released));
        let makings = Makings { callers: self.callers, orders: self.orders };
        let live = Live::new(self.live.connection.clone(), makings, self.station);
        let mut live = Teller { switchboard: self.switchboard, line: self.live, live, reports };
        let mut ready = Some(ready);
        let mut following = live.follow();
        loop {
            let connection = live.line.connection.clone();
            tokio::select! {
                news = news.recv() => match news {
                    Some(News::Public(news)) => {
                        if release.send(news).await.is_err() {
                            return ended(public.await, live.switchboard.bus());
                        }
                    }
                    Some(news) => {
                        let is_ready = matches!(news, News::Ready);
                        if live.tell(news).await? {
                            following = live.follow();
                        }
                        if is_ready {
                            let _ = ready.take().map(|ready| ready.send(()));
                        }
                    }
                    None => {
                        drop((release, following));
                        ended(public.await, live.switchboard.bus())?;
                        return live.leave().await;
                    }
                },
                () = connection.closed() => {
                    live.go_on().await?;
                    following = live.follow();
                }
                ended = &mut public => return self::ended(ended, live.switchboard.bus()),
            }
        }
    }
}

fn ended(ended: Result<Result<(), BusError>, JoinError>, bus: &Bus) -> Result<(), BusError> {
    ended.unwrap_or_else(|_| Err(BusError::Lost { bus: bus.clone() }))
}

/// Who tells news in the live tree.
struct Teller {
    switchboard: Arc<Switchboard>,
    line: Line,
    live: Live,
    reports: Vec<watch::Receiver<Report>>,
}

impl Teller {
    /// Tells news. Whether that took another connection.
    async fn tell(&mut self, news: News) -> Result<bool, BusError> {
        let again = news.clone();
        let mut shown = self.live.show(news).await;
        let has_stuck = shown.is_err() && self.line.is_stuck();
        if has_stuck {
            self.go_on().await?;
            shown = self.live.show(again).await;
        }
        survive(shown, &self.line.connection, self.switchboard.bus()).map(|()| has_stuck)
    }

    /// Goes on on another connection where this one is stuck.
    async fn go_on(&mut self) -> Result<(), BusError> {
        let line = self.switchboard.connect_anew(&self.line, "live").await?;
        let other = |source| BusError::Other { bus: self.switchboard.bus().clone(), source };
        self.live.begin_anew(line.connection.clone()).await.map_err(other)?;
        self.switchboard.take_over(&line, &self.line, LIVE_NAME).await?;
        self.live.show_again().await.map_err(other)?;
        self.line = line;
        Ok(())
    }

    /// Shows what the outlets report, for as long as the value lives.
    fn follow(&self) -> JoinSet<()> {
        let follow = |report: &watch::Receiver<Report>| {
            relay::follow(self.line.connection.clone(), report.clone())
        };
        self.reports.iter().map(follow).collect()
    }

    /// Gives the name up, so that a successor can have it at once.
    async fn leave(&self) -> Result<(), BusError> {
        let released = self.line.connection.release_name(LIVE_NAME).await;
        survive(released.map(drop), &self.line.connection, self.switchboard.bus())
    }
}

/// News that cannot be shown are no reason to stop showing others, unless the bus is gone.
fn survive(shown: zbus::Result<()>, connection: &Connection, bus: &Bus) -> Result<(), BusError> {
    match shown {
        Err(_) if connection.is_closed() => Err(BusError::Lost { bus: bus.clone() }),
        Err(zbus::Error::InputOutput(_)) => Err(BusError::Lost { bus: bus.clone() }),
        Err(error) => {
            tracing::error!(%error, "{bus} did not take what was to be shown");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Takes a name for good: neither from another owner, nor to be given up to one, as the flags
/// that zbus sets by default would have it.
async fn take_name(bus: &Bus, connection: &Connection, name: &'static str) -> Result<(), BusError> {
    let well_known = WellKnownName::from_static_str_unchecked(name);
    let flags = RequestNameFlags::DO_NOT_QUEUE;
    match connection.request_name_with_flags(well_known, flags).await {
        Ok(_) => Ok(()),
        Err(zbus::Error::NameTaken) => {
            let owner = owner(connection, name).await;
            Err(BusError::NameTaken { bus: bus.clone(), name, owner })
        }
        Err(zbus::Error::FDO(error)) if matches!(*error, fdo::Error::AccessDenied(_)) => {
            Err(BusError::NameDenied { bus: bus.clone(), name })
        }
        Err(source) => Err(BusError::Other { bus: bus.clone(), source }),
    }
}

/// Who owns a name, for a person to find it.
async fn owner(connection: &Connection, name: &'static str) -> String {
    let process = async {
        let bus = DBusProxy::new(connection).await.ok()?;
        let name = BusName::from_static_str(name).ok()?;
        bus.get_connection_unix_process_id(name).await.ok()
    };
    process.await.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"))
}
