//! More changes than hands and a scan can make are a fault of the board: what it says then is counted and left out,
//! until it is quiet and has been read out. Pure.
//!
//! A scan of the 64 squares takes 200 to 250 ms, and a line at 9600 baud takes 192 changes in a second, so a board can
//! say far more than happens on it. Hands do not: two that sweep all pieces off, or set them up, make some ten changes in a
//! second, and fifty for a moment; eight squares that flicker with every scan make forty. What is played faster than in
//! life, or told all at once, is a game of a few hundred plies at most, with its clock.

use std::time::Duration;

use touchmove_drivers::observation::{DeviceFact, Flood, LinkState, Memory, Placement};
use touchmove_drivers::{Instant, Observation};

/// So many changes may come at once: more than a whole game has.
const PIECES: Allowance = Allowance { most: 1_500, a_second: 100 };

/// So many other words may: a clock that is played as fast as that says as much as in four hours.
const REST: Allowance = Allowance { most: 20_000, a_second: 50 };

/// A board is quiet once it may say half of that again.
const QUIET: u64 = 2;

/// A board that is asked for a read-out is given so long before it is asked again.
const ANSWERS: Duration = Duration::from_secs(5);

/// What was asked so often in vain is asked no more: what it showed last holds.
const MAX_QUESTIONS: u32 = 3;

/// How often it is said how much was left out, while it goes on.
const COUNTS: Duration = Duration::from_secs(60);

/// How much a board may say.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    most: u64,
    a_second: u64,
}

/// What is left of it.
#[derive(Clone, Copy, Debug)]
struct Left {
    of: Allowance,
    /// In millionths.
    left: u64,
    at: Instant,
}

const MILLION: u64 = 1_000_000;

impl Left {
    const fn all(of: Allowance) -> Self {
        Self { of, left: of.most * MILLION, at: Instant::ZERO }
    }

    fn pass(&mut self, now: Instant) {
        let micros = u64::try_from(now.since(self.at).as_micros()).unwrap_or(u64::MAX);
        let gained = micros.saturating_mul(self.of.a_second);
        self.left = self.left.saturating_add(gained).min(self.of.most * MILLION);
        self.at = self.at.max(now);
    }

    /// Whether there was so much.
    const fn spend(&mut self, count: u64) -> bool {
        let had = self.left >= count * MILLION;
        self.left = self.left.saturating_sub(count * MILLION);
        had
    }

    const fn is_quiet(&self) -> bool {
        self.left >= self.of.most / QUIET * MILLION
    }

    /// When it is, if nothing more is said.
    fn quiet_at(&self) -> Instant {
        let missing = (self.of.most / QUIET * MILLION).saturating_sub(self.left);
        self.at + Duration::from_micros(missing.div_ceil(self.of.a_second))
    }
}

/// Keeps what a faulty board says from everything that is kept of it.
#[derive(Debug)]
pub(in crate::hall) struct Gate {
    pieces: Left,
    rest: Left,
    /// What it showed last.
    shown: Placement,
    /// Whether it tells what it has written down itself: a bounded number of changes at once.
    is_recalling: bool,
    shut: Option<Shut>,
}

/// What it says is left out.
#[derive(Clone, Copy, Debug)]
struct Shut {
    /// How much was, since that was said last.
    left_out: u64,
    said: Instant,
    asked: Option<Instant>,
    times: u32,
}

/// What is to be done with what a board says.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) enum Passage {
    /// It is taken.
    Taken,
    /// It is left out.
    LeftOut,
    /// It is left out from now on, and that is to be recorded first.
    Shut(Flood),
    /// From now on it is taken again, after this is recorded.
    Opened(Flood),
}

/// What is due without a word of the board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) enum Due {
    /// It is quiet: it is to be read out.
    ReadOut,
    /// So much was left out meanwhile.
    Count(Flood),
    /// Nobody can read it out: this is recorded, and then what it showed last.
    Take(Flood, Box<Placement>),
}

impl Allowance {
    /// What a journal that was kept by it stays below for certain.
    const fn doubled(self) -> Self {
        Self { most: 2 * self.most, a_second: 2 * self.a_second }
    }
}

impl Gate {
    /// Of a board of which nothing was heard.
    pub(in crate::hall) const fn open() -> Self {
        Self::of(PIECES, REST)
    }

    /// Of a journal, which may be from before floods were left out.
    pub(in crate::hall) const fn of_journal() -> Self {
        Self::of(PIECES.doubled(), REST.doubled())
    }

    const fn of(pieces: Allowance, rest: Allowance) -> Self {
        Self {
            pieces: Left::all(pieces),
            rest: Left::all(rest),
            shown: Placement::EMPTY,
            is_recalling: false,
            shut: None,
        }
    }

    /// Whether what it says is left out.
    pub(in crate::hall) const fn is_shut(&self) -> bool {
        self.shut.is_some()
    }

