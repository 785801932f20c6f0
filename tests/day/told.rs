//! What the hall has told of the games on its boards.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc;
use touchmove_core::game::view::GameView;
use touchmove_core::laws::says::Certainty;
use touchmove_core::names::{BoardId, GameId};
use touchmove_station::hall::news::News;

use crate::programme::Played;

/// The games as they were last told.
#[derive(Clone, Default)]
pub(crate) struct Told(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    games: BTreeMap<GameId, (BoardId, Arc<GameView>)>,
    /// The last number that was told of each game.
    seqs: HashMap<GameId, u64>,
}

impl Told {
    /// Listens for as long as the hall tells anything.
    pub(crate) async fn listen(self, mut news: mpsc::Receiver<News>) {
        while let Some(news) = news.recv().await {
            if let News::Game { id, board, view, .. } = news {
                let mut known = self.0.lock().unwrap();
                let before = known.seqs.insert(id, view.seq);
                assert!(before <= Some(view.seq), "{id} forgets what it has told");
                known.games.insert(id, (board, view));
            }
        }
    }

    /// The games that were played on a board, in their order.
    pub(crate) fn on(&self, board: &BoardId) -> Vec<(GameId, Played)> {
        let known = self.0.lock().unwrap();
        let of_board = known.games.iter().filter(|(_, (owner, view))| {
            owner == board && !(view.moves.is_empty() && view.result.is_none())
        });
        of_board.map(|(id, (_, view))| (*id, Played::told(view))).collect()
    }

    /// Who was accused of what, though nobody has sinned.
    pub(crate) fn accusations(&self) -> Vec<String> {
        let known = self.0.lock().unwrap();
        let all = known.games.iter().flat_map(|(id, (board, view))| {
            let sure = view.incidents.iter().filter(|one| one.certainty >= Certainty::Medium);
            sure.map(move |incident| format!("{id} on {board}: {incident:?}"))
        });
        all.collect()
    }
}

impl Played {
    fn told(view: &GameView) -> Self {
        let moves = view.moves.iter().map(|made| made.told.uci.to_string()).collect();
        Self { moves, result: view.result.map(|result| result.value.word()) }
    }
}
