//! What a board tells about its clock: message `8D`, seven bytes of data.
//!
//! The same message carries times, answers of the clock to commands, button presses, and the news
//! that there is no clock. Right comes before left, as seen from the clock's display.

use crate::observation::{BatteryState, ClockTime, Hand, Side, Times};

/// What one clock message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// Times and state.
    Times(State),
    /// The clock's answer to a command, or a button.
    Ack(Ack),
    /// No clock is connected.
    Absent,
    /// Nothing that can be relied on: all zero, as boards send it after a clock command, or digits
    /// that no clock shows.
    Void,
}

/// Times and state of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The times; never doubtful here, since one message alone cannot contradict itself.
    pub(super) times: Times<Hand>,
    /// Whether moves of each side bring time (Fischer, Bronstein), left first.
    pub(super) per_move: [bool; 2],
    /// The clock's battery.
    pub(super) battery: BatteryState,
}

/// The four bytes with which a clock answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ack(pub(super) [u8; 4]);

/// A button of the clock that is not the lever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// Leftmost: back.
    Back,
    /// Second: minus.
    Minus,
    /// Middle: start and stop.
    Run,
    /// Fourth: plus.
    Plus,
    /// Rightmost: ok.
    Ok,
}

impl Button {
    /// Its name in observations.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Minus => "minus",
            Self::Run => "run",
            Self::Plus => "plus",
            Self::Ok => "ok",
        }
    }
}

impl Ack {
    /// The button whose press this reports; `None` for all other answers.
    pub(super) const fn button(self) -> Option<Button> {
        match self.0 {
            [_, 0x88, _, 0x31] => Some(Button::Back),
            [_, 0x88, _, 0x32] => Some(Button::Plus),
            [_, 0x88, _, 0x33] => Some(Button::Run),
            [_, 0x88, _, 0x34] => Some(Button::Minus),
            [_, 0x88, _, 0x35] => Some(Button::Ok),
            _ => None,
        }
    }
}

// Bits of the first byte of each side, above the digit of the hours.
const FALLEN: u8 = 0x10;
const PER_MOVE: u8 = 0x20;
const FLAG_SHOWN: u8 = 0x40;

// Bits of the status, the last byte. Sources disagree on which of bits 3 and 4 is whose turn, so
// they are written as real boards do and never read: run and lever say the same.
const RUNNING: u8 = 0x01;
const RIGHT_HIGH: u8 = 0x02;
const LOW_BATTERY: u8 = 0x04;
const LEFT_TURN: u8 = 0x08;
const RIGHT_TURN: u8 = 0x10;
const NO_CLOCK: u8 = 0x20;
const UNUSED: u8 = 0x40;

/// What stands in place of the hours when the message is an answer.
const ACK: u8 = 0x0A;

impl Report {
    /// What the data of a clock message say.
    pub(super) fn decode(data: [u8; 7]) -> Self {
        let [right, right_m, right_s, left, left_m, left_s, status] = data;
        if data == [0; 7] {
            return Self::Void;
        }
        if right & 0x0F == ACK || left & 0x0F == ACK {
            return Self::Ack(Ack([
                right_m & 0x7F | left << 3 & 0x80,
                right_s & 0x7F | left << 2 & 0x80,
                left_m & 0x7F | right << 3 & 0x80,
                left_s & 0x7F | right << 2 & 0x80,
            ]));
        }
        if status & NO_CLOCK != 0 {
            return Self::Absent;
        }
        let (Some(left_time), Some(right_time)) =
            (time([left, left_m, left_s]), time([right, right_m, right_s]))
        else {
            return Self::Void;
        };
        let lever = if status & RIGHT_HIGH == 0 { Hand::Left } else { Hand::Right };
        Self::Times(State {
            times: Times {
                times: [left_time, right_time],
                run: (status & RUNNING != 0).then_some(lever),
                flags: [left, right].map(|side| side & (FALLEN | FLAG_SHOWN) != 0),
                lever: Some(lever),
                doubtful: status & UNUSED != 0 || has_no_turn(status),
            },
            per_move: [left, right].map(|side| side & PER_MOVE != 0),
            battery: match status & LOW_BATTERY {
                0 => BatteryState::Good,
                _ => BatteryState::Low,
            },
        })
    }