    /// The board, or its clock, says something at this moment.
    pub(in crate::hall) fn hear(&mut self, at: Instant, observation: &Observation) -> Passage {
        self.pass(at);
        let is_enough = self.spend(observation);
        match (observation, self.shut) {
            // Whoever is lost is read out when he is found again.
            (Observation::Link(LinkState::Lost), Some(shut)) => {
                (self.shut, self.is_recalling) = (None, false);
                Passage::Opened(Flood::LeftOut(shut.left_out))
            }
            (Observation::Board(_), Some(Shut { asked: Some(_), left_out, .. })) if is_enough => {
                self.shut = None;
                Passage::Opened(Flood::LeftOut(left_out))
            }
            (Observation::Link(_) | Observation::Decision(_) | Observation::Wall(_), _) => {
                Passage::Taken
            }
            (_, None) if is_enough => Passage::Taken,
            (_, None) => {
                self.shut = Some(Shut { left_out: 1, said: at, asked: None, times: 0 });
                Passage::Shut(Flood::Begins)
            }
            (_, Some(mut shut)) => {
                shut.left_out += 1;
                if !is_enough {
                    shut.asked = None;
                }
                self.shut = Some(shut);
                Passage::LeftOut
            }
        }
    }

    /// What is taken of a record of a journal, and when. Nobody can be asked for a read-out of then: where none
    /// stands in the journal, what the board said last holds.
    pub(in crate::hall) fn read_back(
        &mut self,
        at: Instant,
        observation: Observation,
    ) -> Vec<(Instant, Observation)> {
        let fact = |flood| Observation::Device(DeviceFact::Flood(flood));
        let mut taken = Vec::new();
        while let Some(due) = self.deadline().filter(|due| *due <= at) {
            if let Some(Due::Take(flood, shown)) = self.due(due) {
                taken.extend([(due, fact(flood)), (due, Observation::Board(shown))]);
            }
        }
        match self.hear(at, &observation) {
            Passage::Taken => taken.push((at, observation)),
            Passage::LeftOut => {}
            Passage::Shut(flood) => taken.push((at, fact(flood))),
            Passage::Opened(flood) => taken.extend([(at, fact(flood)), (at, observation)]),
        }
        taken
    }

    /// When something is due if nothing is heard before.
    pub(in crate::hall) fn deadline(&self) -> Option<Instant> {
        let shut = self.shut?;
        let asks = match shut.asked {
            None => self.pieces.quiet_at().max(self.rest.quiet_at()),
            Some(asked) => asked + ANSWERS,
        };
        Some(asks.min(shut.said + COUNTS))
    }

    /// What is due now.
    pub(in crate::hall) fn due(&mut self, now: Instant) -> Option<Due> {
        self.pass(now);
        let shut = self.shut.as_mut()?;
        if now >= shut.said + COUNTS {
            shut.said = now;
            let left_out = std::mem::take(&mut shut.left_out);
            return (left_out > 0).then_some(Due::Count(Flood::LeftOut(left_out)));
        }
        let is_quiet = self.pieces.is_quiet() && self.rest.is_quiet();
        let is_due = shut.asked.is_none_or(|asked| now >= asked + ANSWERS);
        if !is_quiet || !is_due {
            // Asked for in the midst of it, a read-out would tell nothing.
            shut.asked = shut.asked.filter(|_| is_quiet);
            return None;
        }
        if shut.times == MAX_QUESTIONS {
            let left_out = Flood::LeftOut(shut.left_out);
            self.shut = None;
            return Some(Due::Take(left_out, Box::new(self.shown.clone())));
        }
        (shut.asked, shut.times) = (Some(now), shut.times + 1);
        Some(Due::ReadOut)
    }

    fn pass(&mut self, now: Instant) {
        self.pieces.pass(now);
        self.rest.pass(now);
    }

