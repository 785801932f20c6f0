//! What is published: which text stands at which path of a broadcast, wherever it is read.
//!
//! `round-3/game-12.pgn` for each game, `round-3/games.pgn` for all of a round. This is the layout in
//! which LiveChess writes and that Lichess's broadcaster watches.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use touchmove_core::pairing::{BoardNumber, Round};

/// The path of a text, below the root of the broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PgnPath {
    /// One game.
    Game(Round, BoardNumber),
    /// All games of a round, by board.
    Games(Round),
}

/// The texts of a broadcast, each whole.
#[derive(Debug, Default)]
pub struct Published {
    rounds: BTreeMap<Round, RoundTexts>,
}

#[derive(Debug)]
struct RoundTexts {
    games: BTreeMap<BoardNumber, Arc<str>>,
    all: Arc<str>,
}

impl PgnPath {
    /// Reads a path as it is written; `None` for anything that is written in another way.
    pub fn read(text: &str) -> Option<Self> {
        let (folder, file) = text.split_once('/')?;
        let round = Round::new(folder.strip_prefix("round-")?.parse().ok()?)?;
        let path = match file.strip_prefix("game-") {
            Some(rest) => {
                let board = rest.strip_suffix(".pgn")?.parse().ok()?;
                Self::Game(round, BoardNumber::new(board)?)
            }
            None => Self::Games(round),
        };
        (path.to_string() == text).then_some(path)
    }
}

impl fmt::Display for PgnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(round, board) => write!(f, "round-{round}/game-{board}.pgn"),
            Self::Games(round) => write!(f, "round-{round}/games.pgn"),
        }
    }
}

impl Published {
    /// Puts a game, with a text that ends in a line break, in the place of the one that was there.
    pub fn put(&mut self, round: Round, board: BoardNumber, pgn: String) {
        let texts = self.rounds.entry(round).or_insert_with(RoundTexts::nothing);
        if texts.games.get(&board).is_none_or(|before| **before != *pgn) {
            texts.games.insert(board, pgn.into());
            texts.gather();
        }
    }

    /// Takes over games from before a restart; those that were put since count for more.
    pub(super) fn take_over(
        &mut self,
        round: Round,
        games: impl IntoIterator<Item = (BoardNumber, Arc<str>)>,
    ) {
        let texts = self.rounds.entry(round).or_insert_with(RoundTexts::nothing);
        for (board, pgn) in games {
            texts.games.entry(board).or_insert(pgn);
        }
        texts.gather();
    }

    /// The rounds of which something is published, in their order.
    pub fn rounds(&self) -> impl Iterator<Item = Round> {
        self.rounds.keys().copied()
    }

    /// The texts of a round: its games by board, then all of them in one.
    pub fn texts(&self, round: Round) -> impl Iterator<Item = (PgnPath, &Arc<str>)> {
        self.rounds.get(&round).into_iter().flat_map(move |texts| {
            let games = texts.games.iter().map(move |(&board, pgn)| (board, pgn));
            let games = games.map(move |(board, pgn)| (PgnPath::Game(round, board), pgn));
            games.chain([(PgnPath::Games(round), &texts.all)])
        })
    }
}

impl RoundTexts {
    fn nothing() -> Self {
        Self { games: BTreeMap::new(), all: "".into() }
    }

    /// Makes the text of all games.
    fn gather(&mut self) {
        let games: Vec<&str> = self.games.values().map(|pgn| &**pgn).collect();
        self.all = games.join("\n").into();
    }
}
