//! Accounts of games that nobody played: random moves, touches, presses, clocks and decisions, each well
//! formed where it stands.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role, Square};
use touchmove_core::account::{
    BoardTrust, ClockState, Entry, EvidenceSpan, KingsSign, LineMove, LineState, MoveId, Placed,
    PositionWhy, Press, Purpose, Shown, Sight, Touch, TouchEnd, What,
};
use touchmove_core::laws::rulebook::Rulebook;
use touchmove_core::laws::{Exactness, Laws, Touching};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{ClockTime, Decision};

/// Where games begin: usual, with little left, before a promotion, with the last of fifty moves to come.
pub const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1",
    "7k/P7/8/8/8/8/p7/7K w - - 0 1",
    "4k3/7r/8/8/8/8/R7/4K3 w - - 145 120",
    "7k/8/6K1/8/8/8/R7/8 w - - 0 1",
];

/// What somebody may say, as decisions hold it.
pub const SAID: [&str; 61] = [
    "adjust side=white",
    "adjust_end side=white",
    "accidental sq=e2",
    "castling_intent value=no",
    "two_hands side=white",
    "two_hands side=black",
    "offer_draw side=white",
    "offer_draw side=black",
    "accept_draw side=white",
    "accept_draw side=black",
    "decline_draw side=black",
    "resign side=white",
    "claim_draw side=white kind=threefold",
    "claim_draw side=black kind=fifty move=h7g7",
    "claim_draw side=white kind=fifty",
    "claim_flag side=black",
    "claim_illegal side=black",
    "claim_illegal side=white",
    "arrived side=black at_ms=1000",
    "white_absent_until at_ms=1000",
    "found_initial_position_wrong misplaced=king",
    "found_clock_setting_wrong schedule_affected=yes",
    "found_colours_reversed",
    "found_illegal_move fen=4k3/8/8/8/8/8/8/4K2R",
    "watch_illegal_position",
    "both_flags last_period=yes",
    "found_displacement fen=4k3/8/8/8/8/8/8/4K2R position_known=no",
    "qpf_increment side=white",
    "qpf_claim side=white ground=no-effort",
    "qpf_claim side=black no_arbiter=yes",
    "arbiter_decision decision=agree",
    "arbiter_decision decision=postpone add_time=yes",
    "seal side=white",
    "seal side=black",
    "adjourn_early side=white ms=1000",
    "resume",
    "resume sealer_present=no",
    "resume replier_present=no",
    "seal_reply",
    "open_envelope sealed=e2e4",
    "open_envelope ambiguous=yes sealer_late_ms=4000000",
    "envelope_lost",
    "pre_resume side=black what=resign",
    "found_adjourned_position_wrong",
    "found_adjourned_times_wrong",
    "scoresheet_incomplete side=both",
    "arbiter_penalty side=white kind=add-opponent ms=1000",
    "arbiter_penalty side=black kind=lose-game",
    "arbiter_penalty side=white kind=warning",
    "arbiter_penalty side=white kind=lose-game opponent_score=1/2",
    "arbiter_penalty side=white kind=offender-points",
    "arbiter_penalty side=black kind=offender-points offender_score=1/2",
    "arbiter_penalty side=white kind=opponent-points",
    "confirm incident=1",
    "confirm incident=2",
    "dismiss incident=1",
    "dismiss incident=2",
    "reopen incident=1",
    "reopen incident=2",
    "result value=1-0",
    "result value=*",
];

/// Something that happens; numbers choose among what is possible.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    /// A legal move.
    Move(u16),
    /// A piece goes where it may not.
    Illegal(u16, u16),
    /// The last move is superseded.
    TakeBack,
    /// A player presses, with these squares of the board empty.
    Press(Color, u64),
    /// A piece is touched.
    Touch(u16, TouchEnd),
    /// The clock shows whose time runs, and whose flag is down.
    Clock(Option<Color>, [bool; 2]),
    /// The kings tell a result.
    Kings(KingsSign),
    /// Play goes on from here.
    Placed,
    /// Somebody says something.
    Says(usize),
    /// The decision so many records ago is undone.
    Undo(u64),
}

/// The Laws in a game that begins at one of [`STARTS`].
pub fn laws(rulebook: &Arc<Rulebook>, start: usize) -> Laws {
    let together = Duration::from_millis(250);
    let touching = Touching { together, account: Exactness::Read };
    Laws::new(Arc::clone(rulebook), touching, position(start))
}

fn position(start: usize) -> Arc<Chess> {
    let fen: Fen = STARTS[start].parse().unwrap();
    Arc::new(fen.into_position(CastlingMode::Standard).unwrap())
}

/// The table at which a game is played.
pub struct Table {
    line: Vec<LineMove>,
    now: Arc<Chess>,
    ids: u64,
    seconds: u64,
}

impl Deed {
    /// What the next bytes of a script mean; nothing at its end.
    pub fn of(script: &mut &[u8]) -> Option<Self> {
        let mut byte = || script.split_off_first().copied();
        let (kind, much) = (byte()?, byte()?);
        let side = Color::from_white(much & 1 == 0);
        Some(match kind % 36 {
            0..=9 => Self::Move(much.into()),
            10 | 11 => Self::Illegal(much.into(), byte()?.into()),
            12..=14 => Self::TakeBack,
            15..=19 => Self::Press(side, 0),
            20 => Self::Press(side, u64::from(byte()?) << (much / 4)),
            21..=24 => {
                let end = [TouchEnd::Held, TouchEnd::Returned, TouchEnd::Left];
                Self::Touch(byte()?.into(), end[usize::from(much) % end.len()])
            }
            25..=27 => {
                let run = [None, Some(Color::White), Some(Color::Black)];
                let flags = [much & 64 > 0, much & 128 > 0];
                Self::Clock(run[usize::from(much) % run.len()], flags)
            }
            28 => {
                let signs = [KingsSign::WhiteWins, KingsSign::BlackWins, KingsSign::Draw];
                Self::Kings(signs[usize::from(much) % signs.len()])
            }
            29 => Self::Placed,
            30 => Self::Undo(u64::from(much % 4) + 1),
            _ => Self::Says(usize::from(much) % SAID.len()),
        })
    }
}

