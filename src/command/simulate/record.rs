//! Games played in no time, into a file of recordings.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use touchmove_core::words::phrases::Simulate;
use touchmove_core::words::told;
use touchmove_lab::simulate::{PgnError, PgnGame, PgnGames, Recorder, Scanner};
use touchmove_station::sys::terminal;

use super::{Arguments, SensingName};
use crate::Failure;
use crate::notices::Notices;

/// So many games are written at once by all hands.
const BATCH: usize = 64;
/// So often it is told how far recording has come.
const NOTE_EVERY: Duration = Duration::from_secs(1);

/// Records the games.
pub(super) fn run(arguments: &Arguments, path: &Path) -> Result<(), Failure> {
    let failed = |error: &dyn Display| Failure::failed(format_args!("{}: {error}", path.display()));
    let mut games = Source::new(arguments)?;
    let mut batch = games.batch()?;
    let file = File::create_new(path).map_err(|error| failed(&error))?;
    let mut out = BufWriter::new(file);
    let mut note = Note::new(arguments);
    let mut written = 0;
    while !batch.is_empty() {
        for text in record(arguments, &batch)? {
            out.write_all(text.as_bytes()).map_err(|error| failed(&error))?;
        }
        written += batch.len();
        note.tell(written).map_err(Failure::failed)?;
        batch = games.batch()?;
    }
    out.flush().map_err(|error| failed(&error))?;
    note.end(written, &games.passed_over).map_err(Failure::failed)
}

/// The games that were asked for, each with its number.
struct Source<'a> {
    arguments: &'a Arguments,
    games: PgnGames<File>,
    next: usize,
    passed_over: Vec<PgnError>,
}

impl<'a> Source<'a> {
    /// At the first game that was asked for.
    fn new(arguments: &'a Arguments) -> Result<Self, Failure> {
        let games = PgnGames::new(arguments.open()?);
        let mut source = Self { arguments, games, next: 1, passed_over: Vec::new() };
        while source.next < *arguments.game.numbers().start() {
            if !source.games.pass_over().map_err(|error| source.malformed(&error))? {
                return Err(source.missing());
            }
            source.next += 1;
        }
        Ok(source)
    }

    /// The next games that can be played; none at the end.
    fn batch(&mut self) -> Result<Vec<(usize, PgnGame)>, Failure> {
        let mut batch = Vec::new();
        while batch.len() < BATCH && self.arguments.game.numbers().contains(&self.next) {
            let single = self.arguments.game.single().is_some();
            match self.games.next() {
                Some((number, Ok(game))) => batch.push((number, game)),
                Some((_, Err(error))) if single || matches!(error, PgnError::Read { .. }) => {
                    return Err(self.malformed(&error));
                }
                Some((_, Err(error))) => self.passed_over.push(error),
                None if self.next == *self.arguments.game.numbers().start() => {
                    return Err(self.missing());
                }
                None => break,
            }
            self.next += 1;
        }
        Ok(batch)
    }

    fn missing(&self) -> Failure {
        let game = *self.arguments.game.numbers().start();
        self.malformed(&PgnError::Missing { game, games: self.next - 1 })
    }

    fn malformed(&self, error: &PgnError) -> Failure {
        Failure::malformed(format_args!("{}: {error}", self.arguments.pgn().display()))
    }
}

/// The recordings of some games, written by as many threads as there are processors.
fn record(arguments: &Arguments, games: &[(usize, PgnGame)]) -> Result<Vec<String>, Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = games.len().div_ceil(threads).max(1);
    let write = |games: &[(usize, PgnGame)]| -> Result<String, Failure> {
        games.iter().map(|(number, game)| record_one(arguments, *number, game)).collect()
    };
    thread::scope(|scope| {
        let shares: Vec<_> =
            games.chunks(share).map(|games| scope.spawn(move || write(games))).collect();
        let texts = shares
            .into_iter()
            .map(|share| share.join().map_err(|_| Failure::because(Simulate::RecorderFailed))?);
        texts.collect()
    })
}

fn record_one(arguments: &Arguments, number: usize, game: &PgnGame) -> Result<String, Failure> {
    let usual = match arguments.sensing {
        SensingName::Identity => 150,
        SensingName::Occupancy => 50,
    };
    let manner = arguments.manner(game);
    let recorder = Recorder {
        scanner: Scanner {
            scan: Duration::from_millis(arguments.scan.unwrap_or(usual)),
            sense: arguments.sensing.into(),
            orientation: arguments.orientation(),
            clock: manner.clock,
        },
        manner,
        hands: arguments.hands(),
        serial: arguments.serial,
    };
    // other hands in each game, the same ones whichever others are asked for
    let seed = arguments.seed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    recorder.record(game, seed).map_err(|error| {
        let pgn = arguments.pgn().display().to_string().into();
        let why = told(&error.to_string());
        Failure::misused(Simulate::NotWritten { pgn, game: number.into(), why })
    })
}

/// Tells how far it has come, when it takes long.
struct Note {
    is_wanted: bool,
    last: Instant,
    is_standing: bool,
}

impl Note {
    fn new(arguments: &Arguments) -> Self {
        let is_wanted = !arguments.quiet && arguments.game.single().is_none();
        Self { is_wanted, last: Instant::now(), is_standing: false }
    }

    fn tell(&mut self, written: usize) -> io::Result<()> {
        if !self.is_wanted || !io::stderr().is_terminal() || self.last.elapsed() < NOTE_EVERY {
            return Ok(());
        }
        self.last = Instant::now();
        self.is_standing = true;
        let games = Notices::of_environment().say(Simulate::Games { count: written.into() });
        write!(io::stderr(), "\r{games}")
    }

    fn end(&mut self, written: usize, passed_over: &[PgnError]) -> io::Result<()> {
        if !self.is_wanted {
            return Ok(());
        }
        let clear = if self.is_standing { "\r" } else { "" };
        let notices = Notices::of_environment();
        let recorded = notices.say(Simulate::Recorded { count: written.into() });
        writeln!(io::stderr(), "{clear}{recorded}")?;
        for error in passed_over {
            let why = told(&error.to_string());
            terminal::complain(&notices.say(Simulate::PassedOver { why }));
        }
        Ok(())
    }
}