    /// Takes what it says off what it may say; whether there was so much.
    fn spend(&mut self, observation: &Observation) -> bool {
        match observation {
            Observation::Square { square, reading } => {
                self.shown.set(*square, *reading);
                self.is_recalling || self.pieces.spend(1)
            }
            Observation::Board(placement) => {
                let changes = self.shown.differences(placement).count();
                self.shown = (**placement).clone();
                // The first one tells all at once.
                self.pieces.spend(u64::try_from(changes.div_ceil(4).max(1)).unwrap_or(u64::MAX))
            }
            Observation::Device(DeviceFact::Memory(memory)) => {
                self.is_recalling = *memory == Memory::Begins;
                self.rest.spend(1)
            }
            Observation::Link(_) | Observation::Decision(_) | Observation::Wall(_) => true,
            _ => self.is_recalling || self.rest.spend(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::observation::{Reading, Square};

    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    /// One square goes to and fro.
    fn change(number: u64) -> Observation {
        let reading = if number.is_multiple_of(2) { Reading::Empty } else { Reading::Occupied };
        Observation::Square { square: Square::new(12).unwrap(), reading }
    }

    fn read_out() -> Observation {
        Observation::Board(Box::new(Placement::EMPTY))
    }

    /// So many changes, so far apart; how many are taken.
    fn taken(gate: &mut Gate, from: u64, count: u64, micros: u64) -> u64 {
        let each = (0..count).map(|number| {
            let at = at(from) + Duration::from_micros(number * micros);
            gate.hear(at, &change(number))
        });
        u64::try_from(each.filter(|passage| *passage == Passage::Taken).count()).unwrap()
    }

    #[test]
    fn what_hands_boards_that_flicker_and_games_told_at_once_say_is_taken() {
        let mut gate = Gate::open();
        assert_eq!(taken(&mut gate, 0, 1_200, 0), 1_200, "a game all at once");
        assert_eq!(taken(&mut gate, 60_000, 100_000, 25_000), 100_000, "eight squares flicker");
        let mut gate = Gate::open();
        assert_eq!(taken(&mut gate, 0, 256, 4_000), 256, "an arm sweeps men over the board");
        assert_eq!(gate.deadline(), None);
    }

    #[test]
    fn a_flood_is_told_counted_and_over_with_a_read_out_once_it_is_quiet() {
        let mut gate = Gate::open();
        // as fast as 9600 baud
        let first = taken(&mut gate, 0, 20_000, 5_208);
        assert!((1_500..4_000).contains(&first), "{first}");
        let end = 20_000 * 5_208 / 1_000;
        let mut due = Vec::new();
        while let Some(deadline) = gate.deadline() {
            assert!(deadline <= at(end) + Duration::from_secs(60), "{due:?}");
            match gate.due(deadline) {
                Some(Due::ReadOut) => break,
                other => due.extend(other),
            }
        }
        let asked = gate.deadline().unwrap();
        assert_eq!(gate.hear(asked, &change(1)), Passage::LeftOut, "it is to be read out first");
        let Passage::Opened(Flood::LeftOut(rest)) = gate.hear(asked, &read_out()) else {
            panic!("it is not taken");
        };
        let counted: u64 = due
            .iter()
            .map(|due| match due {
                Due::Count(Flood::LeftOut(count)) => *count,
                other => panic!("{other:?}"),
            })
            .sum();
        assert_eq!(first + counted + rest, 20_001, "each was taken or counted");
        assert_eq!(gate.hear(asked, &change(2)), Passage::Taken);
    }

    #[test]
    fn a_board_that_nobody_can_read_out_shows_what_it_said_last() {
        let mut gate = Gate::open();
        taken(&mut gate, 0, 5_001, 0);
        let mut asked = 0;
        loop {
            match gate.due(gate.deadline().unwrap()) {
                Some(Due::ReadOut) => asked += 1,
                Some(Due::Take(_, shown)) => {
                    assert!(!shown.get(Square::new(12).unwrap()).is_occupied());
                    break;
                }
                _ => {}
            }
        }
        assert_eq!((asked, gate.deadline()), (MAX_QUESTIONS, None));
    }

    #[test]
    fn a_journal_with_a_flood_is_read_back_without_it_and_one_that_was_kept_at_the_gate_whole() {
        let mut gate = Gate::of_journal();
        let taken: Vec<_> =
            (0..50_000).flat_map(|number| gate.read_back(at(number), change(number))).collect();
        assert!((3_000..4_000).contains(&taken.len()), "{}", taken.len());
        assert_eq!(taken.last().unwrap().1.to_string(), "device flood=begins");
        let next = gate.read_back(at(200_000), change(0));
        let next: Vec<_> = next.iter().map(|(_, said)| said.to_string()).collect();
        assert_eq!(next.len(), 3, "{next:?}");
        assert!(next[1].starts_with("board ") && next[2].starts_with("square "), "{next:?}");

        let (mut live, mut journal) = (Gate::open(), Gate::of_journal());
        for number in 0..50_000 {
            let (at, said) = (at(number * 5), change(number));
            if live.hear(at, &said) == Passage::Taken {
                assert_eq!(journal.read_back(at, said.clone()), [(at, said)]);
            }
        }
    }

    #[test]
    fn a_log_is_taken_whole_and_a_board_that_is_lost_begins_anew() {
        let mut gate = Gate::open();
        let memory = |memory| Observation::Device(DeviceFact::Memory(memory));
        gate.hear(at(0), &memory(Memory::Begins));
        assert_eq!(taken(&mut gate, 0, 4_000, 0), 4_000);
        gate.hear(at(0), &memory(Memory::Ends));
        assert!(taken(&mut gate, 0, 4_000, 0) < 2_000);
        let lost = gate.hear(at(1), &Observation::Link(LinkState::Lost));
        assert!(matches!(lost, Passage::Opened(_)), "{lost:?}");
        assert_eq!(gate.deadline(), None);
    }
}
