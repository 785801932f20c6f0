//! The clock by colours: which side is White's, and when a player pressed.

use shakmaty::Color;
use touchmove_drivers::observation::{ClockReading, ClockSide, Hand, Side, Times};

use super::clock_trust::{Stands, Trust, hands};
use super::readings::{Orientation, color_of};
use crate::account::{ClockState, Press, Purpose};

/// On which side of the clock White sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteSide {
    /// On the left, or on the right.
    At(Hand),
    /// As the board lies, until presses say otherwise.
    Auto,
}

/// Follows one clock.
#[derive(Clone, Debug)]
pub(super) struct ClockFollower {
    setting: WhiteSide,
    white: Hand,
    votes: i8,
    last: Option<ClockReading>,
    /// What it showed last, by colours.
    state: Option<ClockState>,
    trust: Trust,
    /// Whether a reading came after it that only the next one makes believable.
    is_in_doubt: bool,
}

/// What a reading brings.
pub(super) struct ClockNews {
    pub(super) state: ClockState,
    pub(super) presses: Vec<Press>,
}

/// How often the clock must name the wrong side, net of how often it names the right one, to be taken
/// for standing the other way round.
const VOTES_TO_SWAP: i8 = 2;

/// No move is given more than this; a time that rises by more has entered its next period, or was set.
const MAX_GIVEN_MS: u32 = 90_000;

impl ClockFollower {
    /// A board that lies the usual way round has White on the clock's left (`drivers/dgt/README.md`, Messages); presses
    /// may show that the clock stands elsewhere.
    pub(super) fn new(setting: WhiteSide, orientation: Orientation) -> Self {
        let white = match (setting, orientation) {
            (WhiteSide::At(hand), _) => hand,
            (WhiteSide::Auto, Orientation::Straight) => Hand::Left,
            (WhiteSide::Auto, Orientation::Turned) => Hand::Right,
        };
        let (votes, trust) = (0, Trust::Known);
        Self { setting, white, votes, last: None, state: None, trust, is_in_doubt: false }
    }

    /// The players have changed sides: White sits where Black sat. The clock stays where it is.
    pub(super) fn turn_board(&mut self) {
        self.votes = 0;
        if self.setting == WhiteSide::Auto {
            self.white = self.white.other();
        }
    }

    /// It is not there any more: what is connected next may be another clock, set and turned anew.
    pub(super) fn lose(&mut self) {
        self.state = None;
        let last = self.last.take().and_then(hands);
        self.trust = match self.trust {
            Trust::Away(before) => Trust::Away(last.filter(|last| last.run.is_some()).or(before)),
            Trust::Known => Trust::Away(last),
        };
        self.votes = 0;
    }

    /// Whether it is not known which way round the clock stands that has come.
    pub(super) fn is_unsure(&self) -> bool {
        self.trust != Trust::Known
    }

    /// The same reading on another board, whose clock is another one.
    pub(super) fn moved_to(&self, setting: WhiteSide, orientation: Orientation) -> Self {
        Self { state: self.state, ..Self::new(setting, orientation) }
    }

    /// The side of its housing that is White's.
    pub(super) const fn white(&self) -> Hand {
        self.white
    }

    /// What it showed last.
    pub(super) fn state(&self) -> Option<&ClockState> {
        self.state.as_ref()
    }

    /// Whose time ran last.
    pub(super) fn running(&self) -> Option<Color> {
        self.state.and_then(|state| state.run)
    }

    /// Takes a reading. `mover` is the player whose move came last, if any did.
    pub(super) fn read(&mut self, reading: ClockReading, mover: Option<Color>) -> ClockNews {
        let news = self.news_of(reading, mover);
        self.state = Some(news.state);
        news
    }

