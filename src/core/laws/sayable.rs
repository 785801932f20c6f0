//! What can be said of a game at a moment.

use shakmaty::Color;

use super::Laws;
use super::command::{Command, NotSaid, Penalty};

impl Laws {
    /// Whether this can be said now. What the Laws only refuse, with an article, can be.
    ///
    /// # Errors
    /// [`NotSaid`]: it would say nothing, and why.
    pub fn check(&self, command: &Command) -> Result<(), NotSaid> {
        match command {
            Command::Confirm(incident) => self.check_confirm(*incident),
            Command::Dismiss(incident) => self.check_dismiss(*incident),
            Command::Reopen(incident) => self.check_reopen(*incident),
            Command::Adjust(side) | Command::AdjustEnd(side) => self.check_move(*side),
            Command::AcceptDraw(side) | Command::DeclineDraw(side) => self.check_offer(*side),
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
            | Command::Penalty { kind: Penalty::LoseGame, .. } => self.check_open(),
            Command::ClaimFlag(_)
            | Command::ClaimIllegal(_)
            | Command::AgreeCorrectIllegal(_)
            | Command::WhiteAbsentUntil(_)
            | Command::Scoresheet(_)
            | Command::FoundStartWrong { .. }
            | Command::FoundBoardTurned
            | Command::FoundColoursReversed
            | Command::FoundClockSetting(_)
            | Command::FoundIllegalMove { .. }
            | Command::WatchIllegalPosition
            | Command::Penalty { .. } => Ok(()),
        }
    }

    fn check_move(&self, side: Color) -> Result<(), NotSaid> {
        self.check_open()?;
        if self.turn.side() == side { Ok(()) } else { Err(NotSaid::NotToMove(side)) }
    }

    fn check_offer(&self, side: Color) -> Result<(), NotSaid> {
        self.check_open()?;
        if self.core.offer == Some(side.other()) {
            Ok(())
        } else {
            Err(NotSaid::NoOffer(side.other()))
        }
    }

    const fn check_open(&self) -> Result<(), NotSaid> {
        if !self.casebook.is_over() { Ok(()) } else { Err(NotSaid::Over) }
    }
}
