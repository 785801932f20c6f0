//! The D-Bus service: what the hall tells, as objects.
//!
//! Two names on two connections, because a bus policy can tell names apart but not paths:
//!
//! * `org.touchmove.Hall1`, the live tree at [`LIVE`]: for those who run and judge the games.
//! * `org.touchmove.Public1`, the public tree at [`PUBLIC`]: open to all, handed released events
//!   only.
//!
//! State is properties with change signals; events are signals with the sequence numbers of their
//! object. The roots are served before the names are requested, so nobody finds a name without
//! them. Boards and games are added only afterwards, because what is signalled without the name
//! would get past the bus policy.

mod access;
mod address;
mod board;
mod clock;
mod decide;
mod desk;
mod events;
mod game;
mod health;
mod live;
pub mod mirror;
mod object;
mod path;
pub mod proxy;
mod public;
mod public_game;
mod relay;
mod results;
mod round;
mod sections;
pub mod shown;
mod station;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use zbus::Connection;
use zbus::fdo::{self, DBusProxy, ObjectManager, RequestNameFlags};
use zbus::names::{BusName, WellKnownName};

use self::access::Access;
use self::desk::Desk;
use self::live::Live;
use self::object::Object;
use self::public::Public;
use self::station::Station;
use crate::hall::news::{News, Order};
use crate::relay::report::Report;

pub use self::access::GROUP;
pub use self::address::{Bus, BusError, NoBus};
pub use self::board::BATTERY_UNKNOWN;
pub use self::events::{Details, Event, json};
pub use self::path::{LIVE, PUBLIC};

/// Name of the live service.
pub const LIVE_NAME: &str = "org.touchmove.Hall1";

/// Name of the public service.
pub const PUBLIC_NAME: &str = "org.touchmove.Public1";

/// The service, on the bus and with both names, but with nothing to show yet.
pub struct Service {
    bus: Bus,
    live: Connection,
    public: Connection,
    access: Arc<Access>,
    orders: mpsc::Sender<Order>,
    station: Object<Station, station::Shown>,
}

impl Service {
    /// Gets onto the bus and takes both names. Once this returns, clients find the service, and their
    /// orders are passed on.
    ///
    /// # Errors
    /// [`BusError`]: the bus is not there, the names are taken, or the policy denies them.
    pub async fn start(bus: Bus, orders: mpsc::Sender<Order>) -> Result<Self, BusError> {
        let live = bus.connect().await?;
        let public = bus.connect().await?;
        let access = Arc::new(Access::on(&bus));
        let desk = Desk::new(Arc::clone(&access), orders.clone());
        let station = serve_roots(&live, &public, desk)
            .await
            .map_err(|source| BusError::Other { bus: bus.clone(), source })?;
        take_name(&bus, &live, LIVE_NAME).await?;
        take_name(&bus, &public, PUBLIC_NAME).await?;
        Ok(Self { bus, live, public, access, orders, station })
    }

    /// Shows the news until there are no more, and meanwhile what the outlets of the broadcast report.
    ///
    /// News of what is known already (after a restart of the hall) are shown, not told again; `ready`
    /// hears when they all are.
    ///
    /// # Errors
    /// [`BusError::Lost`] when the bus closes a connection.
    pub async fn run(
        self,
        mut news: mpsc::Receiver<News>,
        reports: Vec<watch::Receiver<Report>>,
        ready: oneshot::Sender<()>,
    ) -> Result<(), BusError> {
        let follow = |report| relay::follow(self.live.clone(), Arc::clone(&self.access), report);
        let _following: JoinSet<()> = reports.into_iter().map(follow).collect();
        let mut trees = Trees {
            live: Live::new(self.live.clone(), Arc::clone(&self.access), self.orders.clone()),
            public: Public::new(self.public.clone()),
        };
        let mut ready = Some(ready);
        loop {
            tokio::select! {
                news = news.recv() => match news {
                    Some(News::Ready) => {
                        self.survive(self.show_station(|shown| shown.ready = true).await)?;
                        let _ = ready.take().map(|ready| ready.send(()));
                    }
                    Some(News::Disk(disk)) => {
                        self.survive(self.show_station(|shown| shown.disk = disk).await)?;
                    }
                    Some(News::Port { place, view }) => {
                        let shown = self.show_station(|shown| shown.show_port(place, view));
                        self.survive(shown.await)?;
                    }
                    Some(news) => self.survive(trees.show(news).await)?,
                    None => return self.leave().await,
                },
                () = self.live.closed() => return Err(self.lost()),
                () = self.public.closed() => return Err(self.lost()),
            }
        }
    }

    async fn show_station(&self, change: impl FnOnce(&mut station::Shown)) -> zbus::Result<()> {
        let before = self.station.change(change).await?;
        self.station.announce(before).await
    }

    /// Gives both names up, so that a successor can have them at once.
    async fn leave(&self) -> Result<(), BusError> {
        let released = async {
            self.live.release_name(LIVE_NAME).await?;
            self.public.release_name(PUBLIC_NAME).await
        };
        self.survive(released.await.map(drop))
    }

    /// News that cannot be shown are no reason to stop showing others, unless the bus is gone.
    fn survive(&self, shown: zbus::Result<()>) -> Result<(), BusError> {
        match shown {
            Err(_) if self.live.is_closed() || self.public.is_closed() => Err(self.lost()),
            Err(zbus::Error::InputOutput(_)) => Err(self.lost()),
            Err(error) => {
                tracing::error!(%error, "{} did not take what was to be shown", self.bus);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    fn lost(&self) -> BusError {
        BusError::Lost { bus: self.bus.clone() }
    }
}

/// Both trees: nothing leads from one to the other.
struct Trees {
    live: Live,
    public: Public,
}

impl Trees {
    async fn show(&mut self, news: News) -> zbus::Result<()> {
        match news {
            News::Board(view) => self.live.board(*view).await,
            News::Round(view) => self.live.round(view).await,
            News::Results(results) => self.live.results(results).await,
            News::Sections(views) => self.live.sections(views).await,
            News::Game { id, board, told, view, .. } => {
                self.live.game(id, &board, told, view).await
            }
            News::Released { id, start, released } => self.public.game(id, &start, released).await,
            News::Port { .. } | News::Disk(_) | News::Ready => Ok(()),
        }
    }
}

async fn serve_roots(
    live: &Connection,
    public: &Connection,
    desk: Desk,
) -> zbus::Result<Object<Station, station::Shown>> {
    let station = |shown| Station::new(shown, desk);
    let shown = station::Shown::default();
    let station = Object::serve(live, path::root(), shown, station).await?;
    live.object_server().at(LIVE, ObjectManager).await?;
    public.object_server().at(PUBLIC, ObjectManager).await?;
    Ok(station)
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
