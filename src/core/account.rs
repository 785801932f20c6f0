//! The account: the stream between reconstruction and the Laws.
//!
//! Reconstruct says which moves were played, settled or not; the Laws say what was made and
//! completed. Neither knows the other. Squares and colours here are those of the game.

mod replies;
mod shown;

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{CastlingMode, Chess, Color, Move, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{
    self as device, ClockReading, ClockTime, Decision, Hand, Side as _,
};

pub use self::replies::{has_kings, is_playable, replies};
pub use self::shown::{Shown, differing, position_after};

/// One entry of the account, with the moment it speaks of and the record that brought it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The moment the entry speaks of.
    pub at: Instant,
    /// Number of the record that brought it, from 1; for a deadline that passed, of the last record
    /// before it.
    pub record: u64,
    /// What it says.
    pub what: What,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A new game begins.
    Begin(GameStart),
    /// A piece was touched.
    Touch(Touch),
    /// A piece was put down where it did not stay.
    Release(RestedPiece),
    /// The board equals the line, or differs from it.
    Standing(BoardStanding),
    /// A move entered the line, changed its state, or left the line.
    Move(LineMove),
    /// A player pressed the clock.
    Press(Press),
    /// What the clock shows.
    Clock(ClockState),
    /// The kings were put in the centre to tell the result.
    Kings(KingsSign),
    /// A decision of the arbiter or the operator.
    Decision(Decision),
    /// Play goes on from a position to which no move leads.
    Position(Placed),
    /// Somebody has to be asked, or need not be asked any more.
    Question(Question),
    /// The link was lost, the game goes on on another board, or the last reading is older than its record: nobody has seen
    /// what happened until the next one.
    LinkLost,
    /// The clock is not there any more. What is connected next may be another one, or stand the other way round.
    ClockAway,
}

/// A position to which no move leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The position.
    pub position: Arc<Chess>,
    /// Why no move leads there.
    pub why: PositionWhy,
}

/// Why play stands at a position without a move that leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionWhy {
    /// Moves are missing.
    Gap,
    /// Pieces were displaced.
    Displaced,
    /// Somebody decided so.
    Decision,
}

/// What only a person can answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Number within the game, from 1.
    pub id: u32,
    /// What is asked.
    pub kind: QuestionKind,
    /// The ply that it is about, from 1.
    pub ply: u32,
    /// The moves played if the answer is the first choice, the second, and so on; none where no moves
    /// are asked for.
    pub lines: Vec<Vec<Move>>,
    /// The position from which the lines go.
    pub before: Arc<Chess>,
    /// How sure the last choice is, 0–1, where somebody has weighed it.
    pub confidence: Option<f32>,
    /// Whether it still waits for an answer.
    pub state: QuestionState,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Is the game over? Pieces are moved while the clock stands, or nobody presses any more.
    GameOver,
    /// Which moves were played? The board shows only where they led.
    Gap,
    /// Which piece was taken? The board doesn't name pieces, and nothing that followed tells.
    WhichCapture,
    /// Which piece did the pawn become? The board doesn't name pieces, or a rook moves like a queen.
    PromotionPiece,
    /// What is the result? The kings tell another one than the position in which the game ended.
    ResultDiffers,
    /// Were other moves played than were told? What came later speaks for them.
    Hindsight,
}

impl Question {
    /// The last ply that it is about: where it proposes other moves, the last of those that were told.
    pub fn last_ply(&self) -> u32 {
        let told = self.lines.first().filter(|_| self.kind == QuestionKind::Hindsight);
        let told = told.map_or(0, Vec::len).saturating_sub(1);
        self.ply + u32::try_from(told).unwrap_or(u32::MAX)
    }

    /// The words of the answers, in the order of the lines.
    pub fn words(&self) -> Vec<String> {
        let both = |words: [&str; 2]| words.map(str::to_owned).to_vec();
        match self.kind {
            QuestionKind::GameOver => both(["yes", "no"]),
            QuestionKind::ResultDiffers => both(["board", "kings"]),
            QuestionKind::Hindsight => both(["keep", "change"]),
            QuestionKind::Gap => (1..=self.lines.len()).map(|number| number.to_string()).collect(),
            QuestionKind::WhichCapture => {
                let moves = self.lines.iter().flatten();
                moves.map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
            }
            QuestionKind::PromotionPiece => {
                let moves = self.lines.iter().flatten();
                moves.filter_map(|mv| mv.promotion().map(name_of)).map(str::to_owned).collect()
            }
        }
    }
}

fn name_of(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Whether a question still waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionState {
    /// It does.
    Open,
    /// What followed has answered it.
    Withdrawn,
    /// Somebody has answered it, by the choice of this number, from 0.
    Answered(usize),
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// The position before the first move.
    pub position: Arc<Chess>,
    /// How castling is understood and written.
    pub mode: CastlingMode,
}

/// A piece was lifted: it came back, or it left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Where it stood.
    pub square: Square,
    /// Which piece; `None` where the board doesn't tell.
    pub piece: Option<shakmaty::Piece>,
    /// Whose hand, as far as the turn tells.
    pub side: Color,
    /// When it was lifted.
    pub lifted: Instant,
    /// So much earlier it may have been: a board on a line is heard when it is asked.
    pub late: Duration,
    /// Where else it was put down meanwhile, if anywhere.
    pub tried: Option<Square>,
    /// What became of it.
    pub end: TouchEnd,
    /// How likely the touch is noise of board or hand, from 0 (certain) to 1.
    pub noise: f32,
}

