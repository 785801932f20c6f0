//! The operator's desk: one task that hears all news of the boards, keeps the rounds, and says which
//! game is whose.

mod load;
mod public;
mod publishing;
mod results;
mod starts;
pub(super) mod station;
mod telling;
mod turns;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::mpsc;
use tokio::time::interval;
use touchmove_core::decision::Regime;
use touchmove_core::game::view::GameView;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, Round};
use touchmove_core::tournament::release::delay::PublicOutput;
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::section::SectionView;
use touchmove_core::tournament::rounds::wish::{RoundAnswer, RoundWish};
use touchmove_core::tournament::rounds::{RoundView, Stage};
use touchmove_drivers::observation::LinkState;

use self::public::SYNC_WITHIN;
use self::results::Results;
use self::starts::Start;
use self::telling::Telling;
use crate::hall::desk::publishing::Publishing;
use crate::hall::desk::station::Station;
use crate::hall::light_wishes::LightWishes;
use crate::hall::news::{BegunRound, BoardView, Broadcast, Dispatch, News, PublicNews};
use crate::hall::orders::games::DecideOrder;
use crate::hall::orders::rounds::{NotTaken, RoundOrder, RoundRefusal};
use crate::hall::ports::seating::Seating;
use crate::sys::boottime::TimeSource;

/// The desk.
pub(super) struct Desk {
    station: Station,
    boards: HashMap<BoardId, BoardView>,
    /// The last game of each board.
    games: HashMap<BoardId, (GameId, Arc<GameView>)>,
    publishing: Publishing,
    /// The sections as they were last told.
    told_sections: Arc<[SectionView]>,
    /// The rounds as they were last told.
    told: HashMap<Round, Arc<RoundView>>,
    results: Results,
    starts: Telling<Start>,
    seating: Seating,
    /// The boards whose journals are to be archived.
    archiving: mpsc::UnboundedSender<BoardId>,
    laws: Telling<Regime>,
    /// What the lights of the boards are to show.
    lights: LightWishes,
    /// The last game number given on this station.
    last_game: Arc<AtomicU64>,
    clock: Arc<dyn TimeSource>,
    clients: Clients,
}

/// What the desk tells boards, by way of the hall.
pub(super) struct ToBoards {
    /// What it decides about them.
    pub(super) decided: mpsc::UnboundedSender<(BoardId, DecideOrder)>,
    /// The boards whose journals are to be archived.
    pub(super) archiving: mpsc::UnboundedSender<BoardId>,
    /// What their lights are to show.
    pub(super) lights: LightWishes,
}

/// Who hears of it.
#[derive(Debug)]
pub struct Clients {
    /// The bus.
    pub news: mpsc::Sender<News>,
    /// The relay, where there is one.
    pub relay: Option<mpsc::UnboundedSender<Dispatch>>,
}

impl Desk {
    /// A desk that tells its clients what it hears.
    pub(super) fn new(
        mut station: Station,
        last_game: Arc<AtomicU64>,
        clock: Arc<dyn TimeSource>,
        clients: Clients,
        boards: ToBoards,
        seating: Seating,
    ) -> Self {
        let ToBoards { decided, archiving, lights } = boards;
        let (starts, laws) = (Telling::new(decided.clone()), Telling::new(decided));
        let (boards, games, told) = (HashMap::new(), HashMap::new(), HashMap::new());
        let relay = clients.relay.as_ref().map(|_| PublicOutput::Files);
        let outputs = relay.into_iter().chain([PublicOutput::Bus]).collect();
        let (log, decided) = (station.take_log(), station.take_decided());
        let publishing = Publishing::new(outputs, log, decided);
        let (told_sections, results) = (Arc::default(), Results::default());
        Self {
            station,
            boards,
            games,
            publishing,
            told_sections,
            told,
            results,
            starts,
            seating,
            archiving,
            laws,
            lights,
            last_game,
            clock,
            clients,
        }
    }

    /// Serves until there is no news any more.
    pub(super) async fn serve(
        mut self,
        mut heard: mpsc::Receiver<News>,
        mut orders: mpsc::Receiver<RoundOrder>,
    ) {
        self.tell_rounds().await;
        self.tell_results().await;
        let mut sync = interval(SYNC_WITHIN);
        loop {
            tokio::select! {
                biased;
                news = heard.recv() => match news {
                    Some(news) => self.hear(news).await,
                    None => break,
                },
                Some(order) = orders.recv() => self.obey(order).await,
                () = self.until_due() => self.release().await,
                _ = sync.tick() => {
                    self.sync_soon();
                    if self.starts.is_telling() || self.laws.is_telling() {
                        self.tell_starts();
                    }
                }
            }
        }
        self.sync();
    }

