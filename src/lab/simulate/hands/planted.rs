//! Sins planted on purpose: which ones a ply allows. Each is computed to be one, so that the truth is
//! exact.

use std::time::Duration;

use shakmaty::{CastlingMode, Move, Position, Role, Square};

use super::duty::{duty, pieces_of, victim};
use super::illegal::{KINDS, impossible_moves};
use super::moves::{after, legal_moves, shown};
use super::plan::{Plan, Wanted};
use super::table::Table;
use super::takeback::is_quiet;
use crate::simulate::truth::SinKind;

/// Both players have at least so much time left: no flag falls for a sin.
const TIME: Duration = Duration::from_secs(60);
/// Of the castlings that come when no sin is due, so many are used for one.
const CASTLINGS: f64 = 0.2;
/// Of the promotions and captures en passant: they are too rare to wait for.
const RARITIES: f64 = 0.8;
/// When an illegal move can stand, it does so often: what follows one is no good ground for another
/// sin, so that it is the last.
const STANDS: f64 = 0.8;

/// A sin that the player to move is about to commit, with the move that he then plays.
#[derive(Clone, Debug)]
pub(super) enum Planted {
    /// Pieces are lifted and put back, the first of them perhaps put on another square before; then
    /// another move is played than they allow.
    Touched { kind: SinKind, pieces: Vec<Square>, astray: Option<Square> },
    /// The rook is put down in castling before the king is touched.
    RookFirst { king: Square, rook: Square },
    /// The piece rests on another square to which it could go.
    Released { from: Square, first: Square },
    /// An illegal move is pressed, put right, and what is legal is played.
    Corrected { illegal: Move },
    /// An illegal move is pressed and stands.
    Standing { illegal: Move },
    /// The pawn is left on the eighth at the press; then the queen is put there.
    PawnLeft { from: Square, to: Square },
    /// The pawn captured en passant is left at the press; then it is taken off.
    VictimLeft { from: Square, to: Square },
    /// The clock is pressed without a move.
    PressOnly,
}

/// The ways to sin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Own,
    Enemy,
    Both,
    Release,
    Correct,
    Stand,
    Press,
    RookFirst,
    LeavePawn,
    LeaveVictim,
}

impl Way {
    const ALL: [Self; 10] = [
        Self::Own,
        Self::Enemy,
        Self::Both,
        Self::Release,
        Self::Correct,
        Self::Stand,
        Self::Press,
        Self::RookFirst,
        Self::LeavePawn,
        Self::LeaveVictim,
    ];
    const RARE: [Self; 3] = [Self::RookFirst, Self::LeavePawn, Self::LeaveVictim];

    /// Whether it is an offence of 7.5, which completing a move with the clock makes it.
    const fn is_offence(self) -> bool {
        match self {
            Self::Correct | Self::Stand | Self::Press | Self::LeavePawn | Self::LeaveVictim => true,
            Self::Own | Self::Enemy | Self::Both | Self::Release | Self::RookFirst => false,
        }
    }
}

