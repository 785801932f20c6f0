//! Tables at which game after game is played, whatever becomes of the daemon.

use std::fs::File;
use std::num::NonZeroUsize;

use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownBoard, ShownGame as Shown};
use touchmove_core::laws::json::Fields;
use touchmove_drivers::observation::LinkState;
use touchmove_lab::simulate::{PgnGame, Truth};

use crate::support::patience::PATIENCE;
use crate::support::seat::Seat;

/// Forty games of a few moves each.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/short.pgn");
const GAMES_THERE: usize = 40;

/// All tables of the hall.
pub(crate) struct Tables {
    tables: Vec<Table>,
    /// Whether no more games are begun.
    last: bool,
}

/// A table, and what is done there.
struct Table {
    seat: Seat,
    /// The next game, by its place in the file.
    next: usize,
    doing: Doing,
    games: usize,
    moves: usize,
}

enum Doing {
    SettingUp,
    Playing,
    /// What was played is to be found on the bus.
    Played(Truth),
    Nothing,
}

impl Tables {
    /// So many tables, at which the first games are set up.
    pub(crate) fn new(count: u32) -> Self {
        let table = |serial: u32| {
            let (seat, next) = (Seat::new(serial), serial as usize * 5 % GAMES_THERE);
            let mut table = Table { seat, next, doing: Doing::Nothing, games: 0, moves: 0 };
            table.set_up();
            table
        };
        Self { tables: (1..=count).map(table).collect(), last: false }
    }

    /// The ports of the boards.
    pub(crate) fn ports(&self) -> Vec<String> {
        self.tables.iter().map(|table| table.seat.port()).collect()
    }

    /// Games that were played and found.
    pub(crate) fn games(&self) -> usize {
        self.tables.iter().map(|table| table.games).sum()
    }

    /// Moves of these games.
    pub(crate) fn moves(&self) -> usize {
        self.tables.iter().map(|table| table.moves).sum()
    }

    /// No game is begun any more.
    pub(crate) fn last_games(&mut self) {
        self.last = true;
    }

    /// Goes on with the games until something has happened.
    pub(crate) async fn play_until(
        &mut self,
        client: &mut Mirror,
        mut happened: impl FnMut() -> bool,
    ) {
        let playing = async {
            while !happened() {
                self.go_on(client);
                // the daemon may be gone, and nothing is signalled then
                let next = tokio::time::timeout(LOOKS, client.signal()).await;
                if let Ok(signal) = next {
                    let _ = client.take(signal.unwrap()).await;
                }
            }
        };
        let ended = tokio::time::timeout(PATIENCE, playing).await;
        assert!(ended.is_ok(), "nothing happens any more:\n{}", self.stand(&client.boards()));
        self.tables.iter().for_each(|table| table.seat.wait());
    }

    /// Plays until every table has nothing left to do.
    pub(crate) async fn play_to_the_end(&mut self, client: &mut Mirror) {
        let playing = async {
            while !self.tables.iter().all(|table| matches!(table.doing, Doing::Nothing)) {
                self.go_on(client);
                let next = tokio::time::timeout(LOOKS, client.signal()).await;
                if let Ok(signal) = next {
                    client.take(signal.unwrap()).await.unwrap();
                }
            }
        };
        let ended = tokio::time::timeout(PATIENCE, playing).await;
        assert!(ended.is_ok(), "a game does not end:\n{}", self.stand(&client.boards()));
    }

    fn go_on(&mut self, client: &Mirror) {
        let done = self.tables.iter().any(|table| !matches!(table.doing, Doing::Nothing));
        let boards = if done { client.boards() } else { return };
        for table in &mut self.tables {
            table.go_on(&boards, self.last);
        }
    }

    fn stand(&self, boards: &[ShownBoard]) -> String {
        self.tables.iter().map(|table| table.stand(boards)).collect()
    }
}

/// How often it is looked whether somebody has done what he was asked to.
const LOOKS: std::time::Duration = std::time::Duration::from_millis(20);

impl Table {
    fn set_up(&mut self) {
        self.seat.set_up(self.game().start);
        self.doing = Doing::SettingUp;
    }

    fn game(&self) -> PgnGame {
        let place = NonZeroUsize::new(self.next + 1).unwrap();
        PgnGame::read(File::open(GAMES).unwrap(), place).unwrap()
    }

    fn go_on(&mut self, boards: &[ShownBoard], last: bool) {
        let is_heard = |board: &&ShownBoard| board.link == LinkState::Up;
        if boards.iter().filter(is_heard).any(|board| board.id == self.seat.name()) {
            self.seat.go_on();
        }
        match &self.doing {
            Doing::SettingUp => {
                if self.seat.has_done().is_some() {
                    self.seat.play(self.game());
                    self.doing = Doing::Playing;
                }
            }
            Doing::Playing => {
                if let Some(truth) = self.seat.has_done() {
                    self.doing = Doing::Played(truth);
                }
            }
            Doing::Played(truth) => {
                let Some(game) = found(boards, &self.seat.name(), truth) else { return };
                let accusing = |incident: &&Fields| incident["certainty"] != "low";
                let accused: Vec<_> = game.incidents.iter().filter(accusing).collect();
                assert!(accused.is_empty(), "nobody has sinned: {accused:#?}\n{truth}");
                (self.games, self.moves) = (self.games + 1, self.moves + truth.moves.len());
                self.next = (self.next + 1) % GAMES_THERE;
                self.doing = Doing::Nothing;
                if !last {
                    self.set_up();
                }
            }
            Doing::Nothing => {}
        }
    }

    fn stand(&self, boards: &[ShownBoard]) -> String {
        let doing = match &self.doing {
            Doing::SettingUp => "sets up".to_owned(),
            Doing::Playing => format!("plays game {}", self.next + 1),
            Doing::Played(truth) => format!("has played {truth}"),
            Doing::Nothing => "does nothing".to_owned(),
        };
        let shown = boards.iter().find(|board| board.id == self.seat.name());
        format!("{}: {doing}\n{shown:?}\n", self.seat.name())
    }
}

/// The game on a board, if its scoresheet and its result are what was played.
fn found<'a>(boards: &'a [ShownBoard], name: &str, truth: &Truth) -> Option<&'a Shown> {
    let game = boards.iter().find(|board| board.id == name)?.game.as_ref()?;
    let moves = truth.moves.iter().map(|played| played.uci.to_string());
    let result = truth.result.map(|result| result.as_str());
    let is_same = moves.eq(game.moves.iter().cloned())
        && result == game.result.as_ref().map(|(result, _)| result.as_str());
    is_same.then_some(game)
}
