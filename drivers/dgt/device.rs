//! The board's own end: a USB board of firmware 1.08 with a clock on its plug.
//!
//! It samples its squares one after the other and tells a change when the scan comes by, so a piece
//! who is lifted and put back in between is never seen, and of two changes the one that the scan
//! meets first is told first. All that it sees it writes into a log besides, whether a host listens
//! or not. It sends no text that would pass it off as its maker's. Switched on, it is in bus mode.

mod bus;
mod log;

use std::collections::VecDeque;
use std::time::Duration;

use self::bus::BusEnd;
use self::log::Log;
use super::clock::{Ack, Report, State};
use super::wire::{
    ByteOf, ClockMessages, Command, Message, REFUSED, SET_AND_RUN, TAKEN, Version, field_of,
};
use crate::device::clock::Clock;
use crate::device::{Device, Make};
use crate::driver::ClockOrder;
use crate::observation::{BatteryState, Hand, Placement, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(200);
/// From one message of the clock to the next while nothing changes.
const CLOCK_PERIOD: Duration = Duration::from_secs(1);
/// Commands that the board can hold; what comes faster is lost.
const INPUT: usize = 10;
const FIRMWARE: Version = Version { major: 1, minor: 8 };

/// A simulated board.
#[derive(Debug)]
pub(super) struct Board {
    serial: u32,
    scan: Duration,
    mode: Mode,
    /// What stands there.
    pieces: Placement,
    /// What the last scan saw.
    seen: Placement,
    /// What the host was told.
    told: Placement,
    scanned: Instant,
    clock: Option<Clock>,
    clock_told: Option<(Instant, Report)>,
    clock_messages: ClockMessages,
    log: Log,
    bus: BusEnd,
    now: Instant,
    /// What is to be sent, and from when on.
    outputs: VecDeque<(Instant, Vec<u8>)>,
}

/// What the board tells by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: it shares its line, and is asked.
    Bus,
    Idle,
    Update,
    UpdateBoard,
    UpdateNice,
}

impl Board {
    /// A board as `make` describes it, with no piece on it and its clock stopped.
    pub(super) fn new(make: &Make) -> Self {
        Self {
            serial: make.serial,
            scan: make.scan.unwrap_or(SCAN).max(Duration::from_micros(64)),
            mode: Mode::Bus,
            pieces: Placement::EMPTY,
            seen: Placement::EMPTY,
            told: Placement::EMPTY,
            scanned: Instant::ZERO,
            clock: make.clock.as_ref().map(Clock::new),
            clock_told: None,
            clock_messages: ClockMessages::default(),
            log: Log::new(),
            bus: BusEnd::new(make),
            now: Instant::ZERO,
            outputs: VecDeque::new(),
        }
    }

    fn obey(&mut self, now: Instant, command: Command) {
        match command {
            Command::Reset => self.mode = Mode::Idle,
            Command::Update => self.enter(now, Mode::Update),
            Command::UpdateBoard => self.enter(now, Mode::UpdateBoard),
            Command::UpdateNice => self.enter(now, Mode::UpdateNice),
            Command::ReadClock => self.tell_clock(now, self.report()),
            Command::ReadBoard => {
                self.told = self.seen.clone();
                self.say(Message::Board(Box::new(self.seen.clone())));
            }
            Command::Serial => {
                let serial = format!("{:05}", self.serial % 100_000);
                self.say(Message::Serial(serial));
            }
            Command::BusAddress => {
                self.say(Message::BusAddress(self.bus.address().number()));
            }
            Command::Version => self.say(Message::Version(FIRMWARE)),
            Command::ReadLog => {
                let log = self.log.download();
                self.say(Message::Log(log));
            }
            // This firmware does not know them.
            Command::Battery | Command::LongSerial => {}
        }
    }

    fn say(&mut self, message: Message) {
        self.outputs.push_back((self.now, message.encode()));
    }

    fn enter(&mut self, now: Instant, mode: Mode) {
        self.mode = mode;
        self.clock_told = None;
        self.watch_clock(now);
    }

    /// Lets time pass: the scan goes on and the clock counts.
    fn advance(&mut self, now: Instant) {
        self.now = self.now.max(now);
        let mut passed: Vec<(Instant, Square)> = self
            .pieces
            .differences(&self.told)
            .chain(self.pieces.differences(&self.seen))
            .map(|square| (self.next_sample(square), square))
            .filter(|&(sampled, _)| sampled <= now)
            .collect();
        passed.sort_unstable();
        passed.dedup();
        for (at, square) in passed {
            self.sample(at, square);
        }
        self.scanned = self.scanned.max(now);
        if let Some(clock) = &mut self.clock {
            clock.run_to(now);
        }
        self.watch_clock(now);
    }

