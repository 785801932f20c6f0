//! One game as reconstruction follows it: its machines, and what each hands to the others.
//!
//! In: readings that change, presses, what the clock shows, decisions, deadlines. Out: what is told of the game.

mod deadlines;
mod decided;
mod presses_and_clock;

use std::time::Duration;

pub(super) use self::deadlines::sooner;

use shakmaty::{Bitboard, Chess, Color, Position, Square};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::confidence::Judging;
use super::denied::{Denial, Denied};
use super::doubts::waits_for_answer;
use super::emitted_line::{Emission, EmittedLine, HeadOfLine, UnsettledLine};
use super::held_back::HeldBack;
use super::kings::{self, Journeys};
use super::late_landings::add_late_landings;
use super::lost_readings::LostReadings;
use super::pace::Pace;
use super::plies::{Ply, PlyId, Step, Turn, Weighed};
use super::presses::Presses;
use super::questions::Questions;
use super::readings::Readings;
use super::repeated_readings::charge_unread_landing;
use super::settle::Settlement;
use super::settled_sheet::SettledSheet;
use super::thinking::{REST_OF_ODD, Thinking};
use super::timing::Timing;
use super::touched_pieces::{Touches, TurnOf, UNSURE};
use super::waiting_entries::WaitingEntries;
use super::weights::{Cost, Weights};
use super::whose_hand::{hand_at, has_moved_on};
use crate::account::{
    BoardTrust, Entry, EvidenceSpan, GameStart, LineMove, QuestionKind, Sight, What,
    position_after, replies,
};

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct FollowedGame {
    /// Where it began.
    start: GameStart,
    /// What may have been played.
    beam: Beam,
    thinking: Thinking,
    journeys: Journeys,
    /// What is told of it.
    emitted: EmittedLine,
    /// What waits until a move is told.
    waiting: WaitingEntries,
    questions: Questions,
    touches: Touches,
    presses: Presses,
    pace: Pace,
    lost: LostReadings,
    hold: HeldBack,
    /// From when on moves that explain the same are weighed again.
    weighs_from: Instant,
}

/// What the board shows, and how long it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub(super) seen: &'a Readings,
    pub(super) timing: &'a Timing,
    pub(super) now: Instant,
}

/// With so few plies the pieces at the start were put back, and no new game is set up.
const MAX_PLIES_PUT_BACK: u32 = 4;

impl FollowedGame {
    /// A game whose start was shown by `record`.
    pub(super) fn new(start: &GameStart, weights: Weights, seen: &Readings, record: u64) -> Self {
        let root = Ply {
            parent: None,
            step: Step::Root,
            after: start.position.as_ref().clone(),
            number: 0,
            sight: Sight::Seen,
            turn: Turn::Own,
            evidence: EvidenceSpan { from: record, to: record },
            lifted: None,
            landed: seen.last().at,
            weighed: Weighed::default(),
        };
        Self {
            start: start.clone(),
            emitted: EmittedLine::new(root.clone()),
            beam: Beam::new(root, seen, weights),
            thinking: Thinking::NEW,
            journeys: Journeys::NONE,
            waiting: WaitingEntries::default(),
            questions: Questions::NONE,
            touches: Touches::NONE,
            presses: Presses::NONE,
            pace: Pace::new(),
            lost: LostReadings::NONE,
            hold: HeldBack::NONE,
            weighs_from: seen.last().at,
        }
    }

    /// No line that grows from now on may have what is denied.
    pub(super) fn deny(&mut self, denials: &[Denial]) {
        self.beam.deny(Denied::new(denials.to_vec(), self.start.mode));
    }

    /// Where it began.
    pub(super) fn start(&self) -> &GameStart {
        &self.start
    }

    /// What may have been played.
    pub(super) fn beam(&self) -> &Beam {
        &self.beam
    }

    /// The scoresheet.
    pub(super) fn sheet(&self) -> &SettledSheet {
        self.emitted.sheet()
    }

    /// The same, where its edits change.
    pub(super) fn sheet_mut(&mut self) -> &mut SettledSheet {
        self.emitted.sheet_mut()
    }

    /// The position after the best line.
    pub(super) fn position(&self) -> &Chess {
        &self.beam.head().after
    }

    /// The position after what is told.
    pub(super) fn told_position(&self) -> &Chess {
        self.emitted.after(&self.beam)
    }

    /// The number of the last ply that is told.
    pub(super) fn last_told(&self) -> u32 {
        self.emitted.last_number(&self.beam)
    }

