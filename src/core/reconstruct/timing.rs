//! What waiting decides, and how long it takes.

use std::time::Duration;

use shakmaty::{Bitboard, Color, Move, Position, Square};
use touchmove_drivers::Instant;

use super::ask::Doubt;
use super::game::{Considered, Game};
use super::seen::{Change, Seen};
use super::{Reconstruct, Stage, kings};
use crate::account::{KingsSign, position_after, replies};

/// How long things take. Everything that a timer decides is here; the rest after which a move stands
/// is learned from the game besides.
#[derive(Clone, Debug)]
pub struct Timing {
    /// How long after a change on the board its reading may come: one scan. A press is judged so
    /// long after it.
    pub reading_lag: Duration,
    /// How much later still a change is heard, as far as is known now: the time from one question to the next
    /// where boards share a line.
    pub(super) heard_after: Duration,
    /// Rest after which a move stands where nothing else settled it, at least.
    pub settle: Duration,
    /// Rest after which a move stands for which nobody has pressed, where players press.
    pub unpressed: Duration,
    /// Rest after which the best line stands though another one pays hardly more.
    pub doubt: Duration,
    /// Rest after which a position without a told move means that the move was taken back.
    pub take_back: Duration,
    /// Rest after which men that stand wrong are told.
    pub standing: Duration,
    /// Rest of both kings in the centre after which they tell the result.
    pub kings: Duration,
    /// The same where one of them was played there: the other may have fallen.
    pub fallen_king: Duration,
    /// Rest after which a king in the centre has made a move, and is not waiting for the other king to
    /// tell the result. So long a king may stand there wrongly, too.
    pub lone_king: Duration,
    /// Rest after which a move that ends the game stands. A man that slides over a mating square may
    /// linger there, and nothing is followed after the end.
    pub end: Duration,
    /// Rest after which an illegal move stands for which nobody has pressed: it may still be put right.
    pub illegal: Duration,
    /// Quiet after which illegal moves, and one or two that were not seen, are thought of.
    pub odd: Duration,
    /// Quiet after which up to four moves that were not seen are thought of.
    pub gap: Duration,
    /// Quiet after which what is wrong will stay so.
    pub wrong: Duration,
    /// Quiet after which no man without a name is held in a hand.
    pub lifted: Duration,
    /// Quiet after which play may go on from whatever the board shows; and rest after which it does.
    pub position: Duration,
}

impl Timing {
    /// The timing of a board with this reading lag.
    pub const fn of_lag(reading_lag: Duration) -> Self {
        Self {
            reading_lag,
            heard_after: Duration::ZERO,
            settle: Duration::from_millis(550),
            unpressed: Duration::from_millis(5_000),
            doubt: Duration::from_millis(5_000),
            take_back: Duration::from_millis(1_000),
            standing: Duration::from_millis(1_000),
            kings: Duration::from_millis(1_000),
            fallen_king: Duration::from_millis(3_000),
            lone_king: Duration::from_millis(15_000),
            end: Duration::from_millis(2_000),
            illegal: Duration::from_millis(30_000),
            odd: Duration::from_millis(800),
            gap: Duration::from_millis(2_000),
            wrong: Duration::from_millis(10_000),
            lifted: Duration::from_millis(20_000),
            position: Duration::from_millis(5_000),
        }
    }

    /// The same, where changes are heard so much later than they happen: whatever waits for rest waits for
    /// that, too.
    pub(super) fn heard_after(&self, later: Duration) -> Self {
        let of = |rest: Duration| (rest + later).saturating_sub(self.heard_after);
        Self {
            reading_lag: self.reading_lag,
            heard_after: later,
            settle: of(self.settle),
            unpressed: of(self.unpressed),
            doubt: of(self.doubt),
            take_back: of(self.take_back),
            standing: of(self.standing),
            kings: of(self.kings),
            fallen_king: of(self.fallen_king),
            lone_king: of(self.lone_king),
            end: of(self.end),
            illegal: of(self.illegal),
            odd: of(self.odd),
            gap: of(self.gap),
            wrong: of(self.wrong),
            lifted: of(self.lifted),
            position: of(self.position),
        }
    }

    /// The shortest time that can have passed between two changes of which the second was just heard.
    pub(super) fn at_least(&self, passed: Duration) -> Duration {
        passed.saturating_sub(self.heard_after)
    }

    /// How likely a man's absence of this length is noise: a shorter one than a scan may be a
    /// flicker of its square.
    pub(super) fn noise_of_absence(&self, absence: Duration) -> f32 {
        if absence < self.reading_lag { 0.5 } else { 0.0 }
    }
}

/// What is to be done when nothing is observed before.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Duty {
    /// Both kings lie still in the centre.
    KingsSign(KingsSign),
    /// Waiting has made another hypothesis the best.
    Rank,
    /// Quiet allows to think of more.
    Consider(Considered),
    /// Plies of the best line stand.
    Settle,
    /// The board shows the line without its last told moves.
    TakeBack,
    /// The board has been read once since this side pressed.
    JudgePress(Color),
    /// The men have rested since a press of this side that was not clear.
    LookAgain(Color),
    /// Men stand wrong.
    Standing(Vec<Square>),
    /// Plies are held back, and nobody was asked yet whether the game is over.
    Ask,
    /// Other moves explain the board as well.
    AskWhich(Doubt),
}

