//! One board of the hall: its journal, what is played on it, and who hears of it.
//!
//! One task owns each board. An observation is appended to the journal before anything acts on it;
//! what is concluded is appended too, so that after a restart the same moves keep their ids.

mod archiving;
mod asking;
mod attach;
mod clock_setting;
mod copying;
mod dated;
mod flood;
mod game_ids;
mod health;
mod hindsight;
mod keeping;
mod leaving;
mod lighting;
mod lookback;
mod past;
mod showing;
mod wire;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};
use touchmove_core::game::conclusion::{Conclusion, Told};
use touchmove_core::game::sitting::Sitting;
use touchmove_core::game::view::ShownClock;
use touchmove_core::names::GameId;
use touchmove_drivers::observation::LinkState;
use touchmove_drivers::{Instant, Observation};

use self::asking::read_out;
use self::clock_setting::ClockSetting;
use self::dated::Dated;
use self::game_ids::GameIds;
use self::health::Kept;
use self::hindsight::Hindsight;
use self::lighting::Lighting;
use self::showing::{GameNews, Showing, Shown};
use crate::hall::boards::condition::{Acquaintance, Loss};
use crate::hall::boards::flood::Gate;
use crate::hall::boards::owner::as_begun;
use crate::hall::boards::recall::Recall;
use crate::hall::boards::swap::{Exchange, Given, Reading, Takeover};
use crate::hall::keeping::archive::Archive;
use crate::hall::keeping::decisions::BoardDecision;
use crate::hall::keeping::disk::Disk;
use crate::hall::keeping::evidence::{Evidence, EvidenceError, Numbered};
use crate::hall::keeping::patrol::Post;
use crate::hall::keeping::sealed::SealOf;
use crate::hall::keeping::station_journal::StationJournal;
use crate::hall::keeping::wire::{Passed, Wire};
use crate::hall::light_wishes::LightWishes;
use crate::hall::news::{BoardView, News, Recency};
use crate::hall::orders::Asked;
use crate::hall::orders::clocks::SetClockOrder;
use crate::hall::orders::games::DecideOrder;
use crate::hall::orders::joint::CopyOrder;
use crate::hall::orders::lookback::LookBackOrder;
use crate::hall::ports::port_view::Refusal;
use crate::hall::ports::seating::{Berth, Seating};
use crate::session::Requests;
use crate::sys::boottime::TimeSource;

/// What reaches a board's task.
#[derive(Debug)]
pub(in crate::hall) enum ToBoard {
    /// A port found the board.
    Attached {
        /// Where.
        port: String,
        /// The way to its driver.
        requests: Requests,
        /// Whether the board is taken there.
        answer: oneshot::Sender<Result<Berth, Refusal>>,
    },
    /// The board, or its clock, said something.
    Heard {
        /// When, by the station's clock.
        at: Instant,
        /// After which moment it happened, by the same clock, where it is only heard later.
        since: Option<Instant>,
        /// What.
        observation: Observation,
    },
    /// It was told lost, and this is why.
    Left(Loss),
    /// Bytes went by at its port.
    Wire(Passed),
    /// A client wants it read out.
    Read(Asked),
    /// A client wants it to learn anew which chip is in which piece.
    Calibrate(Asked),
    /// Somebody decides about what is played on it.
    Decide(DecideOrder),
    /// Somebody sets its clock.
    SetClock(SetClockOrder),
    /// Somebody wants to know what was seen of it.
    LookBack(LookBackOrder),
    /// Somebody wants a part of what is kept of it.
    Copy(CopyOrder),
    /// Its game goes on on another board.
    HandOver {
        /// Which game.
        game: GameId,
        /// The game.
        answer: Given,
    },
    /// A game of another board goes on here.
    TakeOver(Takeover),
    /// The daemon ends: what it lights is put out. The answer is dropped where nothing is lit.
    Darken(oneshot::Sender<()>),
    /// It plays another round: what it has said before is archived, if nothing is played on it.
    Archive,
}

