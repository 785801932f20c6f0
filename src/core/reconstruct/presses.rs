//! Who pressed for which move.
//!
//! In: presses, and what the board shows when it has been read after them. Out: the plies for which presses vouch, and the
//! presses that are passed on to the account. A press is judged when the board was read after it; where it is not clear
//! what it was for it is kept back until the pieces rest, the move is told, or the opponent presses.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::costs::Costs;
use super::hearing::Watch;
use super::pace::Pace;
use super::plies::Ply;
use super::readings::Readings;
use super::timing::Timing;
use super::weights::Cost;
use crate::account::{Entry, Press, Purpose, Shown, What};

/// The presses of one game.
#[derive(Clone, Debug)]
pub(super) struct Presses {
    /// Those that are not judged yet: Black's, then White's.
    waiting: [Option<PendingPress>; 2],
    /// Those of which it is not clear what they were for: Black's, then White's.
    kept_back: [Option<UnclearPress>; 2],
    /// The number of the last ply of the best line for which a press vouches.
    vouched: u32,
    /// The number of the last ply that was told and vouched for.
    told_vouched: u32,
}

/// A press that is judged when the board has been read once completely after it.
#[derive(Clone, Debug)]
pub(super) struct PendingPress {
    press: Press,
    at: Instant,
    record: u64,
    /// Whether the board was heard when he did, and until it had been read.
    watch: Watch,
    /// Since when the board is read.
    read_from: Instant,
    /// What the board showed when he did.
    then: Option<Arc<Shown>>,
}

/// A press that is kept back, and why.
#[derive(Clone, Debug)]
pub(super) struct UnclearPress {
    pending: PendingPress,
    why: Unclear,
}

/// Why it is not clear what a press was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// Hands are on the board, and nobody knows whose.
    Hands,
    /// The board differed from what is told before the player's turn began.
    Line,
}

/// What is due of a press, if nothing is observed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PressDuty {
    /// The board has been read once since this side pressed.
    Judge(Color),
    /// The pieces have rested since a press of this side that was not clear.
    LookAgain(Color),
}

/// When a press was heard, by which record, and whether the board was heard then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub(super) at: Instant,
    pub(super) record: u64,
    pub(super) watch: Watch,
}

/// When a press is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) side: Color,
    pub(super) pressed_at: Instant,
    pub(super) now: Instant,
}

/// Who replied so long ago replied to the move itself: a press that comes now is for another one.
pub(super) const ANSWERED: Duration = Duration::from_millis(500);

/// A press is kept back for so long at most.
const MAX_KEPT_BACK: Duration = Duration::from_secs(2);

/// So many readings of the board without a change are rest: one in which the last change was heard, and two in which lines
/// that explain it are weighed.
const READINGS_OF_REST: u32 = 3;

impl Presses {
    pub(super) const NONE: Self =
        Self { waiting: [None, None], kept_back: [None, None], vouched: 0, told_vouched: 0 };

    /// The number of the last ply of the best line for which a press vouches.
    pub(super) fn vouched(&self) -> u32 {
        self.vouched
    }

    /// The number of the last ply that was told and vouched for.
    pub(super) fn told_vouched(&self) -> u32 {
        self.told_vouched
    }

    /// Somebody stands by what was played up to this ply.
    pub(super) fn vouch_for(&mut self, ply: u32) {
        self.vouched = ply;
    }

    /// The best line has so many plies now.
    pub(super) fn shorten_to(&mut self, plies: u32) {
        self.vouched = self.vouched.min(plies);
    }

    /// The line is another one, of so many plies, all of which are told.
    pub(super) fn restart_at(&mut self, plies: u32) {
        self.shorten_to(plies);
        self.told_vouched = self.told_vouched.min(plies);
    }

    /// A move is told.
    pub(super) fn note_told(&mut self, ply: u32) {
        if ply <= self.vouched {
            self.told_vouched = self.told_vouched.max(ply);
        }
    }

