//! What a case sets up: the rulebook, the clock, and what came before.

use std::num::NonZeroU16;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Board, Color};
use touchmove_core::decision::regulations::{
    DefaultTime, FirstOffer, QuickplayFinish, Regulations,
};
use touchmove_core::laws::Started;
use touchmove_core::laws::chess_clock::{Bonus, ChessClock, ClockPeriod};
use touchmove_core::laws::control::{
    Allowance, Counted, Extra, Last, Mode, Periods, Seconds, TimeControl,
};
use touchmove_core::laws::edition::OffenceGroup;
use touchmove_core::laws::offence::Offences;
use touchmove_core::laws::rulebook::{Category, Edition, Rulebook};
use touchmove_drivers::recording::{Policy, Supervision};

use super::case::{Case, CategoryWord, Counters, ModeWord, PeriodSetup, Side, SupervisionWord};

/// What a clock shows where the case says nothing.
const USUAL: u64 = 5_400_000;

impl Case {
    pub(super) fn rulebook(&self, edition: Edition) -> Option<Rulebook> {
        let setup = &self.setup;
        Some(Rulebook {
            edition,
            category: match setup.category {
                CategoryWord::Standard => Category::Standard,
                CategoryWord::Rapid => Category::Rapid,
                CategoryWord::Blitz => Category::Blitz,
            },
            supervision: match setup.supervision {
                SupervisionWord::Full => Supervision::Full,
                SupervisionWord::Reduced => Supervision::Reduced,
            },
            policy: match setup.options.policy.as_deref() {
                None => Policy::Act,
                Some(word) => word.parse().ok()?,
            },
            control: self.control().map_or(TimeControl::Unknown, TimeControl::Periods),
            regulations: Regulations {
                default_time: DefaultTime::millis(setup.options.default_time_ms),
                no_draw_offers_before: setup
                    .options
                    .no_draw_offers_before_move
                    .map(FirstOffer::at_move),
                quickplay_finish: Some(match setup.options.qpf_increment_allowed {
                    _ if !setup.options.qpf_announced => QuickplayFinish::No,
                    Some(false) => QuickplayFinish::ClaimsOnly,
                    Some(true) | None => QuickplayFinish::Announced,
                }),
            },
        })
    }

    pub(super) fn clock(&self, turn: Color, completed: [u32; 2]) -> ChessClock {
        let clock = &self.setup.clock;
        let left = |given: Option<u64>| Duration::from_millis(given.unwrap_or(USUAL));
        let bonus = self.bonus();
        let period = |one: &PeriodSetup| ClockPeriod {
            moves: one.moves.and_then(NonZeroU16::new),
            added: Duration::from_millis(one.add_ms),
            bonus,
        };
        let mut periods: Vec<_> = clock.periods.iter().map(period).collect();
        if periods.is_empty() {
            periods.push(ClockPeriod { moves: None, added: Duration::ZERO, bonus });
        }
        let mut set = ChessClock::set([left(clock.white_ms), left(clock.black_ms)], periods);
        for side in Color::ALL {
            let moves = completed[usize::from(side)];
            set.set_completed(side, u16::try_from(moves).unwrap_or(u16::MAX));
        }
        match clock.running.as_deref() {
            Some("white") => set.run(Color::White),
            Some("black") => set.run(Color::Black),
            Some(_) => set.pause(),
            None => set.run(turn),
        }
        set
    }

    pub(super) fn completed(&self) -> Option<[u32; 2]> {
        let moves = self.setup.clock.moves_completed?;
        Some([moves.black, moves.white])
    }

    /// How many moves both had made when the first position stood and that are not counted as completed; where its
    /// FEN does not say, one at least.
    pub(super) fn moves_before(&self) -> u32 {
        if self.setup.clock.moves_completed.is_some() {
            return 0;
        }
        let fen = self.setup.fen.as_ref().and_then(|text| text.parse::<Fen>().ok());
        let Some(setup) = fen.map(Fen::into_setup) else { return 0 };
        let counted = setup.fullmoves.get() - 1;
        if setup.board == Board::default() { counted } else { counted.max(1) }
    }

    pub(super) fn started(&self) -> Started {
        match self.setup.clock.started {
            Some(false) => Started::No,
            _ => Started::Yes,
        }
    }

    pub(super) fn cannot_mate(&self) -> [bool; 2] {
        let assumed = &self.setup.assume_cannot_mate;
        [Side::Black, Side::White].map(|side| assumed.contains(&side))
    }

    pub(super) fn offences(&self, edition: Edition) -> Offences {
        let mut offences = Offences::default();
        let sides =
            [(Color::White, self.setup.counters.white), (Color::Black, self.setup.counters.black)];
        for (side, Counters { all, illegal, hands, press }) in sides {
            let groups = [
                (OffenceGroup::All, all),
                (OffenceGroup::Illegal, illegal),
                (OffenceGroup::Hands, hands),
                (OffenceGroup::Press, press),
            ];
            for (group, count) in groups {
                let group =
                    if group == OffenceGroup::All { group } else { edition.counted_as(group) };
                (0..count).for_each(|_| {
                    offences.count(side, group);
                });
            }
        }
        offences
    }

    fn bonus(&self) -> Option<Bonus> {
        let mode = self.mode()?;
        Some(Bonus { mode, time: Duration::from_millis(self.setup.clock.inc_ms) })
    }

    fn mode(&self) -> Option<Mode> {
        match self.setup.clock.mode {
            ModeWord::None => None,
            ModeWord::Fischer => Some(Mode::Increment),
            ModeWord::Bronstein => Some(Mode::Bronstein),
            ModeWord::Delay => Some(Mode::Delay),
        }
    }

    /// The periods as a time control has them. What is on the clock already is not told apart.
    fn control(&self) -> Option<Periods> {
        let clock = &self.setup.clock;
        let seconds = |millis: u64| u32::try_from(millis / 1_000).ok().and_then(Seconds::new);
        let second = Seconds::new(1)?;
        let extra = self.mode().and_then(|mode| Some(Extra { mode, time: seconds(clock.inc_ms)? }));
        let allowance =
            |one: &PeriodSetup| Allowance { main: seconds(one.add_ms).unwrap_or(second), extra };
        let mut periods = clock.periods.clone();
        let last = periods.pop();
        let counted = |one: &PeriodSetup| {
            Some(Counted { moves: NonZeroU16::new(one.moves?)?, allowance: allowance(one) })
        };
        let last = match last {
            None => Last::Rest(Allowance { main: second, extra }),
            Some(last) => counted(&last).map_or(Last::Rest(allowance(&last)), Last::Repeated),
        };
        Some(Periods { counted: periods.iter().map(counted).collect::<Option<_>>()?, last })
    }
}