/// What a board's task is made of.
pub(in crate::hall) struct Board {
    pub(in crate::hall) view: BoardView,
    pub(in crate::hall) journal: PathBuf,
    /// Number of its last record, where it is over.
    pub(in crate::hall) until: u64,
    /// How far it had grown, as the station has it.
    pub(in crate::hall) sealed: Option<SealOf>,
    pub(in crate::hall) archive: Archive,
    pub(in crate::hall) station: StationJournal,
    pub(in crate::hall) exchange: Exchange,
    pub(in crate::hall) seating: Seating,
    pub(in crate::hall) lights: LightWishes,
    pub(in crate::hall) reading: Reading,
    pub(in crate::hall) disk: Disk,
    pub(in crate::hall) clock: Arc<dyn TimeSource>,
    /// The last game number given on this station.
    pub(in crate::hall) games: Arc<AtomicU64>,
    pub(in crate::hall) news: mpsc::Sender<News>,
}

/// A board whose evidence has been read back: ready to go on.
pub(in crate::hall) struct OpenBoard {
    pub(in crate::hall) view: BoardView,
    told_view: Option<BoardView>,
    pub(in crate::hall) evidence: Evidence,
    recall: Recall,
    acquaintance: Acquaintance,
    health: Kept,
    pub(in crate::hall) station: StationJournal,
    pub(in crate::hall) exchange: Exchange,
    seating: Seating,
    /// Its place at the port where it was last heard.
    berth: Berth,
    archive: Archive,
    /// When the board last said something, in its time.
    heard_until: Instant,
    /// What the clock last showed.
    clock_shown: Option<Observation>,
    wire: Wire,
    gate: Gate,
    pub(in crate::hall) sitting: Sitting,
    game_ids: GameIds,
    showing: Showing,
    lighting: Lighting,
    clock_setting: ClockSetting,
    dated: Dated,
    hindsight: Hindsight,
    disk: Disk,
    /// Where it hears that somebody has had a hand in its journal.
    post: Arc<Post>,
    pub(in crate::hall) clock: Arc<dyn TimeSource>,
    news: mpsc::Sender<News>,
    requests: Option<Requests>,
}

impl Board {
    /// Opens the journal and folds what it holds: the games are where they were.
    ///
    /// # Errors
    /// [`EvidenceError`]: the journal cannot be opened or is no board's.
    pub(in crate::hall) fn open(self) -> Result<OpenBoard, EvidenceError> {
        let (evidence, past) =
            Evidence::open(&self.journal, &self.view, &self.clock, self.sealed.as_ref())?;
        let view = as_begun(self.view, evidence.owner());
        let after = evidence.after();
        let mut decided = self.station.on_board(&view.id);
        decided.retain(|one| (one.after > after || after == 0) && one.after <= self.until);
        let heard_until = past.heard_until();
        let wire = Wire::bounded(self.archive.wire, past.wire);
        let mut board = OpenBoard {
            station: self.station,
            exchange: self.exchange,
            seating: self.seating,
            berth: Berth::default(),
            archive: self.archive,
            heard_until,
            clock_shown: None,
            wire,
            gate: Gate::open(),
            sitting: past.sitting,
            view,
            told_view: None,
            evidence,
            recall: Recall::default(),
            acquaintance: Acquaintance::none(),
            health: Kept::new(),
            game_ids: GameIds::known(past.games, self.games),
            showing: Showing::default(),
            lighting: Lighting::new(self.lights),
            clock_setting: ClockSetting::default(),
            dated: Dated::default(),
            hindsight: Hindsight::default(),
            post: self.disk.post(),
            disk: self.disk,
            clock: self.clock,
            news: self.news,
            requests: None,
        };
        board.view.after = after;
        board.remember(past.observed, decided);
        drop(self.reading);
        Ok(board)
    }
}

