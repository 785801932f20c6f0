//! The live tree: what is known of every board, clock and game of this station.

mod anew;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use touchmove_client::path;
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::view::{GameView, ShownClock};
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing;
use touchmove_core::text::on_one_line;
use touchmove_core::tournament::rounds::results::RoundResults;
use touchmove_core::tournament::rounds::{GamePlace, RoundView};
use touchmove_drivers::Instant;
use zbus::Connection;

pub(super) use self::anew::Makings;

use super::board::{self, Board};
use super::clock::{Clock, Reading};
use super::events::Events;
use super::game::{self, Game};
use super::moment::{Dated, Moment};
use super::object::Object;
use super::round::{self, Round};
use super::sections::{self, Sections};
use super::station::{self, Station};
use super::unheard::Unheard;
use crate::hall::news::{Anchor, BoardView, News, Recency};
use crate::sys::boottime::{BootClock, TimeSource as _};

/// The objects of the live tree.
pub(super) struct Live {
    connection: Connection,
    makings: Makings,
    station: Object<Station, station::Shown>,
    /// Whether everything that was kept had been shown when the tree began anew.
    was_ready: bool,
    boards: HashMap<BoardId, Object<Board, board::Shown>>,
    /// The clock of each board, and the game that its reading came with.
    clocks: HashMap<BoardId, (GameId, Object<Clock, Reading>)>,
    games: HashMap<GameId, Object<Game, game::Shown>>,
    /// Signals of games that the bus may not have.
    unheard: Unheard<GameId>,
    rounds: HashMap<pairing::Round, Object<Round, round::Shown>>,
    sections: Option<Object<Sections, sections::Shown>>,
    /// Whose games they are.
    seats: HashMap<GameId, GamePlace>,
    /// The results of the rounds' games that count.
    outcomes: HashMap<GameId, Option<pairing::Outcome>>,
}

impl Live {
    /// A tree with nothing but its root yet, on `connection`.
    pub(super) fn new(
        connection: Connection,
        makings: Makings,
        station: Object<Station, station::Shown>,
    ) -> Self {
        Self {
            connection,
            makings,
            station,
            was_ready: false,
            boards: HashMap::new(),
            clocks: HashMap::new(),
            games: HashMap::new(),
            unheard: Unheard::new(),
            rounds: HashMap::new(),
            sections: None,
            seats: HashMap::new(),
            outcomes: HashMap::new(),
        }
    }

    /// Shows news.
    pub(super) async fn show(&mut self, news: News) -> zbus::Result<()> {
        match news {
            News::Board(view) => self.board(*view).await,
            News::Round(view) => self.round(view).await,
            News::Results(results) => self.results(results).await,
            News::Sections(views) => self.sections(views).await,
            News::Game { recency, id, board, told, anchor, view, clock } => {
                self.game(recency, id, &board, New { told, anchor }, view).await?;
                match clock {
                    Some(ShownClock { at, state }) => {
                        let reading = Reading { board: path::board(&board), at, clock: state };
                        self.clock(&board, id, reading).await
                    }
                    None => Ok(()),
                }
            }
            News::Port { place, view } => self.station(|shown| shown.show_port(place, view)).await,
            News::Sought(boards) => self.station(|shown| shown.sought = boards).await,
            News::Disk(disk) => self.station(|shown| shown.disk = disk).await,
            News::Ready => self.station(|shown| shown.ready = true).await,
            News::RoundRemoved(number) => self.remove_round(number).await,
            News::Public(_) => Ok(()),
        }
    }

    async fn station(&self, change: impl FnOnce(&mut station::Shown)) -> zbus::Result<()> {
        let before = self.station.change(change).await?;
        self.station.announce(before).await
    }

