//! The public tree. It is handed released events only, and knows of nothing live.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::mpsc;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::path::{self, PUBLIC};
use touchmove_client::service::PUBLIC_NAME;
use touchmove_core::names::PublicId;
use touchmove_core::pairing::{Outcome, Round};
use touchmove_core::tournament::release::Released;
use touchmove_core::tournament::rounds::{GamePlace, TableOf};
use zbus::Connection;
use zbus::fdo::ObjectManager;

use super::object::Object;
use super::public_game::{self, PublicGame};
use super::public_round::{self, PublicRound};
use super::survive;
use super::switchboard::{Line, Switchboard};
use super::unheard::Unheard;
use crate::hall::news::{self, PublicNews};

/// Who tells it, and begins anew on another connection where the bus takes nothing more.
pub(super) struct Publisher {
    switchboard: Arc<Switchboard>,
    line: Line,
    public: Public,
}

impl Publisher {
    /// On a connection that has the name and the root.
    pub(super) fn new(switchboard: Arc<Switchboard>, line: Line) -> Self {
        let public = Public {
            connection: line.connection.clone(),
            rounds: HashMap::new(),
            games: HashMap::new(),
            decided: HashMap::new(),
            unheard: Unheard::new(),
        };
        Self { switchboard, line, public }
    }

    /// Tells all of it, until there is no more; then gives the name up.
    ///
    /// # Errors
    /// [`BusError`] when the bus closes the connection.
    pub(super) async fn run(
        mut self,
        mut news: mpsc::Receiver<PublicNews>,
    ) -> Result<(), BusError> {
        loop {
            let connection = self.line.connection.clone();
            tokio::select! {
                news = news.recv() => match news {
                    Some(news) => self.tell(news).await?,
                    None => {
                        let released = connection.release_name(PUBLIC_NAME).await;
                        return survive(released.map(drop), &connection, self.bus());
                    }
                },
                () = connection.closed() => self.go_on().await?,
            }
        }
    }

    async fn tell(&mut self, news: PublicNews) -> Result<(), BusError> {
        // A game that is there has taken the news in before they are told.
        let is_there = news.game().is_some_and(|game| self.public.games.contains_key(&game));
        let again = (!is_there).then(|| news.clone());
        let mut shown = self.public.show(news).await;
        if shown.is_err() && self.line.is_stuck() {
            self.go_on().await?;
            shown = match again {
                Some(news) => self.public.show(news).await,
                None => Ok(()),
            };
        }
        survive(shown, &self.line.connection, self.bus())
    }

    async fn go_on(&mut self) -> Result<(), BusError> {
        let line = self.switchboard.connect_anew(&self.line, "of the public tree").await?;
        let other = |source| BusError::Other { bus: self.switchboard.bus().clone(), source };
        serve_root(&line.connection).await.map_err(other)?;
        self.switchboard.take_over(&line, &self.line, PUBLIC_NAME).await?;
        self.public.begin_anew(&line.connection).await.map_err(other)?;
        self.line = line;
        Ok(())
    }

    fn bus(&self) -> &Bus {
        self.switchboard.bus()
    }
}

/// Serves the root.
pub(super) async fn serve_root(connection: &Connection) -> zbus::Result<()> {
    connection.object_server().at(PUBLIC, ObjectManager).await.map(drop)
}

/// The objects of the public tree.
struct Public {
    connection: Connection,
    rounds: HashMap<Round, Object<PublicRound, public_round::Shown>>,
    games: HashMap<PublicId, Object<PublicGame, public_game::Shown>>,
    /// Results that people decided, whether anything is public of a game there or not.
    decided: HashMap<TableOf, Outcome>,
    /// Signals that the bus may not have.
    unheard: Unheard<PublicId>,
}

impl Public {
    async fn show(&mut self, news: PublicNews) -> zbus::Result<()> {
        match news {
            PublicNews::Round(round) => self.round(round).await,
            PublicNews::RoundRemoved(number) => self.remove_round(number).await,
            PublicNews::Released { id, start, again, released } => {
                self.game(id, start, (again, released)).await
            }
            PublicNews::Placed { id, place } => self.place(id, place).await,
            PublicNews::Decided { at, id, outcome } => {
                self.decide(at, outcome).await?;
                let Some(game) = id.and_then(|id| self.games.get(&id)) else { return Ok(()) };
                let before = game.change(|shown| shown.decide(outcome)).await?;
                game.announce(before).await
            }
        }
    }

