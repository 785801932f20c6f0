//! What somebody at the terminal answers.

use std::io::{self, IsTerminal as _};

use tokio::sync::oneshot;

/// Somebody at the terminal. A line that nobody came to ask for any more is the answer to the next question.
#[derive(Default)]
pub(super) struct Answers {
    awaited: Option<oneshot::Receiver<Option<String>>>,
}

impl Answers {
    /// `None` where nobody is there.
    pub(super) fn of_terminal() -> Option<Self> {
        (io::stdin().is_terminal() && io::stdout().is_terminal()).then(Self::default)
    }

    /// Waits for a line; `None` where there will be no more. Cancel-safe.
    pub(super) async fn line(&mut self) -> Option<String> {
        let awaited = self.awaited.get_or_insert_with(|| {
            let (give, awaited) = oneshot::channel();
            // Reading blocks, and cannot be called off.
            std::thread::spawn(move || {
                let mut line = String::new();
                let is_read = io::stdin().read_line(&mut line).is_ok_and(|bytes| bytes > 0);
                let _ = give.send(is_read.then(|| line.trim().to_owned()));
            });
            awaited
        });
        let line = awaited.await.ok().flatten();
        self.awaited = None;
        line
    }
}
