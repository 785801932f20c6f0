//! One game as reconstruction follows it: the hypotheses, what is told of the best of them, and what
//! waits.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Chess, Color, Position, Square};
use touchmove_drivers::Instant;

use super::ask::{Doubt, Questions};
use super::beam::Beam;
use super::bridge::{self, Bridge};
use super::correct::Edit;
use super::hold::Hold;
use super::kings::{self, Journeys};
use super::late::Late;
use super::memory::Told as Telling;
use super::pace::Pace;
use super::plies::{Ply, PlyId, Step, Turn};
use super::press::PendingPress;
use super::seen::Seen;
use super::sheet::Sheet;
use super::timing::Timing;
use super::touches::Touches;
use super::unclear::UnclearPress;
use super::unnamed::charge_absent;
use super::weights::{Cost, Weights};
use super::{odd, placed, search};
use crate::account::{
    Entry, Evidence, LineMove, MoveId, PositionWhy, QuestionKind, Sight, Start, What,
    position_after, replies,
};

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// What may have been played.
    pub(super) beam: Beam,
    /// What is told of it, from the first ply that the beam still keeps.
    pub(super) told: Vec<Told>,
    /// The last number given to a move.
    pub(super) ids: u64,
    /// The provisional move last passed on, and the ply that it is.
    pub(super) provisional: Option<(PlyId, LineMove)>,
    /// The differences last passed on, until the board is in step again.
    pub(super) standing: Option<Vec<Square>>,
    /// Presses that are not judged yet: Black's, then White's.
    pub(super) pressed: [Option<PendingPress>; 2],
    /// When each side, Black and White, had pressed before it pressed last.
    pub(super) pressed_before: [Option<Instant>; 2],
    /// Presses of which it is not clear what they were for: Black's, then White's.
    pub(super) unclear: [Option<UnclearPress>; 2],
    /// What waits until a move is told.
    pub(super) late: Late,
    /// The number of the last ply of the best line for which a press vouches.
    pub(super) vouched: u32,
    /// The number of the last ply that was told and vouched for.
    pub(super) told_vouched: u32,
    pub(super) touches: Touches,
    pub(super) pace: Pace,
    pub(super) hold: Hold,
    pub(super) journeys: Journeys,
    /// How far quiet has been used since the readings last changed.
    pub(super) considered: Considered,
    /// When many squares changed at once, while no line explains all of it yet.
    pub(super) shaken: Option<Instant>,
    /// The last gap that several lines bridge.
    pub(super) gap: Option<Doubt>,
    pub(super) questions: Questions,
    /// Where it began.
    pub(super) start: Start,
    /// All that is told.
    pub(super) sheet: Sheet,
    /// What decisions have changed of it, the latest last.
    pub(super) edits: Vec<Edit>,
}

/// A ply that is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) ply: PlyId,
    pub(super) step: Step,
    pub(super) id: MoveId,
    /// The squares that were wrong after it when it was told, and had been before its opponent's last move.
    pub(super) wrong: Bitboard,
}

/// What quiet has been used for since the readings last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Considered {
    Nothing,
    /// Illegal moves, and one or two moves that were not seen.
    Odd,
    /// Three or four moves that were not seen.
    Gap,
    /// Play from another position.
    Position,
    /// That what has been wrong for so long is not on its way any more.
    Wrong,
    /// That no man is held in a hand for so long.
    Lifted,
}

/// No move changes more squares.
const MOST_OF_ONE_MOVE: usize = 4;

/// With so few plies the men at the start were put back, and no new game is set up.
const MOST_PUT_BACK: u32 = 4;

/// A square that changed less than this before is not yet at rest, when the reply has come already.
pub(super) const REST_OF_ODD: Duration = Duration::from_millis(300);