    /// Shows a round, and at its games whose they are.
    async fn round(&mut self, view: Arc<RoundView>) -> zbus::Result<()> {
        for seat in &view.seats {
            let Some(game) = seat.game else { continue };
            let place = seat.place();
            if self.seats.get(&game) != Some(&place) {
                self.seats.insert(game, place.clone());
                if let Some(game) = self.games.get(&game) {
                    let before = game.change(|shown| shown.place = Some(place)).await?;
                    game.announce(before).await?;
                }
            }
        }
        if let Some(round) = self.rounds.get(&view.number) {
            let results = Arc::clone(&round.state().results);
            return self.change_round(view, results).await;
        }
        let (number, path) = (view.number, path::round(view.number));
        let results = RoundResults { round: number, tables: Vec::new() };
        let shown = round::Shown { view, results: Arc::new(results), revision: 1 };
        let round = |shown| self.makings.round(shown);
        let round = Object::serve(&self.connection, path, shown, round).await?;
        self.rounds.insert(number, round);
        Ok(())
    }

    /// A round is there no longer.
    async fn remove_round(&mut self, number: pairing::Round) -> zbus::Result<()> {
        if self.rounds.remove(&number).is_some() {
            let path = path::round(number);
            self.connection.object_server().remove::<Round, _>(&path).await?;
        }
        Ok(())
    }

    /// Shows the sections.
    async fn sections(&mut self, views: sections::Shown) -> zbus::Result<()> {
        if let Some(sections) = &self.sections {
            return sections.show(views).await;
        }
        let sections = |shown| self.makings.sections(shown);
        let sections = Object::serve(&self.connection, path::sections(), views, sections).await?;
        self.sections = Some(sections);
        Ok(())
    }

    /// Shows the results of a round, and at its games what counts.
    async fn results(&mut self, results: Arc<RoundResults>) -> zbus::Result<()> {
        let Some(round) = self.rounds.get(&results.round) else { return Ok(()) };
        let view = Arc::clone(&round.state().view);
        self.change_round(view, results).await
    }

    async fn change_round(
        &mut self,
        view: Arc<RoundView>,
        results: Arc<RoundResults>,
    ) -> zbus::Result<()> {
        for seat in &view.seats {
            let Some(id) = seat.game else { continue };
            let result = results.at(seat.pairing.board);
            let outcome = result.and_then(|result| result.verdict.outcome());
            let before = self.outcomes.insert(id, outcome);
            if before != Some(outcome)
                && let Some(game) = self.games.get(&id)
            {
                let before = game.change(|shown| shown.outcome = outcome).await?;
                game.announce(before).await?;
            }
        }
        let Some(round) = self.rounds.get(&view.number) else { return Ok(()) };
        let revision = round.state().revision + 1;
        round.show(round::Shown { view, results, revision }).await
    }

    /// Shows a board.
    async fn board(&mut self, view: BoardView) -> zbus::Result<()> {
        let view = harmless(view);
        let known = self.boards.get(&view.id);
        let is_as_before = |shown: &board::Shown| {
            let (before, now) = (&shown.view.condition, &view.condition);
            (before.word(), before.why()) == (now.word(), now.why())
        };
        let before = known.map(|board| board.state().clone()).filter(is_as_before);
        let since = before.map_or_else(since_boot, |before| before.since);
        if let Some(board) = known {
            return board.show(board::Shown { view, since }).await;
        }
        let (id, path) = (view.id.clone(), path::board(&view.id));
        let board = |shown| self.makings.board(shown);
        let shown = board::Shown { view, since };
        let board = Object::serve(&self.connection, path, shown, board).await?;
        self.boards.insert(id, board);
        Ok(())
    }

    /// Shows a game, and tells what is new of it.
    async fn game(
        &mut self,
        recency: Recency,
        id: GameId,
        board: &BoardId,
        new: New,
        view: Arc<GameView>,
    ) -> zbus::Result<()> {
        match self.games.get(&id) {
            Some(game) if recency == Recency::Recalled => keep(game, board, new, view),
            Some(game) => {
                tell(game, board, new, view, &mut self.unheard).await?;
                self.unheard.confirm(&self.connection);
            }
            None => self.add_game(id, board, new, view).await?,
        }
        Ok(())
    }