impl Table {
    /// With the pieces of one of [`STARTS`], and nothing played.
    pub fn at(start: usize) -> Self {
        Self { line: Vec::new(), now: position(start), ids: 0, seconds: 0 }
    }

    /// What the account tells of these deeds; what cannot be done is left out.
    pub fn account(&mut self, deeds: &[Deed]) -> Vec<Entry> {
        deeds.iter().filter_map(|deed| self.does(*deed)).collect()
    }

    fn does(&mut self, deed: Deed) -> Option<Entry> {
        self.seconds += 2;
        let at = Instant::from_millis(self.seconds * 1_000);
        let record = self.seconds / 2;
        let what = match deed {
            Deed::Move(number) => {
                let mut legal = self.now.legal_moves();
                legal.retain(|mv| mv.capture() != Some(Role::King));
                let mv = *legal.get(usize::from(number) % legal.len().max(1))?;
                self.plays(mv, at)
            }
            Deed::Illegal(from, to) => {
                let mv = self.illegal(from, to)?;
                self.plays(mv, at)
            }
            Deed::TakeBack => {
                let last = self.line.pop()?;
                self.now = Arc::clone(&last.before);
                What::Move(LineMove { state: LineState::Superseded, ..last })
            }
            Deed::Press(side, squares) => What::Press(self.press(side, squares)),
            Deed::Touch(piece, end) => What::Touch(self.touch(piece, end, at)?),
            Deed::Clock(run, flags) => {
                let times = flags.map(|down| time(if down { 0 } else { 60_000 }));
                What::Clock(ClockState { times, run, flags, doubtful: false })
            }
            Deed::Kings(sign) => What::Kings(sign),
            Deed::Placed => {
                self.line.clear();
                let (position, why) = (Arc::clone(&self.now), PositionWhy::Decision);
                What::Position(Placed { position, why })
            }
            Deed::Says(said) => What::Decision(decision(SAID[said])),
            Deed::Undo(ago) => {
                What::Decision(decision(&format!("undo record={}", record.saturating_sub(ago))))
            }
        };
        Some(Entry { at, record, what })
    }

    fn plays(&mut self, mv: Move, at: Instant) -> What {
        self.ids += 1;
        let before = Arc::clone(&self.now);
        let mut after = before.as_ref().clone();
        let legal = before.is_legal(mv);
        after.play_unchecked(mv);
        self.now = Arc::new(after);
        let ply = u32::try_from(self.line.len()).unwrap() + 1;
        let line_move = LineMove {
            id: Some(MoveId(self.ids)),
            ply,
            state: LineState::Settled,
            mv,
            before,
            evidence: EvidenceSpan { from: self.seconds / 2, to: self.seconds / 2 },
            landed: at,
            sight: Sight::Seen,
            confidence: 1.0,
            legal,
            rewritten: false,
            trust: BoardTrust::Trusted,
        };
        self.line.push(line_move.clone());
        What::Move(line_move)
    }

    /// An own piece goes to an empty square to which it may not.
    fn illegal(&self, from: u16, to: u16) -> Option<Move> {
        let board = self.now.board();
        let from = nth(self.now.us().into_iter().collect(), from)?;
        let to = nth((!board.occupied()).into_iter().collect(), to)?;
        let role = board.role_at(from)?;
        let mv = Move::Normal { role, from, capture: None, to, promotion: None };
        (!self.now.is_legal(mv)).then_some(mv)
    }

    fn press(&self, side: Color, squares: u64) -> Press {
        let mut pieces = self.now.board().clone();
        let kings = pieces.by_role(Role::King);
        for square in shakmaty::Bitboard(squares) & !kings {
            pieces.discard_piece_at(square);
        }
        let shown = Shown { pieces, unnamed: shakmaty::Bitboard::EMPTY };
        Press {
            side,
            left: Some(time(60_000)),
            doubtful: false,
            shown: Some(Arc::new(shown)),
            purpose: [Purpose::Shown, Purpose::Open, Purpose::Astray][(squares % 3) as usize],
        }
    }

    fn touch(&self, piece: u16, end: TouchEnd, at: Instant) -> Option<Touch> {
        let square = nth(self.now.board().occupied().into_iter().collect(), piece)?;
        let piece = self.now.board().piece_at(square);
        let lifted = Instant::from_millis(at.as_millis() - 1_600);
        Some(Touch {
            square,
            piece,
            side: self.now.turn(),
            lifted,
            late: Duration::ZERO,
            tried: None,
            end,
            noise: 0.0,
        })
    }
}

fn nth(squares: Vec<Square>, number: u16) -> Option<Square> {
    squares.get(usize::from(number) % squares.len().max(1)).copied()
}

fn time(ms: u32) -> ClockTime {
    ClockTime::from_millis(ms).unwrap()
}

fn decision(said: &str) -> Decision {
    let mut words = said.split(' ');
    let verb = words.next().unwrap_or_default().to_owned();
    let particulars = words
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
    Decision { by: "arbiter".to_owned(), verb, particulars: particulars.collect() }
}
