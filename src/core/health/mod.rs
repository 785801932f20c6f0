//! How well a board reads and is heard: a value folded over its observations, with what to do about it.
//!
//! Only what no hand explains is held against a board. Hands lift, nudge, slide and drop pieces, several squares at a
//! time, and mostly where something is played; so a square is judged only by what it did while all others were
//! quiet and a game says what stands there, and accused only where it did so again and again, at different moves.
//!
//! * `reading`: what each square showed, and which of its changes came alone and turned back;
//! * `tally`: how often each square did so; `course`: how often, ten minutes by ten minutes, and the trend;
//! * `standing`: pieces that the game has on a square that shows nothing, or something else, move after move;
//! * `line`: answers that were damaged or asked for again, and silences;
//! * `finding`: what is told of it.

mod course;
mod finding;
mod line;
mod numbers;
mod reading;
mod standing;
mod tally;

use touchmove_drivers::observation::{
    BatteryState, DeviceFact, Flood, LinkState, Memory, Placement, Reading, Square,
};
use touchmove_drivers::{Instant, Observation};

pub use self::course::{RecentCount, Trend};
pub use self::finding::{Advice, Ail, Finding};
pub use self::numbers::Numbers;

use self::course::Course;
use self::line::Line;
use self::reading::{Oddity, Readings};
use self::standing::Standing;
use self::tally::{Tallies, Tally};

/// Below so many per cent a battery does not last a round.
pub const LOW: u8 = 30;
/// A battery that was low is not, from here on: a charge goes up and down by a few per cent.
const CHARGED: u8 = 35;
/// So many odd readings that no hand makes, anywhere on a board, and the board is worn: hands make none, and a board
/// on a bad day one or two.
const LEAST_STRANGE: usize = 6;
/// More squares than these are not listed as those that flicker most.
const MAX_LISTED: usize = 5;

/// How well one board reads and is heard. Of bounded size, and an observation takes bounded time.
#[derive(Clone, Debug)]
pub struct Health {
    readings: Readings,
    tallies: Box<Tallies>,
    /// Of the whole board: what hands do not do.
    strange: Tally,
    flicker: Course,
    standing: Box<Standing>,
    line: Line,
    battery: Option<u8>,
    is_battery_low: bool,
    clock_battery: Option<BatteryState>,
    is_recalling: bool,
    /// How many moves were told since the journal began.
    plies: u32,
    now: Instant,
}

/// All that is told of the health of a board at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HealthReport {
    /// What somebody should see to, what is worst first.
    pub findings: Vec<Finding>,
    /// How often what happened.
    pub numbers: Numbers,
}

impl Health {
    /// Of a board of which nothing was observed yet.
    pub fn new() -> Self {
        Self {
            readings: Readings::new(),
            tallies: Box::new(Tallies::new()),
            strange: Tally::NONE,
            flicker: Course::new(),
            standing: Box::new(Standing::new()),
            line: Line::new(),
            battery: None,
            is_battery_low: false,
            clock_battery: None,
            is_recalling: false,
            plies: 0,
            now: Instant::ZERO,
        }
    }

    /// Takes an observation made at `at`. `pieces` is what the game has on the board after it, in the board's own
    /// numbering; `None` while no game is played, or what is played is not certain.
    pub fn observe(&mut self, at: Instant, observation: &Observation, pieces: Option<&Placement>) {
        self.now = self.now.max(at);
        self.line.observe(self.now, observation);
        self.flicker.pass(self.now);
        self.settle();
        match observation {
            Observation::Square { square, reading } if self.is_recalling => {
                self.readings.take_over(*square, *reading);
            }
            Observation::Square { square, reading } => {
                self.change(*square, *reading);
                self.standing.shows(self.now, *square, *reading);
            }
            Observation::Board(placement) => self.read_out(placement),
            Observation::Link(LinkState::Up | LinkState::Lost | LinkState::Stale) => {
                self.is_recalling = false;
                self.readings.lose();
                self.standing.expect(self.now, None);
            }
            Observation::Device(DeviceFact::Memory(memory)) => {
                self.is_recalling = *memory == Memory::Begins;
                self.readings.lose();
            }
            Observation::Device(DeviceFact::Flood(Flood::Begins)) => {
                self.is_recalling = false;
                self.readings.lose();
                self.standing.expect(self.now, None);
            }
            Observation::Battery(charge) => {
                self.battery = Some(*charge);
                self.is_battery_low = *charge < if self.is_battery_low { CHARGED } else { LOW };
            }
            Observation::Device(DeviceFact::ClockBattery(state)) => {
                self.clock_battery = Some(*state);
            }
            _ => {}
        }
        let pieces = pieces.filter(|_| self.line.is_heard() && !self.is_recalling);
        if self.standing.expect(self.now, pieces) {
            self.plies = self.plies.saturating_add(1);
        }
    }

    /// What is told of it now.
    pub fn report(&self) -> HealthReport {
        let squares = self.tallies.most(MAX_LISTED);
        let numbers = Numbers { flicker: self.flicker.count(), squares, ..self.line.numbers() };
        HealthReport { findings: self.findings(), numbers }
    }

    fn findings(&self) -> Vec<Finding> {
        let mut all = self.standing.findings(self.now);
        let of_squares = self.tallies.findings(self.now);
        let is_strange = self.strange.is_met(self.now, LEAST_STRANGE) && of_squares.is_empty();
        all.extend(of_squares);
        if is_strange {
            all.push(Finding::of_board(Ail::Restless, self.strange.total()));
        }
        all.extend(self.line.findings(self.now));
        if let Some(charge) = self.battery.filter(|_| self.is_battery_low) {
            all.push(Finding::of_board(Ail::Battery, charge.into()));
        }
        if self.clock_battery == Some(BatteryState::Low) {
            all.push(Finding::of_board(Ail::ClockBattery, 0));
        }
        all.sort_by_key(|finding| finding.ail);
        all
    }

    /// Judges what a square did alone, once the others have been quiet for long enough after it.
    fn settle(&mut self) {
        let Some(odd) = self.readings.settled(self.now) else { return };
        self.flicker.note(self.now, 1);
        self.tallies.note(odd.square, odd.oddity, self.now, self.plies);
        let by_no_hand = odd.was_unknown || odd.oddity != Oddity::Dropout;
        if by_no_hand {
            self.strange.note(self.now, self.plies);
        }
    }

    fn change(&mut self, square: Square, reading: Reading) {
        let pieces =
            self.standing.pieces().filter(|_| self.standing.is_in_step_beside(square, self.now));
        self.readings.change(self.now, square, reading, pieces);
    }

    fn read_out(&mut self, placement: &Placement) {
        for square in Square::all() {
            let reading = placement.get(square);
            if self.readings.shown(square) != Some(reading) {
                if self.is_recalling {
                    self.readings.take_over(square, reading);
                } else {
                    self.change(square, reading);
                }
                self.standing.shows(self.now, square, reading);
            }
        }
    }
}

impl Default for Health {
    fn default() -> Self {
        Self::new()
    }
}
