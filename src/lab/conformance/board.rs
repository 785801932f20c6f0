//! A board and a clock that do exactly what a case says, and the account of them by exact equality.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, Move, Piece, Position, Square};
use touchmove_core::account::{
    BoardTrust, ClockState, Entry, EvidenceSpan, LineMove, LineState, MoveId, Placed, PositionWhy,
    Press, Purpose, RestedPiece, Shown, Sight, Touch, TouchEnd, What, position_after, replies,
};
use touchmove_core::laws::chess_clock::{Bonus, ChessClock, PressFor, Pressed, Zero};
use touchmove_core::laws::control::{Extra, Mode};
use touchmove_core::laws::rulebook::{Edition, Rulebook};
use touchmove_core::laws::says::{Act, CompletedBy, Holds, InstructionState, Says};
use touchmove_core::laws::standing::position_of;
use touchmove_core::laws::{Exactness, Laws, PastPlay, Ruling, Touching};
use touchmove_core::notation::{self, Letters};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use super::case::{Case, Event, Final};
use super::illegal_move::illegal_move;
use super::{decision, says};

/// Between two events: so much that nothing was done together.
const STEP: Duration = Duration::from_secs(10);

/// Pieces lifted within this time were lifted together.
const TOGETHER: Duration = Duration::from_millis(80);

/// The board, the hands, the clock, and the Laws that hear of them.
pub(super) struct Exact {
    rulebook: Arc<Rulebook>,
    laws: Laws,
    clock: ChessClock,
    /// What stands on the board.
    pieces: Board,
    /// Pieces off their squares, the last lifted at the end.
    hand: Vec<Lifted>,
    now: Instant,
    record: u64,
    /// The moves made: their ids, and the positions before them.
    made: Vec<LineMove>,
    ids: u64,
    result: &'static str,
    /// Whose flag has fallen, as a clock state has it.
    flags: [bool; 2],
    said: Vec<Value>,
    /// Whether the game is adjourned: nobody's time runs before its envelope is opened.
    is_adjourned: bool,
}

/// A piece off its square.
#[derive(Clone, Copy)]
struct Lifted {
    from: Square,
    piece: Piece,
    /// Whose hand lifted it.
    side: Color,
}

impl Exact {
    /// The board as a case sets it up; `None` where the position or a move before it is none.
    pub(super) fn set_up(case: &Case, edition: Edition) -> Option<Self> {
        let mut position = match &case.setup.fen {
            Some(fen) => position_of(&fen.parse::<Fen>().ok()?)?,
            None => Chess::default(),
        };
        let mut positions = Vec::new();
        let mut completed = [0; 2];
        for text in &case.setup.moves {
            let mv = text.parse::<UciMove>().ok()?.to_move(&position).ok()?;
            completed[usize::from(position.turn())] += 1;
            positions.push(position.clone());
            position.play_unchecked(mv);
        }
        let completed = case.completed().unwrap_or(completed);
        let past = PastPlay {
            positions,
            completed,
            moves_before: case.moves_before(),
            offences: case.offences(edition),
            cannot_mate: case.cannot_mate(),
            started: case.started(),
        };
        let rulebook = Arc::new(case.rulebook(edition)?);
        let clock = case.clock(position.turn(), completed);
        let touching = Touching { together: TOGETHER, account: Exactness::Exact };
        let pieces = position.board().clone();
        let laws = Laws::after(past, Arc::clone(&rulebook), touching, Arc::new(position));
        let mut board = Self {
            rulebook,
            laws,
            clock,
            pieces,
            hand: Vec::new(),
            now: Instant::ZERO,
            record: 0,
            made: Vec::new(),
            ids: 0,
            result: "*",
            flags: [false; 2],
            said: Vec::new(),
            is_adjourned: false,
        };
        board.show_clock();
        board.said.clear();
        Some(board)
    }

    /// Something happens.
    pub(super) fn hear(&mut self, event: &Event) {
        self.now = self.now + STEP;
        self.record += 1;
        let before = self.said.len();
        match event {
            Event::Lift { sq, side } => self.lift(sq, side.map(Color::from)),
            Event::LiftGroup { sqs } => sqs.iter().for_each(|sq| self.lift(sq, None)),
            Event::Place { sq, piece } => self.place(sq, *piece),
            Event::Touch { sq, side } => self.touch(sq, (*side).into()),
            Event::Press { side } => self.press((*side).into()),
            Event::Tick { ms } => self.pass(Duration::from_millis(*ms)),
            Event::Flag { side } => self.flag((*side).into()),
            Event::Cmd { cmd, rest } => self.command(cmd, rest),
        }
        says::in_order(&mut self.said[before..]);
    }