    /// Whether no move was made.
    pub(super) fn is_unplayed(&self) -> bool {
        self.beam.len() == 0 && self.emitted.is_empty()
    }

    /// Whether the best hypothesis explains all that is seen.
    pub(super) fn is_in_step(&self) -> bool {
        self.beam.is_in_step()
    }

    /// How many plies the best line has.
    pub(super) fn len(&self) -> u32 {
        self.beam.len()
    }

    /// What the best line has paid by `now`.
    pub(super) fn pays(&self, now: Instant) -> Cost {
        self.beam.cost(&self.beam.best(), now)
    }

    /// Who made the last move of the best line.
    pub(super) fn last_mover(&self) -> Option<Color> {
        let head = self.beam.head();
        head.mv().map(|_| !head.turn())
    }

    /// Whether the told line has ended the game on the board.
    pub(super) fn is_over_on_board(&self) -> bool {
        self.emitted.is_complete(&self.beam) && self.beam.plies().ends_game(self.beam.head())
    }

    /// Whether a move of the best line, or one that may follow it, leads to what stands on `board`, or
    /// hardly any move was made: the pieces walked there, or were put back.
    pub(super) fn leads_back_to(&self, board: &shakmaty::Board) -> bool {
        let head = self.position();
        self.beam.len() <= MAX_PLIES_PUT_BACK
            || head.board() == board
            || replies(head).iter().any(|&mv| position_after(head, mv).board() == board)
    }

    /// Whether the first move of the game is what `seen` shows.
    pub(super) fn is_first_move_shown(&self, seen: &Readings) -> bool {
        let head = self.position();
        let shows = |after: &Chess| seen.sets().mismatch(after.board()).is_empty();
        replies(head).iter().any(|&mv| shows(&position_after(head, mv)))
    }

    /// Whether a king stands in the centre that was played there.
    pub(super) fn has_king_in_centre(&self, seen: &Readings) -> bool {
        let board = self.told_position().board();
        Color::ALL.into_iter().any(|color| {
            let in_centre = kings::king_in_centre(seen, color);
            in_centre.is_some() && in_centre == board.king_of(color)
        })
    }

    // Readings.

    /// The readings of `changed` are new.
    pub(super) fn follow(&mut self, seen: &Readings, changed: Bitboard) {
        self.journeys.note_rest(&self.beam, seen.last().at.since(self.beam.changed_at()));
        let trust = self.lost.trust(self.beam.len());
        self.thinking.follow(&mut self.beam, changed, trust, &self.emitted, seen);
        let found = changed & self.lost.found_late();
        if found.any() {
            add_late_landings(&mut self.beam, found, seen);
        }
        self.journeys.follow(&self.beam, seen, changed);
        self.presses.shorten_to(self.beam.len());
    }

    /// An update tells this square.
    pub(super) fn note_update(&mut self, square: Square, at: Instant) {
        self.lost.note_update(square, at);
    }

    /// The board has lost a reading.
    pub(super) fn note_lost_reading(&mut self) {
        self.lost.note_loss(self.beam.len());
    }

    /// Something has left this square whose landing no update has told.
    pub(super) fn charge_unread_landing(&mut self, square: Square) {
        charge_unread_landing(&mut self.beam, square);
    }

    /// A read-out has found these squares otherwise than they were told.
    pub(super) fn note_found_late(&mut self, squares: Bitboard, at: Instant) {
        self.lost.note_found(squares, at, self.beam.len());
    }

    /// The reading of `square` has changed: what that says of the pieces that hands have touched, as `entry` writes it, if it
    /// does not wait for a move.
    pub(super) fn touch(
        &mut self,
        square: Square,
        Scene { seen, timing, .. }: Scene<'_>,
        entry: impl Fn(What) -> Entry,
    ) -> Vec<Entry> {
        let (beam, told) = (&self.beam, self.emitted.last_number(&self.beam));
        let board = beam.head().after.board();
        let turn = TurnOf { board, ply: beam.len(), side: hand_at(beam, square, seen) };
        let Some(mut ended) = self.touches.follow(square, seen, turn, timing) else {
            return Vec::new();
        };
        // Both have moved meanwhile: it was in nobody's hand. Nor is it known of a board that loses readings that it was.
        let is_doubted = self.lost.trust(ended.began_after + 1) == BoardTrust::Doubted;
        if told >= ended.began_after + 2 || is_doubted {
            ended.entries.iter_mut().for_each(doubt);
        }
        if has_moved_on(beam, square, ended.began_after) {
            return Vec::new();
        }
        let entries = ended.entries.into_iter();
        entries.filter_map(|what| self.waiting.keep(ended.began_after, told, entry(what))).collect()
    }