    fn sample(&mut self, at: Instant, square: Square) {
        let reading = self.pieces.get(square);
        if self.seen.get(square) != reading {
            self.seen.set(square, reading);
            self.log.change(at, square, &self.seen);
            self.bus.begin_writing(at);
        }
        let is_told = !matches!(self.mode, Mode::Idle | Mode::Bus);
        if is_told && self.told.get(square) != reading {
            self.told.set(square, reading);
            self.say(Message::Field { square, reading });
        }
    }

    /// When the scan comes by `square` for the next time.
    fn next_sample(&self, square: Square) -> Instant {
        let period = u64::try_from(self.scan.as_micros()).unwrap_or(u64::MAX);
        let offset = period / 64 * u64::from(field_of(square));
        let rounds = match self.scanned.as_micros().checked_sub(offset) {
            Some(passed) => passed / period + 1,
            None => 0,
        };
        Instant::from_micros(offset.saturating_add(rounds.saturating_mul(period)))
    }

    fn watch_clock(&mut self, now: Instant) {
        let report = self.report();
        let is_news = self.clock_told.is_none_or(|(_, told)| told != report);
        let is_due = self.clock_told.is_none_or(|(at, _)| now.since(at) >= CLOCK_PERIOD);
        match self.mode {
            Mode::Update if is_news || is_due => self.tell_clock(now, report),
            Mode::UpdateNice if is_news => self.tell_clock(now, report),
            _ => {}
        }
    }

    fn tell_clock(&mut self, now: Instant, report: Report) {
        self.clock_told = Some((now, report));
        self.say(Message::Clock(report));
    }

    fn hear_clock_message(&mut self, now: Instant, byte: u8) {
        if let ByteOf::Order(order) = self.clock_messages.push(now, byte) {
            self.set_clock(now, order);
        }
    }

    /// A clock in its mode for hosts takes what it is to show while it stands. Boards pass its answer on while they tell
    /// of the clock by themselves.
    fn set_clock(&mut self, now: Instant, order: ClockOrder) {
        let is_told = matches!(self.mode, Mode::Update | Mode::UpdateNice);
        let Some(clock) = self.clock.as_mut().filter(|_| is_told) else { return };
        let verdict = if clock.is_running() { REFUSED } else { TAKEN };
        if verdict == TAKEN {
            clock.set(order);
        }
        self.say(Message::Clock(Report::Ack(Ack([verdict, SET_AND_RUN, 0, 0]))));
        self.watch_clock(now);
    }

    fn report(&self) -> Report {
        self.clock.as_ref().map_or(Report::Absent, |clock| Report::Times(shown_by(clock)))
    }

