//! The boards and games of this station.
//!
//! A port is attended by one task; a board is owned by another. The hall knows which board is which,
//! gives games their numbers, and starts again what has fallen over.

mod anchor;
pub mod boards;
mod darkening;
mod desk;
mod joining;
pub mod keeping;
mod light_wishes;
pub mod news;
mod obeying;
pub mod orders;
pub mod ports;
mod surroundings;
mod taking_over;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::{mpsc, oneshot};
use tokio::task::{self, JoinError, JoinHandle, JoinSet};
use touchmove_core::names::BoardId;
use touchmove_drivers::Approach;
use touchmove_drivers::family::Family;

pub use self::desk::Clients;
pub use self::keeping::folder::StateError;
pub use self::surroundings::Surroundings;

use self::boards::board::{Board, OpenBoard, ToBoard};
use self::boards::late::{BeingRead, Late, Life, Opening, ReadBack};
use self::boards::owner::Owner;
use self::boards::swap::{Exchange, Mover, Reading};
use self::desk::station::Station;
use self::desk::{Desk, ToBoards};
use self::joining::Joining;
use self::keeping::archive::{Archive, Archivist, Retention};
use self::keeping::disk::{self, Disk};
use self::keeping::folder::State;
use self::keeping::station_journal::StationJournal;
use self::orders::games::DecideOrder;
use self::ports::attend::Reports;
use self::ports::call::{Call, NotServed};
use self::ports::falls::Falls;
use self::ports::newcomers::Newcomers;
use self::ports::port::KeptPort;
use self::ports::port_view::PortPlace;
use self::ports::seating::Seating;
use self::ports::task::{GiveUp, PortTask};
use crate::hall::darkening::put_out;
use crate::hall::keeping::blocking::blocking;
use crate::hall::light_wishes::LightWishes;
use crate::hall::news::{BoardView, News, Recency};
use crate::hall::orders::Order;
use crate::hall::orders::rounds::RoundOrder;
use crate::hotplug::source::{AddressChange, FoundAddress};
use crate::journal;
use crate::link::address::Address;
use crate::link::port::{Port, PortSettings};

/// Whether boards are looked for besides the ports given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discovery {
    /// Serial ports whose USB ids the family table has are probed.
    Usb,
    /// Only the ports given are opened.
    Off,
}

/// The station's boards.
pub struct Hall {
    journals: PathBuf,
    archive: Archive,
    archivist: Option<Archivist>,
    /// So many MiB are to be left there, or it is said.
    least_free_mib: u64,
    /// Names of the boards that have a journal, until they are read back.
    known: Vec<String>,
    /// Archived journals that are read back with them, each with the number of its last record.
    archived: Vec<(BoardId, PathBuf, u64)>,
    station: StationJournal,
    exchange: Exchange,
    disk: Disk,
    mover: Mover,
    surroundings: Surroundings,
    games: Arc<AtomicU64>,
    boards: HashMap<BoardId, mpsc::Sender<ToBoard>>,
    /// What boards tell, on its way to the desk.
    news: mpsc::Sender<News>,
    /// The desk's task, which ends when no board tells anything any more.
    desk: JoinHandle<()>,
    rounds: mpsc::Sender<RoundOrder>,
    /// What the desk decides about boards.
    decided: mpsc::UnboundedReceiver<(BoardId, DecideOrder)>,
    /// The boards whose rounds are over.
    archiving: mpsc::UnboundedReceiver<BoardId>,
    calls: (mpsc::Sender<Call>, mpsc::Receiver<Call>),
    /// Tasks of ports, which end when they are told to.
    ports: JoinSet<()>,
    /// How many ports have been looked after.
    places: u64,
    /// Tasks of boards, which end when nobody can reach them.
    tasks: JoinSet<()>,
    /// Whose tasks they are.
    owners: HashMap<task::Id, Owner>,
    falls: Falls,
    newcomers: Newcomers,
    seating: Seating,
    lights: LightWishes,
    /// Boards whose journals take long to be read back.
    late: Late,
    /// Boards that another station may have had.
    joining: Joining,
}

/// What a task's channel holds before its sender waits.
const CHANNEL: usize = 256;

