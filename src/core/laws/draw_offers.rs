//! Offers of a draw: which one is open, and which may have come too early (9.1.2.1).

use shakmaty::Color;
use touchmove_drivers::Instant;

/// The offers of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DrawOffers {
    /// Who has made the one that is not answered.
    open: Option<Color>,
    /// The one that was made when no move of the player's was known yet.
    early: Option<EarlyOffer>,
}

#[derive(Clone, Copy, Debug)]
struct EarlyOffer {
    side: Color,
    at: Instant,
}

impl DrawOffers {
    /// This side offers a draw.
    pub(super) const fn open(&mut self, side: Color) {
        self.open = Some(side);
    }

    /// Whether an offer of this side waits for an answer.
    pub(super) fn has_open_from(&self, side: Color) -> bool {
        self.open == Some(side)
    }

    /// This side answers its opponent's offer. Answers who made one, if one was open.
    pub(super) fn answer(&mut self, side: Color) -> Option<Color> {
        self.open.take_if(|offerer| *offerer != side)
    }

    /// This side has offered a draw, and no move of it was known.
    pub(super) const fn note_early(&mut self, side: Color, at: Instant) {
        self.early = Some(EarlyOffer { side, at });
    }

    /// A move of this side is known. Answers when it had offered a draw before, if it had.
    pub(super) fn take_early(&mut self, side: Color) -> Option<Instant> {
        self.early.take_if(|early| early.side == side).map(|early| early.at)
    }
}
