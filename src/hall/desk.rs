//! The operator's desk: one task that hears all news of the boards, keeps the rounds, and says which
//! game is whose.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;
use touchmove_drivers::observation::LinkState;

use super::news::{BoardId, BoardView, Broadcast, GameId, News};
use super::release::Releases;
use super::rounds::decision::RoundDecision;
use super::rounds::order::{Readiness, RoundAnswer, RoundOrder, RoundRefusal, RoundWish};
use super::rounds::{Missing, Seat, Stage};
use super::station::{NotTaken, Station};
use crate::game::view::GameView;
use crate::pairing::{self, BoardNumber, Round};
use crate::sys::boottime::{BootClock, Clock};

/// The desk.
pub(super) struct Desk {
    station: Station,
    boards: HashMap<BoardId, BoardView>,
    /// The last game of each board.
    games: HashMap<BoardId, (GameId, Arc<GameView>)>,
    releases: Releases,
    /// The last game number given on this station.
    last_game: Arc<AtomicU64>,
    clock: BootClock,
    clients: Clients,
}

/// Who hears of it.
#[derive(Debug)]
pub struct Clients {
    /// The bus.
    pub news: mpsc::Sender<News>,
    /// The relay, where there is one.
    pub relay: Option<mpsc::UnboundedSender<Broadcast>>,
}

impl Desk {
    /// A desk that tells its clients what it hears.
    pub(super) fn new(
        station: Station,
        last_game: Arc<AtomicU64>,
        clock: BootClock,
        clients: Clients,
    ) -> Self {
        let (boards, games, releases) = (HashMap::new(), HashMap::new(), Releases::default());
        Self { station, boards, games, releases, last_game, clock, clients }
    }

    /// Serves until there is no news any more.
    pub(super) async fn serve(
        mut self,
        mut heard: mpsc::Receiver<News>,
        mut orders: mpsc::Receiver<RoundOrder>,
    ) {
        for view in self.station.rounds().views().collect::<Vec<_>>() {
            self.tell(News::Round(Arc::new(view))).await;
        }
        loop {
            tokio::select! {
                biased;
                news = heard.recv() => match news {
                    Some(news) => self.hear(news).await,
                    None => break,
                },
                Some(order) = orders.recv() => self.obey(order).await,
            }
        }
    }

    /// Takes note of news, passes them on, and releases what may be released of them.
    async fn hear(&mut self, news: News) {
        if let News::Board(view) = &news {
            self.boards.insert(view.id.clone(), BoardView::clone(view));
        }
        let game = match &news {
            News::Game { id, board, told, view } => {
                Some((*id, board.clone(), Arc::clone(view), self.releases.release(*id, told)))
            }
            News::Board(_) | News::Released { .. } | News::Round(_) => None,
        };
        self.tell(news).await;
        if let Some((game, board, view, (id, released))) = game {
            let start = view.start.clone();
            self.broadcast(|| Broadcast::Released {
                game,
                start: start.clone(),
                released: released.clone(),
            });
            self.tell(News::Released { id, start, released }).await;
            self.hear_game(game, &board, &view).await;
        }
    }

    /// A game that begins at a table of a running round is the round's.
    async fn hear_game(&mut self, game: GameId, board: &BoardId, view: &Arc<GameView>) {
        let place = self.place_of(board, game);
        self.note_game(board, game, view);
        if let Some((round, table)) = place {
            self.begin_game(round, table, game).await;
        }
    }

    /// The table for which the game is played, if that is not known yet: the first game that begins on
    /// its board after the round, and another one only while no move was made in it.
    fn place_of(&self, board: &BoardId, game: GameId) -> Option<(Round, BoardNumber)> {
        let rounds = self.station.rounds();
        let (round, table) = rounds.playing_on(board)?;
        let is_open = match rounds.game_at(round, table) {
            None => true,
            Some(begun) => begun < game && self.is_unplayed(board, begun),
        };
        (is_open && rounds.is_of(round, game)).then_some((round, table))
    }

    fn is_unplayed(&self, board: &BoardId, game: GameId) -> bool {
        let last = self.games.get(board);
        last.is_some_and(|(id, view)| *id == game && view.moves.is_empty())
    }

    fn note_game(&mut self, board: &BoardId, id: GameId, view: &Arc<GameView>) {
        if self.games.get(board).is_none_or(|(last, _)| *last <= id) {
            self.games.insert(board.clone(), (id, Arc::clone(view)));
        }
    }

