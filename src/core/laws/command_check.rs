//! What can be said of a game at a moment.

use shakmaty::Color;

use super::casebook::Casebook;
use super::command::{Command, NotSaid, Penalty};
use super::incident_review::{IncidentReview, IncidentVerdict};
use super::play::Play;

/// Whether this can be said now. What the Laws only refuse, with an article, can be.
///
/// # Errors
/// [`NotSaid`]: it would say nothing, and why.
pub(super) fn check(
    play: &Play,
    casebook: &Casebook,
    review: &IncidentReview,
    command: &Command,
) -> Result<(), NotSaid> {
    if let Some(verdict) = IncidentVerdict::of(command) {
        return review.check(casebook, verdict);
    }
    match command {
        Command::Adjust(side) | Command::AdjustEnd(side) => check_move(play, casebook, *side),
        Command::AcceptDraw(side) | Command::DeclineDraw(side) => {
            check_offer(play, casebook, *side)
        }
        Command::Accidental(_)
        | Command::CastlingIntent(_)
        | Command::TwoHands(_)
        | Command::OfferDraw(_)
        | Command::WithdrawOffer(_)
        | Command::Resign(_)
        | Command::ClaimDraw { .. }
        | Command::Arrived { .. }
        | Command::BothFlags(_)
        | Command::NextMoveCompleted(_)
        | Command::QuickplayIncrement(_)
        | Command::QuickplayClaim { .. }
        | Command::Seal(_)
        | Command::AdjournEarly { .. }
        | Command::Resume { .. }
        | Command::SealReply { .. }
        | Command::OpenEnvelope { .. }
        | Command::EnvelopeLost { .. }
        | Command::PreResume { .. }
        | Command::FoundAdjournedPosition { .. }
        | Command::FoundAdjournedTimes
        | Command::ArbiterClock { .. }
        | Command::ScoresheetIncomplete(_)
        | Command::Penalty { kind: Penalty::LoseGame { .. }, .. } => check_open(casebook),
        Command::ArbiterDecision { .. } => check_asked(play, casebook),
        Command::Confirm(_)
        | Command::Dismiss(_)
        | Command::Reopen(_)
        | Command::ClaimFlag(_)
        | Command::ClaimIllegal(_)
        | Command::AgreeCorrectIllegal(_)
        | Command::WhiteAbsentUntil(_)
        | Command::Scoresheet(_)
        | Command::FoundStartWrong { .. }
        | Command::FoundBoardTurned
        | Command::FoundColoursReversed { .. }
        | Command::FoundDisplacement { .. }
        | Command::FoundClockSetting(_)
        | Command::FoundIllegalMove { .. }
        | Command::WatchIllegalPosition
        | Command::Penalty { .. } => Ok(()),
    }
}

fn check_move(play: &Play, casebook: &Casebook, side: Color) -> Result<(), NotSaid> {
    check_open(casebook)?;
    if play.turn().side() == side { Ok(()) } else { Err(NotSaid::NotToMove(side)) }
}

fn check_offer(play: &Play, casebook: &Casebook, side: Color) -> Result<(), NotSaid> {
    check_open(casebook)?;
    if play.undoable().offers.has_open_from(side.other()) {
        Ok(())
    } else {
        Err(NotSaid::NoOffer(side.other()))
    }
}

fn check_asked(play: &Play, casebook: &Casebook) -> Result<(), NotSaid> {
    check_open(casebook)?;
    if play.quickplay().is_before_arbiter() { Ok(()) } else { Err(NotSaid::NothingAsked) }
}

const fn check_open(casebook: &Casebook) -> Result<(), NotSaid> {
    if casebook.is_over() { Err(NotSaid::Over) } else { Ok(()) }
}