    /// What stands now.
    pub(super) fn shown(&self) -> Final {
        let millis = |side| u64::try_from(self.clock.left(side).as_millis()).ok();
        let running = self.clock.running().map_or("none", touchmove_core::laws::json::word);
        Final {
            result: Some(self.result.to_owned()),
            board: Some(self.pieces.board_fen().to_string()),
            turn: Some(touchmove_core::laws::json::word(self.laws.position().turn()).to_owned()),
            running: Some(running.to_owned()),
            white_ms: millis(Color::White),
            black_ms: millis(Color::Black),
        }
    }

    /// All that was said.
    pub(super) fn into_said(self) -> Vec<Value> {
        self.said
    }

    fn lift(&mut self, square: &str, side: Option<Color>) {
        let Ok(square) = square.parse::<Square>() else { return };
        let Some(piece) = self.pieces.remove_piece_at(square) else { return };
        let side = side.unwrap_or_else(|| self.laws.position().turn());
        self.hand.push(Lifted { from: square, piece, side });
        self.tell(What::Touch(self.touch_of(square, piece, side)));
        self.look();
    }

    fn touch(&mut self, square: &str, side: Color) {
        let Ok(square) = square.parse::<Square>() else { return };
        let Some(piece) = self.pieces.piece_at(square) else { return };
        self.tell(What::Touch(self.touch_of(square, piece, side)));
    }

    fn touch_of(&self, square: Square, piece: Piece, side: Color) -> Touch {
        let (piece, lifted, late) = (Some(piece), self.now, Duration::ZERO);
        let (tried, end, noise) = (None, TouchEnd::Held, 0.0);
        Touch { square, piece, side, lifted, late, tried, end, noise }
    }

    /// A piece is put down: the one named, or else the last lifted.
    fn place(&mut self, square: &str, piece: Option<char>) {
        let Ok(square) = square.parse::<Square>() else { return };
        let named = piece.and_then(Piece::from_char);
        let held = match named {
            Some(named) => {
                let at = self.hand.iter().rposition(|lifted| lifted.piece == named);
                at.map(|at| self.hand.remove(at))
            }
            None => self.hand.pop(),
        };
        let Some(piece) = named.or(held.map(|held| held.piece)) else { return };
        let from = held.map(|held| held.from);
        self.pieces.set_piece_at(square, piece);
        if from != Some(square) {
            // A new piece is put down by whoever has laid another of his aside for it.
            let own = self.hand.iter().rev().find(|lifted| lifted.side == piece.color);
            let turn = self.laws.position().turn();
            let side = held.or(own.copied()).map_or(turn, |lifted| lifted.side);
            if self.move_shown().is_none() && piece.color == side {
                let (put_down, rested) = (self.now, None);
                self.tell(What::Release(RestedPiece {
                    from,
                    to: square,
                    piece,
                    side,
                    put_down,
                    rested,
                }));
            }
        }
        self.look();
    }

    /// The legal move after which exactly this stands.
    fn move_shown(&self) -> Option<Move> {
        let position = self.laws.position();
        if position.board() == &self.pieces {
            return None;
        }
        let leads_here = |mv: &&Move| position_after(position, **mv).board() == &self.pieces;
        let legal = replies(position);
        let mut leading = legal.iter().filter(leads_here);
        leading.next().copied().filter(|_| leading.next().is_none())
    }

    /// A move is made once exactly the position after it stands.
    fn look(&mut self) {
        if self.result == "*"
            && let Some(mv) = self.move_shown()
        {
            self.make(mv, Legality::Legal);
        }
    }

    fn make(&mut self, mv: Move, legality: Legality) {
        self.ids += 1;
        let ply = u32::try_from(self.made.len()).unwrap_or(0) + 1;
        let made = LineMove {
            id: Some(MoveId(self.ids)),
            ply,
            state: LineState::Settled,
            mv,
            before: Arc::clone(self.laws.position()),
            evidence: EvidenceSpan { from: self.record, to: self.record },
            landed: self.now,
            sight: Sight::Seen,
            confidence: 1.0,
            legal: legality == Legality::Legal,
            rewritten: false,
            trust: BoardTrust::Trusted,
        };
        self.made.push(made.clone());
        self.tell(What::Move(made));
    }