impl Hall {
    /// Opens the hall in the folder `state`, within a runtime. Where less than so many MiB are left there, it says
    /// so.
    ///
    /// # Errors
    /// [`StateError`] where the folder or the station's journal cannot be used.
    pub fn open(
        state: &Path,
        least_free_mib: u64,
        retention: Retention,
        surroundings: Surroundings,
        clients: Clients,
    ) -> Result<Self, StateError> {
        let State { state, boards: journals, known: names } = State::open(state)?;
        let state = state.as_path();
        let clock = surroundings.clock.clone();
        let (station, links) = Station::open(state, retention.station, &clock)?;
        let kept = station.journal().clone();
        let games = Arc::new(AtomicU64::new(station.last_game().0));
        let folder = state.join(journal::archive::FOLDER);
        let archived = station.to_read(&folder);
        let (archive, archivist) =
            Archive::in_folder(folder, retention, kept.clone(), clock.clone());
        let (telling, heard) = mpsc::channel(CHANNEL);
        let (rounds, ordered) = mpsc::channel(CHANNEL);
        let (deciding, decided) = mpsc::unbounded_channel();
        let (telling_archive, archiving) = mpsc::unbounded_channel();
        let lights = LightWishes::default();
        let to_boards =
            ToBoards { decided: deciding, archiving: telling_archive, lights: lights.clone() };
        let seating = Seating::new(kept.clone(), links);
        let desk =
            Desk::new(station, Arc::clone(&games), clock, clients, to_boards, seating.clone());
        Ok(Self {
            journals,
            archive,
            archivist: Some(archivist),
            archived,
            least_free_mib,
            known: kept.with_sealed(names),
            station: kept,
            exchange: Exchange::default(),
            disk: Disk::default(),
            mover: Mover::new(rounds.clone()),
            newcomers: Newcomers::since(surroundings.clock.now()),
            surroundings,
            games,
            boards: HashMap::new(),
            news: telling,
            desk: tokio::spawn(desk.serve(heard, ordered)),
            rounds,
            decided,
            archiving,
            calls: mpsc::channel(CHANNEL),
            ports: JoinSet::new(),
            places: 0,
            tasks: JoinSet::new(),
            owners: HashMap::new(),
            falls: Falls::default(),
            seating,
            lights,
            late: Late::default(),
            joining: Joining::default(),
        })
    }

    /// Serves boards and clients until told to leave; then every journal is synced. First of all,
    /// every board that was ever there is read back from its journal; nobody waits for those that take long.
    pub async fn serve(
        mut self,
        ports: Vec<KeptPort>,
        discovery: Discovery,
        mut orders: mpsc::Receiver<Order>,
        mut leave: oneshot::Receiver<()>,
    ) {
        self.recall().await;
        if let Some(archivist) = self.archivist.take() {
            tokio::spawn(archivist.serve());
        }
        let named = ports.iter().map(|port| self.attend(port.clone()));
        let _named: Vec<GiveUp> = named.collect();
        let folder = self.journals.clone();
        let station = (self.station.clone(), self.disk.post());
        self.ports.spawn(disk::watch(folder, self.least_free_mib, station, self.news.clone()));
        self.ports.spawn(self.disk.clone().patrol());
        let seals = self.disk.seals().clone();
        self.ports.spawn(seals.serve(self.station.clone(), self.surroundings.clock.clone()));
        let (found, mut changes) = mpsc::channel(CHANNEL);
        if discovery == Discovery::Usb {
            for source in &self.surroundings.sources {
                self.ports.spawn(source.watch(found.clone()));
            }
        }
        let mut discovered = HashMap::new();
        loop {
            tokio::select! {
                Some(call) = self.calls.1.recv() => self.hear_call(call).await,
                () = self.joining.wait() => self.serve_overdue().await,
                Some(change) = changes.recv() => self.follow(change, &ports, &mut discovered),
                Some(read) = self.late.next() => self.take_late(read).await,
                Some(ended) = self.tasks.join_next_with_id() => self.note_end(ended),
                Some(_) = self.ports.join_next() => {}
                Some(order) = orders.recv() => self.obey(order).await,
                Some(board) = self.archiving.recv() => {
                    if let Some(inbox) = self.boards.get(&board) {
                        let _ = inbox.send(ToBoard::Archive).await;
                    }
                }
                Some((board, order)) = self.decided.recv() => {
                    self.obey(Order::Decide { board, order }).await;
                }
                _ = &mut leave => break,
            }
        }
        self.close().await;
    }