    fn news_of(&mut self, reading: ClockReading, mover: Option<Color>) -> ClockNews {
        self.is_in_doubt = !self.is_in_doubt && self.is_hard_to_believe(reading);
        if let Some(last) = self.last.filter(|_| self.is_in_doubt) {
            let state = ClockState { doubtful: true, ..self.by_colors(last) };
            return ClockNews { state, presses: Vec::new() };
        }
        let last = self.last.replace(reading);
        self.judge(last, reading, mover);
        let pressed = match (last, reading) {
            (Some(ClockReading::Hands(before)), ClockReading::Hands(now)) => {
                pressed_between(&before, &now).into_iter().map(ClockSide::Hand).collect()
            }
            (Some(ClockReading::Colors(before)), ClockReading::Colors(now)) => {
                pressed_between(&before, &now).into_iter().map(ClockSide::Color).collect()
            }
            _ if self.is_unsure() => Vec::new(),
            _ => Vec::from_iter(self.pressed_before_first(reading, mover)),
        };
        let state = self.by_colors(reading);
        let press = |side| {
            let side = self.color(side);
            Press {
                side,
                left: Some(state.times[side_index(side)]),
                doubtful: state.doubtful,
                shown: None,
                purpose: Purpose::Shown,
            }
        };
        ClockNews { state, presses: pressed.into_iter().map(press).collect() }
    }

    /// Whether a reading says what noise on one byte makes of a clock that only runs on: the lever went over and it stopped
    /// at once, or what its driver doubts anyway. Where hands have done that, the next reading says the same.
    fn is_hard_to_believe(&self, reading: ClockReading) -> bool {
        fn is_so<S: Side>(before: &Times<S>, now: &Times<S>) -> bool {
            let went_over = before.lever.zip(now.lever).is_some_and(|(was, is)| was != is);
            let has_stopped = before.run.is_some() && now.run.is_none();
            let has_fallen = now.flags != before.flags;
            went_over && has_stopped || now.doubtful && (went_over || has_fallen)
        }
        match (self.last, reading) {
            (Some(ClockReading::Hands(before)), ClockReading::Hands(now)) => is_so(&before, &now),
            (Some(ClockReading::Colors(before)), ClockReading::Colors(now)) => is_so(&before, &now),
            _ => false,
        }
    }

    /// A press that the device reports itself.
    pub(super) fn press(&self, side: ClockSide) -> Press {
        let side = self.color(side);
        Press { side, left: None, doubtful: false, shown: None, purpose: Purpose::Shown }
    }

    /// The first reading of all shows the opponent's time running after a move: the mover pressed.
    fn pressed_before_first(
        &self,
        reading: ClockReading,
        mover: Option<Color>,
    ) -> Option<ClockSide> {
        let runs = match reading {
            ClockReading::Hands(times) => ClockSide::Hand(times.run?),
            ClockReading::Colors(times) => ClockSide::Color(times.run?),
        };
        let mover = mover?;
        (self.color(runs) != mover).then(|| self.side(mover, runs))
    }

    /// The clock named `side` where the board says that `expected` is meant: the player who presses
    /// is the one who has moved, the time that runs before the first move is his who begins. If that
    /// comes out wrong more often than not, the clock stands the other way round.
    pub(super) fn compare(&mut self, side: Color, expected: Color) {
        if self.is_unsure() {
            self.votes = if side == expected { 0 } else { VOTES_TO_SWAP - 1 };
            self.trust = Trust::Known;
        }
        let step = if side == expected { -1 } else { 1 };
        self.votes = (self.votes + step).clamp(-VOTES_TO_SWAP, VOTES_TO_SWAP);
        if self.votes == VOTES_TO_SWAP && self.setting == WhiteSide::Auto {
            self.turn_board();
        }
    }

    /// Looks which way round a clock stands that has come.
    fn judge(&mut self, last: Option<ClockReading>, now: ClockReading, mover: Option<Color>) {
        let Some(now) = hands(now).filter(|_| self.is_unsure()) else { return };
        match self.trust.judged(last.and_then(hands), now, self.white, mover) {
            Stands::Unknown => return,
            Stands::AsBefore => {}
            Stands::Turned => self.turn_board(),
        }
        self.trust = Trust::Known;
    }

