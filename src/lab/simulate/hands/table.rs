//! A game as it is played on the table, ply by ply.

use std::time::Duration;

use shakmaty::san::SanPlus;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, KnownOutcome, Move, Piece, Position, Role, Square,
};

use super::hand::Hand;
use super::moves::{alike, legal_moves, normal, shown};
use super::pace::Pace;
use super::passant::{Forgotten, pressed_for};
use super::plan::Plan;
use super::rate::Rate;
use super::{PgnGame, PlayStyle, Timeline};
use crate::simulate::pgn::Ply;
use crate::simulate::truth::{Legality, Played, Sin, SinKind, Truth};

/// When the game on the table has left the one on paper, this many plies more are played at most.
const MAX_PLIES_ASTRAY: usize = 40;

/// A move that a player is about to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intent {
    pub(super) play: Move,
    /// What makes it illegal.
    pub(super) sin: Option<SinKind>,
}

/// Two players, a board and a clock.
pub(super) struct Table<'a> {
    game: &'a PgnGame,
    manner: &'a PlayStyle,
    pub(super) hand: Hand,
    pace: Pace,
    /// What the players take it to be: it may be illegal.
    pub(super) position: Chess,
    pub(super) truth: Truth,
    /// The positions before each move that stands.
    pub(super) stood: Vec<Chess>,
    astray: usize,
    /// Where rooks stand that are meant to be queens.
    false_queens: Bitboard,
    /// Pawns captured en passant that were left standing.
    forgotten: Vec<Forgotten>,
    /// What is to be planted; `None` where nothing is.
    pub(super) plan: Option<Plan>,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        game: &'a PgnGame,
        manner: &'a PlayStyle,
        hand: Hand,
        plan: Option<Plan>,
    ) -> Self {
        Self {
            game,
            manner,
            hand,
            pace: Pace::new(manner.clock),
            position: game.start.clone(),
            truth: Truth::default(),
            stood: Vec::new(),
            astray: 0,
            false_queens: Bitboard::EMPTY,
            forgotten: Vec::new(),
            plan,
        }
    }

    pub(super) const fn castling(&self) -> CastlingMode {
        self.game.castling
    }

    pub(super) const fn has_clock(&self) -> bool {
        self.manner.clock.is_some()
    }

    /// Plays the game, from setting the pieces up to what follows the last move.
    pub(super) fn play(&mut self) {
        self.hand.set_up(self.position.board());
        if self.has_clock() {
            self.hand.start_clock(self.position.turn());
        }
        for ply in &self.game.plies {
            if shown(&self.position).is_some() || !self.ply(ply) {
                break;
            }
        }
        self.end();
    }

    /// The timeline of all that was done; `start` stood there before.
    pub(super) fn into_timeline(mut self, start: shakmaty::Board) -> Timeline {
        let (deeds, landings) = self.hand.into_deeds();
        self.truth.sins.extend(pressed_for(&self.forgotten, &deeds));
        self.truth.sins.sort_by_key(|sin| sin.ply);
        Timeline { start, deeds, landings, truth: self.truth }
    }

    /// Plays a ply, that of the game where it is legal here; returns false when the players have
    /// had enough.
    fn ply(&mut self, ply: &Ply) -> bool {
        let legal = legal_moves(&self.position);
        let Some(intent) = self.next(&legal, ply.play) else { return false };
        let play = intent.play;
        let mover = self.position.turn();
        let from = self.hand.at();
        self.hand.begin(mover);
        match self.planted(&legal, play) {
            Some(planted) => {
                self.think(mover, ply);
                self.commit(planted, play);
            }
            None => self.play_as_usual(intent, ply, &legal),
        }
        self.pace.spend(mover, self.hand.at().since(from));
        true
    }

    /// Thinks, does what hands do before a move now and then, moves, and presses the clock.
    fn play_as_usual(&mut self, intent: Intent, ply: &Ply, legal: &[Move]) {
        let (play, mover) = (intent.play, self.position.turn());
        if self.may_hurry() && self.hand.chance(Rate::Overlap) {
            self.hand.hurry();
        } else {
            self.think(mover, ply);
            self.hand.adjust(&self.position);
            if self.hand.knock_over() {
                self.sin(SinKind::Displaced);
            }
            self.take_back(legal, play);
            self.take_back_later(play);
            if self.hand.put_back(legal, play) {
                self.sin(SinKind::TouchMove);
            }
        }
        let illegal = self.illegal(play);
        let intent = illegal.and_then(|illegal| self.unnoticed(illegal, play)).unwrap_or(intent);
        let via = self.change_mind(legal, intent.play);
        self.make(intent, via);
        if self.has_clock() && shown(&self.position).is_none() {
            self.hand.press(mover);
        }
    }

    fn think(&mut self, mover: Color, ply: &Ply) {
        let thought = self.pace.think(mover, ply.took, &mut self.hand);
        self.hand.pass(thought);
    }

    /// Whether the reply may begin before the move before has landed.
    fn may_hurry(&self) -> bool {
        let ply = self.truth.moves.len();
        ply > 0 && !self.plan.as_ref().is_some_and(|plan| plan.is_calm(ply))
    }

    /// The move to be played: that of the game, or any legal one where it cannot be played here.
    fn next(&mut self, legal: &[Move], wanted: Move) -> Option<Intent> {
        let wanted = self.as_rook(wanted);
        if let Some(play) = alike(legal, wanted) {
            return Some(Intent::legal(play));
        }
        if self.false_queens.contains(wanted.from().unwrap_or(wanted.to()))
            && !(self.position.us() | self.position.board().kings()).contains(wanted.to())
        {
            let illegal = normal(&self.position, Role::Rook, wanted.from()?, wanted.to());
            return Some(Intent { play: illegal, sin: Some(SinKind::IllegalMove) });
        }
        self.astray += 1;
        if self.astray > MAX_PLIES_ASTRAY {
            return None;
        }
        self.hand.rng().choice(legal).copied().map(Intent::legal)
    }

    /// Now and then a rook is put upside down for a queen; the Laws know only a rook.
    fn as_rook(&mut self, wanted: Move) -> Move {
        let Move::Normal { role, from, capture, to, promotion } = wanted else { return wanted };
        let is_false = self.false_queens.contains(from);
        let role = if role == Role::Queen && is_false { Role::Rook } else { role };
        let promotion = match promotion {
            Some(Role::Queen) if self.hand.chance(Rate::PromoteRookForQueen) => {
                self.false_queens.add(to);
                Some(Role::Rook)
            }
            promotion => promotion,
        };
        Move::Normal { role, from, capture, to, promotion }
    }

    /// Makes a move that stands; `via` is where its piece was put down on the way.
    pub(super) fn make(&mut self, intent: Intent, via: Option<Square>) {
        if let Some(kind) = intent.sin {
            self.sin(kind);
        }
        let mover = self.position.turn();
        if let Some(kind) = self.hand.make(mover, by_way_of(via, intent.play)) {
            self.sin(kind);
        }
        if let Some(square) = self.hand.late_victim() {
            let sin = self.name(SinKind::IllegalMove);
            self.forgotten.push(Forgotten { sin, square, since: self.hand.at() });
        }
        self.enter(intent);
    }

    /// Enters a move that has been made on the board.
    pub(super) fn enter(&mut self, Intent { play, sin }: Intent) {
        let uci = play.to_uci(self.game.castling);
        let (text, legality) = match sin {
            None => (SanPlus::from_move(self.position.clone(), play).to_string(), Legality::Legal),
            Some(_) => (format!("{uci}!"), Legality::Illegal),
        };
        self.hand.land();
        self.truth.moves.push(Played { uci, text, legality });
        if let Some(from) = play.from().filter(|&from| self.false_queens.contains(from)) {
            self.false_queens.discard(from);
            self.false_queens.add(play.to());
        }
        self.stood.push(self.position.clone());
        self.position.play_unchecked(play);
    }

    pub(super) fn sin(&mut self, kind: SinKind) {
        self.truth.sins.push(self.name(kind));
    }

    /// A sin of the player to move, in this ply.
    fn name(&self, kind: SinKind) -> Sin {
        Sin { kind, side: self.position.turn(), ply: self.truth.moves.len() + 1 }
    }

    /// Whether both players have time for something more.
    pub(super) fn has_time(&self, span: Duration) -> bool {
        self.pace.has(span)
    }

    /// What follows the last move.
    fn end(&mut self) {
        self.hand.clear_late_victim();
        if self.truth.is_last_move_in_accordance() {
            self.truth.result = shown(&self.position);
        }
        if self.has_clock() && !self.hand.chance(Rate::ClockRunsOn) {
            self.hand.stop_clock();
        }
        let outcome: Option<KnownOutcome> = self.truth.result.or(self.game.outcome);
        if let Some(outcome) = outcome
            && self.hand.chance(Rate::Kings)
        {
            self.hand.show_result(outcome);
            self.truth.result = Some(outcome);
        }
        self.analyse();
        if self.hand.chance(Rate::SetUpAgain) {
            self.hand.set_up(self.game.start.board());
        }
    }
}

/// The move as the hand makes it that has put the piece on another square first.
fn by_way_of(via: Option<Square>, play: Move) -> Move {
    match (via, play) {
        (Some(from), Move::Normal { role, capture, to, promotion, .. }) => {
            Move::Normal { role, from, capture, to, promotion }
        }
        _ => play,
    }
}

impl Intent {
    pub(super) const fn legal(play: Move) -> Self {
        Self { play, sin: None }
    }
}

impl Hand {
    /// Makes a move on the board, one of the ways in which hands make it; returns what the Laws do
    /// not allow of it.
    pub(super) fn make(&mut self, color: Color, play: Move) -> Option<SinKind> {
        match play {
            Move::Castle { king, rook } => return self.castle(color, king, rook),
            Move::EnPassant { from, to } => self.capture_en_passant(from, to),
            Move::Normal { from, to, promotion: Some(role), .. } => {
                return self.promote(from, to, Piece { color, role });
            }
            Move::Normal { from, to, capture: Some(_), .. } => self.capture(from, to),
            Move::Normal { from, to, .. } => self.carry(from, to),
            Move::Put { .. } => {}
        }
        None
    }
}