impl Reconstruct {
    /// The next duty and when it is due. Each duty, once fulfilled, is no longer due.
    pub(super) fn find_duty(&self) -> Option<(Instant, Duty)> {
        let seen = self.seen.as_ref().filter(|_| !self.hearing.is_silent())?;
        let timing = &self.setup.timing;
        let sign = self.new_sign(seen).map(|(put_down, sign)| {
            let since = put_down.at.max(self.hearing.shown_since());
            let rest = match &self.stage {
                Stage::Game(game) if game.has_king_in_centre(seen) => timing.fallen_king,
                _ => timing.kings,
            };
            (since + rest, Duty::KingsSign(sign))
        });
        let Stage::Game(game) = &self.stage else {
            return sign.filter(|_| matches!(self.stage, Stage::Over(_)));
        };
        let judging = game.pressed.iter().flatten().map(|pending| {
            let read = pending.read_from + timing.reading_lag + timing.heard_after;
            (read, Duty::JudgePress(pending.press.side))
        });
        let unclear = game.unclear.iter().flatten().map(|kept| {
            (Game::looked_at_again(kept, seen, timing), Duty::LookAgain(kept.pending.press.side))
        });
        let resting = match sign {
            Some(_) => [sign, None, None, None, None, None],
            None => game.duties(self.now, seen, timing),
        };
        resting.into_iter().flatten().chain(judging).chain(unclear).min_by_key(|(due, _)| *due)
    }

    /// The result that the kings tell now, if it is not the one that was told and nobody has overruled it.
    pub(super) fn new_sign(&self, seen: &Seen) -> Option<(Change, KingsSign)> {
        self.sign(seen)
            .filter(|(_, sign)| self.stage.told_sign() != Some(*sign))
            .filter(|(put_down, _)| self.overruled != Some(put_down.record))
    }

    /// The result that the kings tell as long as they stand as they do, though nobody knows for how long.
    pub(super) fn tell_sign(&mut self) {
        let sign = self.seen.as_ref().and_then(|seen| self.new_sign(seen));
        if let Some((_, sign)) = sign {
            self.fulfil(Duty::KingsSign(sign));
        }
    }
}

impl Game {
    /// Whether a king stands in the centre that was played there.
    fn has_king_in_centre(&self, seen: &Seen) -> bool {
        let board = self.told_after().board();
        Color::ALL.into_iter().any(|color| {
            let in_centre = kings::king_in_centre(seen, color);
            in_centre.is_some() && in_centre == board.king_of(color)
        })
    }

    fn duties(&self, now: Instant, seen: &Seen, timing: &Timing) -> [Option<(Instant, Duty)>; 6] {
        let last = self.beam.changed_at();
        let rank = self.beam.next_change(now).map(|at| (at, Duty::Rank));
        let line = self.line();
        let mut settle = None;
        if !line.ahead.is_empty() {
            let standing = self.standing_at(now, &line, timing);
            let due = if standing.plies > 0 { Some(now) } else { standing.next };
            settle = due.map(|due| (due, Duty::Settle));
        } else if self.told.len() > line.told && self.in_step() && !self.keeps_told(&line) {
            settle = Some((last + timing.take_back, Duty::TakeBack));
        }
        let (consider, standing) = if self.in_step() {
            (None, None)
        } else {
            (self.next_to_consider(last, timing), self.stands_wrong(last, seen, timing))
        };
        let ask = self.is_asked_for(&line).then_some((last + timing.gap, Duty::Ask));
        let which = self.doubted(timing.doubt, seen).map(|(at, doubt)| (at, Duty::AskWhich(doubt)));
        // What is asked is not told at the same moment.
        [which, rank, settle, consider, standing, ask]
    }

    fn next_to_consider(&self, last: Instant, timing: &Timing) -> Option<(Instant, Duty)> {
        let (after, level) = match self.considered {
            Considered::Nothing => (timing.odd, Considered::Odd),
            // Of what many changes at once have left all bridges were looked for already.
            Considered::Odd if self.shaken.is_some() => (timing.gap, Considered::Position),
            Considered::Odd => (timing.gap, Considered::Gap),
            Considered::Gap => (timing.position, Considered::Position),
            Considered::Position => (timing.wrong, Considered::Wrong),
            Considered::Wrong => (timing.lifted, Considered::Lifted),
            Considered::Lifted => return None,
        };
        Some((last + after, Duty::Consider(level)))
    }

    fn stands_wrong(&self, last: Instant, seen: &Seen, timing: &Timing) -> Option<(Instant, Duty)> {
        let differs = self.wrong_men(seen)?;
        let rest = match kings::half_a_sign(seen, self.beam.head().after.board()) {
            true => timing.lone_king,
            false => timing.standing,
        };
        Some((last + rest, Duty::Standing(differs)))
    }

    /// The squares on which the board differs, if men stand where no legal move takes them, and this
    /// was not told yet. A man that is only missing is in a hand.
    fn wrong_men(&self, seen: &Seen) -> Option<Vec<Square>> {
        let wrong = self.beam.unexplained();
        if (wrong & seen.shown().occupied()).is_empty() {
            return None;
        }
        let differs: Vec<_> = wrong.into_iter().collect();
        (self.standing.as_ref() != Some(&differs) && !self.is_on_the_way(seen)).then_some(differs)
    }

    /// Whether a legal move takes all men that stand wrong where they stand.
    pub(super) fn is_on_the_way(&self, seen: &Seen) -> bool {
        let (head, shown) = (&self.beam.head().after, seen.shown());
        let wrong = self.beam.unexplained();
        let stands = wrong & shown.occupied();
        let takes = |mv: &Move| mv.is_castle() || (stands & !Bitboard::from(mv.to())).is_empty();
        replies(head).into_iter().filter(takes).any(|mv| {
            let left = wrong & shown.mismatch(position_after(head, mv).board());
            (left & shown.occupied()).is_empty()
        })
    }
}