    /// Keeps a press until it can be judged; hands out an earlier one of the same side.
    pub(super) fn keep(&mut self, pending: PendingPress) -> Option<PendingPress> {
        self.waiting[pending.side() as usize].replace(pending)
    }

    /// Takes this side's press that is not judged yet.
    pub(super) fn take(&mut self, side: Color) -> Option<PendingPress> {
        self.waiting[side as usize].take()
    }

    /// Takes it if it came before this record.
    pub(super) fn take_before(&mut self, side: Color, record: u64) -> Option<PendingPress> {
        self.waiting[side as usize].take_if(|pending| pending.record < record)
    }

    /// Whether a press of this side is not judged yet.
    pub(super) fn is_waiting(&self, side: Color) -> bool {
        self.waiting[side as usize].is_some()
    }

    /// Keeps a judged press back; hands out an earlier one of the same side.
    pub(super) fn keep_back(
        &mut self,
        pending: PendingPress,
        why: Unclear,
    ) -> Option<PendingPress> {
        let kept = &mut self.kept_back[pending.side() as usize];
        kept.replace(UnclearPress { pending, why }).map(UnclearPress::give_up)
    }

    /// Takes this side's press that is kept back.
    pub(super) fn take_kept_back(&mut self, side: Color) -> Option<UnclearPress> {
        self.kept_back[side as usize].take()
    }

    /// Whether a press of this side is kept back.
    pub(super) fn is_kept_back(&self, side: Color) -> bool {
        self.kept_back[side as usize].is_some()
    }

    /// Takes all out, as nothing will tell any more what they were for.
    pub(super) fn take_all(&mut self) -> impl Iterator<Item = Entry> {
        let kept = self.kept_back.iter_mut().filter_map(Option::take).map(UnclearPress::give_up);
        let waiting = self.waiting.iter_mut().filter_map(Option::take);
        kept.chain(waiting).map(PendingPress::entry)
    }

    /// What stands after them nobody may have seen: noise has swallowed something.
    pub(super) fn mark_missed(&mut self) {
        self.pending_mut().for_each(|pending| pending.watch = Watch::Missed);
    }

    /// Nobody has seen what stood after them, and the board is read from now on.
    pub(super) fn mark_unwatched(&mut self, now: Instant) {
        for pending in self.pending_mut() {
            (pending.watch, pending.read_from) = (Watch::Missed, now);
        }
    }

    fn pending_mut(&mut self) -> impl Iterator<Item = &mut PendingPress> {
        let kept = self.kept_back.iter_mut().flatten().map(|kept| &mut kept.pending);
        self.waiting.iter_mut().flatten().chain(kept)
    }

    /// What is due of them, and when, if no piece moves before.
    pub(super) fn duties(
        &self,
        seen: &Readings,
        timing: &Timing,
    ) -> impl Iterator<Item = (Instant, PressDuty)> {
        let lag = timing.reading_lag + timing.heard_after();
        let judging = self
            .waiting
            .iter()
            .flatten()
            .map(move |pending| (pending.read_from + lag, PressDuty::Judge(pending.side())));
        let last = seen.last().at;
        let unclear = self
            .kept_back
            .iter()
            .flatten()
            .map(move |kept| (kept.due(last, lag), PressDuty::LookAgain(kept.pending.side())));
        judging.chain(unclear)
    }

    /// The board has been read once since this side pressed: its last move stands, and lines in which
    /// it has made none since its last press pay for it. The last ply that is told is number `told`.
    pub(super) fn stand_by(&mut self, judged: Judged, told: u32, beam: &mut Beam, pace: &mut Pace) {
        let Judged { side, pressed_at, now } = judged;
        let since = beam.pressed_at(side);
        beam.note_press(side, pressed_at);
        let Costs { press_alone, unpressed, .. } = *beam.costs();
        let unpressed = if pace.presses_are_certain() { unpressed } else { Cost::NONE };
        beam.charge(|plies, one| {
            let since_then =
                plies.back_from(one.head).take_while(|(_, ply)| Some(ply.landed) > since);
            let made = Made::of(judged, told, since_then.map(|(_, ply)| ply));
            let alone = if made.unanswered == 0 { press_alone } else { Cost::NONE };
            let in_time = made.in_time.saturating_sub(1) + made.forgotten;
            alone.plus(unpressed.times(in_time.min(2)))
        });
        // The best by now, not the best when the readings last changed: that one may lack the move.
        beam.rank_at(now);
        let number = beam.last_by(side);
        if number > self.vouched {
            pace.note_press(number - self.vouched);
            self.vouched = number;
        }
        self.told_vouched = self.told_vouched.max(self.vouched.min(told));
    }
}