    /// Takes note of news, passes them on, and releases what may be released of them.
    async fn hear(&mut self, news: News) {
        match &news {
            News::Board(view) => {
                let id = view.id.clone();
                let before = self.boards.insert(id.clone(), BoardView::clone(view));
                let is_as_before =
                    |before: BoardView| before.link == view.link && before.after == view.after;
                if !before.is_some_and(is_as_before) {
                    self.starts.forget(&id);
                    self.laws.forget(&id);
                    self.tell_starts();
                }
                self.tell(news).await;
                // A board tells of itself once its games are read back.
                self.publishing.read_back(&id);
                self.release().await;
            }
            News::Game { id, board, told, anchor, view, .. } => {
                let (game, board, view) = (*id, board.clone(), Arc::clone(view));
                // Whose game it is comes first: it says how long the public waits.
                self.hear_game(game, &board, &view).await;
                let told = (told.as_slice(), *anchor);
                self.publishing.hear((game, &board), &view.start, told, self.station.rounds());
                self.tell(news).await;
                self.release().await;
            }
            News::Public(_)
            | News::RoundRemoved(_)
            | News::Round(_)
            | News::Results(_)
            | News::Sections(_)
            | News::Port { .. }
            | News::Sought(_)
            | News::Disk(_)
            | News::Ready => self.tell(news).await,
        }
    }

    /// A game that begins at a table of a running round is the round's.
    async fn hear_game(&mut self, game: GameId, board: &BoardId, view: &Arc<GameView>) {
        let place = self.place_of(board, game, view);
        self.note_game(board, game, view);
        if let Some((round, table)) = place {
            self.begin_games(round, &[(table, game)]).await;
        }
        if self.station.name_players(game, &view.players) {
            self.tell_rounds().await;
        }
        self.hear_result(game, view).await;
    }

    /// The table for which the game is played, if that is not known yet: the first game that begins on
    /// its board after the round and after the board was assigned, and another one only while no move was made in it. A
    /// game that is over, or is played at a table already, is of no other; nor is one by itself that began before.
    fn place_of(
        &self,
        board: &BoardId,
        game: GameId,
        view: &GameView,
    ) -> Option<(Round, BoardNumber)> {
        let rounds = self.station.rounds();
        let (round, table) = rounds.playing_on(board)?;
        let is_free = match rounds.game_at(round, table) {
            None => true,
            Some(begun) => begun < game && self.is_unplayed(begun),
        };
        let is_to_come = || view.result.is_none() && !rounds.has(game);
        let is_of = || rounds.is_of(round, table, game) || is_fresh(view);
        (is_free && is_to_come() && is_of()).then_some((round, table))
    }

    fn is_unplayed(&self, game: GameId) -> bool {
        self.games.values().any(|(id, view)| *id == game && is_fresh(view))
    }

    fn note_game(&mut self, board: &BoardId, id: GameId, view: &Arc<GameView>) {
        if self.games.get(board).is_none_or(|(last, _)| *last <= id) {
            self.games.insert(board.clone(), (id, Arc::clone(view)));
        }
    }

    async fn begin_games(&mut self, round: Round, games: &[(BoardNumber, GameId)]) {
        if let Err(error) = self.station.begun(round, games) {
            tracing::error!("that games of round {round} have begun is not kept: {error}");
        }
        self.tell_rounds().await;
        self.tell_results().await;
        self.follow().await;
    }

    /// Carries out what is wanted, if anybody still waits for it. It is acknowledged once it survives a loss of
    /// power; meanwhile the desk goes on.
    async fn obey(&mut self, RoundOrder { by, wish, answer }: RoundOrder) {
        if answer.is_closed() {
            return;
        }
        let outcome = self.carry_out(&by, wish).await;
        self.station.once_synced(|synced| {
            let outcome =
                outcome.and_then(|done| synced.map(|()| done).map_err(RoundRefusal::NotSafe));
            let _ = answer.send(outcome);
        });
    }

