//! Pieces that the game has on a square that shows nothing, or something else, move after move.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::{Piece, Placement, Reading, Role, Square};

use super::finding::{Ail, Finding};

/// While so many more moves are told, whoever has knocked a piece over would have seen it.
const MOVES_ON: u32 = 5;
/// And no sooner than this, in blitz.
const AT_LEAST: Duration = Duration::from_secs(10);
/// A move changes no more squares; and where more of the others differ when it is told, it may be another one.
const MAX_SQUARES_OF_A_MOVE: usize = 4;
const MAX_PIECES_UNDER_WAY: usize = 1;
/// Where more squares differ, the board is used for something else, or the game is not known.
const MAX_DIFFERING_SQUARES: usize = 4;
/// So many squares of a rank or file, and it is not the squares.
const LEAST_OF_A_LINE: usize = 3;
/// So many pieces, read before they came, that were never read on a square: one may stand beside it.
const LEAST_PIECES: u8 = 2;

/// What the game has on the board, and since when which square differs.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pieces: Option<Placement>,
    shown: [Option<Reading>; 64],
    spots: [Spot; 64],
    /// How many moves were told.
    plies: u32,
    /// Whether all squares have shown what the game has since it is known: one that was guessed may never.
    was_in_step: bool,
}

/// One square.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Since when it differs from the game, and after how many moves.
    differs: Option<(Instant, u32)>,
    /// It has shown the piece that the game has there, at some time.
    was_right: bool,
    /// That piece was read where it came from: it can be read.
    can_be_read: bool,
    /// Where the piece went that it still shows.
    left_for: Option<Square>,
    /// How many pieces that stood there were not read at any time.
    unread: u8,
}

impl Standing {
    pub(super) const fn new() -> Self {
        let spot =
            Spot { differs: None, was_right: false, can_be_read: false, left_for: None, unread: 0 };
        Self { pieces: None, shown: [None; 64], spots: [spot; 64], plies: 0, was_in_step: false }
    }

    /// What the game has on the board.
    pub(super) const fn pieces(&self) -> Option<&Placement> {
        self.pieces.as_ref()
    }

    /// Whether all other squares show what the game has there, but for those that have not for long: so no piece is in
    /// the air.
    pub(super) fn is_in_step_beside(&self, square: Square, now: Instant) -> bool {
        let is_off = |other: &Square| {
            let spot = self.spots.get(other.index());
            spot.is_some_and(|spot| spot.differs.is_some()) && !self.is_judged(*other, now)
        };
        !Square::all().any(|other| other != square && is_off(&other))
    }

    /// The game has this on the board now; whether that is a move further.
    pub(super) fn expect(&mut self, now: Instant, pieces: Option<&Placement>) -> bool {
        if self.pieces.as_ref() == pieces {
            return false;
        }
        let unread = self.unread(now);
        let before = self.pieces.take();
        let is_move = before.is_some() && pieces.is_some();
        let right = self.spots.map(|spot| spot.was_right);
        let mut came = Vec::new();
        let mut changed = 0;
        self.plies = self.plies.saturating_add(u32::from(is_move));
        self.pieces = pieces.cloned();
        for square in Square::all() {
            let was = before.as_ref().map(|before| before.get(square));
            let is = pieces.map(|pieces| pieces.get(square));
            if was == is {
                continue;
            }
            changed += 1;
            let shows_right = self.shows_right(square);
            let left_for = self.destination(square, was, before.as_ref());
            let origin = self.origin(is, before.as_ref());
            let can_be_read = origin.and_then(|from| right.get(from.index())) == Some(&true);
            let Some(spot) = self.spots.get_mut(square.index()) else { continue };
            if unread & 1 << square.index() != 0 {
                spot.unread = spot.unread.saturating_add(1);
            }
            spot.was_right = shows_right == Some(true);
            spot.can_be_read = false;
            if can_be_read {
                came.push(square);
            }
            spot.differs = (shows_right == Some(false)).then_some((now, self.plies));
            spot.left_for = left_for;
        }
        let is_one =
            changed <= MAX_SQUARES_OF_A_MOVE && self.unexplained(&came) <= MAX_PIECES_UNDER_WAY;
        if self.was_in_step && is_one {
            for square in came {
                if let Some(spot) = self.spots.get_mut(square.index()) {
                    spot.can_be_read = true;
                }
            }
        }
        self.was_in_step = self.is_in_step();
        is_move
    }