    /// A game of which the first news came. What was told of it before it appeared here is history:
    /// it is kept, not signalled.
    async fn add_game(
        &mut self,
        id: GameId,
        board: &BoardId,
        new: New,
        view: Arc<GameView>,
    ) -> zbus::Result<()> {
        let place = self.seats.get(&id).cloned();
        let outcome = self.outcomes.get(&id).copied().flatten();
        let (board, events) = (board.clone(), Events::new());
        let waits = game::Waits::default();
        let anchor = new.anchor;
        let told = events;
        let mut shown = game::Shown { id, board, view, anchor, told, place, outcome, waits };
        new.numbered().for_each(|(seq, dated)| shown.keep(seq, dated));
        let game = |shown| self.makings.game(shown);
        let game = Object::serve(&self.connection, path::game(id), shown, game).await?;
        self.games.insert(id, game);
        Ok(())
    }

    /// Shows a reading of a clock, unless clients have expected it. A reading that comes with an
    /// older game of the board is an old one.
    async fn clock(&mut self, board: &BoardId, game: GameId, new: Reading) -> zbus::Result<()> {
        let Some((shown_with, clock)) = self.clocks.get_mut(board) else {
            let clock =
                Object::serve(&self.connection, path::clock(board), new, Clock::new).await?;
            self.clocks.insert(board.clone(), (game, clock));
            return Ok(());
        };
        if game < *shown_with {
            return Ok(());
        }
        *shown_with = game;
        if clock.state().is_surpassed_by(&new) { clock.show(new).await } else { Ok(()) }
    }
}

/// The view without control characters in what the device and the system say of themselves: a NUL
/// would make the whole tree unreadable, an escape sequence would play tricks on a terminal.
fn harmless(view: BoardView) -> BoardView {
    let clean = on_one_line;
    BoardView {
        serial: clean(&view.serial),
        version: view.version.as_deref().map(clean),
        port: clean(&view.port),
        trouble: view.trouble.as_deref().map(clean),
        ..view
    }
}

/// Keeps what was told of a game before the daemon started, and signals nothing.
fn keep(game: &Object<Game, game::Shown>, board: &BoardId, new: New, view: Arc<GameView>) {
    game.change_silently(|shown| {
        shown.view = view;
        shown.anchor = new.anchor;
        shown.board.clone_from(board);
        new.numbered().for_each(|(seq, dated)| shown.keep(seq, dated));
    });
}

/// Tells what is new of a game: first the events, then the properties, which a client that hears of
/// an event already finds changed.
async fn tell(
    game: &Object<Game, game::Shown>,
    board: &BoardId,
    new: New,
    view: Arc<GameView>,
    unheard: &mut Unheard<GameId>,
) -> zbus::Result<()> {
    let known = game.state().told.last();
    let anchor = new.anchor;
    let news: Vec<_> = new.numbered().filter(|(seq, _)| *seq > known).collect();
    if news.is_empty() && game.state().shows(board, &view) {
        game.change_silently(|shown| shown.view = view);
        return Ok(());
    }
    let before = game
        .change(|shown| {
            shown.view = view;
            shown.anchor = anchor;
            shown.board.clone_from(board);
            news.iter().cloned().for_each(|(seq, dated)| shown.keep(seq, dated));
        })
        .await?;
    let id = game.state().id;
    news.iter().for_each(|(seq, _)| unheard.add(id, *seq));
    for (seq, dated) in &news {
        game::signal(game.emitter(), *seq, dated).await?;
    }
    game.announce(before).await
}

/// What is newly told of a game.
struct New {
    told: Vec<Told>,
    /// How its times lie to the station's.
    anchor: Anchor,
}

impl New {
    /// The conclusions that have a number, each with its moment. A provisional move has none: it shows in the view
    /// alone.
    fn numbered(self) -> impl Iterator<Item = (u64, Dated)> {
        let Self { told, anchor } = self;
        told.into_iter().filter_map(move |told| {
            let moment = Moment::of(told.at, &anchor);
            Some((told.seq?, Dated { told, moment }))
        })
    }
}

/// How long ago the machine was booted.
fn since_boot() -> Duration {
    BootClock::since_boot().now().since(Instant::ZERO)
}
