//! A board at which simulated hands play what they are told to, game after game, for a whole day.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::time::Duration;

use shakmaty::{Board, CastlingMode, Chess};
use touchmove::simulate::{
    Action, Control, Cue, Deed, Game, Manner, Orientation, Player, Rate, Setting, Sins, Speed,
    Style, Timeline, Truth, VirtualBoard, hands,
};
use touchmove_drivers::device::Make;
use touchmove_drivers::{Instant, family};

use super::process::PATIENCE;

/// Play, scan and wire six times as fast as in life.
const SPEED: f64 = 6.0;

/// How long people who wait for their game look away.
const GLANCE: Duration = Duration::from_secs(1);

/// A simulated board on a port of its own. Its men stand as the last game left them, until the next
/// one is to be played.
#[derive(Debug)]
pub struct Seat {
    serial: u32,
    board: VirtualBoard,
    wishes: Sender<Wish>,
    done: Receiver<()>,
}

/// What the people at a board are asked to do.
#[derive(Debug)]
enum Wish {
    /// To set the men up.
    SetUp(Chess),
    /// To play it.
    Play(Game),
}

impl Seat {
    /// Plugs a board of this serial number in.
    pub fn new(serial: u32) -> Self {
        let (wishes, wished) = mpsc::channel();
        let (tell, done) = mpsc::channel();
        let (standing, seed) = (Board::new(), u64::from(serial));
        let people = People { wished, tell, standing, seed, are_busy: false };
        let dgt = family::FAMILIES.iter().find(|family| family.name == "dgt").unwrap();
        let make = Make { serial, chance: 0, scan: None, clock: Some(Control::USUAL.setting()) };
        let device = dgt.device.unwrap()(&make);
        let cue = Cue::Host(Duration::ZERO);
        let player = Player::new(device, dgt.line, Orientation::Usual, cue, people);
        let board = VirtualBoard::start(player, Speed::new(SPEED).unwrap()).unwrap();
        Self { serial, board, wishes, done }
    }

    /// The port, as a command line names it.
    pub fn port(&self) -> String {
        format!("dgt:{}", self.board.port().display())
    }

    /// The board, as it is named in a hall.
    pub fn name(&self) -> String {
        format!("dgt_{:05}", self.serial)
    }

    /// Has a position set up.
    pub fn set_up(&self, position: Chess) {
        self.wishes.send(Wish::SetUp(position)).unwrap();
    }

    /// Has a game played.
    pub fn play(&self, game: Game) {
        self.wishes.send(Wish::Play(game)).unwrap();
    }

    /// Waits until the next of what was asked for has been done.
    pub fn is_done(&self) {
        self.done.recv_timeout(PATIENCE).unwrap();
    }

    /// Pulls the cable.
    pub fn unplug(&self) {
        self.board.unplug().unwrap();
    }
}

/// Those who sit at a board.
struct People {
    wished: Receiver<Wish>,
    tell: Sender<()>,
    standing: Board,
    seed: u64,
    are_busy: bool,
}

impl Iterator for People {
    type Item = Timeline;

    /// What they are asked to do next, or a moment without anything.
    fn next(&mut self) -> Option<Timeline> {
        if std::mem::take(&mut self.are_busy) {
            let _ = self.tell.send(());
        }
        let wish = self.wished.try_recv();
        self.are_busy = wish.is_ok();
        self.seed += 1;
        let timeline = match wish {
            Ok(Wish::SetUp(position)) => {
                let manner = Manner { clock: None, ..manner() };
                hands::play(&no_moves(position), &self.standing, &manner, self.seed)
            }
            Ok(Wish::Play(game)) => hands::play(&game, &self.standing, &manner(), self.seed),
            Err(TryRecvError::Empty) => idle(&self.standing),
            Err(TryRecvError::Disconnected) => return None,
        };
        self.standing = timeline.last_board();
        Some(timeline)
    }
}

/// A game of which only the start is there.
fn no_moves(start: Chess) -> Game {
    Game {
        white: String::new(),
        black: String::new(),
        start,
        castling: CastlingMode::Standard,
        control: None,
        plies: Vec::new(),
        outcome: None,
    }
}

/// Hands of players who hardly think, move neatly and tell each result by their kings. How moves are found
/// that hands make hard to find is tested elsewhere.
fn manner() -> Manner {
    let mut rates = Style::Clean.rates();
    let hasty = [
        (Rate::ThinkRecorded, 0.0),
        (Rate::ThinkLeast, 1_000.0),
        (Rate::ThinkMost, 2_000.0),
        (Rate::Kings, 1.0),
    ];
    for (rate, value) in hasty {
        rates.set(Setting::new(rate, value).unwrap());
    }
    Manner { rates, sins: Sins::Usual, clock: Some(Control::USUAL) }
}

/// Nothing but time passes: where something stands, it is put once more.
fn idle(standing: &Board) -> Timeline {
    let again = standing.clone().into_iter().next();
    let deed =
        |(square, piece)| Deed { at: Instant::ZERO + GLANCE, action: Action::Place(square, piece) };
    Timeline {
        start: standing.clone(),
        deeds: again.map(deed).into_iter().collect(),
        landings: Vec::new(),
        truth: Truth::default(),
    }
}
