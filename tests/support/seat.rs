//! A board at which simulated hands play what they are told to, game after game, for a whole day.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::time::Duration;

use shakmaty::{Board, CastlingMode, Chess};
use touchmove_drivers::device::Make;
use touchmove_drivers::{Device, Instant, dgt};
use touchmove_lab::simulate::{
    Action, BoardTurn, Control, Cue, Deed, PgnGame, PlayStyle, PlayedTable, Sins, Speed, Style,
    Timeline, Truth, VirtualBoard, hands,
};

use super::cable::Cable;
use super::patience::PATIENCE;
use super::players;

/// Play, scan and wire six times as fast as in life.
const SPEED: f64 = 6.0;

/// How long people who wait for their game, or for their board, look away.
const GLANCE: Duration = Duration::from_millis(500);

/// A simulated board on a port of its own. Its pieces stand as the last game left them, until the next
/// one is to be played.
#[derive(Debug)]
pub(crate) struct Seat {
    serial: u32,
    // Gone before the board is.
    cable: Cable,
    board: VirtualBoard,
    wishes: Sender<Wish>,
    done: Receiver<Truth>,
    wait: Arc<AtomicBool>,
}

/// What the people at a board are asked to do.
#[derive(Debug)]
enum Wish {
    /// To set the pieces up.
    SetUp(Chess),
    /// To play it.
    Play(PgnGame),
}

impl Seat {
    /// Plugs a board of this serial number in.
    pub(crate) fn new(serial: u32) -> Self {
        Self::with_device(serial, Self::device(serial))
    }

    /// The end of such a board.
    pub(crate) fn device(serial: u32) -> Box<dyn Device> {
        let make = Make { serial, chance: 0, scan: None, clock: Some(Control::USUAL.setting()) };
        dgt::FAMILY.device(&make).unwrap()
    }

    /// Plugs this end of a board of this serial number in.
    pub(crate) fn with_device(serial: u32, device: Box<dyn Device>) -> Self {
        let (wishes, wished) = mpsc::channel();
        let (tell, done) = mpsc::channel();
        let (standing, seed) = (Board::new(), u64::from(serial));
        let (wait, parts) = (Arc::<AtomicBool>::default(), VecDeque::new());
        let waits = Arc::clone(&wait);
        let people = People { wished, tell, standing, seed, busy_with: None, parts, waits };
        let cue = Cue::Host(Duration::ZERO);
        let player = PlayedTable::new(device, dgt::FAMILY.line(), BoardTurn::Usual, cue, people);
        let board = VirtualBoard::start(player, Speed::new(SPEED).unwrap()).unwrap();
        let cable = Cable::new();
        cable.plug_into(board.port());
        Self { serial, board, cable, wishes, done, wait }
    }

    /// The port, as a command line names it.
    pub(crate) fn port(&self) -> String {
        format!("dgt:{}", self.cable.port().display())
    }

    /// The board, as it is named in a hall.
    pub(crate) fn name(&self) -> String {
        format!("dgt_{:05}", self.serial)
    }

    /// Has a position set up.
    pub(crate) fn set_up(&self, position: Chess) {
        self.wishes.send(Wish::SetUp(position)).unwrap();
    }

    /// Has a game played.
    pub(crate) fn play(&self, game: PgnGame) {
        self.wishes.send(Wish::Play(game)).unwrap();
    }

    /// Waits until the next of what was asked for has been done; what was really played.
    pub(crate) fn is_done(&self) -> Truth {
        self.done.recv_timeout(PATIENCE).unwrap()
    }

    /// What was really played, if the next of what was asked for has been done.
    pub(crate) fn has_done(&self) -> Option<Truth> {
        self.done.try_recv().ok()
    }

    /// Has the players wait once the one who is to move has pressed his clock.
    pub(crate) fn wait(&self) {
        self.wait.store(true, Ordering::Relaxed);
    }

    /// Has them go on.
    pub(crate) fn go_on(&self) {
        self.wait.store(false, Ordering::Relaxed);
    }

    /// Pulls the cable.
    pub(crate) fn unplug(&self) {
        self.cable.pull();
        self.board.unplug().unwrap();
    }
}

/// Those who sit at a board.
struct People {
    wished: Receiver<Wish>,
    tell: Sender<Truth>,
    standing: Board,
    seed: u64,
    /// What they do, where they were asked to.
    busy_with: Option<Truth>,
    /// What is left of it.
    parts: VecDeque<Timeline>,
    /// Whether they wait before the next part.
    waits: Arc<AtomicBool>,
}

impl Iterator for People {
    type Item = Timeline;

    /// What they are asked to do next, or a moment without anything.
    fn next(&mut self) -> Option<Timeline> {
        if self.parts.is_empty() {
            if let Some(done) = self.busy_with.take() {
                let _ = self.tell.send(done);
            }
            match self.wished.try_recv() {
                Ok(wish) => self.take_up(wish),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        let part = (!self.waits.load(Ordering::Relaxed)).then(|| self.parts.pop_front()).flatten();
        let timeline = part.unwrap_or_else(|| idle(&self.standing));
        self.standing = timeline.last_board();
        Some(timeline)
    }
}

impl People {
    fn take_up(&mut self, wish: Wish) {
        self.seed += 1;
        let timeline = match wish {
            Wish::SetUp(position) => {
                let manner = PlayStyle { clock: None, ..manner() };
                hands::play(&no_moves(position), &self.standing, &manner, self.seed)
            }
            Wish::Play(game) => hands::play(&game, &self.standing, &manner(), self.seed),
        };
        self.busy_with = Some(timeline.truth.clone());
        self.parts = parted(timeline);
    }
}

/// The parts of a timeline, each of which ends with a press of the clock, or when it is stopped.
fn parted(timeline: Timeline) -> VecDeque<Timeline> {
    let mut parts = VecDeque::new();
    let (mut start, mut began) = (timeline.start, Instant::ZERO);
    let is_press = |deed: &Deed| matches!(deed.action, Action::Press(_) | Action::StartStop);
    for deeds in timeline.deeds.split_inclusive(is_press) {
        let since = |at: Instant| Instant::ZERO + at.since(began);
        let deed = |deed: &Deed| Deed { at: since(deed.at), ..*deed };
        let deeds: Vec<_> = deeds.iter().map(deed).collect();
        let end = deeds.last().map_or(Instant::ZERO, |last| last.at);
        let part = Timeline { start, deeds, landings: Vec::new(), truth: Truth::default() };
        start = part.last_board();
        began = began + end.since(Instant::ZERO);
        parts.push_back(part);
    }
    parts
}

/// A game of which only the start is there.
fn no_moves(start: Chess) -> PgnGame {
    PgnGame {
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
fn manner() -> PlayStyle {
    let rates = players::who_think(1_000.0..=2_000.0, Style::Clean);
    PlayStyle { rates, sins: Sins::Usual, clock: Some(Control::USUAL) }
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