impl Game {
    /// A game whose start was shown by `record`.
    pub(super) fn new(start: &Start, lag: Duration, seen: &Seen, record: u64) -> Self {
        let root = Ply {
            parent: None,
            step: Step::Root,
            after: start.position.as_ref().clone(),
            number: 0,
            sight: Sight::Seen,
            turn: Turn::Own,
            evidence: Evidence { from: record, to: record },
            lifted: None,
            landed: seen.last().at,
        };
        Self {
            start: start.clone(),
            sheet: Sheet::new(root.clone()),
            edits: Vec::new(),
            beam: Beam::new(root, seen, Weights::of_lag(lag)),
            told: Vec::new(),
            ids: 0,
            provisional: None,
            standing: None,
            pressed: [None, None],
            pressed_before: [None; 2],
            unclear: [None, None],
            late: Late::default(),
            vouched: 0,
            told_vouched: 0,
            touches: Touches::NONE,
            pace: Pace::new(),
            hold: Hold::NONE,
            journeys: Journeys::NONE,
            considered: Considered::Nothing,
            shaken: None,
            gap: None,
            questions: Questions::NONE,
        }
    }

    /// How many plies the best line has.
    pub(super) fn len(&self) -> u32 {
        self.beam.head().number
    }

    /// The number of the last ply of the best line that `side` has made.
    pub(super) fn last_by(&self, side: Color) -> u32 {
        self.len().saturating_sub(u32::from(self.beam.head().turn() == side))
    }

    /// The number of the last ply that is told.
    pub(super) fn last_told(&self) -> u32 {
        self.told.last().map_or(0, |told| self.beam.ply(told.ply).number)
    }

    /// The last ply that is told, or where the game began.
    pub(super) fn told_head(&self) -> PlyId {
        self.told.last().map_or(self.beam.plies().root(), |told| told.ply)
    }

    /// The position after what is told.
    pub(super) fn told_after(&self) -> &Chess {
        &self.beam.ply(self.told_head()).after
    }

    /// Whether no move was made.
    pub(super) fn is_unplayed(&self) -> bool {
        self.len() == 0 && self.told.is_empty()
    }

    /// Whether the best hypothesis explains all that is seen.
    pub(super) fn in_step(&self) -> bool {
        self.beam.unexplained().is_empty()
    }

    /// Who made the last move of the best line.
    pub(super) fn last_mover(&self) -> Option<Color> {
        let head = self.beam.head();
        head.mv().map(|_| !head.turn())
    }

    /// The readings of `changed` are new.
    pub(super) fn follow(&mut self, seen: &Seen, changed: Bitboard) {
        self.considered = Considered::Nothing;
        self.calm_down();
        self.journeys.rested(&self.beam, seen.last().at.since(self.beam.changed_at()));
        search::follow(&mut self.beam, seen, changed);
        if !self.in_step() && self.reply_after_oddity(seen, changed) {
            search::consider(&mut self.beam, seen, |beam| {
                odd::add_illegal(beam, REST_OF_ODD, seen)
            });
        }
        if !self.in_step() {
            odd::add_illegal_instead_of_denied(&mut self.beam, seen);
        }
        if changed.count() > 1 {
            self.found_at_once(changed, seen);
        }
        self.calm_down();
        self.journeys.follow(&self.beam, seen, changed);
        self.vouched = self.vouched.min(self.len());
    }

    /// Many squares changed at once: moves were missed. Where several lines lead to what is seen, none of
    /// them is certain; where none does, play may go on from what is seen.
    fn found_at_once(&mut self, changed: Bitboard, seen: &Seen) {
        if !self.in_step() && changed.count() > MOST_OF_ONE_MOVE {
            self.shaken.get_or_insert(seen.last().at);
        }
        let is_bridged =
            changed.count() > 2 && self.bridge(bridge::MOST_PLIES, Some(seen.last().record), seen);
        if !is_bridged && self.shaken.is_some() && changed.count() > MOST_OF_ONE_MOVE {
            let (base, _) = self.before_displaced();
            search::consider(&mut self.beam, seen, |beam| {
                placed::add_position(beam, base, None, PositionWhy::Gap, seen);
            });
        }
    }

    fn calm_down(&mut self) {
        self.shaken = self.shaken.filter(|_| !self.in_step());
    }

    /// Whether the opponent's man has just landed while something of the mover's is not explained.
    fn reply_after_oddity(&self, seen: &Seen, changed: Bitboard) -> bool {
        let best = self.beam.best();
        let turn = self.beam.head().turn();
        (best.mismatch & changed & seen.shown().men_of(!turn)).any()
            && (best.mismatch & seen.shown().men_of(turn)).any()
    }