    fn press(&mut self, side: Color) {
        let left = self.time(side);
        let given = match self.clock.press(side, PressFor::Nothing) {
            Pressed::Went { given, .. } => given,
            Pressed::NotRunning if self.clock.running().is_some() => return self.ignore_press(),
            Pressed::NotRunning => Duration::ZERO,
        };
        self.unmake_with_another_piece(side);
        let shown = Shown { pieces: self.pieces.clone(), unnamed: Bitboard::EMPTY };
        let before = self.said.len();
        let (shown, doubtful, purpose) = (Some(Arc::new(shown)), false, Purpose::Shown);
        self.tell(What::Press(Press { side, left, doubtful, shown, purpose }));
        let completed = |said: &Value| {
            said["out"] == says::COUNTED
                || said["out"] == "move_completed" && said["by"] == CompletedBy::Press.word()
        };
        if self.said[before..].iter().any(completed) {
            self.clock.complete(side);
            return;
        }
        // An increment is for a completed move (`docs/laws/rules.md` 6.2).
        if self.clock.bonus(side).is_some_and(|bonus| bonus.mode == Mode::Increment) {
            self.clock.take(side, given);
        }
        if self.said[before..].iter().any(|said| said["out"] == "await") {
            self.let_illegal_stand();
        }
    }

    fn ignore_press(&mut self) {
        let (at, what) = (self.now, Says::Holds(Holds::Ignored("press")));
        self.said.extend(says::out(&Ruling { at, what }, &self.made, &self.rulebook));
    }

    /// After a move that was made another piece of the player was moved, too: together they are none, and the first
    /// binds (4.7, `docs/laws/rules.md` 5.1).
    fn unmake_with_another_piece(&mut self, side: Color) {
        let moved_another = |made: &mut LineMove| {
            let (before, after) = (made.before.board(), made.after());
            let stood =
                |square: &Square| before.piece_at(*square) == after.board().piece_at(*square);
            let ours = after.board().by_color(side);
            let gone = ours.into_iter().filter(stood);
            let is_gone = |square| self.pieces.piece_at(square) != before.piece_at(square);
            let arrived = self.pieces.by_color(side) & !ours;
            made.before.turn() == side && gone.into_iter().any(is_gone) && arrived.any()
        };
        let Some(mut unmade) = self.made.pop_if(moved_another) else { return };
        unmade.state = LineState::Superseded;
        let (mv, put_down, rested) = (unmade.mv, unmade.landed, None);
        let to = mv.castling_side().map_or(mv.to(), |castling| castling.king_to(side));
        let from = mv.from().filter(|_| !mv.is_promotion());
        let piece = mv.promotion().unwrap_or(mv.role()).of(side);
        self.tell(What::Move(unmade));
        self.tell(What::Release(RestedPiece { from, to, piece, side, put_down, rested }));
    }

    /// Time passes. What is taken beyond the end of a period is taken from the next.
    fn pass(&mut self, time: Duration) {
        let Some(side) = self.clock.running() else { return };
        let was_used_up = self.clock.left(side).is_zero();
        let mut zero = self.clock.pass(time);
        if was_used_up && !self.has_fallen(side) {
            zero = Some(Zero { side, beyond: time });
        }
        while let Some(Zero { side, beyond }) = zero {
            self.flag(side);
            zero = if self.has_fallen(side) { None } else { self.clock.take(side, beyond) };
        }
        self.show_clock();
    }

    /// The flag of a side falls.
    fn flag(&mut self, side: Color) {
        self.flags[usize::from(side.is_black())] = true;
        self.show_clock();
    }

    fn has_fallen(&self, side: Color) -> bool {
        self.flags[usize::from(side.is_black())]
    }

    fn show_clock(&mut self) {
        let time = |side| self.time(side).or(ClockTime::from_millis(0));
        let (Some(white), Some(black)) = (time(Color::White), time(Color::Black)) else { return };
        let (run, flags, doubtful) = (self.clock.running(), self.flags, false);
        self.tell(What::Clock(ClockState { times: [white, black], run, flags, doubtful }));
    }

    fn time(&self, side: Color) -> Option<ClockTime> {
        let millis = u32::try_from(self.clock.left(side).as_millis()).ok()?;
        ClockTime::from_millis(millis)
    }

