//! What waiting decides, and how long it takes.

use std::time::Duration;

use shakmaty::{Color, Square};
use touchmove_drivers::Instant;

use super::game::Game;
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
    /// Rest after which pairs of moves are searched for a position that no single move explains.
    pub pairs: Duration,
    /// Rest after which men that stand wrong are told.
    pub standing: Duration,
    /// Rest of both kings in the centre after which they tell the result.
    pub kings: Duration,
    /// Rest of a king in the centre after which its step was a move: the other king would have come.
    pub lone_king: Duration,
}

impl Timing {
    /// The timing of a board with this reading lag.
    pub const fn of_lag(reading_lag: Duration) -> Self {
        Self {
            reading_lag,
            settle: Duration::from_millis(600),
            take_back: Duration::from_millis(1_000),
            pairs: Duration::from_millis(400),
            standing: Duration::from_millis(1_000),
            kings: Duration::from_millis(1_000),
            lone_king: Duration::from_millis(15_000),
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
    /// No single move explains the board: search pairs.
    SearchPairs,
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
            Some((at, sign)) => Some((at + timing.kings, Duty::KingsSign(sign))),
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
            let wrong = self.wrong_men(seen);
            return match (self.searched == Some(seen.last()), wrong) {
                (false, _) => after(timing.pairs, Duty::SearchPairs),
                (true, Some(differs)) => after(timing.standing, Duty::Standing(differs)),
                (true, None) => None,
            };
        }
        let common = self.line.common(&self.told);
        match self.line.plies.get(common..) {
            None | Some([]) if common < self.told.plies.len() => {
                after(timing.take_back, Duty::TakeBack)
            }
            None | Some([]) => None,
            // No timer settles a rook's move that may be the first half of a castling.
            Some([.., head]) if head.may_become_castling() => None,
            Some([.., head]) if head.may_become_sign() => after(timing.lone_king, Duty::Settle),
            Some(_) => after(timing.settle, Duty::Settle),
        }
    }

    /// The squares on which the board differs, if men stand where no legal move takes them, and this
    /// was not told yet. A man that is only missing is in a hand.
    fn wrong_men(&self, seen: &Seen) -> Option<Vec<Square>> {
        let head = self.line.head();
        let differs = seen.differences(head.board());
        let placed = differs.iter().any(|&square| seen.reading(square).is_occupied());
        let news = placed && self.standing.as_ref() != Some(&differs) && !head.on_the_way(seen);
        news.then_some(differs)
    }
}
