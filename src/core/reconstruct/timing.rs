//! How long things take: everything that waiting decides.

use std::time::Duration;

/// How long things take. Everything that a timer decides is here; the rest after which a move stands
/// is learned from the game besides.
#[derive(Clone, Debug)]
pub struct Timing {
    /// How long after a change on the board its reading may come: one scan. A press is judged so
    /// long after it.
    pub reading_lag: Duration,
    /// How much later still a change is heard, as far as is known now: the time from one question to the next
    /// where boards share a line.
    heard_after: Duration,
    /// Rest after which a move stands where nothing else settled it, at least.
    pub settle: Duration,
    /// Rest after which a move stands for which nobody has pressed, where players press.
    pub unpressed: Duration,
    /// Rest after which the best line stands though another one pays hardly more.
    pub doubt: Duration,
    /// Rest after which a position without a told move means that the move was taken back.
    pub take_back: Duration,
    /// Rest after which pieces that stand wrong are told.
    pub standing: Duration,
    /// Rest of both kings in the centre after which they tell the result.
    pub kings: Duration,
    /// The same where one of them was played there: the other may have fallen.
    pub fallen_king: Duration,
    /// Rest after which a king in the centre has made a move, and is not waiting for the other king to
    /// tell the result. So long a king may stand there wrongly, too.
    pub lone_king: Duration,
    /// Rest after which a move that ends the game stands. A piece that slides over a mating square may
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
    /// Quiet after which no piece without a name is held in a hand.
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
    pub(super) fn delayed_by(&self, later: Duration) -> Self {
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

    /// How much later than it happens a change is heard.
    pub(super) fn heard_after(&self) -> Duration {
        self.heard_after
    }

    /// The shortest time that can have passed between two changes of which the second was just heard.
    pub(super) fn at_least(&self, passed: Duration) -> Duration {
        passed.saturating_sub(self.heard_after)
    }

    /// How likely a piece's absence of this length is noise: a shorter one than a scan may be a
    /// flicker of its square.
    pub(super) fn noise_of_absence(&self, absence: Duration) -> f32 {
        if absence < self.reading_lag { 0.5 } else { 0.0 }
    }
}
