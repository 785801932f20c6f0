//! Decisions about what is played on a board.

use touchmove_core::decision::GameDecision;
use touchmove_core::game::conclusion::Told;
use touchmove_core::names::GameId;
use touchmove_drivers::Observation;

use crate::hall::boards::board::OpenBoard;
use crate::hall::keeping::decisions::{BoardDecision, What};
use crate::hall::orders::games::{Answer, DecideOrder, Decided, NotDecided};
use crate::sys::boottime::TimeSource;

impl OpenBoard {
    /// Takes a decision: once it is answered it survives a loss of power. Or shows what it would change.
    pub(in crate::hall) async fn take_decision(&mut self, order: DecideOrder) {
        let DecideOrder { by, game, decision, reason, answer } = order;
        match answer {
            // Who has gone was told to try again.
            Answer::Taken(answer) if answer.is_closed() => {}
            Answer::Taken(answer) => {
                let taken = self.decide(&by, game, &decision, reason.as_deref());
                self.conclude().await;
                let _ = answer.send(taken);
            }
            Answer::Preview(answer) => {
                let _ = answer.send(self.preview(&by, game, &decision));
            }
        }
    }

    /// A decision that was taken about what is played here.
    pub(in crate::hall) fn follow_decision(&mut self, decided: &BoardDecision) {
        self.sitting.advance(decided.at);
        match &decided.what {
            What::Game(decision) => {
                let observation = Observation::Decision(decision.clone());
                self.sitting.observe(decided.at, decided.after, &observation);
                self.forget_game_that_left();
            }
            What::Comes(coming) => self.come(decided, coming),
            What::Leaves(number) => self.leave(decided.number, *number),
        }
    }

    fn decide(
        &mut self,
        by: &str,
        game: Option<GameId>,
        decision: &Decided,
        reason: Option<&str>,
    ) -> Result<u64, NotDecided> {
        let older = self.older_game(game)?;
        if self.is_so_already(decision) {
            return Ok(0);
        }
        let now = self.clock.now();
        let at = self.evidence.pass(now);
        self.sitting.advance(at);
        let decision = decision.record(by, reason, older);
        self.sitting.check(&decision)?;
        // The decision is about what was observed: that must not be lost alone.
        self.sync();
        let place = (self.evidence.records(), at);
        let decided = self.station.decide_on_board(now, &self.view.id, place, decision)?;
        self.follow_decision(&decided);
        Ok(decided.number)
    }

    /// What would be told of the game if this were decided now.
    fn preview(
        &self,
        by: &str,
        game: Option<GameId>,
        decision: &Decided,
    ) -> Result<Vec<Told>, NotDecided> {
        let older = self.older_game(game)?;
        let (at, records) = (self.evidence.time(self.clock.now()), self.evidence.records());
        let mut sitting = self.sitting.clone();
        sitting.advance(at);
        while sitting.poll().is_some() {}
        let decision = decision.record(by, None, older);
        sitting.check(&decision)?;
        sitting.observe(at, records, &Observation::Decision(decision));
        Ok(std::iter::from_fn(|| sitting.poll()).collect())
    }

    /// The number on this board of the game that a decision is about, where that is not the present one.
    fn older_game(&self, game: Option<GameId>) -> Result<Option<u32>, NotDecided> {
        let Some(game) = game.filter(|_| self.view.game != game) else { return Ok(None) };
        let number = self.number_of(game).ok_or(NotDecided::LongAgo { game })?;
        Ok(Some(number))
    }

    fn is_so_already(&self, decision: &Decided) -> bool {
        match decision {
            Decided::Game(GameDecision::Start(start)) => self.sitting.begins_at(start.as_ref()),
            Decided::Game(GameDecision::Laws(regime)) => self.sitting.plays_under(regime),
            Decided::Game(_) | Decided::Said(_) => false,
        }
    }
}
