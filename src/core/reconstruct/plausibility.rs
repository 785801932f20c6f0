//! How likely a move is of which nobody saw where it went.
//!
//! Where the readings cannot tell, people who play chess do: they leave nothing to be taken for nothing, take what they can,
//! castle, give check, threaten what is worth more, and go forward and towards the centre. What each of these counts for was
//! fitted by likelihood: of 57,000 moves of real games, which of its goals a piece went to; games that took no part in the fit
//! guard it (`docs/reconstruction.md`, Where nobody saw it go). No more chess is needed: what readings tell outweighs it.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::account::replies;

/// What became of a piece that was not seen where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing is seen there: it went, and its square was not read.
    Unread,
    /// Another piece stands there: it was taken, whether that was wise or not.
    Replaced,
}

/// How unlikely a move is that nobody saw, in thousandths of the unit of costs: more than an ordinary one costs, or a little
/// less.
pub(super) fn doubt_milli(before: &Chess, mv: Move, fate: Fate) -> i64 {
    against_milli(before, mv).clamp(LEAST, MOST) * fate.percent() / 100
}

/// How surprising a legal move is among all that are, in thousandths: minus the logarithm of how likely it is made.
pub(super) fn surprise_milli(before: &Chess, mv: Move) -> i64 {
    let own = against_milli(before, mv);
    let is_usual = |one: &&Move| one.promotion().is_none_or(|role| role == Role::Queen);
    let replies = replies(before);
    let others = replies.iter().filter(is_usual).map(|&one| against_milli(before, one));
    let all: f64 = others.map(|other| power_of_e(thousandths(own - other))).sum();
    (logarithm(all.max(1.0)) * 1_000.0) as i64
}

/// What a piece is worth, in pawns; nobody gives a king.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Each pawn's worth that the opponent can take for nothing, in thousandths, as all that follow.
const LOSES: i64 = 1_450;
/// Each pawn's worth that is taken.
const GAINS: i64 = 500;
/// Each step further from the centre.
const OFF_CENTRE: i64 = 430;
/// Castling.
const CASTLES: i64 = 2_400;
/// A check.
const CHECKS: i64 = 1_200;
/// Each rank forward.
const FORWARD: i64 = 100;
/// Each pawn's worth that is threatened.
const THREATENS: i64 = 120;
/// No move is likelier than this, or less likely: play is not always good.
const LEAST: i64 = -600;
const MOST: i64 = 8_000;
/// Nothing that is lost counts for more, in pawns: a queen.
const MOST_LOST: i32 = 9;

/// What chess says against a move, and less for what it says for it.
fn against_milli(before: &Chess, mv: Move) -> i64 {
    let Some(arrived) = Arrived::by(before, mv) else { return 0 };
    let gained = mv.capture().map_or(0, worth);
    let against = LOSES * i64::from(arrived.loses(gained)) + OFF_CENTRE * rings(arrived.to);
    let in_favour = GAINS * i64::from(gained)
        + CASTLES * i64::from(mv.is_castle())
        + CHECKS * i64::from(arrived.checks())
        + FORWARD * arrived.ranks_forward()
        + THREATENS * i64::from(arrived.threatens());
    against - in_favour
}

impl Fate {
    /// So much of what the fit says is paid: the play that follows tells part of it once more, and of a piece that was taken
    /// it tells most.
    const fn percent(self) -> i64 {
        match self {
            Self::Unread => 50,
            Self::Replaced => 20,
        }
    }
}

/// A piece that has come to a square, on the board as it stood before: no position is made for each move that is weighed.
struct Arrived<'a> {
    before: &'a Board,
    mover: Color,
    piece: Role,
    from: Square,
    to: Square,
    /// What stands where it stood before.
    others: Bitboard,
    /// What its square attacks.
    attacks: Bitboard,
}

impl<'a> Arrived<'a> {
    fn by(before: &'a Chess, mv: Move) -> Option<Self> {
        let (board, mover, from) = (before.board(), before.turn(), mv.from()?);
        let piece = board.role_at(from)?;
        let side = mv.castling_side();
        let to = side.map_or(mv.to(), |side| side.king_to(mover));
        let passed = match mv {
            Move::EnPassant { from, to } => {
                Bitboard::from(Square::from_coords(to.file(), from.rank()))
            }
            _ => Bitboard::EMPTY,
        };
        let gone = Bitboard::from(from) | Bitboard::from(mv.to()) | passed;
        let others = board.occupied() & !gone;
        let rook = side.map_or(Bitboard::EMPTY, |side| Bitboard::from(side.rook_to(mover)));
        let becomes = mv.promotion().unwrap_or(piece);
        let attacks = attacks::attacks(to, becomes.of(mover), others | rook);
        Some(Self { before: board, mover, piece, from, to, others, attacks })
    }

    /// What its player loses when it is taken, in pawns, where it has taken so much.
    fn loses(&self, gained: i32) -> i32 {
        let takers = self.attackers(self.to, !self.mover);
        let least = takers.into_iter().filter_map(|square| self.before.role_at(square)).map(worth);
        let taken_back = |taker| match self.attackers(self.to, self.mover).any() {
            true => taker,
            false => 0,
        };
        let lost = least.min().map_or(0, |taker| worth(self.piece) - gained - taken_back(taker));
        lost.clamp(0, MOST_LOST)
    }

