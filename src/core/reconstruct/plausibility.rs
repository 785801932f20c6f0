//! How likely a move is of which nobody saw where it went.
//!
//! Where the readings cannot tell, people who play chess do: they leave nothing to be taken for nothing, take what they can,
//! castle, give check, threaten what is worth more, and go forward and towards the centre. What each of these counts for was
//! fitted by likelihood: of 57,000 moves of real games, which of its goals a piece went to; games that took no part in the fit
//! guard it (`docs/reconstruction.md`, Where nobody saw it go). No more chess is needed: what readings tell outweighs it.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

/// What became of a piece that was not seen where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing is seen there: it went, and its square was not read.
    Unread,
    /// Another piece stands there: it was taken, whether that was wise or not.
    Replaced,
}

/// How unlikely the move is, in thousandths of the unit of costs: more than an ordinary one costs, or a little less.
pub(super) fn doubt_milli(before: &Chess, after: &Chess, mv: Move, fate: Fate) -> i64 {
    let Some(from) = mv.from() else { return 0 };
    let Some(piece) = before.board().role_at(from) else { return 0 };
    let mover = before.turn();
    let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(mover));
    let board = after.board();
    let arrived = Arrived { board, mover, piece, to };
    let gained = mv.capture().map_or(0, worth);
    let rank = |square: Square| i64::from(u32::from(mover.relative_rank(square.rank())));
    let against = LOSES * i64::from(arrived.loses(gained)) + OFF_CENTRE * rings(to);
    let in_favour = GAINS * i64::from(gained)
        + CASTLES * i64::from(mv.is_castle())
        + CHECKS * i64::from(after.is_check())
        + FORWARD * (rank(to) - rank(from))
        + THREATENS * i64::from(arrived.threatens());
    (against - in_favour).clamp(LEAST, MOST) * fate.percent() / 100
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
const MOST: i64 = 4_000;
/// Nothing that is lost counts for more, in pawns: a queen.
const MOST_LOST: i32 = 9;

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

/// A piece that has come to a square.
struct Arrived<'a> {
    board: &'a Board,
    mover: Color,
    piece: Role,
    to: Square,
}

impl Arrived<'_> {
    /// What its player loses when it is taken, in pawns, where it has taken so much.
    fn loses(&self, gained: i32) -> i32 {
        let takers = self.attackers(self.to, !self.mover);
        let least = takers.into_iter().filter_map(|square| self.board.role_at(square)).map(worth);
        let taken_back = |taker| match self.attackers(self.to, self.mover).any() {
            true => taker,
            false => 0,
        };
        let lost = least.min().map_or(0, |taker| worth(self.piece) - gained - taken_back(taker));
        lost.clamp(0, MOST_LOST)
    }

    /// The most that it threatens to win, in pawns: a piece that is worth more, or one that nobody protects.
    fn threatens(&self) -> i32 {
        let theirs = self.board.attacks_from(self.to) & self.board.by_color(!self.mover);
        let won = theirs.into_iter().filter_map(|square| {
            let role = self.board.role_at(square).filter(|&role| role != Role::King)?;
            match worth(role) - worth(self.piece) {
                more if more > 0 => Some(more),
                _ => self.attackers(square, !self.mover).is_empty().then(|| worth(role)),
            }
        });
        won.max().unwrap_or(0)
    }

    fn attackers(&self, square: Square, of: Color) -> Bitboard {
        self.board.attacks_to(square, of, self.board.occupied())
    }
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
        doubt_milli(&before, &position_after(&before, mv), mv, fate)
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
}
