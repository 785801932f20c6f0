//! What an arbiter should know who decides whether a player tries to win by normal means (III.5): the moves since the claim,
//! what they changed, and whether a mate is possible at all. It decides nothing.

use shakmaty::{Color, Position};

use crate::laws::casebook::Casebook;
use crate::laws::edition::Rule;
use crate::laws::flag::CanMate;
use crate::laws::play::Play;
use crate::laws::says::Holds;

/// A claim of which the arbiter is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClaimMade {
    /// Who has claimed.
    pub(super) by: Color,
    /// The last ply before the claim; 0 before the first.
    pub(super) after_ply: u32,
}

/// What the game shows of the claim so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuickplayEvidence {
    /// Who has claimed.
    pub side: Color,
    /// Moves of his opponent since.
    pub moves: u32,
    /// Those of them that took something or moved a pawn.
    pub progress: u32,
    /// How often the position has stood.
    pub repetitions: u32,
    /// Moves of both, one each, since anything was taken or a pawn moved.
    pub without_progress: u32,
    /// Whether the opponent can mate by any legal moves.
    pub can_mate: CanMate,
}

/// Tells the arbiter what the game shows.
pub(super) fn tell(play: &Play, casebook: &mut Casebook, claim: ClaimMade) {
    let ClaimMade { by, after_ply } = claim;
    let since = play.moves().last_first().take_while(|made| made.ply > after_ply);
    let (mut moves, mut progress) = (0, 0);
    for made in since.filter(|made| made.side != by) {
        moves += 1;
        progress += u32::from(made.mv.is_zeroing());
    }
    let position = play.position();
    let evidence = QuickplayEvidence {
        side: by,
        moves,
        progress,
        repetitions: play.history().occurrences_of_last(),
        without_progress: position.halfmoves() / 2,
        can_mate: casebook.can_mate(by.other(), position),
    };
    let article = casebook.article(Rule::QuickplayClaim);
    casebook.say_holds(Holds::Quickplay(evidence, article));
}