impl Table<'_> {
    /// The sin that goes with this ply, in which `play` is to be played; `None` where none is to be
    /// planted or none is possible.
    pub(super) fn planted(&mut self, legal: &[Move], play: Move) -> Option<Planted> {
        let mut plan = self.plan.take()?;
        let planted = self.find(&mut plan, legal, play);
        self.plan = Some(plan);
        planted
    }

    fn find(&self, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        let ply = self.truth.moves.len();
        let mut ways = match plan.wants(ply)? {
            Wanted::Any => Way::ALL.to_vec(),
            Wanted::Rare => Way::RARE.to_vec(),
        };
        if !self.is_ground_for_sins(play) {
            return None;
        }
        let is_due = ways.len() == Way::ALL.len();
        let mover = self.position.turn();
        plan.rng().shuffle(&mut ways);
        let (way, planted) = ways.into_iter().find_map(|way| {
            let is_open = !way.is_offence() || (self.has_clock() && plan.may_offend(mover));
            let planted = is_open.then(|| self.possible(way, plan, legal, play))??;
            (is_due || plan.takes(way)).then_some((way, planted))
        })?;
        plan.note(ply);
        if way.is_offence() {
            plan.note_offence(mover);
        }
        if way == Way::Stand {
            plan.end();
        }
        Some(planted)
    }

    /// Whether nothing else of note happens: the mover's clock runs, nobody is short of time, and the
    /// game goes on.
    fn is_ground_for_sins(&self, play: Move) -> bool {
        let is_in_turn = !self.has_clock() || self.hand.is_in_turn();
        is_in_turn && self.has_time(TIME) && shown(&after(&self.position, play)).is_none()
    }

    fn possible(&self, way: Way, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        match way {
            Way::Own => self.own_touched(plan, legal, play),
            Way::Enemy => self.enemy_touched(plan, legal, play),
            Way::Both => self.both_touched(plan, legal, play),
            Way::Release => self.released(plan, legal, play),
            Way::Correct => {
                let illegal = self.illegal_move(plan, |table, illegal| {
                    illegal.capture().is_none() && table.allows(&pieces_of(illegal), play)
                });
                illegal.map(|illegal| Planted::Corrected { illegal })
            }
            Way::Stand if plan.is_last() && plan.chance(STANDS) => {
                let illegal = self.illegal_move(plan, |_, _| true);
                illegal.map(|illegal| Planted::Standing { illegal })
            }
            Way::Press => Some(Planted::PressOnly),
            _ => self.rare(way, play),
        }
    }

    fn rare(&self, way: Way, play: Move) -> Option<Planted> {
        match (way, play) {
            (Way::RookFirst, Move::Castle { king, rook })
                if self.castling() == CastlingMode::Standard && self.violates(&[rook], play) =>
            {
                Some(Planted::RookFirst { king, rook })
            }
            (Way::LeavePawn, Move::Normal { from, to, promotion: Some(Role::Queen), .. }) => {
                Some(Planted::PawnLeft { from, to })
            }
            (Way::LeaveVictim, Move::EnPassant { from, to }) => {
                Some(Planted::VictimLeft { from, to })
            }
            _ => None,
        }
    }

    /// One own piece, while the move that is played captures nothing: else both colours are touched.
    fn own_touched(&self, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        let castles_with = |piece: &Square| play.is_castle() && pieces_of(play).contains(piece);
        let pieces = legal.iter().filter_map(|other| other.from());
        let pieces = pieces.filter(|piece| !castles_with(piece) && self.violates(&[*piece], play));
        let pieces = if play.is_capture() { Vec::new() } else { pieces.collect() };
        let piece = plan.rng().choice(pieces)?;
        let astray = plan.chance(0.5).then(|| self.square_astray(plan, piece)).flatten();
        Some(Planted::Touched { kind: SinKind::TouchMove, pieces: vec![piece], astray })
    }

    /// An empty square to which the piece may not go.
    fn square_astray(&self, plan: &mut Plan, piece: Square) -> Option<Square> {
        let moves = impossible_moves(&self.position).into_iter();
        let moves = moves.filter(|play| play.from() == Some(piece) && !play.is_capture());
        plan.rng().choice(moves.map(|play| play.to()).collect::<Vec<_>>())
    }

    fn enemy_touched(&self, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        let pieces = legal.iter().filter_map(|&other| victim(other));
        let pieces =
            pieces.filter(|&piece| !self.has_just_moved(piece) && self.violates(&[piece], play));
        let piece = plan.rng().choice(pieces.collect::<Vec<_>>())?;
        Some(Planted::Touched { kind: SinKind::TouchedEnemy, pieces: vec![piece], astray: None })
    }

    fn both_touched(&self, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        let pairs = legal.iter().filter_map(|&other| Some([other.from()?, victim(other)?]));
        let pairs = pairs.filter(|&[own, enemy]| {
            let violates = |pieces: &[Square]| self.violates(pieces, play);
            !self.has_just_moved(enemy) && violates(&[own, enemy]) && violates(&[enemy, own])
        });
        let mut pieces = plan.rng().choice(pairs.collect::<Vec<_>>())?;
        plan.rng().shuffle(&mut pieces);
        Some(Planted::Touched { kind: SinKind::TouchedBoth, pieces: pieces.to_vec(), astray: None })
    }

    /// Whoever touches a piece that has just moved may be the one who moved it.
    fn has_just_moved(&self, piece: Square) -> bool {
        self.truth.moves.last().is_some_and(|last| last.uci.to() == Some(piece))
    }

    fn released(&self, plan: &mut Plan, legal: &[Move], play: Move) -> Option<Planted> {
        let Move::Normal { from, to, promotion: None, .. } = play else { return None };
        let others = legal
            .iter()
            .filter(|other| is_quiet(other) && other.from() == Some(from) && other.to() != to);
        let others = others.filter(|&&other| shown(&after(&self.position, other)).is_none());
        let first = plan.rng().choice(others.map(|other| other.to()).collect::<Vec<_>>())?;
        Some(Planted::Released { from, first })
    }

    /// An illegal move of one of the kinds that are possible here, after which play can go on.
    fn illegal_move(&self, plan: &mut Plan, fits: impl Fn(&Self, Move) -> bool) -> Option<Move> {
        if self.castling() != CastlingMode::Standard {
            return None;
        }
        let mut kinds = KINDS;
        plan.rng().shuffle(&mut kinds);
        kinds.into_iter().find_map(|kind| {
            let moves = kind(&self.position).into_iter();
            let moves = moves.filter(|&illegal| {
                fits(self, illegal) && shown(&after(&self.position, illegal)).is_none()
            });
            plan.rng().choice(moves.collect::<Vec<_>>())
        })
    }

    /// Whether playing `play` after these pieces were touched violates what the touches oblige to,
    /// whichever piece `play` itself touches first.
    pub(super) fn violates(&self, touched: &[Square], play: Move) -> bool {
        self.duties(touched, play).iter().all(|duty| !duty.contains(&play))
    }

    /// Whether `play` is what the touches oblige to, or leave free.
    fn allows(&self, touched: &[Square], play: Move) -> bool {
        self.duties(touched, play).iter().all(|duty| duty.contains(&play))
    }

    fn duties(&self, touched: &[Square], play: Move) -> [Vec<Move>; 3] {
        let legal = legal_moves(&self.position);
        let own = pieces_of(play);
        let forward = [touched, &own[..]].concat();
        let backward: Vec<_> = touched.iter().chain(own.iter().rev()).copied().collect();
        // a castling is known to begin with the king
        let other = if play.is_castle() { &forward } else { &backward };
        let orders = [touched, &forward, other];
        orders.map(|touched| duty(&self.position, &legal, touched))
    }
}

impl Plan {
    /// Whether a rare occasion is used although no sin is due.
    fn takes(&mut self, way: Way) -> bool {
        match way {
            Way::RookFirst => self.has_more() && self.chance(CASTLINGS),
            _ => self.chance(RARITIES),
        }
    }
}
