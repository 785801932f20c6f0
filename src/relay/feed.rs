//! From what is released to the files of a broadcast.

use std::collections::HashMap;

use shakmaty::KnownOutcome;

use super::{Folder, Seat, Sheet, SheetMove, Start};
use crate::game::view::Break;
use crate::hall::news::{Broadcast, GameId};
use crate::hall::release::{ReleasedGame, ReleasedMove};
use crate::hall::rounds::{Place, RoundView, Stage};
use crate::pairing::Pairing;

/// What is broadcast, and into which folder.
#[derive(Debug)]
pub struct Feed {
    folder: Folder,
    seats: HashMap<GameId, Place>,
    games: HashMap<GameId, Shown>,
    /// What kept the last file from being written, once it was said.
    trouble: Option<String>,
}

/// A game, and the position that it began from, as a FEN.
#[derive(Clone, Debug, Default)]
struct Shown {
    start: String,
    game: ReleasedGame,
}

impl Feed {
    /// Nothing is broadcast into `folder` yet.
    pub fn new(folder: Folder) -> Self {
        Self { folder, seats: HashMap::new(), games: HashMap::new(), trouble: None }
    }

    /// Takes what is broadcast next, and writes what it changes. What cannot be written is said, and
    /// written with what comes next.
    pub fn take(&mut self, broadcast: Broadcast) {
        match broadcast {
            Broadcast::Round(view) => self.take_round(&view),
            Broadcast::Released { game, start, released } => {
                let shown = self.games.entry(game).or_default();
                shown.start = start;
                released.iter().for_each(|released| shown.game.take(&released.what));
                if let Some(place) = self.seats.get(&game).cloned() {
                    self.put(&place, Some(game));
                }
            }
        }
    }

    /// Every pairing of a round that has begun has its file, whether it is played yet or not.
    fn take_round(&mut self, view: &RoundView) {
        if view.stage == Stage::Loaded {
            return;
        }
        for seat in &view.seats {
            let (place, game) = (view.place(seat), seat.game);
            // After a restart a game is put when it is read back, not before.
            if game.is_none_or(|game| self.games.contains_key(&game)) {
                self.put(&place, game);
            }
            self.seats.extend(game.map(|game| (game, place)));
        }
    }

    fn put(&mut self, place: &Place, game: Option<GameId>) {
        let nothing = Shown::default();
        let shown = game.and_then(|game| self.games.get(&game)).unwrap_or(&nothing);
        let trouble = self.folder.put(&shown.sheet(place)).err().map(|error| error.to_string());
        if self.trouble != trouble {
            match &trouble {
                Some(error) => tracing::error!("the broadcast: {error}"),
                None => tracing::info!("the broadcast is written again"),
            }
            self.trouble = trouble;
        }
    }
}

impl Shown {
    fn sheet(&self, Place { pairing, event }: &Place) -> Sheet {
        let start = match (&pairing.start, self.start.as_str()) {
            (Some(start), _) => Start::from(start),
            (None, "") => Start::usual(),
            (None, fen) => Start { fen: fen.to_owned(), ..Start::usual() },
        };
        let ReleasedGame { moves, times, breaks, result } = &self.game;
        let mut breaks = breaks.clone();
        let led_to =
            |(after, made): (usize, &ReleasedMove)| Some(Break { after, fen: made.from.clone()? });
        breaks.extend(moves.iter().enumerate().filter_map(led_to));
        breaks.sort_by_key(|one| one.after);
        let made = |made: &ReleasedMove| SheetMove {
            side: made.side,
            san: Some(made.san.clone()),
            uci: made.uci.clone(),
            fen: made.fen.clone(),
            left: times.get(&made.ply).copied(),
            spent: None,
        };
        Sheet {
            event: event.clone(),
            date: None,
            seat: Seat::Paired(Box::new(Pairing::clone(pairing))),
            start,
            moves: moves.iter().map(made).collect(),
            breaks,
            outcome: result
                .and_then(|result| KnownOutcome::from_ascii(result.value.pgn().as_bytes()).ok()),
        }
    }
}