    /// The reading of `square` has changed, after the board had rested since `rested`: if the opponent has
    /// touched a piece of his, what he answers stands (4.7 with 4.2: he would not touch it before).
    pub(super) fn settle_answered(
        &mut self,
        square: Square,
        rested: Instant,
        scene: Scene<'_>,
        out: &mut Vec<What>,
    ) {
        let Scene { seen, timing, now } = scene;
        let (head, plies) = (self.beam.head(), self.beam.plies());
        let own = head.after.us().contains(square);
        let lifted = !seen.reading(square).is_occupied();
        let rest = timing.at_least(now.since(rested));
        if own
            && lifted
            && self.is_in_step()
            && rest > timing.reading_lag + REST_OF_ODD
            && !plies.may_become_castling(head)
            && !waits_for_answer(&self.beam, &self.questions, head)
            && !kings::may_become_sign(head)
            && plies.is_legal(head)
            && self.hold.from().is_none()
            && !(self.hold.runs() && self.pace.presses_are_usual())
        {
            let line = self.emitted.line(&self.beam);
            self.settle(&line, line.ahead.len(), scene, out);
        }
    }

    /// The hands rested for so long, though nobody knows when.
    pub(super) fn note_rest(&mut self, span: Duration) {
        self.beam.charge_rest(span);
    }

    /// Nothing has changed up to now.
    pub(super) fn wait_until(&mut self, now: Instant) {
        self.beam.wait_until(now);
    }

    /// What comes next comes all at once.
    pub(super) fn expect_all_at_once(&mut self) {
        self.beam.expect_all_at_once();
    }

    /// Readings closer than `scan` have no order.
    pub(super) fn set_scan(&mut self, scan: Duration) {
        self.beam.set_scan(scan);
    }

    /// From now on hypotheses pay this.
    pub(super) const fn set_weights(&mut self, weights: Weights) {
        self.beam.set_weights(weights);
    }

    /// What is under way now nobody has watched from its beginning.
    pub(super) fn mark_unwatched(&mut self, now: Instant) {
        self.beam.restart_waiting(now);
        self.touches.mark_unwatched_until(now);
        self.presses.mark_unwatched(now);
    }

    /// Nobody has seen when the pieces were lifted that are off their squares.
    pub(super) fn mark_lifts_unwatched(&mut self) {
        self.touches.mark_lifts_unwatched();
    }

    /// What the board has said since a move was last told is not to be believed.
    pub(super) fn forget_untold(&mut self, seen: &Readings) {
        self.beam.hold_only(self.emitted.head(&self.beam), seen);
        (self.journeys, self.touches) = (Journeys::NONE, Touches::NONE);
    }

    /// Noise may have swallowed what stood after a press.
    pub(super) fn mark_presses_missed(&mut self) {
        self.presses.mark_missed();
    }

    // What is told.

    /// Tells the plies that stand now. What is told drops lines that deny it, and more may stand then.
    pub(super) fn settle_due(&mut self, scene: Scene<'_>, out: &mut Vec<What>) {
        let mut left = usize::MAX;
        loop {
            let line = self.emitted.line(&self.beam);
            let standing = self.settlement(scene.timing).standing_at(scene.now, &line);
            if standing.plies == 0 || line.ahead.len() >= left {
                return;
            }
            left = line.ahead.len();
            self.settle(&line, standing.plies, scene, out);
        }
    }

    /// Tells the whole line, but for what was played while the clock stood; what was told otherwise is
    /// taken back.
    pub(super) fn settle_all(&mut self, scene: Scene<'_>, out: &mut Vec<What>) {
        let line = self.emitted.line(&self.beam);
        let settlement = self.settlement(scene.timing);
        if self.emitted.is_denied_by(&line) && settlement.keeps_told(&line) {
            return;
        }
        self.take_back(&line, scene, out);
        let held = self.hold.from().unwrap_or(u32::MAX);
        let number = |id: &PlyId| self.beam.ply(*id).number;
        let count = line.ahead.iter().take_while(|id| number(id) < held).count();
        self.settle(&line, count, scene, out);
    }

    /// Takes back what is told and not in the best line.
    pub(super) fn take_back_denied(&mut self, scene: Scene<'_>, out: &mut Vec<What>) {
        let line = self.emitted.line(&self.beam);
        self.take_back(&line, scene, out);
    }

    fn take_back(&mut self, line: &UnsettledLine, scene: Scene<'_>, out: &mut Vec<What>) {
        let (emitted, mut emission) = self.emission(scene, out);
        emitted.take_back(line.settled, &mut emission);
    }

