//! What no board and no hands would say: to see that no observation takes long.

use fastrand::Rng;
use shakmaty::{Board, Chess, Piece, Position, Square};

use crate::evidence::ObservedRecording;

/// Observations of each recording.
const STEPS: usize = 400;

/// What the board reports.
#[derive(Clone, Copy)]
enum Kind {
    /// Any reading of any square.
    Squares,
    /// The pieces of the start, each time on other squares, whole or nearly.
    ReadOuts,
    /// Random moves, of which a third of the updates is lost.
    Losses,
    /// The same, and nothing has a name.
    Unnamed,
    /// The same by read-outs of every third move.
    Leaps,
}

const KINDS: [Kind; 5] = [Kind::Squares, Kind::ReadOuts, Kind::Losses, Kind::Unnamed, Kind::Leaps];

/// Hostile recordings, of so many seeds each kind.
pub(crate) fn recordings(seeds: u64) -> Vec<ObservedRecording> {
    let all = KINDS.into_iter().flat_map(|kind| (1..=seeds).map(move |seed| (kind, seed)));
    all.map(|(kind, seed)| {
        ObservedRecording::read(text(kind, seed).as_bytes()).expect("a recording")
    })
    .collect()
}

fn text(kind: Kind, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let start = Chess::default();
    let sensing = if matches!(kind, Kind::Unnamed) { "occupancy" } else { "identity" };
    let mut text = format!(
        "touchmove-recording 1\nboard simulated 1\nsensing {sensing}\n0.000 board {}\n",
        placement(start.board(), kind)
    );
    let mut position = start;
    let mut ms = 1_000;
    for _ in 0..STEPS {
        ms += [rng.u64(0..50), rng.u64(0..500), rng.u64(0..6_000)][rng.usize(0..3)];
        let at = format!("{}.{:03}", ms / 1000, ms % 1000);
        match kind {
            Kind::Squares => {
                let square = rng.choice(Square::ALL).expect("a square");
                let reading = rng.choice(*b".*+-?PNBRQKpnbrqk").map(char::from).expect("a reading");
                text.push_str(&format!("{at} square {square} {reading}\n"));
            }
            Kind::ReadOuts => {
                let board = shuffled(&mut rng);
                text.push_str(&format!("{at} board {}\n", placement(&board, kind)));
            }
            Kind::Losses | Kind::Unnamed => {
                let before = play(&mut position, &mut rng);
                for square in differing(&before, position.board()) {
                    if rng.u8(0..3) > 0 {
                        let reading = reading(position.board().piece_at(square), kind);
                        text.push_str(&format!("{at} square {square} {reading}\n"));
                    }
                }
            }
            Kind::Leaps => {
                for _ in 0..3 {
                    play(&mut position, &mut rng);
                }
                text.push_str(&format!("{at} board {}\n", placement(position.board(), kind)));
            }
        }
    }
    text
}

/// Plays a random move, from the start again where there is none; returns the board before it.
fn play(position: &mut Chess, rng: &mut Rng) -> Board {
    let before = position.board().clone();
    match rng.choice(&position.legal_moves()) {
        Some(&mv) => position.play_unchecked(mv),
        None => *position = Chess::default(),
    }
    before
}

fn shuffled(rng: &mut Rng) -> Board {
    let mut board = Chess::default().board().clone();
    for _ in 0..rng.usize(1..64) {
        let (a, b) = (rng.choice(Square::ALL), rng.choice(Square::ALL));
        let (a, b) = (a.expect("a square"), b.expect("a square"));
        let (at_a, at_b) = (board.remove_piece_at(a), board.remove_piece_at(b));
        at_a.into_iter().for_each(|piece| board.set_piece_at(b, piece));
        at_b.into_iter().for_each(|piece| board.set_piece_at(a, piece));
    }
    board
}

fn differing(a: &Board, b: &Board) -> Vec<Square> {
    Square::ALL.into_iter().filter(|&square| a.piece_at(square) != b.piece_at(square)).collect()
}

fn reading(piece: Option<Piece>, kind: Kind) -> char {
    match (piece, kind) {
        (None, _) => '.',
        (Some(_), Kind::Unnamed) => '*',
        (Some(piece), _) => piece.char(),
    }
}

fn placement(board: &Board, kind: Kind) -> String {
    let named = board.to_string();
    match kind {
        Kind::Unnamed => {
            named.chars().map(|sign| if sign.is_ascii_alphabetic() { '*' } else { sign }).collect()
        }
        _ => named,
    }
}
