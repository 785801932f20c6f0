//! What the hypotheses pay for what they do not explain.
//!
//! The weights are negative log-likelihoods in disguise: a hypothesis that pays one less is about three
//! times as likely. They were fitted by hand to simulated games of every style; none was fitted to a
//! single one.

use std::time::Duration;

use touchmove_drivers::Instant;

use super::witness::Witness;

/// What a hypothesis has paid, in billionths. Whole numbers: the same evidence gives the same sum on
/// every machine and in any cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Cost(i64);

/// What a square that is not explained costs, in thousandths a second.
pub(super) type Rate = u32;

/// How long was waited, in millionths of a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waited(i64);

/// All weights, with what each stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Who says what stands on the board.
    pub(super) witness: Witness,
    /// A second in which a piece is expected where none is seen: it may be in the hand.
    pub(super) missing: Rate,
    /// A second in which another piece is seen than is expected, or one where none is.
    pub(super) wrong: Rate,
    /// A second in which a piece is still seen where it stood before the last move.
    pub(super) stays: Rate,
    /// A second in which the piece of the last move is seen where it stood, and one like it is missing elsewhere, besides.
    pub(super) elsewhere: Rate,
    /// A second of a square that has been wrong while play went on around it: a dead square.
    pub(super) numb: Rate,
    /// No second costs more: when pieces lie about, it decides nothing how many do.
    pub(super) most: Rate,
    /// So much of a quiet time counts: an abandoned board decides nothing.
    pub(super) patience: Duration,
    /// Any move: none is invented without need.
    pub(super) a_move: Cost,
    /// Promotion to another piece than a queen, beside the move.
    pub(super) underpromotion: Cost,
    /// A piece that must have stood on a square where it was never seen.
    pub(super) unseen: Cost,
    /// The same where an opponent's piece stands now: it was taken at once.
    pub(super) taken_at_once: Cost,
    /// The same on a square that doesn't report what it should.
    pub(super) unseen_numb: Cost,
    /// A pawn that stands on the last rank for the piece that it becomes.
    pub(super) pawn_for_piece: Cost,
    /// A capture of which the victim's leaving was not seen, where pieces have no names.
    pub(super) victim_unseen: Cost,
    /// A piece without a name that is missing though nobody can hold it in a hand.
    pub(super) not_in_hand: Cost,
    /// Such a capture of a piece that has not just taken.
    pub(super) takes_first: Cost,
    /// How much less such a capture costs that gives check.
    pub(super) checks_by_taking: Cost,
    /// Each pawn's worth that such a capture loses, and wins, as pieces are exchanged on its square.
    pub(super) lost_by_taking: Cost,
    pub(super) won_by_taking: Cost,
    /// What a move of several that explain the same costs besides that loses more than they do, for each pawn's worth.
    pub(super) loses: Cost,
    /// No line pays more by chess alone: a square that denies the likelier one must overrule it within a second.
    pub(super) most_by_chess: Cost,
    /// How much less one of several captures costs for each pawn's worth that it takes.
    pub(super) takes_more: Cost,
    /// Each step further from the opponent's king that it goes, and each file further from the middle of the board.
    pub(super) far_from_king: Cost,
    pub(super) far_from_middle: Cost,
    /// A move whose piece was lifted before the same player's last move had landed.
    pub(super) both_hands: Cost,
    /// The same piece moves again at once: it rather slides.
    pub(super) same_piece_again: Cost,
    /// So soon, after one scan of the board, is at once.
    pub(super) at_once: Duration,
    /// A move that began before the opponent's, which it follows, had begun.
    pub(super) out_of_order: Cost,
    /// Readings closer than this have no order: one scan of the board, and what it is heard late.
    pub(super) scan: Duration,
    /// A square on which the piece was put down that is not on its way.
    pub(super) astray: Cost,
    /// The last move was another one: its piece goes on, or the piece is exchanged.
    pub(super) changed_mind: Cost,
    /// The same after the opponent has begun to answer.
    pub(super) changed_answered: Cost,
    /// A position is set up again that stood before.
    pub(super) take_back: Cost,
    /// Each ply that is undone with it.
    pub(super) take_back_ply: Cost,
    /// A move that leaves the mover's king in check.
    pub(super) king_left: Cost,
    /// A move that no piece of its kind makes.
    pub(super) against_its_kind: Cost,
    /// A move that takes a piece of the mover's own, besides: hands rather hide what happened between.
    pub(super) takes_own: Cost,
    /// A move by the side that hasn't the move.
    pub(super) out_of_turn: Cost,
    /// Moves that nothing but a later position shows, each.
    pub(super) bridged: Cost,
    /// Play goes on from a position to which no moves lead.
    pub(super) new_position: Cost,
    /// A square that has been wrong in quiet for so long that nothing is on its way any more.
    pub(super) wrong_for_long: Cost,
    /// A press without a move since the last one.
    pub(super) press_alone: Cost,
    /// A move for which nobody had pressed when its player pressed for the next.
    pub(super) unpressed: Cost,
    /// WrittenLines that come to the same position by another number of moves are both kept while one pays no
    /// more than this over the other.
    pub(super) worth_keeping: Cost,
    /// The best ones are kept by what they will have paid so soon.
    pub(super) ahead: Duration,
    /// How many hypotheses are kept.
    pub(super) beam: usize,
    /// More hypotheses than this are not made of one change of the readings.
    pub(super) made_at_once: usize,
    /// A hypothesis that pays so much more than the best is dropped.
    pub(super) hopeless: Cost,
    /// The same for a hypothesis that denies what is just told.
    pub(super) denies: Cost,
    /// A ply is beyond doubt when all that lack it pay so much more.
    pub(super) beyond_doubt: Cost,
    /// The same for a ply that nothing has followed yet.
    pub(super) beyond_doubt_last: Cost,
}

