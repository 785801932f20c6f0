//! Boards of makers that have a serial line: whole games from the device's end, over a real port, to a client.

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Square};
use touchmove_client::path;
use touchmove_core::names::BoardId;
use touchmove_drivers::device::Make;
use touchmove_drivers::{FAMILIES, Family, Instant};
use touchmove_lab::simulate::BoardTurn::Usual;
use touchmove_lab::simulate::{
    Action, Cue, Deed, PlayedTable, Speed, Timeline, Truth, VirtualBoard,
};

use touchmove_station::link::address::Address;
use touchmove_station::link::identity;

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::Daemon;

/// The Italian game: a capture, a capture with what may be taken by two, and castling by both.
const MOVES: [&str; 16] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4",
    "b1c3", "f6e4", "e1g1", "e8g8",
];

/// What a ply takes: a slow board reads all its squares every three quarters of a second.
const PLY: Duration = Duration::from_millis(1_500);
/// How long a piece is in the air.
const AIR: Duration = Duration::from_millis(500);
/// Before the first move.
const SITTING_DOWN: Duration = Duration::from_secs(6);

const MAKE: Make = Make { serial: 12_345, chance: 7, scan: None, clock: None };

/// The families whose boards are simulated at a serial port.
fn makers() -> impl Iterator<Item = &'static Family> {
    let is_simulated = |family: &&Family| family.line().is_some() && family.device.is_some();
    FAMILIES.iter().copied().filter(is_simulated)
}

fn board(family: &'static Family) -> VirtualBoard {
    let device = family.device(&MAKE).unwrap();
    let player = PlayedTable::new(device, family.line(), Usual, Cue::Host(SITTING_DOWN), [game()]);
    VirtualBoard::start(player, Speed::REAL).unwrap()
}

/// The game as hands play it: what is taken is laid aside before the piece that takes it comes, and a king goes before
/// his rook.
fn game() -> Timeline {
    let (mut position, mut deeds, mut landings) = (Chess::default(), Vec::new(), Vec::new());
    let start = position.board().clone();
    let mut at = Instant::ZERO;
    for uci in MOVES {
        let play = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let after = position.clone().play(play).unwrap();
        let mut steps = Vec::new();
        if play.is_capture() {
            steps.push(Action::Lift(play.to()));
        }
        for (from, to) in carried(play) {
            steps.push(Action::Lift(from));
            steps.push(Action::Place(to, after.board().piece_at(to).unwrap()));
        }
        let count = u32::try_from(steps.len()).unwrap();
        for (number, action) in (0..count).zip(steps) {
            deeds.push(Deed { at: at + AIR * number, action });
        }
        landings.push(at + AIR * (count - 1));
        at = at + AIR * (count - 1) + PLY;
        position = after;
    }
    Timeline { start, deeds, landings, truth: Truth::default() }
}

/// Which pieces are carried where, in the order in which hands do it.
fn carried(play: Move) -> Vec<(Square, Square)> {
    match play {
        Move::Castle { king, rook } => {
            let side = play.castling_side().unwrap();
            let turn =
                if king < Square::A2 { shakmaty::Color::White } else { shakmaty::Color::Black };
            vec![(king, side.king_to(turn)), (rook, side.rook_to(turn))]
        }
        _ => vec![(play.from().unwrap(), play.to())],
    }
}

/// How the object of a board is called.
fn name(family: &Family, board: &VirtualBoard) -> String {
    let link = identity::of_link(&Address::Serial(board.port().to_owned())).unwrap();
    let serial = if family.name == "dgt" { "12345".to_owned() } else { format!("unnamed-{link}") };
    let path = path::board(&BoardId::of(family.name, &serial));
    path.rsplit('/').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_a_board_of_another_maker_is_told_move_by_move() {
    let boards: Vec<_> = makers().map(|family| (family, board(family))).collect();
    assert!(boards.len() >= 5, "{}", boards.len());
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let port = |(family, board): &(&Family, VirtualBoard)| {
        format!("{}:{}", family.name, board.port().display())
    };
    let ports: Vec<_> = boards.iter().map(port).collect();
    let _daemon = Daemon::start(&bus, folder.path(), &ports);
    let mut client = Client::on(&bus).await;
    for (family, board) in &boards {
        client.until_moves(&name(family, board), &MOVES).await;
    }
}
