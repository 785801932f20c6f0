//! A game that goes on on another board: the first one broke, or its clock did.

use shakmaty::{Chess, Position};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::LinkState;

use super::game::Game;
use super::seen::{Orientation, Seen};
use super::{ClockFollower, Reconstruct, Stage};

/// Two moves change no more squares, castling among them.
const MOST_UNDER_WAY: usize = 6;

impl Reconstruct {
    /// The moment until which time has passed.
    pub fn now(&self) -> Instant {
        self.now
    }

    /// Number of the last record.
    pub fn record(&self) -> u64 {
        self.record
    }

    /// The board without its game, as it stands: the next one begins when the men are set up for it.
    pub fn without_game(&self) -> Self {
        let mut apart = Self::new(self.setup.clone());
        apart.seen.clone_from(&self.seen);
        apart.clock = self.clock.clone();
        (apart.clock_state, apart.hearing) = (self.clock_state, self.hearing);
        (apart.now, apart.record) = (self.now, self.record);
        apart
    }

    /// Whether the men on another board stand as in this game, but for a move or two; whoever sets them up
    /// wants to know where play stands.
    ///
    /// # Errors
    /// The position of the game, where they don't.
    pub fn stands_on(&self, board: &Self) -> Result<(), Box<Chess>> {
        let Stage::Game(game) = &self.stage else { return Ok(()) };
        let head = &game.beam.head().after;
        let is_near = board.seen.as_ref().is_some_and(|theirs| {
            let mut turned = theirs.clone();
            turned.turn(nearest(game, theirs));
            turned.shown().mismatch(head.board()).count() <= MOST_UNDER_WAY
        });
        if is_near { Ok(()) } else { Err(Box::new(head.clone())) }
    }

    /// The game goes on on another board from this moment on, the last record being `record`, both as
    /// this game counts them. What was played meanwhile is found as after a link that was lost; until that
    /// board is read, nothing is.
    pub fn go_on_at(&mut self, board: &Self, at: Instant, record: u64) {
        self.advance(at);
        self.record = record;
        self.setup = board.setup.clone();
        if let Stage::Game(game) = &mut self.stage {
            game.beam.weigh_by_lag(self.setup.timing.reading_lag);
        }
        self.falls_silent(LinkState::Lost);
        let Some(seen) = &mut self.seen else { return };
        if let Some(theirs) = &board.seen {
            let placement = theirs.placement().clone();
            let lies = self.setup.orientation.or_else(|| {
                let Stage::Game(game) = &self.stage else { return None };
                Some(nearest(game, theirs))
            });
            let lies = lies.unwrap_or(theirs.orientation());
            seen.put_on_board_lying(lies);
            self.clock = ClockFollower::new(self.setup.white_side, lies);
            self.shows_again();
            self.read_out(&placement);
        }
        self.duty = self.find_duty();
    }
}

/// The way a board lies on which fewer men stand otherwise than in the game.
fn nearest(game: &Game, seen: &Seen) -> Orientation {
    let wrong = |lies: Orientation| {
        let mut turned = seen.clone();
        turned.turn(lies);
        turned.shown().mismatch(game.beam.head().after.board()).count()
    };
    let ways = [seen.orientation(), seen.orientation().other()];
    ways.into_iter().min_by_key(|&lies| wrong(lies)).unwrap_or(Orientation::Straight)
}
