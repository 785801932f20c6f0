//! Hands at a board, orderly and disorderly, and what a board and a clock observe of them.

use proptest::prelude::*;
use shakmaty::{Chess, Move, Position, Square as GameSquare};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{
    ClockReading, ClockSide, ClockTime, Color, Hand, LinkState, Observation, Piece, Placement,
    Reading, Role, Side, Square, Times,
};

use super::Observed;

/// Something that happens at the table.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// A legal move, its squares in an order of their own; `late` where the clock's message comes
    /// before the board's.
    Play { choice: u16, late: bool },
    /// As many moves as that, and only a read-out shows them.
    Unseen { choices: Vec<u16> },
    /// The last moves are undone.
    TakeBack { moves: u8 },
    /// A square reports something.
    Noise { square: u8, letter: char },
    /// A square reports something, and then again what stands there.
    Flicker { square: u8 },
    /// Somebody presses.
    Press { left: bool },
    /// The kings are put in the centre.
    Kings { light: bool },
    /// The pieces are set up, this way or that.
    SetUp { turned: bool },
    /// The link goes, and comes back with a read-out.
    Lost,
    /// Time passes.
    Wait { millis: u64 },
}

pub(super) fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    prop::collection::vec(deed(), 1..40)
}

fn deed() -> impl Strategy<Value = Deed> {
    let letters: Vec<char> = ".*+-?PNBRQKpnbrqk".chars().collect();
    prop_oneof![
        12 => (any::<u16>(), any::<bool>()).prop_map(|(choice, late)| Deed::Play { choice, late }),
        1 => prop::collection::vec(any::<u16>(), 1..4).prop_map(|choices| Deed::Unseen { choices }),
        2 => (1_u8..6).prop_map(|moves| Deed::TakeBack { moves }),
        1 => (0_u8..64, prop::sample::select(letters))
            .prop_map(|(square, letter)| Deed::Noise { square, letter }),
        2 => (0_u8..64).prop_map(|square| Deed::Flicker { square }),
        2 => any::<bool>().prop_map(|left| Deed::Press { left }),
        1 => any::<bool>().prop_map(|light| Deed::Kings { light }),
        1 => any::<bool>().prop_map(|turned| Deed::SetUp { turned }),
        1 => Just(Deed::Lost),
        4 => (0_u64..20_000).prop_map(|millis| Deed::Wait { millis }),
    ]
}

/// What is observed of these deeds.
pub(super) fn perform(deeds: &[Deed]) -> Vec<Observed> {
    let mut table = Table::new();
    for deed in deeds {
        table.perform(deed);
    }
    table.observed
}

