//! Decisions about what is played on a board.

use tokio::sync::oneshot;
use touchmove_core::decision::{self, DecisionError, GameDecision};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::refused::Refused;
use touchmove_core::laws::command::Command;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::Observation;
use touchmove_drivers::observation::Decision;

use crate::hall::boards::board::OpenBoard;
use crate::hall::keeping::station_journal::{BoardDecision, What};
use crate::journal::JournalError;
use crate::sys::boottime::Clock;

/// What somebody decides about what is played on a board.
#[derive(Debug)]
pub struct DecideOrder {
    /// Who.
    pub by: String,
    /// About which game; `None` for what is to come on the board.
    pub game: Option<GameId>,
    /// What.
    pub decision: Decided,
    /// Why.
    pub reason: Option<String>,
    /// Whether it is to be taken, and who waits for the answer.
    pub answer: Answer,
}

/// What is wanted of a decision, and who waits for it.
#[derive(Debug)]
pub enum Answer {
    /// That it is taken: the answer is its number, by which it can be undone; 0 where it changes nothing.
    Taken(oneshot::Sender<Result<u64, NotDecided>>),
    /// What would be told of the game if it were taken; nothing is changed.
    Preview(oneshot::Sender<Result<Vec<Told>, NotDecided>>),
}

impl Answer {
    /// It is refused.
    pub fn refuse(self, why: NotDecided) {
        match self {
            Self::Taken(answer) => drop(answer.send(Err(why))),
            Self::Preview(answer) => drop(answer.send(Err(why))),
        }
    }
}

/// What is decided about what is played on a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Decided {
    /// What was played, or is to be: it overrides readings.
    Game(GameDecision),
    /// What a player or an arbiter says, for the Laws to judge.
    Said(Box<Command>),
}

/// Why a decision about a game was not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotDecided {
    /// Its words make no sense.
    #[error(transparent)]
    Words(#[from] DecisionError),
    /// It cannot be carried out.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It is not played there.
    #[error("{game} is over, or its board was set up for another one; it cannot go on elsewhere")]
    NotPlayed {
        /// The game.
        game: GameId,
    },
    /// Its board knows it no more.
    #[error(
        "{game} is archived by now, or too many games were played on its board since; enter its result at its table"
    )]
    LongAgo {
        /// The game.
        game: GameId,
    },
    /// There is no such board.
    #[error("the board of this game is not on this station")]
    NoSuchBoard,
    /// There is no board of the name that a game is to go on on.
    #[error("there is no board {0} on this station; `touchmove status` shows those there are")]
    NoTarget(BoardId),
    /// The board that a game is to go on on is not served yet.
    #[error(
        "what {0} has played is still being read back; try again when `touchmove status` shows it"
    )]
    BeingRead(BoardId),
    /// A game is being played on the board that one is to be moved to.
    #[error("{game} is being played on {board}; name a board that is free, or end that game first")]
    Busy {
        /// The board.
        board: BoardId,
        /// The game there.
        game: GameId,
    },
    /// The men on it do not stand as in the game.
    #[error("the men on {board} do not stand as in the game; set them up first: {fen}")]
    NotSetUp {
        /// The board.
        board: BoardId,
        /// Where they should stand, as a FEN.
        fen: String,
    },
    /// It is the same board.
    #[error("{0} is the board that the game is played on; name the one that it is to go on on")]
    SameBoard(BoardId),
    /// The journal takes nothing.
    #[error("it cannot be kept, so it was not taken: {0}")]
    NotKept(#[from] JournalError),
}

impl Decided {
    /// What a record holds; `None` where it is nothing about a game.
    ///
    /// # Errors
    /// [`DecisionError`] where its particulars make no sense.
    pub fn of_record(record: &Decision) -> Result<Option<Self>, DecisionError> {
        if let Some(needs) = Command::needs(&record.verb) {
            let verb = record.verb.clone();
            let command = Command::of_record(record);
            return command
                .map(|command| Some(Self::Said(Box::new(command))))
                .ok_or(DecisionError::Incomplete { verb, needs });
        }
        Ok(GameDecision::of_record(record)?.map(Self::Game))
    }

    /// The record of it; with the number of the game that it is about, where that is not the present one.
    fn record(&self, by: &str, reason: Option<&str>, older: Option<u32>) -> Decision {
        let record = match self {
            Self::Game(decision) => decision.record(by, reason),
            Self::Said(command) => command.record(by, reason),
        };
        match older {
            Some(game) => decision::about_game(record, game),
            None => record,
        }
    }
}

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
            }
            What::Comes(coming) => self.come(decided, coming),
            What::Leaves => self.leave(decided.number),
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
