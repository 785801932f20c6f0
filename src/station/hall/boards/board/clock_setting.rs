//! A board's clock, set by a person: it is told while it stands, and what it shows afterwards says whether it obeyed.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use touchmove_drivers::driver::ClockOrder;
use touchmove_drivers::observation::{
    ClockAnswer, ClockPresence, ClockReading, ClockTime, DeviceFact, Hand, LinkState, Times,
};
use touchmove_drivers::{Ability, Instant, Observation, Request};

use super::OpenBoard;
use super::asking::Answered;
use crate::hall::orders::OrderError;
use crate::hall::orders::clocks::{NotSet, SetClockOrder};
use crate::sys::boottime::TimeSource;

/// A clock that can be set has one digit for the hours: 9:59:59.
const MAX_TIME_MS: u32 = ((9 * 60 + 59) * 60 + 59) * 1_000;
/// A clock that obeys shows what it was told within this time: a board asks it twice a second or more.
const SHOWN_WITHIN: Duration = Duration::from_secs(4);

/// A clock that was told what to show, until it shows it or its time is up.
#[derive(Debug, Default)]
pub(super) struct ClockSetting {
    being_set: Option<BeingSet>,
    /// Where it is told whether the driver takes it, once the board is served.
    answers: Option<mpsc::Sender<Answered>>,
}

#[derive(Debug)]
struct BeingSet {
    order: ClockOrder,
    /// The side of the housing that is White's.
    white: Hand,
    until: Instant,
    answer: oneshot::Sender<Result<(), NotSet>>,
}

impl ClockSetting {
    /// The board is served from now on: what its driver answers.
    pub(super) fn begin(&mut self) -> mpsc::Receiver<Answered> {
        let (answers, answered) = mpsc::channel(1);
        self.answers = Some(answers);
        answered
    }

    /// When it is not waited for any more.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.being_set.as_ref().map(|set| set.until)
    }

    /// The clock shows this.
    fn hear(&mut self, shown: &Times<Hand>) {
        if let Some(set) =
            self.being_set.take_if(|set| set.order.times == shown.times && shown.run.is_none())
        {
            let _ = set.answer.send(Ok(()));
        }
    }

    /// It has answered, and shows this so far. One that shows already what it is told says nothing new.
    fn hear_answer(&mut self, answer: ClockAnswer, shown: Option<&Times<Hand>>) {
        match answer {
            ClockAnswer::Taken => shown.into_iter().for_each(|shown| self.hear(shown)),
            ClockAnswer::Refused => self.end(Err(NotSet::Refused)),
        }
    }

    fn end(&mut self, end: Result<(), NotSet>) {
        if let Some(set) = self.being_set.take() {
            let _ = set.answer.send(end);
        }
    }

    /// It shows this, or nothing that is known, and its time may be up at `now`.
    fn expire(&mut self, now: Instant, shown: Option<[ClockTime; 2]>) {
        let Some(BeingSet { white, answer, .. }) = self.being_set.take_if(|set| set.until <= now)
        else {
            return;
        };
        let why = shown.map_or(NotSet::NoClock, |times| {
            let [white, black] = by_players(times, white);
            NotSet::NotShown { white, black }
        });
        let _ = answer.send(Err(why));
    }
}

/// Left and right in place of White and Black, and the other way round.
const fn by_players([one, other]: [ClockTime; 2], white: Hand) -> [ClockTime; 2] {
    match white {
        Hand::Left => [one, other],
        Hand::Right => [other, one],
    }
}

impl OpenBoard {
    /// Has the clock set, if it stands.
    pub(super) fn set_clock(&mut self, SetClockOrder { by, times, answer }: SetClockOrder) {
        if answer.is_closed() {
            return;
        }
        if let Err(why) = self.check_clock(times).and_then(|()| self.keep_clock_order(&by, times)) {
            let _ = answer.send(Err(why));
            return;
        }
        let white = self.sitting.white_hand();
        let order = ClockOrder { times: by_players(times, white), run: None };
        let until = self.evidence.time(self.clock.now()) + SHOWN_WITHIN;
        self.clock_setting.being_set = Some(BeingSet { order, white, until, answer });
        self.ask_driver(Request::SetClock(order), self.clock_setting.answers.clone());
    }

    /// The driver has told the clock, or cannot.
    pub(super) fn hear_clock_answered(&mut self, answered: Answered) {
        let why = match answered {
            Ok(()) => return,
            Err(OrderError::Unsupported) => NotSet::Unsupported,
            Err(_) => NotSet::NotConnected,
        };
        self.clock_setting.end(Err(why));
    }

