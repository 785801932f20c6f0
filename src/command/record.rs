//! `touchmove record`: writes down everything that a board says.

mod scribe;

use std::fmt;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use touchmove_drivers::families::FAMILIES;
use touchmove_drivers::family::Family;
use touchmove_drivers::observation::{LinkState, Observation};
use touchmove_drivers::recording::{BoardName, Headers};
use touchmove_station::hall::Surroundings;
use touchmove_station::hall::ports::port::{KeptPort, PortEvent, keep};
use touchmove_station::link::LinkError;
use touchmove_station::link::port::{Port, PortError, PortSettings};
use touchmove_station::session::{Heard, HeardWhat, Meeting};
use touchmove_station::sys::boottime::BootClock;

use self::scribe::{Scribe, Tally, Wire, serial_of};
use super::stop::Stop;
use super::{Failure, complain};

/// Record everything that a board says into a file, until Ctrl-C or the end of a replay
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// Where the board is: FAMILY:/dev/NAME, /dev/NAME, in the air FAMILY:ADDRESS as `touchmove bluetooth` lists it, or
    /// replay:FILE.rec
    #[arg(value_parser = read_port)]
    port: Port,
    /// The file to write, as GAME.rec; it must not exist yet
    file: PathBuf,
}

fn read_port(text: &str) -> Result<Port, PortError> {
    Port::parse_or_path(text, FAMILIES)
}

/// How long the headers wait for the serial number of the board.
const NAMED_WITHIN: Duration = Duration::from_secs(5);

/// Events that may wait to be written before the port is read more slowly.
const QUEUE: usize = 1_024;

impl RecordArgs {
    /// Carries the verb out.
    ///
    /// # Errors
    /// [`Failure`] where the file exists or cannot be written, or the port cannot be opened at first.
    /// A port that is lost later is opened again.
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.file.exists() {
            return Err(self.file_failure("it exists; name another file, or remove it first"));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(Failure::failed)?.block_on(self.record())
    }

    async fn record(self) -> Result<(), Failure> {
        let mut stop = Stop::new().map_err(Failure::failed)?;
        let mut events = self.keep_port();
        let mut recorder = self.begin(&mut events).await?;
        loop {
            tokio::select! {
                // What was heard before the stop is still written.
                () = stop.wait() => {
                    events.close();
                    Ok(())
                }
                event = events.recv() => match event {
                    Some(event) => recorder.take(event),
                    None => break,
                },
                () = sleep_until(recorder.named_by), if recorder.scribe.is_waiting() => {
                    recorder.scribe.stop_waiting()
                }
            }
            .map_err(|error| self.file_failure(error))?;
        }
        let tally = recorder.finish().map_err(|error| self.file_failure(error))?;
        say(format_args!("{tally} in {}", self.file.display()));
        Ok(())
    }

    /// Keeps the port open in a task of its own. Times count from here.
    fn keep_port(&self) -> mpsc::Receiver<PortEvent> {
        let port = KeptPort::named(self.port.clone(), PortSettings::default());
        let clock = Arc::new(BootClock::showing(touchmove_drivers::Instant::ZERO));
        let surroundings = Surroundings { clock, ..Surroundings::of_this_machine() };
        let (_, requests) = mpsc::channel(1);
        let (tell, events) = mpsc::channel(QUEUE);
        tokio::spawn(keep(port, Meeting::Start, surroundings, requests, tell));
        events
    }

    /// Creates the file once the port is open.
    async fn begin(&self, events: &mut mpsc::Receiver<PortEvent>) -> Result<Recorder, Failure> {
        let (family, replayed) = match events.recv().await {
            Some(PortEvent::Opened { family, headers, .. }) => (family, headers),
            Some(PortEvent::Failed(error @ LinkError::Unplayable { .. })) => {
                return Err(Failure::malformed(error));
            }
            Some(PortEvent::Failed(error)) => return Err(Failure::failed(error)),
            other => return Err(Failure::failed(format_args!("{}: {other:?}", self.port))),
        };
        let headers = headers_of(family, replayed);
        let wire = wire_of(family, &headers);
        let file = File::create_new(&self.file);
        let scribe = file.and_then(|file| Scribe::new(file, headers, wire));
        let scribe = scribe.map_err(|error| self.file_failure(error))?;
        say(format_args!("recording {}; Ctrl-C ends it", self.port));
        Ok(Recorder { scribe, named_by: Instant::now() + NAMED_WITHIN, trouble: String::new() })
    }

    fn file_failure(&self, why: impl fmt::Display) -> Failure {
        Failure::failed(format_args!("{}: {why}", self.file.display()))
    }
}

/// What is known before the board has said anything. The recording of a replay says what the replayed
/// one said.
fn headers_of(family: &Family, replayed: Option<Box<Headers>>) -> Headers {
    let mut headers = replayed.map_or_else(Headers::default, |replayed| *replayed);
    if headers.board.is_none() {
        headers.board = Some(BoardName { family: family.name.to_owned(), serial: None });
        headers.sensing.get_or_insert(family.sensing);
        headers.reading_lag.get_or_insert(family.reading_lag);
        headers.clock_lag = headers.clock_lag.or(family.clock_lag);
    }
    let now = Timestamp::now();
    headers.began = Some(now.round(jiff::Unit::Second).unwrap_or(now).to_string());
    headers.with_lags()
}

/// A replay without wire is driven by another family than that of the board that was recorded.
fn wire_of(family: &Family, headers: &Headers) -> Wire {
    match &headers.board {
        Some(board) if board.family == family.name => Wire::Record,
        _ => Wire::PassOver,
    }
}

struct Recorder {
    scribe: Scribe<File>,
    /// When the headers are written without a serial number.
    named_by: Instant,
    /// What kept the board from being heard, as the user was told last.
    trouble: String,
}

impl Recorder {
    /// Writes an event down, and tells what the user should know of it.
    fn take(&mut self, event: PortEvent) -> io::Result<()> {
        match event {
            PortEvent::Heard(heard) => {
                self.tell(&heard);
                return self.scribe.hear(heard);
            }
            PortEvent::Opened { .. } => {}
            PortEvent::Failed(error) => self.tell_trouble(&error),
            PortEvent::Closed(why) => self.tell_trouble(&why),
        }
        Ok(())
    }

    fn tell(&mut self, heard: &Heard) {
        if let Some(serial) = serial_of(heard) {
            say(format_args!("the board has the serial number {serial}"));
        }
        let HeardWhat::Observed { observation: Observation::Link(state), .. } = heard.what else {
            return;
        };
        match state {
            LinkState::Up => {
                self.trouble.clear();
                say("the board answers");
            }
            LinkState::Stale => say("the board does not answer"),
            LinkState::Lost => say("the board is lost"),
        }
    }

    /// Tells what is in the way, but not the same at every try.
    fn tell_trouble(&mut self, trouble: &dyn fmt::Display) {
        let trouble = trouble.to_string();
        if trouble != self.trouble {
            say(&trouble);
            self.trouble = trouble;
        }
    }

    fn finish(self) -> io::Result<Tally> {
        let (file, tally) = self.scribe.finish()?;
        file.sync_all()?;
        Ok(tally)
    }
}

/// Tells the user something that is no result. That nobody reads it is no reason to stop.
fn say(what: impl fmt::Display) {
    complain(what);
}