    fn settle(
        &mut self,
        line: &UnsettledLine,
        count: usize,
        scene: Scene<'_>,
        out: &mut Vec<What>,
    ) {
        if count == 0 {
            return;
        }
        if let Some(rest) = self.emitted.halt(&self.beam, line) {
            self.pace.note_halt(rest);
        }
        self.lost.note_told(&self.beam, line, count, scene.seen);
        let (emitted, mut emission) = self.emission(scene, out);
        for ply in emitted.settle(line, count, &mut emission) {
            self.journeys.note_step(ply);
            self.pace.note_told();
            self.presses.note_told(ply);
        }
        if self.emitted.is_wrong_for_long(&self.beam, scene.seen, scene.now) {
            self.lost.note_loss(self.beam.len());
        }
        if !self.emitted.is_empty() {
            self.beam.drop_deniers(self.emitted.head(&self.beam), scene.now);
        }
        if self.beam.plies().is_full() {
            self.forget();
        }
    }

    fn emission<'a>(
        &'a mut self,
        Scene { seen, now, .. }: Scene<'a>,
        out: &'a mut Vec<What>,
    ) -> (&'a mut EmittedLine, Emission<'a>) {
        let gap = self.thinking.gap();
        let judging = Judging { beam: &self.beam, seen, now, gap, lost: &self.lost };
        let (touches, questions) = (&mut self.touches, &mut self.questions);
        (&mut self.emitted, Emission { judging, touches, questions, out })
    }

    fn settlement<'a>(&'a self, timing: &'a Timing) -> Settlement<'a> {
        let Self { beam, emitted, presses, hold, pace, questions, thinking, .. } = self;
        Settlement { beam, emitted, presses, hold, pace, questions, thinking, timing }
    }

    /// Passes on the last ply of the line while it is not settled, and that the board is right again.
    pub(super) fn emit_head(&mut self, out: &mut Vec<What>) {
        let head = self.beam.head();
        let is_withheld = self.hold.from().is_some_and(|held| self.beam.len() >= held)
            || kings::may_become_sign(head) && !self.beam.plies().is_legal(head)
            || self.questions.is_open(QuestionKind::GameOver);
        let head = if is_withheld { HeadOfLine::Withheld } else { HeadOfLine::Shown };
        self.emitted.emit_head(&self.beam, head, out);
    }

    /// What waited for a move that is told now.
    pub(super) fn take_due_at(&mut self, told: &LineMove) -> Vec<Entry> {
        self.waiting.take_due_at(told)
    }

    /// The presses that waited for a ply of which the board now shows that it is none: what was put
    /// there stands as before.
    pub(super) fn take_presses_for_none(&mut self) -> Vec<Entry> {
        if !self.is_in_step() {
            return Vec::new();
        }
        self.waiting.take_presses_after(self.beam.len())
    }

    /// Forgets what is settled for good; keeps what may still be taken back or told.
    fn forget(&mut self) {
        let kept: Vec<PlyId> =
            self.journeys.plies().chain(self.emitted.provisional_ply()).collect();
        let last = self.emitted.last_to_forget(&self.beam, &self.questions);
        let Some(root) = last.and_then(|last| self.beam.forgettable(last, &kept)) else { return };
        self.emitted.forget_up_to(root);
        self.forget_before(root);
    }

    /// Forgets the lines that were given up, however long nothing is settled.
    pub(super) fn prune(&mut self) {
        if self.beam.plies().are_overgrown() {
            self.forget_before(self.beam.plies().root());
        }
    }

    fn forget_before(&mut self, root: PlyId) {
        self.beam.forget(root, self.emitted.plies_mut().chain(self.journeys.plies_mut()));
    }

    /// Ends it: what waits is handed out, what is earlier first, and nothing is provisional or stands wrong any
    /// more.
    pub(super) fn close(&mut self, out: &mut Vec<What>) -> Vec<Entry> {
        self.emitted.withdraw(out);
        self.questions.withdraw_game_over(out);
        let mut waiting: Vec<_> = self.presses.take_all().collect();
        waiting.extend(self.waiting.take_up_to(u32::MAX));
        waiting.sort_by_key(|entry| entry.record);
        waiting
    }

    /// What stood wrong on the board does not any more.
    pub(super) fn forget_wrong(&mut self) {
        self.emitted.forget_wrong();
    }
}

fn doubt(touched: &mut What) {
    if let What::Touch(touch) = touched {
        touch.noise = touch.noise.max(UNSURE);
    }
}