    /// Gives up a clock that does not show what it was told.
    pub(super) fn expire_clock_setting(&mut self) {
        let now = self.evidence.time(self.clock.now());
        let shown = self.hands_shown().map(|shown| shown.times);
        self.clock_setting.expire(now, shown);
    }

    /// The clock may show what it was told, or answer.
    pub(super) fn note_clock(&mut self, observation: &Observation) {
        match observation {
            Observation::Clock(ClockReading::Hands(times)) => self.clock_setting.hear(times),
            Observation::Device(DeviceFact::ClockOrder(answer)) => {
                let shown = self.hands_shown();
                self.clock_setting.hear_answer(*answer, shown.as_ref());
            }
            _ => {}
        }
    }

    fn check_clock(&self, times: [ClockTime; 2]) -> Result<(), NotSet> {
        if times.iter().any(|time| time.as_millis() > MAX_TIME_MS) {
            return Err(NotSet::TooLong);
        }
        if !self.may(Ability::ClockSetting) {
            return Err(NotSet::Unsupported);
        }
        if self.view.link != LinkState::Up || self.requests.is_none() {
            return Err(NotSet::NotConnected);
        }
        if self.clock_setting.being_set.is_some() {
            return Err(NotSet::BeingSet);
        }
        let is_there = self.view.clock == Some(ClockPresence::Present);
        let shown = self.hands_shown().filter(|_| is_there).ok_or(NotSet::NoClock)?;
        if shown.run.is_some() { Err(NotSet::Running) } else { Ok(()) }
    }

    /// Who sets the clock, and to what, stands in the station's journal before the clock is told.
    fn keep_clock_order(&self, by: &str, [white, black]: [ClockTime; 2]) -> Result<(), NotSet> {
        let (white, black) = (white.to_string(), black.to_string());
        tracing::warn!("{by} sets the clock of {} to {white} and {black}", self.view.id);
        let line = serde_json::json!({
            "set_clock": self.view.id.to_string(), "white": white, "black": black, "by": by,
            "at": self.clock.wall().to_string(),
        });
        let kept = self.station.log([line.to_string()]);
        kept.map_err(|error| NotSet::NotKept(error.to_string()))
    }

    fn hands_shown(&self) -> Option<Times<Hand>> {
        match self.clock_shown {
            Some(Observation::Clock(ClockReading::Hands(times))) => Some(times),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(left: u8, right: u8) -> Times<Hand> {
        let time = |minutes| ClockTime::from_hms(0, minutes, 0).unwrap();
        let times = [left, right].map(time);
        Times { times, run: None, flags: [false; 2], lever: None, doubtful: false }
    }

    fn being_set(white: Hand) -> (ClockSetting, oneshot::Receiver<Result<(), NotSet>>) {
        let (answer, answered) = oneshot::channel();
        let order = ClockOrder { times: times(5, 4).times, run: None };
        let until = Instant::from_millis(4_000);
        let being_set = Some(BeingSet { order, white, until, answer });
        (ClockSetting { being_set, answers: None }, answered)
    }

    #[test]
    fn a_clock_is_set_once_it_shows_it() {
        let (mut setting, mut answered) = being_set(Hand::Left);
        setting.hear(&times(6, 4));
        assert!(answered.try_recv().is_err());
        setting.hear(&times(5, 4));
        assert_eq!(answered.try_recv(), Ok(Ok(())));
        assert_eq!(setting.deadline(), None);
    }

    #[test]
    fn a_clock_that_showed_it_before_is_set_once_it_obeys() {
        let (mut setting, mut answered) = being_set(Hand::Left);
        setting.hear_answer(ClockAnswer::Taken, Some(&times(6, 4)));
        assert!(answered.try_recv().is_err());
        setting.hear_answer(ClockAnswer::Taken, Some(&times(5, 4)));
        assert_eq!(answered.try_recv(), Ok(Ok(())));
    }

    #[test]
    fn a_clock_that_refuses_is_told_of_at_once() {
        let (mut setting, mut answered) = being_set(Hand::Left);
        setting.hear_answer(ClockAnswer::Refused, Some(&times(5, 4)));
        assert_eq!(answered.try_recv(), Ok(Err(NotSet::Refused)));
    }

    #[test]
    fn a_clock_that_shows_something_else_is_told_of_by_players() {
        let (mut setting, mut answered) = being_set(Hand::Right);
        setting.expire(Instant::from_millis(3_999), Some(times(6, 7).times));
        assert!(answered.try_recv().is_err());
        setting.expire(Instant::from_millis(4_000), Some(times(6, 7).times));
        let [black, white] = times(6, 7).times;
        assert_eq!(answered.try_recv(), Ok(Err(NotSet::NotShown { white, black })));
    }
}
