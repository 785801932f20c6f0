//! A game that goes on elsewhere: on another board, as the first one broke or its clock did; or on paper alone, once its
//! pieces have left the board.

use std::collections::VecDeque;

use shakmaty::{Chess, Position};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{Decision, LinkState};

use super::Reconstruct;
use super::correct::CorrectionError;
use super::game::FollowedGame;
use super::readings::{self, Orientation, Readings};
use super::stage::{LeftGame, OverGame, Stage};
use crate::account::What;
use crate::decision::GameDecision;

/// Two moves change no more squares, castling among them.
const MAX_SQUARES_UNDER_WAY: usize = 6;

impl Reconstruct {
    /// The game that was played last, apart from the board.
    pub fn on_paper(&self) -> Self {
        let mut paper = Self { left: VecDeque::new(), ..self.clone() };
        paper.leave_game(None);
        paper.account = paper.account.blank();
        paper.duty = None;
        paper.other_way = None;
        paper.stage = match paper.stage {
            Stage::Over(OverGame { sign, game: Some(game), .. }) => {
                Stage::Left(LeftGame { sign, game })
            }
            stage => stage,
        };
        paper.lay_out();
        paper
    }

    /// The game is adjourned: what was played up to now is told, and what hands do from now on is no play.
    pub fn adjourn(&mut self) {
        self.settle_line();
        self.leave_game(None);
        self.duty = self.find_duty();
    }

    /// A game on paper that is adjourned, to go on on a board.
    #[must_use]
    pub fn off_paper(mut self) -> Self {
        self.stage = match self.stage {
            Stage::Left(LeftGame { game, .. }) => Stage::Playing(game),
            stage => stage,
        };
        self
    }

    /// The game that was left as the next of those that were told to begin did, on paper; to be called once for each of
    /// them.
    pub fn take_left(&mut self) -> Self {
        self.left.pop_front().unwrap_or_else(|| self.on_paper())
    }

    /// Takes a decision, record number `record`, about a game on paper.
    pub fn decide_on_paper(&mut self, at: Instant, record: u64, decision: &Decision) {
        self.account.pass_time_until(at);
        self.account.begin_record(record);
        // What cannot be carried out changes nothing; whoever decides is told before.
        let _ = self.decide(decision);
        self.lay_out();
    }

    /// Whether a game on paper can be corrected by this.
    pub(super) fn check_on_paper(&self, decided: &GameDecision) -> Result<(), CorrectionError> {
        let Stage::Left(LeftGame { game, .. }) = &self.stage else { return Ok(()) };
        let is_of_board = match decided {
            GameDecision::Answer { question, .. } => game.proposed(*question).is_none(),
            GameDecision::Orientation(_) | GameDecision::Start(_) | GameDecision::Laws(_) => true,
            _ => false,
        };
        if is_of_board { Err(CorrectionError::OffBoard) } else { Ok(()) }
    }

    /// The pieces stand as in the last position of the game: no board shows it otherwise any more.
    fn lay_out(&mut self) {
        self.account.keep_only(|what| !matches!(what, What::Standing(_)));
        let change = self.change();
        let Stage::Left(LeftGame { game, .. }) = &mut self.stage else { return };
        let placement = readings::placement_of(game.told_position().board());
        self.seen = Some(Readings::new(placement, Orientation::Straight, change));
        game.forget_wrong();
    }

    /// The moment until which time has passed.
    pub fn now(&self) -> Instant {
        self.account.now()
    }

    /// Number of the last record.
    pub fn record(&self) -> u64 {
        self.account.record()
    }

    /// The board without its game, as it stands: the next one begins when the pieces are set up for it.
    pub fn without_game(&self) -> Self {
        let mut apart = Self::new(self.setup.clone());
        apart.seen.clone_from(&self.seen);
        apart.clock = self.clock.clone();
        apart.hearing = self.hearing.without_log();
        apart.account = self.account.blank();
        apart
    }

    /// Whether the pieces on another board stand as in this game, but for a move or two; whoever sets them up
    /// wants to know where play stands.
    ///
    /// # Errors
    /// The position of the game, where they don't.
    pub fn stands_on(&self, board: &Self) -> Result<(), Box<Chess>> {
        let Stage::Playing(game) = &self.stage else { return Ok(()) };
        let head = game.position();
        let is_near = board.seen.as_ref().is_some_and(|theirs| {
            let mut turned = theirs.clone();
            turned.turn(nearest(game, theirs));
            turned.sets().mismatch(head.board()).count() <= MAX_SQUARES_UNDER_WAY
        });
        if is_near { Ok(()) } else { Err(Box::new(head.clone())) }
    }

    /// The game goes on on another board from this moment on, the last record being `record`, both as
    /// this game counts them. What was played meanwhile is found as after a link that was lost; until that
    /// board is read, nothing is.
    pub fn go_on_at(&mut self, board: &Self, at: Instant, record: u64) {
        self.advance(at);
        self.account.begin_record(record);
        self.setup = board.setup.clone();
        if let Stage::Playing(game) = &mut self.stage {
            game.set_weights(self.setup.weights());
        }
        self.begin_silence(LinkState::Lost);
        let Some(seen) = &mut self.seen else { return };
        if let Some(theirs) = &board.seen {
            let placement = theirs.placement().clone();
            let lies = self.setup.orientation.or_else(|| {
                let Stage::Playing(game) = &self.stage else { return None };
                Some(nearest(game, theirs))
            });
            let lies = lies.unwrap_or(theirs.orientation());
            seen.put_on_board_lying(lies);
            self.clock = self.clock.moved_to(self.setup.white_side, lies);
            self.end_silence();
            self.read_out(&placement);
        }
        self.duty = self.find_duty();
    }
}

/// The way a board lies on which fewer pieces stand otherwise than in the game.
fn nearest(game: &FollowedGame, seen: &Readings) -> Orientation {
    let wrong = |lies: Orientation| {
        let mut turned = seen.clone();
        turned.turn(lies);
        turned.sets().mismatch(game.position().board()).count()
    };
    let ways = [seen.orientation(), seen.orientation().other()];
    ways.into_iter().min_by_key(|&lies| wrong(lies)).unwrap_or(Orientation::Straight)
}
