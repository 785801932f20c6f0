//! A table with a DGT board and clock at which the test itself plays, move by move.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::uci::UciMove;
use shakmaty::{Board, Chess, Position, Square};

use super::far_end::{self, FarEnd};

/// A game in progress, on a board whose port keeps its name when the cable is pulled and put back.
///
/// Its hands are as slow as hands: a daemon that listens goes by its own clock, and holds evidence that comes faster than
/// hands for something else. They pause before what they do, never after: what the daemon makes of it is to be waited for.
#[derive(Debug)]
pub(crate) struct Table {
    name: PathBuf,
    position: Chess,
    hands: Hands,
    shown: Arc<Mutex<Shown>>,
    cable: Option<FarEnd>,
}

/// What the board and its clock would answer if they were asked now.
#[derive(Clone, Debug)]
struct Shown {
    /// The serial number.
    serial: &'static str,
    /// Piece codes by field (`drivers/dgt/README.md`, Messages).
    fields: [u8; 64],
    /// Seconds left on the left side, White's, and on the right one.
    seconds: [u32; 2],
    /// Whose button is up: 0 for left, 1 for right.
    up: usize,
    /// What the board sends as its log; nothing by default.
    log: Option<Vec<u8>>,
    speech: Speech,
}

/// What a board says when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speech {
    Sense,
    Noise,
    Nothing,
    /// All but its serial number.
    NoNumber,
}

/// The players' hands.
#[derive(Debug)]
struct Hands {
    /// When they are where they do something next.
    there: Instant,
}

/// How long a hand takes from the pieces to the clock and back: the time between two readings, by which the daemon tells a
/// move from its press.
const HAND: Duration = Duration::from_millis(400);

/// How long a player thinks at least: the daemon takes a press that comes sooner for fiddling with the clock.
const THOUGHT: Duration = Duration::from_millis(1_500);

impl Hands {
    /// Waits until they are there. Then they are on their way to what comes next.
    fn reach(&mut self) {
        thread::sleep(self.there.saturating_duration_since(Instant::now()));
        self.there = Instant::now() + HAND;
    }
}