    /// When the clock has something to tell by itself.
    fn clock_deadline(&self) -> Option<Instant> {
        let change = self.clock.as_ref().and_then(Clock::next_change);
        match self.mode {
            Mode::Update => {
                let due = self.clock_told.map(|(at, _)| at + CLOCK_PERIOD);
                change.into_iter().chain(due).min()
            }
            Mode::UpdateNice => change,
            Mode::Bus | Mode::Idle | Mode::UpdateBoard => None,
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        let mut commands = 0;
        for &byte in packet.of_stream() {
            if self.clock_messages.is_open(now) {
                self.hear_clock_message(now, byte);
                continue;
            }
            if commands == INPUT {
                return;
            }
            commands += 1;
            if self.hear_bus(byte) {
                continue;
            }
            match Command::from_code(byte) {
                Some(command) => self.obey(now, command),
                None => self.hear_clock_message(now, byte),
            }
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        let (_, bytes) = self.outputs.pop_front_if(|(due, _)| *due <= self.now)?;
        Some(Packet::stream(bytes))
    }

    fn deadline(&self) -> Option<Instant> {
        let output = self.outputs.front().map(|(due, _)| *due);
        if matches!(self.mode, Mode::Idle | Mode::Bus) {
            return output;
        }
        let changed = self.pieces.differences(&self.told);
        let sampled = changed.map(|square| self.next_sample(square));
        sampled.chain(self.clock_deadline()).chain(output).min()
    }

    fn is_reporting(&self) -> bool {
        match self.mode {
            Mode::Bus => self.bus.is_asked(),
            Mode::Idle => false,
            Mode::Update | Mode::UpdateBoard | Mode::UpdateNice => true,
        }
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.pieces.set(square, reading);
    }

    fn press(&mut self, now: Instant, side: Hand) {
        self.advance(now);
        let stopped = self.clock.as_mut().and_then(|clock| clock.press(side));
        if let Some(time) = stopped {
            self.log.stop(side, time);
            self.bus.begin_writing(now);
        }
        self.watch_clock(now);
    }

    fn start_stop(&mut self, now: Instant) {
        self.advance(now);
        if let Some(clock) = &mut self.clock {
            clock.start_stop();
        }
        self.watch_clock(now);
    }
}

/// What a DGT clock says of itself when it shows this.
fn shown_by(clock: &Clock) -> State {
    State {
        times: clock.times(),
        per_move: [clock.has_increment(); 2],
        battery: BatteryState::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::ClockSetting;
    use crate::observation::ClockTime;

    fn board(clock: Option<ClockSetting>) -> Board {
        Board::new(&Make { serial: 12_345, chance: 0, scan: None, clock })
    }

    fn minutes(minutes: u8, increment: u64) -> Option<ClockSetting> {
        let base = ClockTime::from_hms(0, minutes, 0).unwrap();
        Some(ClockSetting { base: [base; 2], increment: Duration::from_secs(increment) })
    }

    fn polled(board: &mut Board) -> Option<Vec<u8>> {
        board.poll().map(|packet| packet.bytes)
    }

    fn ask(board: &mut Board, millis: u64, commands: &[u8]) -> Vec<Vec<u8>> {
        board.receive(Instant::from_millis(millis), Packet::stream(commands));
        std::iter::from_fn(|| polled(board)).collect()
    }

    /// What the board sends by itself until `millis`, and when.
    fn run(board: &mut Board, millis: u64) -> Vec<(u64, Vec<u8>)> {
        let mut sent = Vec::new();
        while let Some(at) = board.deadline().filter(|at| at.as_millis() <= millis) {
            board.timeout(at);
            sent.extend(std::iter::from_fn(|| polled(board)).map(|bytes| (at.as_millis(), bytes)));
        }
        sent
    }

    fn set(board: &mut Board, millis: u64, square: &str, letter: char) {
        let reading = Reading::from_letter(letter).unwrap();
        board.set(Instant::from_millis(millis), square.parse().unwrap(), reading);
    }

    fn clock(data: [u8; 7]) -> Vec<u8> {
        [&[0x8D, 0x00, 0x0A][..], &data].concat()
    }

    #[test]
    fn it_answers_as_a_usb_board_does() {
        let mut board = board(None);
        assert_eq!(ask(&mut board, 0, &[0x40, 0x45]), [b"\x91\x00\x0812345"]);
        assert_eq!(ask(&mut board, 0, &[0x4D]), [[0x93, 0x00, 0x05, 0x01, 0x08]]);
        assert_eq!(ask(&mut board, 0, &[0x46]), [[0x90, 0x00, 0x05, 0x60, 0x39]]);
        assert_eq!(ask(&mut board, 0, &[0x41]), [clock([0, 0, 0, 0, 0, 0, 0x20])]);
        let dump = ask(&mut board, 0, &[0x42]);
        assert_eq!(dump, [[&[0x86, 0x00, 0x43][..], &[0; 64]].concat()]);
        for code in (0x00..0x40).chain([0x47, 0x48, 0x4C, 0x55]).chain(0x80..=0xFF) {
            assert_eq!(ask(&mut board, 0, &[code]), [[0; 0]; 0], "{code:02X}");
        }
    }

    #[test]
    fn what_does_not_fit_its_input_is_lost() {
        assert_eq!(ask(&mut board(None), 0, &[0x45; 12]).len(), 10);
    }

    #[test]
    fn the_scan_tells_changes_in_its_own_order() {
        let mut board = board(None);
        ask(&mut board, 0, &[0x44]);
        set(&mut board, 1, "h1", 'R');
        set(&mut board, 1, "e8", 'k');
        let (king, rook) = (vec![0x8E, 0, 5, 4, 0x0B], vec![0x8E, 0, 5, 63, 0x02]);
        assert_eq!(run(&mut board, 1_000), [(12, king), (196, rook)]);
        set(&mut board, 1_000, "h1", '.');
        set(&mut board, 1_000, "e8", '.');
        let late = ask(&mut board, 2_000, &[]);
        assert_eq!(late, [[0x8E, 0, 5, 4, 0], [0x8E, 0, 5, 63, 0]]);
    }

    #[test]
    fn a_change_between_two_scans_is_never_seen() {
        let mut board = board(None);
        set(&mut board, 0, "a1", 'Q');
        ask(&mut board, 300, &[0x42, 0x44]);
        set(&mut board, 400, "a1", '.');
        set(&mut board, 500, "a1", 'Q');
        assert_eq!(run(&mut board, 2_000), []);
        assert_eq!(board.deadline(), None);
    }

    #[test]
    fn an_idle_board_tells_nothing_and_a_read_out_all_that_the_scan_has_seen() {
        let mut board = board(None);
        set(&mut board, 0, "a8", 'r');
        set(&mut board, 0, "h1", 'R');
        assert_eq!(board.deadline(), None);
        let pieces = |dump: Vec<Vec<u8>>| (dump[0][3], dump[0][66]);
        assert_eq!(pieces(ask(&mut board, 100, &[0x42])), (0, 0));
        assert_eq!(pieces(ask(&mut board, 199, &[0x42])), (0, 2));
        assert_eq!(pieces(ask(&mut board, 200, &[0x42])), (8, 2));
        set(&mut board, 300, "h1", '.');
        ask(&mut board, 1_000, &[0x44]);
        assert_eq!(run(&mut board, 2_000), [(1_196, vec![0x8E, 0, 5, 63, 0])]);
    }

    #[test]
    fn what_nobody_listens_to_stands_in_its_log() {
        let mut board = board(minutes(3, 2));
        for (square, letter) in [("e7", 'p'), ("e2", 'P'), ("h1", 'R')] {
            set(&mut board, 0, square, letter);
        }
        board.start_stop(Instant::from_millis(1_000));
        set(&mut board, 1_000, "e2", '.');
        set(&mut board, 1_300, "e4", 'P');
        board.press(Instant::from_millis(2_500), Hand::Left);
        set(&mut board, 3_000, "e7", '.');
        set(&mut board, 3_050, "e5", 'p');
        board.press(Instant::from_millis(5_000), Hand::Right);
        let log = ask(&mut board, 6_000, &[0x49]).concat();
        let moves = [
            0x47, 0x0C, 0x51, 0x34, 0x52, 0x3F, // the pieces are set up
            0x40, 0x34, 0x51, 0x24, 0x70, 0x03, 0x03, // e2-e4
            0x40, 0x0C, 0x57, 0x1C, 0x60, 0x03, 0x02, // e7-e5
            0x6B,
        ];
        assert_eq!((log.len(), &log[..3]), (7_939, &[0x8F, 0x3E, 0x03][..]));
        assert!(log.ends_with(&moves), "{:02x?}", &log[7_900..]);
        let again = ask(&mut board, 6_000, &[0x49]).concat();
        assert!(again.ends_with(&[0x02, 0x6E, 0x6B]), "it writes down that it was asked");
    }

    #[test]
    fn the_clock_is_told_when_it_changes_and_at_once_at_a_press() {
        let mut board = board(minutes(3, 2));
        let at = Instant::from_millis;
        assert_eq!(ask(&mut board, 0, &[0x4B]), [clock([0x20, 3, 2, 0x20, 3, 2, 0x08])]);
        assert_eq!(run(&mut board, 5_000), []);
        board.start_stop(at(5_000));
        assert_eq!(polled(&mut board), Some(clock([0x20, 3, 2, 0x20, 3, 2, 0x09])));
        assert_eq!(
            run(&mut board, 7_500),
            [
                (6_000, clock([0x20, 3, 2, 0x20, 3, 1, 0x09])),
                (7_000, clock([0x20, 3, 2, 0x20, 3, 0, 0x09])),
            ]
        );
        board.press(at(7_500), Hand::Right);
        assert_eq!(board.poll(), None, "its button is down already");
        board.press(at(7_500), Hand::Left);
        assert_eq!(polled(&mut board), Some(clock([0x20, 3, 2, 0x20, 3, 2, 0x13])));
        assert_eq!(run(&mut board, 8_500), [(8_500, clock([0x20, 3, 1, 0x20, 3, 2, 0x13]))]);
        board.start_stop(at(8_600));
        assert_eq!(polled(&mut board), Some(clock([0x20, 3, 1, 0x20, 3, 2, 0x12])));
    }

    #[test]
    fn a_flag_falls_at_zero_and_stops_the_clock() {
        let mut board = board(minutes(0, 1));
        ask(&mut board, 0, &[0x4B]);
        board.start_stop(Instant::ZERO);
        let fallen = clock([0x20, 0, 1, 0x30, 0, 0, 0x08]);
        assert_eq!(run(&mut board, 10_000).last(), Some(&(1_000, fallen.clone())));
        board.start_stop(Instant::from_millis(10_000));
        assert_eq!(board.poll(), None);
        assert_eq!(ask(&mut board, 10_000, &[0x41]), [fallen]);
    }

    #[test]
    fn in_update_mode_the_clock_is_told_each_second() {
        let mut board = board(None);
        let absent = clock([0, 0, 0, 0, 0, 0, 0x20]);
        assert_eq!(ask(&mut board, 0, &[0x43]).concat(), absent);
        let told = run(&mut board, 3_000);
        assert_eq!(told, [1_000, 2_000, 3_000].map(|at| (at, absent.clone())));
        ask(&mut board, 3_500, &[0x40]);
        assert_eq!(run(&mut board, 9_000), []);
    }
}
