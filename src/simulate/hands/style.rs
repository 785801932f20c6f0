//! How often hands do what, as data.

use fastrand::Rng;

/// How the players handle the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Each man is lifted, carried through the air, put down, and the clock pressed.
    Clean,
    /// As real hands do: the rates are those of 458 updates of three games recorded from DGT boards.
    Mixed,
}

/// Times in a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PerMille(pub(super) u16);

/// In which order a captured man goes and the capturing man comes.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaptureOrder {
    /// The capturer is put in the victim's place in one moment.
    Overwrite,
    /// The victim is lifted first.
    VictimFirst,
    /// The capturer is lifted first, then the victim.
    CapturerFirst,
}

/// When the pawn captured en passant is lifted.
#[derive(Clone, Copy, Debug)]
pub(super) enum VictimLifted {
    /// When the capturer has been put down.
    After,
    /// Before the capturer is lifted.
    Before,
    /// When the reply has begun.
    Late,
}

/// How castling is done.
#[derive(Clone, Copy, Debug)]
pub(super) enum CastlingOrder {
    /// The king, then the rook.
    KingFirst,
    /// The rook, then the king.
    RookFirst,
    /// Both with two hands at once.
    TwoHanded,
}

/// How a pawn is promoted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exchange {
    /// The pawn is laid aside from the seventh rank and the new man put on the eighth.
    Direct,
    /// The new man is put on the eighth before the pawn is taken away.
    NewManFirst,
    /// The pawn is moved to the eighth, stands there a moment, and is exchanged.
    PawnStands,
}

/// Ways to do a thing, with their weights.
pub(super) type Ways<T> = &'static [(u16, T)];

/// How often hands do what.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// Order of men in a capture.
    pub(super) captures: Ways<CaptureOrder>,
    /// When the victim of en passant is lifted.
    pub(super) en_passant: Ways<VictimLifted>,
    /// How castling is done.
    pub(super) castling: Ways<CastlingOrder>,
    /// How pawns are promoted.
    pub(super) promotion: Ways<Exchange>,
    /// A man that goes along a line is slid over it.
    pub(super) slide: PerMille,
    /// A man that jumps or goes one step touches a neighbour of its goal first.
    pub(super) stray: PerMille,
    /// A captured man brushes a neighbour of its square.
    pub(super) brush: PerMille,
    /// A man is adjusted before the move.
    pub(super) adjust: PerMille,
    /// Another move is made and taken back before the move.
    pub(super) take_back: PerMille,
}

impl Style {
    pub(super) const fn habits(self) -> Habits {
        match self {
            Self::Clean => CLEAN,
            Self::Mixed => MIXED,
        }
    }
}

const CLEAN: Habits = Habits {
    captures: &[(1, CaptureOrder::Overwrite)],
    en_passant: &[(1, VictimLifted::After)],
    castling: &[(1, CastlingOrder::KingFirst)],
    promotion: &[(1, Exchange::Direct)],
    slide: PerMille(0),
    stray: PerMille(0),
    brush: PerMille(0),
    adjust: PerMille(0),
    take_back: PerMille(0),
};

/// Captures, slides and brushes as in the recorded games, where 6 of 100 moves slide; 31 of 100 can
/// (counted in 25,943 plies of master games). The recordings hold too few castlings, promotions
/// and captures en passant to count: their rates, and those of adjusting and taking back, are
/// guesses that let each way occur.
const MIXED: Habits = Habits {
    captures: &[
        (71, CaptureOrder::Overwrite),
        (20, CaptureOrder::VictimFirst),
        (9, CaptureOrder::CapturerFirst),
    ],
    en_passant: &[(70, VictimLifted::After), (20, VictimLifted::Before), (10, VictimLifted::Late)],
    castling: &[
        (85, CastlingOrder::KingFirst),
        (8, CastlingOrder::RookFirst),
        (7, CastlingOrder::TwoHanded),
    ],
    promotion: &[(50, Exchange::Direct), (20, Exchange::NewManFirst), (30, Exchange::PawnStands)],
    slide: PerMille(180),
    stray: PerMille(5),
    brush: PerMille(90),
    adjust: PerMille(10),
    take_back: PerMille(5),
};

/// Chooses one of the ways by their weights.
pub(super) fn choose<T: Copy>(ways: Ways<T>, rng: &mut Rng) -> Option<T> {
    let total = ways.iter().map(|&(weight, _)| weight).sum();
    let mut left = rng.u16(0..total);
    ways.iter().find_map(|&(weight, way)| match left.checked_sub(weight) {
        Some(rest) => {
            left = rest;
            None
        }
        None => Some(way),
    })
}