/// How a touch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchEnd {
    /// Nothing yet: it is in the hand, or was touched where it stands.
    Held,
    /// The piece stands again where it stood.
    Returned,
    /// The piece left the square.
    Left,
}

/// A piece was put down, rested, and was taken up again by the same player: there it did not stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestedPiece {
    /// Where it was lifted; `None` for a piece from beside the board.
    pub from: Option<Square>,
    /// Where it was put down.
    pub to: Square,
    /// Which piece.
    pub piece: shakmaty::Piece,
    /// Whose hand.
    pub side: Color,
    /// When it was put down.
    pub put_down: Instant,
    /// How long it rested; `None` while it does.
    pub rested: Option<Duration>,
}

/// Whether the board equals the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardStanding {
    /// It does.
    InStep,
    /// It differs on these squares.
    Differs(Vec<Square>),
}

/// Number of a move within its game, in the order settled: the same evidence gives the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(pub u64);

/// A move of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMove {
    /// Its number, from the moment it is settled.
    pub id: Option<MoveId>,
    /// Ply in the game, from 1.
    pub ply: u32,
    /// What the line holds of it.
    pub state: LineState,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Arc<Chess>,
    /// First and last record that show it.
    pub evidence: EvidenceSpan,
    /// When the last reading that shows it came.
    pub landed: Instant,
    /// How the move was found.
    pub sight: Sight,
    /// How sure reconstruction is, 0–1.
    pub confidence: f32,
    /// Whether it may be played from the position before it. An illegal move that stands is part of the
    /// line all the same.
    pub legal: bool,
    /// Whether it stands so by what somebody has decided of it or of a move before it, and not by readings.
    pub rewritten: bool,
    /// Whether what the board shows of it may be held against its player.
    pub trust: BoardTrust,
}

impl LineMove {
    /// The position after it.
    pub fn after(&self) -> Chess {
        position_after(&self.before, self.mv)
    }
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The position after it was seen.
    Seen,
    /// It follows from a later position, or from the opponent's move.
    Bridged,
    /// It is one of several ways in which a later position can have come about.
    Uncertain,
    /// Somebody who was asked said so.
    Answered,
}

/// Whether what a board shows may be held against a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BoardTrust {
    /// Nothing speaks against it.
    #[default]
    Trusted,
    /// The board has lost readings, or nobody has watched: what it shows may not be what hands did.
    Doubted,
}

/// State of a move in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    /// The best explanation so far.
    Provisional,
    /// Told as fact.
    Settled,
    /// Taken back, aloud if it was told.
    Superseded,
}

/// First and last record of a piece of evidence, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvidenceSpan {
    /// First record.
    pub from: u64,
    /// Last record.
    pub to: u64,
}

/// A player pressed the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    /// Whose clock stopped.
    pub side: Color,
    /// His time in the reading that showed it; `None` where the device reports presses without times.
    pub left: Option<ClockTime>,
    /// Whether that reading was doubtful.
    pub doubtful: bool,
    /// What the board showed when it had been read once completely after the press; `None` where it was
    /// not, or play had gone on.
    pub shown: Option<Arc<Shown>>,
    /// By what it is known what he pressed for.
    pub purpose: Purpose,
}

/// By what it is known what a press was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Purpose {
    /// By the move that is told, or by what the board showed.
    #[default]
    Shown,
    /// By the move alone that will be told: hands were on the board, and nobody knows whose.
    Open,
    /// By nothing: the board differed from what is told before the player's turn, so that the line may be wrong.
    Astray,
}

/// What the clock shows, by colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// White's time, then Black's.
    pub times: [ClockTime; 2],
    /// Whose time runs.
    pub run: Option<Color>,
    /// Whose flag is shown as fallen: White's, then Black's.
    pub flags: [bool; 2],
    /// The reading contradicts the passage of time.
    pub doubtful: bool,
}

impl ClockState {
    /// A reading of a clock whose side `white` is White's.
    pub fn of_reading(reading: ClockReading, white: Hand) -> Self {
        match reading {
            ClockReading::Hands(times) => {
                let black = white.other();
                Self {
                    times: [times.time(white), times.time(black)],
                    run: times.run.map(|hand| Color::from_white(hand == white)),
                    flags: [times.flags[white.index()], times.flags[black.index()]],
                    doubtful: times.doubtful,
                }
            }
            ClockReading::Colors(times) => Self {
                times: times.times,
                run: times.run.map(|color| Color::from_white(color == device::Color::White)),
                flags: times.flags,
                doubtful: times.doubtful,
            },
        }
    }
}

/// The result that kings in the centre tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingsSign {
    /// Both on light squares.
    WhiteWins,
    /// Both on dark squares.
    BlackWins,
    /// One on each.
    Draw,
}