    /// Reads back every board that has a journal, and tells its games, the oldest first.
    async fn recall(&mut self) {
        let known = std::mem::take(&mut self.known).into_iter();
        let ids = known.map(|name| BoardId(name.into()));
        // Any of them may hand a game over to any other.
        let live =
            ids.map(|id| (self.exchange.reading(id.clone()), self.live(&id), u64::MAX, Life::Live));
        let live: Vec<_> = live.collect();
        let archived = std::mem::take(&mut self.archived).into_iter();
        let archived =
            archived.map(|(id, path, until)| (self.exchange.reading(id), path, until, Life::Over));
        let all: Vec<_> = archived.chain(live).collect();
        let mut being_read = Vec::new();
        for (reading, path, until, life) in all {
            let board = reading.board().clone();
            let Owner { family, serial, .. } = Owner::of_name(board.clone());
            let opening = self.open_board(&board, family, &serial, (path, until), reading);
            being_read.push(BeingRead { board, life, opening });
        }
        let mut read = self.late.in_time(being_read).await;
        let history = read.iter_mut().flat_map(|one| one.open.history(Recency::Recalled));
        let mut history: Vec<_> = history.collect();
        read.retain(|one| one.life == Life::Live);
        // A game that was moved is told span by span.
        history.sort_by_key(|(game, news)| (*game, news.seq()));
        for (_, news) in history {
            let _ = self.news.send(news).await;
        }
        for one in read {
            self.seat(one.open);
        }
        let _ = self.news.send(News::Ready).await;
    }

    /// A journal that took long is read back: its games are told, and its board is served like the others.
    async fn take_late(&mut self, read: Option<ReadBack>) {
        let Some(ReadBack { life, mut open, .. }) = read else { return };
        for (_, news) in open.history(Recency::Recalled) {
            let _ = self.news.send(news).await;
        }
        if life == Life::Live {
            self.seat(open);
        }
    }

    /// Answers a port that has found a board.
    async fn serve_call(&mut self, call: Call) {
        let inbox = match self.let_in(&call) {
            Ok(()) => self.board(call.id, call.family, &call.serial).await,
            Err(why) => Err(why),
        };
        let _ = call.answer.send(inbox);
    }

    /// Lets a board in; one that was never here before is counted as its port's.
    fn let_in(&mut self, call: &Call) -> Result<(), NotServed> {
        let Some(origin) = &call.origin else { return Ok(()) };
        let is_known = self.boards.contains_key(&call.id) || self.live(&call.id).exists();
        let now = self.surroundings.clock.now();
        let is_let_in = is_known || self.newcomers.let_in(origin, now);
        is_let_in.then_some(()).ok_or(NotServed::OneTooMany)
    }

    /// The way to a board's task; the task is started if there is none, or it has fallen over.
    async fn board(
        &mut self,
        id: BoardId,
        family: &'static Family,
        serial: &str,
    ) -> Result<mpsc::Sender<ToBoard>, NotServed> {
        if let Some(inbox) = self.boards.get(&id).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        if self.late.is_reading(&id) {
            return Err(NotServed::BeingRead);
        }
        if !self.falls.may_start(&id) {
            return Err(NotServed::NotKept);
        }
        let reading = self.exchange.reading(id.clone());
        let opening = self.open_board(&id, family, serial, (self.live(&id), u64::MAX), reading);
        let being_read = BeingRead { board: id.clone(), life: Life::Live, opening };
        let Some(ReadBack { open: mut board, .. }) = being_read.read().await else {
            self.falls.fell(&id);
            return Err(NotServed::NotKept);
        };
        self.falls.start(&id);
        // Since its task fell over, something may have been concluded of which nobody was told.
        for (_, news) in board.history(Recency::New) {
            let _ = self.news.send(news).await;
        }
        Ok(self.seat(board))
    }