    fn command(&mut self, command: &str, fields: &Map<String, Value>) {
        match command {
            "classify" => self.said.extend(says::category(self.rulebook.edition, fields)),
            "parse" => {
                let letters = letters(fields);
                let text = fields.get("text").and_then(Value::as_str).unwrap_or_default();
                let read = notation::parse(text, self.laws.position(), letters);
                self.said.extend(read.ok().map(|read| says::parsed(read.mv)));
            }
            "write" => {
                let uci = fields.get("uci").and_then(Value::as_str).unwrap_or_default();
                let mv = uci.parse::<UciMove>().ok();
                let mv = mv.and_then(|uci| uci.to_move(&**self.laws.position()).ok());
                let text = mv.map(|mv| notation::write(mv, self.laws.position(), letters(fields)));
                self.said.extend(text.map(|text| says::written(&text)));
            }
            "score" => self.said.extend(says::score(fields)),
            _ => self.tell(What::Decision(decision::decision(command, fields))),
        }
    }

    /// Nobody has acted on an illegal move: it stands for now, and the opponent may play on.
    fn let_illegal_stand(&mut self) {
        let position = Arc::clone(self.laws.position());
        if let Some(mv) = illegal_move(&position, &self.pieces) {
            return self.make(mv, Legality::Illegal);
        }
        let setup =
            format!("{} {} - - 0 1", self.pieces.board_fen(), position.turn().other().char());
        if let Some(position) = setup.parse::<Fen>().ok().and_then(|fen| position_of(&fen)) {
            let why = PositionWhy::Displaced;
            self.tell(What::Position(Placed { position: Arc::new(position), why }));
        }
    }

    /// Tells the Laws, takes down what they say, and does what they want.
    fn tell(&mut self, what: What) {
        let entry = Entry { at: self.now, record: self.record, what };
        let rulings = self.laws.hear(&entry);
        for ruling in &rulings {
            self.said.extend(says::out(ruling, &self.made, &self.rulebook));
        }
        rulings.into_iter().for_each(|ruling| self.obey(ruling));
    }

    fn obey(&mut self, ruling: Ruling) {
        match ruling.what {
            Says::Ended(ending) => self.result = ending.value.word(),
            Says::NotEnded => self.result = "*",
            Says::Holds(Holds::Envelope(..)) => self.is_adjourned = true,
            Says::Holds(Holds::SealedMove { side, mv, .. }) => self.play_sealed(side, mv),
            Says::Holds(Holds::Period { side, .. }) => {
                self.clock.next_period(side);
                self.flags[usize::from(side.is_black())] = false;
                self.show_clock();
            }
            Says::Instruction(given) if given.state == InstructionState::Open => {
                self.act(given.act)
            }
            _ => {}
        }
    }

    /// The move in the envelope is played, unless it stands already, and counts without a press.
    fn play_sealed(&mut self, side: Color, mv: Move) {
        self.is_adjourned = false;
        if self.laws.position().turn() == side {
            self.pieces = position_after(self.laws.position(), mv).board().clone();
            self.make(mv, Legality::Legal);
        }
        self.clock.complete(side);
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Restore(position) => {
                self.pieces = position.board().clone();
                self.hand.clear();
                if let Some(mut illegal) = self.made.pop_if(|made| !made.legal) {
                    illegal.state = LineState::Superseded;
                    self.tell(What::Move(illegal));
                }
                if !self.is_adjourned {
                    self.clock.run(position.turn());
                }
                if *self.laws.position() != position {
                    let why = PositionWhy::Displaced;
                    self.tell(What::Position(Placed { position, why }));
                }
            }
            Act::Replace { square, role } => {
                self.pieces.set_piece_at(square, role.of(says::promoting_on(square)));
                self.look();
            }
            Act::ClockAdd { side, time } => self.clock.add(side, time),
            Act::ClockSub { side, time } => {
                self.clock.take(side, time);
            }
            Act::ClockRun(side) => self.clock.run(side),
            Act::ClockPause => self.clock.pause(),
            Act::ClockSet([white, black]) => {
                let of = |time: ClockTime| Duration::from_millis(time.as_millis().into());
                self.clock.set_left(Color::White, of(white));
                self.clock.set_left(Color::Black, of(black));
            }
            Act::ClockMode(Extra { mode, time }) => {
                let time = time.duration();
                self.clock.set_bonus(Some(Bonus { mode, time }));
            }
            Act::ClockUsed(_)
            | Act::NewGame(_)
            | Act::TransferPosition
            | Act::CastlingForbidden(_)
            | Act::Declare(_) => {}
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Legality {
    Legal,
    Illegal,
}

fn letters(fields: &Map<String, Value>) -> Letters {
    Letters::of_language(fields.get("lang").and_then(Value::as_str).unwrap_or_default())
}

/// How castling is written in cases.
pub(super) const MODE: CastlingMode = CastlingMode::Standard;
