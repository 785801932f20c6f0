//! What may be told, and which fields say the particulars.

/// What sort of thing a kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindFamily {
    /// An irregularity, or something that the arbiter should look at.
    Incident,
    /// What the Laws want done to board or clock.
    Instruction,
    /// What the operator is asked.
    Question,
    /// A right that a player has no more.
    RightLost,
    /// What a touch binds a player to.
    Obligation,
    /// Why the Laws do not let a player have what he asked for.
    Refusal,
    /// What the Laws make of what somebody has said.
    Answer,
    /// How a game ended.
    Result,
    /// What ails a board.
    Board,
}

/// A kind of thing that is told.
///
/// Fields, all of which may be missing:
/// `article` and `edition` (`fide-2023`); `side` (`white`, `black`: whose doing, clock or right it is, in
/// results who lost or claimed); `certainty` (`high`, `medium`, `low`); `ply` (from 1); `move` and `moves`
/// (as they are written in the reader's letters); `square` and `squares`; `piece` (`knight`, or the letter of
/// a FEN); `seconds` (for the opponent, 0 where the edition gives none; or how much is added, lacking or
/// jumped); `value` (`1-0`); `what` (`both-kings-in-check`, `pawn-on-last-rank`; of claims `threefold`, `fifty`, `illegal-move`); `instruction` (a kind of
/// instruction); `mode` (`fischer`, `bronstein`, `delay`); `colours` (`same`, `correct`); `period` (from 1);
/// `duty` (`move`, `capture`, `free`); `setting` of a clock (`main`, `each-move`), and the time that was `expected` and
/// is `seen` (`1:30:00`); of a claim in a quickplay finish the opponent's moves since (`count`), those of them with a capture
/// or of a pawn (`progress`), how often the position has stood (`repetitions`), the moves of each since the last capture or pawn's move
/// (`without_progress`), and whether the opponent `can_mate` (`yes`, `no`, `undetermined`); of boards `count` (how often, or a charge in per cent) and `trend` (`rising`,
/// `steady`, `falling`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name on the bus.
    pub name: &'static str,
    /// What sort of thing it is.
    pub family: KindFamily,
    /// Its fields beyond those of its family.
    own: &'static [&'static str],
}

impl KindFamily {
    /// The fields that all of the family have.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Incident => &["article", "edition", "side", "certainty", "ply"],
            Self::Instruction | Self::Refusal | Self::Answer => &["article", "edition"],
            Self::Question | Self::Board => &[],
            Self::RightLost => &["article", "edition", "side", "ply"],
            Self::Obligation => &["article", "edition", "side", "ply"],
            Self::Result => &["article", "edition", "value"],
        }
    }
}

