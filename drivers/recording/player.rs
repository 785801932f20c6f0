//! Playing recordings as evidence, line by line.

use std::collections::VecDeque;
use std::mem;

use super::error::{LineFault, RecordingError, Warning};
use super::headers::Headers;
use super::lines::{Lines, Piece};
use super::playing::Playing;
use super::reader::{Content, Reader, RecordingLine, begins_recording};
use super::record::Record;
use super::source::Sources;
use crate::driver::Unit;
use crate::family::Family;
use crate::observation::Observation;
use crate::time::Instant;

/// Turns the bytes of a file into what was observed, in order.
///
/// Give it the file in any chunking and take everything from [`RecordingPlayer::poll`] after each part. A
/// file of any length plays in the same memory.
pub struct RecordingPlayer {
    lines: Lines,
    stage: Stage,
}

/// What a player hands out.
#[derive(Debug)]
pub enum PlayerEvent {
    /// A recording begins, and its headers are complete.
    Begins {
        /// Its place in the file, from 0.
        recording: usize,
        /// Its headers.
        headers: Box<Headers>,
    },
    /// Something was observed.
    Observed(Observed),
    /// Something was passed over.
    Warning(Warning),
    /// The recording ends.
    Ends {
        /// The latest time in it.
        at: Instant,
        /// What is known of the time after.
        ending: RecordingEnd,
    },
}

/// An observation with its place in the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// When. Where a recording has no times, time goes on by a second with every reading of a
    /// running clock, and stands still otherwise.
    pub at: Instant,
    /// Number of the record that brought it.
    pub record: u64,
    /// Which board of a line with many.
    pub unit: Option<Unit>,
    /// It happened after this moment.
    pub since: Option<Instant>,
    /// Whether it came within 250 ms of the record before.
    pub quick: bool,
    /// What was observed.
    pub observation: Observation,
}

/// What is known of the time after the last record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingEnd {
    /// Nothing more happened: quiet time runs on.
    Quiet,
    /// Nothing: the recording was cut off.
    Cut,
}

impl RecordingPlayer {
    /// A player that lets `sources` count and finds the drivers of wire in `families`.
    pub fn new(sources: Sources, families: &'static [&'static Family]) -> Self {
        let stage = Stage {
            reader: Reader::new(),
            sources,
            families,
            scene: Scene::Outside,
            events: VecDeque::new(),
        };
        Self { lines: Lines::default(), stage }
    }

    /// Takes a part of the file.
    ///
    /// # Errors
    /// [`RecordingError`] for the first line that cannot be read or played; the player is of no more
    /// use then, but what it handed out before holds.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), RecordingError> {
        let Self { lines, stage } = self;
        lines.receive(bytes, |piece| stage.read(piece))
    }

    /// The file has ended.
    ///
    /// # Errors
    /// [`RecordingError`] for the last line, or where there was no recording.
    pub fn finish(&mut self) -> Result<(), RecordingError> {
        let Self { lines, stage } = self;
        lines.finish(|piece| stage.read(piece))?;
        stage.reader.finish()?;
        stage.end();
        Ok(())
    }

    /// The next event; `None` when more of the file is needed.
    pub fn poll(&mut self) -> Option<PlayerEvent> {
        self.stage.events.pop_front()
    }
}

struct Stage {
    reader: Reader,
    sources: Sources,
    families: &'static [&'static Family],
    scene: Scene,
    events: VecDeque<PlayerEvent>,
}

enum Scene {
    /// No recording has begun.
    Outside,
    /// Headers are being read.
    Headers,
    /// Records are being played.
    Records(Playing),
}

impl Stage {
    fn read(&mut self, piece: Piece<'_>) -> Result<(), RecordingError> {
        let Piece::Line(line) = piece else { return Err(self.reader.overlong()) };
        if begins_recording(line) {
            self.end();
        }
        let RecordingLine { number, content, warnings, .. } = self.reader.read(line)?;
        self.events.extend(warnings.into_iter().map(PlayerEvent::Warning));
        match content {
            Content::First => self.scene = Scene::Headers,
            Content::Record(record, body) => {
                self.play(record, body).map_err(|what| RecordingError { line: number, what })?
            }
            Content::Header | Content::Nothing => {}
        }
        Ok(())
    }

    fn play(&mut self, number: u64, record: Record) -> Result<(), LineFault> {
        self.begin();
        match &mut self.scene {
            Scene::Records(playing) => {
                playing.play(self.reader.headers(), number, record, &mut self.events)
            }
            Scene::Outside | Scene::Headers => Ok(()),
        }
    }

    /// The headers are complete.
    fn begin(&mut self) {
        if matches!(self.scene, Scene::Headers) {
            let recording = self.reader.recording();
            let headers = Box::new(self.reader.headers().clone());
            self.events.push_back(PlayerEvent::Begins { recording, headers });
            let source = self.sources.source(recording);
            self.scene = Scene::Records(Playing::new(source, self.families));
        }
    }

    /// The recording has no more lines.
    fn end(&mut self) {
        self.begin();
        if let Scene::Records(playing) = mem::replace(&mut self.scene, Scene::Outside) {
            playing.end(&mut self.events);
        }
    }
}

#[cfg(test)]
mod tests;