impl PendingPress {
    /// A press that comes while the board shows `then`.
    pub(super) fn new(
        press: Press,
        Heard { at, record, watch }: Heard,
        then: Option<Arc<Shown>>,
    ) -> Self {
        Self { press, at, record, watch, read_from: at, then }
    }

    /// Who has pressed.
    pub(super) fn side(&self) -> Color {
        self.press.side
    }

    /// When.
    pub(super) fn at(&self) -> Instant {
        self.at
    }

    /// The record of it.
    pub(super) fn record(&self) -> u64 {
        self.record
    }

    /// Whether somebody has seen what stood then.
    pub(super) fn is_watched(&self) -> bool {
        self.watch == Watch::Seen
    }

    /// What the board showed when it was pressed.
    pub(super) fn then(&self) -> Option<&Shown> {
        self.then.as_deref()
    }

    /// What the board shows after it, where that is known.
    pub(super) fn shown(&self) -> Option<&Shown> {
        self.press.shown.as_deref()
    }

    /// The board shows this after it.
    pub(super) fn show(&mut self, shown: Shown) {
        self.press.shown = Some(Arc::new(shown));
    }

    /// What is passed on of it.
    pub(super) fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}

impl UnclearPress {
    /// The press, of which it is not seen any more what it was for.
    pub(super) fn give_up(self) -> PendingPress {
        let Self { mut pending, why } = self;
        match (pending.watch, why) {
            (Watch::Missed, _) => pending.press.shown = None,
            (Watch::Seen, Unclear::Hands) => pending.press.purpose = Purpose::Open,
            (Watch::Seen, Unclear::Line) => pending.press.purpose = Purpose::Astray,
        }
        pending
    }

    /// The press if only hands made it unclear and the board was watched: what rests there now is judged.
    pub(super) fn at_rest(mut self, shown: Shown) -> Result<PendingPress, Self> {
        if !self.pending.is_watched() || self.why != Unclear::Hands {
            return Err(self);
        }
        self.pending.show(shown);
        Ok(self.pending)
    }

    /// When it is looked at again, if no piece moves after `last`.
    fn due(&self, last: Instant, lag: Duration) -> Instant {
        let Self { pending, why } = self;
        let judged = pending.read_from + lag;
        let most = pending.at + MAX_KEPT_BACK;
        match why {
            Unclear::Hands => (last.max(pending.read_from) + lag * READINGS_OF_REST).min(most),
            Unclear::Line => most,
        }
        .max(judged)
    }
}

/// How many moves of a line a player has made since he pressed last.
#[derive(Default)]
struct Made {
    /// Those for which this press may be.
    unanswered: u32,
    /// Of these, those that had landed by then.
    in_time: u32,
    /// Those that his opponent had answered before, and that are not told.
    forgotten: u32,
}

impl Made {
    /// Of these plies, the last first.
    fn of<'a>(judged: Judged, told: u32, plies: impl Iterator<Item = &'a Ply>) -> Self {
        let mut made = Self::default();
        let mut answered: Option<Instant> = None;
        for ply in plies.filter(|ply| ply.mv().is_some()) {
            if ply.turn() == judged.side {
                answered = Some(ply.landed);
            } else if answered.is_some_and(|at| at + ANSWERED < judged.pressed_at) {
                made.forgotten += u32::from(ply.number > told);
            } else {
                made.unanswered += 1;
                made.in_time += u32::from(ply.landed < judged.pressed_at);
            }
        }
        made
    }
}