    /// The data of the message that says this.
    pub(super) fn encode(&self) -> [u8; 7] {
        match self {
            Self::Times(state) => state.encode(),
            Self::Ack(Ack([a, b, c, d])) => [
                ACK | c >> 3 & 0x10 | d >> 2 & 0x20,
                a & 0x7F,
                b & 0x7F,
                ACK | a >> 3 & 0x10 | b >> 2 & 0x20,
                c & 0x7F,
                d & 0x7F,
                0,
            ],
            Self::Absent => [0, 0, 0, 0, 0, 0, NO_CLOCK],
            Self::Void => [0; 7],
        }
    }
}

impl State {
    fn encode(&self) -> [u8; 7] {
        let [left, left_m, left_s] = self.side(Hand::Left);
        let [right, right_m, right_s] = self.side(Hand::Right);
        let mut status = match self.times.lever {
            Some(Hand::Right) => RIGHT_HIGH | RIGHT_TURN,
            _ => LEFT_TURN,
        };
        if self.times.run.is_some() {
            status |= RUNNING;
        }
        if self.battery == BatteryState::Low {
            status |= LOW_BATTERY;
        }
        if self.times.doubtful {
            status |= UNUSED;
        }
        [right, right_m, right_s, left, left_m, left_s, status]
    }

    fn side(&self, hand: Hand) -> [u8; 3] {
        let [mut hours, minutes, seconds] = digits(self.times.time(hand));
        if self.per_move[hand.index()] {
            hours |= PER_MOVE;
        }
        if self.times.flags[hand.index()] {
            hours |= if self.times.run.is_some() { FLAG_SHOWN } else { FALLEN };
        }
        [hours, minutes, seconds]
    }
}

/// Whether it is both players' turn, or nobody's: no real clock has said so.
const fn has_no_turn(status: u8) -> bool {
    (status & LEFT_TURN == 0) == (status & RIGHT_TURN == 0)
}

fn time([hours, minutes, seconds]: [u8; 3]) -> Option<ClockTime> {
    let hours = hours & 0x0F;
    if hours > 9 {
        return None;
    }
    ClockTime::from_hms(hours, decimal(minutes)?, decimal(seconds)?)
}

fn decimal(bcd: u8) -> Option<u8> {
    let (tens, ones) = (bcd >> 4, bcd & 0x0F);
    (tens <= 9 && ones <= 9).then_some(tens * 10 + ones)
}

