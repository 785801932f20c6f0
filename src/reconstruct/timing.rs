//! What waiting decides, and how long it takes.

use std::time::Duration;

use shakmaty::{Color, Square};
use touchmove_drivers::Instant;

use super::seen::Seen;
use super::{Game, Reconstruct, Stage, kings};
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
        let seen = self.seen.as_ref()?;
        let rest = |span| seen.last().at + span;
        let timing = &self.setup.timing;
        let mut next = None;
        let mut due = |at: Instant, duty: Duty| {
            if next.as_ref().is_none_or(|(first, _)| at < *first) {
                next = Some((at, duty));
            }
        };
        match &self.stage {
            Stage::NotBegun | Stage::Over => {}
            Stage::Game(game) => {
                if let Some((at, sign)) = kings::sign(seen) {
                    due(at + timing.kings, Duty::KingsSign(sign));
                } else if game.in_step {
                    match game.rest_decides() {
                        Rest::Settles => due(rest(timing.settle), Duty::Settle),
                        Rest::SettlesKing => due(rest(timing.lone_king), Duty::Settle),
                        Rest::TakesBack => due(rest(timing.take_back), Duty::TakeBack),
                        Rest::Nothing => {}
                    }
                } else {
                    if game.searched != Some(seen.last()) {
                        due(rest(timing.pairs), Duty::SearchPairs);
                    }
                    if let Some(differs) = game.wrong_men(seen) {
                        due(rest(timing.standing), Duty::Standing(differs));
                    }
                }
                for (pressed, side) in game.pressed.iter().zip([Color::White, Color::Black]) {
                    if let Some(pressed) = *pressed {
                        due(pressed.at + timing.reading_lag, Duty::JudgePress(side));
                    }
                }
            }
        }
        next
    }
}

/// What rest decides about a line that the board shows.
enum Rest {
    Settles,
    /// A king's step to a square where kings tell the result.
    SettlesKing,
    TakesBack,
    Nothing,
}

impl Game {
    fn rest_decides(&self) -> Rest {
        let common = self.line.common(&self.told);
        if common == self.line.plies.len() {
            return if common < self.told.plies.len() { Rest::TakesBack } else { Rest::Nothing };
        }
        match self.line.plies.last() {
            // No timer settles a rook's move that may be the first half of a castling.
            Some(head) if head.may_become_castling() => Rest::Nothing,
            Some(head) if head.may_become_sign() => Rest::SettlesKing,
            _ => Rest::Settles,
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
