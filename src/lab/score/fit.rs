//! How well a line of play fits what a board said.
//!
//! Where a final line is not the truth, either reconstruction was wrong, or nobody could have known: the
//! readings speak for another line as well. This judge shares nothing with reconstruction. It sees the
//! whole recording at once, and gives each line the times at which its moves suit the readings best. It
//! does not listen to the clock.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};
use touchmove_core::game::view::GameView;
use touchmove_core::reconstruct::Orientation;
use touchmove_drivers::observation::{self as device, Placement, Reading};
use touchmove_drivers::{Instant, Observation};

use super::evidence::ObservedRecording;

/// The boards of a line, from the one before its first move on.
pub type Boards = Vec<Board>;

/// Cost of a square that is empty where a piece should stand, for each second: it may be in a hand.
const MISSING: f64 = 0.5;
/// Cost of a piece who should not stand there, for each second.
const WRONG: f64 = 1.0;
/// Cost of a move: without it, a line of more moves would always fit better.
const MOVE: f64 = 0.2;
/// A rest counts for no longer than so many seconds: an abandoned board decides nothing.
const LONGEST_REST: f64 = 1.5;

/// What a line costs: seconds for which the board differed from it, weighed, and its moves.
pub fn cost(evidence: &ObservedRecording, lies: Orientation, boards: &[Board]) -> f64 {
    let mut fit = Fit::new(boards);
    let mut steps = evidence.steps.iter().peekable();
    while let Some(step) = steps.next() {
        match &step.observation {
            Observation::Square { square, reading } => fit.see(*square, *reading, lies),
            Observation::Board(placement) => fit.see_all(placement, lies),
            _ => {}
        }
        let next: Option<Instant> = steps.peek().map(|next| next.at);
        let rest = next.map_or(LONGEST_REST, |next| next.since(step.at).as_secs_f64());
        fit.pass(rest.min(LONGEST_REST));
    }
    fit.costs.last().copied().unwrap_or_default()
}

/// The boards of the line that was told.
pub fn boards_told(game: &GameView) -> Option<Boards> {
    let fens = [&*game.start].into_iter().chain(game.moves.iter().map(|scored| scored.told.fen()));
    fens.map(|fen| Some(fen.parse::<Fen>().ok()?.into_setup().board)).collect()
}

/// The boards of a line in UCI, legal or not; `None` where a word is no move.
pub fn boards_of(start: &Board, words: &[String]) -> Option<Boards> {
    let mut boards = vec![start.clone()];
    for word in words {
        let mut board = boards.last()?.clone();
        let UciMove::Normal { from, to, promotion } =
            word.trim_end_matches(touchmove_core::game::uci::ILLEGAL).parse().ok()?
        else {
            return None;
        };
        make(&mut board, from, to, promotion)?;
        boards.push(board);
    }
    Some(boards)
}

/// Does to the pieces what the move says, whatever the Laws say.
fn make(board: &mut Board, from: Square, to: Square, promotion: Option<Role>) -> Option<()> {
    let piece = board.remove_piece_at(from)?;
    let castles_to = |file: File| Square::from_coords(file, from.rank());
    let other = board.piece_at(to);
    match piece.role {
        Role::King if other == Some(Role::Rook.of(piece.color)) => {
            board.discard_piece_at(to);
            let (king, rook) = if to > from { (File::G, File::F) } else { (File::C, File::D) };
            board.set_piece_at(castles_to(king), piece);
            board.set_piece_at(castles_to(rook), Role::Rook.of(piece.color));
        }
        Role::King if from.file() == File::E && from.file().distance(to.file()) == 2 => {
            let (corner, rook) = if to > from { (File::H, File::F) } else { (File::A, File::D) };
            if board.piece_at(castles_to(corner)) == Some(Role::Rook.of(piece.color)) {
                board.discard_piece_at(castles_to(corner));
                board.set_piece_at(castles_to(rook), Role::Rook.of(piece.color));
            }
            board.set_piece_at(to, piece);
        }
        Role::Pawn => {
            if other.is_none() && is_passing(from, to, piece.color) {
                board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            }
            board.set_piece_at(to, promotion.map_or(piece, |role| role.of(piece.color)));
        }
        _ => board.set_piece_at(to, piece),
    }
    Some(())
}

/// A pawn's step from the fifth rank to the sixth of the next file.
fn is_passing(from: Square, to: Square, color: Color) -> bool {
    let ranks = color.fold_wb((Rank::Fifth, Rank::Sixth), (Rank::Fourth, Rank::Third));
    from.file().distance(to.file()) == 1 && (from.rank(), to.rank()) == ranks
}

struct Fit<'a> {
    boards: &'a [Board],
    seen: Placement,
    /// What one second costs for each board of the line, as the readings are now.
    rates: Vec<f64>,
    /// The least that it costs to have come to each board of the line by now.
    costs: Vec<f64>,
}

