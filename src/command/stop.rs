//! The end of a command that runs until it is told to stop.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The wish that the command ends. From its making on, a signal no longer kills the process.
pub(super) struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    /// Listens for it.
    ///
    /// # Errors
    /// The system does not let it.
    pub(super) fn new() -> io::Result<Self> {
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for Ctrl-C, or for the system's request to end.
    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
