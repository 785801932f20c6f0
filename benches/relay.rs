//! How long a move takes until it stands in the files of a broadcast: a round of 100 games of 80 moves,
//! all boards in turn, with clocks; every eighth ply is measured. Printed are the median, the 99th
//! percentile and the slowest, for the text alone and for text and files.

#![allow(clippy::expect_used, reason = "a benchmark without its games is to end")]

use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use touchmove_core::pairing::{BoardNumber, Round, TournamentHeader};
use touchmove_core::sheet::{Seat, Sheet, SheetMove, SheetStart, pgn};
use touchmove_drivers::observation::ClockTime;
use touchmove_station::relay::{BroadcastFolder, Broadcaster};

const GAMES: u16 = 100;
const PLIES: usize = 160;

/// When everything that is put here was released; it matters to reports only.
const RELEASED: touchmove_drivers::Instant = touchmove_drivers::Instant::ZERO;

fn main() {
    let games: Vec<Sheet> = (1..=GAMES).map(game).collect();
    let mut put_times = Vec::new();
    let mut text_times = Vec::new();
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = BroadcastFolder::open(place.path()).expect("a folder");
    let mut broadcaster = Broadcaster::new(folder);
    for ply in (0..=PLIES).step_by(8) {
        for game in &games {
            let moves = game.moves[..ply].to_vec();
            let sheet = Sheet { moves, ..game.clone() };
            text_times.push(timed(|| drop(std::hint::black_box(pgn::write(&sheet)))));
            put_times.push(timed(|| broadcaster.put(&sheet, RELEASED).expect("a file")));
        }
    }
    print("text", text_times);
    print("put, until the files are renamed", put_times);
}

fn timed(what: impl FnOnce()) -> Duration {
    let began = Instant::now();
    what();
    began.elapsed()
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: {:?} median, {:?} 99 %, {:?} slowest", at(50), at(99), at(100));
}

/// A game of random moves, another one on every board; draws are played on.
fn game(board: u16) -> Sheet {
    let random = &mut fastrand::Rng::with_seed(board.into());
    let moves = loop {
        let mut position = Chess::default();
        let moves: Vec<_> = (0..PLIES).map_while(|_| one_move(&mut position, random)).collect();
        if moves.len() == PLIES {
            break moves;
        }
    };
    let round = Round::FIRST;
    let board = BoardNumber::new(board).expect("a board");
    Sheet {
        event: TournamentHeader::default(),
        date: None,
        seat: Seat::Unpaired { round, board },
        start: SheetStart::usual(),
        moves,
        breaks: Vec::new(),
        outcome: None,
    }
}

fn one_move(position: &mut Chess, random: &mut fastrand::Rng) -> Option<SheetMove> {
    let side = position.turn();
    let mv = random.choice(position.legal_moves())?;
    let uci = mv.to_uci(CastlingMode::Standard).to_string();
    let san = SanPlus::from_move_and_play_unchecked(position, mv).to_string();
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    let left = ClockTime::from_millis(random.u32(0..7_200_000));
    let (spent, is_doubtful) = (Some(Duration::from_secs(35)), false);
    Some(SheetMove { side, san: Some(san), uci, fen, left, spent, is_doubtful })
}
