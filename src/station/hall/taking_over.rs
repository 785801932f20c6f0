//! Boards that another station of the same hall had: they go on here, with all that was kept of them there.
//!
//! Its journal takes the place of what this station may have of the board, and what was decided there goes along; from then on
//! it is as if the board's cable had been pulled for that long.

use std::path::Path;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use touchmove_core::names::BoardId;
use touchmove_core::tournament::rounds::wish::RoundWish;

use super::Hall;
use super::boards::late::{BeingRead, Life};
use super::keeping::blocking::blocking;
use super::news::{News, Recency};
use super::orders::joint::{JointOrder, NotJoined, TakenBoard, TakenGame, TakenTable};
use super::orders::rounds::RoundOrder;
use super::ports::call::Call;
use crate::journal;

/// A board's task that is told to end does within this.
const ENDED_WITHIN: Duration = Duration::from_secs(5);

/// Who has put a board to its table again.
const BY: &str = "hall";

impl Hall {
    /// A port has found a board: it is served, or a hall is asked for it first.
    pub(super) async fn hear_call(&mut self, call: Call) {
        match self.joining.hold(call, Instant::now()) {
            Some(call) => self.serve_call(call).await,
            None => self.tell_sought().await,
        }
    }

    /// Serves the boards that were held up for too long, as they are known here.
    pub(super) async fn serve_overdue(&mut self) {
        for call in self.joining.take_overdue(Instant::now()) {
            tracing::warn!(
                "{}: no hall has said whose it is: it is served as it is known here",
                call.id
            );
            self.serve_call(call).await;
        }
        self.tell_sought().await;
    }

    /// Does what a hall of several stations asks.
    pub(super) async fn join(&mut self, order: JointOrder) {
        let now = Instant::now();
        match order {
            JointOrder::AskFirst { lease, answer } => {
                self.joining.ask_first(lease, now);
                let _ = answer.send(Ok(()));
            }
            JointOrder::Receive { board, from, bytes, answer } => {
                let _ = answer.send(self.joining.receive(&board, from, &bytes, now));
            }
            JointOrder::Serve { board, answer } => {
                let _ = answer.send(self.serve_sought(&board).await);
            }
            JointOrder::TakeOver { board, answer } => {
                let _ = answer.send(self.take_over(board).await);
            }
        }
    }

    /// Serves a board that a hall was asked for, as it is known here.
    async fn serve_sought(&mut self, board: &BoardId) -> Result<(), NotJoined> {
        let sought = self.joining.take(board)?;
        self.tell_sought().await;
        for call in sought.calls {
            self.serve_call(call).await;
        }
        Ok(())
    }

    async fn take_over(&mut self, taken: TakenBoard) -> Result<Vec<TakenGame>, NotJoined> {
        let sought = self.joining.take(&taken.id)?;
        self.tell_sought().await;
        let outcome = self.go_on(&taken, &sought.evidence, sought.calls.first()).await;
        match &outcome {
            Ok(games) => tracing::info!(
                "{}: goes on here with {} games that another station had",
                taken.id,
                games.len()
            ),
            Err(why) => tracing::error!("{why}; it is served as it is known here"),
        }
        // Whatever came of it, the board is there.
        for call in sought.calls {
            self.serve_call(call).await;
        }
        outcome
    }

    async fn go_on(
        &mut self,
        taken: &TakenBoard,
        evidence: &[u8],
        call: Option<&Call>,
    ) -> Result<Vec<TakenGame>, NotJoined> {
        let id = &taken.id;
        let call = call.ok_or_else(|| NotJoined::NotSought(id.clone()))?;
        let place = self.live(id);
        self.look_at(id, evidence, &place)?;
        self.retire(id).await?;
        let not_kept = |error: journal::JournalError| NotJoined::NotKept(error.to_string());
        blocking(|| {
            journal::receive(&place, evidence)?;
            self.station.take_over(id, &taken.decisions)
        })
        .map_err(not_kept)?;
        let reading = self.exchange.reading(id.clone());
        let opening = self.open_board(id, call.family, &call.serial, (place, u64::MAX), reading);
        let being_read = BeingRead { board: id.clone(), life: Life::Live, opening };
        let read = being_read.read().await;
        let mut open = read
            .ok_or_else(|| NotJoined::NoJournal(id.clone(), "it cannot be followed".to_owned()))?
            .open;
        let games = open.renumber_games();
        for (_, news) in open.history(Recency::New) {
            let _ = self.news.send(news).await;
        }
        self.seat(open);
        self.disk.seals().urge();
        if let Some(table) = taken.table {
            self.resume(id, table, &games).await;
        }
        Ok(games)
    }

    /// Looks whether this is the journal of a board, before anything makes way for it.
    fn look_at(&self, id: &BoardId, evidence: &[u8], place: &Path) -> Result<(), NotJoined> {
        let not_one = |why: String| NotJoined::NoJournal(id.clone(), why);
        let look = blocking(|| journal::look(evidence, place));
        let look = look.map_err(|error| not_one(error.to_string()))?;
        let owner = look.headers.board;
        let named = owner.and_then(|owner| Some(BoardId::of(&owner.family, &owner.serial?)));
        match named {
            Some(named) if named == *id => Ok(()),
            Some(named) => Err(not_one(format!("it is that of {named}"))),
            None => Err(not_one("it does not say whose it is".to_owned())),
        }
    }

    /// Ends the task of a board that is at no port, so that its journal is nobody's.
    async fn retire(&mut self, id: &BoardId) -> Result<(), NotJoined> {
        let in_use = || NotJoined::InUse(id.clone());
        match self.boards.get(id) {
            Some(inbox) if inbox.strong_count() > 1 => return Err(in_use()),
            _ => drop(self.boards.remove(id)),
        }
        let ended = async {
            while self.owners.values().any(|owner| owner.id == *id) {
                let Some(ended) = self.tasks.join_next_with_id().await else { break };
                self.note_end(ended);
            }
        };
        timeout(ENDED_WITHIN, ended).await.map_err(|_| in_use())
    }

    /// Has a game go on at its table, as far as this station has its round.
    async fn resume(&self, board: &BoardId, at: TakenTable, games: &[TakenGame]) {
        let TakenTable { round, table, game } = at;
        let game = games.iter().find(|taken| taken.there == game);
        let Some(TakenGame { here: game, .. }) = game.copied() else { return };
        let wish = RoundWish::Resume { round, table, board: board.clone(), game };
        let (answer, answered) = oneshot::channel();
        let order = RoundOrder { by: BY.to_owned(), wish, answer };
        let board = board.clone();
        if self.rounds.send(order).await.is_err() {
            return;
        }
        tokio::spawn(async move {
            if let Ok(Err(why)) = answered.await {
                tracing::warn!("{board}: it is not at table {table} here: {why}");
            }
        });
    }

    async fn tell_sought(&self) {
        let _ = self.news.send(News::Sought(self.joining.sought())).await;
    }
}