    fn by_colors(&self, reading: ClockReading) -> ClockState {
        ClockState::of_reading(reading, self.white)
    }

    fn color(&self, side: ClockSide) -> Color {
        match side {
            ClockSide::Hand(hand) => Color::from_white(hand == self.white),
            ClockSide::Color(color) => color_of(color),
        }
    }

    /// The side of `color`, named as `like` is.
    fn side(&self, color: Color, like: ClockSide) -> ClockSide {
        match like {
            ClockSide::Hand(_) if color.is_white() => ClockSide::Hand(self.white),
            ClockSide::Hand(_) => ClockSide::Hand(self.white.other()),
            ClockSide::Color(device) => {
                ClockSide::Color(if color_of(device) == color { device } else { device.other() })
            }
        }
    }
}

/// The sides whose players pressed between two readings, in order: the lever went over to the opponent while
/// a time ran; or, on a clock that doesn't tell its lever, the running time did. Where the same time runs
/// again and both have risen, both have pressed.
fn pressed_between<S: Side>(before: &Times<S>, now: &Times<S>) -> Vec<S> {
    let went_over = match (before.lever, now.lever) {
        (Some(was), Some(is)) if was != is => before.run.or(now.run).map(|_| was),
        (Some(_), Some(_)) => None,
        _ => before.run.filter(|was| now.run.is_some_and(|is| is != *was)),
    };
    match (went_over, before.run) {
        (Some(was), _) => vec![was],
        (None, Some(was)) if have_both_risen(before, now) => vec![was, was.other()],
        (None, _) => Vec::new(),
    }
}

/// Whether both times have risen by what a move may give while the clock ran.
fn have_both_risen<S: Side>(before: &Times<S>, now: &Times<S>) -> bool {
    let has_risen = |index: usize| {
        let [before, now] = [before, now].map(|times| times.times[index].as_millis());
        (1..=MAX_GIVEN_MS).contains(&now.saturating_sub(before))
    };
    let is_clear = !before.doubtful && !now.doubtful;
    is_clear && before.run.is_some() && before.run == now.run && [0, 1].into_iter().all(has_risen)
}

fn side_index(color: Color) -> usize {
    usize::from(color.is_black())
}

#[cfg(test)]
mod tests {
    use touchmove_drivers::observation::ClockTime;

    use super::*;

    fn reading(run: Option<Hand>, lever: Option<Hand>) -> ClockReading {
        ClockReading::Hands(Times {
            times: [300_000, 200_000].map(|ms| ClockTime::from_millis(ms).unwrap()),
            run,
            flags: [false; 2],
            lever,
            doubtful: false,
        })
    }

    fn straight() -> ClockFollower {
        ClockFollower::new(WhiteSide::Auto, Orientation::Straight)
    }

    fn shown(left: u32, right: u32) -> ClockReading {
        let ClockReading::Hands(times) = reading(Some(Hand::Left), Some(Hand::Left)) else {
            unreachable!()
        };
        let times = Times {
            times: [left, right].map(|seconds| ClockTime::from_millis(seconds * 1_000).unwrap()),
            ..times
        };
        ClockReading::Hands(times)
    }

    fn sides(news: &ClockNews) -> Vec<Color> {
        news.presses.iter().map(|press| press.side).collect()
    }

    #[test]
    fn where_both_times_rise_both_players_have_pressed() {
        let mut clock = straight();
        clock.read(shown(300, 290), None);
        assert_eq!(sides(&clock.read(shown(302, 291), None)), [Color::White, Color::Black]);
        assert!(clock.read(shown(301, 291), None).presses.is_empty());
        assert!(clock.read(shown(303, 291), None).presses.is_empty());
        assert!(clock.read(shown(1_803, 1_791), None).presses.is_empty());
    }