impl<'a> Fit<'a> {
    fn new(boards: &'a [Board]) -> Self {
        let mut fit = Self {
            boards,
            seen: Placement::EMPTY,
            rates: vec![0.0; boards.len()],
            costs: (0..boards.len()).map(|moves| moves as f64 * MOVE).collect(),
        };
        for (rate, board) in fit.rates.iter_mut().zip(boards) {
            *rate = MISSING * board.occupied().count() as f64;
        }
        fit
    }

    fn see_all(&mut self, placement: &Placement, lies: Orientation) {
        for square in device::Square::all() {
            self.see(square, placement.get(square), lies);
        }
    }

    fn see(&mut self, square: device::Square, reading: Reading, lies: Orientation) {
        let before = self.seen.get(square);
        if before == reading {
            return;
        }
        self.seen.set(square, reading);
        let here = match lies {
            Orientation::Straight => square,
            Orientation::Turned => square.turned(),
        };
        let Ok(here) = Square::try_from(here.index() as u32) else { return };
        for (rate, board) in self.rates.iter_mut().zip(self.boards) {
            let piece = board.piece_at(here);
            *rate += rate_of(piece, reading) - rate_of(piece, before);
        }
    }

    /// Time passes; moves of the line were made before it did, or will be later.
    fn pass(&mut self, seconds: f64) {
        for at in 1..self.costs.len() {
            self.costs[at] = self.costs[at].min(self.costs[at - 1] + MOVE);
        }
        for (cost, rate) in self.costs.iter_mut().zip(&self.rates) {
            *cost += rate * seconds;
        }
    }
}

/// What a square costs in a second.
fn rate_of(piece: Option<Piece>, reading: Reading) -> f64 {
    match (piece, reading) {
        (None, Reading::Empty) => 0.0,
        (Some(_), Reading::Empty) => MISSING,
        (None, _) => WRONG,
        (Some(_), Reading::Occupied | Reading::Unknown) => 0.0,
        (Some(piece), Reading::Color(color)) => wrong_unless(is_same_color(piece.color, color)),
        (Some(piece), Reading::Piece(read)) => wrong_unless(read.letter() == piece.char()),
    }
}

fn wrong_unless(right: bool) -> f64 {
    if right { 0.0 } else { WRONG }
}

fn is_same_color(color: Color, read: device::Color) -> bool {
    color.is_white() == (read == device::Color::White)
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn after(start: &str, line: &str) -> String {
        let start = start.parse::<Fen>().unwrap().into_setup().board;
        let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        boards_of(&start, &words).unwrap().last().unwrap().to_string()
    }

    #[test]
    fn a_line_moves_the_pieces_legal_or_not() {
        assert_eq!(
            after(START, "e2e4 c7c5 a1a4!"),
            "rnbqkbnr/pp1ppppp/8/2p5/R3P3/8/PPPP1PPP/1NBQKBNR"
        );
        assert_eq!(after("4k3/8/8/8/8/8/8/4K2R", "e1g1"), "4k3/8/8/8/8/8/8/5RK1");
        assert_eq!(after("4k3/8/8/8/8/8/8/R4K2", "f1a1"), "4k3/8/8/8/8/8/8/2KR4");
        assert_eq!(after("4k3/8/8/3pP3/8/8/8/4K3", "e5d6"), "4k3/8/3P4/8/8/8/8/4K3");
        assert_eq!(after("4k3/P7/8/8/8/8/8/4K3", "a7a8n"), "N3k3/8/8/8/8/8/8/4K3");
    }

    /// Costs of two lines for what is read after the start.
    fn costs(records: &str, lines: [&str; 2]) -> [f64; 2] {
        let text = format!("touchmove-recording 1\n0.000 board {START}\n{records}");
        let evidence = ObservedRecording::read(text.as_bytes()).unwrap();
        lines.map(|line| {
            let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
            cost(
                &evidence,
                Orientation::Straight,
                &boards_of(evidence.setup.start.position.board(), &words).unwrap(),
            )
        })
    }

    #[test]
    fn the_line_that_was_played_fits_best() {
        let records = "1.0 square e2 .\n1.4 square e4 P\n5.0 square e7 .\n5.4 square e5 p\n";
        let [played, other] = costs(records, ["e2e4 e7e5", "e2e4 e7e6"]);
        assert!(played < other, "{played} {other}");
        let [played, less] = costs(records, ["e2e4 e7e5", "e2e4"]);
        assert!(played < less, "{played} {less}");
        let [played, more] = costs(records, ["e2e4 e7e5", "e2e3 e7e5 e3e4"]);
        assert!(played < more, "{played} {more}");
    }

    #[test]
    fn what_was_never_read_decides_nothing() {
        let records = "1.0 square e2 .\n5.0 square e7 .\n5.4 square e5 p\n";
        let [one, other] = costs(records, ["e2e4 e7e5", "e2e3 e7e5"]);
        assert!((one - other).abs() < 1e-9, "{one} {other}");
    }
}
