//! A board that says whatever bytes make of it, over and over: what is kept of it and spent on it is bounded.

use std::time::Duration;

use shakmaty::{Chess, Position, Role};
use touchmove_drivers::observation::{
    ClockSide, Hand, LinkState, Placement, Reading, Side, Square,
};
use touchmove_drivers::recording::{Body, Record};
use touchmove_drivers::{Instant, Observation};

/// Readings of a board that tells pieces apart, and of one that does not; kings, which end a game, last.
const READINGS: &str = ".QRBNPqrbnp*?+-Kk";

/// What people decide, in the words of a recording.
const DECISIONS: [&str; 17] = [
    "insert ply=1 uci=e2e4",
    "delete ply=1",
    "replace ply=2 uci=g8f6",
    "position fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "turn side=white",
    "result value=1-0",
    "result value=*",
    "undo record=3",
    "answer question=1 choice=over",
    "resign side=white",
    "offer_draw side=black",
    "claim_flag side=white",
    "two_hands side=black",
    "dismiss incident=1",
    "reopen incident=1",
    "adjust side=white",
    "scoresheet side=black",
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A board, its clock, and the people at it.
#[derive(Debug)]
pub struct Board<'a> {
    script: &'a [u8],
    next: usize,
    at: Instant,
    game: Chess,
    shown: Placement,
    /// What is still to be said of a move, the last first.
    rest: Vec<Observation>,
}

impl<'a> Board<'a> {
    /// One that says what `script` makes of it, from the beginning again where that ends.
    pub fn new(script: &'a [u8]) -> Self {
        let (at, game, rest) = (Instant::from_millis(1_000), Chess::default(), Vec::new());
        Self { script, next: 0, at, game, shown: start(), rest }
    }

    fn byte(&mut self) -> u8 {
        let byte = self.script.get(self.next % self.script.len().max(1)).copied();
        self.next = self.next.wrapping_add(1);
        byte.unwrap_or_default()
    }

    /// What it says next, and when.
    pub fn says(&mut self) -> (Instant, Observation) {
        let observation = match self.rest.pop() {
            Some(observation) => observation,
            None => self.begins(),
        };
        (self.at, observation)
    }

    fn begins(&mut self) -> Observation {
        let (kind, much) = (self.byte(), self.byte());
        // The upper half of the first byte says how long nothing happens before.
        let pause =
            [0, 0, 5, 5, 50, 50, 150, 300, 400, 700, 1_500, 2_500, 4_000, 9_000, 60_000, 600_000];
        self.at = self.at + Duration::from_millis(pause[usize::from(kind >> 4)]);
        match kind & 15 {
            kind @ 0..=4 => {
                let count = if kind == 0 { READINGS.len() } else { READINGS.len() - 2 };
                let reading = READINGS.chars().nth(usize::from(self.byte()) % count);
                let reading = reading.and_then(Reading::from_letter).unwrap_or(Reading::Empty);
                let square = square(much);
                Observation::Square { square, reading }
            }
            5..=7 => self.plays(much),
            8 => self.slides(much),
            9 => Observation::Press(ClockSide::Hand(Hand::BOTH[usize::from(much & 1)])),
            10 => {
                let side = ["run=left lever=left", "run=right lever=right", "run=none lever=left"];
                let (minute, side) = (much % 60, side[usize::from(much % 3)]);
                said(&format!("clock left=1:{minute:02}:10 right=0:{minute:02}:40 {side}"))
            }
            11 if much < 8 => Observation::Link(LinkState::Lost),
            11 if much < 16 => Observation::Link(LinkState::Stale),
            11 => Observation::Link(LinkState::Up),
            12 => {
                (self.game, self.shown) = (Chess::default(), start());
                Observation::Board(Box::new(self.shown.clone()))
            }
            13 => {
                let (one, other) = (square(much), square(self.byte()));
                let (at_one, at_other) = (self.shown.get(one), self.shown.get(other));
                self.shown.set(one, at_other);
                self.shown.set(other, at_one);
                Observation::Board(Box::new(self.shown.clone()))
            }
            14 => Observation::Board(Box::new(self.shown.clone())),
            _ => {
                let decision = DECISIONS[usize::from(much) % DECISIONS.len()];
                // About the present game, or one of the first.
                let game = self.byte();
                let of = if game < 192 { String::new() } else { format!(" of={}", game % 8) };
                said(&format!("decision by=a {decision}{of}"))
            }
        }
    }

    /// A legal move, or the start where there is none.
    fn plays(&mut self, much: u8) -> Observation {
        let all = self.game.legal_moves();
        let (kings, others): (Vec<_>, Vec<_>) =
            all.iter().copied().partition(|mv| mv.role() == Role::King);
        let moves = if others.is_empty() { kings } else { others };
        match moves.get(usize::from(much) % moves.len().max(1)) {
            Some(&mv) => self.game.play_unchecked(mv),
            None => self.game = Chess::default(),
        }
        let pieces = placement(&self.game.board().to_string());
        self.shows(pieces)
    }

    /// A piece, but for a king, goes where none stands, whatever the Laws say.
    fn slides(&mut self, much: u8) -> Observation {
        let mut pieces = self.shown.clone();
        let is_free = |at: &Square| pieces.get(*at) == Reading::Empty;
        let (free, mut occupied): (Vec<_>, Vec<_>) = (0..64).map(square).partition(is_free);
        occupied.retain(|at| !matches!(pieces.get(*at).letter(), 'K' | 'k'));
        let one_of = |squares: &[Square]| {
            squares.get(usize::from(much) % squares.len().max(1)).copied().unwrap_or(square(much))
        };
        let (from, to) = (one_of(&occupied), one_of(&free));
        let piece = pieces.get(from);
        pieces.set(from, Reading::Empty);
        pieces.set(to, piece);
        self.shows(pieces)
    }

    fn shows(&mut self, pieces: Placement) -> Observation {
        let differing: Vec<_> = self.shown.differences(&pieces).collect();
        let says = |square| Observation::Square { square, reading: pieces.get(square) };
        let (came, left): (Vec<_>, Vec<_>) =
            differing.into_iter().partition(|square| pieces.get(*square) != Reading::Empty);
        self.rest = came.into_iter().chain(left).map(says).collect();
        self.shown = pieces;
        let first = self.rest.pop();
        first.unwrap_or_else(|| Observation::Board(Box::new(self.shown.clone())))
    }
}

fn square(number: u8) -> Square {
    Square::new(number & 63).unwrap()
}

fn start() -> Placement {
    placement(START)
}

fn placement(pieces: &str) -> Placement {
    pieces.parse().unwrap()
}

fn said(words: &str) -> Observation {
    match format!("0.000 {words}").parse::<Record>().unwrap().body {
        Body::Observed(observation) => observation,
        other => panic!("{other:?} is no observation"),
    }
}
