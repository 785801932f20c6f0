//! How rounds turn from one stage to the next, and which games are theirs.

use std::sync::atomic::Ordering;

use jiff::tz::TimeZone;
use touchmove_core::game::view::GameView;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, Round};
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::dispute::ResultVerdict;
use touchmove_core::tournament::rounds::wish::{
    OpenGame, Openness, Readiness, Removal, RoundAnswer,
};
use touchmove_core::tournament::rounds::{
    AssignedBoard, Missing, RoundError, Stage, Stands, TableView,
};

use super::{Desk, is_fresh};
use crate::hall::news::{BoardView, Broadcast, News, PublicNews};
use crate::hall::orders::rounds::{NotTaken, RoundRefusal};

impl Desk {
    /// The decision that a board is at a table from now on.
    pub(super) fn assignment(&self, table: BoardNumber, board: BoardId) -> RoundDecision {
        RoundDecision::Assign { table, board, after: Some(self.last_game()) }
    }

    /// The decision that a round begins now.
    fn beginning(&self, round: Round) -> RoundDecision {
        let today = self.clock.wall().to_zoned(TimeZone::system()).date();
        RoundDecision::Begin { round, after: self.last_game(), date: Some(today) }
    }

    /// What is missing at the tables of a round.
    pub(super) fn missing(&self, round: Round) -> Vec<Missing> {
        let view = self.station.rounds().view(round);
        let assigned = |on: &BoardView| AssignedBoard {
            link: on.link,
            clock: on.clock,
            stands: self.stands(on),
        };
        let missing = view.map(|view| view.missing(|id| self.boards.get(id).map(assigned)));
        missing.unwrap_or_default()
    }

    /// Begins a round, or lets it go on after a pause. Games at its tables in which no move was made are the round's.
    pub(super) async fn begin(
        &mut self,
        by: &str,
        round: Round,
        readiness: Readiness,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let stage = self.station.rounds().stage(round);
        match stage {
            Some(Stage::Ended) => return Err(NotTaken::from(RoundError::Over(round)).into()),
            Some(Stage::Paused) => return self.turn(by, round, Stage::Running).await,
            Some(Stage::Loaded | Stage::Running) | None => {}
        }
        let missing = self.missing(round);
        if readiness == Readiness::Required && !missing.is_empty() {
            return Err(RoundRefusal::Missing(missing));
        }
        self.decide(by, vec![self.beginning(round)]).await?;
        self.take_fresh_games().await;
        if stage == Some(Stage::Loaded) {
            self.archive_before(round);
        }
        Ok(RoundAnswer::Done)
    }

    /// Turns a round to another stage.
    pub(super) async fn turn(
        &mut self,
        by: &str,
        round: Round,
        stage: Stage,
    ) -> Result<RoundAnswer, RoundRefusal> {
        self.decide(by, vec![RoundDecision::Turn { round, stage }]).await?;
        Ok(RoundAnswer::Done)
    }

    /// Ends a round, with games that are open only where that is said.
    pub(super) async fn end(
        &mut self,
        by: &str,
        round: Round,
        readiness: Readiness,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let is_played = |stage| matches!(stage, Stage::Running | Stage::Paused);
        if readiness == Readiness::Required
            && self.station.rounds().stage(round).is_some_and(is_played)
        {
            let open = self.open_games(round);
            if !open.is_empty() {
                return Err(RoundRefusal::Open(open));
            }
        }
        self.turn(by, round, Stage::Ended).await
    }

    /// Takes back that a round was ended.
    pub(super) async fn reopen(
        &mut self,
        by: &str,
        round: Round,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let wanted = Stage::Running;
        match self.station.rounds().stage(round) {
            None | Some(Stage::Ended) => {
                // What began at its tables while it was over is not its by itself.
                self.decide(by, vec![self.beginning(round)]).await?;
                self.take_fresh_games().await;
                Ok(RoundAnswer::Done)
            }
            Some(stage) => Err(NotTaken::from(RoundError::NotNow { round, stage, wanted }).into()),
        }
    }

    /// Takes a round away.
    pub(super) async fn remove(
        &mut self,
        by: &str,
        round: Round,
        removal: Removal,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let stage = self.station.rounds().stage(round);
        if removal == Removal::Unplayed && stage == Some(Stage::Ended) {
            return Err(RoundRefusal::HoldsGames(round));
        }
        self.decide(by, vec![RoundDecision::Remove { round }]).await?;
        self.told.remove(&round);
        self.results.forget(round);
        self.publishing.forget(round);
        self.tell(News::RoundRemoved(round)).await;
        self.tell(News::Public(PublicNews::RoundRemoved(round))).await;
        self.broadcast(|| Broadcast::RoundRemoved(round));
        Ok(RoundAnswer::Done)
    }