    async fn begin_game(&mut self, round: Round, table: BoardNumber, game: GameId) {
        if let Err(error) = self.station.begun(round, table, game) {
            tracing::error!("that {game} is played at table {table} of round {round}: {error}");
        }
        self.tell_round(round).await;
    }

    async fn obey(&mut self, RoundOrder { by, wish, answer }: RoundOrder) {
        let outcome = self.carry_out(&by, wish).await;
        let _ = answer.send(outcome);
    }

    async fn carry_out(&mut self, by: &str, wish: RoundWish) -> Result<RoundAnswer, RoundRefusal> {
        match wish {
            RoundWish::Load { file, round } => {
                let list = pairing::read(&file, round)?;
                let mut rounds: Vec<_> =
                    list.pairings.iter().map(|pairing| pairing.round).collect();
                rounds.dedup();
                self.decide(by, RoundDecision::load(list)).await?;
                Ok(RoundAnswer::Loaded(rounds))
            }
            RoundWish::Assign { table, board } => {
                if !self.boards.contains_key(&board) {
                    return Err(RoundRefusal::NoSuchBoard(board));
                }
                self.decide(by, vec![RoundDecision::Assign { table, board }]).await?;
                Ok(RoundAnswer::Done)
            }
            RoundWish::AssignPlugged => self.assign_plugged(by).await,
            RoundWish::Free { table } => {
                self.decide(by, vec![RoundDecision::Free { table }]).await?;
                Ok(RoundAnswer::Done)
            }
            RoundWish::Turn { round, stage, readiness } => {
                let missing = self.missing(round);
                if stage == Stage::Running
                    && readiness == Readiness::Required
                    && self.station.rounds().is_to_begin(round)
                    && !missing.is_empty()
                {
                    return Err(RoundRefusal::Missing(missing));
                }
                self.decide(by, vec![RoundDecision::Turn { round, stage }]).await?;
                self.begin_waiting(round).await;
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
        let assigned: Vec<_> = pairs
            .map(|(table, board)| RoundDecision::Assign { table, board: board.clone() })
            .collect();
        let count = assigned.len();
        self.decide(by, assigned).await?;
        Ok(RoundAnswer::Assigned(count))
    }

    /// What is missing at the tables of a round.
    fn missing(&self, round: Round) -> Vec<Missing> {
        let view = self.station.rounds().view(round);
        view.map(|view| view.missing(|id| self.boards.get(id), |view| self.stands_ready(view)))
            .unwrap_or_default()
    }

    /// Whether the men on a board stand at the start of a game of which no move was made.
    fn stands_ready(&self, board: &BoardView) -> bool {
        let game = self.games.get(&board.id).filter(|(id, _)| board.game == Some(*id));
        game.is_some_and(|(_, view)| view.moves.is_empty() && view.differs.is_empty())
    }

    /// The men stood ready before the round began: their games are the round's.
    async fn begin_waiting(&mut self, round: Round) {
        let Some(view) = self.station.rounds().view(round) else { return };
        if view.stage != Stage::Running {
            return;
        }
        for Seat { pairing, board, game } in view.seats {
            let waiting = board
                .and_then(|board| self.boards.get(&board))
                .filter(|board| game.is_none() && self.stands_ready(board))
                .and_then(|board| board.game);
            if let Some(game) = waiting {
                self.begin_game(round, pairing.board, game).await;
            }
        }
    }

    async fn decide(&mut self, by: &str, decisions: Vec<RoundDecision>) -> Result<(), NotTaken> {
        let last = GameId(self.last_game.load(Ordering::Relaxed));
        let taken = self.station.decide(self.clock.now(), by, decisions, last);
        if taken.is_ok() {
            for view in self.station.rounds().views().collect::<Vec<_>>() {
                self.tell(News::Round(Arc::new(view))).await;
            }
        }
        taken
    }

    async fn tell_round(&mut self, round: Round) {
        if let Some(view) = self.station.rounds().view(round) {
            self.tell(News::Round(Arc::new(view))).await;
        }
    }

    async fn tell(&mut self, news: News) {
        if let News::Round(view) = &news {
            self.broadcast(|| Broadcast::Round(Arc::clone(view)));
        }
        let _ = self.clients.news.send(news).await;
    }

    fn broadcast(&self, broadcast: impl FnOnce() -> Broadcast) {
        if let Some(relay) = &self.clients.relay {
            let _ = relay.send(broadcast());
        }
    }
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}
