//! The D-Bus service: what the hall tells, as objects.
//!
//! Three names on three connections, because a bus policy can tell names apart but not paths, and no client's calls
//! and answers are to burden a connection that is not for him:
//!
//! * `org.touchmove.Hall1`, the live tree at [`LIVE`](touchmove_client::path::LIVE): for those who run and judge the games.
//! * `org.touchmove.Guest1`: methods of the same objects at the same paths, for those whom polkit lets. It never tells
//!   anything of itself.
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
mod guests;
mod health;
mod live;
mod moment;
mod object;
mod polkit;
mod public;
mod public_game;
mod public_round;
mod refusal;
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
use self::gate::{Door, Hatch};
use self::guests::Guests;
use self::live::{Live, Makings};
use self::object::Object;
use self::public::Publisher;
use self::station::Station;
use self::switchboard::{Line, Switchboard};
use crate::hall::news::News;
use crate::hall::orders::Order;
use crate::relay::report::FolderReport;

/// The service, on the bus and with all names, but with nothing to show yet.
pub struct Service {
    switchboard: Arc<Switchboard>,
    live: Line,
    guests: Guests,
    public: Line,
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
    station: Object<Station, station::Shown>,
}

/// News that may wait for the public tree before the live one does.
const RELEASED: usize = 4_096;

impl Service {
    /// Gets onto the bus and takes all names. Once this returns, clients find the service, and their
    /// orders are passed on.
    ///
    /// # Errors
    /// [`BusError`]: the bus is not there, the names are taken, or the policy denies them.
    pub async fn start(bus: Bus, orders: mpsc::Sender<Order>) -> Result<Self, BusError> {
        let guests = Arc::new(Callers::new(Access::of_guests(&bus)));
        let members = Access::of_members(&bus);
        let callers = Arc::new(Callers::with_guests(members, Arc::clone(&guests)));
        let everybody = Arc::new(Callers::new(Access::Open));
        let switchboard = Arc::new(Switchboard::new(bus.clone())?);
        let hatch = Hatch::default();
        let door = Door::WithHatch(hatch.clone());
        let live = switchboard.connect(Arc::clone(&callers), door).await?;
        let guests = Guests::connect(Arc::clone(&switchboard), guests, hatch).await?;
        let public = switchboard.connect(everybody, Door::Own).await?;
        let desk = Desk::new(Arc::clone(&callers), orders.clone());
        let other = |source| BusError::Other { bus: bus.clone(), source };
        let station = Station::serve(&live.connection, station::Shown::default(), desk);
        let station = station.await.map_err(other)?;
        public::serve_root(&public.connection).await.map_err(other)?;
        take_name(&bus, &live.connection, LIVE_NAME).await?;
        live.open_hatch();
        guests.take_name().await?;
        take_name(&bus, &public.connection, PUBLIC_NAME).await?;
        Ok(Self { switchboard, live, guests, public, callers, orders, station })
    }

    /// Shows the news until there are no more, and meanwhile what becomes of the broadcast in its folder.
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
        report: Option<watch::Receiver<FolderReport>>,
        ready: oneshot::Sender<()>,
    ) -> Result<(), BusError> {
        let (release, released) = mpsc::channel(RELEASED);
        let (end, at_end) = oneshot::channel();
        let public = Publisher::new(Arc::clone(&self.switchboard), self.public);
        let mut others = JoinSet::new();
        others.spawn(public.run(released));
        others.spawn(self.guests.run(at_end));
        let makings = Makings { callers: self.callers, orders: self.orders };
        let live = Live::new(self.live.connection.clone(), makings, self.station);
        let mut live = Teller { switchboard: self.switchboard, line: self.live, live, report };
        let mut ready = Some(ready);
        let mut following = live.follow();
        loop {
            let connection = live.line.connection.clone();
            tokio::select! {
                news = news.recv() => match news {
                    Some(News::Public(news)) => {
                        if release.send(news).await.is_err() {
                            drop(end);
                            return all_ended(others, live.switchboard.bus()).await;
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
                        drop((release, end, following));
                        all_ended(others, live.switchboard.bus()).await?;
                        return live.leave().await;
                    }
                },
                () = connection.closed() => {
                    live.go_on().await?;
                    following = live.follow();
                }
                Some(one) = others.join_next() => return ended(one, live.switchboard.bus()),
            }
        }
    }
}

fn ended(ended: Result<Result<(), BusError>, JoinError>, bus: &Bus) -> Result<(), BusError> {
    ended.unwrap_or_else(|_| Err(BusError::Lost { bus: bus.clone() }))
}

async fn all_ended(mut others: JoinSet<Result<(), BusError>>, bus: &Bus) -> Result<(), BusError> {
    while let Some(one) = others.join_next().await {
        ended(one, bus)?;
    }
    Ok(())
}

/// Who tells news in the live tree.
struct Teller {
    switchboard: Arc<Switchboard>,
    line: Line,
    live: Live,
    report: Option<watch::Receiver<FolderReport>>,
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
        let line = self.switchboard.connect_anew(&self.line, "of the live tree").await?;
        let other = |source| BusError::Other { bus: self.switchboard.bus().clone(), source };
        self.live.begin_anew(line.connection.clone()).await.map_err(other)?;
        self.switchboard.take_over(&line, &self.line, LIVE_NAME).await?;
        self.live.show_again().await.map_err(other)?;
        line.open_hatch();
        self.line = line;
        Ok(())
    }

    /// Shows what becomes of the broadcast, for as long as the value lives.
    fn follow(&self) -> JoinSet<()> {
        let follow = |report: &watch::Receiver<FolderReport>| {
            relay::follow(self.line.connection.clone(), report.clone())
        };
        self.report.iter().map(follow).collect()
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