/// The digits of the display, which has one for the hours.
fn digits(time: ClockTime) -> [u8; 3] {
    let seconds = time.as_secs().min(9 * 3_600 + 59 * 60 + 59);
    let bcd = |number: u32| (((number / 10) << 4) | (number % 10)) as u8;
    [(seconds / 3_600) as u8, bcd(seconds / 60 % 60), bcd(seconds % 60)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn times(data: [u8; 7]) -> State {
        match Report::decode(data) {
            Report::Times(state) => state,
            other => panic!("{other:?}"),
        }
    }

    fn hms(hours: u8, minutes: u8, seconds: u8) -> ClockTime {
        ClockTime::from_hms(hours, minutes, seconds).unwrap()
    }

    #[test]
    fn a_stopped_clock_shows_both_times_and_its_lever() {
        let state = times([0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08]);
        assert_eq!(state.times.times, [hms(0, 3, 2); 2]);
        assert_eq!((state.times.run, state.times.lever), (None, Some(Hand::Left)));
        assert_eq!((state.per_move, state.battery), ([true; 2], BatteryState::Good));
        let state = times([0x20, 0x01, 0x46, 0x20, 0x01, 0x49, 0x12]);
        assert_eq!((state.times.run, state.times.lever), (None, Some(Hand::Right)));
    }

    #[test]
    fn the_side_whose_lever_is_high_runs() {
        let left = times([0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09]).times;
        assert_eq!((left.run, left.lever), (Some(Hand::Left), Some(Hand::Left)));
        assert_eq!(left.times, [hms(0, 3, 1), hms(0, 3, 2)]);
        let right = times([0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x13]).times;
        assert_eq!((right.run, right.lever), (Some(Hand::Right), Some(Hand::Right)));
    }

    #[test]
    fn a_fallen_flag_is_shown_on_its_side() {
        let state = times([0x30, 0x00, 0x00, 0x20, 0x00, 0x16, 0x12]);
        assert_eq!(state.times.flags, [false, true]);
        assert_eq!(state.times.times, [hms(0, 0, 16), hms(0, 0, 0)]);
        assert_eq!(state.times.run, None);
        let shown = times([0x20, 0x03, 0x02, 0x40, 0x30, 0x00, 0x09]);
        assert_eq!(shown.times.flags, [true, false]);
    }

    #[test]
    fn a_low_battery_and_time_per_move_are_read_by_side() {
        let state = times([0x01, 0x29, 0x59, 0x21, 0x30, 0x00, 0x0D]);
        assert_eq!(state.times.times, [hms(1, 30, 0), hms(1, 29, 59)]);
        assert_eq!(state.per_move, [true, false]);
        assert_eq!(state.times.run, Some(Hand::Left));
        assert_eq!(state.battery, BatteryState::Low);
    }

    #[test]
    fn no_clock_and_nothing_are_not_times() {
        assert_eq!(Report::decode([0, 0, 0, 0, 0, 0, 0x20]), Report::Absent);
        assert_eq!(Report::decode([0; 7]), Report::Void);
    }

    #[test]
    fn digits_that_no_clock_shows_are_void() {
        for data in [
            [0x0B, 0, 0, 0, 0, 1, 0x08],
            [0x20, 0x60, 0, 0x20, 0, 1, 0x08],
            [0x20, 0, 0x5A, 0x20, 0, 1, 0x08],
            [0x20, 0, 1, 0x2F, 0, 1, 0x08],
            [0x20, 0, 1, 0x20, 0, 0x7F, 0x08],
        ] {
            assert_eq!(Report::decode(data), Report::Void, "{data:02X?}");
        }
    }

    #[test]
    fn answers_of_the_clock_are_told_from_times() {
        for (data, ack) in [
            ([0x0A, 0x10, 0x09, 0x0A, 0x20, 0x00, 0x00], [16, 9, 32, 0]),
            ([0x0A, 0x10, 0x0C, 0x0A, 0x00, 0x00, 0x00], [16, 12, 0, 0]),
            ([0x0A, 0x10, 0x01, 0x2A, 0x00, 0x00, 0x00], [0x10, 0x81, 0, 0]),
            ([0x0A, 0x40, 0x0A, 0x0A, 0x00, 0x00, 0x00], [0x40, 0x0A, 0, 0]),
            ([0x2A, 0x10, 0x10, 0x2A, 0x00, 0x05, 0x00], [0x10, 0x90, 0x00, 0x85]),
        ] {
            assert_eq!(Report::decode(data), Report::Ack(Ack(ack)));
            assert_eq!(Ack(ack).button(), None);
            assert_eq!(Report::Ack(Ack(ack)).encode(), data);
        }
    }

    #[test]
    fn each_button_has_its_name() {
        let pressed = |code| match Report::decode([0x0A, 0x10, 0x08, 0x2A, 0x00, code, 0x00]) {
            Report::Ack(ack) => ack.button().map(Button::word),
            _ => None,
        };
        assert_eq!(
            [0x31, 0x32, 0x33, 0x34, 0x35, 0x36].map(pressed),
            [Some("back"), Some("plus"), Some("run"), Some("minus"), Some("ok"), None]
        );
    }

    #[test]
    fn a_clock_has_one_digit_for_the_hours() {
        assert_eq!(digits(hms(9, 59, 59)), [9, 0x59, 0x59]);
        assert_eq!(digits(hms(12, 0, 0)), [9, 0x59, 0x59]);
    }

    proptest! {
        #[test]
        fn any_report_encodes_to_what_decodes_to_it(data in proptest::array::uniform7(0_u8..0x80)) {
            let report = Report::decode(data);
            prop_assert_eq!(Report::decode(report.encode()), report);
        }
    }
}
