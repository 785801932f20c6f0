//! What a scanning board says of what happens on it.

use shakmaty::{Board, Color, Piece, Position, Role, Square};
use touchmove_drivers::observation::{self as device, ClockSide, Placement, Reading, Sensing};
use touchmove_drivers::{Instant, Observation};

use super::table::Game;

/// What was observed, and when.
pub(crate) type Steps = Vec<(Instant, Observation)>;

/// Time in which all squares are looked at once, in microseconds.
pub(crate) const SCAN: u64 = 150_000;

/// A board that looks at its squares in turn, from a8 to h1, and tells of one that has changed; its
/// first look is `phase` microseconds (below [`SCAN`]) late. It begins with a whole read-out.
pub(crate) fn scan(game: &Game, sensing: Sensing, phase: u64) -> Steps {
    let first = placement(game.start.board(), sensing);
    let mut steps = vec![(Instant::ZERO, Observation::Board(Box::new(first.clone())))];
    for square in Square::ALL {
        let order = u64::from(7 - square.rank() as u8) * 8 + u64::from(square.file() as u8);
        let offset = phase + order * SCAN / 64;
        let changes: Vec<_> = game.deeds.iter().filter(|deed| deed.square == square).collect();
        let mut told = first.get(on_board(square));
        for (index, deed) in changes.iter().enumerate() {
            let looked = (deed.at.saturating_sub(offset)).div_ceil(SCAN) * SCAN + offset;
            // A later change before that look hides this one.
            let hidden = changes.get(index + 1).is_some_and(|next| next.at <= looked);
            let reading = reading(deed.piece, sensing);
            if !hidden && reading != told {
                told = reading;
                let square = on_board(square);
                steps.push((Instant::from_micros(looked), Observation::Square { square, reading }));
            }
        }
    }
    steps.extend(game.presses.iter().map(|&(at, color)| {
        let side = ClockSide::Color(colour(color));
        (Instant::from_micros(at), Observation::Press(side))
    }));
    steps.sort_by_key(|(at, _)| *at);
    steps
}

/// The board read out whole after the first `count` of these steps.
pub(crate) fn read_out(steps: &Steps, count: usize) -> Observation {
    let mut board = Placement::EMPTY;
    for (_, observation) in &steps[..count] {
        match observation {
            Observation::Board(whole) => board = (**whole).clone(),
            Observation::Square { square, reading } => board.set(*square, *reading),
            _ => {}
        }
    }
    Observation::Board(Box::new(board))
}

/// These pieces, as a board reads them.
pub(crate) fn placement(board: &Board, sensing: Sensing) -> Placement {
    let mut placement = Placement::EMPTY;
    for (square, piece) in board.clone() {
        placement.set(on_board(square), reading(Some(piece), sensing));
    }
    placement
}

/// A piece, or none, as a board reads it.
pub(crate) fn reading(piece: Option<Piece>, sensing: Sensing) -> Reading {
    let Some(piece) = piece else { return Reading::Empty };
    let color = colour(piece.color);
    match sensing {
        Sensing::Identity | Sensing::Moves => {
            Reading::Piece(device::Piece { color, role: role(piece.role) })
        }
        Sensing::Occupancy => Reading::Occupied,
        Sensing::Colour => Reading::Color(color),
    }
}

fn on_board(square: Square) -> device::Square {
    device::Square::new(square as u8).unwrap()
}

fn colour(color: Color) -> device::Color {
    color.fold_wb(device::Color::White, device::Color::Black)
}

fn role(role: Role) -> device::Role {
    match role {
        Role::Pawn => device::Role::Pawn,
        Role::Knight => device::Role::Knight,
        Role::Bishop => device::Role::Bishop,
        Role::Rook => device::Role::Rook,
        Role::Queen => device::Role::Queen,
        Role::King => device::Role::King,
    }
}
