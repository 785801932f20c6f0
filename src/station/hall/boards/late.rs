//! Boards that are read back from their journals at a start: nobody waits for one whose journal takes long.

use std::collections::HashSet;
use std::time::Duration;

use tokio::task::{JoinError, JoinHandle, JoinSet};
use tokio::time::{Instant, timeout_at};
use touchmove_core::names::BoardId;

use crate::hall::boards::board::OpenBoard;
use crate::hall::keeping::evidence::EvidenceError;
use crate::hall::orders::games::NotDecided;

/// A board whose journal is being read back.
pub(in crate::hall) struct BeingRead {
    pub(in crate::hall) board: BoardId,
    pub(in crate::hall) life: Life,
    pub(in crate::hall) opening: Opening,
}

/// A board that was read back.
pub(in crate::hall) struct ReadBack {
    pub(in crate::hall) life: Life,
    pub(in crate::hall) open: OpenBoard,
}

/// Whether a journal goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hall) enum Life {
    /// It does.
    Live,
    /// It is archived: only its games are told.
    Over,
}

/// The reading itself: it takes a processor, so it is a thread of its own.
pub(in crate::hall) type Opening = JoinHandle<Result<OpenBoard, EvidenceError>>;

type Opened = Result<Result<OpenBoard, EvidenceError>, JoinError>;

/// All boards wait so long for each other: a hall of a hundred with a day's journals takes less. Whose journal takes
/// longer is served later.
const TOGETHER: Duration = Duration::from_secs(5);

/// The boards that are still being read back.
#[derive(Default)]
pub(in crate::hall) struct Late {
    reading: JoinSet<(BoardId, Option<ReadBack>)>,
    /// Those among them that will be served.
    boards: HashSet<BoardId>,
}

impl BeingRead {
    /// Waits for it. Where the board cannot be opened, it is said why not.
    pub(in crate::hall) async fn read(mut self) -> Option<ReadBack> {
        let opened = (&mut self.opening).await;
        self.opened(opened)
    }

    fn opened(self, opened: Opened) -> Option<ReadBack> {
        let Self { board, life, .. } = self;
        match opened {
            Ok(Ok(open)) => return Some(ReadBack { life, open }),
            Ok(Err(error)) => tracing::error!("{board}: {error}"),
            Err(error) => tracing::error!("{board}: its journal cannot be followed: {error}"),
        }
        None
    }
}

impl Late {
    /// Those that are read back in time; the others come later.
    pub(in crate::hall) async fn in_time(&mut self, all: Vec<BeingRead>) -> Vec<ReadBack> {
        let until = Instant::now() + TOGETHER;
        let mut read = Vec::new();
        for mut one in all {
            match timeout_at(until, &mut one.opening).await {
                Ok(opened) => read.extend(one.opened(opened)),
                Err(_) => self.wait_for(one),
            }
        }
        read
    }

    fn wait_for(&mut self, one: BeingRead) {
        let board = one.board.clone();
        tracing::warn!(
            "{board}: its journal takes long to be read back; the other boards are served meanwhile"
        );
        if one.life == Life::Live {
            self.boards.insert(board.clone());
        }
        self.reading.spawn(async move { (board, one.read().await) });
    }

    /// The next of those that come later; `None` inside where it cannot be opened.
    pub(in crate::hall) async fn next(&mut self) -> Option<Option<ReadBack>> {
        let (board, read) = self.reading.join_next().await?.ok()?;
        self.boards.remove(&board);
        Some(read)
    }

    /// Whether this board will be served as soon as it is read back.
    pub(in crate::hall) fn is_reading(&self, board: &BoardId) -> bool {
        self.boards.contains(board)
    }

    /// Why no game can go on on a board that is not served.
    pub(in crate::hall) fn why_not_on(&self, board: BoardId) -> NotDecided {
        if self.is_reading(&board) {
            NotDecided::BeingRead(board)
        } else {
            NotDecided::NoTarget(board)
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::game::setup::SetupError;

    use super::*;

    fn failed() -> Result<OpenBoard, EvidenceError> {
        let source = SetupError::Fen("none".to_owned());
        Err(EvidenceError::Setup { path: "dgt_1.journal".to_owned(), source })
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_journal_that_takes_long_and_its_board_comes_later() {
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let slow = tokio::spawn(async move {
            let _ = ended.await;
            failed()
        });
        let swift = tokio::spawn(async { failed() });
        let being_read = |name: &str, opening| BeingRead {
            board: BoardId(name.into()),
            life: Life::Live,
            opening,
        };
        let (slow, swift) = (being_read("slow", slow), being_read("swift", swift));
        let board = slow.board.clone();
        let mut late = Late::default();
        let begun = Instant::now();
        assert!(late.in_time(vec![slow, swift]).await.is_empty());
        assert!(
            begun.elapsed() < 2 * TOGETHER,
            "they wait for each other, not one after the other"
        );
        assert!(late.is_reading(&board) && !late.is_reading(&BoardId("swift".into())));
        assert!(matches!(late.why_not_on(board.clone()), NotDecided::BeingRead(_)));
        assert!(matches!(late.why_not_on(BoardId("swift".into())), NotDecided::NoTarget(_)));
        drop(end);
        assert!(late.next().await.is_some_and(|read| read.is_none()), "it cannot be opened");
        assert!(!late.is_reading(&board), "it may be asked for again");
        assert!(late.next().await.is_none());
    }
}
