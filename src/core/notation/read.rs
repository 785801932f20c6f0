//! Reading a move that a player wrote.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role};

use super::{Letters, UnreadableMove, Written};

/// The longest text that is read, in bytes: room for a move in its longest form with number and notes.
pub const LONGEST: usize = 64;

/// Notes that may stand behind a move and say nothing about which one it is.
const NOTES: [&str; 9] = ["+", "#", "!", "?", "e.p.", "e.p", "ep", "mate", "mat"];

/// Marks of a draw offer.
const OFFERS: [&str; 2] = ["(=)", "="];

/// Reads one move: long or short (`Ng1-f3`, `Ng1f3`, `Nf3`), captures with `x`, `:` or nothing, pawns also
/// without the rank (`exd`), promotion as `e8Q`, `e8=Q`, `e8(Q)` or `e8/Q`, castling with zeros or `o`s.
/// A number in front (`12.`, `12...`), notes (`+ ++ # ! ? e.p. mate`) and the mark of a draw offer may
/// stand around it, and blanks anywhere. Signs of check and mate are not compared with the position.
///
/// # Errors
///
/// [`UnreadableMove`], where the text is no notation, or fits no legal move, or fits several.
pub fn parse(text: &str, position: &Chess, letters: Letters) -> Result<Written, UnreadableMove> {
    if text.len() > LONGEST {
        return Err(UnreadableMove::TooLong);
    }
    let text = plain(without_number(text.trim()));
    let (core, offers_draw) = without_notes(&text);
    let meant = Meant::read(core, letters).ok_or(UnreadableMove::NotNotation)?;
    let fitting: Vec<Move> =
        position.legal_moves().into_iter().filter(|mv| meant.fits(*mv)).collect();
    match fitting[..] {
        [] => Err(UnreadableMove::NoSuchMove),
        [mv] => Ok(Written { mv, offers_draw }),
        _ => Err(UnreadableMove::Ambiguous(fitting)),
    }
}

/// What a text says about a move.
enum Meant {
    Castling(CastlingSide),
    Going(Going),
}

/// What a text says about a move that is no castling; what is not said may be anything.
struct Going {
    role: Role,
    from: (Option<File>, Option<Rank>),
    says_capture: bool,
    to: (File, Option<Rank>),
    promotion: Option<Role>,
}

/// A sign between the piece and the end of the move.
#[derive(Clone, Copy)]
enum Sign {
    File(File),
    Rank(Rank),
    Captures,
    Goes,
}

impl Meant {
    fn read(core: &str, letters: Letters) -> Option<Self> {
        match core {
            "0-0" => Some(Self::Castling(CastlingSide::KingSide)),
            "0-0-0" => Some(Self::Castling(CastlingSide::QueenSide)),
            _ => Going::read(core, letters).map(Self::Going),
        }
    }

    fn fits(&self, mv: Move) -> bool {
        match self {
            Self::Castling(side) => mv.castling_side() == Some(*side),
            Self::Going(going) => !mv.is_castle() && going.fits(mv),
        }
    }
}

impl Going {
    fn read(core: &str, letters: Letters) -> Option<Self> {
        let mut after = core.chars();
        let (role, after_piece) = match after.next().and_then(|letter| letters.piece(letter)) {
            Some(role) => (role, after.as_str()),
            None => (Role::Pawn, core),
        };

        let end = after_piece.find(|sign| Sign::of(sign).is_none()).unwrap_or(after_piece.len());
        let (body, promotion) = after_piece.split_at(end);
        let signs: Vec<Sign> = body.chars().filter_map(Sign::of).collect();
        let promotion = promotion_to(promotion, letters)?;
        Self::from_signs(role, &signs, promotion)
    }

    fn from_signs(role: Role, signs: &[Sign], promotion: Option<Role>) -> Option<Self> {
        let (before, to) = match signs {
            [before @ .., Sign::File(file), Sign::Rank(rank)] => (before, (*file, Some(*rank))),
            // a pawn's capture by its files
            [before @ .., Sign::File(file)] if role == Role::Pawn && !before.is_empty() => {
                (before, (*file, None))
            }
            _ => return None,
        };
        let (origin, crossed) = match before {
            [origin @ .., Sign::Captures] => (origin, true),
            [origin @ .., Sign::Goes] => (origin, false),
            origin => (origin, false),
        };
        let from = match origin {
            [] => (None, None),
            [Sign::File(file)] => (Some(*file), None),
            [Sign::Rank(rank)] => (None, Some(*rank)),
            [Sign::File(file), Sign::Rank(rank)] => (Some(*file), Some(*rank)),
            _ => return None,
        };
        let says_capture = crossed || to.1.is_none();
        Some(Self { role, from, says_capture, to, promotion })
    }

    fn fits(&self, mv: Move) -> bool {
        let Some(from) = mv.from() else { return false };
        mv.role() == self.role
            && self.from.0.is_none_or(|file| from.file() == file)
            && self.from.1.is_none_or(|rank| from.rank() == rank)
            && (!self.says_capture || mv.is_capture())
            && mv.to().file() == self.to.0
            && self.to.1.is_none_or(|rank| mv.to().rank() == rank)
            && self.promotion.is_none_or(|role| mv.promotion() == Some(role))
    }
}

impl Sign {
    fn of(sign: char) -> Option<Self> {
        match sign {
            'x' | ':' => Some(Self::Captures),
            '-' => Some(Self::Goes),
            _ => File::from_char(sign)
                .map(Self::File)
                .or_else(|| Rank::from_char(sign).map(Self::Rank)),
        }
    }
}

/// The piece of `Q`, `=Q`, `(Q)` or `/Q`; inside, `None` where nothing is written. `None` where it is
/// anything else.
#[expect(clippy::option_option, reason = "nothing written is not the same as nonsense written")]
fn promotion_to(text: &str, letters: Letters) -> Option<Option<Role>> {
    if text.is_empty() {
        return Some(None);
    }
    let bracketed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let bare = bracketed.or_else(|| text.strip_prefix(['=', '/'])).unwrap_or(text);
    let mut letter = bare.chars();
    let role = letters.piece(letter.next()?)?;
    let may_be = !matches!(role, Role::Pawn | Role::King);
    (may_be && letter.next().is_none()).then_some(Some(role))
}

/// Without `12.`, `12...` or `12 ` in front. No move has the number 0, with which castling begins.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let ends = |sign: char| sign == '.' || sign == '…' || sign.is_whitespace();
    if rest.len() < text.len() && !text.starts_with('0') && rest.starts_with(ends) {
        rest.trim_start_matches(ends)
    } else {
        text
    }
}

/// Without blanks, and with one sign for each of those that are written in several ways.
fn plain(text: &str) -> String {
    let one = |sign| match sign {
        '‐' | '‑' | '–' | '—' | '−' => '-',
        '×' => 'x',
        'O' | 'o' => '0',
        _ => sign,
    };
    let whole: String = text.chars().filter(|sign| !sign.is_whitespace()).map(one).collect();
    // the cedilla, or comma, that is typed after its letter
    whole.replace("S\u{327}", "Ş").replace("S\u{326}", "Ş")
}

/// Without what stands behind the move, and whether a draw offer was there.
fn without_notes(text: &str) -> (&str, bool) {
    let (mut rest, mut offers_draw) = (text, false);
    loop {
        if let Some(before) = OFFERS.iter().find_map(|mark| rest.strip_suffix(mark)) {
            (rest, offers_draw) = (before, true);
        } else if let Some(before) = NOTES.iter().find_map(|note| rest.strip_suffix(note)) {
            rest = before;
        } else {
            return (rest, offers_draw);
        }
    }
}
