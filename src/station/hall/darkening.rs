//! What the boards light is put out when the daemon ends.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::hall::boards::board::ToBoard;

/// How long the boards have to be told.
const TOLD_WITHIN: Duration = Duration::from_secs(1);

/// After so long every family has written what it was told last: the slowest waits 600 ms between two pictures.
const WRITTEN_WITHIN: Duration = Duration::from_millis(700);

/// Puts the lights of these boards out, while there is still a way to them. Where none is lit, nobody waits.
pub(in crate::hall) async fn put_out(boards: impl Iterator<Item = &mpsc::Sender<ToBoard>>) {
    let mut asked = Vec::new();
    for inbox in boards {
        let (answer, answered) = oneshot::channel();
        if inbox.try_send(ToBoard::Darken(answer)).is_ok() {
            asked.push(answered);
        }
    }
    let all = async {
        let mut lit = 0_usize;
        for answered in asked {
            lit += usize::from(answered.await.is_ok());
        }
        lit
    };
    let lit = tokio::time::timeout(TOLD_WITHIN, all).await;
    if lit.is_ok_and(|lit| lit > 0) {
        tokio::time::sleep(WRITTEN_WITHIN).await;
    }
}