    /// Whether it gives check, or uncovers one.
    fn checks(&self) -> bool {
        self.before.king_of(!self.mover).is_some_and(|king| {
            self.attacks.contains(king) || self.attackers(king, self.mover).any()
        })
    }

    fn ranks_forward(&self) -> i64 {
        let rank = |square: Square| i64::from(u32::from(self.mover.relative_rank(square.rank())));
        rank(self.to) - rank(self.from)
    }

    /// The most that it threatens to win, in pawns: a piece that is worth more, or one that nobody protects.
    fn threatens(&self) -> i32 {
        let theirs = self.attacks & self.others & self.before.by_color(!self.mover);
        let won = theirs.into_iter().filter_map(|square| {
            let role = self.before.role_at(square).filter(|&role| role != Role::King)?;
            match worth(role) - worth(self.piece) {
                more if more > 0 => Some(more),
                _ => self.attackers(square, !self.mover).is_empty().then(|| worth(role)),
            }
        });
        won.max().unwrap_or(0)
    }

    /// Which of the other pieces attack the square.
    fn attackers(&self, square: Square, of: Color) -> Bitboard {
        let occupied = self.others | Bitboard::from(self.to);
        self.before.attacks_to(square, of, occupied) & self.others
    }
}

fn thousandths(milli: i64) -> f64 {
    milli as f64 / 1_000.0
}

/// *e* to this power, nearly: by squaring ten times, which every processor does alike.
fn power_of_e(exponent: f64) -> f64 {
    (0..10).fold((1.0 + exponent / 1_024.0).max(0.0), |power, _| power * power)
}

/// The reverse of [`power_of_e`]: by ten square roots.
fn logarithm(power: f64) -> f64 {
    ((0..10).fold(power, |root, _| root.sqrt()) - 1.0) * 1_024.0
}

/// How many squares lie between this one and the four of the centre, at most.
fn rings(square: Square) -> i64 {
    let off = |coordinate: u32| (i64::from(coordinate) * 2 - 7).abs() / 2;
    off(u32::from(square.file())).max(off(u32::from(square.rank())))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;
    use crate::account::position_after;

    /// How unlikely this move is from this position.
    fn doubt(fen: &str, mv: &str, fate: Fate) -> i64 {
        let before: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = mv.parse::<UciMove>().unwrap().to_move(&before).unwrap();
        doubt_milli(&before, mv, fate)
    }

    #[track_caller]
    fn is_likelier(fen: &str, likelier: &str, other: &str) {
        let [likelier, other] = [likelier, other].map(|mv| doubt(fen, mv, Fate::Unread));
        assert!(likelier < other, "{likelier} and {other}");
    }

    #[test]
    fn a_piece_goes_where_it_is_not_taken_for_nothing() {
        let watched = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        is_likelier(watched, "d1h5", "d1g4");
        is_likelier(watched, "f1c4", "f1a6");
    }

    #[test]
    fn a_king_with_its_rook_castles() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        is_likelier(fen, "e1g1", "e1f1");
        is_likelier(fen, "e1g1", "h1f1");
    }

    #[test]
    fn what_protects_a_piece_makes_it_cheaper_to_put_there() {
        let (protected, alone) =
            ("4k3/8/2p5/8/4P3/2N5/8/4K3 w - - 0 1", "4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1");
        let [protected, alone] = [protected, alone].map(|fen| doubt(fen, "c3d5", Fate::Unread));
        assert!(protected < alone, "{protected} and {alone}");
    }

    #[test]
    fn of_what_was_taken_at_once_chess_says_less() {
        let fen = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        let given = |fate| doubt(fen, "d1g4", fate);
        assert!(given(Fate::Replaced) < given(Fate::Unread));
    }

    #[test]
    fn what_a_move_attacks_is_what_the_position_after_it_says() {
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Chess::default();
            for _ in 0..80 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    let after = position_after(&position, mv);
                    let arrived = Arrived::by(&position, mv).unwrap();
                    let board = after.board();
                    assert_eq!(arrived.attacks, board.attacks_from(arrived.to), "{mv:?}");
                    let takers = board.attacks_to(arrived.to, after.turn(), board.occupied());
                    assert_eq!(arrived.attackers(arrived.to, after.turn()), takers, "{mv:?}");
                    // Of the two that castle, it is the king that arrives.
                    assert!(mv.is_castle() || arrived.checks() == after.is_check(), "{mv:?}");
                }
                let Some(mv) = random.choice(&moves).copied() else { break };
                position = position_after(&position, mv);
            }
        }
    }

    #[test]
    fn who_leaves_a_queen_standing_surprises_and_who_takes_it_does_not() {
        let fen = "rnb1kbnr/ppp2ppp/3p4/4p3/4P1q1/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        let before: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let surprise = |mv: &str| {
            surprise_milli(&before, mv.parse::<UciMove>().unwrap().to_move(&before).unwrap())
        };
        let (takes, plays_on) = (surprise("d1g4"), surprise("a2a3"));
        assert!((0..500).contains(&takes), "{takes}");
        assert!(plays_on > 4_000, "{plays_on}");
    }

    #[test]
    fn how_likely_all_moves_are_comes_to_one() {
        let before = Chess::default();
        let all = replies(&before);
        let sum: f64 =
            all.iter().map(|&mv| power_of_e(-thousandths(surprise_milli(&before, mv)))).sum();
        assert!((0.97..1.03).contains(&sum), "{sum}");
    }
}