    /// Uses the quiet since the readings last changed.
    pub(super) fn consider(&mut self, level: Considered, run: Option<Color>, seen: &Seen) {
        self.considered = level;
        if self.in_step() {
            return;
        }
        match level {
            Considered::Nothing => {}
            Considered::Odd => {
                let most = if self.shaken.is_some() { bridge::MOST_PLIES } else { 2 };
                search::consider(&mut self.beam, seen, |beam| odd::add_half_castling(beam, seen));
                // Of what many changes at once have left, no single move is the reason.
                if !self.bridge(most, None, seen) && self.shaken.is_none() {
                    search::consider(&mut self.beam, seen, |beam| {
                        odd::add_illegal(beam, Duration::ZERO, seen);
                        odd::add_out_of_turn(beam, seen);
                    });
                }
            }
            Considered::Gap => {
                self.bridge(bridge::MOST_PLIES, None, seen);
            }
            Considered::Position => {
                let board = self.beam.head().after.board();
                let waits = self.is_on_the_way(seen) || kings::half_a_sign(seen, board);
                if waits && self.shaken.is_none() {
                    return;
                }
                let base = self.before_displaced();
                search::consider(&mut self.beam, seen, |beam| match base {
                    (base, Some(why)) => placed::add_position(beam, base, run, why, seen),
                    (base, None) => placed::add_exchanged(beam, base, run, seen),
                });
                self.calm_down();
            }
            Considered::Wrong => {
                if seen.shown().unnamed().is_empty() {
                    self.beam.charge_wrong(self.beam.weights().wrong_for_long);
                }
            }
            Considered::Lifted => {
                charge_absent(&mut self.beam, &Color::ALL, u64::MAX, seen);
            }
        }
    }

    /// The last ply that stood before men were displaced, and why they were, if more than a few were.
    fn before_displaced(&self) -> (PlyId, Option<PositionWhy>) {
        let line = self.line();
        let stood = |id: &PlyId| {
            let ply = self.beam.ply(*id);
            match self.shaken {
                Some(at) => ply.landed < at,
                None => self.is_legal(ply),
            }
        };
        let stood = line.ahead.iter().take_while(|id| stood(id)).last().copied();
        let stood = stood.unwrap_or(line.from);
        let many = self.beam.unexplained().count() >= odd::LEAST_UNEXPLAINED;
        let why = match self.shaken {
            Some(_) => Some(PositionWhy::Gap),
            None => many.then_some(PositionWhy::Displaced),
        };
        (if self.shaken.is_some() || !many { stood } else { self.beam.best().head }, why)
    }

    /// Adds the moves that lead to what is seen, if up to `most` do; returns whether any do. With `since`
    /// they came all at once, by that record: then that they were not seen costs nothing.
    fn bridge(&mut self, most: usize, since: Option<u64>, seen: &Seen) -> bool {
        let Some(bridge) = bridge::bridge(&self.beam, most, since, seen) else { return false };
        let unseen = since.map_or(self.beam.weights().bridged, |_| Cost::NONE);
        search::consider(&mut self.beam, seen, |beam| bridge::cross(beam, &bridge, unseen, seen));
        self.calm_down();
        if bridge.is_uncertain() {
            self.ask_for_moves(&bridge);
        }
        true
    }

    fn ask_for_moves(&mut self, bridge: &Bridge) {
        let from = self.beam.ply(bridge.from);
        self.gap = Some(Doubt {
            kind: QuestionKind::Gap,
            ply: from.number + 1,
            lines: bridge.lines.clone(),
            before: Arc::new(from.after.clone()),
        });
    }

    /// Whether a move of the best line, or one that may follow it, leads to what stands on `board`, or
    /// hardly any move was made: the men walked there, or were put back.
    pub(super) fn leads_back_to(&self, board: &shakmaty::Board) -> bool {
        let head = &self.beam.head().after;
        self.len() <= MOST_PUT_BACK
            || head.board() == board
            || replies(head).iter().any(|&mv| position_after(head, mv).board() == board)
    }

    /// Whether the first move of the game is what `seen` shows.
    pub(super) fn first_move_shown(&self, seen: &Seen) -> bool {
        let head = &self.beam.head().after;
        let shows = |after: &shakmaty::Chess| seen.shown().mismatch(after.board()).is_empty();
        replies(head).iter().any(|&mv| shows(&position_after(head, mv)))
    }