impl Kind {
    /// The fields that its words may name.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.family.fields().iter().chain(self.own).copied()
    }

    const fn incident(name: &'static str, own: &'static [&'static str]) -> Self {
        Self { name, family: KindFamily::Incident, own }
    }

    const fn instruction(name: &'static str, own: &'static [&'static str]) -> Self {
        Self { name, family: KindFamily::Instruction, own }
    }

    const fn question(name: &'static str, own: &'static [&'static str]) -> Self {
        Self { name, family: KindFamily::Question, own }
    }

    const fn right_lost(name: &'static str) -> Self {
        Self { name, family: KindFamily::RightLost, own: &[] }
    }

    const fn refusal(name: &'static str) -> Self {
        Self { name, family: KindFamily::Refusal, own: &[] }
    }

    const fn answer(name: &'static str, own: &'static [&'static str]) -> Self {
        Self { name, family: KindFamily::Answer, own }
    }

    const fn result(name: &'static str) -> Self {
        Self { name, family: KindFamily::Result, own: &[] }
    }

    const fn board(name: &'static str, own: &'static [&'static str]) -> Self {
        Self { name, family: KindFamily::Board, own }
    }

    const fn result_of(name: &'static str) -> Self {
        Self { name, family: KindFamily::Result, own: &["side"] }
    }
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind::incident("touch-move-violation", &["man", "square", "move", "moves"]),
    Kind::incident("released-piece-moved", &["man", "square"]),
    Kind::incident("wrong-side-touch", &["man", "square"]),
    Kind::incident("illegal-move-completed", &["move", "seconds"]),
    Kind::incident("promotion-not-replaced", &["square", "seconds"]),
    Kind::incident("press-without-move", &["seconds"]),
    Kind::incident("two-hands", &["seconds"]),
    Kind::incident("displaced-pieces", &["squares"]),
    Kind::incident("end-not-immediate", &["move"]),
    Kind::incident("flag-fall", &[]),
    Kind::incident("draw-offer-irregular", &[]),
    Kind::incident("illegal-position-watch", &["what"]),
    Kind::incident("board-desync", &["squares"]),
    Kind::incident("board-rotated", &[]),
    Kind::incident("clock-fault", &["seconds"]),
    Kind::incident("clock-setting-wrong", &["setting", "expected", "seen"]),
    Kind::incident("piece-needed", &["square"]),
    Kind::incident("arbiter-called", &[]),
    Kind::incident("scoresheet-update-required", &[]),
    Kind::incident("dead-position-suspected", &[]),
    Kind::incident("promotion-changed", &["square"]),
    Kind::incident("king-capture-attempt", &["seconds"]),
    Kind::incident("illegal-move-pending", &["move"]),
    Kind::incident("increment-missing", &["seconds"]),
    Kind::incident("wrong-side-running", &[]),
    Kind::incident("clock-not-started", &[]),
    Kind::incident("clock-not-stopped", &[]),
    Kind::incident("times-swapped", &[]),
    Kind::incident("clock-jump", &["seconds"]),
    Kind::incident("clock-and-moves-disagree", &[]),
    Kind::incident("instruction-overdue", &["instruction"]),
    Kind::instruction("restore", &["side", "squares"]),
    Kind::instruction("replace", &["square", "man"]),
    Kind::instruction("clock_add", &["side", "seconds"]),
    Kind::instruction("clock_sub", &["side", "seconds"]),
    Kind::instruction("clock_run", &["side"]),
    Kind::instruction("clock_pause", &[]),
    Kind::instruction("clock_mode", &["mode", "seconds"]),
    Kind::instruction("clock_used", &["white", "black"]),
    Kind::instruction("clock_set", &["white", "black"]),
    Kind::instruction("new_game", &["colours"]),
    Kind::instruction("transfer_position", &[]),
    Kind::instruction("castling_forbidden", &["side", "square"]),
    Kind::instruction("declare", &["value"]),
    Kind::instruction("period", &["side", "period", "seconds"]),
    Kind::question("game-over", &["ply"]),
    Kind::question("gap", &["ply"]),
    Kind::question("which-capture", &["side", "ply"]),
    Kind::question("promotion-piece", &["side", "ply", "square"]),
    Kind::question("result-differs", &["value"]),
    Kind::question("hindsight", &["ply"]),
    Kind::question("board-turned", &[]),
    Kind::right_lost("claim-draw-this-move"),
    Kind::right_lost("complain-previous-touch"),
    Kind::right_lost("claim-illegal-move"),
    Kind::refusal("refused-no-open-offer"),
    Kind::refusal("refused-agreement"),
    Kind::refusal("refused-flag-claim"),
    Kind::refusal("refused-illegal-move-claim"),
    Kind::refusal("refused-illegal-move-correction"),
    Kind::refusal("refused-set-up-claim"),
    Kind::refusal("refused-orientation-claim"),
    Kind::refusal("refused-clock-setting-change"),
    Kind::refusal("refused-two-hands"),
    Kind::refusal("refused-illegal-position-watch"),
    Kind::refusal("refused-penalty"),
    Kind::refusal("refused-qpf-increment-not-in-edition"),
    Kind::refusal("refused-qpf-claim-not-in-edition"),
    Kind::refusal("refused-qpf-increment-not-announced"),
    Kind::refusal("refused-qpf-claim-not-announced"),
    Kind::refusal("refused-qpf-increment-blitz"),
    Kind::refusal("refused-qpf-claim-blitz"),
    Kind::refusal("refused-qpf-increment-increment"),
    Kind::refusal("refused-qpf-claim-increment"),
    Kind::refusal("refused-qpf-increment-not-last-period"),
    Kind::refusal("refused-qpf-claim-not-last-period"),
    Kind::refusal("refused-qpf-claim-increment-request-first"),
    Kind::refusal("refused-qpf-increment-flag-fallen"),
    Kind::refusal("refused-qpf-claim-flag-fallen"),
    Kind::refusal("refused-qpf-increment-not-on-move"),
    Kind::refusal("refused-qpf-claim-not-on-move"),
    Kind::refusal("refused-qpf-increment-two-minutes-or-more"),
    Kind::refusal("refused-qpf-claim-two-minutes-or-more"),
    Kind::refusal("refused-adjournment-not-in-edition"),
    Kind::refusal("refused-adjournment-not-on-move"),
    Kind::refusal("refused-adjournment-before-time-control"),
    Kind::refusal("refused-adjournment-replier-absent"),
    Kind::refusal("refused-adjournment-sealer-absent"),
    Kind::refusal("refused-adjournment-sealer-present"),
    Kind::refusal("refused-adjournment-envelope-opened"),
    Kind::answer("move-sealed", &["side", "white", "black"]),
    Kind::answer("sealed-move", &["side"]),
    Kind::answer("waits-for-the-envelope", &[]),
    Kind::answer("waits-for-the-replier", &[]),
    Kind::answer("waits-for-the-sealer", &[]),
    Kind::answer("waits-for-the-sealer-to-play", &[]),
    Kind::answer("waits-for-the-arbiter", &[]),
    Kind::answer("waits-for-the-opponent", &[]),
    Kind::answer("waits-for-a-final-decision", &[]),
    Kind::answer("play-goes-on-watched", &[]),
    Kind::answer(
        "quickplay-evidence",
        &["side", "count", "progress", "repetitions", "without_progress", "can_mate"],
    ),
    Kind::answer("offer-open", &["side"]),
    Kind::answer("offer-declined", &["side"]),
    Kind::answer("offer-lapsed", &["side"]),
    Kind::answer("offer-moved-past", &["side"]),
    Kind::answer("offer-not-allowed", &["side"]),
    Kind::answer("claim-right", &["side", "what"]),
    Kind::answer("claim-wrong", &["side", "what"]),
    Kind::answer("claim-not-now", &["side"]),
    Kind::answer("warned", &["side"]),
    Kind::answer("points-raised", &["side"]),
    Kind::answer("points-lowered", &["side"]),
    Kind::answer("must-record", &["side"]),
    Kind::answer("need-not-record", &["side"]),
    Kind::answer("arrived", &["side"]),
    Kind::answer("illegal-move-stands", &[]),
    Kind::answer("play-goes-on", &[]),
    Kind::answer("arbiter-may-choose", &[]),
    Kind::answer("waits-for-a-claim", &[]),
    Kind {
        name: "obligation",
        family: KindFamily::Obligation,
        own: &["duty", "man", "square", "moves"],
    },
    Kind::result("checkmate"),
    Kind::result("stalemate"),
    Kind::result("dead-position"),
    Kind::result("fivefold"),
    Kind::result("seventyfive"),
    Kind::result("agreement"),
    Kind::result_of("threefold-claim"),
    Kind::result_of("fifty-claim"),
    Kind::result_of("resignation"),
    Kind::result_of("resignation-opponent-cannot-mate"),
    Kind::result_of("flag"),
    Kind::result_of("flag-opponent-cannot-mate"),
    Kind::result_of("flag-opponent-bare-king"),
    Kind::result_of("illegal-move"),
    Kind::result_of("illegal-move-opponent-cannot-mate"),
    Kind::result_of("second-illegal"),
    Kind::result_of("second-illegal-opponent-cannot-mate"),
    Kind::result("illegal-position"),
    Kind::result_of("default-time"),
    Kind::result("both-late"),
    Kind::result("both-flags"),
    Kind::result_of("quickplay-finish"),
    Kind::result_of("sealed-move-invalid"),
    Kind::result_of("sealed-illegal-opponent-bare-king"),
    Kind::result_of("arbiter-penalty"),
    Kind::result("kings"),
    Kind::result("decision"),
    Kind::board("board-floods", &["count"]),
    Kind::board("line-dead", &["squares"]),
    Kind::board("square-dead", &["squares"]),
    Kind::board("square-stuck", &["squares"]),
    Kind::board("man-not-read", &["squares"]),
    Kind::board("man-misread", &["squares"]),
    Kind::board("man-alternates", &["squares", "count", "trend"]),
    Kind::board("square-ghosts", &["squares", "count", "trend"]),
    Kind::board("square-flickers", &["squares", "count", "trend"]),
    Kind::board("board-flickers", &["count", "trend"]),
    Kind::board("line-errors", &["count", "trend"]),
    Kind::board("board-silences", &["count", "trend"]),
    Kind::board("battery-low", &["count"]),
    Kind::board("clock-battery-low", &[]),
];