    /// Opens a board in a task of its own: journals are long, and what made a board's task fall over
    /// may be in one.
    fn open_board(
        &self,
        id: &BoardId,
        family: &'static Family,
        serial: &str,
        (journal, until): (PathBuf, u64),
        reading: Reading,
    ) -> Opening {
        let board = Board {
            sealed: if until == u64::MAX { self.station.last_seal(id) } else { None },
            journal,
            until,
            archive: self.archive.clone(),
            station: self.station.clone(),
            exchange: self.exchange.clone(),
            disk: self.disk.clone(),
            seating: self.seating.clone(),
            lights: self.lights.clone(),
            reading,
            view: BoardView::unread(id.clone(), family, serial),
            clock: self.surroundings.clock.clone(),
            games: self.games.clone(),
            news: self.news.clone(),
        };
        tokio::task::spawn_blocking(move || board.open())
    }

    /// Where the journal of a board is while it is served.
    fn live(&self, id: &BoardId) -> PathBuf {
        self.journals.join(format!("{id}.journal"))
    }

    /// Gives a board its task.
    fn seat(&mut self, board: OpenBoard) -> mpsc::Sender<ToBoard> {
        let (inbox, outbox) = mpsc::channel(CHANNEL);
        let owner = Owner::of_board(&board.view);
        let task = self.tasks.spawn(board.serve(outbox));
        self.boards.insert(owner.id.clone(), inbox.clone());
        self.owners.insert(task.id(), owner);
        inbox
    }

    /// A board's task that fell over starts again from its journal, whether anybody asks for it or not.
    fn note_end(&mut self, ended: Result<(task::Id, ()), JoinError>) {
        let (task, fallen) = match ended {
            Ok((task, ())) => (task, None),
            Err(error) => (error.id(), Some(error)),
        };
        let (Some(owner), Some(error)) = (self.owners.remove(&task), fallen) else { return };
        let Owner { id, family, serial } = owner;
        tracing::error!("{id}: its task fell over and starts again from its journal: {error}");
        let pause = self.falls.fell(&id);
        let calls = self.calls.0.clone();
        self.ports.spawn(async move {
            tokio::time::sleep(pause).await;
            let answer = oneshot::channel().0;
            let call = Call { id, family, serial, origin: None, answer };
            let _ = calls.send(call).await;
        });
    }

    /// An address appeared, or vanished. A port given by name is not attended twice.
    fn follow(
        &mut self,
        change: AddressChange,
        ports: &[KeptPort],
        discovered: &mut HashMap<Address, GiveUp>,
    ) {
        match change {
            AddressChange::Appeared(FoundAddress { address, families, .. }) => {
                if ports.iter().any(|kept| kept.port.address.leads_to(&address)) {
                    return;
                }
                let Some((family, sooner)) = families.split_last() else { return };
                let port = Port { family, address: address.clone() };
                let (settings, sooner) = (PortSettings::default(), sooner.to_vec());
                let kept = KeptPort { port, settings, approach: Approach::Probe, sooner };
                discovered.insert(address, self.attend(kept));
            }
            AddressChange::Vanished(address) => {
                discovered.remove(&address);
            }
        }
    }

    /// Keeps a port open and brings what is heard there to its board, until it is given up.
    fn attend(&mut self, port: KeptPort) -> GiveUp {
        self.places += 1;
        let reports = Reports {
            place: PortPlace(self.places),
            hall: self.calls.0.clone(),
            news: self.news.clone(),
            seating: self.seating.clone(),
        };
        let (task, give_up) = PortTask::new(port, self.surroundings.clone(), reports);
        self.ports.spawn(task.run());
        give_up
    }

    /// Lets the ports go, then the boards: each syncs its journal when nobody can reach it.
    async fn close(mut self) {
        put_out(self.boards.values()).await;
        self.ports.shutdown().await;
        self.boards.clear();
        drop(self.news);
        while self.tasks.join_next().await.is_some() {}
        blocking(|| self.disk.seals().write(&self.station, self.surroundings.clock.wall()));
        let _ = self.desk.await;
    }
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hall").field("boards", &self.boards.keys()).finish_non_exhaustive()
    }
}
