//! Who hears what every output says, and remembers when it has first told each move.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::Instant;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Position as _};

/// A game that is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) table: u16,
    /// The moves in UCI.
    pub(super) moves: [&'static str; 20],
    /// The words for its result; the first one is that of PGN.
    pub(super) results: [&'static str; 3],
}

/// What nobody is to know before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Secret {
    Move { table: u16, ply: usize },
    Result { table: u16 },
}

impl Secret {
    pub(super) const fn table(self) -> u16 {
        match self {
            Self::Move { table, .. } | Self::Result { table } => table,
        }
    }
}

/// A way by which what is public gets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Output {
    BusSignals,
    BusTree,
    RoundPage,
    RoundStream,
    WallPage,
    WallStream,
    OverlayPages,
    OverlayStreams,
    PgnOfGames,
    PgnOfRound,
    PgnWaitedFor,
    Contents,
    CloudIndex,
    CloudGames,
    Folder,
    LiveChessFeeds,
    LiveChessBoards,
    LiveChessGames,
    LiveChessRound,
    Lichess,
    Webhook,
}

/// All of them.
pub(super) const OUTPUTS: [Output; 21] = [
    Output::BusSignals,
    Output::BusTree,
    Output::RoundPage,
    Output::RoundStream,
    Output::WallPage,
    Output::WallStream,
    Output::OverlayPages,
    Output::OverlayStreams,
    Output::PgnOfGames,
    Output::PgnOfRound,
    Output::PgnWaitedFor,
    Output::Contents,
    Output::CloudIndex,
    Output::CloudGames,
    Output::Folder,
    Output::LiveChessFeeds,
    Output::LiveChessBoards,
    Output::LiveChessGames,
    Output::LiveChessRound,
    Output::Lichess,
    Output::Webhook,
];

impl Output {
    /// Whether it shows moves, or what stands after them.
    pub(super) const fn tells_moves(self) -> bool {
        !matches!(self, Self::Contents | Self::CloudIndex | Self::LiveChessRound)
    }

    /// Whether it shows results that people enter. The events of a game, which are posted, have what its board shows.
    const fn tells_results(self) -> bool {
        !matches!(self, Self::LiveChessFeeds | Self::LiveChessBoards | Self::Webhook)
    }
}

/// Who hears everything.
#[derive(Debug)]
pub(super) struct Witness {
    /// Each by the words that tell it.
    words: HashMap<String, Secret>,
    /// By what stands on the board after it.
    placements: Vec<(String, Secret)>,
    /// When each output has first told it.
    heard: Mutex<BTreeMap<(Output, Secret), Instant>>,
}

impl Witness {
    /// Who knows what is played, and so what is told too early.
    pub(super) fn of(games: &[Game]) -> Self {
        let (mut words, mut placements) = (HashMap::new(), Vec::new());
        let mut learn = |word: &str, secret| {
            assert_eq!(words.insert(word.to_owned(), secret), None, "{word} tells two secrets");
        };
        for Game { table, moves, results } in games {
            let (table, mut position) = (*table, Chess::default());
            for (ply, uci) in (1..).zip(moves) {
                let secret = Secret::Move { table, ply };
                let made = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
                learn(uci, secret);
                learn(&San::from_move(&position, made).to_string(), secret);
                position.play_unchecked(made);
                let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
                let placement = fen.split(' ').next().unwrap();
                placements.push((placement.to_owned(), secret));
            }
            results.iter().for_each(|word| learn(word, Secret::Result { table }));
        }
        Self { words, placements, heard: Mutex::default() }
    }

    /// An output has just said this.
    pub(super) fn hear(&self, output: Output, text: &str) {
        self.hear_of(output, text, Instant::now());
    }

    /// An output has said this at a moment that is over.
    pub(super) fn hear_of(&self, output: Output, text: &str, at: Instant) {
        let told = self.told_by(text);
        let mut heard = self.heard.lock().unwrap();
        for secret in told {
            let first = heard.entry((output, secret)).or_insert(at);
            *first = at.min(*first);
        }
    }

    /// What an output has told, and when first.
    pub(super) fn seen_at(&self, output: Output) -> BTreeMap<Secret, Instant> {
        let heard = self.heard.lock().unwrap();
        let of_it = heard.iter().filter(|((told_by, _), _)| *told_by == output);
        of_it.map(|((_, secret), at)| (*secret, *at)).collect()
    }

    /// What outputs have not told yet that are to tell it.
    pub(super) fn missing(&self) -> Vec<(Output, Secret)> {
        let heard = self.heard.lock().unwrap();
        let secrets: BTreeSet<_> = self.words.values().copied().collect();
        let all = OUTPUTS.iter().flat_map(|output| secrets.iter().map(|it| (*output, *it)));
        let is_to_tell = |(output, secret): &(Output, Secret)| match secret {
            Secret::Move { .. } => output.tells_moves(),
            Secret::Result { .. } => output.tells_results(),
        };
        all.filter(is_to_tell).filter(|told| !heard.contains_key(told)).collect()
    }

    /// What is to be learned from a text. Who tells a move tells that those before it were made.
    fn told_by(&self, text: &str) -> BTreeSet<Secret> {
        let is_between = |sign: char| !(sign.is_alphanumeric() || sign == '-' || sign == '–');
        let by_word = text.split(is_between).filter_map(|word| self.words.get(word).copied());
        let by_placement = self.placements.iter().filter(|(shown, _)| text.contains(shown));
        let told = by_word.chain(by_placement.map(|(_, secret)| *secret));
        let with_those_before = |secret| match secret {
            Secret::Move { table, ply } => {
                (1..=ply).map(|ply| Secret::Move { table, ply }).collect()
            }
            Secret::Result { .. } => vec![secret],
        };
        told.flat_map(with_those_before).collect()
    }
}