    /// Takes the game on the board of a table, which began before its pairing, for the table's.
    pub(super) async fn adopt(
        &mut self,
        by: &str,
        table: BoardNumber,
        plies: usize,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let rounds = self.station.rounds();
        let nothing = || NotTaken::from(RoundError::NothingToAdopt(table));
        let round = rounds.running_at(table).ok_or_else(nothing)?;
        let is_free = rounds.game_at(round, table).is_none_or(|game| self.is_unplayed(game));
        let board = rounds.board_at(table).filter(|_| is_free).ok_or_else(nothing)?;
        let (game, view) = self.open_game(board).ok_or_else(nothing)?;
        if view.moves.len() != plies {
            return Err(RoundRefusal::OtherPlies { table, plies: view.moves.len() });
        }
        self.decide(by, vec![RoundDecision::Adopt { round, table, game }]).await?;
        Ok(RoundAnswer::Done)
    }

    /// The games in which no move was made, on the boards of running rounds at tables that have none, are those of their
    /// tables. One that began before its pairing is adopted only where somebody says so.
    pub(super) async fn take_fresh_games(&mut self) {
        let views: Vec<_> = self.station.rounds().views().collect();
        for view in views.into_iter().filter(|view| view.stage == Stage::Running) {
            let fresh = |seat: &TableView| {
                let (game, view) = self.open_game(seat.board.as_ref()?)?;
                (seat.game.is_none() && is_fresh(view)).then_some((seat.pairing.board, game))
            };
            let games: Vec<_> = view.seats.iter().filter_map(fresh).collect();
            if !games.is_empty() {
                self.begin_games(view.number, &games).await;
            }
        }
    }

    /// How the pieces on a board stand before a game.
    fn stands(&self, board: &BoardView) -> Stands {
        let Some((id, view)) = self.games.get(&board.id).filter(|(id, _)| board.game == Some(*id))
        else {
            return Stands::Elsewhere;
        };
        let begins_there = self.starts.is_start_of(&board.id, &view.start);
        if begins_there && view.moves.is_empty() && view.differs.is_empty() {
            return Stands::Ready;
        }
        let is_under_way = !view.moves.is_empty() && view.result.is_none();
        if is_under_way && !self.station.rounds().has(*id) {
            return Stands::InGame(view.moves.len());
        }
        Stands::Elsewhere
    }

    /// The games of a round of which no result counts.
    fn open_games(&self, round: Round) -> Vec<OpenGame> {
        let seats = self.station.rounds().view(round).map(|view| view.seats).unwrap_or_default();
        let Some(results) = self.results_of(round) else { return Vec::new() };
        let open = |seat: &TableView| {
            let table = seat.pairing.board;
            let what = match results.at(table)?.verdict {
                ResultVerdict::Counts(..) => return None,
                ResultVerdict::Differs(of) => Openness::Differs(of),
                ResultVerdict::Open => {
                    Openness::NoResult(seat.game.map(|game| self.plies_of(game)))
                }
            };
            let players = [&seat.pairing.white, &seat.pairing.black];
            Some(OpenGame { table, players: players.map(|player| player.name.clone()), what })
        };
        seats.iter().filter_map(open).collect()
    }

    fn plies_of(&self, game: GameId) -> usize {
        let found = self.games.values().find(|(id, _)| *id == game);
        found.map_or(0, |(_, view)| view.moves.len())
    }

    /// What the boards of a round have said before it goes to the archive: until then what was played can be corrected,
    /// as scoresheets arrive after a round.
    fn archive_before(&self, round: Round) {
        let seats = self.station.rounds().view(round).map(|view| view.seats).unwrap_or_default();
        for board in seats.into_iter().filter_map(|seat| seat.board) {
            let _ = self.archiving.send(board);
        }
    }

    /// The game on a board that has no result yet and is played at no table.
    fn open_game(&self, board: &BoardId) -> Option<(GameId, &GameView)> {
        let (game, view) = self.games.get(board)?;
        let is_open = view.result.is_none() && !self.station.rounds().has(*game);
        (is_open && self.boards.get(board)?.game == Some(*game)).then_some((*game, view))
    }

    fn last_game(&self) -> GameId {
        GameId(self.last_game.load(Ordering::Relaxed))
    }
}
