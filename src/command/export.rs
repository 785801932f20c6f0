//! `touchmove export`: what was kept of a board, as a file for others.

use std::path::{Path, PathBuf};

use touchmove_core::reconstruct::Effort;
use touchmove_core::words::phrases::Failed;
use touchmove_drivers::Instant;

use super::evidence::{self, About};
use super::past::{Later, Moment, Past, Place, Replay, Span, written};
use super::{Failure, complain, file, games, print_file, revised};

/// Write what was kept of a board as a recording, its games as PGN, or evidence that can be verified
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    place: Place,
    /// As a recording, for `touchmove adjudicate`; this is what is written if nothing is asked for
    #[arg(long, group = "form")]
    recording: bool,
    /// The games as PGN
    #[arg(long, group = "form")]
    pgn: bool,
    /// The games as all that was kept of them has them: many more lines are followed to the end. What differs from what
    /// was concluded at the time is said on standard error, with how sure that is. A game that goes on ends with the
    /// last move that is sure
    #[arg(long, requires = "pgn", conflicts_with_all = ["recording", "evidence"])]
    hindsight: bool,
    /// As an evidence pack, for `touchmove verify`: around an incident, a game, or all of it
    #[arg(long, group = "form")]
    evidence: bool,
    /// The incident that the evidence is about, by its number in the game; of the last game, if none is named
    #[arg(long, value_name = "N", requires = "evidence")]
    incident: Option<u32>,
    /// The game that it is about, by its number, as in 17 or g000017
    #[arg(long, value_name = "G", requires = "evidence", value_parser = game)]
    game: Option<u64>,
    /// From this moment on: seconds of the recording, a time of day as 14:05, or 2026-11-22T14:05
    #[arg(long, value_name = "T")]
    from: Option<Moment>,
    /// Until this moment
    #[arg(long, value_name = "T")]
    to: Option<Moment>,
    /// The file to write; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes what can be read; what is missing is said, and fails.
pub(super) fn run(arguments: &Arguments, state: Option<&Path>) -> Result<(), Failure> {
    let pasts = Past::read(&arguments.place, state, arguments.from, arguments.to)?;
    let mut text = String::new();
    if arguments.evidence {
        text = pack(&pasts, arguments)?;
    } else {
        for (past, (from, to)) in &pasts {
            text += &if arguments.hindsight {
                games_with_hindsight(past, *from, *to)?
            } else if arguments.pgn {
                let played = Replay::new(past, *to, Effort::Live)?.play_out();
                games::pgn(past.headers(), &played.since(*from))
            } else {
                written(past, *from, *to)
            };
        }
    }
    put_out(arguments.output.as_deref(), &text)?;
    pasts.iter().try_for_each(|(past, _)| past.complain())
}

/// The games of a journal as hindsight has them, with what it changes in them said beside.
fn games_with_hindsight(past: &Past, from: Instant, to: Instant) -> Result<String, Failure> {
    let later = Later::of(past, to)?;
    let games = later.played().since(from);
    for revision in later.revisions() {
        if games.iter().any(|game| game.game == revision.game) {
            let (name, words) = (past.name(), revised::in_words(revision));
            complain(format_args!("{name}: hindsight: game {}, {words}", revision.game));
        }
    }
    Ok(games::pgn(past.headers(), &games))
}

/// The pack, of the last journal that has what it is about.
fn pack(pasts: &[(Past, Span)], arguments: &Arguments) -> Result<String, Failure> {
    let about = |span| About { incident: arguments.incident, game: arguments.game, span };
    let is_named = arguments.incident.is_some() || arguments.game.is_some();
    if let [_, .., (last, _)] = pasts
        && !is_named
    {
        let (board, count) = (last.board.to_string().into(), pasts.len().into());
        return Err(Failure::because(Failed::SeveralJournals { board, count }));
    }
    let mut failure = Failure::because(Failed::NothingKept);
    for (past, span) in pasts.iter().rev() {
        match evidence::pack(past, about(*span)) {
            Ok(pack) => return Ok(pack),
            // What the last journal says of it is the most likely to help.
            Err(error) if std::ptr::eq(past, &pasts[pasts.len() - 1].0) => failure = error,
            Err(_) => {}
        }
    }
    Err(failure)
}

fn game(text: &str) -> Result<u64, &'static str> {
    let number = text.trim_start_matches('g').parse();
    number.map_err(|_| "give the game's number, as in 17 or g000017")
}

fn put_out(output: Option<&Path>, text: &str) -> Result<(), Failure> {
    match output {
        None => print_file(text.as_bytes()),
        Some(path) => file::replace(path, text.as_bytes())
            .map_err(|error| Failure::failed(format_args!("{}: {error}", path.display()))),
    }
}
