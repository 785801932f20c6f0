//! The live tree on another connection.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use touchmove_client::path::LIVE;
use zbus::Connection;
use zbus::fdo::ObjectManager;

use super::Live;
use crate::bus::board::{self, Board};
use crate::bus::callers::Callers;
use crate::bus::clock::Clock;
use crate::bus::decide::Decider;
use crate::bus::desk::Desk;
use crate::bus::game::{self, Game};
use crate::bus::moment::Dated;
use crate::bus::round::{self, Round};
use crate::bus::sections::{self, Sections};
use crate::bus::station::Station;
use crate::hall::orders::Order;

/// What the objects need to answer.
#[derive(Clone)]
pub(in crate::bus) struct Makings {
    /// Who calls.
    pub(in crate::bus) callers: Arc<Callers>,
    /// The way to the hall.
    pub(in crate::bus) orders: mpsc::Sender<Order>,
}

impl Live {
    /// Serves the root, as one that is not ready, on a connection that has no name yet.
    pub(in crate::bus) async fn begin_anew(&mut self, connection: Connection) -> zbus::Result<()> {
        self.connection = connection;
        self.was_ready |= self.station.state().ready;
        // Nobody can hear that it is not: what is left is the old connection's.
        let _ = self.station.change(|shown| shown.ready = false).await?;
        let desk = self.makings.desk();
        self.station.move_to(&self.connection, |shown| Station::new(shown, desk)).await?;
        self.connection.object_server().at(LIVE, ObjectManager).await.map(drop)
    }

    /// Shows everything as it was, once the connection has the name, and signals what the bus may not have read of the
    /// other one.
    pub(in crate::bus) async fn show_again(&mut self) -> zbus::Result<()> {
        let (connection, makings) = (&self.connection, &self.makings);
        for board in self.boards.values_mut() {
            board.move_to(connection, |shown| makings.board(shown)).await?;
        }
        for (_, clock) in self.clocks.values_mut() {
            clock.move_to(connection, Clock::new).await?;
        }
        for game in self.games.values_mut() {
            game.move_to(connection, |shown| makings.game(shown)).await?;
        }
        for round in self.rounds.values_mut() {
            round.move_to(connection, |shown| makings.round(shown)).await?;
        }
        if let Some(sections) = &mut self.sections {
            sections.move_to(connection, |shown| makings.sections(shown)).await?;
        }
        for (id, first) in self.unheard.take() {
            let Some(game) = self.games.get(&id) else { continue };
            let again = |(seq, dated): (u64, &Dated)| (seq, dated.clone());
            let again: Vec<_> = game.state().told.since(first - 1).map(again).collect();
            again.iter().for_each(|(seq, _)| self.unheard.add(id, *seq));
            for (seq, dated) in &again {
                game::signal(game.emitter(), *seq, dated).await?;
            }
        }
        let was_ready = self.was_ready;
        self.station(|shown| shown.ready = was_ready).await
    }
}

impl Makings {
    pub(super) fn desk(&self) -> Desk {
        Desk::new(Arc::clone(&self.callers), self.orders.clone())
    }

    pub(super) fn board(&self, shown: watch::Receiver<board::Shown>) -> Board {
        Board::new(shown, Arc::clone(&self.callers), self.orders.clone())
    }

    pub(super) fn game(&self, shown: watch::Receiver<game::Shown>) -> Game {
        let decider = Decider::new(Arc::clone(&self.callers), self.orders.clone());
        Game::new(shown, decider)
    }

    pub(super) fn round(&self, shown: watch::Receiver<round::Shown>) -> Round {
        Round::new(shown, self.desk())
    }

    pub(super) fn sections(&self, shown: watch::Receiver<sections::Shown>) -> Sections {
        Sections::new(shown, self.desk())
    }
}