    async fn carry_out(&mut self, by: &str, wish: RoundWish) -> Result<RoundAnswer, RoundRefusal> {
        match wish {
            RoundWish::Load { file, round, among } => self.load(by, &file, round, &among).await,
            RoundWish::Set(change) => {
                self.decide(by, vec![RoundDecision::Set(change)]).await?;
                Ok(RoundAnswer::Done)
            }
            RoundWish::Assign { table, board } => {
                if !self.boards.contains_key(&board) {
                    return Err(RoundRefusal::NoSuchBoard(board));
                }
                self.decide(by, vec![self.assignment(table, board)]).await?;
                self.take_fresh_games().await;
                Ok(RoundAnswer::Done)
            }
            RoundWish::AssignPlugged => self.assign_plugged(by).await,
            RoundWish::Free { table } => {
                self.decide(by, vec![RoundDecision::Free { table }]).await?;
                Ok(RoundAnswer::Done)
            }
            RoundWish::Begin { round, readiness } => self.begin(by, round, readiness).await,
            RoundWish::Pause { round } => self.turn(by, round, Stage::Paused).await,
            RoundWish::End { round, readiness } => self.end(by, round, readiness).await,
            RoundWish::Reopen { round } => self.reopen(by, round).await,
            RoundWish::Remove { round, removal } => self.remove(by, round, removal).await,
            RoundWish::Adopt { table, plies } => self.adopt(by, table, plies).await,
            RoundWish::Enter { round, table, outcome } => {
                self.enter(by, round, table, outcome).await
            }
            RoundWish::Settle { round, table, choice } => {
                self.settle(by, round, table, choice).await
            }
            RoundWish::Reseat { game, board } => {
                if let Some(table) = self.station.rounds().table_with(game) {
                    self.decide(by, vec![self.assignment(table, board)]).await?;
                }
                Ok(RoundAnswer::Done)
            }
            RoundWish::Resume { round, table, board, game } => {
                self.decide(by, vec![self.assignment(table, board)]).await?;
                self.begin_games(round, &[(table, game)]).await;
                Ok(RoundAnswer::Done)
            }
            RoundWish::Missing { round } => Ok(RoundAnswer::Missing(self.missing(round))),
        }
    }

    /// Assigns the connected boards that are at no table, by name, to the free tables in their order.
    async fn assign_plugged(&mut self, by: &str) -> Result<RoundAnswer, RoundRefusal> {
        let rounds = self.station.rounds();
        let is_free =
            |view: &&BoardView| view.link == LinkState::Up && rounds.table_of(&view.id).is_none();
        let mut boards: Vec<_> =
            self.boards.values().filter(is_free).map(|view| &view.id).collect();
        boards.sort();
        let pairs = rounds.free_tables().into_iter().zip(boards);
        let assigned: Vec<_> =
            pairs.map(|(table, board)| self.assignment(table, board.clone())).collect();
        let count = assigned.len();
        self.decide(by, assigned).await?;
        self.take_fresh_games().await;
        Ok(RoundAnswer::Assigned(count))
    }

    async fn decide(&mut self, by: &str, decisions: Vec<RoundDecision>) -> Result<(), NotTaken> {
        self.station.decide(self.clock.now(), by, decisions)?;
        self.tell_rounds().await;
        self.tell_results().await;
        self.follow().await;
        Ok(())
    }

    /// Tells the rounds and sections that have changed since they were told.
    async fn tell_rounds(&mut self) {
        self.tell_starts();
        self.tell_sections().await;
        let views: Vec<_> = self.station.rounds().views().map(Arc::new).collect();
        let played =
            views.iter().filter(|view| matches!(view.stage, Stage::Running | Stage::Paused));
        let at_tables =
            played.flat_map(|view| view.seats.iter().filter_map(|seat| seat.board.clone()));
        self.seating.set_in_rounds(at_tables.collect());
        for view in views {
            if self.told.get(&view.number) != Some(&view) {
                self.told.insert(view.number, Arc::clone(&view));
                let games: Vec<_> = view.seats.iter().filter_map(|seat| seat.game).collect();
                self.tell(News::Round(view)).await;
                for game in games {
                    self.tell_place(game).await;
                }
            }
        }
    }

    async fn tell(&mut self, news: News) {
        if let News::Round(view) = &news {
            self.broadcast(|| Broadcast::Round(Arc::clone(view)));
            if let Some(round) = BegunRound::of(view) {
                let _ = self.clients.news.send(News::Public(PublicNews::Round(round))).await;
            }
        }
        let _ = self.clients.news.send(news).await;
    }

    fn broadcast(&self, broadcast: impl FnOnce() -> Broadcast) {
        if let Some(relay) = &self.clients.relay {
            let _ = relay.send(Dispatch { at: self.clock.now(), what: broadcast() });
        }
    }
}

/// Whether no move was made in a game, nor is one under way.
fn is_fresh(view: &GameView) -> bool {
    view.moves.is_empty() && view.provisional.is_none()
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}