    /// Shows a round.
    async fn round(&mut self, round: news::BegunRound) -> zbus::Result<()> {
        let (number, path) = (round.number, path::public_round(round.number));
        let of_round = |(at, outcome): (&TableOf, &Outcome)| {
            (at.round == number).then_some((at.table, *outcome))
        };
        let decided = self.decided.iter().filter_map(of_round).collect();
        let round = public_round::Shown { round, decided };
        if let Some(shown) = self.rounds.get(&number) {
            return shown.show(round).await;
        }
        let shown = Object::serve(&self.connection, path, round, PublicRound::new).await?;
        self.rounds.insert(number, shown);
        Ok(())
    }

    async fn remove_round(&mut self, number: Round) -> zbus::Result<()> {
        self.decided.retain(|at, _| at.round != number);
        if self.rounds.remove(&number).is_some() {
            let path = path::public_round(number);
            self.connection.object_server().remove::<PublicRound, _>(&path).await?;
        }
        Ok(())
    }

    /// It is known whose game it is, and with that what was decided of it before it appeared.
    async fn place(&self, id: PublicId, place: GamePlace) -> zbus::Result<()> {
        let Some(game) = self.games.get(&id) else { return Ok(()) };
        let decided = self.decided.get(&place.table()).copied();
        let before = game
            .change(|shown| {
                shown.set_place(place);
                shown.decide(decided);
            })
            .await?;
        game.announce(before).await
    }

    /// This is what people decided about a table.
    async fn decide(&mut self, at: TableOf, outcome: Option<Outcome>) -> zbus::Result<()> {
        match outcome {
            Some(outcome) => drop(self.decided.insert(at, outcome)),
            None => drop(self.decided.remove(&at)),
        }
        let Some(round) = self.rounds.get(&at.round) else { return Ok(()) };
        let before = round.change(|shown| shown.decide(at.table, outcome)).await?;
        round.announce(before).await
    }

    /// Shows what is released of a game. What was released before the daemon started, and with what a game appears, is
    /// history: kept and seen in the properties, not signalled.
    async fn game(
        &mut self,
        id: PublicId,
        start: String,
        (again, released): (Vec<Released>, Vec<Released>),
    ) -> zbus::Result<()> {
        if let Some(game) = self.games.get(&id) {
            let all = again.into_iter().chain(released.iter().cloned());
            let before = game.change(|shown| all.for_each(|released| shown.take(released))).await?;
            released.iter().for_each(|released| self.unheard.add(id, released.seq));
            signal(game, &released).await?;
            self.unheard.confirm(&self.connection);
            return game.announce(before).await;
        }
        let mut shown = public_game::Shown::begin(start);
        again.into_iter().chain(released).for_each(|released| shown.take(released));
        let path = path::public_game(id);
        let game = Object::serve(&self.connection, path, shown, PublicGame::new).await?;
        self.games.insert(id, game);
        Ok(())
    }

    /// Shows all of it on another connection, and signals what the bus may not have read of the other one.
    async fn begin_anew(&mut self, connection: &Connection) -> zbus::Result<()> {
        self.connection = connection.clone();
        for round in self.rounds.values_mut() {
            round.move_to(connection, PublicRound::new).await?;
        }
        for game in self.games.values_mut() {
            game.move_to(connection, PublicGame::new).await?;
        }
        for (id, first) in self.unheard.take() {
            let Some(game) = self.games.get(&id) else { continue };
            let again = since(&game.state(), first);
            again.iter().for_each(|released| self.unheard.add(id, released.seq));
            signal(game, &again).await?;
        }
        Ok(())
    }
}

async fn signal(
    game: &Object<PublicGame, public_game::Shown>,
    released: &[Released],
) -> zbus::Result<()> {
    for released in released {
        public_game::signal(game.emitter(), released).await?;
    }
    Ok(())
}

/// What was released from this number on.
fn since(shown: &public_game::Shown, first: u64) -> Vec<Released> {
    shown.released.since(first - 1).map(|(_, released)| released.clone()).collect()
}
