//! The archived journals that a journal goes on from: one after the other, each by the seal that the next one states.

use std::path::{Path, PathBuf};

use touchmove_core::words::phrases::Verify;
use touchmove_core::words::{Saying, told};
use touchmove_drivers::recording::Continues;
use touchmove_station::journal::archive::{self, Archived};
use touchmove_station::journal::{self, Framed, Look, PastEntry};

use super::{Failure, gaps, joined, line};

/// The journals before one, as far as they are there.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// How many they are; they are whole, and follow each other.
    pub(super) journals: usize,
    /// The seal of the one from which on they are not there.
    pub(super) missing: Option<String>,
    /// Whether one of them has the seal that was looked for.
    pub(super) has_seal: bool,
}

impl Before {
    /// Follows the chain back from the journal at `path`; looks for a seal in it.
    ///
    /// # Errors
    /// [`Failure`] where one is damaged, or is not what was gone on from.
    pub(super) fn follow(
        path: &Path,
        mut continues: Option<Continues>,
        is_it: impl Fn(&Framed) -> bool,
    ) -> Result<Self, Failure> {
        let mut before = Self::default();
        let mut archived = if continues.is_some() { archived_with(path) } else { Vec::new() };
        while let Some(Continues { after, seal, .. }) = continues {
            let Some((look, one)) = last_before(&mut archived, after)? else {
                before.missing = Some(seal);
                break;
            };
            let it_follows = look.headers.continues.as_ref().map_or(0, |before| before.after);
            if look.seal.to_string() != seal || it_follows != one.after {
                return Err(Failure::because(Verify::OtherSeal {
                    seal: seal.into(),
                    path: one.path.display().to_string().into(),
                    other: look.seal.to_string().into(),
                }));
            }
            before.journals += 1;
            before.has_seal |= look.frames.iter().any(&is_it);
            continues = look.headers.continues;
        }
        Ok(before)
    }

    /// How far back it is whole, in lines.
    pub(super) fn said(&self) -> Saying {
        let whole = match self.journals {
            0 => None,
            1 => Some(Verify::OneBefore),
            count => Some(Verify::SeveralBefore { count: (count - 1).into() }),
        };
        let missing = self.missing.as_ref().map(|seal| match self.journals {
            0 => Verify::NotLookedAt,
            _ => Verify::MissingBefore { seal: seal.into() },
        });
        Saying::All(whole.into_iter().chain(missing).map(line).collect())
    }
}

/// The archived journals of the same board, or of the station, in their order; none where `path` is no place for that.
fn archived_with(path: &Path) -> Vec<Archived> {
    let place = || -> Option<(String, PathBuf)> {
        if let Some(Archived { board, .. }) = Archived::of_path(path) {
            return Some((board, path.canonicalize().ok()?.parent()?.to_owned()));
        }
        let board = path.file_stem()?.to_str()?.to_owned();
        let path = path.canonicalize().ok()?;
        let levels = if board == archive::STATION { 1 } else { 2 };
        Some((board, path.ancestors().nth(levels)?.join(archive::FOLDER)))
    };
    let Some((board, folder)) = place() else { return Vec::new() };
    let mut archived = archive::archived(&folder).unwrap_or_default();
    archived.retain(|one| one.board == board);
    archived
}

/// The archived journal whose last record has this number.
fn last_before(
    archived: &mut Vec<Archived>,
    after: u64,
) -> Result<Option<(Look, Archived)>, Failure> {
    archived.retain(|one| one.after < after);
    let Some(one) = archived.pop() else { return Ok(None) };
    let look = look(&one)?;
    let last = last_record(&look);
    if last != after {
        return Err(Failure::because(Verify::EndsElsewhere {
            path: one.path.display().to_string().into(),
            last: last.into(),
            after: after.into(),
        }));
    }
    Ok(Some((look, one)))
}

/// Looks into an archived journal, which must be whole.
fn look(archived: &Archived) -> Result<Look, Failure> {
    let path = archived.path.as_path();
    let failed = |why: Saying| {
        Failure::because(Verify::BeforeIt { path: path.display().to_string().into(), why })
    };
    let bytes = archive::read(path).map_err(|error| failed(told(&error.to_string())))?;
    let look = journal::look(&bytes, path).map_err(|error| failed(told(&error.to_string())))?;
    let torn = (look.unfinished > 0).then(|| Verify::TornEnd { bytes: look.unfinished.into() });
    let gaps = gaps(&look).into_iter().map(|gap| told(&gap));
    let wrong: Vec<Saying> = gaps.chain(torn.map(Saying::from)).collect();
    if wrong.is_empty() { Ok(look) } else { Err(failed(joined(wrong, "; "))) }
}

/// The number of the last record, or of the last one before the journal.
fn last_record(look: &Look) -> u64 {
    let number = look.entries.iter().rev().find_map(|entry| match entry {
        PastEntry::Record { number, .. } => Some(*number),
        PastEntry::Told(_) | PastEntry::Gap(_) => None,
    });
    number.unwrap_or_else(|| look.headers.continues.as_ref().map_or(0, |before| before.after))
}