impl OpenBoard {
    /// Serves the board until nobody can reach it any more.
    pub(in crate::hall) async fn serve(mut self, mut inbox: mpsc::Receiver<ToBoard>) {
        self.sitting.advance(self.evidence.pass(self.clock.now()));
        self.conclude().await;
        self.renew_rest().await;
        self.tell_view().await;
        let (mut sync_by, synced) = (None, Arc::new(Notify::new()));
        let (mut wishes, mut lit) = self.lighting.begin();
        let mut clock_answers = self.clock_setting.begin();
        let mut found = self.hindsight.begin();
        self.want_hindsight_of_past();
        loop {
            self.light();
            let (deadline, look) = (self.sitting.deadline(), self.health.due());
            let (flood, lights) = (self.gate.deadline(), self.lighting.deadline());
            let (clock_set, hindsight) = (self.clock_setting.deadline(), self.hindsight.deadline());
            self.post.stand(self.evidence.sentry());
            sync_by = match sync_by {
                _ if !self.evidence.is_dirty() || self.evidence.is_syncing() => None,
                None => Some(tokio::time::Instant::now() + self.evidence.sync_within()),
                due => due,
            };
            tokio::select! {
                biased;
                () = passed(sync_by) => {
                    if let Some(syncing) = self.evidence.begin_sync() {
                        self.disk.make(syncing, Arc::clone(&synced));
                    }
                    sync_by = None;
                    self.tell_view().await;
                }
                () = synced.notified() => {
                    let ended = self.evidence.end_sync();
                    self.after_sync(ended);
                    self.tell_view().await;
                }
                () = self.post.alarmed() => {
                    self.evidence.rescue();
                    self.tell_view().await;
                }
                message = inbox.recv() => match message {
                    Some(message) => self.receive(message).await,
                    None => break,
                },
                () = self.until(deadline) => {
                    self.sitting.advance(self.evidence.pass(self.clock.now()));
                    self.conclude().await;
                }
                () = self.until(flood) => {
                    self.look_at_flood().await;
                    self.tell_view().await;
                }
                () = self.until(lights) => {}
                () = self.until(hindsight) => self.look_back_at_games(),
                Some(found) = found.recv() => self.propose(found).await,
                () = self.until(clock_set) => self.expire_clock_setting(),
                Some(answered) = clock_answers.recv() => self.hear_clock_answered(answered),
                Ok(()) = wishes.changed() => {}
                Some(answered) = lit.recv() => {
                    let now = self.evidence.time(self.clock.now());
                    self.lighting.hear_answer(now, answered);
                }
                () = self.until(look) => {
                    self.health.pass(self.evidence.time(self.clock.now()));
                    self.tell_view().await;
                }
            }
        }
        self.sync();
        self.evidence.close();
    }

    /// Folds past observations and collects what they concluded, to be told again when the board is
    /// served: a client that asks from the beginning hears everything.
    fn remember(&mut self, observed: Vec<Numbered>, decided: Vec<BoardDecision>) {
        let (mut decided, mut gate) = (decided.into_iter().peekable(), Gate::of_journal());
        for Numbered { at, since, number, observation } in observed {
            while let Some(decided) = decided.next_if(|decided| decided.after < number) {
                self.follow_decision(&decided);
                self.remember_told();
            }
            for (when, said) in gate.read_back(at, observation) {
                let since = since.filter(|_| when == at);
                self.sitting.observe_late(when, since, number, &said);
                self.note(when, &said);
                self.remember_told();
            }
        }
        for decided in decided {
            self.follow_decision(&decided);
            self.remember_told();
        }
        self.showing.end_collecting(&self.sitting);
        self.view.link = LinkState::Lost;
        self.acquaintance = Acquaintance::none();
    }

    async fn receive(&mut self, message: ToBoard) {
        match message {
            ToBoard::Attached { port, requests, answer } => {
                self.archive_if_old().await;
                let _ = answer.send(self.attach(port, requests).await);
            }
            ToBoard::Heard { at, since, observation } => self.hear(at, since, observation).await,
            ToBoard::Left(loss) => self.acquaintance.end(loss),
            ToBoard::Wire(passed) => self.hear_wire(passed),
            ToBoard::Decide(order) => self.take_decision(order).await,
            ToBoard::SetClock(order) => self.set_clock(order),
            ToBoard::LookBack(order) => self.look_back(order),
            ToBoard::Copy(order) => self.copy(order),
            ToBoard::HandOver { game, answer } => self.give(game, answer).await,
            ToBoard::TakeOver(takeover) => self.take(takeover).await,
            ToBoard::Darken(answer) => self.darken(answer),
            ToBoard::Archive => self.archive_if_free().await,
            ToBoard::Read(answer) => {
                let requests = self.requests.clone();
                tokio::spawn(async move {
                    let _ = answer.send(read_out(requests).await);
                });
            }
            ToBoard::Calibrate(answer) => self.calibrate(answer),
        }
        self.tell_view().await;
    }