    /// Whether it was, or all squares show now what the game has.
    fn is_in_step(&self) -> bool {
        let differs = || self.spots.iter().any(|spot| spot.differs.is_some());
        self.pieces.is_some() && (self.was_in_step || !differs())
    }

    /// How many squares differ from the game, but for those to which pieces have come and those that are known to read none.
    fn unexplained(&self, came: &[Square]) -> usize {
        let differs = |square: &Square| {
            self.spots.get(square.index()).is_some_and(|spot| spot.differs.is_some())
        };
        let squares = Square::all().filter(|it| differs(it) && !came.contains(it));
        squares.filter(|it| !self.is_not_read(*it)).count()
    }

    /// A square shows this.
    pub(super) fn shows(&mut self, now: Instant, square: Square, reading: Reading) {
        let Some(shown) = self.shown.get_mut(square.index()) else { return };
        if shown.replace(reading) == Some(reading) {
            return;
        }
        let shows_right = self.shows_right(square);
        let has_piece = self.expected(square).is_some_and(Reading::is_occupied);
        let Some(spot) = self.spots.get_mut(square.index()) else { return };
        spot.left_for = None;
        match shows_right {
            Some(true) => {
                (spot.differs, spot.was_right) = (None, true);
                if has_piece {
                    spot.unread = 0;
                }
            }
            Some(false) => spot.differs = Some((now, self.plies)),
            None => spot.differs = None,
        }
        self.was_in_step = self.is_in_step();
    }

    /// What is found.
    pub(super) fn findings(&self, now: Instant) -> Vec<Finding> {
        let judged: Vec<Square> = Square::all().filter(|it| self.is_judged(*it, now)).collect();
        let lost: Vec<Square> = judged.iter().copied().filter(|it| self.is_not_read(*it)).collect();
        let in_line = of_a_line(&lost);
        let is_sure = judged.len() <= MAX_DIFFERING_SQUARES || !in_line.is_empty();
        let (judged, lost) = match is_sure && !self.has_strays() {
            true => (judged, lost),
            false => Default::default(),
        };
        let in_line = if lost.is_empty() { lost.clone() } else { in_line };
        let of = |test: &dyn Fn(Square) -> bool| -> Vec<Square> {
            judged.iter().copied().filter(|square| test(*square)).collect()
        };
        let dead: Vec<Square> = Square::all().filter(|it| self.is_dead(*it, &lost)).collect();
        let is_single = |square: &Square| !dead.contains(square) && !in_line.contains(square);
        let not_read = match self.has_names() {
            true => lost.iter().copied().filter(is_single).collect(),
            false => Vec::new(),
        };
        let found = [
            (Ail::DeadLine, in_line.clone()),
            (Ail::DeadSquare, dead.iter().copied().filter(|it| !in_line.contains(it)).collect()),
            (Ail::NotRead, not_read),
            (Ail::Misread, of(&|square| self.is_misread(square, &judged))),
            (Ail::Stuck, of(&|square| self.is_stuck(square))),
        ];
        let findings = found.into_iter().filter(|(_, squares)| !squares.is_empty());
        findings.map(|(ail, squares)| Finding { ail, count: 1, squares }).collect()
    }

    fn expected(&self, square: Square) -> Option<Reading> {
        Some(self.pieces.as_ref()?.get(square))
    }

    fn shown(&self, square: Square) -> Option<Reading> {
        self.shown.get(square.index()).copied().flatten()
    }

    fn shows_right(&self, square: Square) -> Option<bool> {
        Some(self.expected(square)?.may_show_as(self.shown(square)?))
    }

    /// Whether it has differed for so long that it is judged.
    fn is_judged(&self, square: Square, now: Instant) -> bool {
        let spot = self.spots.get(square.index());
        spot.and_then(|spot| spot.differs).is_some_and(|(since, plies)| {
            self.plies.saturating_sub(plies) >= MOVES_ON && now.since(since) >= AT_LEAST
        })
    }

    /// Whether the game has a piece there, and none is read. One that was, and has gone, a hand may have taken; and
    /// where it was not seen to come from the game may be wrong.
    fn is_not_read(&self, square: Square) -> bool {
        let spot = self.spots.get(square.index());
        let has_come = spot.is_some_and(|spot| spot.can_be_read && !spot.was_right);
        let is_nothing = match self.shown(square) {
            Some(Reading::Empty) => has_come,
            reading => reading == Some(Reading::Unknown),
        };
        is_nothing && self.expected(square).is_some_and(Reading::is_occupied)
    }