impl Table {
    /// Sets the pieces up and plugs the board in, in this folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self::with_serial(folder, "12345", Chess::default())
    }

    /// The same, by the name of this serial number, five digits, and with the pieces of a position.
    pub(crate) fn with_serial(folder: &Path, serial: &'static str, position: Chess) -> Self {
        let mut table = Self::unplugged(serial, position);
        table.plug_into(&folder.join(format!("board-{serial}")));
        table
    }

    /// The same, plugged in nowhere.
    pub(crate) fn unplugged(serial: &'static str, position: Chess) -> Self {
        let fields = fields_of(position.board());
        let up = usize::from(position.turn().is_black());
        let (seconds, log, speech) = ([300; 2], None, Speech::Sense);
        let shown = Shown { serial, fields, seconds, up, log, speech };
        let (shown, hands) = (Arc::new(Mutex::new(shown)), Hands { there: Instant::now() });
        Self { name: PathBuf::new(), position, hands, shown, cable: None }
    }

    /// The position that is played.
    pub(crate) fn position(&self) -> Chess {
        self.position.clone()
    }

    /// The port, as a command line names it.
    pub(crate) fn port(&self) -> String {
        format!("dgt:{}", self.name.display())
    }

    /// From now on the board sends this as its log.
    pub(crate) fn remembers(&self, log: &[u8]) {
        self.shown.lock().unwrap().log = Some(log.to_vec());
    }

    /// Pulls the cable: the port is gone.
    pub(crate) fn unplug(&mut self) {
        fs::remove_file(&self.name).unwrap();
        self.cable = None;
    }

    /// Puts the cable back, into another port of the same name.
    pub(crate) fn plug_in(&mut self) {
        let shown = Arc::clone(&self.shown);
        let cable = FarEnd::new(move |command| answer(&shown.lock().unwrap(), command));
        symlink(cable.path(), &self.name).unwrap();
        self.cable = Some(cable);
    }

    /// Plugs it into the port of this name.
    pub(crate) fn plug_into(&mut self, port: &Path) {
        port.clone_into(&mut self.name);
        self.plug_in();
    }

    /// Another board is put in its place, behind the same cable.
    pub(crate) fn becomes(&mut self, serial: &'static str, position: Chess) {
        let mut shown = self.shown.lock().unwrap();
        (shown.serial, shown.fields) = (serial, fields_of(position.board()));
        self.position = position;
    }

    /// From now on it answers with bytes that mean nothing.
    pub(crate) fn babble(&self) {
        self.shown.lock().unwrap().speech = Speech::Noise;
    }

    /// From now on it answers nothing.
    pub(crate) fn fall_silent(&self) {
        self.shown.lock().unwrap().speech = Speech::Nothing;
    }

    /// From now on it answers everything but who it is.
    pub(crate) fn keep_number_secret(&self) {
        self.shown.lock().unwrap().speech = Speech::NoNumber;
    }

    /// From now on it answers as it should.
    pub(crate) fn talk_sense(&self) {
        self.shown.lock().unwrap().speech = Speech::Sense;
    }

    /// Frees the port after a host that was killed.
    pub(crate) fn free(&self) {
        self.cable.as_ref().unwrap().free();
    }

    /// Plays moves in UCI, pressing the clock after each.
    pub(crate) fn play(&mut self, moves: &[&str]) {
        for uci in moves {
            self.make(uci);
            self.press();
        }
    }

    /// Makes a move without pressing the clock; when the hand was at the piece.
    pub(crate) fn make(&mut self, uci: &str) -> Instant {
        self.hands.reach();
        let at = Instant::now();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&self.position).unwrap();
        self.position.play_unchecked(mv);
        let goal = fields_of(self.position.board());
        let now = self.shown.lock().unwrap().fields;
        let changed = || (0..64).filter(|&field| now[field] != goal[field]);
        changed().filter(|&field| now[field] != EMPTY).for_each(|field| self.set(field, EMPTY));
        changed().filter(|&field| goal[field] != EMPTY).for_each(|f| self.set(f, goal[f]));
        at
    }

    /// Sets the pieces up for another game.
    pub(crate) fn set_up_again(&mut self) {
        self.position = Chess::default();
        self.put_right();
        self.shown.lock().unwrap().up = 0;
    }

    /// Sets the clock to so many seconds on the left side, White's, and on the right one.
    pub(crate) fn set_clock(&mut self, seconds: [u32; 2]) {
        self.hands.reach();
        let mut shown = self.shown.lock().unwrap();
        shown.seconds = seconds;
        self.tell(&shown.clock());
    }

    /// Puts all pieces where they are to stand.
    pub(crate) fn put_right(&mut self) {
        self.hands.reach();
        let goal = fields_of(self.position.board());
        for (field, &code) in goal.iter().enumerate() {
            if self.shown.lock().unwrap().fields[field] != code {
                self.set(field, code);
            }
        }
    }

    /// Carries a piece to another square, whatever the rules say.
    pub(crate) fn carry(&mut self, from: Square, to: Square) {
        let code = self.shown.lock().unwrap().fields[field_of(from)];
        self.hands.reach();
        self.set(field_of(from), EMPTY);
        self.hands.reach();
        self.set(field_of(to), code);
    }

    /// Lifts a piece and holds it.
    pub(crate) fn lift(&mut self, square: Square) {
        self.hands.reach();
        self.set(field_of(square), EMPTY);
    }

    /// The board says so many changes of its squares that never happened, as fast as the host takes them.
    pub(crate) fn flood(&self, changes: u32) {
        let mut chance = fastrand::Rng::with_seed(1);
        for _ in 0..changes / 100 {
            let change = |_| [0x8E, 0x00, 0x05, chance.u8(..64), chance.u8(..13)];
            self.tell(&(0..100).map(change).collect::<Vec<_>>().concat());
        }
    }

    /// A player thinks before what is done next.
    pub(crate) fn think(&mut self) {
        self.hands.there = self.hands.there.max(Instant::now()) + THOUGHT;
    }

    /// The player who has just moved presses the clock; he has used a second.
    pub(crate) fn press(&mut self) {
        self.hands.reach();
        let mut shown = self.shown.lock().unwrap();
        let presser = shown.up;
        shown.seconds[presser] -= 1;
        shown.up = 1 - presser;
        self.tell(&shown.clock());
    }

    fn set(&mut self, field: usize, code: u8) {
        let mut shown = self.shown.lock().unwrap();
        shown.fields[field] = code;
        self.tell(&[0x8E, 0x00, 0x05, u8::try_from(field).unwrap(), code]);
    }

    /// What a board says that nobody is connected to is lost.
    fn tell(&self, message: &[u8]) {
        if let Some(cable) = &self.cable {
            cable.send(message);
        }
    }
}

const EMPTY: u8 = 0;

fn answer(shown: &Shown, command: u8) -> Vec<u8> {
    match command {
        _ if shown.speech == Speech::Nothing => Vec::new(),
        0x45 if shown.speech == Speech::NoNumber => Vec::new(),
        _ if shown.speech == Speech::Noise => b"\x91\x00\xff\x31noise\x8e\x07".to_vec(),
        0x42 => [&[0x86, 0x00, 0x43], &shown.fields[..]].concat(),
        0x41 | 0x4B => shown.clock(),
        0x49 => shown.log.as_deref().map_or_else(Vec::new, |log| {
            let length = log.len() + 3;
            let header = [0x8F, (length >> 7) as u8, (length & 0x7F) as u8];
            [&header[..], log].concat()
        }),
        0x45 => [b"\x91\x00\x08", shown.serial.as_bytes()].concat(),
        other => far_end::opening(other),
    }
}

impl Shown {
    /// The running clock as the board tells it: right side, left side, status (`drivers/dgt/README.md`, Messages).
    fn clock(&self) -> Vec<u8> {
        const STATUS: [u8; 2] = [0x09, 0x13];
        let decimal = |number: u32| u8::try_from(number / 10 * 16 + number % 10).unwrap();
        let side = |seconds: u32| [0, decimal(seconds / 60), decimal(seconds % 60)];
        let [left, right] = self.seconds.map(side);
        [&[0x8D, 0x00, 0x0A][..], &right, &left, &[STATUS[self.up]]].concat()
    }
}

fn fields_of(board: &Board) -> [u8; 64] {
    let mut fields = [EMPTY; 64];
    for (square, piece) in board.clone() {
        let code = b".PRNBKQprnbkq".iter().position(|&c| char::from(c) == piece.char());
        fields[field_of(square)] = u8::try_from(code.unwrap()).unwrap();
    }
    fields
}

/// Field 0 is a8, 7 is h8, 56 is a1.
fn field_of(square: Square) -> usize {
    usize::from(square.flip_vertical())
}