    #[test]
    fn a_lever_that_goes_over_is_a_press_of_the_side_that_stopped() {
        let mut clock = straight();
        clock.read(reading(Some(Hand::Left), Some(Hand::Left)), None);
        let news = clock.read(reading(Some(Hand::Right), Some(Hand::Right)), Some(Color::White));
        let press = &news.presses[0];
        assert_eq!(press.side, Color::White);
        assert_eq!(press.left, ClockTime::from_millis(300_000));
        assert_eq!(news.state.run, Some(Color::Black));
    }

    #[test]
    fn a_stop_is_no_press_and_neither_is_a_lever_moved_on_a_stopped_clock() {
        let mut clock = straight();
        clock.read(reading(Some(Hand::Left), None), None);
        assert!(clock.read(reading(None, None), Some(Color::White)).presses.is_empty());
        assert!(
            clock.read(reading(Some(Hand::Right), None), Some(Color::White)).presses.is_empty()
        );
        let mut clock = straight();
        clock.read(reading(None, Some(Hand::Left)), None);
        assert!(clock.read(reading(None, Some(Hand::Right)), None).presses.is_empty());
    }

    #[test]
    fn a_lever_that_goes_over_as_the_clock_stops_is_a_press_if_the_next_reading_agrees() {
        let runs = reading(Some(Hand::Left), Some(Hand::Left));
        let stopped = reading(None, Some(Hand::Right));
        let mut clock = straight();
        clock.read(runs, None);
        assert!(clock.read(stopped, Some(Color::White)).presses.is_empty());
        assert!(clock.read(runs, Some(Color::White)).presses.is_empty());
        assert!(clock.read(stopped, Some(Color::White)).presses.is_empty());
        assert_eq!(sides(&clock.read(stopped, Some(Color::White))), [Color::White]);
    }

    #[test]
    fn without_a_lever_the_running_side_tells() {
        let mut clock = straight();
        clock.read(reading(Some(Hand::Right), None), None);
        let news = clock.read(reading(Some(Hand::Left), None), Some(Color::Black));
        assert_eq!(sides(&news), [Color::Black]);
    }

    #[test]
    fn a_first_reading_that_runs_for_the_opponent_shows_the_press() {
        let mut clock = straight();
        let news = clock.read(reading(Some(Hand::Right), None), Some(Color::White));
        assert_eq!(sides(&news), [Color::White]);
        assert!(
            straight().read(reading(Some(Hand::Left), None), Some(Color::White)).presses.is_empty()
        );
    }

    #[test]
    fn presses_after_the_wrong_movers_turn_the_clock_round() {
        let mut clock = straight();
        clock.read(reading(Some(Hand::Right), Some(Hand::Right)), None);
        clock.compare(Color::Black, Color::White);
        clock.compare(Color::White, Color::Black);
        let news = clock.read(reading(Some(Hand::Left), Some(Hand::Left)), Some(Color::White));
        assert_eq!(sides(&news), [Color::White]);
    }

    #[test]
    fn a_clock_whose_side_is_given_is_never_turned_round() {
        let mut clock = ClockFollower::new(WhiteSide::At(Hand::Left), Orientation::Turned);
        for _ in 0..5 {
            clock.compare(Color::Black, Color::White);
        }
        clock.turn_board();
        let state = clock.read(reading(Some(Hand::Left), None), None).state;
        assert_eq!(state.run, Some(Color::White));
    }

    #[test]
    fn a_clock_stays_where_it_is_when_the_players_change_sides() {
        let mut clock = straight();
        clock.compare(Color::Black, Color::White);
        clock.compare(Color::White, Color::Black);
        clock.turn_board();
        let state = clock.read(reading(Some(Hand::Left), None), None).state;
        assert_eq!(state.run, Some(Color::White));
    }
}
