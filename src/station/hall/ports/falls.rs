//! Boards that cannot be served, or whose task has fallen over: each is started again, and waited for longer each time.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;
use touchmove_core::names::BoardId;
use touchmove_drivers::Approach;

use crate::hall::ports::port::Pause;

/// The boards that have fallen.
#[derive(Debug, Default)]
pub(in crate::hall) struct Falls(HashMap<BoardId, Fall>);

#[derive(Debug)]
struct Fall {
    pause: Pause,
    /// When it was last started.
    started: Instant,
    /// Not started again before.
    until: Instant,
}

impl Falls {
    /// Whether the board may be started.
    pub(in crate::hall) fn may_start(&self, board: &BoardId) -> bool {
        self.0.get(board).is_none_or(|fall| fall.until <= Instant::now())
    }

    /// It was started.
    pub(in crate::hall) fn start(&mut self, board: &BoardId) {
        if let Some(fall) = self.0.get_mut(board) {
            fall.started = Instant::now();
        }
    }

    /// It has fallen; how long it is to be left alone.
    pub(in crate::hall) fn fell(&mut self, board: &BoardId) -> Duration {
        let now = Instant::now();
        let first = || Fall { pause: Pause::of(Approach::Probe), started: now, until: now };
        let fall = self.0.entry(board.clone()).or_insert_with(first);
        fall.pause.after(now - fall.started);
        let pause = fall.pause.next();
        fall.until = now + pause;
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_board_that_falls_again_and_again_is_left_alone_for_longer_each_time() {
        let (mut falls, board) = (Falls::default(), BoardId::of("dgt", "12345"));
        let mut millis = Vec::new();
        for _ in 0..3 {
            assert!(falls.may_start(&board));
            falls.start(&board);
            let pause = falls.fell(&board);
            assert!(!falls.may_start(&board));
            tokio::time::advance(pause).await;
            millis.push(pause.as_millis());
        }
        assert_eq!(millis, [250, 500, 1_000]);
        falls.start(&board);
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(falls.fell(&board).as_millis(), 250, "it was served for a while");
        assert!(falls.may_start(&BoardId::of("dgt", "54321")), "others have nothing to do with it");
    }
}