impl Weights {
    /// The weights for a board with this reading lag, of which this witness tells.
    pub(super) const fn of(witness: Witness, scan: Duration) -> Self {
        match witness {
            Witness::Squares => Self { scan, ..Self::FITTED },
            Witness::Board => Self {
                scan,
                witness,
                king_left: Cost::NEVER,
                against_its_kind: Cost::NEVER,
                takes_own: Cost::NEVER,
                out_of_turn: Cost::NEVER,
                ..Self::FITTED
            },
        }
    }

    /// The same where lines are kept that only what comes much later may bring back, and less is told at once.
    pub(super) const fn with_hindsight(self) -> Self {
        Self {
            beam: 200,
            made_at_once: 1_024,
            hopeless: Cost::milli(8_000),
            denies: Cost::milli(8_000),
            beyond_doubt: Cost::milli(1_500),
            beyond_doubt_last: Cost::milli(1_500),
            ..self
        }
    }

    const FITTED: Self = Self {
        witness: Witness::Squares,
        missing: 500,
        wrong: 1_000,
        stays: 450,
        elsewhere: 2_000,
        numb: 20,
        most: 4_000,
        patience: Duration::from_millis(1_500),
        a_move: Cost::milli(200),
        underpromotion: Cost::milli(300),
        unseen: Cost::milli(600),
        taken_at_once: Cost::milli(300),
        unseen_numb: Cost::milli(100),
        pawn_for_piece: Cost::milli(400),
        victim_unseen: Cost::milli(700),
        not_in_hand: Cost::milli(1_000),
        takes_first: Cost::milli(200),
        checks_by_taking: Cost::milli(80),
        lost_by_taking: Cost::milli(120),
        won_by_taking: Cost::milli(30),
        loses: Cost::milli(200),
        most_by_chess: Cost::milli(1_200),
        takes_more: Cost::milli(20),
        far_from_king: Cost::milli(30),
        far_from_middle: Cost::milli(20),
        both_hands: Cost::milli(400),
        same_piece_again: Cost::milli(500),
        at_once: Duration::from_millis(130),
        out_of_order: Cost::milli(800),
        scan: Duration::from_millis(250),
        astray: Cost::milli(300),
        changed_mind: Cost::milli(500),
        changed_answered: Cost::milli(1_500),
        take_back: Cost::milli(1_100),
        take_back_ply: Cost::milli(200),
        king_left: Cost::milli(1_700),
        against_its_kind: Cost::milli(2_000),
        takes_own: Cost::milli(1_500),
        out_of_turn: Cost::milli(2_400),
        bridged: Cost::milli(600),
        new_position: Cost::milli(5_000),
        wrong_for_long: Cost::milli(700),
        press_alone: Cost::milli(800),
        unpressed: Cost::milli(600),
        worth_keeping: Cost::milli(1_800),
        ahead: Duration::from_millis(300),
        beam: 48,
        made_at_once: 128,
        hopeless: Cost::milli(5_500),
        denies: Cost::milli(3_500),
        beyond_doubt: Cost::milli(700),
        beyond_doubt_last: Cost::milli(700),
    };
}

impl Cost {
    pub(super) const NONE: Self = Self(0);
    /// What costs so much is never thought of, whatever the board shows.
    const NEVER: Self = Self::milli(1_000_000);

    pub(super) const fn milli(thousandths: i64) -> Self {
        Self(thousandths * 1_000_000)
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    pub(super) const fn times(self, count: u32) -> Self {
        Self(self.0.saturating_mul(count as i64))
    }

    /// A number that is the greater the more it is.
    pub(super) const fn order(self) -> u64 {
        self.0.cast_unsigned() ^ (1 << 63)
    }

    /// So many hundredths of it.
    pub(super) const fn hundredths(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count) / 100)
    }

    /// What waiting costs at this rate.
    pub(super) const fn of_waiting(rate: Rate, Waited(micros): Waited) -> Self {
        Self(micros.saturating_mul(rate as i64))
    }

    /// How long waiting at this rate takes to cost so much, rounded up; `None` for ever.
    pub(super) fn waited_for(self, rate: Rate) -> Option<Duration> {
        let rate = u64::from(rate);
        let cost = u64::try_from(self.0).unwrap_or(0);
        (rate > 0).then(|| Duration::from_micros(cost.div_ceil(rate)))
    }

    /// The odds that a line is right which pays so much more than the best one when a move is told. Fitted
    /// to what simulated games turned out to be: one in four at no difference, one in a hundred at 0.4.
    pub(super) fn odds(self) -> f64 {
        (-(self.0 as f64) / 1e9 * 8.0).exp() / 4.0
    }
}

impl Waited {
    pub(super) fn of(span: Duration) -> Self {
        Self(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
    }

    /// How much of the time since `since` counts.
    pub(super) fn since(since: Instant, now: Instant, weights: &Weights) -> Self {
        Self::of(now.since(since).min(weights.patience))
    }
}
