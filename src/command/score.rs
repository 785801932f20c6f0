//! `touchmove score`: how well is concluded what was played.

mod crew;
mod ledger;
mod parts;
mod progress;
mod table;
mod wrong;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use touchmove_core::words::phrases::Score;

use self::crew::Crew;
use self::ledger::Ledger;
use self::parts::Parts;
use self::progress::Progress;
use super::notices::Notices;
use super::{Failure, print, print_json};

/// What the columns of the table mean.
const COLUMNS: &str = "\
The columns, for each style of hands (`# hands:`), what the board senses, and its reading lag in ms:
  games        recordings that say what was played
  right        of these the final line is the truth, with its result; moves made after the Laws had
               ended the game (9.6, 5.2.2) are none of it
  as fit       games not right whose final line fits the readings no worse than the truth
  moves        of the moves of the truth the final lines have so many
  extra        moves of the final lines that nobody played / those of them told as doubtful
  taken back   of the moves told as made so many were superseded later
  illegal      illegal moves that stand, found / missed / invented
  results      told right / shown by the boards + told of boards that show none
  settled      ms from the last news (a changed square, a press) to the telling of a move,
               median / 99 %: 0 where an observation settles it, else how long was waited
  seen         ms from the last reading that shows the move to its telling, median / 99 %
  obs/s        observations adjudicated in a second of one core
  sins         sins that the recordings name (`# sin:`), found / missed / unfounded accusations;
               only what is told with medium or high certainty counts; `-` where nothing is told
  withdrawn    such accusations without a sin that were told and withdrawn: an arbiter has seen them
";

/// Adjudicate recordings that say what was played (`# truth:`), and count what is right
#[derive(Debug, Args)]
#[command(after_help = COLUMNS)]
pub(super) struct Arguments {
    /// Recordings, and folders with recordings (`*.rec`); `-` for standard input
    #[arg(required = true)]
    recordings: Vec<PathBuf>,
    /// Tell of so many games of each style that are not right
    #[arg(long, value_name = "N", default_value_t = 0)]
    wrong: usize,
    /// Print a JSON object a line instead of a table
    #[arg(long)]
    json: bool,
    /// Write into this file, too, of how sure moves were told how many of them were played (CSV)
    #[arg(long, value_name = "FILE")]
    certainty: Option<PathBuf>,
    /// How many recordings are adjudicated at a time; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Scores the recordings. Games that are not right are no failure.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let notices = Notices::of_environment();
    let mut progress = Progress::new(&notices);
    let parts = Parts::of(&arguments.recordings).map_err(Failure::failed)?;
    let jobs = arguments
        .jobs
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let ledger = Crew { jobs, wrong: arguments.wrong }.score(parts, &mut progress);
    progress.clear();
    let ledger = ledger?;
    if let Some(path) = &arguments.certainty {
        write(path, &table::certainty_csv(&ledger))?;
    }
    if arguments.json {
        print_json(&table::json(&ledger))
    } else {
        print(&table::text(&ledger, &notices))
    }?;
    complain(&ledger)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let why = |error| Failure::failed(format!("{}: {error}", path.display()));
    std::fs::write(path, text).map_err(why)
}

/// Says what could not be scored.
fn complain(ledger: &Ledger) -> Result<(), Failure> {
    if let Some(unread) = ledger.unread() {
        return Err(Failure::misused(unread));
    }
    if ledger.is_empty() {
        return Err(Failure::because(Score::NoTruth));
    }
    Ok(())
}
