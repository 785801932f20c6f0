//! What a client can want of what is played on a board.

use tokio::sync::oneshot;
use touchmove_core::decision::{self, DecisionError, GameDecision};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::refused::Refused;
use touchmove_core::laws::command::Command;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::observation::Decision;

use crate::journal::JournalError;

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
    /// The pieces on it do not stand as in the game.
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

/// Somebody wants a game to go on on another board.
#[derive(Debug)]
pub struct SwapOrder {
    /// Who.
    pub by: String,
    /// Which game.
    pub game: GameId,
    /// On which board it is played.
    pub from: BoardId,
    /// On which board it is to go on.
    pub to: BoardId,
    /// Why.
    pub reason: Option<String>,
    /// Whether it does.
    pub answer: oneshot::Sender<Result<(), NotDecided>>,
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
    pub(in crate::hall) fn record(
        &self,
        by: &str,
        reason: Option<&str>,
        older: Option<u32>,
    ) -> Decision {
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
