//! What a release binds to: articles 4.4.4 and 4.7; of 1995 articles 6.1, 6.3 and 6.4.

use shakmaty::{CastlingMode, CastlingSide, Move, Position, Role, Square};

use super::touched_pieces::TouchedPieces;
use super::{Binding, Contact, MoveChoices, PutDown};
use crate::laws::edition::Rule;

/// What binds once this was put down after these contacts; `bound` is what earlier releases bound to.
///
/// A release binds to the legal moves that it begins or makes, if what bound before left any of them. The rook that was to
/// castle with a king that may not binds to nothing (`docs/laws/rules.md` 3.4).
pub(super) fn after(
    choices: &MoveChoices<'_>,
    release: &PutDown,
    contacts: &[Contact],
    bound: Option<Binding>,
) -> Option<Binding> {
    if bound.as_ref().is_some_and(|bound| bound.rule == Rule::KingReleased)
        && is_of_rook(choices, *release)
    {
        return bound;
    }
    let Some(mut begun) = begun(choices, *release) else {
        return bound.or_else(|| castling_refused(choices, *release, contacts));
    };
    let touched = match &bound {
        Some(_) => None,
        None => TouchedPieces::new(choices, contacts).binding(),
    };
    if let Some(before) = bound.as_ref().or(touched.as_ref()) {
        begun.moves.retain(|mv| before.moves.contains(mv));
    }
    if begun.moves.is_empty() { bound } else { Some(begun) }
}

fn is_of_rook(choices: &MoveChoices<'_>, release: PutDown) -> bool {
    let PutDown::Piece { from, .. } = release else { return false };
    choices.position.our(Role::Rook).contains(from)
}

/// The legal moves that begin with this release, or are made by it.
fn begun(choices: &MoveChoices<'_>, release: PutDown) -> Option<Binding> {
    match release {
        PutDown::Piece { from, to, .. } => {
            let goes = |mv: Move| !mv.is_castle() && mv.from() == Some(from) && mv.to() == to;
            let moves = choices.choose(goes);
            let promotes = moves.first().is_some_and(|mv| mv.is_promotion());
            let rule = if promotes { Rule::PawnReleased } else { Rule::Released };
            Binding::some(moves, rule).or_else(|| castling_begun(choices, from, to))
        }
        PutDown::Promoted { on, role, .. } => {
            let becomes = |mv: Move| mv.promotion() == Some(role) && mv.to() == on;
            Binding::some(choices.choose(becomes), Rule::PromotionChosen)
        }
    }
}

/// 4.7.2: a king that stands where castling takes it, and got there by no other move, castles.
fn castling_begun(choices: &MoveChoices<'_>, from: Square, to: Square) -> Option<Binding> {
    let us = choices.position.turn();
    let goal = |side: CastlingSide| side.king_to(us);
    let castles = |mv: Move| mv.from() == Some(from) && mv.castling_side().map(goal) == Some(to);
    if from == to {
        return None;
    }
    Binding::some(choices.choose(castles), Rule::CastlingMade)
}

/// 4.7.2: a king released as if it castled, where it may not, makes another move, and where it has
/// none every move is open. What the touches bound to before stands.
fn castling_refused(
    choices: &MoveChoices<'_>,
    release: PutDown,
    contacts: &[Contact],
) -> Option<Binding> {
    let PutDown::Piece { from, to, .. } = release else { return None };
    if choices.king != Some(from) || !looks_like_castling(choices, from, to) {
        return None;
    }
    let moves = choices.choose(|mv| mv.from() == Some(from));
    let touches = TouchedPieces::new(choices, contacts);
    let touches = if moves.is_empty() { touches.before_king() } else { touches };
    match touches.binding() {
        Some(binding) if binding.moves.iter().all(|mv| mv.from() == Some(from)) => {
            let is_any = matches!(binding.rule, Rule::TouchedOwn | Rule::CastlingIllegal);
            let rule = if is_any { Rule::KingReleased } else { binding.rule };
            Some(Binding { rule, ..binding })
        }
        Some(_) => None,
        None if moves.is_empty() => Some(Binding::to(choices.legal.clone(), Rule::KingReleased)),
        None => Some(Binding::to(moves, Rule::KingReleased)),
    }
}

/// Two squares sideways; where kings may castle from anywhere, further than they step, to where they
/// stand after castling.
fn looks_like_castling(choices: &MoveChoices<'_>, from: Square, to: Square) -> bool {
    let us = choices.position.turn();
    let is_goal = || CastlingSide::ALL.iter().any(|side| side.king_to(us) == to);
    let files = from.file().distance(to.file());
    from.rank() == to.rank()
        && match choices.position.castles().mode() {
            CastlingMode::Standard => files == 2,
            CastlingMode::Chess960 => files >= 2 && is_goal(),
        }
}
