//! The files that results are written as.

use std::path::{Path, PathBuf};

use touchmove_client::mirror::Mirror;
use touchmove_client::shown::ShownRound;
use touchmove_core::pairing::{self, Outcome, Pairing, PairingList, TournamentHeader};
use touchmove_core::sheet::{self, Sheet};
use touchmove_core::words::phrases::Failed;

use super::super::super::Failure;
use super::super::read;
use super::Game;

/// A form of the results as a file.
pub(super) enum FileForm {
    /// The games with their moves.
    Pgn,
    /// The pairings with their results.
    Csv,
    /// This report, with the results in it.
    Trf(PathBuf),
}

impl FileForm {
    /// The file.
    pub(super) async fn write(
        &self,
        mirror: &Mirror,
        round: &ShownRound,
        games: &[Game],
    ) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Pgn => pgn(mirror, games).await.map(String::into_bytes),
            Self::Csv => Ok(pairing::write_csv(&list(games)?).into_bytes()),
            Self::Trf(report) => trf(report, round, games),
        }
    }
}

/// The games that were played: on a board, or on paper alone and entered.
async fn pgn(mirror: &Mirror, games: &[Game]) -> Result<String, Failure> {
    let mut pgns = Vec::new();
    for game in games {
        let outcome = game.result.verdict.outcome();
        match (&game.pairing.game, outcome) {
            (_, Some(Outcome::Forfeit { .. })) => {}
            (Some(path), _) if mirror.game(path).is_some() => {
                pgns.push(mirror.pgn(path).await.map_err(Failure::failed)?);
            }
            (_, Some(Outcome::Played(_))) => {
                let (pairing, event) = said(game)?;
                let sheet = Sheet { outcome, ..Sheet::of_pairing(pairing, event) };
                pgns.push(sheet::pgn::write(&sheet));
            }
            (_, None) => {}
        }
    }
    Ok(pgns.join("\n"))
}

fn trf(report: &Path, round: &ShownRound, games: &[Game]) -> Result<Vec<u8>, Failure> {
    let name = |error: &dyn std::fmt::Display| format!("{}: {error}", report.display());
    let original = read(report).map_err(|error| Failure::failed(name(&error)))?;
    let PairingList { pairings, .. } = list(games)?;
    let round = pairing::Round::new(round.number).ok_or_else(unreadable)?;
    pairing::with_results(&original, round, &pairings)
        .map_err(|error| Failure::malformed(name(&error)))
}

/// The pairings with the results that count.
fn list(games: &[Game]) -> Result<PairingList, Failure> {
    let mut list = PairingList { event: TournamentHeader::default(), pairings: Vec::new() };
    for game in games {
        let (pairing, event) = said(game)?;
        list.event.clone_from(event);
        let outcome = game.result.verdict.outcome();
        list.pairings.push(Pairing { outcome, ..pairing.clone() });
    }
    Ok(list)
}

fn said(game: &Game) -> Result<&(Pairing, TournamentHeader), Failure> {
    game.pairing.said.as_ref().ok_or_else(unreadable)
}

fn unreadable() -> Failure {
    Failure::because(Failed::OtherVersion)
}
