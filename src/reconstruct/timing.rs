//! What waiting decides, and how long it takes.

use std::time::Duration;

use shakmaty::{Color, Square};
use touchmove_drivers::Instant;

use super::game::Game;
use super::line::Ply;
use super::seen::Seen;
use super::{Reconstruct, Stage, kings};
use crate::account::KingsSign;

/// How long things take. Everything that a timer decides is here.
#[derive(Clone, Debug)]
pub struct Timing {
    /// How long after a change on the board its reading may come: one scan. A press is judged so
    /// long after it.
    pub reading_lag: Duration,
    /// Rest after which a move stands where nothing else settled it.
    pub settle: Duration,
    /// Rest after which a position without a told move means that the move was taken back.
    pub take_back: Duration,
    /// Rest after which men that stand wrong are told.
    pub standing: Duration,
    /// Rest of both kings in the centre after which they tell the result.
    pub kings: Duration,
    /// Rest after which a king in the centre has made a move, and is not waiting for the other king to
    /// tell the result. So long a king may stand there wrongly, too.
    pub lone_king: Duration,
    /// Rest after which a move that ends the game stands. A man that slides over a mating square may
    /// linger there, and nothing is followed after the end.
    pub end: Duration,
}

impl Timing {
    /// The timing of a board with this reading lag.
    pub const fn of_lag(reading_lag: Duration) -> Self {
        Self {
            reading_lag,
            settle: Duration::from_millis(600),
            take_back: Duration::from_millis(1_000),
            standing: Duration::from_millis(1_000),
            kings: Duration::from_millis(1_000),
            lone_king: Duration::from_millis(15_000),
            end: Duration::from_millis(2_000),
        }
    }

    /// The rest after which this move stands, if nothing else settles it. No rest makes a rook's move
    /// of what may be half of a castling.
    fn rest_of(&self, head: &Ply) -> Option<Duration> {
        if head.may_become_castling() {
            None
        } else if head.may_become_sign() {
            Some(self.lone_king)
        } else if head.ends_game() {
            Some(self.end)
        } else {
            Some(self.settle)
        }
    }

    /// How likely a man's absence of this length is noise: a shorter one than a scan may be a
    /// flicker of its square.
    pub(super) fn noise_of_absence(&self, absence: Duration) -> f32 {
        if absence < self.reading_lag { 0.5 } else { 0.0 }
    }
}

/// What is to be done when nothing is observed before.
#[derive(Clone, Debug)]
pub(super) enum Duty {
    /// Both kings lie still in the centre.
    KingsSign(KingsSign),
    /// The head of the line has rested.
    Settle,
    /// The board shows the line without its last told moves.
    TakeBack,
    /// The board has been read once since this side pressed.
    JudgePress(Color),
    /// Men stand wrong.
    Standing(Vec<Square>),
}

impl Reconstruct {
    /// The next duty and when it is due. Each duty, once fulfilled, is no longer due.
    pub(super) fn next_duty(&self) -> Option<(Instant, Duty)> {
        let (Stage::Game(game), Some(seen)) = (&self.stage, &self.seen) else { return None };
        let timing = &self.setup.timing;
        let resting = match kings::sign(seen) {
            Some((put_down, sign)) => Some((put_down.at + timing.kings, Duty::KingsSign(sign))),
            None => game.rest_decides(seen, timing),
        };
        let judging =
            game.pressed.iter().flatten().map(|pending| {
                (pending.at + timing.reading_lag, Duty::JudgePress(pending.press.side))
            });
        resting.into_iter().chain(judging).min_by_key(|(due, _)| *due)
    }
}

impl Game {
    /// What rest decides next, if nothing changes on the board.
    fn rest_decides(&self, seen: &Seen, timing: &Timing) -> Option<(Instant, Duty)> {
        let after = |rest, duty| Some((seen.last().at + rest, duty));
        if !self.in_step {
            let differs = self.wrong_men(seen)?;
            let rest = match kings::half_a_sign(seen, self.line.head().board()) {
                true => timing.lone_king,
                false => timing.standing,
            };
            return after(rest, Duty::Standing(differs));
        }
        match self.line.untold().last() {
            Some(head) => after(timing.rest_of(head)?, Duty::Settle),
            None if self.line.has_dropped() => after(timing.take_back, Duty::TakeBack),
            None => None,
        }
    }

    /// The squares on which the board differs, if men stand where no legal move takes them, and this
    /// was not told yet. A man that is only missing is in a hand.
    fn wrong_men(&self, seen: &Seen) -> Option<Vec<Square>> {
        let head = self.line.head();
        let differs: Vec<_> = seen.differences(head.board()).collect();
        let placed = differs.iter().any(|&square| seen.reading(square).is_occupied());
        let news = placed && self.standing.as_ref() != Some(&differs) && !head.on_the_way(seen);
        news.then_some(differs)
    }
}
