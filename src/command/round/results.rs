//! `touchmove round results` and `enter`: what counts of what boards show and people enter.

mod forms;
mod shown;

use std::path::PathBuf;

use touchmove_client::mirror::Mirror;
use touchmove_client::shown::{ShownPairing, ShownRound};
use touchmove_core::tournament::rounds::dispute::ResultVerdict;
use touchmove_core::tournament::rounds::results::TableResult;
use touchmove_core::words::phrases::{Failed, Listed};

pub(crate) use self::shown::ShownResult;
pub(super) use self::shown::name_of;

use self::forms::FileForm;
use super::super::notices::Notices;
use super::super::{Failure, complain, file, print, print_file};
use super::seat;

/// Options of `touchmove round results`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Which round; the one being played, or the last, if not given
    pub(super) round: Option<u16>,
    /// Only the games of this section
    #[arg(long, value_name = "NAME")]
    section: Option<String>,
    #[command(flatten)]
    form: FormArgs,
    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write though the results of a game differ: that game stays open
    #[arg(long)]
    anyway: bool,
}

/// The form to write; a table for people, if not given.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct FormArgs {
    /// Write the games with their moves as PGN
    #[arg(long)]
    pgn: bool,
    /// Write the pairings with their results as CSV
    #[arg(long)]
    csv: bool,
    /// Write this TRF16 file with the results in it
    #[arg(long, value_name = "FILE")]
    trf: Option<PathBuf>,
    /// Print JSON for a program to read
    #[arg(long)]
    json: bool,
}

/// What is wanted.
enum Wanted {
    Table,
    Json,
    File(FileForm),
}

impl FormArgs {
    fn wanted(self) -> Wanted {
        match self {
            Self { json: true, .. } => Wanted::Json,
            Self { pgn: true, .. } => Wanted::File(FileForm::Pgn),
            Self { csv: true, .. } => Wanted::File(FileForm::Csv),
            Self { trf: Some(report), .. } => Wanted::File(FileForm::Trf(report)),
            Self { .. } => Wanted::Table,
        }
    }
}

/// A game of a round, played or not, and its result.
struct Game {
    pairing: ShownPairing,
    result: TableResult,
}

impl Game {
    fn section(&self) -> Option<&str> {
        self.pairing.said.as_ref()?.0.section.as_deref()
    }
}

/// Shows or writes the results.
pub(super) async fn run(
    mirror: &Mirror,
    round: &ShownRound,
    Arguments { section, form, output, anyway, .. }: Arguments,
) -> Result<(), Failure> {
    let mut games = games(mirror, round).await?;
    if let Some(section) = section {
        games.retain(|game| game.section() == Some(section.as_str()));
    }
    let text = match form.wanted() {
        Wanted::Table => shown::text(round, &games, &Notices::of_environment()).into_bytes(),
        Wanted::Json => shown::json(round, &games)?.into_bytes(),
        Wanted::File(form) => {
            warn(&games);
            if !anyway {
                refuse_doubt(mirror, round, &games)?;
            }
            form.write(mirror, round, &games).await?
        }
    };
    let Some(path) = output else { return print_file(&text) };
    let failed = |error| Failure::failed(format!("{}: {error}", path.display()));
    file::replace(&path, &text).map_err(failed)
}

/// Enters a result, and says what is to be asked where the board shows another one.
pub(super) async fn enter(
    mirror: &Mirror,
    round: &ShownRound,
    table: u16,
    result: String,
) -> Result<(), Failure> {
    let known = mirror.enter(round, table, result).await?;
    say(mirror, round, table, known).await
}

/// Decides which of two results counts, and says which does.
pub(super) async fn settle(
    mirror: &Mirror,
    round: &ShownRound,
    table: u16,
    choice: String,
) -> Result<(), Failure> {
    let known = mirror.settle(round, table, choice).await.map_err(Failure::failed)?;
    say(mirror, round, table, known).await
}

/// Says what counts at a table now, and what is to be asked.
async fn say(
    mirror: &Mirror,
    round: &ShownRound,
    table: u16,
    known: Option<TableResult>,
) -> Result<(), Failure> {
    let notices = Notices::of_environment();
    let seat = notices.say(seat(mirror, Some(round), table).await?);
    let Some(known) = known else { return print(&format!("{seat}\n")) };
    let shown = ShownResult::of(round, &known);
    let says = notices.say(match known.verdict {
        ResultVerdict::Open => Listed::NothingEntered,
        ResultVerdict::Counts(outcome, _) => {
            Listed::Counts { result: outcome.to_string().into(), source: shown::source(&known) }
        }
        ResultVerdict::Differs(_) => Listed::TwoResults,
    });
    let question = shown.question().map(|question| notices.say(question) + "\n");
    print(&format!("{seat}: {says}\n{}", question.unwrap_or_default()))
}

async fn games(mirror: &Mirror, round: &ShownRound) -> Result<Vec<Game>, Failure> {
    let pairings = mirror.pairings(round).await.map_err(Failure::failed)?;
    let results = mirror.results(round).await.map_err(Failure::failed)?;
    let game = |pairing: ShownPairing| {
        let of_table = |result: &&TableResult| result.table.get() == pairing.table;
        let result = results.iter().find(of_table)?.clone();
        Some(Game { pairing, result })
    };
    Ok(pairings.into_iter().filter_map(game).collect())
}

/// Says which results are missing, on standard error.
fn warn(games: &[Game]) {
    let notices = Notices::of_environment();
    for Game { pairing, .. } in
        games.iter().filter(|game| game.result.verdict == ResultVerdict::Open)
    {
        let (table, what) = (pairing.table.into(), Listed::NoResultYet.into());
        complain(notices.say(Listed::AtTable { table, what }));
    }
}

/// Refuses to write what is not certain: results that differ, and games that are not read back after a
/// restart.
fn refuse_doubt(mirror: &Mirror, round: &ShownRound, games: &[Game]) -> Result<(), Failure> {
    let notices = Notices::of_environment();
    let questions = games.iter().filter_map(|game| ShownResult::of(round, &game.result).question());
    let questions = questions.map(|question| notices.say(question) + "\n");
    let unread =
        |game: &&Game| game.pairing.game.as_ref().is_some_and(|path| mirror.game(path).is_none());
    let unread = games
        .iter()
        .filter(unread)
        .map(|game| notices.say(Failed::NotReadYet { table: game.pairing.table.into() }) + "\n");
    let doubts: String = questions.chain(unread).collect();
    if doubts.is_empty() {
        return Ok(());
    }
    Err(Failure::because(doubts + &notices.say(Failed::WriteAnyway)))
}