/// The moves that these choices make, while the game goes on.
pub(super) fn played(choices: &[u16]) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for &choice in choices {
        let Some(mv) = chosen(&position, choice) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

fn chosen(position: &Chess, choice: u16) -> Option<Move> {
    if position.is_game_over() {
        return None;
    }
    let moves = position.legal_moves();
    moves.get(usize::from(choice) % moves.len().max(1)).copied()
}

struct Table {
    observed: Vec<Observed>,
    now: u64,
    board: Placement,
    turned: bool,
    game: Vec<Chess>,
    run: Hand,
}

impl Table {
    fn new() -> Self {
        let mut table = Self {
            observed: Vec::new(),
            now: 0,
            board: placement(&Chess::default()),
            turned: false,
            game: vec![Chess::default()],
            run: Hand::Left,
        };
        table.read_out();
        table.clock();
        table
    }

    fn perform(&mut self, deed: &Deed) {
        match deed {
            Deed::Play { choice, late } => self.play(*choice, *late),
            Deed::Unseen { choices } => {
                for &choice in choices {
                    self.make(choice);
                }
                self.set_board();
                self.read_out();
            }
            Deed::TakeBack { moves } => {
                self.game.truncate(self.game.len().saturating_sub(usize::from(*moves)).max(1));
                self.show_by_squares(0);
            }
            Deed::Noise { square, letter } => {
                let (square, reading) =
                    (Square::new(*square).unwrap(), Reading::from_letter(*letter));
                self.square(square, reading.unwrap());
            }
            Deed::Flicker { square } => {
                let square = Square::new(*square).unwrap();
                let was = self.board.get(square);
                self.square(square, Reading::Empty);
                self.square(square, was);
            }
            Deed::Press { left } => {
                let side = ClockSide::Hand(if *left { Hand::Left } else { Hand::Right });
                self.say(Observation::Press(side));
            }
            Deed::Kings { light } => self.put_kings(*light),
            Deed::SetUp { turned } => {
                self.turned = *turned;
                self.game = vec![Chess::default()];
                self.set_board();
                self.read_out();
            }
            Deed::Lost => {
                self.say(Observation::Link(LinkState::Lost));
                self.say(Observation::Link(LinkState::Up));
                self.read_out();
            }
            Deed::Wait { millis } => self.now += millis,
        }
    }

    fn play(&mut self, choice: u16, late: bool) {
        if self.make(choice).is_none() {
            return;
        }
        if late {
            self.press();
        }
        self.show_by_squares(usize::from(choice));
        if !late {
            self.press();
        }
        self.now += 700;
    }

    fn make(&mut self, choice: u16) -> Option<()> {
        let mut position = self.game.last().unwrap().clone();
        let mv = chosen(&position, choice)?;
        position.play_unchecked(mv);
        self.game.push(position);
        Some(())
    }

    /// Shows the present position square by square: lifts first, in some order.
    fn show_by_squares(&mut self, order: usize) {
        let target = self.target();
        let mut squares: Vec<_> = self.board.differences(&target).collect();
        if squares.is_empty() {
            return;
        }
        let first = order % squares.len();
        squares.rotate_left(first);
        for &square in &squares {
            if self.board.get(square).is_occupied() {
                self.square(square, Reading::Empty);
            }
        }
        for &square in &squares {
            if target.get(square).is_occupied() {
                self.square(square, target.get(square));
            }
        }
    }

    fn put_kings(&mut self, light: bool) {
        let king = |color| Reading::Piece(Piece { color, role: Role::King });
        for square in Square::all() {
            if let Reading::Piece(Piece { role: Role::King, .. }) = self.board.get(square) {
                self.square(square, Reading::Empty);
            }
        }
        // e4 and d5, or e4 and e5, in either frame light squares stay light
        self.square(Square::new(28).unwrap(), king(Color::White));
        self.square(Square::new(if light { 35 } else { 36 }).unwrap(), king(Color::Black));
    }

    fn press(&mut self) {
        self.run = self.run.other();
        self.clock();
    }

    fn clock(&mut self) {
        let time = ClockTime::from_millis(5_400_000).unwrap();
        self.say(Observation::Clock(ClockReading::Hands(Times {
            times: [time; 2],
            run: Some(self.run),
            flags: [false; 2],
            lever: Some(self.run),
            doubtful: false,
        })));
    }

    fn square(&mut self, square: Square, reading: Reading) {
        self.board.set(square, reading);
        self.say(Observation::Square { square, reading });
    }

    fn set_board(&mut self) {
        self.board = self.target();
    }

    fn target(&self) -> Placement {
        let placement = placement(self.game.last().unwrap());
        if self.turned { placement.turned() } else { placement }
    }

    fn read_out(&mut self) {
        self.say(Observation::Board(Box::new(self.board.clone())));
    }

    fn say(&mut self, observation: Observation) {
        self.now += 80;
        self.observed.push((Instant::from_millis(self.now), observation));
    }
}

fn placement(position: &Chess) -> Placement {
    let mut placement = Placement::EMPTY;
    for square in GameSquare::ALL {
        let piece =
            position.board().piece_at(square).and_then(|piece| Piece::from_letter(piece.char()));
        let reading = piece.map_or(Reading::Empty, Reading::Piece);
        placement.set(Square::new(square as u8).unwrap(), reading);
    }
    placement
}