    /// Whether the board can name what stands on it: a piece without a name that left and is read nowhere may have taken one
    /// against the Laws, whose square was never empty.
    fn has_names(&self) -> bool {
        !self.shown.contains(&Some(Reading::Occupied))
    }

    /// Whether different pieces were never read there; `lost` are the squares that read none now.
    fn is_dead(&self, square: Square, lost: &[Square]) -> bool {
        self.spots.get(square.index()).is_some_and(|spot| {
            let now = lost.contains(&square) && !spot.was_right && spot.can_be_read;
            spot.unread.saturating_add(u8::from(now)) >= LEAST_PIECES
        })
    }

    /// Whether it shows another piece than the game has there; not where pieces were confused, or a pawn is not
    /// exchanged.
    fn is_misread(&self, square: Square, judged: &[Square]) -> bool {
        let (Some(Reading::Piece(expected)), Some(Reading::Piece(shown))) =
            (self.expected(square), self.shown(square))
        else {
            return false;
        };
        let is_elsewhere = |other: &Square| self.expected(*other) == Some(Reading::Piece(shown));
        !judged.iter().any(is_elsewhere) && !is_left_pawn(shown, square) && expected != shown
    }

    /// Whether it shows a piece that has gone and is read where it went.
    fn is_stuck(&self, square: Square) -> bool {
        let spot = self.spots.get(square.index());
        let left_for = spot.and_then(|spot| spot.left_for);
        left_for.is_some_and(|goal| self.shown(goal) == self.shown(square))
    }

    /// Whether a piece stands, and has for a move, where the game has none: then it may be the game that is wrong.
    fn has_strays(&self) -> bool {
        let is_stray = |square: Square| {
            let since = self.spots.get(square.index()).and_then(|spot| spot.differs);
            self.expected(square) == Some(Reading::Empty)
                && since.is_some_and(|(_, plies)| plies < self.plies)
                && !self.is_stuck(square)
        };
        Square::all().any(is_stray)
    }

    /// Where the piece went, by the game, that stood on a square and is still shown there.
    fn destination(
        &self,
        square: Square,
        was: Option<Reading>,
        before: Option<&Placement>,
    ) -> Option<Square> {
        let (pieces, before, was) = (self.pieces.as_ref()?, before?, was?);
        let is_gone = was.is_occupied() && pieces.get(square) == Reading::Empty;
        let gains = |goal: &Square| pieces.get(*goal) == was && before.get(*goal) != was;
        let is_shown = self.shown(square) == Some(was);
        Square::all().find(gains).filter(|_| is_gone && is_shown)
    }

    /// Where the piece came from, by the game, that stands on a square now.
    fn origin(&self, is: Option<Reading>, before: Option<&Placement>) -> Option<Square> {
        let (pieces, before, is) = (self.pieces.as_ref()?, before?, is?);
        let is_it = |from: &Square| before.get(*from) == is && pieces.get(*from) != is;
        Square::all().find(is_it).filter(|_| is.is_occupied())
    }

    /// The squares with a piece that can be read and was not at any time, as bits.
    fn unread(&self, now: Instant) -> u64 {
        let is_unread = |square: &Square| {
            self.is_judged(*square, now)
                && self.is_not_read(*square)
                && self.spots.get(square.index()).is_some_and(|it| !it.was_right && it.can_be_read)
        };
        Square::all().filter(is_unread).fold(0, |all, square| all | 1 << square.index())
    }
}

fn is_left_pawn(piece: Piece, square: Square) -> bool {
    piece.role == Role::Pawn && matches!(square.index() / 8, 0 | 7)
}

/// Those of the squares that lie in one rank or one file, where that is more than chance.
fn of_a_line(squares: &[Square]) -> Vec<Square> {
    let lines: [fn(&Square) -> usize; 2] = [|it| it.index() / 8, |it| it.index() % 8];
    let on = |(line, number): (fn(&Square) -> usize, usize)| -> Vec<Square> {
        squares.iter().copied().filter(|square| line(square) == number).collect()
    };
    let all = lines.into_iter().flat_map(|line| (0..8).map(move |number| (line, number)));
    let longest = all.map(on).max_by_key(Vec::len).unwrap_or_default();
    if longest.len() >= LEAST_OF_A_LINE { longest } else { Vec::new() }
}
