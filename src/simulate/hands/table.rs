//! A game as it is played on the table, ply by ply.

use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, KnownOutcome, Move, Piece, Position};

use super::hand::Hand;
use super::moves::{alike, legal_moves, shown};
use super::pace::Pace;
use super::rate::Rate;
use super::{Game, Manner, Timeline};
use crate::simulate::pgn::Ply;
use crate::simulate::truth::{Legality, Played, Sin, SinKind, Truth};

/// When the game on the table has left the one on paper, this many plies more are played at most.
const MOST_PLIES_ASTRAY: usize = 40;

/// Two players, a board and a clock.
pub(super) struct Table<'a> {
    game: &'a Game,
    manner: &'a Manner,
    pub(super) hand: Hand,
    pace: Pace,
    /// What the players take it to be: it may be illegal.
    pub(super) position: Chess,
    pub(super) truth: Truth,
    astray: usize,
}

impl<'a> Table<'a> {
    pub(super) fn new(game: &'a Game, manner: &'a Manner, hand: Hand) -> Self {
        Self {
            game,
            manner,
            hand,
            pace: Pace::new(manner.clock),
            position: game.start.clone(),
            truth: Truth::default(),
            astray: 0,
        }
    }

    pub(super) const fn castling(&self) -> CastlingMode {
        self.game.castling
    }

    pub(super) const fn has_clock(&self) -> bool {
        self.manner.clock.is_some()
    }

    /// Plays the game, from setting the men up to what follows the last move.
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
    pub(super) fn into_timeline(self, start: shakmaty::Board) -> Timeline {
        let (deeds, landings) = self.hand.into_deeds();
        Timeline { start, deeds, landings, truth: self.truth }
    }

    /// Plays a ply, that of the game where it is legal here; returns false when the players have
    /// had enough.
    fn ply(&mut self, ply: &Ply) -> bool {
        let legal = legal_moves(&self.position);
        let Some(play) = self.next(&legal, ply.play) else { return false };
        let mover = self.position.turn();
        let from = self.hand.at();
        self.hand.begin(mover);
        if !self.truth.moves.is_empty() && self.hand.chance(Rate::Overlap) {
            self.hand.hurry();
        } else {
            let thought = self.pace.think(mover, ply.took, &mut self.hand);
            self.hand.pass(thought);
            self.hand.adjust(&self.position);
            self.hand.take_back(&legal, play);
            self.take_back_later(play);
            if self.hand.put_back(&legal, play) {
                self.sin(SinKind::TouchMove);
            }
        }
        match self.illegal(play) {
            Some((illegal, kind)) => {
                self.sin(kind);
                self.make(illegal, Legality::Illegal);
            }
            None => self.make(play, Legality::Legal),
        }
        if self.has_clock() && shown(&self.position).is_none() {
            self.hand.press(mover);
        }
        self.pace.spend(mover, self.hand.at().since(from));
        true
    }

    /// The move to be played: that of the game, or any legal one where it cannot be played here.
    fn next(&mut self, legal: &[Move], wanted: Move) -> Option<Move> {
        if let Some(play) = alike(legal, wanted) {
            return Some(self.with_rook_for_queen(play));
        }
        self.astray += 1;
        if self.astray > MOST_PLIES_ASTRAY {
            return None;
        }
        self.hand.rng().choice(legal).copied()
    }

    /// Now and then a rook is put upside down for a queen.
    fn with_rook_for_queen(&mut self, play: Move) -> Move {
        match play {
            Move::Normal { role, from, capture, to, promotion: Some(shakmaty::Role::Queen) }
                if self.hand.chance(Rate::PromoteRookForQueen) =>
            {
                let promotion = Some(shakmaty::Role::Rook);
                Move::Normal { role, from, capture, to, promotion }
            }
            _ => play,
        }
    }

    /// Makes a move that stands.
    fn make(&mut self, play: Move, legality: Legality) {
        let uci = play.to_uci(self.game.castling);
        let text = match legality {
            Legality::Legal => San::from_move(&self.position, play).to_string(),
            Legality::Illegal => format!("{uci}!"),
        };
        self.truth.moves.push(Played { uci, text, legality });
        self.hand.make(self.position.turn(), play);
        self.hand.land();
        self.position.play_unchecked(play);
    }

    fn sin(&mut self, kind: SinKind) {
        let ply = self.truth.moves.len() + 1;
        self.truth.sins.push(Sin { kind, side: self.position.turn(), ply });
    }

    /// What follows the last move.
    fn end(&mut self) {
        self.hand.clear_late_victim();
        self.truth.result = shown(&self.position);
        if self.has_clock() {
            self.hand.stop_clock();
        }
        let outcome: Option<KnownOutcome> = self.truth.result.or(self.game.outcome);
        if let Some(outcome) = outcome
            && self.hand.chance(Rate::Kings)
        {
            self.hand.show_result(outcome);
            self.truth.result = Some(outcome);
        }
        if self.hand.chance(Rate::SetUpAgain) {
            self.hand.set_up(self.game.start.board());
        }
    }
}

impl Hand {
    /// Makes a move on the board, one of the ways in which hands make it.
    pub(super) fn make(&mut self, color: shakmaty::Color, play: Move) {
        match play {
            Move::Castle { king, rook } => self.castle(color, king, rook),
            Move::EnPassant { from, to } => self.capture_en_passant(from, to),
            Move::Normal { from, to, promotion: Some(role), .. } => {
                self.promote(from, to, Piece { color, role });
            }
            Move::Normal { from, to, capture: Some(_), .. } => self.capture(from, to),
            Move::Normal { from, to, .. } => self.carry(from, to),
            Move::Put { .. } => {}
        }
    }
}
