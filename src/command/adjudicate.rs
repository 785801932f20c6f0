//! `touchmove adjudicate`: replays a recording and prints what is concluded.

mod output;

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::Instant;
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::recording::{
    CountingSource, Headers, Observed, PlayerEvent, RecordingEnd, RecordingPlayer, Sources,
};

use self::output::Output;
use super::{Failure, complain};

/// Replay a recording and print what is concluded.
#[derive(Debug, Args)]
pub(super) struct Adjudicate {
    /// The recording; `-` for standard input.
    file: PathBuf,
    /// What to print.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print provisional moves too.
    #[arg(long)]
    provisional: bool,
    /// Take the evidence from the recording's wire, or from its observations; if neither is asked
    /// for, observations count where there are any.
    #[arg(long, value_enum)]
    from: Option<Origin>,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Every conclusion in the order reached, a JSON object a line.
    #[default]
    Jsonl,
    /// The games as PGN.
    Pgn,
    /// The final line of play of each recording in UCI, a line a recording.
    Uci,
    /// Every conclusion, for reading.
    Text,
}

/// Which evidence counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// The bytes of the device, decoded anew.
    Wire,
    /// The observations as they were recorded.
    Observations,
}

/// Bytes replayed before what they concluded is written out.
const PART: usize = 64 * 1024;

impl Adjudicate {
    /// Carries the command out.
    ///
    /// # Errors
    /// [`Failure`]: a file that cannot be read, a malformed line (exit code 2).
    pub(super) fn run(&self) -> Result<(), Failure> {
        let bytes = self.read()?;
        let sources = match self.from {
            Some(Origin::Wire) => Sources::all(CountingSource::Wire),
            Some(Origin::Observations) => Sources::all(CountingSource::Observations),
            None => Sources::of(&bytes),
        };
        let mut adjudication = Adjudication {
            name: self.name(),
            provisional: self.provisional,
            output: Output::new(self.format),
            sitting: None,
        };
        let mut player = RecordingPlayer::new(sources, FAMILIES);
        let mut played = Ok(());
        for part in bytes.chunks(PART) {
            played = player.receive(part);
            adjudication.follow(&mut player)?;
            if played.is_err() {
                break;
            }
        }
        let played = played.and_then(|()| player.finish());
        adjudication.follow(&mut player)?;
        played.map_err(|error| adjudication.malformed(error))
    }

    fn read(&self) -> Result<Vec<u8>, Failure> {
        let read = if self.is_standard_input() {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(&self.file)
        };
        read.map_err(|error| Failure::failed(format_args!("{}: {error}", self.name())))
    }

    /// How the recording is called in messages.
    fn name(&self) -> String {
        if self.is_standard_input() {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

struct Adjudication {
    name: String,
    provisional: bool,
    output: Output,
    sitting: Option<Sitting>,
}

impl Adjudication {
    /// Takes all that the player has, and writes what follows from it.
    fn follow(&mut self, player: &mut RecordingPlayer) -> Result<(), Failure> {
        while let Some(event) = player.poll() {
            match event {
                PlayerEvent::Begins { recording, headers } => self.begin(recording, &headers)?,
                PlayerEvent::Observed(observed) => {
                    if let Some(sitting) = &mut self.sitting {
                        let Observed { at, since, record, observation, .. } = observed;
                        sitting.observe_late(at, since, record, &observation);
                    }
                    self.conclude();
                }
                PlayerEvent::Warning(warning) => {
                    complain(format_args!("{}: {warning}", self.name));
                }
                PlayerEvent::Ends { at, ending } => self.end(at, ending),
            }
        }
        self.output.flush().map_err(Failure::failed)
    }

    fn begin(&mut self, recording: usize, headers: &Headers) -> Result<(), Failure> {
        let setup = setup::of_headers(headers).map_err(|error| {
            let line = headers.line_of("start").unwrap_or(1);
            self.malformed(format_args!("line {line}: {error}"))
        })?;
        let before = headers.continues.as_ref().map_or(0, |before| before.games);
        self.sitting = Some(Sitting::new(setup).after_games(before));
        self.output.begin(recording, headers);
        Ok(())
    }

    /// After the last record quiet time runs on; where the recording was cut, only until then.
    fn end(&mut self, at: Instant, ending: RecordingEnd) {
        if let Some(sitting) = &mut self.sitting {
            sitting.advance(match ending {
                RecordingEnd::Quiet => Instant::from_micros(u64::MAX),
                RecordingEnd::Cut => at,
            });
        }
        self.conclude();
        if let Some(sitting) = self.sitting.take() {
            self.output.end(&sitting, ending);
        }
    }

    fn conclude(&mut self) {
        let Some(sitting) = &mut self.sitting else { return };
        while let Some(told) = sitting.poll() {
            if told.seq.is_some() || self.provisional {
                let game = sitting.view_of(told.game).map(Arc::as_ref);
                self.output.told(&told, game);
            }
        }
        self.output.games(sitting);
    }

    fn malformed(&self, error: impl std::fmt::Display) -> Failure {
        Failure::malformed(format_args!("{}: {error}", self.name))
    }
}