    async fn take_in(&mut self, at: Instant, since: Option<Instant>, observation: Observation) {
        Recall::say(&self.view.id, &observation);
        self.keep_wire_around(at);
        let since = since.map(|since| self.evidence.anchor().exact(since));
        let since = self.recall.since(&observation).or(since);
        let (at, record) = self.evidence.append(at, since, &observation);
        self.heard_until = at;
        self.sitting.observe_late(at, since, record, &observation);
        self.note(at, &observation);
        self.conclude().await;
    }

    /// Keeps the board's view up with what it says about itself.
    fn note(&mut self, at: Instant, observation: &Observation) {
        self.recall.note(at, observation);
        self.acquaintance.note(observation);
        self.health.note(at, observation, &self.sitting);
        self.view.note(observation);
        if let Observation::Clock(_) = observation {
            self.clock_shown = Some(observation.clone());
            self.note_clock_of_game(at);
        }
        self.note_clock(observation);
    }

    /// Journals and tells what the sitting concluded.
    pub(in crate::hall) async fn conclude(&mut self) {
        for news in self.gather() {
            if news.told.iter().any(stands_wrong) {
                tokio::spawn(read_out(self.requests.clone()));
            }
            self.want_hindsight(&news);
            if let Some((_, news)) = self.publish(Recency::New, news) {
                self.tell(news).await;
            }
        }
    }

    /// What the sitting concluded since it was last asked, game by game.
    fn gather(&mut self) -> Vec<GameNews> {
        let told = self.take_told();
        self.showing.news(&self.sitting, told)
    }

    /// What the sitting concluded since it was last asked, with numbers that nothing else was told under.
    fn take_told(&mut self) -> Vec<Told> {
        let mut all = Vec::new();
        while let Some(told) = self.sitting.poll() {
            all.extend(self.numbered(told));
        }
        all
    }

    /// Journals what was concluded of a game, and words it for clients.
    fn publish(&mut self, recency: Recency, news: GameNews) -> Option<(GameId, News)> {
        let GameNews { number, told, shown } = news;
        let Shown { view, clock } = shown?;
        let anchor = self.evidence.anchor();
        let sitting = &self.sitting;
        let station_time = |at| anchor.station_time(sitting.board_time(number, at));
        let clock = clock.map(|clock| ShownClock { at: station_time(clock.at), ..clock });
        let view = self.dated.date(&view, station_time);
        let id = self.game_id(number);
        if told.iter().any(|told| matches!(told.what, Conclusion::Result(_) | Conclusion::Reopened))
        {
            self.disk.seals().urge();
        }
        for told in &told {
            self.evidence.append_told(told);
        }
        if self.number() == Some(number) {
            self.view.game = Some(id);
        }
        let board = self.view.id.clone();
        Some((id, News::Game { recency, id, board, told, anchor, view, clock }))
    }

    async fn tell_view(&mut self) {
        self.view.turned = self.sitting.is_turned();
        self.view.condition =
            self.acquaintance.condition(self.view.link, self.sitting.view().map(Arc::as_ref));
        self.view.health = self.health.report();
        self.view.trouble = self.evidence.trouble().map(ToOwned::to_owned);
        if self.told_view.as_ref() != Some(&self.view) {
            self.told_view = Some(self.view.clone());
            self.tell(News::Board(Box::new(self.view.clone()))).await;
        }
    }

    /// Tells the clients. Where they have to be waited for, the evidence does not wait with them.
    async fn tell(&mut self, news: News) {
        if let Err(TrySendError::Full(news)) = self.news.try_send(news) {
            self.sync();
            let _ = self.news.send(news).await;
        }
    }

    async fn until(&self, deadline: Option<Instant>) {
        match deadline {
            Some(deadline) => {
                let now = self.evidence.time(self.clock.now());
                tokio::time::sleep(deadline.since(now)).await;
            }
            None => std::future::pending().await,
        }
    }
}

/// Waits until then; for ever where there is no such moment.
async fn passed(due: Option<tokio::time::Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

/// A board that differs may have lost an update: a read-out tells.
fn stands_wrong(told: &Told) -> bool {
    matches!(&told.what, Conclusion::Standing { differs } if !differs.is_empty())
}

impl std::fmt::Debug for OpenBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenBoard").field("id", &self.view.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