    /// Tells the plies that stand now. What is told drops lines that deny it, and more may stand then.
    pub(super) fn settle_due(
        &mut self,
        now: Instant,
        timing: &Timing,
        seen: &Seen,
        out: &mut Vec<What>,
    ) {
        let mut left = usize::MAX;
        loop {
            let line = self.line();
            let standing = self.standing_at(now, &line, timing);
            if standing.plies == 0 || line.ahead.len() >= left {
                return;
            }
            left = line.ahead.len();
            self.settle(&line, standing.plies, now, seen, out);
        }
    }

    /// Whoever stops the clock stands by what the board shows: the last move needs no press.
    pub(super) fn stands_by_stop(&mut self, now: Instant, seen: &Seen, out: &mut Vec<What>) {
        if self.in_step() {
            self.vouched = self.len();
            self.settle_all(now, seen, out);
        }
    }

    /// Tells the whole line, but for what was played while the clock stood; what was told otherwise is
    /// taken back.
    pub(super) fn settle_all(&mut self, now: Instant, seen: &Seen, out: &mut Vec<What>) {
        let line = self.line();
        if self.told.len() > line.told && self.keeps_told(&line) {
            return;
        }
        self.take_back(line.told, out);
        let held = self.hold.from().unwrap_or(u32::MAX);
        let number = |id: &PlyId| self.beam.ply(*id).number;
        let count = line.ahead.iter().take_while(|id| number(id) < held).count();
        self.settle(&line, count, now, seen, out);
    }

    /// Whether the told line has ended the game on the board.
    pub(super) fn has_ended(&self) -> bool {
        let best = self.beam.best().head;
        self.told.last().is_some_and(|told| told.ply == best) && self.ends_game(self.beam.head())
    }

    /// Takes off the line what the kings did on their way to tell the result, which they did at `put_down`.
    /// A log has not told all that they covered.
    pub(super) fn cut_kings(
        &mut self,
        put_down: Instant,
        lone_king: Duration,
        telling: Telling,
        seen: &Seen,
    ) {
        let first = self.journeys.first(&self.beam, put_down, lone_king);
        let mut head = first.unwrap_or(self.beam.best().head);
        loop {
            let ply = self.beam.ply(head);
            let part_of_sign = kings::may_become_sign(ply)
                && ply.number > self.vouched
                && put_down.since(ply.landed) < lone_king;
            let made_room = ply.number > self.vouched && kings::made_room(ply, seen);
            match ply.parent.filter(|_| part_of_sign || made_room) {
                Some(parent) => head = parent,
                None => break,
            }
        }
        self.cut(head, seen);
        let in_log =
            || bridge::capture_under_kings(&self.beam, seen).filter(|_| telling == Telling::Late);
        if let Some(bridge) = bridge::bridge_under_kings(&self.beam, seen).or_else(in_log) {
            bridge::cross(&mut self.beam, &bridge, Cost::NONE, seen);
            let head = self.beam.all().last().map_or(head, |last| last.head);
            self.cut(head, seen);
        }
    }

    /// Holds the line up to `head` only, whatever the board shows.
    pub(super) fn cut(&mut self, head: PlyId, seen: &Seen) {
        self.beam.hold_only(head, seen);
    }

    /// Nothing waits any more that the hypotheses of before were about.
    pub(super) fn forget_what_waits(&mut self) {
        self.journeys = Journeys::NONE;
        self.considered = Considered::Nothing;
        self.gap = None;
        self.calm_down();
        self.vouched = self.vouched.min(self.len());
        self.told_vouched = self.told_vouched.min(self.len());
    }

    /// Ends it: what waits is handed out, what is earlier first, and nothing is provisional or stands wrong any
    /// more.
    pub(super) fn close(&mut self, out: &mut Vec<What>) -> Vec<Entry> {
        self.withdraw(out);
        self.questions.withdraw(|question| question.kind == QuestionKind::GameOver, out);
        let unclear = self.unclear.iter_mut().filter_map(Option::take).map(UnclearPress::give_up);
        let pressed = self.pressed.iter_mut().filter_map(Option::take);
        let mut waiting: Vec<_> = unclear.chain(pressed).map(PendingPress::entry).collect();
        waiting.extend(self.late_up_to(u32::MAX));
        waiting.sort_by_key(|entry| entry.record);
        waiting
    }
}
